//! Naked pairs, triples and quads: equal numbers of cells and digits.
//!
//! **Origin.** The names are HoDoKu's (B. Hobiger, 2008).
//!
//! **Idea.** If two cells of a house have only two digits between them, these cells take the digits in
//! some order, and no other cell of the house does. Three cells with three digits and four with four
//! work alike; no cell needs to have all of them. If the cells share a second house (a locked pair or
//! triple), the digits are removed there as well.

use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Sink, Step, Technique};
use crate::tuples::tuples;
use crate::words;

/// The technique for `SIZE` cells.
pub(crate) struct NakedSubset<const SIZE: usize>;

impl<const SIZE: usize> Technique for NakedSubset<SIZE> {
    const ABOUT: About = match SIZE {
        2 => About {
            name: "naked-pair",
            title: "Naked pair",
            sentence: "Two cells of a house with only two candidates take these digits from the other cells",
            source: SOURCE,
        },
        3 => About {
            name: "naked-triple",
            title: "Naked triple",
            sentence: "Three cells of a house with only three candidates take these digits from the other cells",
            source: SOURCE,
        },
        _ => About {
            name: "naked-quad",
            title: "Naked quad",
            sentence: "Four cells of a house with only four candidates take these digits from the other cells",
            source: SOURCE,
        },
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let layout = board.layout();
        for house in 0..layout.house_count() {
            let cells = layout.cells(house).iter().map(|&cell| (cell, board.candidates(cell)));
            tuples(cells, SIZE, |chosen, digits| step(board, house, chosen, digits), found)?;
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let (cells, digits) = (words::cells(board, step.cells()), words::list(step.digits()));
        format!("In {}, {cells} hold only {digits}", words::houses(&step.houses))
    }
}

const SOURCE: &str = "B. Hobiger, HoDoKu, 2008";

fn step(board: &Board, house: usize, chosen: &[usize], digits: Bits) -> Option<Step> {
    let layout = board.layout();
    let shared = |&other: &usize| {
        // A subset in two houses is reported for the first one only.
        chosen.iter().all(|&cell| layout.houses_of(cell).contains(&other))
    };
    let houses: Vec<usize> = layout.houses_of(chosen[0]).into_iter().filter(shared).collect();
    if houses[0] != house {
        return None;
    }
    let others = houses.iter().flat_map(|&h| layout.cells(h)).filter(|cell| !chosen.contains(cell));
    let removals = others.flat_map(|&cell| Candidate::of_cell(cell, digits));
    let pattern = chosen.iter().flat_map(|&cell| board.candidates_of(cell));
    let step = Step::removing(board, removals)?;
    Some(step.by(pattern).within(houses.into_iter().map(|h| layout.name(h))))
}
