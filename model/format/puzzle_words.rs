//! Parses the words of a line that describe a puzzle of any size: its cells, and the count and the solution after them.

use super::board_rules::{BoardRules, is_prime};
use super::error::Error;
use super::puzzle::{Count, Place, Places, Puzzle};
use super::symbols::{Table, board_name};
use super::text_lines::TextLine;
use crate::{Grid, Shape};

/// Splits `text` at the first blank, comma, semicolon, colon or bar.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_whitespace() || ",;:|".contains(c)).unwrap_or(text.len());
    text.split_at(end)
}

/// Parses `count` or `count:solution` and returns the rest of the text.
pub(super) fn count_and_solution<'a>(
    text: &'a str,
    line: TextLine<'a>,
    puzzle: &mut Puzzle,
    board: &mut BoardRules,
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

/// Parses a claimed number of solutions.
pub(super) fn count(word: &str, line: TextLine<'_>) -> Result<Count, Error> {
    word.parse::<Count>().map_err(|_| {
        line.error(
            format!("`{word}` is not a number of solutions"),
            line.column_of(word),
            word.chars().count(),
        )
        .help(
            "write puzzle:count or puzzle:count:solution; the count is a number, with + for at least so many",
        )
    })
}

/// Parses a claimed solution.
pub(super) fn solution(
    word: &str,
    line: TextLine<'_>,
    shape: Shape,
    board: &mut BoardRules,
) -> Result<Grid, Error> {
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

/// Converts the characters of `word` to digits.
pub(super) fn decode(word: &str, line: TextLine<'_>, column: usize, table: &Table) -> Result<Vec<u8>, Error> {
    let cell = |(k, symbol): (usize, char)| {
        let wrong =
            || table.unknown_symbol(symbol.encode_utf8(&mut [0; 4]), line.number, column + k, line.text);
        table.value(symbol).ok_or_else(wrong)
    };
    if let Some(zero) = table.ambiguous_zero(word.chars()) {
        return Err(table.ambiguous_zero_error(line.number, column + zero, line.text));
    }
    word.chars().enumerate().map(cell).collect()
}

/// The number of cells in `word`, whose cells are characters or numbers separated by blanks.
pub(super) fn cell_count(word: &str) -> usize {
    if word.contains(char::is_whitespace) { word.split_whitespace().count() } else { word.chars().count() }
}

/// Parses the cells of `word`, a part of `line`. They are characters or numbers separated by blanks.
pub(super) fn cells(word: &str, line: TextLine<'_>, table: &Table) -> Result<(Vec<u8>, Places), Error> {
    let column = line.column_of(word);
    if !word.contains(char::is_whitespace) {
        return Ok((decode(word, line, column, table)?, Places::Line(column)));
    }
    let (mut digits, mut places) = (Vec::new(), Vec::new());
    for number in word.split_whitespace() {
        let place =
            Place { line: line.number, column: line.column_of(number), width: number.chars().count() };
        let digit = number.parse().ok().filter(|&d: &u8| usize::from(d) <= table.side);
        digits.push(digit.ok_or_else(|| table.unknown_symbol(number, line.number, place.column, line.text))?);
        places.push(place);
    }
    Ok((digits, Places::Cells(places.into())))
}

/// The range of the digits of a board: `1 to 9`.
pub(super) fn all_digits(side: usize) -> String {
    if side == 1 { "1".to_string() } else { format!("1 to {side}") }
}

/// `1 character missing`, `2 characters too many`.
pub(super) fn difference(have: usize, need: usize, noun: &str) -> String {
    let by = have.abs_diff(need);
    let plural = if by == 1 { "" } else { "s" };
    format!("{by} {noun}{plural} {}", if have < need { "missing" } else { "too many" })
}

/// The rest of a remedy for a line that is taken for a row since the side of its board would be prime.
pub(super) fn shape_of_line(length: usize) -> String {
    let side = length.isqrt();
    if side * side != length || !is_prime(side) {
        return String::new();
    }
    format!("; --shape 1x{side} reads {length} characters as {} puzzle", board_name(side))
}

/// The error for a row whose length fits no board.
pub(super) fn wrong_length(line: TextLine<'_>, column: usize, length: usize, fixed: Option<usize>) -> Error {
    const SIDES: [usize; 10] = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25];
    let side = fixed.unwrap_or_else(|| SIDES.into_iter().min_by_key(|s| length.abs_diff(s * s)).unwrap_or(9));
    let need = side * side;
    let help = match fixed {
        Some(side) => format!("accepted length: {need} ({side}x{side})"),
        None => {
            "accepted lengths: 16 (4x4), 36 (6x6), 81 (9x9), 256 (16x16), 625 (25x25), …".to_string()
                + &shape_of_line(length)
        }
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
