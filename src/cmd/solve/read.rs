//! Cuts an input into batches of puzzles.
//!
//! A batch is closed when it is large enough, and whenever the reader has to wait for its source: puzzles that are
//! typed, or written into a pipe, are answered at once. Such a source is read on a thread of its own, because
//! nothing bounds how long a read may block. A file is not: there the workers take turns to read, so that one
//! thread is one thread, and two need no coordinator.

use super::batch::{Batch, Label, Puzzles, Shared};
use super::results::{Notice, NoticeKind};
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

/// Most bytes of plain lines in a batch that is answered line by line: more than is read in one go, lest a line or
/// two be left that make a batch of their own. One read holds so many puzzles that the last of them, which leave
/// lanes empty, weigh little, and so few that a batch fits into a core's own cache.
const MAX_BLOCK_BYTES: usize = 1 << 19;
/// Bytes of a plain line.
const LINE_BYTES: usize = 82;
/// How often a worker that waits for a pipe checks whether the search was cancelled.
const CANCEL_CHECK: Duration = Duration::from_millis(50);

/// The batches of an input.
pub(super) struct Reader {
    feed: Feed,
    shared: Arc<Shared>,
    /// Whether plain lines make large blocks, to be answered line by line.
    in_blocks: bool,
    /// Whether to warn of equal clues.
    warn: bool,
    puzzles: Puzzles<Sudoku>,
    warnings: u64,
    /// Batches read ahead, to settle whether there are several puzzles.
    ahead: VecDeque<Batch<Sudoku>>,
    /// How the input ended, once it has.
    ended: Option<Result<(), Failure>>,
}

impl Reader {
    pub(super) fn new(feed: Feed, shared: Arc<Shared>, in_blocks: bool, warn: bool) -> Reader {
        let (puzzles, ahead) = (Puzzles::default(), VecDeque::new());
        Reader { feed, shared, in_blocks, warn, puzzles, warnings: 0, ahead, ended: None }
    }

    /// Ends the work with this input, and returns its feed.
    ///
    /// # Errors
    /// The input could not be read on, or there is no puzzle in it.
    pub(super) fn end(self) -> Result<Feed, Failure> {
        self.ended.unwrap_or(Ok(()))?;
        self.feed.end()?;
        Ok(self.feed)
    }

    /// Starts a thread that reads, until `cancel` is raised or nothing more is received.
    pub(super) fn start(mut self, cancel: Cancel) -> ReaderThread {
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
        ReaderThread { batches, thread, cancel }
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
            self.shared.input.settle_single(self.feed.bad > 0);
        }
        self.shared.all_read.store(ended.is_ok(), Ordering::Relaxed);
        self.ended = Some(ended);
        // The puzzles before a failure are answered.
        self.close()
    }

    fn read(&mut self) -> Result<Option<Batch<Sudoku>>, Failure> {
        loop {
            if let Some(batch) = self.lines() {
                return Ok(Some(batch));
            }
            match self.feed.step()? {
                Step::Puzzle(puzzle) => {
                    self.add(puzzle);
                    if self.puzzles.problems.len() >= self.shared.batch_size.get() {
                        return Ok(self.close());
                    }
                }
                Step::Bad(error) => {
                    let notices = error.into_iter().map(|error| Notice::new(NoticeKind::Always, error));
                    notices.for_each(|notice| self.puzzles.note(notice));
                }
                Step::Wait => match self.close() {
                    Some(batch) => return Ok(Some(batch)),
                    None => self.feed.wait()?,
                },
                Step::End => return Ok(None),
            }
        }
    }

    /// The plain lines that come next, if any. The first puzzle is never read this way, because a single puzzle
    /// gets more remarks.
    fn lines(&mut self) -> Option<Batch<Sudoku>> {
        let lines = self.shared.batch_size.get();
        let most = if self.in_blocks { MAX_BLOCK_BYTES } else { lines * LINE_BYTES };
        if self.feed.read == 0 || !self.puzzles.is_empty() {
            return None;
        }
        let plain = self.feed.plain(most)?;
        let batch = Batch::Lines { text: plain.text.to_vec(), line: plain.line };
        self.publish();
        Some(batch)
    }

    /// Publishes the number of puzzles read so far.
    fn publish(&self) {
        if self.feed.read > 1 {
            self.shared.input.settle_several();
        }
        self.shared.read.store(self.feed.read, Ordering::Relaxed);
        self.shared.position.store(self.feed.position(), Ordering::Relaxed);
    }

    fn add(&mut self, puzzle: Puzzle) {
        self.publish();
        if self.warn && NoticeKind::EqualClues.is_wanted(self.warnings) {
            let warning = self.feed.clash(&puzzle);
            self.warnings += u64::from(warning.is_some());
            let notices = warning.into_iter().map(|warning| Notice::new(NoticeKind::EqualClues, warning));
            notices.for_each(|notice| self.puzzles.note(notice));
        }
        self.puzzles.push(Label { title: puzzle.name, line: puzzle.line }, puzzle.puzzle);
    }

    /// The batch of all puzzles that are in none yet.
    fn close(&mut self) -> Option<Batch<Sudoku>> {
        if self.puzzles.is_empty() {
            return None;
        }
        Some(Batch::Puzzles(std::mem::take(&mut self.puzzles)))
    }
}

/// Batches of a source that never blocks. The first comes when it is known whether there are others.
impl Iterator for Reader {
    type Item = Batch<Sudoku>;

    fn next(&mut self) -> Option<Batch<Sudoku>> {
        while !self.shared.input.is_settled()
            && let Some(batch) = self.batch()
        {
            self.ahead.push_back(batch);
        }
        self.ahead.pop_front().or_else(|| self.batch())
    }
}

/// Batches that another thread reads. Nothing can interrupt a thread that waits for its source, so the iterator
/// ends without it when the search is cancelled.
pub(super) struct ReaderThread {
    batches: Receiver<Batch<Sudoku>>,
    thread: JoinHandle<Result<Feed, Failure>>,
    cancel: Cancel,
}

impl ReaderThread {
    /// Waits for the thread; see [`Reader::end`].
    ///
    /// # Errors
    /// The input could not be read on, or there is no puzzle in it.
    pub(super) fn end(self) -> Result<Feed, Failure> {
        self.thread.join().unwrap_or_else(|_| {
            Err(Failure::new(Exit::Internal, Diagnostic::error("the thread that reads the input panicked")))
        })
    }
}

impl Iterator for ReaderThread {
    type Item = Batch<Sudoku>;

    fn next(&mut self) -> Option<Batch<Sudoku>> {
        loop {
            match self.batches.recv_timeout(CANCEL_CHECK) {
                Ok(batch) => return Some(batch),
                Err(RecvTimeoutError::Timeout) if !self.cancel.is_raised() => {}
                Err(_) => return None,
            }
        }
    }
}
