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
//! Reading is that of `boxed`, for which the frame is decoration.

use super::notation::Style;
use super::sudoku::Puzzle;

/// Appends the framed grid and an empty line.
pub(super) fn append(puzzle: &Puzzle, style: &Style, out: &mut String) {
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

/// Whether a line is the top or bottom of a frame: `*-----------*`, `.-----.-----.`, `'-----'`.
/// A row of cells has no run of dashes that long between two such corners; those of the smallest
/// boards are known by heart.
pub(super) fn is_frame(text: &str) -> bool {
    if matches!(text, "*-*" | "*--*") {
        return true;
    }
    let corners = |c: char| matches!(c, '*' | '.' | '\'' | ':');
    let ends = text.starts_with(corners) && text.ends_with(corners);
    ends && text.contains("---") && text.chars().all(|c| corners(c) || matches!(c, '-' | '+'))
}
