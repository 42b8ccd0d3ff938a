//! Symmetric images of given puzzles: equivalent puzzles, which differ for a strategy that breaks ties by
//! position.

use super::random;
use coverlab_model::{Sudoku, Symmetry};
use rand::RngExt;

/// `each` random images of every puzzle, in the order of the puzzles.
#[derive(Clone, Debug)]
pub struct Isomorphs {
    puzzles: Vec<Sudoku>,
    each: usize,
}

impl Isomorphs {
    /// Images of `puzzles`, `each` of every one.
    pub fn new(puzzles: Vec<Sudoku>, each: usize) -> Isomorphs {
        Isomorphs { puzzles, each }
    }

    /// How many images there are.
    pub fn len(&self) -> usize {
        self.puzzles.len().saturating_mul(self.each)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Image number `index`, which depends on nothing but the puzzle, `seed` and `index`; with
    /// the symmetry that makes it, drawn uniformly. `None` past the last.
    pub fn get(&self, seed: u64, index: usize) -> Option<(Sudoku, Symmetry)> {
        let puzzle = self.puzzles.get(index.checked_div(self.each)?)?;
        let mut random = random("isomorph", seed, index as u64);
        let symmetry = Symmetry::random(puzzle.shape(), &mut |bound| random.random_range(0..bound));
        Some((symmetry.apply(puzzle), symmetry))
    }

    /// All images, in order.
    pub fn iter(&self, seed: u64) -> impl Iterator<Item = (Sudoku, Symmetry)> {
        (0..self.len()).map_while(move |index| self.get(seed, index))
    }
}
