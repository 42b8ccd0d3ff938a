//! Text formats: one file each, read (errors with line and column) and written.

pub mod boxed;
pub mod dimacs;
mod error;
pub mod knuth;
pub mod line;
mod lines;
pub mod sudoku;
pub mod symbols;

pub use error::{Details, Error};
