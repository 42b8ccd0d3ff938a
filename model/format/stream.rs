//! Reading puzzles from a source of any length with bounded memory.
//!
//! A [`Reader`](super::sudoku::Reader) looks ahead, because the lines below a line decide whether it is a
//! puzzle or a row of one. So a stream keeps a window of the input, parses while enough text follows, and
//! then moves the window. The results equal those of reading the whole input if no board, including the
//! comments inside it, exceeds [`LOOK_AHEAD`] bytes.
//!
//! Some lines are puzzles whatever follows, and need no look-ahead. So puzzles that are typed or piped, one
//! per line, are processed without waiting for more input: [`Stream::ready`] returns the results that are
//! already known, and only [`Stream::read_on`] waits for the source.

use super::sudoku::{ItemReader, Options, Puzzle, ReaderState};
use super::text_lines::{LineKind, Lines};
use super::{Error, plain_lines_9x9};
use crate::Sudoku;
use std::fmt;
use std::io::{self, Read};

/// Number of bytes of look-ahead, unless the input ends: more than the largest board and its solution take as
/// rows of numbers.
pub const LOOK_AHEAD: usize = 1 << 20;
/// The size of the window.
const WINDOW: usize = 4 << 20;
/// Maximum number of bytes per read, so that they are parsed while still in the core's private cache.
const READ_SIZE: usize = 1 << 18;
/// Before each read, up to this many unread bytes move to the front of the window, which is in a cache. A
/// partial line is shorter; a long text without a complete board is not, and stays.
const MAX_MOVED: usize = 1 << 12;

/// The reason why a stream did not return a puzzle.
#[derive(Debug)]
pub enum StreamError {
    /// Text that cannot be parsed; the stream continues after it.
    Input(Error),
    /// An error of the source; the stream has ended.
    Source(io::Error),
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StreamError::Input(error) => error.fmt(f),
            StreamError::Source(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StreamError {}

/// Consecutive plain lines of a source: puzzles of 81 characters and nothing else, with blank lines and ASCII
/// comments among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain<'a> {
    /// The lines, including line breaks.
    pub text: &'a [u8],
    /// The number of the first line, from 1.
    pub line: usize,
    /// The number of puzzles.
    pub puzzles: usize,
}

/// Iterates over the puzzles of a source.
#[derive(Debug)]
pub struct Stream<R> {
    source: R,
    /// A buffer; the bytes from `start` to `end` are not yet parsed.
    window: Box<[u8]>,
    start: usize,
    end: usize,
    /// The line number at `start`.
    number: usize,
    /// The position in the window at which the last item started, and its line number.
    quoted: (usize, usize),
    /// Whether a byte order mark may still follow.
    fresh: bool,
    /// Whether the source has ended.
    ended: bool,
    memory: ReaderState,
    /// Number of bytes parsed.
    parsed: u64,
}

impl<R: Read> Stream<R> {
    /// Creates a stream of the puzzles in `source`.
    pub fn new(source: R, options: &Options) -> Stream<R> {
        let memory = ReaderState::new(options);
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

    /// The next puzzle or error, if it is known without more input. If `None`, call [`Stream::read_on`],
    /// which also reports whether the source has ended.
    #[inline]
    pub fn ready(&mut self) -> Option<Result<Puzzle, Error>> {
        if let Some((line, puzzle)) = self.plain_puzzle() {
            return Some(Ok(plain_lines_9x9::on_line(line, puzzle)));
        }
        self.slow_ready()
    }

    /// The next puzzle with its line number, if it is a plain line and known without more input. If `None`,
    /// call [`Stream::ready`], which returns the same puzzles with more detail.
    #[inline]
    pub fn plain_puzzle(&mut self) -> Option<(usize, Sudoku)> {
        let (start, number) = (self.start, self.number);
        self.quoted = (start, number);
        let (puzzle, found) = self.memory.plain(&self.window[start..self.end], self.ended)?;
        self.leave(found.bytes(), found.lines());
        Some((found.number(number), puzzle))
    }

    /// The next plain lines that are known without more input: up to `most` bytes, but at least one line if
    /// possible. The stream does not return their puzzles again.
    pub fn plain(&mut self, most: usize) -> Option<Plain<'_>> {
        let (start, line) = (self.start, self.number);
        let run = self.memory.plain_run(&self.window[start..self.end], self.ended, most)?;
        self.quoted = (start, line);
        self.leave(run.bytes, run.lines);
        Some(Plain { text: &self.window[start..self.start], line, puzzles: run.puzzles })
    }

    /// Waits for the source and reads the bytes that are available. Returns `false` if the source has ended;
    /// [`Stream::ready`] then returns the remaining puzzles.
    ///
    /// # Errors
    /// If the source cannot be read. An incomplete puzzle before that is lost.
    pub fn read_on(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.end + READ_SIZE > self.window.len() || self.end - self.start <= MAX_MOVED {
            self.shift_window();
        }
        let room = &mut self.window[self.end..];
        let room_for_a_gulp = room.len().min(READ_SIZE);
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

    /// Whether the source has ended and everything was parsed.
    pub fn is_over(&self) -> bool {
        self.ended && self.start == self.end
    }

    /// The number of bytes parsed and the number of bytes read.
    pub fn position(&self) -> (u64, u64) {
        (self.parsed, self.parsed + (self.end - self.start) as u64)
    }

    /// The text of lines `first` to `last`, for a message about the puzzle returned last.
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

    /// Moves the remaining bytes to the front of the window.
    fn shift_window(&mut self) {
        if self.window.is_empty() {
            self.window = vec![0; WINDOW].into();
        }
        self.window.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        self.quoted = (0, self.number);
    }

    /// The slow path of [`Stream::ready`], for a line that is not plain.
    #[inline(never)]
    fn slow_ready(&mut self) -> Option<Result<Puzzle, Error>> {
        loop {
            let text = &self.window[self.start..self.end];
            let in_sight = match self.ended {
                true => text.len(),
                // A byte order mark may still follow.
                false if self.fresh => return None,
                false if text.len() > LOOK_AHEAD => whole_lines(text),
                false => self.standalone_item(text)?,
            };
            let lines = Lines { rest: &text[..in_sight], number: self.number };
            let mut walk = ItemReader { lines, memory: &mut self.memory };
            let item = walk.next();
            let Lines { rest, number } = walk.lines;
            self.leave(in_sight - rest.len(), number - self.number);
            if item.is_some() || self.ended {
                return item;
            }
        }
    }

    /// The number of bytes of the next line and the blank lines before it, if the line is an item whatever
    /// follows.
    fn standalone_item(&self, text: &[u8]) -> Option<usize> {
        let whole = whole_lines_only(text);
        let mut lines = Lines { rest: &text[..whole], number: self.number };
        let line = lines.find(|item| !matches!(item, Ok(line) if line.kind() == LineKind::Blank))?.ok()?;
        self.memory.is_item(line).then_some(whole - lines.rest.len())
    }
}

/// The number of bytes in the complete lines of `text`; all bytes if no line is complete.
fn whole_lines(text: &[u8]) -> usize {
    let whole = whole_lines_only(text);
    if whole == 0 { text.len() } else { whole }
}

/// The number of bytes in the complete lines of `text`.
fn whole_lines_only(text: &[u8]) -> usize {
    let last = |mark: u8| text.iter().rposition(|&b| b == mark).map(|at| at + 1);
    // A carriage return at the very end may be the first half of a line break.
    last(b'\n').or_else(|| last(b'\r').filter(|&at| at < text.len())).unwrap_or(0)
}

impl<R: Read> Iterator for Stream<R> {
    type Item = Result<Puzzle, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.ready() {
                return Some(item.map_err(StreamError::Input));
            }
            match self.read_on() {
                Err(error) => return Some(Err(StreamError::Source(error))),
                Ok(_) if self.is_over() => return None,
                Ok(_) => {}
            }
        }
    }
}
