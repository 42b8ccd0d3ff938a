//! The names of cells and houses in texts and traces: `r3c5`, `row 3`, counted from 1.

use super::{House, Shape};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// A cell, by its row and column, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its row.
    pub row: usize,
    /// Its column.
    pub column: usize,
}

impl Cell {
    /// The cell with this index, in row-major order from 0.
    pub fn of(shape: Shape, cell: usize) -> Cell {
        Cell { row: shape.row(cell) + 1, column: shape.column(cell) + 1 }
    }

    /// The index of the cell; `None` if it is not on a board of `shape`.
    pub fn index(self, shape: Shape) -> Option<usize> {
        let (side, on) = (shape.side(), 1..=shape.side());
        (on.contains(&self.row) && on.contains(&self.column)).then(|| (self.row - 1) * side + self.column - 1)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}

impl FromStr for Cell {
    type Err = String;

    fn from_str(text: &str) -> Result<Cell, String> {
        let parts = text.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        let numbers = parts.and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
        let (row, column) = numbers.ok_or_else(|| format!("`{text}` is not a cell such as r3c5"))?;
        Ok(Cell { row, column })
    }
}

impl FromStr for House {
    type Err = String;

    fn from_str(text: &str) -> Result<House, String> {
        let wrong = || format!("`{text}` is not a house such as `row 3`, `column 3`, `box 3`");
        let (kind, number) = text.split_once(' ').ok_or_else(wrong)?;
        let number = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).ok_or_else(wrong)?;
        match kind {
            "row" => Ok(House::Row(number)),
            "column" => Ok(House::Column(number)),
            "box" => Ok(House::Box(number)),
            _ => Err(wrong()),
        }
    }
}

macro_rules! as_text {
    ($type:ty) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    };
}

as_text!(Cell);
as_text!(House);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let shape = Shape::new(4, 4).unwrap();
        for cell in 0..shape.cells() {
            let name = Cell::of(shape, cell);
            assert_eq!(name.to_string().parse(), Ok(name));
            assert_eq!(name.index(shape), Some(cell));
        }
        for house in House::all(shape) {
            assert_eq!(house.to_string().parse(), Ok(house));
        }
        for wrong in ["", "r", "r1", "rxc1", "c1r1", "row", "row 0", "line 1"] {
            assert!(wrong.parse::<Cell>().is_err() && wrong.parse::<House>().is_err(), "{wrong}");
        }
        assert_eq!(Cell { row: 0, column: 1 }.index(shape), None);
        assert_eq!(Cell { row: 17, column: 1 }.index(shape), None);
    }
}
