//! The backdoor size: the fewest cells of the solution that must be known so that singles find all
//! others.
//!
//! **Origin.** R. Williams, C. P. Gomes, B. Selman, *Backdoors to typical case complexity*, 2003. Their
//! subsolver is unit propagation; here it is naked and hidden singles.
//!
//! **Idea.** Sets of cells are tried in ascending size. If giving one cell makes another known, the
//! second need not be tried: the first derives all that the second does. So only cells that no other one
//! makes known are given, at each level of the search.
//!
//! **Cost.** Tens of thousands of closures for the few 9x9 puzzles that need three cells. A size of 0
//! means that singles alone solve the puzzle.

use super::{Budget, Figure, Singles};

/// The size of the smallest backdoor of the puzzle with this `solution`, and the cells of one such
/// backdoor in ascending order. The cells are `None`, and the size is a lower bound, if the budget of
/// `closures` does not suffice.
pub fn backdoor(singles: &Singles, solution: &[u8], closures: u64) -> (Figure, Option<Vec<usize>>) {
    let mut search = Search { solution, budget: Budget::new(closures), chosen: Vec::new() };
    let seeds: Vec<usize> = singles.unknown().collect();
    for size in 0..=seeds.len() {
        match search.suffice(singles, &seeds, size) {
            None => return (Figure::AtLeast(size), None),
            Some(true) => {
                search.chosen.sort_unstable();
                return (Figure::Exactly(size), Some(search.chosen));
            }
            Some(false) => {}
        }
    }
    unreachable!("all cells together are a backdoor")
}

struct Search<'a> {
    solution: &'a [u8],
    budget: Budget,
    chosen: Vec<usize>,
}

impl Search<'_> {
    /// Whether `size` of the `seeds` suffice; these are then in `chosen`. `None` if the budget is
    /// spent.
    fn suffice(&mut self, singles: &Singles, seeds: &[usize], size: usize) -> Option<bool> {
        if singles.is_solved() {
            return Some(true);
        }
        if size == 0 {
            return Some(false);
        }
        let given = self.give_each(singles, seeds)?;
        if size == 1 {
            let sufficient = given.iter().find(|(_, board)| board.is_solved());
            self.chosen.extend(sufficient.map(|(cell, _)| *cell));
            return Some(sufficient.is_some());
        }
        let given = undominated(given);
        for (k, (cell, board)) in given.iter().enumerate() {
            let later: Vec<usize> =
                given[k + 1..].iter().map(|(cell, _)| *cell).filter(|&cell| !board.is_known(cell)).collect();
            self.chosen.push(*cell);
            if self.suffice(board, &later, size - 1)? {
                return Some(true);
            }
            self.chosen.pop();
        }
        Some(false)
    }

    /// The board after each of the `seeds` alone.
    fn give_each(&mut self, singles: &Singles, seeds: &[usize]) -> Option<Vec<(usize, Singles)>> {
        let give = |&cell: &usize| {
            self.budget.spend()?;
            let mut board = singles.clone();
            let number = usize::from(self.solution[cell]) - 1;
            board.place(cell, number).expect("a solution contradicts nothing");
            Some((cell, board))
        };
        seeds.iter().map(give).collect()
    }
}

/// The given cells that no other one makes known; of several that make each other known, the first.
fn undominated(given: Vec<(usize, Singles)>) -> Vec<(usize, Singles)> {
    let mut kept: Vec<(usize, Singles)> = Vec::new();
    for (cell, board) in given {
        if kept.iter().any(|(_, other)| other.is_known(cell)) {
            continue;
        }
        kept.retain(|(other, _)| !board.is_known(*other));
        kept.push((cell, board));
    }
    kept
}
