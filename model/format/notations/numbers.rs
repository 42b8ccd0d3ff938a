//! Rows of numbers separated by blanks: the notation for boards of any size.
//!
//! ```text
//! 0 0 12 0   5 0 …
//! ```
//!
//! Reading works as for `boxed`, which accepts blanks and commas between numbers. When written, numbers are
//! padded to equal width, so that columns are aligned.

use crate::Shape;
use crate::format::notation::{Format, Read, Style};
use crate::format::puzzle::Puzzle;
use crate::format::symbols::Symbols;

/// Rows of numbers separated by blanks.
pub(crate) struct Numbers;

impl Format for Numbers {
    const NAME: &'static str = "numbers";
    const SENTENCE: &'static str = "rows of numbers, for boards of any size";
    const READ: Read = Read::Numbers;

    fn writes(_shape: Shape, _symbols: &Symbols) -> bool {
        true
    }

    fn append(puzzle: &Puzzle, style: &Style, out: &mut String) {
        let side = puzzle.puzzle.shape().side();
        let width = side.to_string().len();
        let blank = style.blank.unwrap_or('0').to_string();
        for row in puzzle.puzzle.clues().chunks_exact(side) {
            for (column, &digit) in row.iter().enumerate() {
                let word = if digit == 0 { blank.clone() } else { digit.to_string() };
                let gap = usize::from(column > 0) + width.saturating_sub(word.chars().count());
                out.extend(std::iter::repeat_n(' ', gap));
                out.push_str(&word);
            }
            out.push('\n');
        }
        out.push('\n');
    }
}
