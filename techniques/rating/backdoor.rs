//! The backdoor: the fewest cells of the solution that must be known until singles find all others.
//!
//! **Origin.** R. Williams, C. P. Gomes, B. Selman, *Backdoors to typical case complexity*, 2003, where the
//! "subsolver" is unit propagation; here it is naked and hidden singles.
//!
//! **Idea.** Sets of cells of ascending size are tried. A cell that becomes known when another is given need
//! not be tried beside it: the digits that the first derives, the second derives as well, so that only the
//! cells that nothing else makes known are worth giving, and so on within each choice.
//!
//! **Cost.** Tens of thousands of closures for the few 9x9 puzzles that need three cells.
//!
//! A figure of 0 means that singles alone solve the puzzle.

use super::{Budget, Figure, Singles};

/// The size of the smallest backdoor of the puzzle with this `solution`, with the cells of one that is so small,
/// in ascending order: the cells are `None` if the `closures` allowed do not suffice.
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
    /// Whether `size` of the `seeds` suffice; `None` if the budget does not. The sufficient ones are then
    /// `chosen`.
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

/// The given cells that no other makes known; of several that make each other known, the first.
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
