//! A Sudoku as it stands in an input: with the facts stated about it, and its place.

use crate::{Grid, Sudoku};
use std::fmt;

/// How many solutions a puzzle is said to have.
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

/// A puzzle with the facts that its file states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The heading above it, or the words behind it.
    pub name: Option<String>,
    /// The puzzle.
    pub puzzle: Sudoku,
    /// How many solutions it is said to have.
    pub count: Option<Count>,
    /// The solution that the input states; it is not checked.
    pub solution: Option<Grid>,
    /// The line it begins on, from 1.
    pub line: usize,
    pub(super) places: Places,
}

/// Where something stands in the input, all from 1, columns counted in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The first character.
    pub column: usize,
    /// How many characters.
    pub width: usize,
}

/// Where the cells of a puzzle stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Places {
    /// One after the other from this column of the puzzle's line.
    Line(usize),
    /// Anywhere.
    Cells(Box<[Place]>),
}

impl Places {
    /// Where `cell` stands, if the line is `line`.
    pub(super) fn of(&self, cell: usize, line: usize) -> Place {
        match self {
            Places::Line(column) => Place { line, column: column + cell, width: 1 },
            Places::Cells(places) => places[cell],
        }
    }
}

impl Puzzle {
    /// A puzzle of which nothing else is known.
    pub(super) fn at(line: usize, puzzle: Sudoku, places: Places) -> Puzzle {
        Puzzle { name: None, puzzle, count: None, solution: None, line, places }
    }

    /// Where `cell` stands in the input.
    pub fn place(&self, cell: usize) -> Place {
        self.places.of(cell, self.line)
    }
}
