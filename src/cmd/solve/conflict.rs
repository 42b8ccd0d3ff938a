//! Why a puzzle has no solution: a minimal set of clues that has none.
//!
//! Clues are dropped one after the other as long as the remaining ones stay without a solution. Those that
//! cannot be dropped are a minimal set: each clue in it is needed. There may be smaller ones made of other
//! clues.

use coverlab_model::clock::ThreadTime;
use coverlab_model::{Outcome, Session, Spec, Sudoku, Task};
use coverlab_strategies as lookup;
use std::time::Duration;

/// CPU time for a question, and for all clues together. If that is not enough, it stays open, and the clues
/// stay where they are.
const PATIENCE: Duration = Duration::from_secs(1);

/// Cells with clues that leave no solution together, and whether they are known to be a minimal
/// set. `None` if `puzzle` is not found to be without a solution.
pub(super) fn clashing_clues(puzzle: &Sudoku) -> Option<(Vec<usize>, bool)> {
    let mut session = session()?;
    if solvable(puzzle, &mut *session) != Some(false) {
        return None;
    }
    let (mut left, mut minimal) = (puzzle.clone(), true);
    let clock = ThreadTime::now();
    for cell in 0..puzzle.clues().len() {
        if clock.elapsed() > PATIENCE {
            minimal = false;
            break;
        }
        if left.clues()[cell] == 0 {
            continue;
        }
        let without = left.with(cell, 0);
        match solvable(&without, &mut *session) {
            Some(false) => left = without,
            Some(true) => {}
            None => minimal = false,
        }
    }
    let cells = (0..left.clues().len()).filter(|&cell| left.clues()[cell] != 0).collect();
    Some((cells, minimal))
}

/// A session of the strategy that looks closer.
pub(super) fn session() -> Option<Box<dyn Session<Sudoku>>> {
    let configured = lookup::sudoku(&"auto".parse::<Spec>().ok()?).ok()?;
    Some(configured.backend.session())
}

/// The solutions of `puzzle` that `session` finds in time, up to `solutions` of them.
pub(super) fn ask(
    puzzle: &Sudoku,
    session: &mut dyn Session<Sudoku>,
    solutions: u64,
) -> Option<Outcome<Sudoku>> {
    let keep = solutions as usize;
    let task = Task { solutions, keep, time: Some(PATIENCE), ..Task::default() };
    let mut outcomes = Vec::with_capacity(1);
    session.run(std::slice::from_ref(puzzle), &task, &mut outcomes);
    outcomes.pop()
}

/// `None`: not known in time.
fn solvable(puzzle: &Sudoku, session: &mut dyn Session<Sudoku>) -> Option<bool> {
    let outcome = ask(puzzle, session, 1)?;
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
        let (cells, minimal) = clashing_clues(&puzzle).unwrap();
        assert!(minimal);
        let only =
            |cells: &[usize]| cells.iter().fold(Sudoku::empty(four), |p, &c| p.with(c, puzzle.clues()[c]));
        assert_eq!(clashing_clues(&only(&cells)), Some((cells.clone(), true)));
        for &cell in &cells {
            assert_eq!(clashing_clues(&only(&cells).with(cell, 0)), None, "without cell {cell}");
        }
        assert_eq!(clashing_clues(&Sudoku::empty(four)), None);
    }
}
