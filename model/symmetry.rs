//! Symmetries of Sudoku boards: transformations of a puzzle that preserve its structure.
//!
//! A symmetry may rename digits, permute bands, rows within a band, stacks, and columns within a stack, and,
//! if boxes are square, exchange rows and columns. These transformations form a group; for the 9x9 board it
//! has 9! · 2 · 6^8 elements. Two puzzles are **isomorphic** if a symmetry maps one to the other. Isomorphic
//! puzzles have equally many solutions, and a search that breaks no ties by position behaves equally on both.

mod canonical;
mod pattern;

pub use canonical::{TooSymmetric, canonical};
pub use pattern::{PatternSymmetry, UnknownSymmetry, orbits, pattern_symmetries};

use crate::{Grid, Shape, Sudoku};

/// A symmetry of the boards of one shape.
///
/// It optionally transposes the board, then permutes rows and columns, then renames digits. Every symmetry
/// has exactly one such form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    shape: Shape,
    transpose: bool,
    /// `rows[i]` is the original row that becomes row `i`.
    rows: Vec<u8>,
    columns: Vec<u8>,
    /// `digits[d]` is the new name of digit `d`; `digits[0]` is 0, so empty cells stay empty.
    digits: Vec<u8>,
}

impl Symmetry {
    /// Draws a symmetry uniformly; `below(n)` must draw uniformly from `0..n`.
    pub fn random(shape: Shape, below: &mut impl FnMut(usize) -> usize) -> Symmetry {
        let square = shape.box_rows() == shape.box_columns();
        let transpose = square && below(2) == 1;
        let rows = random_lines(shape.box_columns(), shape.box_rows(), below);
        let columns = random_lines(shape.box_rows(), shape.box_columns(), below);
        let renamed = shuffled(shape.side(), below).into_iter().map(|d| d as u8 + 1);
        let digits = std::iter::once(0).chain(renamed).collect();
        Symmetry { shape, transpose, rows, columns, digits }
    }

    /// The original cell whose content moves to `cell`.
    fn source(&self, cell: usize) -> usize {
        let side = self.shape.side();
        let (row, column) = (usize::from(self.rows[cell / side]), usize::from(self.columns[cell % side]));
        if self.transpose { column * side + row } else { row * side + column }
    }

    /// The image of a puzzle.
    ///
    /// # Panics
    /// If the shape of the puzzle differs.
    pub fn apply(&self, puzzle: &Sudoku) -> Sudoku {
        assert_eq!(puzzle.shape(), self.shape, "a symmetry applies to boards of its shape");
        Sudoku::new(self.shape, &self.cells(puzzle.clues())).expect("digits are renamed to digits")
    }

    /// The image of a board. A value that is not a digit of this shape is not renamed.
    ///
    /// # Panics
    /// If the shape of the board differs.
    pub fn apply_to_grid(&self, grid: &Grid) -> Grid {
        assert_eq!(grid.shape(), self.shape, "a symmetry applies to boards of its shape");
        Grid::new(self.shape, &self.cells(grid.cells())).expect("as many cells as before")
    }

    fn cells(&self, cells: &[u8]) -> Vec<u8> {
        let rename = |digit: u8| self.digits.get(usize::from(digit)).copied().unwrap_or(digit);
        (0..cells.len()).map(|cell| rename(cells[self.source(cell)])).collect()
    }
}

fn random_lines(groups: usize, size: usize, below: &mut impl FnMut(usize) -> usize) -> Vec<u8> {
    let mut lines = Vec::with_capacity(groups * size);
    for group in shuffled(groups, below) {
        lines.extend(shuffled(size, below).into_iter().map(|k| (group * size + k) as u8));
    }
    lines
}

fn shuffled(count: usize, below: &mut impl FnMut(usize) -> usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for k in (1..count).rev() {
        order.swap(k, below(k + 1));
    }
    order
}

#[cfg(test)]
mod tests;
