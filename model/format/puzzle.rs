//! A Sudoku puzzle as read from an input, with the facts stated there and its place.

use crate::{Grid, Sudoku};
use std::fmt;

/// The claimed number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// Exactly this number: `2`.
    Exactly(u64),
    /// This number or more: `2+`.
    AtLeast(u64),
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Exactly(count) => write!(f, "{count}"),
            Count::AtLeast(count) => write!(f, "{count}+"),
        }
    }
}

impl std::str::FromStr for Count {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.strip_suffix('+') {
            Some(count) => count.parse().map(Count::AtLeast),
            None => text.parse().map(Count::Exactly),
        }
    }
}

/// A puzzle and the facts stated with it in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The heading above the puzzle, or the words after it.
    pub name: Option<String>,
    /// The puzzle.
    pub puzzle: Sudoku,
    /// The claimed number of solutions.
    pub count: Option<Count>,
    /// The claimed solution, which was not checked.
    pub solution: Option<Grid>,
    /// The line on which the puzzle starts, from 1.
    pub line: usize,
    pub(super) places: Places,
}

/// A place in the input. Lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column of the first character.
    pub column: usize,
    /// Number of characters.
    pub width: usize,
}

/// The places of a puzzle's cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Places {
    /// Consecutive characters on the puzzle's line, starting at this column.
    Line(usize),
    /// A place for each cell.
    Cells(Box<[Place]>),
}

impl Places {
    /// The place of `cell`, if the puzzle starts on line `line`.
    pub(super) fn of(&self, cell: usize, line: usize) -> Place {
        match self {
            Places::Line(column) => Place { line, column: column + cell, width: 1 },
            Places::Cells(places) => places[cell],
        }
    }
}

impl Puzzle {
    /// Creates a puzzle without further facts.
    pub(super) fn at(line: usize, puzzle: Sudoku, places: Places) -> Puzzle {
        Puzzle { name: None, puzzle, count: None, solution: None, line, places }
    }

    /// The place of `cell` in the input.
    pub fn place(&self, cell: usize) -> Place {
        self.places.of(cell, self.line)
    }
}
