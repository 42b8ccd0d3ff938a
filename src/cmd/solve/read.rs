//! The reader: it cuts an input into batches.
//!
//! A batch is closed when it is as large as the pace asks for, and whenever the reader has to wait
//! for its source: what somebody types, or writes into a pipe, is answered at once. Such a source
//! has a thread of its own, for nobody knows how long it lets one wait. A file does not, so there
//! the workers take turns to read: one thread is one thread, and two have nobody between them.

use super::batch::{Batch, Content, Label, Notice, Others, Shared, Supply};
use crate::cmd::Failure;
use crate::cmd::feed::{Feed, Step};
use coverlab_model::Sudoku;
use coverlab_model::format::sudoku::Puzzle;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

/// How many bytes of plain lines make a batch at most: more than is read in one go, lest a line or
/// two be left that make a batch of their own. What is read in one go is enough puzzles that the
/// last of them, which leave lanes empty, weigh little, and few enough that all of a batch fits
/// into a core's own cache.
const BLOCK: usize = 1 << 19;
/// How many puzzles with equal clues are told of by the reader: one more than are shown.
pub(super) const CLASHES: usize = 4;

/// The reader at work.
pub(super) struct Reader {
    pub(super) feed: Feed,
    pub(super) shared: Arc<Shared<Sudoku>>,
    /// Whether the workers take plain lines as they are.
    pub(super) lines: bool,
    /// Whether to warn of equal clues.
    pub(super) warn: bool,
    number: u64,
    labels: Vec<Label>,
    problems: Vec<Sudoku>,
    notices: Vec<(usize, Notice)>,
    clashes: usize,
    /// How the input ended, once it has.
    ended: Option<Result<(), Failure>>,
}

impl Reader {
    pub(super) fn new(feed: Feed, shared: Arc<Shared<Sudoku>>, lines: bool, warn: bool) -> Reader {
        let (labels, problems, notices) = (Vec::new(), Vec::new(), Vec::new());
        Reader { feed, shared, lines, warn, number: 0, labels, problems, notices, clashes: 0, ended: None }
    }

    /// Reads into the queue, to the end or until nobody wants more, and gives the feed back.
    ///
    /// # Errors
    /// The input cannot be read on, or there is no puzzle in it.
    pub(super) fn run(mut self) -> Result<Feed, Failure> {
        while let Some(batch) = self.next() {
            if !self.shared.queue.push(batch) {
                break;
            }
        }
        self.shared.queue.complete();
        self.end()
    }

    /// The feed, when no more is wanted of it.
    ///
    /// # Errors
    /// The input could not be read on, or there is no puzzle in it.
    fn end(self) -> Result<Feed, Failure> {
        self.ended.unwrap_or(Ok(()))?;
        self.feed.end()?;
        Ok(self.feed)
    }

    /// The next batch, if there is one.
    fn next(&mut self) -> Option<Batch<Sudoku>> {
        if self.ended.is_some() {
            return None;
        }
        let ended = match self.read() {
            Ok(Some(batch)) => return Some(batch),
            Ok(None) => Ok(()),
            Err(failure) => Err(failure),
        };
        if self.feed.read <= 1 {
            let others = if self.feed.bad > 0 { Others::Bad } else { Others::None };
            self.shared.company.settle(others);
        }
        self.shared.all_read.store(ended.is_ok(), Ordering::Relaxed);
        self.ended = Some(ended);
        // What came before a failure is answered.
        self.gathered()
    }

    fn read(&mut self) -> Result<Option<Batch<Sudoku>>, Failure> {
        loop {
            if let Some(batch) = self.lines() {
                return Ok(Some(batch));
            }
            match self.feed.step()? {
                Step::Puzzle(puzzle) => {
                    self.take(puzzle);
                    if self.problems.len() >= self.shared.pace.size() {
                        return Ok(self.gathered());
                    }
                }
                Step::Bad(diagnostic) => {
                    let notice = diagnostic.map(|d| (self.problems.len(), Notice::Bad(d)));
                    self.notices.extend(notice);
                }
                Step::Wait => match self.gathered() {
                    Some(batch) => return Ok(Some(batch)),
                    None => self.feed.wait()?,
                },
                Step::End => return Ok(None),
            }
        }
    }

    /// The plain lines that come next, if they do. The first puzzle never goes so: if it stays
    /// alone, there is more to say of it.
    fn lines(&mut self) -> Option<Batch<Sudoku>> {
        if !self.lines || self.feed.read == 0 || !self.problems.is_empty() || !self.notices.is_empty() {
            return None;
        }
        let plain = self.feed.plain(BLOCK)?;
        let content = Content::Lines { text: plain.text.to_vec(), line: plain.line };
        self.count();
        Some(self.batch(content))
    }

    fn count(&self) {
        if self.feed.read > 1 && !self.shared.company.has_come() {
            self.shared.company.settle(Others::Puzzles);
        }
        self.shared.read.store(self.feed.read, Ordering::Relaxed);
    }

    fn take(&mut self, puzzle: Puzzle) {
        self.count();
        if self.warn && self.clashes < CLASHES {
            let warning = self.feed.clash(&puzzle);
            self.clashes += usize::from(warning.is_some());
            self.notices.extend(warning.map(|warning| (self.problems.len(), Notice::Clash(warning))));
        }
        self.labels.push(Label { title: puzzle.name, line: puzzle.line });
        self.problems.push(puzzle.puzzle);
    }

    /// What was read and is not yet part of a batch, as one.
    fn gathered(&mut self) -> Option<Batch<Sudoku>> {
        if self.problems.is_empty() && self.notices.is_empty() {
            return None;
        }
        let content = Content::Puzzles {
            labels: std::mem::take(&mut self.labels),
            problems: std::mem::take(&mut self.problems),
            notices: std::mem::take(&mut self.notices),
        };
        Some(self.batch(content))
    }

    fn batch(&mut self, content: Content<Sudoku>) -> Batch<Sudoku> {
        let (number, position) = (self.number, self.feed.position());
        self.number += 1;
        Batch { number, content, position }
    }
}

/// A reader that is whoever needs a batch.
pub(super) struct Turns {
    shared: Arc<Shared<Sudoku>>,
    turn: Mutex<Turn>,
}

struct Turn {
    reader: Reader,
    /// What was read before anybody needed it.
    ahead: VecDeque<Batch<Sudoku>>,
}

impl Turns {
    pub(super) fn new(reader: Reader) -> Turns {
        let shared = reader.shared.clone();
        Turns { shared, turn: Mutex::new(Turn { reader, ahead: VecDeque::new() }) }
    }

    /// See [`Reader::run`].
    ///
    /// # Errors
    /// The input could not be read on, or there is no puzzle in it.
    pub(super) fn end(self) -> Result<Feed, Failure> {
        self.turn.into_inner().expect("nobody panics while reading").reader.end()
    }
}

impl Supply<Sudoku> for Turns {
    fn next(&self) -> Option<Batch<Sudoku>> {
        let mut turn = self.turn.lock().expect("nobody panics while reading");
        if !self.shared.queue.admit() {
            return None;
        }
        let Turn { reader, ahead } = &mut *turn;
        // Nobody else finds out whether there are others, on which depends what is said of the first.
        while !self.shared.company.is_settled()
            && let Some(batch) = reader.next()
        {
            ahead.push_back(batch);
        }
        ahead.pop_front().or_else(|| reader.next())
    }
}
