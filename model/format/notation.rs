//! The interface of a notation: a type implements `Format`, and [`Notation`] is its type-erased form.

use super::board_rules::BoardRules;
use super::puzzle::Puzzle;
use super::symbols::Symbols;
use super::text_lines::TextLine;
use crate::Shape;
use std::fmt;
use std::hash::{Hash, Hasher};

pub(super) use super::board_rules::Read;
pub use super::style::Style;

/// A notation: the rules for reading and writing puzzles.
pub(super) trait Format {
    /// The name on the command line.
    const NAME: &'static str;

    /// A description for the list of notations, without an initial capital and a full stop.
    const SENTENCE: &'static str;

    /// How puzzles in this notation are read.
    const READ: Read;

    /// The header line above all puzzles.
    const HEADER: &'static str = "";

    /// Whether boards of `shape` can be written. Most notations use one character per cell, which is not
    /// enough for wide boards.
    fn writes(shape: Shape, symbols: &Symbols) -> bool {
        symbols.is_short(shape.side())
    }

    /// Appends `puzzle` to `out`, with a line break at the end. A grid is followed by an empty line.
    fn append(puzzle: &Puzzle, style: &Style, out: &mut String);
}

/// An entry of the [list of notations](super::notations::NOTATIONS).
#[derive(Clone, Copy)]
pub struct Notation {
    name: &'static str,
    sentence: &'static str,
    header: &'static str,
    read: Read,
    writes: fn(Shape, &Symbols) -> bool,
    append: fn(&Puzzle, &Style, &mut String),
}

impl Notation {
    /// The notation that `F` implements.
    pub(super) const fn of<F: Format>() -> Notation {
        Notation {
            name: F::NAME,
            sentence: F::SENTENCE,
            header: F::HEADER,
            read: F::READ,
            writes: F::writes,
            append: F::append,
        }
    }

    /// The name on the command line.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// A description in a few words.
    pub const fn sentence(&self) -> &'static str {
        self.sentence
    }

    /// Whether boards of `shape` can be written.
    pub fn writes(&self, shape: Shape, symbols: &Symbols) -> bool {
        (self.writes)(shape, symbols)
    }

    /// The header line above all puzzles.
    pub const fn header(&self) -> &'static str {
        self.header
    }

    /// Appends `puzzle` to `out`, with a line break at the end. A grid is followed by an empty line.
    pub fn write(&self, puzzle: &Puzzle, style: &Style, out: &mut String) {
        (self.append)(puzzle, style, out);
    }

    /// How puzzles in this notation are read.
    pub(super) const fn read(&self) -> Read {
        self.read
    }

    /// Whether `F` implements this notation.
    pub(super) fn is<F: Format>(&self) -> bool {
        self.name == F::NAME
    }

    /// Whether `line` is certainly a puzzle in this notation.
    pub(super) fn recognizes(&self, line: TextLine<'_>, board: &mut BoardRules) -> bool {
        matches!(self.read, Read::Own { recognizes, .. } if recognizes(line, board))
    }
}

/// Two notations are equal if their names are; names are unique.
impl PartialEq for Notation {
    fn eq(&self, other: &Notation) -> bool {
        self.name == other.name
    }
}

impl Eq for Notation {}

impl Hash for Notation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Notation").field(&self.name).finish()
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}
