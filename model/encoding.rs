//! Encodings between kinds of problem, one file each; each file cites its source.

mod at_most_one;
mod cnf_cover;
mod cover_cnf;
mod sudoku_cnf;
mod sudoku_cover;

pub use at_most_one::Amo;
pub use cnf_cover::CnfCover;
pub use cover_cnf::CoverCnf;
pub use sudoku_cnf::{Clues, SudokuCnf, SudokuRules};
pub use sudoku_cover::SudokuCover;
