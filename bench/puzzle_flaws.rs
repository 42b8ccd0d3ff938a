//! Finds the flaws of a Sudoku: clues that clash, and a second solution.
//!
//! Each search has a time limit, so the answer may be unknown.

use coverlab_model::clock::ThreadTime;
use coverlab_model::format::boxed;
use coverlab_model::format::symbols::Symbols;
use coverlab_model::{Grid, Outcome, Session, Spec, Sudoku, Task};
use coverlab_techniques::{Board, Contradiction, End, words};
use std::time::Duration;

/// Maximum CPU time of a search. Minimizing a set of clues starts no further search after this time.
const MAX_TIME: Duration = Duration::from_secs(1);

/// Maximum number of clashing clues that a message lists without their number.
const MAX_UNCOUNTED: usize = 6;

/// Maximum side of a board whose contradiction is explained. On larger boards, techniques take too long.
const MAX_EXPLAINED_SIDE: usize = 16;

/// A set of clues that no solution agrees with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClashingClues {
    /// The cells of the clues, in order.
    pub cells: Vec<usize>,
    /// Whether the set is known to be minimal: without any one of the clues there is a solution. Other sets may be
    /// smaller.
    pub is_minimal: bool,
}

impl ClashingClues {
    /// Describes the clues and the contradiction that follows from them.
    pub fn describe(&self, puzzle: &Sudoku, symbols: &Symbols) -> String {
        let shape = puzzle.shape();
        let clue = |&cell: &usize| {
            let word = boxed::word(puzzle.clues()[cell], shape, symbols);
            format!("{word} in r{}c{}", shape.row(cell) + 1, shape.column(cell) + 1)
        };
        let set = match (self.is_minimal, self.cells.len()) {
            (true, ..=MAX_UNCOUNTED) => "a minimal set of clues that clash".to_string(),
            (true, count) => format!("{count} clues clash, and without any one of them they would not"),
            (false, count) => format!("{count} clues clash"),
        };
        let clues = self.cells.iter().map(clue).collect::<Vec<_>>().join(", ");
        let contradiction =
            self.contradiction(puzzle, symbols).map_or(String::new(), |text| format!("; {text}"));
        format!("{set}: {clues}{contradiction}")
    }

    /// Describes the contradiction that human techniques derive from these clues alone. `None` if they find none.
    fn contradiction(&self, puzzle: &Sudoku, symbols: &Symbols) -> Option<String> {
        let shape = puzzle.shape();
        if shape.side() > MAX_EXPLAINED_SIDE {
            return None;
        }
        let clues = self.cells.iter().fold(Sudoku::empty(shape), |p, &c| p.with(c, puzzle.clues()[c]));
        let path = coverlab_techniques::solve(Board::new(&clues).ok()?, &coverlab_techniques::all());
        let End::Wrong(contradiction) = path.end else { return None };
        let text = match contradiction {
            Contradiction::Digit(digit, house) => {
                format!("{} has no place left in {house}", boxed::word(digit, shape, symbols))
            }
            cell => words::contradiction(&path.board, cell),
        };
        Some(match path.steps.len() {
            0 => text,
            1 => format!("after one step, {text}"),
            steps => format!("after {steps} steps, {text}"),
        })
    }
}

/// A solution of `puzzle` other than `found`; `None` if none is found in time.
pub fn another_solution(puzzle: &Sudoku, found: &Grid) -> Option<Grid> {
    let outcome = search(puzzle, &mut *session()?, 2);
    outcome.verify(puzzle).ok()?;
    outcome.kept.into_iter().find(|grid| grid != found)
}

/// A set of clues of `puzzle` that clash; `None` unless the search shows in time that there is no solution.
///
/// Removes one clue after another if the remaining ones still have no solution.
pub fn clashing_clues(puzzle: &Sudoku) -> Option<ClashingClues> {
    let mut session = session()?;
    if is_solvable(puzzle, &mut *session) != Some(false) {
        return None;
    }
    let (mut remaining, mut is_minimal) = (puzzle.clone(), true);
    let clock = ThreadTime::now();
    for cell in 0..puzzle.clues().len() {
        if clock.elapsed() > MAX_TIME {
            is_minimal = false;
            break;
        }
        if remaining.clues()[cell] == 0 {
            continue;
        }
        let without = remaining.with(cell, 0);
        match is_solvable(&without, &mut *session) {
            Some(false) => remaining = without,
            Some(true) => {}
            None => is_minimal = false,
        }
    }
    let cells = (0..remaining.clues().len()).filter(|&cell| remaining.clues()[cell] != 0).collect();
    Some(ClashingClues { cells, is_minimal })
}

fn session() -> Option<Box<dyn Session<Sudoku>>> {
    let configured = coverlab_strategies::sudoku(&"auto".parse::<Spec>().ok()?).ok()?;
    Some(configured.backend.session())
}

/// Searches for up to `solutions` solutions of `puzzle`, within the time limit.
fn search(puzzle: &Sudoku, session: &mut dyn Session<Sudoku>, solutions: u64) -> Outcome<Sudoku> {
    session.untimed(puzzle, &Task { time: Some(MAX_TIME), ..Task::first(solutions) })
}

/// Whether `puzzle` has a solution; `None` if the time limit was reached.
fn is_solvable(puzzle: &Sudoku, session: &mut dyn Session<Sudoku>) -> Option<bool> {
    let outcome = search(puzzle, session, 1);
    match (outcome.solutions, outcome.stop) {
        (1.., _) => Some(true),
        (0, None) => Some(false),
        (0, Some(_)) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::Shape;

    #[test]
    fn each_clashing_clue_is_necessary() {
        // Row 1 lacks 4, which column 4 excludes from its last cell. The clue in row 2 is irrelevant.
        let four = Shape::new(2, 2).unwrap();
        let puzzle = Sudoku::new(four, &[1, 2, 3, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4]).unwrap();
        let clash = clashing_clues(&puzzle).unwrap();
        assert!(clash.is_minimal);
        let only =
            |cells: &[usize]| cells.iter().fold(Sudoku::empty(four), |p, &c| p.with(c, puzzle.clues()[c]));
        assert_eq!(clashing_clues(&only(&clash.cells)), Some(clash.clone()));
        for &cell in &clash.cells {
            assert_eq!(clashing_clues(&only(&clash.cells).with(cell, 0)), None, "without cell {cell}");
        }
        assert_eq!(clashing_clues(&Sudoku::empty(four)), None);
    }

    #[test]
    fn another_solution_is_found_if_there_is_one() {
        let four = Shape::new(2, 2).unwrap();
        let grid = Grid::new(four, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]).unwrap();
        let full = Sudoku::new(four, grid.cells()).unwrap();
        assert_eq!(another_solution(&full, &grid), None);
        // Row 4 holds the only 3 and 4 of the first two columns.
        let open = [8, 9, 12, 13].into_iter().fold(full.clone(), |puzzle, cell| puzzle.with(cell, 0));
        assert_eq!(another_solution(&open, &grid), None);
        // In rows 1 and 3 of the first two columns, 1 and 2 can be exchanged.
        let open = [0, 1, 8, 9].into_iter().fold(full, |puzzle, cell| puzzle.with(cell, 0));
        let other = another_solution(&open, &grid).unwrap();
        assert_eq!((other.cells()[0], other.cells()[8]), (2, 1));
    }
}
