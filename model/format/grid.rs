//! Grids drawn row by row.
//!
//! ```text
//! 8 _ _ | _ _ _ | _ _ _
//! _ _ 3 | 6 _ _ | _ _ _
//! _ 7 _ | _ 9 _ | 2 _ _
//! ------+-------+------
//! ```
//!
//! Blanks, bars and rules are decoration, except that bars (or blanks between groups of equal length) show
//! the width of a box. Boards too wide for letters are rows of numbers separated by blanks or commas. A row
//! of groups such as `003 020 600` may be characters or numbers; the other rows decide.
//!
//! In a grid of pencil marks, each cell lists its candidates: `1 24 3 | 5 6 789 | …`. A cell with one candidate is a
//! clue. The other cells are open, and their eliminated candidates are lost.

use super::board_rules::{BoardRules, Read};
use super::cell_text;
use super::error::Error;
use super::length_errors;
use super::puzzle::{Place, Places, Puzzle};
use super::puzzle_facts;
use super::symbols::{LETTERS_END, board_name};
use super::text_lines::{LineKind, Lines, TextLine};
use crate::{Shape, Sudoku};

/// Maximum number of cells in a row.
const MAX_SIDE: usize = 255;
/// Maximum number of characters in a row, since no alphabet has more symbols. A longer line whose length fits
/// a board is a puzzle.
pub(super) const LONGEST_ROW: usize = LETTERS_END;

/// A line split at blanks, commas and bars.
#[derive(Clone)]
pub(super) struct CutLine<'a> {
    pub(super) line: TextLine<'a>,
    tokens: Vec<Token<'a>>,
    /// The number of tokens before each bar that has tokens on both sides.
    bars: Vec<usize>,
    commas: bool,
    /// The text after a colon: a count or a solution.
    rest: Option<&'a str>,
}

#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    column: usize,
}

impl Token<'_> {
    fn width(&self) -> usize {
        self.text.chars().count()
    }

    /// Whether the token consists of digits, or is one character that may represent an empty cell.
    fn is_number(&self) -> bool {
        self.text.bytes().all(|b| b.is_ascii_digit())
            || matches!(self.text, "." | "_" | "*" | "-" | "x" | "X")
    }
}

impl<'a> CutLine<'a> {
    pub(super) fn of(line: TextLine<'a>) -> CutLine<'a> {
        let (cells, rest) = line.text.split_once(':').map_or((line.text, None), |(a, b)| (a, Some(b)));
        let mut row = CutLine { line, tokens: Vec::new(), bars: Vec::new(), commas: false, rest };
        let mut start: Option<(usize, usize)> = None;
        for (column, (offset, c)) in cells.char_indices().enumerate() {
            let apart = c.is_whitespace() || ",;|".contains(c);
            match start {
                Some((from, first)) if apart => {
                    row.tokens.push(Token { text: &cells[from..offset], column: first });
                    start = None;
                }
                None if !apart => start = Some((offset, column + 1)),
                _ => {}
            }
            row.commas |= c == ',';
            if c == '|' && !row.tokens.is_empty() && row.bars.last() != Some(&row.tokens.len()) {
                row.bars.push(row.tokens.len());
            }
        }
        row.tokens.extend(start.map(|(from, column)| Token { text: &cells[from..], column }));
        let tokens = row.tokens.len();
        row.bars.retain(|&b| b < tokens);
        row
    }

    /// The number of cells, if each character is a cell.
    pub(super) fn characters(&self) -> usize {
        self.tokens.iter().map(Token::width).sum()
    }

    fn cells(&self, numbers: bool) -> Vec<Token<'a>> {
        if numbers {
            return self.tokens.clone();
        }
        let split = |token: &Token<'a>| {
            let (text, column) = (token.text, token.column);
            text.char_indices()
                .enumerate()
                .map(move |(k, (i, c))| Token { text: &text[i..i + c.len_utf8()], column: column + k })
        };
        self.tokens.iter().flat_map(split).collect()
    }
}

/// The line and the following lines that may be rows of the same grid, at most as many as the grid could
/// have.
pub(super) fn gather<'a>(
    first: TextLine<'a>,
    lines: &mut Lines<'a>,
    board: &mut BoardRules,
) -> Vec<CutLine<'a>> {
    let row = CutLine::of(first);
    let most = row.characters().min(MAX_SIDE);
    let dashes = first.kind() == LineKind::Dashes || first.text.contains('-');
    let mut rows = vec![row];
    while rows.len() < most
        && let Some(Ok(line)) = lines.next_text()
    {
        if line.kind() == LineKind::Dashes && !dashes {
            continue;
        }
        let (word, _) = cell_text::first_word(line.text.trim_start());
        let is_word = word.chars().count() >= 3 && word.chars().all(char::is_alphabetic);
        let row = CutLine::of(line);
        if ends_at(line, &rows[..1], lines, board) || is_word && row.characters() != most {
            break;
        }
        rows.push(row);
    }
    rows
}

/// Whether a grid that begins with `rows` ends before `line`, because the line is a whole puzzle; `after` are the lines
/// below it.
pub(super) fn ends_at(
    line: TextLine<'_>,
    rows: &[CutLine<'_>],
    after: &Lines<'_>,
    board: &mut BoardRules,
) -> bool {
    let length = cell_text::first_word(line.text.trim_start()).0.chars().count();
    let is_wide = |row: &CutLine<'_>| length > row.characters().min(LONGEST_ROW);
    let is_alike = |row: &CutLine<'_>| length == row.characters();
    board.is_line_length(length)
        && (rows.iter().all(is_wide)
            || length > 1 && !rows.iter().any(is_alike) && !is_row(line, length, after, board))
}

/// Whether a line whose first word, of `length` characters, is as long as a puzzle is a row of a larger board: lines of
/// the same length follow, with symbols that the smaller board does not have. `after` are the lines below it.
pub(super) fn is_row(line: TextLine<'_>, length: usize, after: &Lines<'_>, board: &mut BoardRules) -> bool {
    if board.fixed.is_some() || !(16..=LONGEST_ROW).contains(&length) {
        return false;
    }
    let small = board.table(length.isqrt()).clone();
    let large = board.table(length);
    let mut after = after.clone();
    let (mut foreign, mut rows) = (0, 0);
    let mut next = Some(line);
    while let Some(line) = next {
        let (word, _) = cell_text::first_word(line.text.trim_start());
        if word.chars().count() != length || rows == length {
            break;
        }
        foreign += word.chars().filter(|&c| small.value(c).is_none() && large.value(c).is_some()).count();
        rows += 1;
        next = after.next_text().and_then(Result::ok);
    }
    // A misspelled puzzle among others is not a grid; a grid has many symbols of the larger board.
    rows > 1 && foreign >= length / 2
}

/// Parses the puzzle at the start of `rows`. Also returns the number of its rows.
pub(super) fn parse(rows: &[CutLine<'_>], board: &mut BoardRules) -> Result<(Puzzle, usize), Error> {
    if rows[0].tokens.is_empty() {
        return Err(rows[0].line.error("a row without cells", 1, rows[0].line.text.chars().count()));
    }
    let opened = without_pencil_marks(rows, board);
    let rows = opened.as_deref().unwrap_or(rows);
    let numbers = are_numbers(rows, board);
    if let Some(error) = too_short_for_a_line(rows, numbers, board) {
        return Err(error);
    }
    if numbers && is_whole(rows, board) {
        return numbers_on_a_line(&rows[0], board).map(|puzzle| (puzzle, 1));
    }
    let cells: Vec<Vec<Token<'_>>> = rows.iter().map(|row| row.cells(numbers)).collect();
    let side = side_of(&cells);
    let first = &rows[0];
    if side > MAX_SIDE {
        return Err(first.line.error(format!("row of {side} cells"), 1, 0).help("sides run from 1 to 255"));
    }
    for (row, cells) in rows.iter().zip(&cells).take(side) {
        check_width(row, cells, side)?;
    }
    let drawn = drawn_boxes(first, numbers, side)?;
    let whole = (first.tokens[0].column, row_width(&cells[0]));
    let shape = board.shape(side, drawn, (first.line, whole.0, whole.1))?;
    let mut places = Vec::with_capacity(shape.cells());
    let mut clues = Vec::with_capacity(shape.cells());
    for (row, cells) in rows.iter().zip(&cells).take(side) {
        decode(cells, row.line, numbers, side, board, &mut clues, &mut places)?;
    }
    if rows.len() < side {
        return Err(rows_missing(&rows[rows.len() - 1], rows.len(), side));
    }
    let puzzle = Sudoku::new(shape, &clues).expect("digits were compared with the side");
    let places = Places::Cells(places.into());
    Ok((Puzzle::at(first.line.number, puzzle, places), side))
}

/// The rows of a grid of pencil marks, with `.` for each cell that has several candidates. `None` for other rows.
fn without_pencil_marks<'a>(rows: &[CutLine<'a>], board: &BoardRules) -> Option<Vec<CutLine<'a>>> {
    let side = rows[0].tokens.len();
    if board.symbols.side().is_some() || !(2..=9).contains(&side) {
        return None;
    }
    let is_set = |text: &str| {
        text.bytes().all(|b| (1..=side).contains(&usize::from(b.wrapping_sub(b'0'))))
            && text.bytes().is_sorted()
    };
    let is_marked = |row: &CutLine<'_>| row.tokens.len() == side && row.tokens.iter().all(|t| is_set(t.text));
    let mut rows = rows.get(..side).filter(|rows| rows.iter().all(is_marked))?.to_vec();
    let marked = rows.iter_mut().flat_map(|row| &mut row.tokens).filter(|token| token.text.len() > 1);
    let count = marked.map(|token| token.text = ".").count();
    (count > 0).then_some(rows)
}

/// The error for a line in which a word precedes the puzzle.
pub(super) fn word_before_puzzle(line: TextLine<'_>, board: &mut BoardRules) -> Option<Error> {
    // Most lines begin with the puzzle, which is longer than what follows.
    let text = line.text.trim_start();
    let first =
        text.bytes().position(|byte| matches!(byte, b' ' | b'\t' | b',' | b'|')).unwrap_or(text.len());
    if 2 * first >= text.len() {
        return None;
    }
    let row = CutLine::of(line);
    let [word, puzzle, ..] = row.tokens[..] else { return None };
    let length = puzzle.width();
    if length < 16 || length <= word.width() || !board.is_line_length(length) {
        return None;
    }
    let table = board.table(length.isqrt());
    puzzle.text.chars().all(|c| table.value(c).is_some()).then(|| {
        line.error(format!("`{}` before a puzzle", word.text), word.column, word.width())
            .label("the puzzle begins after it")
            .help("write a name after the puzzle, or put a header such as `name,puzzle` above columns separated by commas")
    })
}

/// Whether the tokens of the rows are numbers, not groups of characters.
fn are_numbers(rows: &[CutLine<'_>], board: &BoardRules) -> bool {
    let tokens = || rows.iter().flat_map(|row| &row.tokens);
    if matches!(board.read, Some(Read::Numbers)) {
        return true;
    }
    if board.symbols.side().is_some() || !tokens().all(Token::is_number) {
        return false;
    }
    if rows[0].commas {
        return true;
    }
    let (widest, narrowest) = (tokens().map(Token::width).max(), tokens().map(Token::width).min());
    if widest == narrowest {
        // The row 003 020 600 consists of characters, unless there are only as many rows as groups.
        let (groups, characters) = (rows[0].tokens.len(), rows[0].characters());
        return groups > 1 && widest > Some(1) && (groups..characters).contains(&rows.len());
    }
    // The row 003 02 600 lacks a character; if its tokens were numbers, most would be too large.
    let large = |row: &CutLine<'_>| {
        let above = |t: &&Token<'_>| t.text.parse().is_ok_and(|v: usize| v > row.tokens.len());
        row.tokens.iter().filter(above).count() * 2 > row.tokens.len()
    };
    !rows.iter().all(large)
}

/// The error for a single word that is too long for a row, or that has no other row below it and so was
/// probably meant as a puzzle.
fn too_short_for_a_line(rows: &[CutLine<'_>], numbers: bool, board: &BoardRules) -> Option<Error> {
    let first = &rows[0];
    let token = first.tokens.first().filter(|_| !numbers && first.bars.is_empty())?;
    if matches!(board.read, Some(Read::Grid | Read::Numbers)) {
        return None;
    }
    let length = token.width();
    let lonely = first.tokens.len() == 1 && rows.get(1).is_none_or(|row| row.characters() != length);
    let wrong = length > LONGEST_ROW || (length > 25 && first.tokens.len() > 1) || (lonely && length >= 10);
    // If the options determine the side and the length fits another board, report that.
    let side = length.isqrt();
    if wrong && board.fixed.is_some_and(|fixed| side * side == length && side != fixed) {
        return board.shape(side, None, (first.line, token.column, length)).err();
    }
    wrong.then(|| length_errors::wrong_length(first.line, token.column, length, board.fixed))
}

/// Whether the first row of numbers is a whole board: its length fits, and the rows below do not show that it
/// is a row of a grid.
fn is_whole(rows: &[CutLine<'_>], board: &BoardRules) -> bool {
    let count = rows[0].tokens.len();
    if !rows[0].bars.is_empty() || !board.is_line_length(count) {
        return false;
    }
    let side = count.isqrt();
    let alike = rows.iter().take_while(|row| row.tokens.len() == count);
    let small =
        |row: &CutLine<'_>| row.tokens.iter().all(|t| t.text.parse().map_or(true, |v: usize| v <= side));
    board.fixed.is_some() || alike.clone().count() == 1 || alike.clone().all(small)
}

/// Parses a row of numbers that is a whole board.
pub(super) fn whole(row: &CutLine<'_>, board: &mut BoardRules) -> Option<Result<Puzzle, Error>> {
    let numbers = row.tokens.len() > 1 && row.tokens.iter().all(Token::is_number);
    (numbers && board.is_line_length(row.tokens.len())).then(|| numbers_on_a_line(row, board))
}

fn numbers_on_a_line(row: &CutLine<'_>, board: &mut BoardRules) -> Result<Puzzle, Error> {
    let side = row.tokens.len().isqrt();
    let shape = board.shape(side, None, (row.line, row.tokens[0].column, row_width(&row.tokens)))?;
    let (mut clues, mut places) = (Vec::new(), Vec::new());
    decode(&row.tokens, row.line, true, side, board, &mut clues, &mut places)?;
    let puzzle = Sudoku::new(shape, &clues).expect("digits were compared with the side");
    let places = Places::Cells(places.into());
    let mut puzzle = Puzzle::at(row.line.number, puzzle, places);
    if let Some(rest) = row.rest {
        let (count, solution) = rest.split_once(':').map_or((rest, None), |(a, b)| (a, Some(b)));
        puzzle_facts::count_and_solution(count, row.line, &mut puzzle, board)?;
        if let Some(solution) = solution {
            puzzle.solution = Some(numbers_of_solution(solution, row.line, shape)?);
        }
    }
    Ok(puzzle)
}

fn numbers_of_solution(text: &str, line: TextLine<'_>, shape: Shape) -> Result<crate::Grid, Error> {
    let digit =
        |word: &str| word.trim().parse().ok().filter(|&d: &u8| (1..=shape.side()).contains(&usize::from(d)));
    let cells: Option<Vec<u8>> = text.split(',').map(digit).collect();
    cells.and_then(|cells| crate::Grid::new(shape, &cells)).ok_or_else(|| {
        let width = text.chars().count();
        line.error("a solution that does not fit the puzzle", line.text.chars().count() + 1 - width, width)
            .help(format!("give {} numbers from 1 to {} between commas", shape.cells(), shape.side()))
    })
}

/// The side of the board: the width of the first row, unless the next two rows agree on another width.
fn side_of(cells: &[Vec<Token<'_>>]) -> usize {
    match cells {
        [_, second, third, ..] if second.len() == third.len() && !second.is_empty() => second.len(),
        _ => cells[0].len(),
    }
}

fn check_width(row: &CutLine<'_>, cells: &[Token<'_>], side: usize) -> Result<(), Error> {
    if cells.len() == side {
        return Ok(());
    }
    let end = row.line.text.trim_end().chars().count() + 1;
    let (column, width) = match cells.get(side) {
        Some(extra) => (extra.column, end - extra.column),
        None => (end, 0),
    };
    let what = format!("row of {} cells, but {} puzzle needs {side}", cells.len(), board_name(side));
    Err(row
        .line
        .error(what, column, width)
        .label(length_errors::difference(cells.len(), side, "cell"))
        .help("each row of a grid needs its own line; bars, rules and blanks between cells do not count"))
}

fn rows_missing(last: &CutLine<'_>, have: usize, side: usize) -> Error {
    let end = last.line.text.trim_end().chars().count() + 1;
    last.line
        .error(
            format!(
                "grid of {have} row{}, but {} puzzle needs {side}",
                if have == 1 { "" } else { "s" },
                board_name(side)
            ),
            end,
            0,
        )
        .label(format!("{} after this one", length_errors::difference(have, side, "row")))
        .help(
            "each row of a grid needs its own line; a whole 9x9 puzzle on one line has 81 characters"
                .to_string()
                + &if have == 1 { length_errors::shape_of_line(side) } else { String::new() },
        )
}

/// The width of a box in columns, determined by the bars of a row or by groups of equal length.
fn drawn_boxes(row: &CutLine<'_>, numbers: bool, side: usize) -> Result<Option<usize>, Error> {
    let before =
        |tokens: usize| row.tokens[..tokens].iter().map(|t| if numbers { 1 } else { t.width() }).sum();
    let bounds: Vec<usize> = if !row.bars.is_empty() {
        row.bars.iter().map(|&b| before(b)).chain([side]).collect()
    } else if !numbers && row.tokens.len() > 1 {
        (1..=row.tokens.len()).map(before).collect()
    } else {
        return Ok(None);
    };
    let width = bounds[0];
    let uneven = bounds.windows(2).position(|w| w[1] - w[0] != width);
    match uneven {
        // A bar after each cell, or only a frame, does not show boxes.
        None => Ok(Some(width).filter(|w| (2..side).contains(w))),
        Some(_) if row.bars.is_empty() => Ok(None),
        Some(k) => {
            let cells = row.cells(numbers);
            let (from, to) = (&cells[bounds[k]], &cells[bounds[k + 1] - 1]);
            let what = format!("boxes that do not divide the {side}x{side} grid");
            Err(row
                .line
                .error(what, from.column, to.column + to.width() - from.column)
                .label(format!("{} columns here, {width} in the first box", bounds[k + 1] - bounds[k]))
                .help("bars separate boxes, and all boxes are equally wide"))
        }
    }
}

fn row_width(cells: &[Token<'_>]) -> usize {
    match (cells.first(), cells.last()) {
        (Some(first), Some(last)) => last.column + last.width() - first.column,
        _ => 0,
    }
}

fn decode(
    cells: &[Token<'_>],
    line: TextLine<'_>,
    numbers: bool,
    side: usize,
    board: &mut BoardRules,
    clues: &mut Vec<u8>,
    places: &mut Vec<Place>,
) -> Result<(), Error> {
    let table = board.table(side);
    let symbols = cells.iter().filter_map(|cell| cell.text.chars().next());
    if let Some(zero) = table.ambiguous_zero(symbols).filter(|_| !numbers) {
        return Err(table.ambiguous_zero_error(line.number, cells[zero].column, line.text));
    }
    for cell in cells {
        let number = if numbers { cell.text.parse().ok().filter(|&v: &usize| v <= side) } else { None };
        let mut characters = cell.text.chars();
        let symbol = match (characters.next(), characters.next()) {
            (Some(one), None) => table.value(one).filter(|&v| !numbers || v == 0),
            _ => None,
        };
        let value = number.map(|v| v as u8).or(symbol);
        clues
            .push(value.ok_or_else(|| table.unknown_symbol(cell.text, line.number, cell.column, line.text))?);
        places.push(Place { line: line.number, column: cell.column, width: cell.width() });
    }
    Ok(())
}
