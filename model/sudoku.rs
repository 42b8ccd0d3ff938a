//! Sudoku of any box shape, and its referee.

mod house;
mod nine;
mod place;
mod referee;
mod shape;
#[cfg(test)]
mod tests;

pub use house::House;
pub use nine::solves_line;
pub use place::Cell;
pub use shape::Shape;
use smallvec::SmallVec;
use std::fmt;

/// Cells in row-major order; 9x9 needs no allocation.
type Cells = SmallVec<[u8; 81]>;

/// A Sudoku puzzle: a board with clues.
#[derive(PartialEq, Eq, Hash)]
pub struct Sudoku {
    shape: Shape,
    clues: Cells,
}

/// A completely filled board: a supposed solution.
#[derive(PartialEq, Eq, Hash)]
pub struct Grid {
    shape: Shape,
    cells: Cells,
}

// The derived `clone` of a `SmallVec` copies one cell at a time; copying from a slice is faster.
impl Clone for Sudoku {
    fn clone(&self) -> Self {
        Sudoku { shape: self.shape, clues: Cells::from_slice(&self.clues) }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.shape = other.shape;
        // Arrays of known length are copied inline, without a function call.
        match (<&mut [u8; 81]>::try_from(&mut self.clues[..]), <&[u8; 81]>::try_from(&other.clues[..])) {
            (Ok(place), Ok(clues)) => *place = *clues,
            _ => self.clues = Cells::from_slice(&other.clues),
        }
    }
}

impl Clone for Grid {
    fn clone(&self) -> Self {
        Grid { shape: self.shape, cells: Cells::from_slice(&self.cells) }
    }
}

impl Sudoku {
    /// Creates a puzzle from its cells in row-major order, with 0 for an empty cell. `None` if the number of
    /// cells does not fit `shape` or a digit exceeds its side. Clues may clash; then no solution exists.
    pub fn new(shape: Shape, clues: &[u8]) -> Option<Sudoku> {
        // Computing the maximum without an early exit lets the compiler vectorize the loop.
        let largest = clues.iter().fold(0, |largest, &digit| digit.max(largest));
        let fits = clues.len() == shape.cells() && usize::from(largest) <= shape.side();
        fits.then(|| Sudoku { shape, clues: Cells::from_slice(clues) })
    }

    /// Creates a puzzle without clues.
    pub fn empty(shape: Shape) -> Sudoku {
        Sudoku { shape, clues: SmallVec::from_elem(0, shape.cells()) }
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The cells in row-major order, with 0 for an empty cell.
    #[inline]
    pub fn clues(&self) -> &[u8] {
        &self.clues
    }

    /// The number of clues.
    pub fn clue_count(&self) -> usize {
        self.clues.iter().filter(|&&d| d != 0).count()
    }

    /// A copy of the puzzle with `digit` in `cell`; 0 empties it.
    pub fn with(&self, cell: usize, digit: u8) -> Sudoku {
        assert!(
            usize::from(digit) <= self.shape.side(),
            "digit {digit} on a board of side {}",
            self.shape.side()
        );
        let mut other = self.clone();
        other.clues[cell] = digit;
        other
    }
}

impl Grid {
    /// Creates a filled board; `None` if the number of cells does not fit `shape`. The digits are checked by
    /// the referee, not here.
    pub fn new(shape: Shape, cells: &[u8]) -> Option<Grid> {
        (cells.len() == shape.cells()).then(|| Grid { shape, cells: Cells::from_slice(cells) })
    }

    /// A solved board: each row is the one above, shifted.
    pub fn shifted(shape: Shape) -> Grid {
        let (side, rows, columns) = (shape.side(), shape.box_rows(), shape.box_columns());
        let digit = |cell: usize| {
            let (row, column) = (cell / side, cell % side);
            (row % rows * columns + row / rows + column) % side + 1
        };
        Grid { shape, cells: (0..shape.cells()).map(|cell| digit(cell) as u8).collect() }
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The digits in row-major order.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }
}

impl fmt::Debug for Sudoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sudoku({} {})", self.shape, Digits(self.clues()))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({} {})", self.shape, Digits(self.cells()))
    }
}

/// Formats cells for debugging: one character per cell, or numbers if the side exceeds 9.
struct Digits<'a>(&'a [u8]);

impl fmt::Display for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wide = self.0.iter().any(|&d| d > 9);
        for &digit in self.0 {
            match (wide, digit) {
                (true, _) => write!(f, "{digit} ")?,
                (false, 0) => f.write_str(".")?,
                (false, _) => write!(f, "{digit}")?,
            }
        }
        Ok(())
    }
}
