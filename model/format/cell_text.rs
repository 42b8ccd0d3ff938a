//! Parses the cells of a board of any size from one text: a character per cell, or numbers separated by blanks.

use super::error::Error;
use super::puzzle::{Place, Places};
use super::symbols::Table;
use super::text_lines::TextLine;

/// Splits `text` at the first blank, comma, semicolon, colon or bar.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_whitespace() || ",;:|".contains(c)).unwrap_or(text.len());
    text.split_at(end)
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
