//! `.sdm`: lines of cells and nothing else, `0` for an empty one.
//!
//! Collections of thousands of puzzles are kept this way by Sudoku programs. Reading is that of
//! `line`; writing leaves out what those programs do not expect behind a puzzle.

use super::notation::Style;
use super::sudoku::Puzzle;

/// Appends the cells of a puzzle as a line.
pub(super) fn append(puzzle: &Puzzle, style: &Style, out: &mut String) {
    out.push_str(&style.cells(puzzle.puzzle.shape(), puzzle.puzzle.clues(), '0', ","));
    out.push('\n');
}
