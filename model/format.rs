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

/// Reads an exact cover problem: in the format [`ec`] if the file name has that extension, otherwise in [`knuth`].
///
/// # Errors
/// The first error, with its place in the text.
pub fn read_cover(extension: &str, input: &[u8]) -> Result<ExactCover, Error> {
    if extension == "ec" { ec::read(input) } else { knuth::read(input) }
}
