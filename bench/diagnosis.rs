//! A closer look at one Sudoku: which of its clues clash, and whether it has another solution.
//!
//! Each question gets a search of limited length. What that does not answer stays open.

use coverlab_model::clock::ThreadTime;
use coverlab_model::format::boxed;
use coverlab_model::format::symbols::Symbols;
use coverlab_model::{Grid, Outcome, Session, Spec, Sudoku, Task};
use coverlab_strategies as lookup;
use coverlab_techniques::{Board, End, words};
use std::time::Duration;

/// CPU time for a search, and for all clues together.
const MAX_TIME: Duration = Duration::from_secs(1);

/// Most clashing clues that are taken in at a glance.
const MAX_GLANCE: usize = 6;

/// Larger boards take techniques too long for a remark.
const MAX_EXPLAINED_SIDE: usize = 16;

/// Clues that leave no solution together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClashingClues {
    /// Their cells.
    pub cells: Vec<usize>,
    /// Whether each of them is known to be needed. There may be smaller sets of other clues.
    pub is_minimal: bool,
}

impl ClashingClues {
    /// The clues, and where they lead, in words.
    pub fn describe(&self, puzzle: &Sudoku, symbols: &Symbols) -> String {
        let shape = puzzle.shape();
        let clue = |&cell: &usize| {
            let word = boxed::word(puzzle.clues()[cell], shape, symbols);
            format!("{word} in r{}c{}", shape.row(cell) + 1, shape.column(cell) + 1)
        };
        let set = match (self.is_minimal, self.cells.len()) {
            (true, ..=MAX_GLANCE) => "a minimal set of clues that clash".to_string(),
            (true, count) => format!("{count} clues clash, and without any one of them they would not"),
            (false, count) => format!("{count} clues clash"),
        };
        let clues = self.cells.iter().map(clue).collect::<Vec<_>>().join(", ");
        let end = self.dead_end(puzzle).map_or(String::new(), |end| format!("; {end}"));
        format!("{set}: {clues}{end}")
    }

    /// The contradiction that follows from these clues alone, in the words of human techniques. `None` if no technique
    /// finds it.
    fn dead_end(&self, puzzle: &Sudoku) -> Option<String> {
        if puzzle.shape().side() > MAX_EXPLAINED_SIDE {
            return None;
        }
        let clues =
            self.cells.iter().fold(Sudoku::empty(puzzle.shape()), |p, &c| p.with(c, puzzle.clues()[c]));
        let way = coverlab_techniques::solve(Board::new(&clues).ok()?, &coverlab_techniques::all());
        let End::Wrong(wrong) = way.end else { return None };
        let wrong = words::contradiction(&way.board, wrong);
        Some(match way.steps.len() {
            0 => wrong,
            1 => format!("one step leads to where {wrong}"),
            steps => format!("{steps} steps lead to where {wrong}"),
        })
    }
}

/// A solution of `puzzle` other than `found`, if one is found in time.
pub fn another_solution(puzzle: &Sudoku, found: &Grid) -> Option<Grid> {
    let outcome = search(puzzle, &mut *session()?, 2);
    outcome.verify(puzzle).ok()?;
    outcome.kept.into_iter().find(|grid| grid != found)
}

/// Clues of `puzzle` that clash; `None` if it is not found to be without a solution.
///
/// Clues are dropped one after the other as long as the remaining ones stay without a solution.
pub fn clashing_clues(puzzle: &Sudoku) -> Option<ClashingClues> {
    let mut session = session()?;
    if is_solvable(puzzle, &mut *session) != Some(false) {
        return None;
    }
    let (mut left, mut is_minimal) = (puzzle.clone(), true);
    let clock = ThreadTime::now();
    for cell in 0..puzzle.clues().len() {
        if clock.elapsed() > MAX_TIME {
            is_minimal = false;
            break;
        }
        if left.clues()[cell] == 0 {
            continue;
        }
        let without = left.with(cell, 0);
        match is_solvable(&without, &mut *session) {
            Some(false) => left = without,
            Some(true) => {}
            None => is_minimal = false,
        }
    }
    let cells = (0..left.clues().len()).filter(|&cell| left.clues()[cell] != 0).collect();
    Some(ClashingClues { cells, is_minimal })
}

fn session() -> Option<Box<dyn Session<Sudoku>>> {
    let configured = lookup::sudoku(&"auto".parse::<Spec>().ok()?).ok()?;
    Some(configured.backend.session())
}

/// The solutions of `puzzle` that `session` finds in time, up to `solutions` of them.
fn search(puzzle: &Sudoku, session: &mut dyn Session<Sudoku>, solutions: u64) -> Outcome<Sudoku> {
    session.untimed(puzzle, &Task { time: Some(MAX_TIME), ..Task::first(solutions) })
}

/// `None`: not known in time.
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
    fn each_clue_of_the_set_is_needed() {
        // Row 1 lacks 4, which its last cell cannot take; the other clues are beside the point.
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
    fn a_second_solution_is_found_if_there_is_one() {
        let four = Shape::new(2, 2).unwrap();
        let grid = Grid::new(four, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]).unwrap();
        let full = Sudoku::new(four, grid.cells()).unwrap();
        assert_eq!(another_solution(&full, &grid), None);
        // Row 4 holds the only 3 and 4 of the first two columns.
        let open = [8, 9, 12, 13].into_iter().fold(full.clone(), |puzzle, cell| puzzle.with(cell, 0));
        assert_eq!(another_solution(&open, &grid), None);
        // In rows 1 and 3 of the first two columns, 1 and 2 can change places.
        let open = [0, 1, 8, 9].into_iter().fold(full, |puzzle, cell| puzzle.with(cell, 0));
        let other = another_solution(&open, &grid).unwrap();
        assert_eq!((other.cells()[0], other.cells()[8]), (2, 1));
    }
}
