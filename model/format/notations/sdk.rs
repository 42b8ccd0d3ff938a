//! `.sdk`: one puzzle per file, in sections, with facts in lines that start with `#`.
//!
//! ```text
//! #AThe author
//! #DA description
//! [Puzzle]
//! 53..7....
//! …
//! [State]
//! 53467....
//! …
//! ```
//!
//! The description becomes the puzzle's name. The section `[State]`, a game in progress, is ignored. The
//! section `[Solution]`, which only coverlab writes, is read as the solution.

use crate::format::notation::{Format, Read, Style};
use crate::format::puzzle::Puzzle;

/// Sections with titles.
pub(crate) struct Sdk;

impl Format for Sdk {
    const NAME: &'static str = "sdk";
    const SENTENCE: &'static str = "sections: [Puzzle]";
    const READ: Read = Read::Grid;

    fn append(puzzle: &Puzzle, style: &Style, out: &mut String) {
        if let Some(name) = &puzzle.name {
            out.push_str(&format!("#D{name}\n"));
        }
        let side = puzzle.puzzle.shape().side();
        let mut section = |title: &str, cells: &[u8]| {
            out.push_str(&format!("[{title}]\n"));
            for row in cells.chunks_exact(side) {
                out.extend(row.iter().map(|&d| style.character(d, '.')));
                out.push('\n');
            }
            out.push('\n');
        };
        section("Puzzle", puzzle.puzzle.clues());
        if let Some(solution) = &puzzle.solution {
            section("Solution", solution.cells());
        }
    }
}

/// The description of the puzzle, if this comment contains it.
pub(in crate::format) fn description(comment: &str) -> Option<&str> {
    let words = comment.trim().strip_prefix("#D")?.trim();
    (!words.is_empty()).then_some(words)
}

/// The title of a section such as `[Puzzle]`, in lower case.
pub(in crate::format) fn section(text: &str) -> Option<String> {
    Some(text.trim().strip_prefix('[')?.strip_suffix(']')?.trim().to_ascii_lowercase())
}
