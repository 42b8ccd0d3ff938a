//! One puzzle a line: `53..7....6..195…`.
//!
//! A character is a cell, row after row, so a 9x9 puzzle has 81 of them. What follows says more:
//!
//! - `puzzle:count` and `puzzle:count:solution`, the count being `2`, or `2+` for two or more;
//! - `puzzle,solution`, as CSV files have it;
//! - `puzzle words`: the words are its name.

use super::board::Board;
use super::lines::Line;
use super::notation::Style;
use super::puzzle::{Count, Place, Places, Puzzle};
use super::symbols::{Symbols, Table, board_name};
use super::{Error, boxed};
use crate::{Grid, Shape, Sudoku};
use std::fmt::Write as _;

/// A board on one line: a character a cell, `.` for an empty one; numbers between commas where
/// digits are more than one character.
pub fn write(shape: Shape, cells: &[u8], symbols: &Symbols) -> String {
    if symbols.side().is_none()
        && cells.iter().fold(0, |most, &digit| digit.max(most)) <= 9
        && shape.side() <= 9
    {
        // Byte by byte the compiler takes many at a time.
        let bytes = cells.iter().map(|&digit| if digit == 0 { b'.' } else { b'0' + digit }).collect();
        return String::from_utf8(bytes).expect("digits and dots");
    }
    if symbols.is_short(shape.side()) {
        return cells.iter().map(|&d| symbols.symbol(usize::from(d)).unwrap_or('.')).collect();
    }
    cells.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

/// A puzzle on one line with its count, its solution and, where those are not known, its name.
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

/// Appends a puzzle as [`write_puzzle`] has it, with the blank of `style`.
pub(super) fn append(puzzle: &Puzzle, style: &Style, out: &mut String) {
    let shape = puzzle.puzzle.shape();
    let text = write_puzzle(puzzle, &style.symbols);
    match style.blank.filter(|_| style.symbols.is_short(shape.side())) {
        // Only among the cells is a dot a blank.
        Some(blank) => {
            let cells = text.char_indices().nth(shape.cells()).map_or(text.len(), |(end, _)| end);
            out.push_str(&text[..cells].replace('.', blank.encode_utf8(&mut [0; 4])));
            out.push_str(&text[cells..]);
        }
        None => out.push_str(&text),
    }
    out.push('\n');
}

/// The characters up to a blank, comma, semicolon or colon, and the rest.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_whitespace() || ",;:|".contains(c)).unwrap_or(text.len());
    text.split_at(end)
}

/// The puzzle of a line whose first word is as long as a board.
pub(super) fn parse(line: Line<'_>, board: &mut Board) -> Result<Puzzle, Error> {
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
        if field.chars().count() == length {
            puzzle.solution = Some(solution(field, line, shape, board)?);
            words = after;
        }
    }
    let name = words.trim_matches(|c: char| c.is_whitespace() || ",;#".contains(c));
    puzzle.name = (!name.is_empty()).then(|| name.to_string());
    Ok(puzzle)
}

/// The puzzle of a line that can be nothing else.
pub(super) fn parse_only(line: Line<'_>, board: &mut Board) -> Result<Puzzle, Error> {
    let start = line.text.trim_start();
    let length = first_word(start).0.chars().count();
    if board.is_line_length(length) {
        return parse(line, board);
    }
    // Boards too wide for letters are numbers between commas.
    let row = boxed::Row::of(line);
    match boxed::whole(&row, board) {
        Some(result) => result,
        None => Err(wrong_length(line, line.column_of(start), length, board.fixed)),
    }
}

/// Reads `count` or `count:solution` and returns what follows.
pub(super) fn count_and_solution<'a>(
    text: &'a str,
    line: Line<'a>,
    puzzle: &mut Puzzle,
    board: &mut Board,
) -> Result<&'a str, Error> {
    let (word, rest) = first_word(text);
    if !word.is_empty() {
        puzzle.count = Some(count(word, line)?);
    }
    let Some(rest) = rest.strip_prefix(':') else { return Ok(rest) };
    let (word, rest) = first_word(rest);
    if !word.is_empty() {
        puzzle.solution = Some(solution(word, line, puzzle.puzzle.shape(), board)?);
    }
    Ok(rest)
}

/// A claimed number of solutions.
pub(super) fn count(word: &str, line: Line<'_>) -> Result<Count, Error> {
    word.parse::<Count>().map_err(|_| {
        line.error(format!("`{word}` is no count of solutions"), line.column_of(word), word.chars().count())
            .help("write puzzle:count or puzzle:count:solution; the count is a number, with + for at least so many")
    })
}

/// A claimed solution.
pub(super) fn solution(word: &str, line: Line<'_>, shape: Shape, board: &mut Board) -> Result<Grid, Error> {
    let column = line.column_of(word);
    let length = cell_count(word);
    if length != shape.cells() {
        return Err(line
            .error(
                format!("solution of {length} characters, but the puzzle has {}", shape.cells()),
                column,
                word.chars().count(),
            )
            .label(difference(length, shape.cells(), "character")));
    }
    let (cells, places) = cells(word, line, board.table(shape.side()))?;
    if let Some(cell) = cells.iter().position(|&d| d == 0) {
        let place = places.of(cell, line.number);
        return Err(line
            .error("a solution with an empty cell", place.column, place.width)
            .help("a solution fills every cell"));
    }
    Ok(Grid::new(shape, &cells).expect("the length was compared"))
}

fn decode(word: &str, line: Line<'_>, column: usize, table: &Table) -> Result<Vec<u8>, Error> {
    let cell = |(k, symbol): (usize, char)| {
        let wrong = || table.complain(symbol.encode_utf8(&mut [0; 4]), line.number, column + k, line.text);
        table.value(symbol).ok_or_else(wrong)
    };
    if let Some(zero) = table.doubtful_zero(word.chars()) {
        return Err(table.doubt(line.number, column + zero, line.text));
    }
    word.chars().enumerate().map(cell).collect()
}

/// How many cells `word` has: characters, or numbers between blanks.
pub(super) fn cell_count(word: &str) -> usize {
    if word.contains(char::is_whitespace) { word.split_whitespace().count() } else { word.chars().count() }
}

/// The cells of `word`, a piece of `line`: characters, or numbers between blanks.
pub(super) fn cells(word: &str, line: Line<'_>, table: &Table) -> Result<(Vec<u8>, Places), Error> {
    let column = line.column_of(word);
    if !word.contains(char::is_whitespace) {
        return Ok((decode(word, line, column, table)?, Places::Line(column)));
    }
    let (mut digits, mut places) = (Vec::new(), Vec::new());
    for number in word.split_whitespace() {
        let place =
            Place { line: line.number, column: line.column_of(number), width: number.chars().count() };
        let digit = number.parse().ok().filter(|&d: &u8| usize::from(d) <= table.side);
        digits.push(digit.ok_or_else(|| table.complain(number, line.number, place.column, line.text))?);
        places.push(place);
    }
    Ok((digits, Places::Cells(places.into())))
}

/// `1 to 9`: the digits of a board in words.
pub(super) fn all_digits(side: usize) -> String {
    if side == 1 { "1".to_string() } else { format!("1 to {side}") }
}

/// `1 character missing`, `2 characters too many`.
pub(super) fn difference(have: usize, need: usize, noun: &str) -> String {
    let by = have.abs_diff(need);
    let plural = if by == 1 { "" } else { "s" };
    format!("{by} {noun}{plural} {}", if have < need { "missing" } else { "too many" })
}

/// A line that is no board, by its length.
pub(super) fn wrong_length(line: Line<'_>, column: usize, length: usize, fixed: Option<usize>) -> Error {
    const SIDES: [usize; 10] = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25];
    let side = fixed.unwrap_or_else(|| SIDES.into_iter().min_by_key(|s| length.abs_diff(s * s)).unwrap_or(9));
    let need = side * side;
    let help = match fixed {
        Some(side) => format!("accepted length: {need} ({side}x{side})"),
        None => "accepted lengths: 16 (4x4), 36 (6x6), 81 (9x9), 256 (16x16), 625 (25x25)".to_string(),
    };
    let (from, width) = if length > need { (column + need, length - need) } else { (column + length, 0) };
    line.error(
        format!("row of {length} characters, but {} puzzle needs {need}", board_name(side)),
        from,
        width,
    )
    .label(difference(length, need, "character"))
    .help(help)
}
