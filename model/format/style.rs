//! The options for writing puzzles.

use super::symbols::Symbols;
use crate::Shape;

/// The options for writing puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The alphabet.
    pub symbols: Symbols,
    /// The character for an empty cell; `None` for the default of the notation.
    pub blank: Option<char>,
}

impl Style {
    /// The character for `digit`. For 0 it is the character set in the style, or else `blank`.
    pub(super) fn character(&self, digit: u8, blank: char) -> char {
        match digit {
            0 => self.blank.unwrap_or(blank),
            digit => self.symbols.symbol(usize::from(digit)).unwrap_or('?'),
        }
    }

    /// Formats cells as one word if each digit is one character, otherwise as numbers separated by
    /// `separator`.
    pub(super) fn cells(&self, shape: Shape, cells: &[u8], blank: char, separator: &str) -> String {
        if self.symbols.is_short(shape.side()) {
            return cells.iter().map(|&d| self.character(d, blank)).collect();
        }
        cells.iter().map(u8::to_string).collect::<Vec<_>>().join(separator)
    }
}
