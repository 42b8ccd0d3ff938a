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

    /// The cells of the house in ascending order; none if the board has no such house.
    pub fn cells(self, shape: Shape) -> impl Iterator<Item = usize> {
        let (side, rows) = (shape.side(), shape.box_rows());
        // The first cell, and how many cells are in a row.
        let place = move |index: usize| match self {
            House::Row(_) => (index * side, side),
            House::Column(_) => (index, 1),
            House::Box(_) => {
                (index / rows * rows * side + index % rows * shape.box_columns(), shape.box_columns())
            }
        };
        let (House::Row(index) | House::Column(index) | House::Box(index)) = self;
        let (first, width) = place(index.min(side));
        let size = if index < side { side } else { 0 };
        (0..size).map(move |k| first + k / width * side + k % width)
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
        for house in House::all(shape) {
            let cells = (0..shape.cells()).filter(|&cell| house.has(shape, cell));
            assert!(house.cells(shape).eq(cells), "{house}");
        }
        assert_eq!(House::Row(usize::MAX).cells(shape).next(), None);
        assert_eq!(House::Box(1).to_string(), "box 2");
    }
}
