//! One puzzle per line: `53..7....6..195…`.
//!
//! Each character is a cell, in row-major order, so a 9x9 puzzle has 81. Facts may follow on the line:
//!
//! - `puzzle:count` and `puzzle:count:solution`, where the count is `2`, or `2+` for two or more;
//! - `puzzle,solution`, as in CSV files;
//! - `puzzle words`, where the words are its name.

use crate::format::board_rules::BoardRules;
use crate::format::cell_text::{decode, first_word};
use crate::format::error::Error;
use crate::format::grid;
use crate::format::length_errors::wrong_length;
use crate::format::notation::{Format, Read, Style};
use crate::format::puzzle::{Places, Puzzle};
use crate::format::puzzle_facts::{count_and_solution, solution};
use crate::format::symbols::Symbols;
use crate::format::text_lines::TextLine;
use crate::{Shape, Sudoku};
use std::fmt::Write as _;

/// One character per cell, followed by facts.
pub(crate) struct OneLine;

impl Format for OneLine {
    const NAME: &'static str = "line";
    const SENTENCE: &'static str = "one puzzle per line, with known facts: puzzle:count:solution name";
    const READ: Read = Read::Line;

    fn writes(_shape: Shape, _symbols: &Symbols) -> bool {
        true
    }

    fn append(puzzle: &Puzzle, style: &Style, out: &mut String) {
        let shape = puzzle.puzzle.shape();
        let text = write_puzzle(puzzle, &style.symbols);
        match style.blank.filter(|_| style.symbols.is_short(shape.side())) {
            // Replace the dot only among the cells.
            Some(blank) => {
                let cells = text.char_indices().nth(shape.cells()).map_or(text.len(), |(end, _)| end);
                out.push_str(&text[..cells].replace('.', blank.encode_utf8(&mut [0; 4])));
                out.push_str(&text[cells..]);
            }
            None => out.push_str(&text),
        }
        out.push('\n');
    }
}

/// Whether a line is read as a board of `shape` without an option. It does not record the layout of boxes, and its length
/// shows the side unless that is a prime number: 9 cells are taken as a row.
pub fn shows(shape: Shape) -> bool {
    Shape::of_side(shape.side()) == Some(shape) && (shape.box_rows() > 1 || shape.side() == 1)
}

/// Formats a board on one line: a character per cell, with `.` for an empty cell, or numbers separated by
/// commas if digits have more than one character.
pub fn write(shape: Shape, cells: &[u8], symbols: &Symbols) -> String {
    if symbols.side().is_none()
        && cells.iter().fold(0, |most, &digit| digit.max(most)) <= 9
        && shape.side() <= 9
    {
        // The compiler vectorizes this loop over bytes.
        let bytes = cells.iter().map(|&digit| if digit == 0 { b'.' } else { b'0' + digit }).collect();
        return String::from_utf8(bytes).expect("digits and dots");
    }
    if symbols.is_short(shape.side()) {
        return cells.iter().map(|&d| symbols.symbol(usize::from(d)).unwrap_or('.')).collect();
    }
    cells.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

/// Formats a puzzle on one line with its count and solution or, if these are unknown, with its name.
pub fn write_puzzle(puzzle: &Puzzle, symbols: &Symbols) -> String {
    let shape = puzzle.puzzle.shape();
    let mut text = write(shape, puzzle.puzzle.clues(), symbols);
    if puzzle.count.is_some() || puzzle.solution.is_some() {
        text.push(':');
        if let Some(count) = puzzle.count {
            let _ = write!(text, "{count}");
        }
    }
    if let Some(solution) = &puzzle.solution {
        text.push(':');
        text.push_str(&write(shape, solution.cells(), symbols));
    }
    if let Some(name) = puzzle.name.as_ref().filter(|_| symbols.is_short(shape.side())) {
        text.push(' ');
        text.push_str(name);
    }
    text
}

/// Parses a line whose first word has the length of a board.
pub(in crate::format) fn parse(line: TextLine<'_>, board: &mut BoardRules) -> Result<Puzzle, Error> {
    let start = line.text.trim_start();
    let column = line.text.chars().count() - start.chars().count() + 1;
    let (word, rest) = first_word(start);
    let length = word.chars().count();
    let shape = board.shape(length.isqrt(), None, (line, column, length))?;
    let cells = decode(word, line, column, board.table(shape.side()))?;
    let puzzle = Sudoku::new(shape, &cells).expect("the table knows no digit above the side");
    let mut puzzle = Puzzle::at(line.number, puzzle, Places::Line(column));
    let mut words = rest;
    if let Some(rest) = rest.strip_prefix(':') {
        words = count_and_solution(rest, line, &mut puzzle, board)?;
    } else if let Some(rest) = rest.strip_prefix(',') {
        let (field, after) = first_word(rest);
        let count = field.chars().count();
        // A name is not a long row of digits.
        let is_digits = 2 * count > length && field.bytes().all(|byte| byte.is_ascii_digit());
        if count == length || is_digits {
            puzzle.solution = Some(solution(field, line, shape, board)?);
            words = after;
        }
    }
    let name = words.trim_matches(|c: char| c.is_whitespace() || ",;#".contains(c));
    puzzle.name = (!name.is_empty()).then(|| name.to_string());
    Ok(puzzle)
}

/// Parses a line known to be in this notation.
pub(in crate::format) fn parse_only(line: TextLine<'_>, board: &mut BoardRules) -> Result<Puzzle, Error> {
    let start = line.text.trim_start();
    let (word, rest) = first_word(start);
    let length = word.chars().count();
    // Boards too wide for letters are numbers separated by commas. The first number may have the length of a 1x1 board.
    let may_be_numbers = length == 1 && rest.starts_with(',');
    if board.is_line_length(length) && !may_be_numbers {
        return parse(line, board);
    }
    match grid::whole(&grid::CutLine::of(line), board) {
        Some(result) => result,
        None if may_be_numbers => parse(line, board),
        None => Err(wrong_length(line, line.column_of(start), length, board.fixed)),
    }
}
