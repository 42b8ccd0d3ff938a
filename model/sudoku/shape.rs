//! The shape of a board, and the geometry of its cells.

use std::fmt;
use std::str::FromStr;

/// The shape of a board: its boxes have `box_rows` rows and `box_columns` columns, and its side is their
/// product. 3x3 is the 9x9 board, 2x3 a 6x6 board, 1x1 the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    box_rows: u8,
    box_columns: u8,
}

impl Shape {
    /// The 9x9 board.
    pub const NINE: Shape = Shape { box_rows: 3, box_columns: 3 };

    /// Creates a shape; `None` if its side is not between 1 and 255.
    pub const fn new(box_rows: usize, box_columns: usize) -> Option<Shape> {
        match box_rows.checked_mul(box_columns) {
            Some(1..=255) => Some(Shape { box_rows: box_rows as u8, box_columns: box_columns as u8 }),
            _ => None,
        }
    }

    /// The shape of side `side` whose boxes are nearest to square and not higher than wide: 9 gives 3x3, 6
    /// gives 2x3, 12 gives 3x4, a prime p gives 1xp (the boxes are the rows).
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

    /// Number of rows, columns, boxes and digits of the board.
    pub const fn side(self) -> usize {
        self.box_rows as usize * self.box_columns as usize
    }

    /// Number of cells of the board.
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

    /// The box of a cell, from 0, in row-major order of boxes.
    pub const fn box_of(self, cell: usize) -> usize {
        // A row of boxes has side / box_columns = box_rows boxes.
        self.row(cell) / self.box_rows() * self.box_rows() + self.column(cell) / self.box_columns()
    }

    /// The cells of box `index`, in row-major order.
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

impl FromStr for Shape {
    type Err = String;

    /// Parses `2x3`: boxes of two rows and three columns.
    fn from_str(text: &str) -> Result<Shape, String> {
        let sides = text.split_once(['x', 'X']);
        let sides = sides.and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
        let (rows, columns) = sides.ok_or("give the rows and columns of a box: 2x3, 3x3, 4x4")?;
        Shape::new(rows, columns)
            .ok_or_else(|| "a board's side, rows times columns of a box, runs from 1 to 255".to_string())
    }
}
