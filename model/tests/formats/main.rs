//! Tests of the text formats, in one binary.

mod notation_contract;
mod notations;
mod sudoku_format;
