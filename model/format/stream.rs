//! Puzzles from a source of any length at bounded memory.
//!
//! A [`Reader`] looks ahead: whether a line is a puzzle or a row of one depends on the lines below
//! it. So a stream keeps a window of the input and lets the reader work in it as long as enough
//! is left to look at; then it moves the window on. The results are those of reading everything
//! at once, as long as a single board with the comments inside it takes less than [`AHEAD`].

use super::Error;
use super::lines::Lines;
use super::sudoku::{Memory, Options, Puzzle, Reader};
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read};

/// So many bytes are kept in sight, unless the input ends: more than the largest board and its
/// solution take as rows of numbers.
pub const AHEAD: usize = 1 << 20;
/// The size of the window.
const WINDOW: usize = 4 << 20;
/// How many puzzles are read in one go.
const BATCH: usize = 1024;

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

/// Puzzle after puzzle of a source.
#[derive(Debug)]
pub struct Stream<R> {
    source: R,
    window: Vec<u8>,
    /// Where in the window the next puzzle is looked for, and its line.
    position: usize,
    number: usize,
    /// Where the puzzles that wait began, and the line of that place.
    quoted: (usize, usize),
    ended: bool,
    memory: Option<Memory>,
    waiting: VecDeque<Result<Puzzle, Error>>,
}

impl<R: Read> Stream<R> {
    /// A stream of the puzzles in `source`.
    pub fn new(source: R, options: &Options) -> Stream<R> {
        let mut memory = Memory::new(options);
        let waiting: VecDeque<_> = memory.refused.take().map(Err).into_iter().collect();
        Stream {
            source,
            window: Vec::new(),
            position: 0,
            number: 1,
            quoted: (0, 1),
            ended: !waiting.is_empty(),
            memory: Some(memory),
            waiting,
        }
    }

    /// The text of lines `first` to `last`, for a diagnostic about the puzzle that came last.
    pub fn quote(&self, first: usize, last: usize) -> String {
        let (offset, number) = self.quoted;
        let lines = Lines { rest: &self.window[offset..], number };
        let wanted = lines.skip(first.saturating_sub(number)).take((last + 1).saturating_sub(first));
        wanted.map(|line| line.map_or_else(|e| e.text.clone(), |l| l.text.to_string()) + "\n").collect()
    }

    /// Moves the window on and reads what it then shows.
    fn refill(&mut self) -> io::Result<()> {
        let start = self.number == 1 && self.position == 0 && self.window.is_empty();
        if !self.ended && self.window.len() - self.position < 2 * AHEAD {
            self.window.drain(..self.position);
            self.position = 0;
            let room = (WINDOW - self.window.len()) as u64;
            let read = self.source.by_ref().take(room).read_to_end(&mut self.window)?;
            self.ended = (read as u64) < room;
        }
        let end =
            self.position + if self.ended { self.window.len() - self.position } else { self.whole_lines() };
        let mut lines = Lines { rest: &self.window[self.position..end], number: self.number };
        if start {
            lines = Lines::new(lines.rest);
        }
        self.quoted = (self.position, self.number);
        let Some(memory) = self.memory.take() else { return Ok(()) };
        let mut reader = Reader { lines, memory };
        while self.waiting.len() < BATCH
            && (self.ended || reader.lines.rest.len() >= AHEAD || self.waiting.is_empty())
        {
            match reader.next() {
                Some(item) => self.waiting.push_back(item),
                None => break,
            }
        }
        self.position = end - reader.lines.rest.len();
        self.number = reader.lines.number;
        self.memory = Some(reader.memory);
        Ok(())
    }

    /// How many bytes from the position on are whole lines; all, if no line ends there.
    fn whole_lines(&self) -> usize {
        let rest = &self.window[self.position..];
        let last = |mark: u8| rest.iter().rposition(|&b| b == mark).map(|at| at + 1);
        // A carriage return at the very end may be half of a line's end.
        last(b'\n').or_else(|| last(b'\r').filter(|&at| at < rest.len())).unwrap_or(rest.len())
    }
}

impl<R: Read> Iterator for Stream<R> {
    type Item = Result<Puzzle, Trouble>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.waiting.pop_front() {
                return Some(item.map_err(Trouble::Input));
            }
            if self.ended && self.position == self.window.len() {
                return None;
            }
            if let Err(error) = self.refill() {
                self.ended = true;
                self.position = self.window.len();
                return Some(Err(Trouble::Source(error)));
            }
        }
    }
}
