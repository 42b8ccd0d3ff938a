//! Tests of the text formats, in one test program.

mod notation_contract;
mod notations;
mod sudoku_format;

use coverlab_model::format::line;
use coverlab_model::format::notation::{Notation, Style};
use coverlab_model::format::sudoku::Puzzle;
use coverlab_model::format::symbols::Symbols;

/// A puzzle of 9x9, and its solution.
const EASY: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLVED: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// The clues on one line.
fn cells(puzzle: &Puzzle) -> String {
    line::write(puzzle.puzzle.shape(), puzzle.puzzle.clues(), &Symbols::default())
}

/// A board of 9x9 with a line for each row.
fn rows(cells: &str) -> String {
    cells.as_bytes().chunks(9).map(|row| String::from_utf8(row.to_vec()).unwrap() + "\n").collect()
}

fn written(notation: Notation, puzzles: &[Puzzle], style: &Style) -> String {
    let mut text = notation.header().to_string();
    for puzzle in puzzles {
        notation.write(puzzle, style, &mut text);
    }
    text
}
