//! Columns separated by commas, semicolons or tabs and named by a header.
//!
//! ```text
//! id,puzzle,solution
//! 7,53..7…,534678912…
//! ```
//!
//! The header names the columns of the puzzle, its solution, its count and its name; other columns are
//! ignored. Without a header the first column is the puzzle, and the second column is the solution if it is
//! equally long.

use crate::format::board_rules::BoardRules;
use crate::format::cell_text;
use crate::format::error::Error;
use crate::format::length_errors;
use crate::format::notation::{Format, Read, Style};
use crate::format::puzzle::Puzzle;
use crate::format::puzzle_facts;
use crate::format::symbols::Symbols;
use crate::format::text_lines::TextLine;
use crate::{Shape, Sudoku};

/// Columns separated by commas.
pub(crate) struct Csv;

impl Format for Csv {
    const NAME: &'static str = "csv";
    const SENTENCE: &'static str = "columns: puzzle,solution";
    const READ: Read = Read::Own {
        recognizes: |_line, _board| false,
        parse: |line, board| parse(line, &Columns::PLAIN, board),
    };
    const HEADER: &'static str = "puzzle,solution\n";

    fn writes(_shape: Shape, _symbols: &Symbols) -> bool {
        true
    }

    fn append(puzzle: &Puzzle, style: &Style, out: &mut String) {
        let shape = puzzle.puzzle.shape();
        out.push_str(&style.cells(shape, puzzle.puzzle.clues(), '0', " "));
        out.push(',');
        if let Some(solution) = &puzzle.solution {
            out.push_str(&style.cells(shape, solution.cells(), '0', " "));
        }
        out.push('\n');
    }
}

/// The indices of the columns in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::format) struct Columns {
    separator: char,
    puzzle: usize,
    solution: Option<usize>,
    count: Option<usize>,
    name: Option<usize>,
}

impl Columns {
    /// The columns of a file without a header.
    pub(in crate::format) const PLAIN: Columns =
        Columns { separator: ',', puzzle: 0, solution: Some(1), count: None, name: None };

    /// Parses a header; `None` if the line is not one.
    ///
    /// # Errors
    /// A quote of the header has no end.
    pub(in crate::format) fn of_header(line: TextLine<'_>) -> Result<Option<Columns>, Error> {
        let separator = [',', ';', '\t'].into_iter().find(|&c| line.text.contains(c)).unwrap_or(',');
        let fields = fields(line, separator);
        // Only a line that names a puzzle is a header, also if its quotes are wrong.
        let words = fields.clone().unwrap_or_else(|_| line.text.split(separator).map(unquoted).collect());
        let words: Vec<String> = words.into_iter().map(str::to_ascii_lowercase).collect();
        let find = |known: &[&str]| words.iter().position(|word| known.contains(&word.as_str()));
        let names = ["puzzle", "puzzles", "quiz", "quizzes", "sudoku", "sudokus", "grid", "board"];
        let Some(puzzle) = find(&names) else { return Ok(None) };
        // A single word is more likely the name of a grid below it.
        if words.len() == 1 && words[0] != "puzzle" && words[0] != "quizzes" {
            return Ok(None);
        }
        fields?;
        Ok(Some(Columns {
            separator,
            puzzle,
            solution: find(&["solution", "solutions", "solved"]),
            count: find(&["count", "counts"]),
            name: find(&["name", "names", "id"]),
        }))
    }
}

/// Parses the puzzle of a row.
pub(in crate::format) fn parse(
    line: TextLine<'_>,
    columns: &Columns,
    board: &mut BoardRules,
) -> Result<Puzzle, Error> {
    let fields = fields(line, columns.separator)?;
    let field = |at: Option<usize>| at.and_then(|k| fields.get(k)).copied().filter(|field| !field.is_empty());
    let Some(text) = field(Some(columns.puzzle)) else {
        let (column, width) = line.extent();
        return Err(line
            .error(format!("a row without a puzzle in column {}", columns.puzzle + 1), column, width)
            .help("each row has the columns that the header names"));
    };
    let (length, column) = (cell_text::cell_count(text), line.column_of(text));
    if !board.is_line_length(length) {
        return Err(length_errors::wrong_length(line, column, length, board.fixed));
    }
    let shape = board.shape(length.isqrt(), None, (line, column, text.chars().count()))?;
    let (clues, places) = cell_text::cells(text, line, board.table(shape.side()))?;
    let clues = Sudoku::new(shape, &clues).expect("the table knows no digit above the side");
    let mut puzzle = Puzzle::at(line.number, clues, places);
    if let Some(count) = field(columns.count) {
        puzzle.count = Some(puzzle_facts::count(count, line)?);
    }
    if let Some(solution) = field(columns.solution) {
        puzzle.solution = Some(puzzle_facts::solution(solution, line, shape, board)?);
    }
    puzzle.name = field(columns.name).map(str::to_string);
    Ok(puzzle)
}

/// The fields of a row, without quotes. A separator within quotes belongs to its field.
fn fields<'a>(line: TextLine<'a>, separator: char) -> Result<Vec<&'a str>, Error> {
    let (mut fields, mut rest) = (Vec::new(), line.text);
    loop {
        let field = rest.trim_start_matches(|c: char| c.is_whitespace() && c != separator);
        let start = rest.len() - field.len();
        let end_of_quotes = match field.strip_prefix('"') {
            None => 0,
            Some(quoted) => {
                start
                    + 1
                    + closing_quote(quoted).ok_or_else(|| {
                        line.error("a quote without an end", line.column_of(field), 1)
                            .help("close the quotes within the line, or remove them")
                    })?
            }
        };
        let Some(length) = rest[end_of_quotes..].find(separator) else {
            fields.push(unquoted(rest));
            return Ok(fields);
        };
        let end = end_of_quotes + length;
        fields.push(unquoted(&rest[..end]));
        rest = &rest[end + separator.len_utf8()..];
    }
}

/// The byte of the quote that ends `quoted`. A doubled quote is a part of the text.
fn closing_quote(quoted: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + quoted[from..].find('"')?;
        if !quoted[at + 1..].starts_with('"') {
            return Some(at);
        }
        from = at + 2;
    }
}

fn unquoted(field: &str) -> &str {
    field.trim().trim_matches('"').trim()
}
