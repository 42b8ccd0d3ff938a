//! Naked single: a cell with one candidate.
//!
//! **Origin.** HoDoKu (B. Hobiger, 2008), "Naked Single". Programs find it at once; a person has to
//! combine the digits of three houses.
//!
//! **Idea.** If all digits but one are in peers of a cell or were eliminated before, the cell takes the
//! remaining one.

use crate::board::Board;
use crate::technique::{About, Flow, Sink, Step, Technique};
use crate::words;

/// The technique.
pub(crate) struct NakedSingle;

impl Technique for NakedSingle {
    const ABOUT: About = About {
        name: "naked-single",
        title: "Naked single",
        sentence: "A cell with one candidate left takes it",
        source: "B. Hobiger, HoDoKu, 2008",
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        for cell in board.empty_cells() {
            if let Some(number) = board.candidates(cell).single() {
                found(Step::placing(cell, number))?;
            }
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let placed = step.placements[0];
        let cell = words::cell(board, placed.cell);
        format!("{} is the only candidate left in {cell}", placed.digit)
    }
}
