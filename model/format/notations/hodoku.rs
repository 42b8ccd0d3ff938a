//! A line of HoDoKu's library: an example of a solving technique.
//!
//! ```text
//! :technique:candidates:givens:deleted candidates:eliminations:placements:extra
//! ```
//!
//! A digit after `+` among the givens was placed during solving and is not a clue. Only the givens are read;
//! the other fields, which describe a technique at one moment of a solution, are ignored. When written, the
//! technique is `0000` and the candidate `x`, which mean "none" in HoDoKu.

use crate::Sudoku;
use crate::format::board_rules::BoardRules;
use crate::format::error::Error;
use crate::format::length_errors;
use crate::format::notation::{Format, Read, Style};
use crate::format::puzzle::{Place, Places, Puzzle};
use crate::format::text_lines::TextLine;

/// A line of HoDoKu's library.
pub(crate) struct Hodoku;

impl Format for Hodoku {
    const NAME: &'static str = "hodoku";
    const SENTENCE: &'static str = "an example of HoDoKu's library";
    const READ: Read =
        Read::Own { recognizes: |line, _board| line.text.trim_start().starts_with(':'), parse };

    fn append(puzzle: &Puzzle, style: &Style, out: &mut String) {
        out.push_str(":0000:x:");
        out.push_str(&style.cells(puzzle.puzzle.shape(), puzzle.puzzle.clues(), '.', ","));
        out.push_str("::::\n");
    }
}

/// The index of the field that contains the board.
const GIVENS: usize = 3;

/// Parses an example.
fn parse(line: TextLine<'_>, board: &mut BoardRules) -> Result<Puzzle, Error> {
    let Some(givens) = line.text.split(':').nth(GIVENS).filter(|_| line.text.trim_start().starts_with(':'))
    else {
        let (indent, width) = line.extent();
        return Err(line
            .error("not a line of HoDoKu's library", indent, width)
            .help("such a line reads :technique:candidates:givens:deleted:eliminations:placements:extra"));
    };
    let column = line.column_of(givens);
    let cells = cells(givens, column);
    let length = cells.len();
    if !board.is_line_length(length) {
        return Err(length_errors::wrong_length(line, column, length, board.fixed));
    }
    let shape = board.shape(length.isqrt(), None, (line, column, givens.chars().count()))?;
    let table = board.table(shape.side());
    let (mut clues, mut places) = (Vec::with_capacity(length), Vec::with_capacity(length));
    for Cell { symbol, placed, column } in cells {
        let wrong = || table.unknown_symbol(symbol.encode_utf8(&mut [0; 4]), line.number, column, line.text);
        let digit = table.value(symbol).ok_or_else(wrong)?;
        clues.push(if placed { 0 } else { digit });
        places.push(Place { line: line.number, column, width: 1 });
    }
    let puzzle = Sudoku::new(shape, &clues).expect("the table knows no digit above the side");
    Ok(Puzzle::at(line.number, puzzle, Places::Cells(places.into())))
}

struct Cell {
    symbol: char,
    placed: bool,
    column: usize,
}

fn cells(givens: &str, first: usize) -> Vec<Cell> {
    let mut placed = false;
    let mut cells = Vec::with_capacity(givens.len());
    for (k, symbol) in givens.chars().enumerate() {
        if symbol == '+' {
            placed = true;
        } else {
            cells.push(Cell { symbol, placed: std::mem::take(&mut placed), column: first + k });
        }
    }
    cells
}
