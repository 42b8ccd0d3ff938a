//! Generates Sudoku puzzles from a seed ([`generate`]), and rates how difficult they are for people and for searches
//! ([`rating`]).

pub mod generate;
pub mod rating;
mod request_error;

pub use request_error::RequestError;
