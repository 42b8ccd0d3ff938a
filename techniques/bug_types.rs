//! BUG types 2 to 4: a bivalue universal grave but for several candidates.
//!
//! **Origin.** The thread *The BUG Principle* of the Sudoku Players' Forum (first author unknown) for the
//! principle; N. Juillerat, *Sudoku Explainer*, 2007, numbers the types. The rating uses this search, too.
//!
//! **Idea.** If every empty cell had two candidates, and every digit two places in each house where it is missing,
//! there would be no solution or several ([`bug`]). So one of the extra candidates is true. Type 2: all are
//! of one digit, which is removed from the cells that see all of them. Type 3: the extra digits form a naked
//! subset with other cells of a shared house. Type 4: another digit has only two cells with extra candidates as places
//! in a house. One takes this digit and the other an extra one, so their remaining digits are removed.
//!
//! **Cost.** One pass over the digits of each house.

use crate::board::Board;
use crate::bug;
use crate::grave::{GraveType, grave};
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
        let several = grave(board).filter(|(kind, _)| *kind != GraveType::One);
        offer(several.map(|(_, step)| step), found)
    }

    fn because(board: &Board, step: &Step) -> String {
        let extra = || step.pattern.iter().map(|c| format!("{} in {}", c.digit, words::cell(board, c.cell)));
        let mut others: Vec<usize> = step.fins.iter().map(|candidate| candidate.cell).collect();
        others.dedup();
        let more = match step.houses.first() {
            None => String::new(),
            Some(house) if others.iter().all(|cell| step.cells().contains(cell)) => {
                format!(
                    "; {} goes to one of these two cells, as {house} has no other place for it, and the other takes its extra digit",
                    step.fins[0].digit
                )
            }
            Some(house) => format!(
                "; in {house}, the extra digits form a naked subset with {}",
                words::list(others.iter().map(|&cell| words::cell(board, cell)))
            ),
        };
        format!("{}. So {} is true{more}", bug::without(&words::list(extra())), words::either(extra()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::board_for_tests;

    fn sentence(digits: &str, candidates: &str) -> String {
        let (board, mut sentence) = (board_for_tests(digits, candidates), String::new());
        let _ = BugTypes::find(&board, &mut |step| {
            sentence = format!("{}: {}", BugTypes::because(&board, &step), step.conclusion(&board));
            Flow::Continue(())
        });
        sentence
    }

    #[test]
    fn extra_candidates_of_one_digit_and_a_locked_digit() {
        let second = sentence(
            "123456789456789123...123465217865394..5394271...271856.9.5..6.85..6..9.2...93.517",
            "18:79 19:78 20:89 36:68 37:68 45:39 46:34 47:49 54:37 56:12 58:14 59:27 61:34 64:37 65:18 67:14 68:78 70:34 \
             72:68 73:468 74:248 77:28",
        );
        assert!(second.starts_with("Without 8 in r9c2 and 8 in r9c3, every empty cell"), "{second}");
        assert!(
            second.ends_with("So 8 in r9c2 or 8 in r9c3 is true: r8c3, r9c1 and r9c6 lose 8"),
            "{second}"
        );
        let fourth = sentence(
            ".23.5.78945.78.12378..2.4652...9.857398567214574812396.4523.9788329756419.7.48532",
            "0:16 3:146 5:146 11:69 14:69 20:19 21:13 23:39 28:16 29:16 30:34 32:34 54:16 59:16 73:16 75:16",
        );
        let end = "4 goes to one of these two cells, as box 2 has no other place for it, and the other takes its extra digit: \
                   r1c4 loses 6; r1c6 loses 1";
        assert!(fourth.ends_with(end), "{fourth}");
    }
}
