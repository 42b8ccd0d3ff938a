//! Detects the kind of an instance that is given as a text without a file name: on the page, or in a lesson.

use crate::family::is_family;
use crate::format::read_cover;
use crate::format::sudoku::{self, Options};

/// The kind of instance that a text appears to contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// The spec of a family, perhaps misspelled: `queens:8`.
    Family,
    /// A formula in DIMACS.
    Formula,
    /// An exact cover.
    ExactCover,
    /// A Sudoku, or something that is none of the other kinds.
    Sudoku,
}

impl TextKind {
    /// Detects the kind of `text` by its first lines, and if they do not show it, by trying to read all of it.
    pub fn of(text: &str) -> TextKind {
        let word = text.trim();
        if is_family(word) && !word.contains(char::is_whitespace) {
            return TextKind::Family;
        }
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines.clone().next().unwrap_or_default();
        let header = lines.find(|line| !line.starts_with("c ") && *line != "c").unwrap_or_default();
        let mut words = header.split_whitespace();
        match (words.next(), words.next()) {
            (Some("p"), Some("cnf")) => TextKind::Formula,
            (Some("p"), Some("ec")) => TextKind::ExactCover,
            _ if first.starts_with('|') => TextKind::ExactCover,
            (Some(word), None) if resembles_spec(word) => TextKind::Family,
            _ if is_cover(text) => TextKind::ExactCover,
            _ => TextKind::Sudoku,
        }
    }
}

/// Whether `word` is written like the spec of a family.
fn resembles_spec(word: &str) -> bool {
    let name = word.split(':').next().unwrap_or_default();
    name.len() > 2 && name.chars().all(|c| c.is_ascii_lowercase() || c == '-') && word.len() < 60
}

/// Whether a text without an indication of its kind is an exact cover: it is not a puzzle, and as a cover it
/// has options.
fn is_cover(text: &str) -> bool {
    sudoku::read(text.as_bytes(), &Options::default()).is_err()
        && read_cover("", text.as_bytes()).is_ok_and(|cover| cover.options() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_a_text_is_detected() {
        for (text, kind) in [
            ("queens:8", TextKind::Family),
            ("queen:8", TextKind::Family),
            ("c a formula\np cnf 1 1\n1 0\n", TextKind::Formula),
            ("p ec 2\ns 1 2\n", TextKind::ExactCover),
            ("| a cover\na b\na b\n", TextKind::ExactCover),
            ("a b c\na b\nc\n", TextKind::ExactCover),
            ("1...\n..2.\n....\n...3\n", TextKind::Sudoku),
            ("1.....2.......3.", TextKind::Sudoku),
            ("", TextKind::Sudoku),
        ] {
            assert_eq!(TextKind::of(text), kind, "{text}");
        }
    }
}
