//! The contract of a notation: one type implements `Format`, and [`Notation`] is the same without the type.

use super::board::Board;
use super::lines::TextLine;
use super::puzzle::Puzzle;
use super::symbols::Symbols;
use crate::Shape;
use std::fmt;
use std::hash::{Hash, Hasher};

pub(super) use super::board::Read;
pub use super::style::Style;

/// A way to write puzzles, and how they are read back.
pub(super) trait Format {
    /// The name by which it is asked for.
    const NAME: &'static str;

    /// The look of a puzzle in it, for the list of notations: no capital, no full stop.
    const SENTENCE: &'static str;

    /// How its puzzles are read.
    const READ: Read;

    /// The text that stands once above all puzzles.
    const HEADER: &'static str = "";

    /// Whether it can write boards of `shape`: most have one character a cell, and some boards have more digits than
    /// there are characters.
    fn writes(shape: Shape, symbols: &Symbols) -> bool {
        symbols.is_short(shape.side())
    }

    /// Appends `puzzle` to `out`, its last line ended. Grids are followed by an empty line.
    fn append(puzzle: &Puzzle, style: &Style, out: &mut String);
}

/// A notation of the [list](super::notations::NOTATIONS).
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
    /// The notation that `F` is.
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

    /// The name by which it is asked for.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The look of a puzzle in it, in a few words.
    pub const fn sentence(&self) -> &'static str {
        self.sentence
    }

    /// Whether it can write boards of `shape`.
    pub fn writes(&self, shape: Shape, symbols: &Symbols) -> bool {
        (self.writes)(shape, symbols)
    }

    /// The text that stands once above all puzzles.
    pub const fn header(&self) -> &'static str {
        self.header
    }

    /// Appends `puzzle` to `out`, its last line ended. Grids are followed by an empty line.
    pub fn write(&self, puzzle: &Puzzle, style: &Style, out: &mut String) {
        (self.append)(puzzle, style, out);
    }

    /// How its puzzles are read.
    pub(super) const fn read(&self) -> Read {
        self.read
    }

    /// Whether it is `F`.
    pub(super) fn is<F: Format>(&self) -> bool {
        self.name == F::NAME
    }

    /// Whether `line` is a puzzle in this notation and surely in no other.
    pub(super) fn recognises(&self, line: TextLine<'_>, board: &mut Board) -> bool {
        matches!(self.read, Read::Own { recognises, .. } if recognises(line, board))
    }
}

/// Names are unique.
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
