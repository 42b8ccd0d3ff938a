//! Hidden single: a digit with one place in a house.
//!
//! **Origin.** HoDoKu (B. Hobiger, 2008), "Hidden Single".
//!
//! **Idea.** Each house takes each digit once, so a digit with one place left in a house goes there,
//! whatever else is pencilled in that cell. Boxes are searched before rows and columns, because their
//! cells are close together.

use crate::board::Board;
use crate::technique::{About, Flow, Sink, Step, Technique};
use crate::words;

/// The technique.
pub(crate) struct HiddenSingle;

impl Technique for HiddenSingle {
    const ABOUT: About = About {
        name: "hidden-single",
        title: "Hidden single",
        sentence: "A digit with one place left in a house goes there",
        source: "B. Hobiger, HoDoKu, 2008",
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let layout = board.layout();
        for house in layout.boxes_rows_columns() {
            for number in 0..board.side() {
                if let Some(place) = board.places(house, number).single() {
                    found(Step::placing(layout.cells(house)[place], number).within([layout.name(house)]))?;
                }
            }
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let placed = step.placements[0];
        let cell = words::cell(board, placed.cell);
        format!("In {}, {} has one place left, {cell}", step.houses[0], placed.digit)
    }
}
