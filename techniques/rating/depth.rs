//! The depth of trial and error: how deeply assumptions must be nested to refute every wrong candidate.
//!
//! **Origin.** D. Berthier, *The Hidden Logic of Sudoku*, 2007, and *Pattern-Based Constraint
//! Satisfaction and Logic Puzzles*, 2012: the classes T&E(k), here with naked and hidden singles as
//! rules.
//!
//! **Idea.** Depth 0 means singles. At depth k, each candidate is assumed in turn and its consequences
//! at depth k − 1 are derived. If they contradict, the candidate is removed and the process restarts. A
//! solution found by chance is not used, because it proves nothing about other candidates; so the class
//! does not depend on luck.
//!
//! **Cost.** Some thousand closures at depth 1; at depth 2, up to that number per candidate. Refuted
//! candidates are removed at once, and a depth is exhausted before the next one is tried: what a lower
//! depth refutes, a higher one refutes too, at a higher cost.

use super::singles::Contradictory;
use super::{Budget, Figure, Singles};

/// The smallest depth at which trial and error solves the puzzle, or refutes it if it has no solution.
/// `AtLeast(k)`: depth k − 1 does not suffice, and either `most` is k − 1 or the budget of `closures`
/// was spent at depth k.
pub fn depth(singles: &Singles, most: usize, closures: u64) -> Figure {
    let mut board = singles.clone();
    let mut budget = Budget::new(closures);
    for depth in 0..=most {
        match refute(&mut board, depth, &mut budget) {
            Ok(()) if !board.is_solved() => {}
            Ok(()) | Err(Halt::Contradiction) => return Figure::Exactly(depth),
            Err(Halt::OutOfBudget) => return Figure::AtLeast(depth),
        }
    }
    Figure::AtLeast(most + 1)
}

/// Why refutation stopped early.
enum Halt {
    /// The board has no solution.
    Contradiction,
    /// The budget was spent.
    OutOfBudget,
}

impl From<Contradictory> for Halt {
    fn from(_: Contradictory) -> Halt {
        Halt::Contradiction
    }
}

/// Removes every candidate that trial and error at `depth` refutes, until a round refutes none.
fn refute(board: &mut Singles, depth: usize, budget: &mut Budget) -> Result<(), Halt> {
    if depth == 0 || board.is_solved() {
        return Ok(());
    }
    refute(board, depth - 1, budget)?;
    let candidates: Vec<(usize, usize)> = board
        .unknown()
        .flat_map(|cell| board.candidates(cell).iter().map(move |number| (cell, number)))
        .collect();
    let mut trial = board.clone();
    let mut unrefuted = 0;
    for &(cell, number) in candidates.iter().cycle() {
        if unrefuted == candidates.len() || board.is_solved() {
            break;
        }
        unrefuted += 1;
        if board.is_known(cell) || !board.candidates(cell).has(number) {
            continue;
        }
        trial.copy_from(board);
        if is_refuted(&mut trial, cell, number, depth - 1, budget)? {
            board.remove(cell, number)?;
            refute(board, depth - 1, budget)?;
            unrefuted = 0;
        }
    }
    Ok(())
}

/// Whether trial and error at `depth` refutes the digit `number + 1` in `cell`.
fn is_refuted(
    trial: &mut Singles,
    cell: usize,
    number: usize,
    depth: usize,
    budget: &mut Budget,
) -> Result<bool, Halt> {
    budget.spend().ok_or(Halt::OutOfBudget)?;
    match trial.place(cell, number).map_err(Halt::from).and_then(|()| refute(trial, depth, budget)) {
        Ok(()) => Ok(false),
        Err(Halt::Contradiction) => Ok(true),
        Err(Halt::OutOfBudget) => Err(Halt::OutOfBudget),
    }
}
