//! Parses the facts that a line states about its puzzle: the number of solutions, and a solution.

use super::board_rules::BoardRules;
use super::cell_text::{cell_count, cells, first_word};
use super::error::Error;
use super::length_errors::difference;
use super::puzzle::{Count, Puzzle};
use super::text_lines::TextLine;
use crate::{Grid, Shape};

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
