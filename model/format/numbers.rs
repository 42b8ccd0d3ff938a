//! Rows of numbers between blanks: the notation of boards of any size.
//!
//! ```text
//! 0 0 12 0   5 0 …
//! ```
//!
//! Reading is that of `boxed`, where blanks and commas separate numbers alike. Written, numbers
//! are padded to one width, so that columns stand below each other.

use super::notation::Style;
use super::sudoku::Puzzle;

/// Appends the rows of a puzzle and an empty line.
pub(super) fn append(puzzle: &Puzzle, style: &Style, out: &mut String) {
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
