//! The options of a writer of puzzles.

use super::symbols::Symbols;
use crate::Shape;

/// The options of a writer.
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
