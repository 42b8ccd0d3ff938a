//! Full house: the last empty cell of a house.
//!
//! **Origin.** HoDoKu (B. Hobiger, 2008), "Full House"; the easiest hidden single in Sudoku Explainer
//! (N. Juillerat, 2007).
//!
//! **Idea.** A house with one empty cell lacks one digit. That digit is both a naked and a hidden single,
//! and needs no pencil marks, so this technique comes before both.

use crate::board::Board;
use crate::technique::{About, Flow, Sink, Step, Technique};
use crate::words;

/// The technique.
pub(crate) struct FullHouse;

impl Technique for FullHouse {
    const ABOUT: About = About {
        name: "full-house",
        title: "Full house",
        sentence: "A house with one empty cell takes the digit that it lacks",
        source: "B. Hobiger, HoDoKu, 2008",
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        for house in 0..board.layout().house_count() {
            let mut empty =
                board.layout().cells(house).iter().copied().filter(|&cell| board.digit(cell) == 0);
            let (Some(cell), None) = (empty.next(), empty.next()) else { continue };
            if let Some(number) = board.candidates(cell).single() {
                found(Step::placing(cell, number).within([board.layout().name(house)]))?;
            }
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let placed = step.placements[0];
        let cell = words::cell(board, placed.cell);
        format!("{cell} is the only empty cell of {}, which lacks {}", step.houses[0], placed.digit)
    }
}
