//! Puzzles from a source of any length at bounded memory.
//!
//! A [`Reader`](super::sudoku::Reader) looks ahead: whether a line is a puzzle or a row of one
//! depends on the lines below it. So a stream keeps a window of the input and works in it as long
//! as enough is left to look at; then it moves the window on. The results are those of reading
//! everything at once, as long as a single board with the comments inside it takes less than
//! [`AHEAD`].
//!
//! A line that is a puzzle whatever follows needs no look ahead. So the source of typed puzzles, or of a pipe
//! with one a line, need not be waited for: [`Stream::ready`] gives the results known without reading on, and
//! only [`Stream::read_on`] waits for the source.

use super::lines::{Kind, Lines};
use super::sudoku::{Memory, Options, Puzzle, Walk};
use super::{Error, plain};
use crate::Sudoku;
use std::fmt;
use std::io::{self, Read};

/// Bytes kept in sight, unless the input ends: more than the largest board and its solution take as rows of
/// numbers.
pub const AHEAD: usize = 1 << 20;
/// The size of the window.
const WINDOW: usize = 4 << 20;
/// How much is read in one go at most: the bytes are soon parsed, while they are in a core's own cache.
const GULP: usize = 1 << 18;
/// Most bytes that are moved to the front of the window before every gulp, for the front is in a cache, and
/// the bytes further on are not: the end of a line, but not a text in which a board was sought.
const LITTLE: usize = 1 << 12;

/// Why a stream has no puzzle to give.
#[derive(Debug)]
pub enum Trouble {
    /// A place that is not understood; the stream goes on behind it.
    Input(Error),
    /// The source cannot be read; the stream is at its end.
    Source(io::Error),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Input(error) => error.fmt(f),
            Trouble::Source(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Trouble {}

/// Plain lines of a source: each is a puzzle of 81 characters and nothing else, but for blank
/// lines and comments in ASCII among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain<'a> {
    /// The lines with their ends.
    pub text: &'a [u8],
    /// The number of the first of them, from 1.
    pub line: usize,
    /// How many puzzles they are.
    pub puzzles: usize,
}

/// Puzzle after puzzle of a source.
#[derive(Debug)]
pub struct Stream<R> {
    source: R,
    /// A buffer, of which the bytes from `start` to `end` are to be parsed.
    window: Box<[u8]>,
    start: usize,
    end: usize,
    /// The number of the line at `start`.
    number: usize,
    /// Where in the window the last item began, and the line of that place.
    quoted: (usize, usize),
    /// Whether a byte order mark may come.
    fresh: bool,
    /// Whether the source has nothing more to give.
    ended: bool,
    memory: Memory,
    /// Bytes that were parsed.
    parsed: u64,
}

impl<R: Read> Stream<R> {
    /// A stream of the puzzles in `source`.
    pub fn new(source: R, options: &Options) -> Stream<R> {
        let memory = Memory::new(options);
        Stream {
            source,
            window: Box::default(),
            start: 0,
            end: 0,
            number: 1,
            quoted: (0, 1),
            fresh: true,
            ended: memory.refused.is_some(),
            memory,
            parsed: 0,
        }
    }

    /// The next puzzle, or the next place that is not understood, if that is known without reading
    /// on. `None`: [`Stream::read_on`], which says whether there is more.
    #[inline]
    pub fn ready(&mut self) -> Option<Result<Puzzle, Error>> {
        if let Some((line, puzzle)) = self.plain_puzzle() {
            return Some(Ok(plain::on_line(line, puzzle)));
        }
        self.considered()
    }

    /// The next puzzle with its line, if it is a line of 81 characters and nothing else, and that is known
    /// without reading on. `None`: [`Stream::ready`]. It gives the same puzzles, with more to say of each.
    #[inline]
    pub fn plain_puzzle(&mut self) -> Option<(usize, Sudoku)> {
        let (start, number) = (self.start, self.number);
        self.quoted = (start, number);
        let (puzzle, found) = self.memory.plain(&self.window[start..self.end], self.ended)?;
        self.leave(found.bytes(), found.lines());
        Some((found.number(number), puzzle))
    }

    /// The plain lines that come next, at most `most` bytes of them if that is a line or more, as far as they
    /// are known without reading on. The stream does not give their puzzles again.
    pub fn plain(&mut self, most: usize) -> Option<Plain<'_>> {
        let (start, line) = (self.start, self.number);
        let run = self.memory.plain_run(&self.window[start..self.end], self.ended, most)?;
        self.quoted = (start, line);
        self.leave(run.bytes, run.lines);
        Some(Plain { text: &self.window[start..self.start], line, puzzles: run.puzzles })
    }

    /// Waits for the source and takes the bytes that it gives at once. `false`: it has come to its end, and
    /// [`Stream::ready`] gives the rest.
    ///
    /// # Errors The source cannot be read; an unfinished puzzle before that is lost.
    pub fn read_on(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.end + GULP > self.window.len() || self.end - self.start <= LITTLE {
            self.move_on();
        }
        let room = &mut self.window[self.end..];
        let room_for_a_gulp = room.len().min(GULP);
        let read = loop {
            match self.source.read(&mut room[..room_for_a_gulp]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    (self.ended, self.start) = (true, self.end);
                    return Err(error);
                }
                Ok(read) => break read,
            }
        };
        self.end += read;
        self.ended = read == 0;
        if self.fresh && (self.ended || self.end >= 3) {
            self.fresh = false;
            let marked = self.window[..self.end].starts_with(b"\xef\xbb\xbf");
            self.leave(if marked { 3 } else { 0 }, 0);
        }
        Ok(!self.ended)
    }

    /// Whether everything was parsed and nothing more will come.
    pub fn is_over(&self) -> bool {
        self.ended && self.start == self.end
    }

    /// How many bytes of the source's text were parsed, and how many were read.
    pub fn position(&self) -> (u64, u64) {
        (self.parsed, self.parsed + (self.end - self.start) as u64)
    }

    /// The text of lines `first` to `last`, for a diagnostic about the puzzle that came last.
    pub fn quote(&self, first: usize, last: usize) -> String {
        let (offset, number) = self.quoted;
        let lines = Lines { rest: &self.window[offset..self.end], number };
        let wanted = lines.skip(first.saturating_sub(number)).take((last + 1).saturating_sub(first));
        wanted.map(|line| line.map_or_else(|e| e.text.clone(), |l| l.text.to_string()) + "\n").collect()
    }

    fn leave(&mut self, bytes: usize, lines: usize) {
        self.start += bytes;
        self.number += lines;
        self.parsed += bytes as u64;
    }

    /// Moves the rest to the beginning of the window.
    fn move_on(&mut self) {
        if self.window.is_empty() {
            self.window = vec![0; WINDOW].into();
        }
        self.window.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        self.quoted = (0, self.number);
    }

    /// The result of [`Stream::ready`] where no plain line comes next.
    #[inline(never)]
    fn considered(&mut self) -> Option<Result<Puzzle, Error>> {
        loop {
            let text = &self.window[self.start..self.end];
            let in_sight = match self.ended {
                true => text.len(),
                // A byte order mark may be on its way.
                false if self.fresh => return None,
                false if text.len() >= AHEAD => whole_lines(text),
                false => self.lonely_item(text)?,
            };
            let lines = Lines { rest: &text[..in_sight], number: self.number };
            let mut walk = Walk { lines, memory: &mut self.memory };
            let item = walk.next();
            let Lines { rest, number } = walk.lines;
            self.leave(in_sight - rest.len(), number - self.number);
            if item.is_some() || self.ended {
                return item;
            }
        }
    }

    /// How many bytes from the start of `text` a line and the blank lines before it take, if it is
    /// an item whatever follows.
    fn lonely_item(&self, text: &[u8]) -> Option<usize> {
        let whole = whole_lines_only(text);
        let mut lines = Lines { rest: &text[..whole], number: self.number };
        let line = lines.find(|item| !matches!(item, Ok(line) if line.kind() == Kind::Blank))?.ok()?;
        self.memory.is_item(line).then_some(whole - lines.rest.len())
    }
}

/// How many bytes of `text` are whole lines; all, if no line ends there.
fn whole_lines(text: &[u8]) -> usize {
    let whole = whole_lines_only(text);
    if whole == 0 { text.len() } else { whole }
}

/// How many bytes of `text` are whole lines.
fn whole_lines_only(text: &[u8]) -> usize {
    let last = |mark: u8| text.iter().rposition(|&b| b == mark).map(|at| at + 1);
    // A carriage return at the very end may be half of a line's end.
    last(b'\n').or_else(|| last(b'\r').filter(|&at| at < text.len())).unwrap_or(0)
}

impl<R: Read> Iterator for Stream<R> {
    type Item = Result<Puzzle, Trouble>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.ready() {
                return Some(item.map_err(Trouble::Input));
            }
            match self.read_on() {
                Err(error) => return Some(Err(Trouble::Source(error))),
                Ok(_) if self.is_over() => return None,
                Ok(_) => {}
            }
        }
    }
}
