//! `.sdm`: lines of cells and nothing else, with `0` for an empty cell.
//!
//! Sudoku programs store collections of thousands of puzzles in this notation. Reading works as for `line`;
//! writing omits the facts after a puzzle, which those programs do not expect.

use crate::format::notation::{Format, Read, Style};
use crate::format::puzzle::Puzzle;

/// Lines of cells and nothing else.
pub(crate) struct Sdm;

impl Format for Sdm {
    const NAME: &'static str = "sdm";
    const SENTENCE: &'static str = "one puzzle per line and nothing else";
    const READ: Read = Read::Line;

    fn append(puzzle: &Puzzle, style: &Style, out: &mut String) {
        out.push_str(&style.cells(puzzle.puzzle.shape(), puzzle.puzzle.clues(), '0', ","));
        out.push('\n');
    }
}
