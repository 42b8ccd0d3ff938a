//! Locked candidates: a digit confined to the cells that two houses share.
//!
//! **Origin.** "Pointing" and "claiming" in Sudoku Explainer (N. Juillerat, 2007); locked candidates of
//! type 1 and 2 in HoDoKu (B. Hobiger, 2008).
//!
//! **Idea.** If all places of a digit in a box are in one row, the row takes the digit inside that box,
//! and the rest of the row does not (pointing). If all places of a digit in a row are in one box, the
//! rest of the box does not take it (claiming). Both are one rule about two intersecting houses. They
//! are separate techniques because people find the first more easily.

use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Sink, Step, Technique};
use crate::words;

/// From a box to a line.
pub(crate) struct Pointing;

/// From a line to a box.
pub(crate) struct Claiming;

const SOURCE: &str = "N. Juillerat, Sudoku Explainer, 2007";

impl Technique for Pointing {
    const ABOUT: About = About {
        name: "pointing",
        title: "Pointing",
        sentence: "A digit whose places in a box are in one line is removed from the rest of that line",
        source: SOURCE,
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        for from in board.layout().boxes() {
            confined(board, from, [0, 1], found)?;
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        because(board, step)
    }
}

impl Technique for Claiming {
    const ABOUT: About = About {
        name: "claiming",
        title: "Claiming",
        sentence: "A digit whose places in a line are in one box is removed from the rest of that box",
        source: SOURCE,
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        for from in board.layout().rows().chain(board.layout().columns()) {
            confined(board, from, [2, 2], found)?;
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        because(board, step)
    }
}

/// Finds digits of house `from` whose places share another house of one of these `kinds` (row, column,
/// box).
fn confined(board: &Board, from: usize, kinds: [usize; 2], found: Sink<'_>) -> Flow {
    let layout = board.layout();
    for number in 0..board.side() {
        let mut cells = board.cells_for(from, number);
        let Some(first) = cells.next().filter(|_| board.places(from, number).count() > 1) else { continue };
        let kinds = if kinds[0] == kinds[1] { &kinds[..1] } else { &kinds[..] };
        for &kind in kinds {
            let to = layout.houses_of(first)[kind];
            if to == from || !cells.clone().all(|cell| layout.houses_of(cell)[kind] == to) {
                continue;
            }
            let candidate = |cell| Candidate::new(cell, number + 1);
            let outside = |cell: &usize| !layout.cells(from).contains(cell);
            let rest = board.cells_for(to, number).filter(outside).map(candidate);
            if let Some(step) = Step::removing(board, rest) {
                let pattern = board.cells_for(from, number).map(candidate);
                found(step.by(pattern).within([layout.name(from), layout.name(to)]))?;
            }
        }
    }
    Flow::Continue(())
}

fn because(board: &Board, step: &Step) -> String {
    let (digit, [from, to]) = (step.pattern[0].digit, [step.houses[0], step.houses[1]]);
    let cells = step.cells();
    let all = if cells.len() == 2 { "both" } else { "all" };
    let cells = words::either(cells.into_iter().map(|cell| words::cell(board, cell)));
    format!("In {from}, {digit} goes to {cells}, {all} in {to}")
}
