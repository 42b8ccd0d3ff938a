//! The reader: it cuts an input into batches.
//!
//! A batch is closed when it is as large as the pace asks for, and whenever the reader has to wait for its
//! source: puzzles typed, or written into a pipe, are answered at once. Such a source is read on a thread of
//! its own, for nothing bounds how long a read may block. A file is not: there the workers take turns to
//! read, so that one thread is one thread, and two need no coordinator.

use super::batch::{Batch, Content, Label, Notice, Puzzles, Shared};
use super::others::Others;
use crate::cmd::feed::{Feed, Step};
use crate::cmd::{Exit, Failure};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_model::format::sudoku::Puzzle;
use coverlab_model::{Cancel, Sudoku};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// How many bytes of plain lines make a batch at most, where they are solved in lanes: more than is read in
/// one go, lest a line or two be left that make a batch of their own. One read holds so many puzzles that the
/// last of them, which leave lanes empty, weigh little, and so few that a batch fits into a core's own cache.
const CHUNK_BYTES: usize = 1 << 19;
/// Bytes of a plain line.
const LINE: usize = 82;
/// How many puzzles with equal clues are reported by the reader: one more than are shown.
pub(super) const CLASHES: usize = 4;
/// How often a worker that waits for a pipe looks whether the search was cancelled.
const REST: Duration = Duration::from_millis(50);

/// How plain lines become batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plain {
    /// The reader makes puzzles of them.
    Read,
    /// A batch has the number of lines that the pace asks for.
    Lines,
    /// Large blocks.
    Blocks,
}

/// The batches of an input.
pub(super) struct Reader {
    feed: Feed,
    shared: Arc<Shared>,
    plain: Plain,
    /// Whether to warn of equal clues.
    warn: bool,
    puzzles: Puzzles<Sudoku>,
    clashes: usize,
    /// Batches read ahead, to settle whether there are several puzzles.
    ahead: VecDeque<Batch<Sudoku>>,
    /// How the input ended, once it has.
    ended: Option<Result<(), Failure>>,
}

impl Reader {
    pub(super) fn new(feed: Feed, shared: Arc<Shared>, plain: Plain, warn: bool) -> Reader {
        let (puzzles, ahead) = (Puzzles::default(), VecDeque::new());
        Reader { feed, shared, plain, warn, puzzles, clashes: 0, ahead, ended: None }
    }

    /// The feed, when no more is wanted of it.
    ///
    /// # Errors
    /// The input could not be read on, or there is no puzzle in it.
    pub(super) fn end(self) -> Result<Feed, Failure> {
        self.ended.unwrap_or(Ok(()))?;
        self.feed.end()?;
        Ok(self.feed)
    }

    /// Starts a thread that reads, until `cancel` is raised or nothing more is received.
    pub(super) fn start(mut self, cancel: Cancel) -> Piped {
        let (sender, batches) = sync_channel(1);
        let thread = std::thread::spawn(move || {
            while let Some(batch) = self.batch() {
                if sender.send(batch).is_err() {
                    break;
                }
            }
            drop(sender);
            self.end()
        });
        Piped { batches, thread, cancel }
    }

    /// The next batch, if there is one.
    fn batch(&mut self) -> Option<Batch<Sudoku>> {
        if self.ended.is_some() {
            return None;
        }
        let ended = match self.read() {
            Ok(Some(batch)) => return Some(batch),
            Ok(None) => Ok(()),
            Err(failure) => Err(failure),
        };
        if self.feed.read <= 1 {
            self.shared.others.settle(if self.feed.bad > 0 { Others::Bad } else { Others::None });
        }
        self.shared.all_read.store(ended.is_ok(), Ordering::Relaxed);
        self.ended = Some(ended);
        // The puzzles before a failure are answered.
        self.gathered()
    }

    fn read(&mut self) -> Result<Option<Batch<Sudoku>>, Failure> {
        loop {
            if let Some(batch) = self.lines() {
                return Ok(Some(batch));
            }
            match self.feed.step()? {
                Step::Puzzle(puzzle) => {
                    self.add(puzzle);
                    if self.puzzles.problems.len() >= self.shared.pace.size() {
                        return Ok(self.gathered());
                    }
                }
                Step::Bad(diagnostic) => {
                    diagnostic.into_iter().for_each(|d| self.puzzles.note(Notice::Bad(d)));
                }
                Step::Wait => match self.gathered() {
                    Some(batch) => return Ok(Some(batch)),
                    None => self.feed.wait()?,
                },
                Step::End => return Ok(None),
            }
        }
    }

    /// The plain lines that come next, if there are any. The first puzzle is never read this way, since a
    /// single puzzle gets more remarks.
    fn lines(&mut self) -> Option<Batch<Sudoku>> {
        let most = match self.plain {
            Plain::Read => return None,
            Plain::Lines => self.shared.pace.size() * LINE,
            Plain::Blocks => CHUNK_BYTES,
        };
        if self.feed.read == 0 || !self.puzzles.is_empty() {
            return None;
        }
        let plain = self.feed.plain(most)?;
        let content = Content::Lines { text: plain.text.to_vec(), line: plain.line };
        self.tell_read();
        Some(Batch { content, position: self.feed.position() })
    }

    fn tell_read(&self) {
        if self.feed.read > 1 {
            self.shared.others.settle(Others::Puzzles);
        }
        self.shared.read.store(self.feed.read, Ordering::Relaxed);
    }

    fn add(&mut self, puzzle: Puzzle) {
        self.tell_read();
        if self.warn && self.clashes < CLASHES {
            let warning = self.feed.clash(&puzzle);
            self.clashes += usize::from(warning.is_some());
            warning.into_iter().for_each(|warning| self.puzzles.note(Notice::Clash(warning)));
        }
        self.puzzles.push(Label { title: puzzle.name, line: puzzle.line }, puzzle.puzzle);
    }

    /// The puzzles read that are not yet part of a batch, as one.
    fn gathered(&mut self) -> Option<Batch<Sudoku>> {
        if self.puzzles.is_empty() {
            return None;
        }
        let content = Content::Puzzles(std::mem::take(&mut self.puzzles));
        Some(Batch { content, position: self.feed.position() })
    }
}

/// Batches of a source that never blocks. The first is given when it is known whether there are others.
impl Iterator for Reader {
    type Item = Batch<Sudoku>;

    fn next(&mut self) -> Option<Batch<Sudoku>> {
        while !self.shared.others.is_settled()
            && let Some(batch) = self.batch()
        {
            self.ahead.push_back(batch);
        }
        self.ahead.pop_front().or_else(|| self.batch())
    }
}

/// Batches that another thread reads. Nothing can interrupt it while it waits for its source, so the iterator
/// ends without it when the search is cancelled.
pub(super) struct Piped {
    batches: Receiver<Batch<Sudoku>>,
    thread: JoinHandle<Result<Feed, Failure>>,
    cancel: Cancel,
}

impl Piped {
    /// See [`Reader::end`]. It waits for the thread.
    ///
    /// # Errors
    /// The input could not be read on, or there is no puzzle in it.
    pub(super) fn end(self) -> Result<Feed, Failure> {
        self.thread.join().unwrap_or_else(|_| {
            let what = "the thread that reads the input has ended before its time";
            Err(Failure::new(Exit::Internal, Diagnostic::error(what)))
        })
    }
}

impl Iterator for Piped {
    type Item = Batch<Sudoku>;

    fn next(&mut self) -> Option<Batch<Sudoku>> {
        loop {
            match self.batches.recv_timeout(REST) {
                Ok(batch) => return Some(batch),
                Err(RecvTimeoutError::Timeout) if !self.cancel.is_raised() => {}
                Err(_) => return None,
            }
        }
    }
}
