//! Batches of puzzles, and the state that reader, workers and writer share.

use super::results::Notice;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// The batches of an input.
pub(super) type Batches<'a, P> = Box<dyn Iterator<Item = Batch<P>> + Send + 'a>;

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
    pub(super) fn note(&mut self, notice: Notice) {
        self.notices.push((self.problems.len(), notice));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.problems.is_empty() && self.notices.is_empty()
    }
}

/// The name of a puzzle in its input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) title: Option<String>,
    /// From 1; 0: the puzzle is no line of its input.
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

/// The state that reader, workers and writer share.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) input: InputCount,
    pub(super) batch_size: BatchSize,
    /// Puzzles read so far, and whether these are all.
    pub(super) read: AtomicU64,
    pub(super) all_read: AtomicBool,
    /// How many bytes of the input's source hold these puzzles.
    pub(super) position: AtomicU64,
}

impl Shared {
    /// The state for an input that holds one instance, which was read already.
    pub(super) fn of_one() -> Shared {
        let shared = Shared { read: 1.into(), all_read: true.into(), ..Shared::default() };
        shared.input.settle_single(false);
        shared
    }
}

/// Whether an input holds one puzzle or several: a single one gets more remarks. Settled when the second puzzle
/// comes, or the input ends.
#[derive(Default)]
pub(super) struct InputCount(OnceLock<Count>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Single,
    /// One puzzle, and places that are not understood.
    SingleAmongErrors,
    Several,
}

impl InputCount {
    /// Longest wait for a second puzzle, in pauses: an input may be typed, or written into a pipe by a program that
    /// waits for an answer first. A machine that stalls counts as one pause, in which the reader cannot go on either.
    const MAX_PAUSES: u32 = 100;
    const PAUSE: Duration = Duration::from_millis(1);

    /// There is one puzzle at most; `has_errors`: and places that are not understood.
    pub(super) fn settle_single(&self, has_errors: bool) {
        self.0.get_or_init(|| if has_errors { Count::SingleAmongErrors } else { Count::Single });
    }

    /// There are several puzzles.
    pub(super) fn settle_several(&self) {
        self.0.get_or_init(|| Count::Several);
    }

    pub(super) fn is_settled(&self) -> bool {
        self.0.get().is_some()
    }

    /// Whether several puzzles are known already.
    pub(super) fn is_known_several(&self) -> bool {
        self.0.get() == Some(&Count::Several)
    }

    /// Whether there are several puzzles, after a wait of limited length.
    pub(super) fn is_several(&self) -> bool {
        self.wait() == Count::Several
    }

    /// Whether the puzzle is all that the input holds, after a wait of limited length.
    pub(super) fn is_single(&self) -> bool {
        self.wait() == Count::Single
    }

    fn wait(&self) -> Count {
        for _ in 0..Self::MAX_PAUSES {
            match self.0.get() {
                Some(count) => return *count,
                None => std::thread::sleep(Self::PAUSE),
            }
        }
        self.0.get().copied().unwrap_or(Count::Single)
    }
}

/// How many puzzles make a batch: one at first, then as many as take a few milliseconds. So easy puzzles cost
/// little besides their search, and hard ones are shared among the workers and answered one by one.
pub(super) struct BatchSize(AtomicUsize);

impl Default for BatchSize {
    fn default() -> Self {
        BatchSize(AtomicUsize::new(1))
    }
}

impl BatchSize {
    const MAX: usize = 256;
    const SHORT: Duration = Duration::from_millis(2);
    const LONG: Duration = Duration::from_millis(20);

    pub(super) fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Adapts to a batch of `size` puzzles that took `time`.
    pub(super) fn adapt(&self, size: usize, time: Duration) {
        if time > Self::LONG && size > 1 {
            self.0.fetch_min(size / 2, Ordering::Relaxed);
        } else if time < Self::SHORT && size >= self.get() {
            self.0.store((2 * size).min(Self::MAX), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_names_the_puzzle_in_its_input() {
        let label = |title: Option<&str>, line| Label { title: title.map(str::to_string), line };
        assert_eq!(label(None, 3).name("a.txt"), "a.txt:3");
        assert_eq!(label(Some("seed"), 3).name("a.txt"), "seed (a.txt:3)");
        assert_eq!(label(Some("queens:8"), 0).name("a.families"), "queens:8");
        assert_eq!(label(None, 0).name("a.txt"), "a.txt");
    }

    #[test]
    fn an_input_that_is_not_settled_in_time_counts_as_single() {
        let input = InputCount::default();
        assert!(input.is_single() && !input.is_known_several() && !input.is_settled());
        input.settle_several();
        assert!(input.is_several() && input.is_known_several() && input.is_settled());
    }

    #[test]
    fn batches_grow_while_they_are_short_and_shrink_when_they_are_long() {
        let size = BatchSize::default();
        let mut sizes = Vec::new();
        for _ in 0..10 {
            sizes.push(size.get());
            size.adapt(size.get(), Duration::from_micros(7 * size.get() as u64));
        }
        assert_eq!(sizes, [1, 2, 4, 8, 16, 32, 64, 128, 256, 256]);
        size.adapt(256, Duration::from_millis(30));
        size.adapt(256, Duration::from_millis(30));
        assert_eq!(size.get(), 128);
        size.adapt(64, Duration::from_millis(1));
        assert_eq!(size.get(), 128);
        size.adapt(1, Duration::from_secs(9));
        assert_eq!(size.get(), 128);
    }
}
