//! Cuts an input into batches of puzzles, on a thread of its own.
//!
//! A batch is closed when it is large enough, and whenever the reader must wait for its source, so that puzzles that are
//! typed or written into a pipe are answered at once. The first batch waits until it is known whether there are other
//! puzzles, because a single one gets more remarks.

use super::job::{InputContext, InputState, PuzzleLabel};
use crate::support::Failure;
use crate::support::puzzle_input::{PuzzleInput, ReadResult};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_model::format::sudoku::Puzzle;
use coverlab_model::{Cancel, Sudoku};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Maximum number of bytes of plain lines in a batch. It exceeds the size of one read, so that no read leaves a line or
/// two for a batch of their own. One read holds enough puzzles that the lanes left empty at its end matter little, and
/// few enough that a batch fits into a core's private cache.
const MAX_BATCH_BYTES: usize = 1 << 19;
/// How often a thread that waits for a batch checks whether the search was cancelled.
const CANCEL_CHECK: Duration = Duration::from_millis(50);
/// Longest wait for a second puzzle, in pauses. It is limited because an input may be typed, or written into a pipe by
/// a program that waits for an answer. A stall of the machine, which also delays the reader, counts as one pause.
const MAX_PAUSES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(1);

/// Puzzles that follow each other: their names, and the puzzles.
pub(super) type Puzzles<P> = (Vec<PuzzleLabel>, Vec<P>);

/// A part of the input.
pub(super) enum InputBatch<P> {
    Puzzles(Puzzles<P>),
    /// Plain lines, the first of which is line `line` of the input.
    Lines {
        text: Vec<u8>,
        line: usize,
    },
    /// An error between puzzles.
    Error(Diagnostic),
}

/// Starts a thread that reads `input`. Returns the batches, and the thread, which ends when all batches are received or
/// their iterator is dropped. A thread that waits for its source cannot be interrupted, so the iterator ends without it
/// when the search is cancelled. If `keeps_lines`, plain lines are passed on as text.
pub(super) fn batches(
    input: PuzzleInput,
    context: &InputContext<'_>,
    keeps_lines: bool,
) -> (impl Iterator<Item = InputBatch<Sudoku>> + Send + use<>, JoinHandle<Result<PuzzleInput, Failure>>) {
    let (state, cancel) = (context.state.clone(), context.task.cancel.clone());
    // A source that never blocks is read until the second puzzle or the end.
    let mut pauses = if input.may_wait() { MAX_PAUSES } else { u32::MAX };
    let (batches, received) = sync_channel(1);
    let reader = Reader {
        input,
        state: state.clone(),
        cancel: cancel.clone(),
        batches,
        keeps_lines,
        growing: Puzzles::default(),
    };
    let thread = std::thread::spawn(move || reader.run());
    // Batches received while it is unknown whether there are several puzzles.
    let mut ahead = VecDeque::new();
    let next = move || {
        while !cancel.is_raised() {
            let is_known = pauses == 0 || state.is_several();
            if is_known && !ahead.is_empty() {
                break;
            }
            match received.recv_timeout(if is_known { CANCEL_CHECK } else { PAUSE }) {
                Ok(batch) => ahead.push_back(batch),
                // Pauses before the first puzzle do not count.
                Err(RecvTimeoutError::Timeout) if ahead.is_empty() => {}
                Err(RecvTimeoutError::Timeout) => pauses -= 1,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        ahead.pop_front()
    };
    (std::iter::from_fn(next), thread)
}

struct Reader {
    input: PuzzleInput,
    state: Arc<InputState>,
    cancel: Cancel,
    batches: SyncSender<InputBatch<Sudoku>>,
    keeps_lines: bool,
    /// The next batch.
    growing: Puzzles<Sudoku>,
}

impl Reader {
    /// Reads to the end, or until the search is cancelled.
    ///
    /// # Errors
    /// The input cannot be read, or contains no puzzle.
    fn run(mut self) -> Result<PuzzleInput, Failure> {
        let ended = self.read();
        // Puzzles before a failure are answered, too.
        self.close();
        ended?;
        self.input.fail_if_empty()?;
        Ok(self.input)
    }

    fn read(&mut self) -> Result<(), Failure> {
        while !self.cancel.is_raised() {
            if let Some(lines) = self.lines() {
                self.send(lines);
                continue;
            }
            match self.input.step()? {
                ReadResult::Puzzle(puzzle) => self.add(puzzle),
                ReadResult::Malformed(None) => {}
                ReadResult::Malformed(Some(error)) => {
                    self.close();
                    self.send(InputBatch::Error(error));
                }
                ReadResult::Wait if self.is_growing() => self.close(),
                ReadResult::Wait => self.input.wait()?,
                ReadResult::End => {
                    self.state.all_read.store(true, Ordering::Relaxed);
                    break;
                }
            }
        }
        Ok(())
    }

    /// The next plain lines, if any. The first puzzle is never among them, because it may be the only one.
    fn lines(&mut self) -> Option<InputBatch<Sudoku>> {
        if !self.keeps_lines || self.input.read == 0 || self.is_growing() {
            return None;
        }
        let plain = self.input.plain(MAX_BATCH_BYTES)?;
        let batch = InputBatch::Lines { text: plain.text.to_vec(), line: plain.line };
        self.publish();
        Some(batch)
    }

    fn add(&mut self, puzzle: Puzzle) {
        self.publish();
        let warning = self.input.equal_clues_warning(&puzzle).map(Box::new);
        let label = PuzzleLabel { title: puzzle.name, line: puzzle.line, warning };
        self.growing.extend([(label, puzzle.puzzle)]);
        if self.growing.0.len() >= self.state.batch_size() {
            self.close();
        }
    }

    /// Publishes how far the reader has come.
    fn publish(&self) {
        self.state.read.store(self.input.read, Ordering::Relaxed);
        self.state.position.store(self.input.position(), Ordering::Relaxed);
    }

    fn is_growing(&self) -> bool {
        !self.growing.0.is_empty()
    }

    /// Closes the growing batch.
    fn close(&mut self) {
        if self.is_growing() {
            let puzzles = std::mem::take(&mut self.growing);
            self.send(InputBatch::Puzzles(puzzles));
        }
    }

    fn send(&self, batch: InputBatch<Sudoku>) {
        // Nobody receives it if the search was cancelled.
        let _ = self.batches.send(batch);
    }
}
