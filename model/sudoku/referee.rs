//! The referee of Sudoku: checks that a board solves a puzzle, and that clues do not clash. It shares
//! no code with any strategy.

use super::nine::{clash_on_nine, solves_nine};
use super::{Grid, House, Shape, Sudoku};
use crate::format::symbols::Symbols;
use crate::memory::Extent;
use crate::{Problem, Violation};
use smallvec::SmallVec;

impl Problem for Sudoku {
    type Solution = Grid;
    type Size = Shape;
    const SEARCH: u64 = 0;

    #[inline]
    fn size(&self) -> Shape {
        self.shape
    }

    #[inline]
    fn verify(&self, grid: &Grid) -> Result<(), Violation> {
        let nine = self.shape == Shape::NINE && grid.shape == Shape::NINE;
        if nine && solves_nine(&self.clues, &grid.cells) {
            Ok(())
        } else {
            self.verify_with(grid, &Symbols::default())
        }
    }
}

impl Extent for Shape {
    #[inline]
    fn bytes(&self) -> u64 {
        self.cells() as u64
    }
}

impl Sudoku {
    /// Like [`Problem::verify`]; the violation names digits by `symbols`.
    ///
    /// # Errors
    /// The first violation found.
    pub fn verify_with(&self, grid: &Grid, symbols: &Symbols) -> Result<(), Violation> {
        let (shape, side) = (self.shape, self.shape.side());
        if grid.shape != shape {
            return Err(Violation::new(format!("a {} board, but the puzzle is {shape}", grid.shape), []));
        }
        let (cells, clues) = (&grid.cells[..], &self.clues[..]);
        // Detect an error without an early exit, so that the loop is vectorized; then locate it.
        let most = side as u8;
        let is_no_digit = |digit: u8| digit.wrapping_sub(1) >= most;
        if cells.iter().fold(false, |found, &digit| found | is_no_digit(digit)) {
            let cell = cells.iter().position(|&digit| is_no_digit(digit)).unwrap_or(0);
            let what =
                format!("{} holds {}, which is not a digit from 1 to {side}", self.place(cell), cells[cell]);
            return Err(Violation::new(what, [cell]));
        }
        let differs = |clue: u8, digit: u8| (clue != 0) & (clue != digit);
        if clues.iter().zip(cells).fold(false, |found, (&clue, &digit)| found | differs(clue, digit)) {
            let cell = clues.iter().zip(cells).position(|(&clue, &digit)| differs(clue, digit)).unwrap_or(0);
            let [clue, digit] = [clues[cell], cells[cell]].map(|digit| symbols.word(digit, side));
            return Err(Violation::new(
                format!("{} holds {digit}, but its clue is {clue}", self.place(cell)),
                [cell],
            ));
        }
        let house = if side <= 64 {
            incomplete_house::<1>(shape, cells)
        } else {
            incomplete_house::<4>(shape, cells)
        };
        if let Some(house) = house {
            return Err(clash(shape, cells, house, repeated(shape, cells, house), symbols));
        }
        Ok(())
    }

    /// Checks that no two equal clues share a house.
    ///
    /// # Errors
    /// The first such pair.
    pub fn check_clues(&self) -> Result<(), Violation> {
        self.check_clues_with(&Symbols::default())
    }

    /// Like [`Sudoku::check_clues`]; the violation names digits by `symbols`.
    ///
    /// # Errors
    /// The first pair of equal clues that share a house.
    pub fn check_clues_with(&self, symbols: &Symbols) -> Result<(), Violation> {
        if self.shape == Shape::NINE && !clash_on_nine(&self.clues) {
            return Ok(());
        }
        for house in House::all(self.shape) {
            let mut seen = vec![false; self.shape.side() + 1];
            for cell in house.cells(self.shape) {
                let digit = self.clues[cell];
                if digit != 0 && std::mem::replace(&mut seen[usize::from(digit)], true) {
                    return Err(clash(self.shape, &self.clues, house, digit, symbols));
                }
            }
        }
        Ok(())
    }

    fn place(&self, cell: usize) -> String {
        format!("row {}, column {}", self.shape.row(cell) + 1, self.shape.column(cell) + 1)
    }
}

/// The first house, rows before columns before boxes, that lacks a digit and therefore repeats another.
///
/// A set of digits consists of `WORDS` words of 64 digits. The box is tracked along the row instead of
/// computed for each cell.
fn incomplete_house<const WORDS: usize>(shape: Shape, cells: &[u8]) -> Option<House> {
    let side = shape.side();
    let mut seen: SmallVec<[[u64; WORDS]; 27]> = SmallVec::from_elem([0; WORDS], 3 * side);
    let (rows, rest) = seen.split_at_mut(side);
    let (columns, boxes) = rest.split_at_mut(side);
    let stacks = side / shape.box_columns();
    for ((line, row), y) in cells.chunks_exact(side).zip(rows).zip(0..) {
        let band = &mut boxes[y / shape.box_rows() * stacks..][..stacks];
        let mut columns = columns.iter_mut();
        for (minirow, in_box) in line.chunks_exact(shape.box_columns()).zip(band) {
            let mut digits = [0; WORDS];
            for (&digit, column) in minirow.iter().zip(&mut columns) {
                let (word, bit) = (usize::from(digit - 1) / 64 % WORDS, 1 << (digit.wrapping_sub(1) % 64));
                column[word] |= bit;
                digits[word] |= bit;
            }
            for ((in_row, in_box), digits) in row.iter_mut().zip(in_box).zip(digits) {
                *in_row |= digits;
                *in_box |= digits;
            }
        }
    }
    let mut all = [0; WORDS];
    (0..side).for_each(|digit| all[digit / 64] |= 1 << (digit % 64));
    House::all(shape).zip(&seen).find(|(_, digits)| **digits != all).map(|(house, _)| house)
}

/// The smallest digit that is repeated in `house`, which must repeat one.
fn repeated(shape: Shape, cells: &[u8], house: House) -> u8 {
    let mut digits: Vec<u8> = house.cells(shape).map(|cell| cells[cell]).collect();
    digits.sort_unstable();
    digits.windows(2).find(|pair| pair[0] == pair[1]).map_or(0, |pair| pair[0])
}

/// The violation with the first two cells of `house` that hold `digit`.
fn clash(shape: Shape, cells: &[u8], house: House, digit: u8, symbols: &Symbols) -> Violation {
    let twice: Vec<usize> = house.cells(shape).filter(|&c| cells[c] == digit).take(2).collect();
    let (a, b) = (twice[0], twice[1]);
    let (row, column) = (|c| shape.row(c) + 1, |c| shape.column(c) + 1);
    let places = match house {
        House::Row(_) => format!("columns {} and {}", column(a), column(b)),
        House::Column(_) => format!("rows {} and {}", row(a), row(b)),
        House::Box(_) => {
            format!("row {} column {} and row {} column {}", row(a), column(a), row(b), column(b))
        }
    };
    let what = format!("{} twice in {house}, {places}", symbols.word(digit, shape.side()));
    Violation::new(what, twice)
}
