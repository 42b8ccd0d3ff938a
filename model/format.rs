//! Text formats, one file each: readers, whose errors have a line and a column, and writers.

mod board_rules;
mod cell_text;
pub mod dimacs;
pub mod ec;
mod error;
mod grid;
pub mod knuth;
mod length_errors;
pub mod notation;
pub mod notations;
mod plain_lines_9x9;
mod puzzle;
mod puzzle_facts;
pub mod stream;
mod style;
pub mod sudoku;
pub mod symbols;
mod text_lines;

pub use error::{Details, Error};
pub use notations::{boxed, line};

use crate::{ExactCover, TextKind};

/// Reads an exact cover in the format of its kind: [`ec`] for [`TextKind::EcCover`], otherwise [`knuth`].
///
/// # Errors
/// The first error, with its place in the text.
pub fn read_cover(kind: TextKind, input: &[u8]) -> Result<ExactCover, Error> {
    if kind == TextKind::EcCover { ec::read(input) } else { knuth::read(input) }
}
