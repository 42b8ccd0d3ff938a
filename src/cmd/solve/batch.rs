//! Batches: puzzles that follow each other in an input, and notices about them.

use super::others::Known;
use super::pace::Pace;
use coverlab_bench::diagnostic::Diagnostic;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// Puzzles that follow each other in the input.
pub(super) struct Batch<P> {
    pub(super) content: Content<P>,
    /// How many bytes of the input's source hold this batch and all before it.
    pub(super) position: u64,
}

/// The batches of an input.
pub(super) type Batches<'a, P> = Box<dyn Iterator<Item = Batch<P>> + Send + 'a>;

/// The content of a batch.
pub(super) enum Content<P> {
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
    /// Each with the index of the puzzle before which it is said.
    pub(super) notices: Vec<(usize, Notice)>,
}

impl<P> Default for Puzzles<P> {
    fn default() -> Self {
        Puzzles { labels: Vec::new(), problems: Vec::new(), notices: Vec::new() }
    }
}

impl<P> Puzzles<P> {
    /// One puzzle.
    pub(super) fn one(label: Label, problem: P) -> Self {
        Puzzles { labels: vec![label], problems: vec![problem], notices: Vec::new() }
    }

    pub(super) fn push(&mut self, label: Label, problem: P) {
        self.labels.push(label);
        self.problems.push(problem);
    }

    /// Adds a notice, to be said before the next puzzle.
    pub(super) fn note(&mut self, notice: Notice) {
        self.notices.push((self.problems.len(), notice));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.problems.is_empty() && self.notices.is_empty()
    }
}

/// A message for standard error.
#[derive(Debug)]
pub(super) enum Notice {
    /// A place in the input is not understood.
    Bad(Diagnostic),
    /// A puzzle has equal clues in a house. A few of them are reported.
    Clash(Diagnostic),
    /// A puzzle has several solutions, where one is asked for. A few of them are reported.
    Several(Diagnostic),
    /// A search ended at a limit. A few of them are reported.
    Limited(Diagnostic),
    /// Another answer that must not go unnoticed.
    Answer(Diagnostic),
}

/// The name of a puzzle in its input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) title: Option<String>,
    /// From 1; 0: it is no line of its input.
    pub(super) line: usize,
}

impl Label {
    /// The name by which a person finds it in the input called `source`.
    pub(super) fn name(&self, source: &str) -> String {
        match (&self.title, self.line) {
            (title, 0) => title.as_deref().unwrap_or(source).to_string(),
            (Some(title), line) => format!("{title} ({source}:{line})"),
            (None, line) => format!("{source}:{line}"),
        }
    }
}

/// State that the reader, the workers and the printer share.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) others: Known,
    pub(super) pace: Pace,
    /// Puzzles read so far, and whether that is all.
    pub(super) read: AtomicU64,
    pub(super) all_read: AtomicBool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels() {
        let label = |title: Option<&str>, line| Label { title: title.map(str::to_string), line };
        assert_eq!(label(None, 3).name("a.txt"), "a.txt:3");
        assert_eq!(label(Some("seed"), 3).name("a.txt"), "seed (a.txt:3)");
        assert_eq!(label(Some("queens:8"), 0).name("a.families"), "queens:8");
        assert_eq!(label(None, 0).name("a.txt"), "a.txt");
    }
}
