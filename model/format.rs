//! Text formats, one file each: readers, whose errors have a line and a column, and writers.

mod board_rules;
pub mod dimacs;
pub mod ec;
mod error;
mod grid;
pub mod knuth;
pub mod notation;
pub mod notations;
mod plain_lines_9x9;
mod puzzle;
mod puzzle_words;
pub mod stream;
mod style;
pub mod sudoku;
pub mod symbols;
mod text_lines;

pub use error::{Details, Error};
pub use notations::{boxed, line};

use crate::ExactCover;

/// Reads an exact cover problem. The format is [`ec`] if the file name has that extension, or if the
/// extension is unknown and the text starts like that format; otherwise it is [`knuth`].
///
/// # Errors
/// The first error, with its place in the text.
pub fn read_cover(extension: &str, input: &[u8]) -> Result<ExactCover, Error> {
    let looks_like_ec = || {
        let text = String::from_utf8_lossy(&input[..input.len().min(1 << 12)]);
        let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with("c "));
        first.is_some_and(|line| line.starts_with("p ec "))
    };
    match extension {
        "ec" => ec::read(input),
        "dlx" | "xc" | "xcc" => knuth::read(input),
        _ if looks_like_ec() => ec::read(input),
        _ => knuth::read(input),
    }
}
