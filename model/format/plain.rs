//! Plain lines: 81 characters of a 9x9 puzzle and nothing else, as files of millions have them.
//!
//! They are known without looking at what follows, and by a scan that the compiler turns into vector
//! instructions: a line of digits and dots costs a few operations for each 16 bytes. A line with other
//! symbols is looked up byte by byte. All other lines are left to the reader proper, which would say the same
//! of a plain line.

use super::puzzle::{Places, Puzzle};
use super::symbols::Table;
use crate::{Shape, Sudoku};

const CELLS: usize = 81;

/// A plain line and what may be passed over before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Bytes of blank lines and comments before it.
    before: usize,
    /// Their lines.
    lines: usize,
    /// Bytes of the line, its end included.
    length: usize,
}

impl Found {
    /// Bytes in all.
    pub(super) fn bytes(self) -> usize {
        self.before + self.length
    }

    /// Lines in all.
    pub(super) fn lines(self) -> usize {
        self.lines + 1
    }

    /// The number of the line, if the first of all is `number`.
    pub(super) fn number(self, number: usize) -> usize {
        number + self.lines
    }
}

/// Plain lines in a row, with blank lines and comments among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) bytes: usize,
    pub(super) lines: usize,
    pub(super) puzzles: usize,
}

/// The plain lines from the beginning of `text` on that `most` bytes hold, at least one if there is one.
pub(super) fn run(text: &[u8], table: &Table, ended: bool, most: usize) -> Run {
    let mut run = Run::default();
    while run.bytes < most
        && let Some((found, _)) = find(&text[run.bytes..], ended, |cells| knows(table, cells).then_some(()))
        && (run.puzzles == 0 || run.bytes + found.bytes() <= most)
    {
        run.bytes += found.bytes();
        run.lines += found.lines();
        run.puzzles += 1;
    }
    run
}

/// The plain puzzle that is the first thing in `text`.
#[inline]
pub(super) fn puzzle(text: &[u8], table: &Table, ended: bool) -> Option<(Sudoku, Found)> {
    let (found, clues) = find(text, ended, |cells| clues(table, cells))?;
    Some((Sudoku::new(Shape::NINE, &clues)?, found))
}

/// The puzzle of a plain line as it stands in an input.
#[inline]
pub(super) fn on_line(line: usize, puzzle: Sudoku) -> Puzzle {
    Puzzle::at(line, puzzle, Places::Line(1))
}

/// The first line of `text` that is neither blank nor a comment, if `read` makes sense of its 81
/// characters and nothing follows them. `ended`: nothing comes behind `text`.
#[inline(always)]
fn find<T>(text: &[u8], ended: bool, read: impl Fn(&[u8; CELLS]) -> Option<T>) -> Option<(Found, T)> {
    let (mut before, mut lines) = (0, 0);
    loop {
        let text = &text[before..];
        if let Some((cells, rest)) = text.split_first_chunk()
            && let Some(end) = line_end(rest, ended)
            && let Some(value) = read(cells)
        {
            return Some((Found { before, lines, length: CELLS + end }, value));
        }
        before += idle(text)?;
        lines += 1;
    }
}

/// How many bytes end a line here.
#[inline(always)]
fn line_end(rest: &[u8], ended: bool) -> Option<usize> {
    match rest {
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        [] if ended => Some(0),
        _ => None,
    }
}

/// How many bytes a blank line takes, or a comment, at the beginning of `text`. A comment that is
/// not ASCII is left to the reader proper, which sees whether it is text at all, and so is one
/// that a carriage return alone may end.
#[cold]
fn idle(text: &[u8]) -> Option<usize> {
    let end = text.iter().position(|&byte| byte == b'\n')?;
    let line = text[..end].strip_suffix(b"\r").unwrap_or(&text[..end]);
    let blank = line.iter().all(|byte| b" \t".contains(byte));
    let comment = line.starts_with(b"#") && line.is_ascii() && !line.contains(&b'\r');
    (blank || comment).then_some(end + 1)
}

/// Whether all of `cells` are symbols.
#[inline(always)]
fn knows(table: &Table, cells: &[u8; CELLS]) -> bool {
    table.conventional && usual(cells) || cells.iter().all(|&byte| table.bytes[usize::from(byte)] & 0x80 == 0)
}

/// The digits that `cells` stand for, 0 for a blank, if all are symbols.
#[inline(always)]
fn clues(table: &Table, cells: &[u8; CELLS]) -> Option<[u8; CELLS]> {
    if table.conventional && usual(cells) {
        return Some(cells.map(|byte| if byte == b'.' { 0 } else { byte - b'0' }));
    }
    let mut seen = 0;
    let clues = cells.map(|byte| {
        let clue = table.bytes[usize::from(byte)];
        seen |= clue;
        clue
    });
    // Only bytes that are no symbols have the top bit.
    (seen & 0x80 == 0).then_some(clues)
}

/// Whether all are digits or dots. No early end: that would keep the vector instructions away.
#[inline(always)]
fn usual(cells: &[u8; CELLS]) -> bool {
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
            assert_eq!(knows(&quick, &cells), clues(&slow, &cells).is_some(), "{byte:#04x}");
        }
    }

    #[test]
    fn a_run_ends_where_a_line_says_more() {
        let plain = format!("# words\n{EASY}\r\n \t\n{EASY}\n");
        let runs = |text: &str, ended, most| run(text.as_bytes(), &table(), ended, most);
        for rest in ["", "\n# more\n", "# \u{e9}\n", "# a\rb\n", "53..7\n", &format!("{EASY}:1\n"), EASY] {
            let found = runs(&format!("{plain}{rest}"), false, usize::MAX);
            assert_eq!(found, Run { bytes: plain.len(), lines: 4, puzzles: 2 }, "{rest}");
        }
        let ended = runs(&format!("{plain}{EASY}"), true, usize::MAX);
        assert_eq!(ended, Run { bytes: plain.len() + 81, lines: 5, puzzles: 3 });
        assert_eq!(runs(&plain, true, 100), Run { bytes: 91, lines: 2, puzzles: 1 });
        assert_eq!(runs(&plain, true, 1), Run { bytes: 91, lines: 2, puzzles: 1 });
        assert_eq!(runs("", true, usize::MAX), Run::default());
    }
}
