//! Sudoku of any box shape, and its referee.

mod nine;

pub use nine::solves_line;

use crate::{Problem, Violation};
use nine::{clash_on_nine, solves_nine};
use smallvec::SmallVec;
use std::fmt;

/// Cells in row-major order; 9x9 needs no allocation.
type Cells = SmallVec<[u8; 81]>;

/// The shape of a board: its boxes have `box_rows` rows and `box_columns` columns, and its side
/// is their product. 3x3 is the usual 9x9 board, 2x3 a 6x6 one, 1x1 the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    box_rows: u8,
    box_columns: u8,
}

impl Shape {
    /// The usual 9x9 board.
    pub const NINE: Shape = Shape { box_rows: 3, box_columns: 3 };

    /// A shape, if its side is between 1 and 255.
    pub const fn new(box_rows: usize, box_columns: usize) -> Option<Shape> {
        match box_rows.checked_mul(box_columns) {
            Some(1..=255) => Some(Shape { box_rows: box_rows as u8, box_columns: box_columns as u8 }),
            _ => None,
        }
    }

    /// The shape of side `side` whose boxes are nearest to square, wider than high: 9 is 3x3,
    /// 6 is 2x3, 12 is 3x4, a prime 1xp (its boxes are its rows).
    pub fn of_side(side: usize) -> Option<Shape> {
        let rows = (1..=side).take_while(|r| r * r <= side).filter(|r| side.is_multiple_of(*r)).last()?;
        Shape::new(rows, side / rows)
    }

    /// Rows of a box.
    pub const fn box_rows(self) -> usize {
        self.box_rows as usize
    }

    /// Columns of a box.
    pub const fn box_columns(self) -> usize {
        self.box_columns as usize
    }

    /// Rows, columns, boxes and digits of the board.
    pub const fn side(self) -> usize {
        self.box_rows as usize * self.box_columns as usize
    }

    /// Cells of the board.
    pub const fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// The row of a cell, from 0.
    pub const fn row(self, cell: usize) -> usize {
        cell / self.side()
    }

    /// The column of a cell, from 0.
    pub const fn column(self, cell: usize) -> usize {
        cell % self.side()
    }

    /// The box of a cell, from 0, row by row of boxes.
    pub const fn box_of(self, cell: usize) -> usize {
        // side / box_columns = box_rows boxes stand side by side.
        self.row(cell) / self.box_rows() * self.box_rows() + self.column(cell) / self.box_columns()
    }

    /// The cells of box `index`, row by row.
    pub fn cells_of_box(self, index: usize) -> impl Iterator<Item = usize> {
        let top = index / self.box_rows() * self.box_rows();
        let left = index % self.box_rows() * self.box_columns();
        (0..self.side())
            .map(move |k| (top + k / self.box_columns()) * self.side() + left + k % self.box_columns())
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.box_rows, self.box_columns)
    }
}

/// A Sudoku puzzle: some cells are given.
#[derive(PartialEq, Eq, Hash)]
pub struct Sudoku {
    shape: Shape,
    clues: Cells,
}

/// A Sudoku board with every cell filled: a solution, or what claims to be one.
#[derive(PartialEq, Eq, Hash)]
pub struct Grid {
    shape: Shape,
    cells: Cells,
}

// A `SmallVec` clones itself item by item; a slice is copied at once.
impl Clone for Sudoku {
    fn clone(&self) -> Self {
        Sudoku { shape: self.shape, clues: Cells::from_slice(&self.clues) }
    }
}

impl Clone for Grid {
    fn clone(&self) -> Self {
        Grid { shape: self.shape, cells: Cells::from_slice(&self.cells) }
    }
}

impl Sudoku {
    /// A puzzle from its cells in row-major order, 0 for an empty one; `None` unless there are
    /// as many as `shape` has and each is at most its side. Clues may clash: then there is no
    /// solution.
    pub fn new(shape: Shape, clues: &[u8]) -> Option<Sudoku> {
        // The largest of all, rather than an end at the first: so the compiler takes many at a time.
        let largest = clues.iter().fold(0, |largest, &digit| digit.max(largest));
        let fits = clues.len() == shape.cells() && usize::from(largest) <= shape.side();
        fits.then(|| Sudoku { shape, clues: Cells::from_slice(clues) })
    }

    /// A puzzle without clues.
    pub fn empty(shape: Shape) -> Sudoku {
        Sudoku { shape, clues: SmallVec::from_elem(0, shape.cells()) }
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The cells in row-major order, 0 for an empty one.
    #[inline]
    pub fn clues(&self) -> &[u8] {
        &self.clues
    }

    /// How many clues there are.
    pub fn clue_count(&self) -> usize {
        self.clues.iter().filter(|&&d| d != 0).count()
    }

    /// The same puzzle with `digit` (0: nothing) in `cell`.
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
    /// A filled board; `None` unless `cells` are as many as `shape` has. What is in them is the
    /// referee's business.
    pub fn new(shape: Shape, cells: &[u8]) -> Option<Grid> {
        (cells.len() == shape.cells()).then(|| Grid { shape, cells: Cells::from_slice(cells) })
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

impl Problem for Sudoku {
    type Solution = Grid;

    fn verify(&self, grid: &Grid) -> Result<(), Violation> {
        let (shape, side) = (self.shape, self.shape.side());
        if grid.shape != shape {
            return Err(Violation::new(format!("a {} board, but the puzzle is {shape}", grid.shape), []));
        }
        let (cells, clues) = (&grid.cells[..], &self.clues[..]);
        if shape == Shape::NINE && solves_nine(clues, cells) {
            return Ok(());
        }
        // A fault is looked for without an early end, many cells at a time, and where it is only if
        // there is one.
        let most = side as u8;
        let is_no_digit = |digit: u8| digit.wrapping_sub(1) >= most;
        if cells.iter().fold(false, |found, &digit| found | is_no_digit(digit)) {
            let cell = cells.iter().position(|&digit| is_no_digit(digit)).unwrap_or(0);
            let what =
                format!("{} holds {}, which is no digit from 1 to {side}", self.place(cell), cells[cell]);
            return Err(Violation::new(what, [cell]));
        }
        let differs = |clue: u8, digit: u8| (clue != 0) & (clue != digit);
        if clues.iter().zip(cells).fold(false, |found, (&clue, &digit)| found | differs(clue, digit)) {
            let cell = clues.iter().zip(cells).position(|(&clue, &digit)| differs(clue, digit)).unwrap_or(0);
            let (clue, digit) = (clues[cell], cells[cell]);
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
            return Err(clash(shape, cells, house, repeated(shape, cells, house)));
        }
        Ok(())
    }
}

impl Sudoku {
    /// Whether two equal clues share a house, and where.
    ///
    /// # Errors
    /// The first such pair.
    pub fn check_clues(&self) -> Result<(), Violation> {
        if self.shape == Shape::NINE && !clash_on_nine(&self.clues) {
            return Ok(());
        }
        let side = self.shape.side();
        for house in 0..3 * side {
            let mut seen = vec![false; side + 1];
            for cell in house_cells(self.shape, house) {
                let digit = self.clues[cell];
                if digit != 0 && std::mem::replace(&mut seen[usize::from(digit)], true) {
                    return Err(clash(self.shape, &self.clues, house, digit));
                }
            }
        }
        Ok(())
    }

    fn place(&self, cell: usize) -> String {
        format!("row {}, column {}", self.shape.row(cell) + 1, self.shape.column(cell) + 1)
    }
}

/// The first house, rows before columns before boxes, that lacks a digit, and so has another twice.
///
/// Sets of digits are `WORDS` words, 64 digits each. The boxes are counted along, not computed per
/// cell.
fn incomplete_house<const WORDS: usize>(shape: Shape, cells: &[u8]) -> Option<usize> {
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
    seen.iter().position(|digits| *digits != all)
}

/// Cells of a house: rows first, then columns, then boxes.
fn house_cells(shape: Shape, house: usize) -> Vec<usize> {
    let (side, index) = (shape.side(), house % shape.side());
    match house / side {
        0 => (0..side).map(|k| index * side + k).collect(),
        1 => (0..side).map(|k| k * side + index).collect(),
        _ => shape.cells_of_box(index).collect(),
    }
}

/// The least digit that stands more than once in `house`, which has one.
fn repeated(shape: Shape, cells: &[u8], house: usize) -> u8 {
    let mut digits: Vec<u8> = house_cells(shape, house).into_iter().map(|cell| cells[cell]).collect();
    digits.sort_unstable();
    digits.windows(2).find(|pair| pair[0] == pair[1]).map_or(0, |pair| pair[0])
}

/// Names the first two cells of `house` that hold `digit`.
fn clash(shape: Shape, cells: &[u8], house: usize, digit: u8) -> Violation {
    let twice: Vec<usize> =
        house_cells(shape, house).into_iter().filter(|&c| cells[c] == digit).take(2).collect();
    let (a, b) = (twice[0], twice[1]);
    let index = house % shape.side() + 1;
    let (row, column) = (|c| shape.row(c) + 1, |c| shape.column(c) + 1);
    let what = match house / shape.side() {
        0 => format!("{digit} twice in row {index}, columns {} and {}", column(a), column(b)),
        1 => format!("{digit} twice in column {index}, rows {} and {}", row(a), row(b)),
        _ => format!(
            "{digit} twice in box {index}, row {} column {} and row {} column {}",
            row(a),
            column(a),
            row(b),
            column(b)
        ),
    };
    Violation::new(what, twice)
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

/// Cells for a debug print: one character each, or numbers past 9.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(shape: Shape) -> Grid {
        let (side, rows, columns) = (shape.side(), shape.box_rows(), shape.box_columns());
        let cell = |c: usize| {
            let (row, column) = (c / side, c % side);
            ((row % rows * columns + row / rows + column) % side + 1) as u8
        };
        Grid::new(shape, &(0..shape.cells()).map(cell).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn the_referee_accepts_a_solution_and_rejects_every_corruption_of_one_cell() {
        for (rows, columns) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (1, 7), (3, 4), (4, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            let grid = solved(shape);
            let puzzle = Sudoku::empty(shape);
            assert_eq!(puzzle.verify(&grid), Ok(()), "{shape}");
            for cell in 0..shape.cells() {
                for digit in (0..=u8::MAX).filter(|&d| d != grid.cells[cell]) {
                    let mut wrong = grid.clone();
                    wrong.cells[cell] = digit;
                    let violation = puzzle.verify(&wrong).unwrap_err();
                    assert!(violation.places.contains(&cell), "{violation}");
                }
            }
        }
    }

    #[test]
    fn the_largest_boards_fit() {
        let shape = Shape::new(10, 10).unwrap();
        assert_eq!(Sudoku::empty(shape).verify(&solved(shape)), Ok(()));
        assert!(Shape::new(16, 16).is_none());
        assert!(Shape::new(0, 3).is_none());
    }

    #[test]
    fn every_pair_of_equal_clues_in_a_house_is_found() {
        let nine = Shape::NINE;
        for (one, other) in (0..81).flat_map(|one| (0..one).map(move |other| (one, other))) {
            let puzzle = Sudoku::empty(nine).with(one, 9).with(other, 9);
            let meet = nine.row(one) == nine.row(other)
                || nine.column(one) == nine.column(other)
                || nine.box_of(one) == nine.box_of(other);
            assert_eq!(puzzle.check_clues().is_err(), meet, "{one} {other}");
            assert_eq!(puzzle.with(other, 8).check_clues(), Ok(()));
        }
    }

    #[test]
    fn a_violation_is_named_as_a_person_would() {
        let puzzle = Sudoku::empty(Shape::NINE).with(19, 5).with(24, 5);
        assert_eq!(puzzle.check_clues().unwrap_err().what, "5 twice in row 3, columns 2 and 7");
        let mut grid = solved(Shape::NINE);
        grid.cells[0] = grid.cells[9];
        assert_eq!(
            Sudoku::empty(Shape::NINE).verify(&grid).unwrap_err().what,
            "4 twice in row 1, columns 1 and 4"
        );
        let clue = Sudoku::empty(Shape::NINE).with(0, 9);
        assert_eq!(
            clue.verify(&solved(Shape::NINE)).unwrap_err().what,
            "row 1, column 1 holds 1, but its clue is 9"
        );
    }

    #[test]
    fn boxes_tile_the_board() {
        for (rows, columns) in [(2, 3), (3, 2), (3, 3), (1, 5), (4, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            for b in 0..shape.side() {
                assert!(shape.cells_of_box(b).all(|c| shape.box_of(c) == b));
            }
        }
        assert_eq!(Shape::of_side(12), Shape::new(3, 4));
        assert_eq!(Shape::of_side(7), Shape::new(1, 7));
        assert_eq!(Shape::of_side(0), None);
    }
}
