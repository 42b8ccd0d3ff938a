//! A fast path for plain lines: lines with the 81 characters of a 9x9 puzzle and nothing else, as in files of
//! millions of puzzles.
//!
//! A plain line is recognized without look-ahead, by a scan that the compiler vectorizes: a line of digits
//! and dots takes a few operations per 16 bytes. A line with other symbols is looked up byte by byte. All
//! other lines are left to the full reader, which gives the same results for plain lines.

use super::puzzle::{Places, Puzzle};
use super::symbols::Table;
use crate::{Shape, Sudoku};

const CELLS: usize = 81;

/// The extent of a plain line and of the blank lines and comments before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlainLine {
    /// Number of bytes of the blank lines and comments.
    before: usize,
    /// Number of those lines.
    lines: usize,
    /// Number of bytes of the plain line, including its line break.
    length: usize,
}

impl PlainLine {
    /// Total number of bytes.
    pub(super) fn bytes(self) -> usize {
        self.before + self.length
    }

    /// Total number of lines.
    pub(super) fn lines(self) -> usize {
        self.lines + 1
    }

    /// The line number of the plain line, if the first line has number `number`.
    pub(super) fn number(self, number: usize) -> usize {
        number + self.lines
    }
}

/// The extent of consecutive plain lines and of the blank lines and comments among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PlainLines {
    pub(super) bytes: usize,
    pub(super) lines: usize,
    pub(super) puzzles: usize,
}

/// Finds the plain lines at the start of `text` that fit into `most` bytes; at least one if `text` starts
/// with one.
pub(super) fn run(text: &[u8], table: &Table, ended: bool, most: usize) -> PlainLines {
    let mut run = PlainLines::default();
    while run.bytes < most
        && let Some((found, _)) =
            find(&text[run.bytes..], ended, |cells| are_symbols(table, cells).then_some(()))
        && (run.puzzles == 0 || run.bytes + found.bytes() <= most)
    {
        run.bytes += found.bytes();
        run.lines += found.lines();
        run.puzzles += 1;
    }
    run
}

/// Parses the plain puzzle at the start of `text`; see [`find`].
#[inline]
pub(super) fn puzzle(text: &[u8], table: &Table, ended: bool) -> Option<(Sudoku, PlainLine)> {
    let (found, clues) = find(text, ended, |cells| clues(table, cells))?;
    Some((Sudoku::new(Shape::NINE, &clues)?, found))
}

/// Converts a plain puzzle to a [`Puzzle`] on line `line`.
#[inline]
pub(super) fn on_line(line: usize, puzzle: Sudoku) -> Puzzle {
    Puzzle::at(line, puzzle, Places::Line(1))
}

/// Finds the first line of `text` that is neither blank nor a comment, if it consists of 81 characters that
/// `read` accepts. `ended` states that `text` is the end of the input.
#[inline(always)]
fn find<T>(text: &[u8], ended: bool, read: impl Fn(&[u8; CELLS]) -> Option<T>) -> Option<(PlainLine, T)> {
    let (mut before, mut lines) = (0, 0);
    loop {
        let text = &text[before..];
        if let Some((cells, rest)) = text.split_first_chunk()
            && let Some(end) = line_end(rest, ended)
            && let Some(value) = read(cells)
        {
            return Some((PlainLine { before, lines, length: CELLS + end }, value));
        }
        before += skippable(text)?;
        lines += 1;
    }
}

/// The number of bytes of the line break at the start of `rest`.
#[inline(always)]
fn line_end(rest: &[u8], ended: bool) -> Option<usize> {
    match rest {
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        [] if ended => Some(0),
        _ => None,
    }
}

/// The number of bytes of a blank line or a comment at the start of `text`. Two kinds of comments are left to
/// the full reader: those that are not ASCII, since they may be invalid UTF-8, and those that may end with a
/// single carriage return.
#[cold]
fn skippable(text: &[u8]) -> Option<usize> {
    let end = text.iter().position(|&byte| byte == b'\n')?;
    let line = text[..end].strip_suffix(b"\r").unwrap_or(&text[..end]);
    let blank = line.iter().all(|byte| b" \t".contains(byte));
    let comment = line.starts_with(b"#") && line.is_ascii() && !line.contains(&b'\r');
    (blank || comment).then_some(end + 1)
}

/// Whether all `cells` are symbols.
#[inline(always)]
fn are_symbols(table: &Table, cells: &[u8; CELLS]) -> bool {
    table.conventional && are_digits_or_dots(cells)
        || cells.iter().all(|&byte| table.bytes[usize::from(byte)] & 0x80 == 0)
}

/// The digits of `cells`, with 0 for an empty cell, if all of them are symbols.
#[inline(always)]
fn clues(table: &Table, cells: &[u8; CELLS]) -> Option<[u8; CELLS]> {
    if table.conventional && are_digits_or_dots(cells) {
        return Some(cells.map(|byte| if byte == b'.' { 0 } else { byte - b'0' }));
    }
    let mut seen = 0;
    let clues = cells.map(|byte| {
        let clue = table.bytes[usize::from(byte)];
        seen |= clue;
        clue
    });
    // Only the value for bytes that are not symbols has the top bit set.
    (seen & 0x80 == 0).then_some(clues)
}

/// Whether all cells are digits or dots. An early exit would prevent vectorization.
#[inline(always)]
fn are_digits_or_dots(cells: &[u8; CELLS]) -> bool {
    let other = |&byte: &u8| u8::from(byte.wrapping_sub(b'0') > 9) & u8::from(byte != b'.');
    cells.iter().fold(0, |seen, byte| seen | other(byte)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::symbols::Symbols;

    const EASY: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    fn table() -> Table {
        Table::new(&Symbols::default(), 9)
    }

    #[test]
    fn both_ways_to_read_a_line_agree_on_every_byte() {
        let (quick, mut slow) = (table(), table());
        slow.conventional = false;
        for byte in 0..=u8::MAX {
            let mut cells: [u8; CELLS] = EASY.as_bytes().try_into().unwrap();
            cells[80] = byte;
            assert_eq!(clues(&quick, &cells), clues(&slow, &cells), "{byte:#04x}");
            assert_eq!(are_symbols(&quick, &cells), clues(&slow, &cells).is_some(), "{byte:#04x}");
        }
    }

    #[test]
    fn a_run_ends_where_a_line_says_more() {
        let plain = format!("# words\n{EASY}\r\n \t\n{EASY}\n");
        let runs = |text: &str, ended, most| run(text.as_bytes(), &table(), ended, most);
        for rest in ["", "\n# more\n", "# \u{e9}\n", "# a\rb\n", "53..7\n", &format!("{EASY}:1\n"), EASY] {
            let found = runs(&format!("{plain}{rest}"), false, usize::MAX);
            assert_eq!(found, PlainLines { bytes: plain.len(), lines: 4, puzzles: 2 }, "{rest}");
        }
        let ended = runs(&format!("{plain}{EASY}"), true, usize::MAX);
        assert_eq!(ended, PlainLines { bytes: plain.len() + 81, lines: 5, puzzles: 3 });
        assert_eq!(runs(&plain, true, 100), PlainLines { bytes: 91, lines: 2, puzzles: 1 });
        assert_eq!(runs(&plain, true, 1), PlainLines { bytes: 91, lines: 2, puzzles: 1 });
        assert_eq!(runs("", true, usize::MAX), PlainLines::default());
    }
}
