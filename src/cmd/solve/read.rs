//! The reader: it cuts an input into batches while the workers are at work on those before.
//!
//! A batch is closed when it is as large as the pace asks for, and whenever the reader has to wait
//! for its source: what somebody types, or writes into a pipe, is answered at once.

use super::batch::{Batch, Content, Label, Notice, Others, Shared};
use crate::cmd::Failure;
use crate::cmd::feed::{Feed, Step};
use crate::diagnostic::Diagnostic;
use coverlab_model::Sudoku;
use coverlab_model::format::sudoku::Puzzle;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How many bytes of plain lines make a batch: some hundred puzzles.
const BLOCK: usize = 1 << 16;
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
}

impl Reader {
    pub(super) fn new(feed: Feed, shared: Arc<Shared<Sudoku>>, lines: bool, warn: bool) -> Reader {
        let (labels, problems, notices) = (Vec::new(), Vec::new(), Vec::new());
        Reader { feed, shared, lines, warn, number: 0, labels, problems, notices, clashes: 0 }
    }

    /// Reads to the end, or until nobody wants more, and gives the feed back.
    ///
    /// # Errors
    /// The input cannot be read on, or there is no puzzle in it.
    pub(super) fn run(mut self) -> Result<Feed, Failure> {
        let read = self.read();
        // What came before a failure is answered.
        self.close_batch();
        if self.feed.read <= 1 {
            let others = if self.feed.bad > 0 { Others::Bad } else { Others::None };
            self.shared.company.settle(others);
        }
        self.shared.all_read.store(read.is_ok(), Ordering::Relaxed);
        self.shared.queue.complete();
        read?;
        self.feed.end()?;
        Ok(self.feed)
    }

    fn read(&mut self) -> Result<(), Failure> {
        loop {
            if let Some(wanted) = self.lines() {
                if wanted {
                    continue;
                }
                return Ok(());
            }
            let wanted = match self.feed.step()? {
                Step::Puzzle(puzzle) => self.take(puzzle),
                Step::Bad(diagnostic) => {
                    let notice = diagnostic.map(|d| (self.problems.len(), Notice::Bad(d)));
                    self.notices.extend(notice);
                    true
                }
                Step::Wait => {
                    let wanted = self.close_batch();
                    self.feed.wait()?;
                    wanted
                }
                Step::End => return Ok(()),
            };
            if !wanted {
                return Ok(());
            }
        }
    }

    /// Hands over the plain lines that come next, if they do. `Some(false)`: nobody wants them. The
    /// first puzzle never goes so: if it stays alone, there is more to say of it.
    fn lines(&mut self) -> Option<bool> {
        if !self.lines || self.feed.read == 0 || !self.problems.is_empty() || !self.notices.is_empty() {
            return None;
        }
        let plain = self.feed.plain(BLOCK)?;
        let content = Content::Lines { text: plain.text.to_vec(), line: plain.line };
        self.count();
        Some(self.push(content))
    }

    fn count(&self) {
        if self.feed.read > 1 && !self.shared.company.has_come() {
            self.shared.company.settle(Others::Puzzles);
        }
        self.shared.read.store(self.feed.read, Ordering::Relaxed);
    }

    fn take(&mut self, puzzle: Puzzle) -> bool {
        self.count();
        if self.warn && self.clashes < CLASHES {
            let warning = clash(&puzzle, &self.feed.name, |cells| self.feed.quote(&puzzle, cells));
            self.clashes += usize::from(warning.is_some());
            self.notices.extend(warning.map(|warning| (self.problems.len(), Notice::Clash(warning))));
        }
        self.labels.push(Label { title: puzzle.name, line: puzzle.line });
        self.problems.push(puzzle.puzzle);
        self.problems.len() < self.shared.pace.size() || self.close_batch()
    }

    /// Hands over what was read. `false`: nobody wants it.
    fn close_batch(&mut self) -> bool {
        if self.problems.is_empty() && self.notices.is_empty() {
            return true;
        }
        let content = Content::Puzzles {
            labels: std::mem::take(&mut self.labels),
            problems: std::mem::take(&mut self.problems),
            notices: std::mem::take(&mut self.notices),
        };
        self.push(content)
    }

    fn push(&mut self, content: Content<Sudoku>) -> bool {
        let (number, position) = (self.number, self.feed.position());
        self.number += 1;
        self.shared.queue.push(Batch { number, content, position })
    }
}

/// Two equal clues in a house are no error of form, but what somebody mistyped. `quote` gives the
/// text of the lines that cells are on, and the number of the first.
pub(super) fn clash(
    puzzle: &Puzzle,
    source: &str,
    quote: impl FnOnce(&[usize]) -> (usize, String),
) -> Option<Diagnostic> {
    let violation = puzzle.puzzle.check_clues().err()?;
    let marks: Vec<_> = violation.places.iter().map(|&cell| (puzzle.place(cell), "")).collect();
    let (first, text) = quote(&violation.places);
    let warning = Diagnostic::warning(&violation.what).at(source, first, &text, &marks);
    Some(warning.help("equal clues in a house leave no solution"))
}
