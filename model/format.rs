//! Text formats: one file each, read (errors with line and column) and written.

pub mod dimacs;
mod error;
pub mod knuth;

pub use error::{Details, Error};
