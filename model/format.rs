//! Text formats: one file each, read (errors with line and column) and written.

mod board;
pub mod boxed;
mod candidates;
mod csv;
pub mod dimacs;
mod error;
mod hodoku;
pub mod knuth;
pub mod line;
mod lines;
pub mod notation;
mod numbers;
mod plain;
mod puzzle;
mod sdk;
mod sdm;
mod ss;
pub mod stream;
pub mod sudoku;
pub mod symbols;

pub use error::{Details, Error};
