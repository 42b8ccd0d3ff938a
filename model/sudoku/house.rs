//! A row, a column or a box.

use super::Shape;
use std::fmt;

/// A row, a column or a box, numbered from 0 and displayed from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum House {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
    /// A box.
    Box(usize),
}

impl House {
    /// All houses of a board: its rows, columns and boxes.
    pub fn all(shape: Shape) -> impl Iterator<Item = House> {
        let side = shape.side();
        let (rows, columns) = ((0..side).map(House::Row), (0..side).map(House::Column));
        rows.chain(columns).chain((0..side).map(House::Box))
    }

    /// Whether the house contains `cell`.
    pub fn has(self, shape: Shape, cell: usize) -> bool {
        match self {
            House::Row(row) => shape.row(cell) == row,
            House::Column(column) => shape.column(cell) == column,
            House::Box(index) => shape.box_of(cell) == index,
        }
    }

    /// The cells of the house in ascending order.
    pub fn cells(self, shape: Shape) -> impl Iterator<Item = usize> {
        (0..shape.cells()).filter(move |&cell| self.has(shape, cell))
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            House::Row(k) => write!(f, "row {}", k + 1),
            House::Column(k) => write!(f, "column {}", k + 1),
            House::Box(k) => write!(f, "box {}", k + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_lies_in_three_houses() {
        let shape = Shape::new(2, 3).unwrap();
        for cell in 0..shape.cells() {
            assert_eq!(House::all(shape).filter(|house| house.has(shape, cell)).count(), 3);
        }
        assert_eq!(House::Box(1).cells(shape).collect::<Vec<_>>(), [3, 4, 5, 9, 10, 11]);
        assert_eq!(House::Box(1).to_string(), "box 2");
    }
}
