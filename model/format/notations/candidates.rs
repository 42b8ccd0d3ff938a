//! Candidate strings: one character per digit of each cell.
//!
//! A 9x9 board takes 729 characters. The character for digit *d* of a cell is *d* if the cell has that
//! candidate, and `.` or `0` if not. A cell with a single candidate is a clue; a cell with several candidates
//! is empty, so removed candidates are lost. When written, an empty cell has all candidates, so reading
//! restores the puzzle.

use crate::format::board_rules::BoardRules;
use crate::format::error::Error;
use crate::format::notation::{Format, Read, Style};
use crate::format::puzzle::{Place, Places, Puzzle};
use crate::format::symbols;
use crate::format::symbols::{Symbols, Table};
use crate::format::text_lines::TextLine;
use crate::{Shape, Sudoku};

/// One character per digit of each cell.
pub(crate) struct Candidates;

impl Format for Candidates {
    const NAME: &'static str = "candidates";
    const SENTENCE: &'static str = "one character per digit of each cell; a clue has one candidate";
    const READ: Read = Read::Own { recognizes: is_line, parse };

    /// Excludes 1x1 boards, on which an empty cell looks like a clue.
    fn writes(shape: Shape, symbols: &Symbols) -> bool {
        symbols.is_short(shape.side()) && shape.side() > 1
    }

    fn append(puzzle: &Puzzle, style: &Style, out: &mut String) {
        let side = puzzle.puzzle.shape().side() as u8;
        for &clue in puzzle.puzzle.clues() {
            let candidate = |digit: u8| if clue == 0 || clue == digit { digit } else { 0 };
            out.extend((1..=side).map(|digit| style.character(candidate(digit), '.')));
        }
        out.push('\n');
    }
}

/// Whether `line` is a candidate string: *n*³ characters, each the digit of its place or a blank, with a
/// candidate in every cell. Lines of 64, 729 or 4096 characters may also be boards of side 8, 27 or 64, but
/// it is very unlikely that their clues match this pattern.
fn is_line(line: TextLine<'_>, board: &mut BoardRules) -> bool {
    let text = line.text.trim();
    // A character of an alphabet takes at most four bytes.
    if text.len() < 8 || text.len() > 4 * 255usize.pow(3) {
        return false;
    }
    let Some(side) = side(text.chars().count()).filter(|&s| board.fixed.is_none_or(|f| f == s)) else {
        return false;
    };
    let table = board.table(side);
    let mut empty = true;
    for (k, symbol) in text.chars().enumerate() {
        let place = k % side + 1;
        match table.value(symbol).map(usize::from) {
            Some(0) => {}
            Some(digit) if digit == place => empty = false,
            _ => return false,
        }
        if place == side && std::mem::replace(&mut empty, true) {
            return false;
        }
    }
    true
}

/// Parses a candidate string.
fn parse(line: TextLine<'_>, board: &mut BoardRules) -> Result<Puzzle, Error> {
    let (column, length) = line.extent();
    let Some(side) = side(length) else {
        return Err(line
            .error(format!("candidate string of {length} characters"), column, length)
            .label("not the cube of a board's side")
            .help(
                "a string has a character for each digit of each cell: 64 (4x4), 729 (9x9), 4096 (16x16)",
            ));
    };
    let shape = board.shape(side, None, (line, column, length))?;
    let table = board.table(side);
    let symbols: Vec<char> = line.text.trim().chars().collect();
    let (mut clues, mut places) = (Vec::with_capacity(side * side), Vec::with_capacity(side * side));
    for (cell, symbols) in symbols.chunks_exact(side).enumerate() {
        let first = column + cell * side;
        clues.push(clue(symbols, table, line, first)?);
        places.push(Place { line: line.number, column: first, width: side });
    }
    let puzzle = Sudoku::new(shape, &clues).expect("a candidate is a digit of the board");
    Ok(Puzzle::at(line.number, puzzle, Places::Cells(places.into())))
}

/// The single candidate of a cell, or 0 if it has several.
fn clue(symbols: &[char], table: &Table, line: TextLine<'_>, first: usize) -> Result<u8, Error> {
    let mut candidates = Vec::with_capacity(symbols.len());
    for (k, &symbol) in symbols.iter().enumerate() {
        match table.value(symbol) {
            Some(0) => {}
            Some(digit) if usize::from(digit) == k + 1 => candidates.push(digit),
            Some(_) => {
                return Err(line
                    .error(format!("`{symbol}` at the place of candidate {}", k + 1), first + k, 1)
                    .help("each place of a cell has the digit of that place, or . if it is excluded"));
            }
            None => {
                return Err(table.unknown_symbol(
                    symbol.encode_utf8(&mut [0; 4]),
                    line.number,
                    first + k,
                    line.text,
                ));
            }
        }
    }
    match candidates[..] {
        [] => Err(line
            .error("a cell without a candidate", first, symbols.len())
            .label(format!("{} excluded", symbols::all_digits(symbols.len())))
            .help("an empty cell has all its digits; a clue has one")),
        [only] => Ok(only),
        _ => Ok(0),
    }
}

/// The side of a board with `length` candidates.
fn side(length: usize) -> Option<usize> {
    (2..=255).find(|n| n * n * n == length)
}
