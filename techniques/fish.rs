//! Basic fish: X-wing, swordfish, jellyfish.
//!
//! **Origin.** The names are HoDoKu's (B. Hobiger, 2008).
//!
//! **Idea.** If all places of a digit in two rows are in two columns, these rows take it once in each
//! column, and other rows do not take it there. Three rows and columns make a swordfish, four a
//! jellyfish. Rows and columns may be exchanged. It is a naked subset of one digit, with rows as cells
//! and columns as digits. Five rows are not needed on a 9x9 board: the four remaining columns are then a
//! fish.

use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Sink, Step, Technique};
use crate::tuples::tuples;
use crate::words;

/// The technique for `SIZE` lines.
pub(crate) struct Fish<const SIZE: usize>;

impl<const SIZE: usize> Technique for Fish<SIZE> {
    const ABOUT: About = match SIZE {
        2 => About {
            name: "x-wing",
            title: "X-wing",
            sentence: "If two lines have a digit only in the same two crossing lines, those have it nowhere else",
            source: SOURCE,
        },
        3 => About {
            name: "swordfish",
            title: "Swordfish",
            sentence: "If three lines have a digit only in the same three crossing lines, those have it nowhere else",
            source: SOURCE,
        },
        _ => About {
            name: "jellyfish",
            title: "Jellyfish",
            sentence: "If four lines have a digit only in the same four crossing lines, those have it nowhere else",
            source: SOURCE,
        },
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        for number in 0..board.side() {
            for by_rows in [true, false] {
                let lines = if by_rows { board.layout().rows() } else { board.layout().columns() };
                let sets = lines.map(|line| (line, board.places(line, number)));
                tuples(sets, SIZE, |base, places| step(board, number, base, places), found)?;
            }
        }
        Flow::Continue(())
    }

    fn because(_: &Board, step: &Step) -> String {
        let (base, cover) = step.houses.split_at(step.houses.len() / 2);
        let digit = step.pattern[0].digit;
        format!("In {}, {digit} occurs only in {}", words::houses(base), words::houses(cover))
    }
}

const SOURCE: &str = "B. Hobiger, HoDoKu, 2008";

fn step(board: &Board, number: usize, base: &[usize], places: Bits) -> Option<Step> {
    let layout = board.layout();
    let crossing = if base[0] < layout.side() { layout.columns() } else { layout.rows() };
    // The index of a cell in a line is the index of the crossing line.
    let cover: Vec<usize> = places.iter().map(|place| crossing.start + place).collect();
    let candidate = |cell| Candidate::new(cell, number + 1);
    let in_base = |cell: &usize| base.iter().any(|&line| layout.houses_of(*cell).contains(&line));
    let rest = cover.iter().flat_map(|&line| board.cells_for(line, number)).filter(|cell| !in_base(cell));
    let step = Step::removing(board, rest.map(candidate))?;
    let pattern = base.iter().flat_map(|&line| board.cells_for(line, number)).map(candidate);
    Some(step.by(pattern).within(base.iter().chain(&cover).map(|&house| layout.name(house))))
}
