//! Symmetric images of given puzzles. They are equivalent, but a strategy that breaks ties by position may search them
//! differently.

use super::numbered_random::numbered_random;
use coverlab_model::{Sudoku, Symmetry};
use rand::RngExt;

/// `each` random images of every puzzle, in the order of the puzzles.
#[derive(Clone, Debug)]
pub struct Isomorphs {
    puzzles: Vec<Sudoku>,
    each: usize,
}

impl Isomorphs {
    /// `each` images of every puzzle in `puzzles`.
    pub fn new(puzzles: Vec<Sudoku>, each: usize) -> Isomorphs {
        Isomorphs { puzzles, each }
    }

    /// The number of images.
    pub fn len(&self) -> usize {
        self.puzzles.len().saturating_mul(self.each)
    }

    /// Whether there are no images.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Image number `index`, from 0, and its symmetry, which is drawn uniformly. It depends only on the puzzle, `seed`
    /// and `index`. `None` after the last image.
    pub fn get(&self, seed: u64, index: usize) -> Option<(Sudoku, Symmetry)> {
        let puzzle = self.puzzles.get(index.checked_div(self.each)?)?;
        let mut random = numbered_random("isomorph", seed, index as u64);
        let symmetry = Symmetry::random(puzzle.shape(), &mut |bound| random.random_range(0..bound));
        Some((symmetry.apply(puzzle), symmetry))
    }

    /// All images, in order.
    pub fn iter(&self, seed: u64) -> impl Iterator<Item = (Sudoku, Symmetry)> {
        (0..self.len()).map_while(move |index| self.get(seed, index))
    }
}
