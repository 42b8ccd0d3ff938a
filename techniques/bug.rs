//! BUG + 1: every empty cell but one has two candidates.
//!
//! **Origin.** "Bivalue Universal Grave" plus one candidate: the thread "The BUG Principle" of the
//! Sudoku Players' Forum (first author unknown). Also in Sudoku Explainer (N. Juillerat, 2007) and
//! HoDoKu (B. Hobiger, 2008).
//!
//! **Idea.** Suppose every empty cell had two candidates, and every digit two places in each house
//! where it is missing. Then each solution would have a second one, with the other candidate in every
//! empty cell. So if a board has just one more candidate than that, this candidate is true; otherwise
//! the puzzle would have no solution or several.
//!
//! **Cost.** Two passes over the digits of each house.

use crate::board::{Board, Candidate};
use crate::grave::{GraveType, grave};
use crate::technique::{About, Flow, Premise, Sink, Step, Technique};
use crate::words;

/// The technique.
pub(crate) struct BugPlusOne;

impl Technique for BugPlusOne {
    const ABOUT: About = About {
        name: "bug-plus-one",
        title: "BUG + 1",
        sentence: "If all cells but one have two candidates, and all digits two places, the extra candidate is true",
        source: "The BUG Principle, Sudoku Players' Forum",
    };
    const PREMISE: Premise = Premise::OneSolution;

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        if let Some((GraveType::One, step)) = grave(board)
            && let [extra] = step.pattern[..]
        {
            let number = usize::from(extra.digit) - 1;
            found(Step::placing(extra.cell, number).by(board.candidates_of(extra.cell)))?;
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let Candidate { cell, digit } = step.placements[0];
        let cell = words::cell(board, cell);
        without(&format!("{digit} in {cell}"))
    }
}

/// Why one of the extra candidates is true.
pub(crate) fn without(extra: &str) -> String {
    format!(
        "Without {extra}, every empty cell would have two candidates and every digit two places in its houses, and \
         there would be no solution or several"
    )
}
