//! Hidden rectangle: two digits in a rectangle, one of which has few other places.
//!
//! **Origin.** HoDoKu (B. Hobiger, 2008), "Hidden Rectangle".
//!
//! **Idea.** Take four cells as in a unique rectangle (`unique_rectangle.rs`), one of which has only
//! *x* and *y*. Suppose the opposite corner is *y*, and *x* has no places in that corner's row and
//! column except the adjacent corners. Then these are *x*, the first corner is *y*, and the two digits
//! could be swapped. So the opposite corner is not *y*.
//!
//! **Cost.** A 9x9 board has 486 rectangles.

use crate::board::{Board, Candidate};
use crate::rectangle::{self, Rectangle};
use crate::technique::{About, Flow, Premise, Sink, Step, Technique};
use crate::words;

/// The technique.
pub(crate) struct HiddenRectangle;

impl Technique for HiddenRectangle {
    const ABOUT: About = About {
        name: "hidden-rectangle",
        title: "Hidden rectangle",
        sentence: "A corner is not the digit that would force two swappable digits into the rectangle",
        source: "B. Hobiger, HoDoKu, 2008",
    };
    const PREMISE: Premise = Premise::OneSolution;

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        rectangle::find(board, steps, found)
    }

    fn because(board: &Board, step: &Step) -> String {
        let gone = step.removals[0];
        let other = rectangle::pair_of(step).into_iter().find(|&digit| digit != gone.digit).unwrap_or(0);
        let cell = words::cell(board, gone.cell);
        let [row, column] = [step.houses[0], step.houses[1]];
        let swapped = rectangle::because(board, step);
        format!(
            "{swapped}. That would follow if {cell} were {}: {other} would have one place left in {row} and one in \
             {column}, both among these cells",
            gone.digit
        )
    }
}

fn steps(board: &Board, of: &Rectangle) -> Vec<Step> {
    let closed = (0..4).filter(|&corner| board.candidates(of.cells[corner]) == of.pair);
    let one = |corner: usize| {
        let across = of.cells[3 - corner];
        let [row, column, _] = board.layout().houses_of(across);
        // The adjacent corner in its row is in the column of the first corner, and vice versa.
        let beside = [(row, of.cells[corner ^ 2]), (column, of.cells[corner ^ 1])];
        let forced = move |number: usize| {
            beside.iter().all(|&(house, cell)| {
                let mut rest = board.cells_for(house, number).filter(|&place| place != across);
                rest.next() == Some(cell) && rest.next().is_none()
            })
        };
        of.pair.iter().filter_map(move |gone| {
            let other = of.pair.iter().find(|&number| number != gone).expect("two digits");
            let step = Step::removing(board, [Candidate::new(across, gone + 1)]).filter(|_| forced(other))?;
            Some(step.within([row, column].map(|house| board.layout().name(house))))
        })
    };
    closed.flat_map(one).collect()
}
