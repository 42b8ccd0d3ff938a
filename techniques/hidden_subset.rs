//! Hidden pairs, triples and quads: equal numbers of digits and cells.
//!
//! **Origin.** The complement of naked subsets; the names are HoDoKu's (B. Hobiger, 2008).
//!
//! **Idea.** If two digits have only two places in a house between them, these two cells take them, and
//! all other pencil marks there are removed. In a house with *e* empty cells, a hidden subset of *n* is
//! a naked subset of *e* − *n*; people look for the smaller one.

use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Sink, Step, Technique};
use crate::tuples::tuples;
use crate::words;

/// The technique for `SIZE` digits.
pub(crate) struct HiddenSubset<const SIZE: usize>;

impl<const SIZE: usize> Technique for HiddenSubset<SIZE> {
    const ABOUT: About = match SIZE {
        2 => About {
            name: "hidden-pair",
            title: "Hidden pair",
            sentence: "Two digits with only two places in a house leave no other candidates there",
            source: SOURCE,
        },
        3 => About {
            name: "hidden-triple",
            title: "Hidden triple",
            sentence: "Three digits with only three places in a house leave no other candidates there",
            source: SOURCE,
        },
        _ => About {
            name: "hidden-quad",
            title: "Hidden quad",
            sentence: "Four digits with only four places in a house leave no other candidates there",
            source: SOURCE,
        },
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        for house in 0..board.layout().house_count() {
            let digits = (0..board.side()).map(|number| (number, board.places(house, number)));
            tuples(digits, SIZE, |chosen, places| step(board, house, chosen, places), found)?;
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let (digits, cells) = (words::list(step.digits()), words::cells(board, step.cells()));
        format!("In {}, {digits} have no places but {cells}", step.houses[0])
    }
}

const SOURCE: &str = "B. Hobiger, HoDoKu, 2008";

fn step(board: &Board, house: usize, chosen: &[usize], places: Bits) -> Option<Step> {
    let digits: Bits = chosen.iter().copied().collect();
    let cells = || places.iter().map(|place| board.layout().cells(house)[place]);
    let of = |digits: Bits| {
        cells().flat_map(move |cell| Candidate::of_cell(cell, board.candidates(cell) & digits))
    };
    let step = Step::removing(board, of(Bits::below(board.side()) - digits))?;
    Some(step.by(of(digits)).within([board.layout().name(house)]))
}
