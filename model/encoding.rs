//! Encodings: one file each, with its reference.

mod sudoku_cnf;
mod sudoku_cover;

pub use sudoku_cnf::SudokuCnf;
pub use sudoku_cover::SudokuCover;
