//! `.ss`: a framed grid, as the program Simple Sudoku writes it.
//!
//! ```text
//! *-----------*
//! |53.|.7.|...|
//! |6..|195|...|
//! |.98|...|.6.|
//! |---+---+---|
//! …
//! *-----------*
//! ```
//!
//! Reading works as for `boxed`; the frame is ignored as decoration.

use crate::format::notation::{Format, Read, Style};
use crate::format::puzzle::Puzzle;

/// A grid in a frame.
pub(crate) struct Ss;

impl Format for Ss {
    const NAME: &'static str = "ss";
    const SENTENCE: &'static str = "a framed grid, as in Simple Sudoku";
    const READ: Read = Read::Grid;

    fn append(puzzle: &Puzzle, style: &Style, out: &mut String) {
        let shape = puzzle.puzzle.shape();
        let (side, group) = (shape.side(), shape.box_columns());
        let frame = format!("*{}*\n", "-".repeat(side + side / group - 1));
        let rule = format!("|{}|\n", vec!["-".repeat(group); side / group].join("+"));
        out.push_str(&frame);
        for (row, cells) in puzzle.puzzle.clues().chunks_exact(side).enumerate() {
            if row > 0 && row % shape.box_rows() == 0 {
                out.push_str(&rule);
            }
            for minirow in cells.chunks_exact(group) {
                out.push('|');
                out.extend(minirow.iter().map(|&d| style.character(d, '.')));
            }
            out.push_str("|\n");
        }
        out.push_str(&frame);
        out.push('\n');
    }
}
