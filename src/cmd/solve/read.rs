//! Cuts an input into batches of puzzles, on a thread of its own.
//!
//! A batch is closed when it is large enough, and whenever the reader must wait for its source, so that puzzles that are
//! typed or written into a pipe are answered at once. The first batch waits until it is known whether there are other
//! puzzles, because a single one gets more remarks.

use super::job::{Context, InputState, Label};
use super::output::{Notice, NoticeKind};
use crate::cmd::feed::{Feed, Step};
use crate::cmd::{Exit, Failure};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_model::format::sudoku::Puzzle;
use coverlab_model::{Cancel, Sudoku};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Maximum number of bytes of plain lines in a batch. It exceeds the size of one read, so that no read leaves a line or
/// two for a batch of their own. One read holds enough puzzles that the lanes left empty at its end matter little, and
/// few enough that a batch fits into a core's private cache.
const MAX_BLOCK_BYTES: usize = 1 << 19;
/// How often a worker that waits for a batch checks whether the search was cancelled.
const CANCEL_CHECK: Duration = Duration::from_millis(50);
/// Longest wait for a second puzzle, in pauses. It is limited because an input may be typed, or written into a pipe by
/// a program that waits for an answer. A stall of the machine, which also delays the reader, counts as one pause.
const MAX_PAUSES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(1);

/// Puzzles that follow each other in the input.
pub(super) enum Batch<P> {
    Puzzles(Puzzles<P>),
    /// Plain lines, the first of which is line `line` of the input.
    Lines {
        text: Vec<u8>,
        line: usize,
    },
}

/// Puzzles, each with its label, and notices between them.
pub(super) struct Puzzles<P> {
    pub(super) labels: Vec<Label>,
    pub(super) problems: Vec<P>,
    /// Each with the index of the puzzle that it precedes.
    pub(super) notices: Vec<(usize, Notice)>,
}

impl<P> Default for Puzzles<P> {
    fn default() -> Self {
        Puzzles { labels: Vec::new(), problems: Vec::new(), notices: Vec::new() }
    }
}

impl<P> Puzzles<P> {
    pub(super) fn push(&mut self, label: Label, problem: P) {
        self.labels.push(label);
        self.problems.push(problem);
    }

    /// Adds a notice before the next puzzle.
    pub(super) fn note(&mut self, kind: NoticeKind, diagnostic: Option<Diagnostic>) {
        self.notices.extend(diagnostic.map(|diagnostic| (self.problems.len(), (kind, diagnostic))));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.problems.is_empty() && self.notices.is_empty()
    }
}

struct Reader {
    feed: Feed,
    state: Arc<InputState>,
    /// Whether plain lines are passed on as text, for the fast path.
    keeps_lines: bool,
    /// Whether to warn about equal clues.
    warns: bool,
    /// The next batch, which is still growing.
    puzzles: Puzzles<Sudoku>,
}

impl Reader {
    /// Reads to the end, or until the receiver is dropped.
    fn run(mut self, batches: &SyncSender<Batch<Sudoku>>) -> Result<Feed, Failure> {
        let ended = self.send_all(batches);
        self.state.several.get_or_init(|| self.feed.read > 1);
        self.state.all_read.store(ended.is_ok(), Ordering::Relaxed);
        // Puzzles before a failure are answered, too.
        if let Some(batch) = self.close() {
            let _ = batches.send(batch);
        }
        ended?;
        self.feed.end()?;
        Ok(self.feed)
    }

    fn send_all(&mut self, batches: &SyncSender<Batch<Sudoku>>) -> Result<(), Failure> {
        while let Some(batch) = self.batch()? {
            // The receiver was dropped: the search was cancelled.
            if batches.send(batch).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// The next batch; `None` at the end of the input.
    fn batch(&mut self) -> Result<Option<Batch<Sudoku>>, Failure> {
        loop {
            if let Some(batch) = self.lines() {
                return Ok(Some(batch));
            }
            match self.feed.step()? {
                Step::Puzzle(puzzle) => {
                    self.add(puzzle);
                    if self.puzzles.problems.len() >= self.state.batch_size.get() {
                        return Ok(self.close());
                    }
                }
                Step::Bad(error) => self.puzzles.note(NoticeKind::Always, error),
                Step::Wait => match self.close() {
                    Some(batch) => return Ok(Some(batch)),
                    None => self.feed.wait()?,
                },
                Step::End => return Ok(None),
            }
        }
    }

    /// The next plain lines, if any. The first puzzle is never among them, because it may be the only one.
    fn lines(&mut self) -> Option<Batch<Sudoku>> {
        if !self.keeps_lines || self.feed.read == 0 || !self.puzzles.is_empty() {
            return None;
        }
        let plain = self.feed.plain(MAX_BLOCK_BYTES)?;
        let batch = Batch::Lines { text: plain.text.to_vec(), line: plain.line };
        self.publish();
        Some(batch)
    }

    fn add(&mut self, puzzle: Puzzle) {
        self.publish();
        if self.warns {
            self.puzzles.note(NoticeKind::EqualClues, self.feed.clash(&puzzle));
        }
        self.puzzles.push(Label { title: puzzle.name, line: puzzle.line }, puzzle.puzzle);
    }

    /// Publishes how far the reader has come.
    fn publish(&self) {
        if self.feed.read > 1 {
            self.state.several.get_or_init(|| true);
        }
        self.state.read.store(self.feed.read, Ordering::Relaxed);
        self.state.position.store(self.feed.position(), Ordering::Relaxed);
    }

    /// Closes the growing batch.
    fn close(&mut self) -> Option<Batch<Sudoku>> {
        (!self.puzzles.is_empty()).then(|| Batch::Puzzles(std::mem::take(&mut self.puzzles)))
    }
}

/// The batches of an input. A thread that waits for its source cannot be interrupted, so the iterator ends without it
/// when the search is cancelled.
pub(super) struct Batches {
    received: Receiver<Batch<Sudoku>>,
    thread: JoinHandle<Result<Feed, Failure>>,
    state: Arc<InputState>,
    cancel: Cancel,
    /// Batches received while it was unknown whether there are several puzzles.
    ahead: VecDeque<Batch<Sudoku>>,
    /// How many more pauses to wait for a second puzzle.
    pauses: u32,
}

impl Batches {
    /// Starts a thread that reads `feed`.
    pub(super) fn of(feed: Feed, context: &Context<'_>, keeps_lines: bool) -> Batches {
        let (state, cancel) = (context.state.clone(), context.task.cancel.clone());
        // A source that never blocks is read until the second puzzle or the end.
        let pauses = if feed.may_wait() { MAX_PAUSES } else { u32::MAX };
        let (warns, puzzles) = (!context.terminal.quiet, Puzzles::default());
        let reader = Reader { feed, state: state.clone(), keeps_lines, warns, puzzles };
        let (sender, received) = sync_channel(1);
        let thread = std::thread::spawn(move || reader.run(&sender));
        Batches { received, thread, state, cancel, ahead: VecDeque::new(), pauses }
    }

    /// Waits for the end of the input.
    ///
    /// # Errors
    /// The input cannot be read, or contains no puzzle.
    pub(super) fn end(self) -> Result<Feed, Failure> {
        drop(self.received);
        self.thread.join().unwrap_or_else(|_| {
            Err(Failure::new(Exit::Internal, Diagnostic::error("the thread that reads the input panicked")))
        })
    }

    /// Receives batches until it is known whether there are several puzzles, or for [`MAX_PAUSES`].
    fn receive_first(&mut self) {
        while self.state.several.get().is_none() && self.pauses > 0 && !self.cancel.is_raised() {
            match self.received.recv_timeout(PAUSE) {
                Ok(batch) => self.ahead.push_back(batch),
                // Pauses before the first puzzle do not count.
                Err(RecvTimeoutError::Timeout) => self.pauses -= u32::from(!self.ahead.is_empty()),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

impl Iterator for Batches {
    type Item = Batch<Sudoku>;

    fn next(&mut self) -> Option<Batch<Sudoku>> {
        self.receive_first();
        loop {
            if let Some(batch) = self.ahead.pop_front() {
                return Some(batch);
            }
            match self.received.recv_timeout(CANCEL_CHECK) {
                Ok(batch) => self.ahead.push_back(batch),
                Err(RecvTimeoutError::Timeout) if !self.cancel.is_raised() => {}
                Err(_) => return None,
            }
        }
    }
}
