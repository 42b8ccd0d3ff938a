//! BUG types 2 to 4: a bivalue universal grave but for several candidates.
//!
//! **Origin.** The thread *The BUG Principle* of the Sudoku Players' Forum (first author unknown) for the
//! principle; the numbers of the types are those of N. Juillerat, *Sudoku Explainer*, 2007, which rates them with
//! the same code.
//!
//! **Idea.** If every empty cell had two candidates, and every digit two places in each house where it is missing,
//! there would be two solutions or none ([`bug`](crate::bug)). So one of the extra candidates is true. Type 2: all are
//! of one digit, which is removed from the cells that see all of them. Type 3: the extra digits form a naked
//! subset with other cells of a shared house. Type 4: two cells share another digit, which they take whatever the
//! extra candidates are, so their other digits are removed.
//!
//! **Cost.** One pass over the digits of each house.

use crate::board::Board;
use crate::rating::explainer::grave::grave;
use crate::technique::{About, Flow, Premise, Sink, Step, Technique, offer};
use crate::words;

/// The technique.
pub(crate) struct BugTypes;

impl Technique for BugTypes {
    const ABOUT: About = About {
        name: "bug-types-2-to-4",
        title: "BUG types 2 to 4",
        sentence: "If all cells have two candidates but for a few extra ones, one of the extra candidates is true",
        source: "The BUG Principle, Sudoku Players' Forum; N. Juillerat, Sudoku Explainer, 2007",
    };
    const PREMISE: Premise = Premise::OneSolution;

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let several = grave(board).filter(|rated| rated.step.cells().len() > 1);
        offer(several.map(|rated| rated.step), found)
    }

    fn because(board: &Board, step: &Step) -> String {
        let extra = step.pattern.iter().map(|c| format!("{} in {}", c.digit, words::cell(board, c.cell)));
        let extra = words::either(extra);
        let mut others: Vec<usize> = step.fins.iter().map(|candidate| candidate.cell).collect();
        others.dedup();
        let more = match step.houses.first() {
            None => String::new(),
            Some(house) if others.iter().all(|cell| step.cells().contains(cell)) => {
                format!("; in {house}, {} has no other place", step.fins[0].digit)
            }
            Some(house) => format!(
                "; in {house}, it forms a naked subset with {}",
                words::list(others.iter().map(|&cell| words::cell(board, cell)))
            ),
        };
        format!(
            "Without {extra}, every empty cell has two candidates and every digit two places in its houses, and there \
             would be two solutions or none. So {extra} is true{more}"
        )
    }
}
