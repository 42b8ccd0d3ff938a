//! The notations by name: which there are, and how each writes a puzzle.

use super::sudoku::Puzzle;
use super::symbols::Symbols;
use super::{boxed, candidates, csv, hodoku, line, numbers, sdk, sdm, ss};
use crate::Shape;
use std::fmt;
use std::str::FromStr;

/// A way to write puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// A character a cell, a puzzle a line, with what is known of it behind.
    Line,
    /// Drawn row by row with bars between boxes.
    Boxed,
    /// Sections such as `[Puzzle]`, facts behind `#`.
    Sdk,
    /// Lines of cells and nothing else.
    Sdm,
    /// A framed grid, as Simple Sudoku has it.
    Ss,
    /// Columns between commas, named by a header.
    Csv,
    /// A line of HoDoKu's library of examples.
    Hodoku,
    /// A character for each digit of each cell.
    Candidates,
    /// Rows of numbers between blanks.
    Numbers,
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 9] = [
        Notation::Line,
        Notation::Boxed,
        Notation::Sdk,
        Notation::Sdm,
        Notation::Ss,
        Notation::Csv,
        Notation::Hodoku,
        Notation::Candidates,
        Notation::Numbers,
    ];

    /// The name by which it is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Line => "line",
            Notation::Boxed => "boxed",
            Notation::Sdk => "sdk",
            Notation::Sdm => "sdm",
            Notation::Ss => "ss",
            Notation::Csv => "csv",
            Notation::Hodoku => "hodoku",
            Notation::Candidates => "candidates",
            Notation::Numbers => "numbers",
        }
    }

    /// Whether it can write boards of `shape`: all can but those that have one character a cell
    /// for boards that take more digits than there are characters.
    pub fn writes(self, shape: Shape, symbols: &Symbols) -> bool {
        let any = matches!(self, Notation::Line | Notation::Boxed | Notation::Csv | Notation::Numbers);
        // The only candidate of a cell is its clue, and a 1x1 board has no other.
        any || symbols.is_short(shape.side()) && (self != Notation::Candidates || shape.side() > 1)
    }

    /// What stands once above all puzzles.
    pub fn header(self) -> &'static str {
        if self == Notation::Csv { csv::HEADER } else { "" }
    }

    /// Appends `puzzle` to `out`, its last line ended. Grids are followed by an empty line.
    pub fn write(self, puzzle: &Puzzle, style: &Style, out: &mut String) {
        match self {
            Notation::Line => line::append(puzzle, style, out),
            Notation::Boxed => boxed::append(puzzle, style, out),
            Notation::Sdk => sdk::append(puzzle, style, out),
            Notation::Sdm => sdm::append(puzzle, style, out),
            Notation::Ss => ss::append(puzzle, style, out),
            Notation::Csv => csv::append(puzzle, style, out),
            Notation::Hodoku => hodoku::append(puzzle, style, out),
            Notation::Candidates => candidates::append(puzzle, style, out),
            Notation::Numbers => numbers::append(puzzle, style, out),
        }
    }

    /// Whether a puzzle is always a line of its own.
    pub(super) fn is_line(self) -> bool {
        matches!(self, Notation::Line | Notation::Sdm)
    }

    /// Whether a line never depends on those around it, a header aside.
    pub(super) fn is_of_lines(self) -> bool {
        self.is_line() || matches!(self, Notation::Csv | Notation::Hodoku | Notation::Candidates)
    }

    /// Whether a puzzle is always several rows.
    pub(super) fn is_grid(self) -> bool {
        matches!(self, Notation::Boxed | Notation::Sdk | Notation::Ss | Notation::Numbers)
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no notation of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownNotation(pub String);

impl fmt::Display for UnknownNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Notation::ALL.iter().map(|n| n.name()).collect();
        write!(f, "`{}` is no notation (known: {})", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownNotation {}

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Notation::ALL.into_iter().find(|n| n.name() == text);
        named.ok_or_else(|| UnknownNotation(text.to_string()))
    }
}

/// What a writer may be told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The alphabet.
    pub symbols: Symbols,
    /// The character of an empty cell; `None`: the one usual in the notation.
    pub blank: Option<char>,
}

impl Style {
    /// The character of `digit`, `blank` for 0 unless the style has its own.
    pub(super) fn character(&self, digit: u8, blank: char) -> char {
        match digit {
            0 => self.blank.unwrap_or(blank),
            digit => self.symbols.symbol(usize::from(digit)).unwrap_or('?'),
        }
    }

    /// Cells as one word where a digit is one character, otherwise numbers with `separator`
    /// between them.
    pub(super) fn cells(&self, shape: Shape, cells: &[u8], blank: char, separator: &str) -> String {
        if self.symbols.is_short(shape.side()) {
            return cells.iter().map(|&d| self.character(d, blank)).collect();
        }
        cells.iter().map(u8::to_string).collect::<Vec<_>>().join(separator)
    }
}
