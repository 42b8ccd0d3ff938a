//! Tests of the text formats, in one test program.

mod notation_contract;
mod notations;
mod sudoku_format;
