//! What goes from the reader to the workers, and what the reader, the workers and the printer have
//! in common.

use super::queue::Queue;
use crate::diagnostic::Diagnostic;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

/// Puzzles that follow each other in the input.
pub(super) struct Batch<P> {
    /// From 0.
    pub(super) number: u64,
    pub(super) content: Content<P>,
    /// How many bytes of the input's source hold this batch and all before it.
    pub(super) position: u64,
}

/// Where workers take batches from.
pub(super) trait Supply<P>: Sync {
    /// The next batch, if there is or will be one.
    fn next(&self) -> Option<Batch<P>>;
}

impl<P: Send> Supply<P> for Queue<Batch<P>> {
    fn next(&self) -> Option<Batch<P>> {
        self.pop()
    }
}

/// What a batch is made of.
pub(super) enum Content<P> {
    /// Puzzles, each with its label.
    Puzzles {
        labels: Vec<Label>,
        problems: Vec<P>,
        /// What there is to say before the puzzle of that index.
        notices: Vec<(usize, Notice)>,
    },
    /// Plain lines, the first of which is line `line` of the input.
    Lines { text: Vec<u8>, line: usize },
}

/// What there is to say of a place in the input.
#[derive(Debug)]
pub(super) enum Notice {
    /// It is not understood.
    Bad(Diagnostic),
    /// It has equal clues in a house. Many of them are one too many.
    Clash(Diagnostic),
}

/// What a puzzle is called in its input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) title: Option<String>,
    /// From 1; 0: it is no line of its input.
    pub(super) line: usize,
}

impl Label {
    /// What a person finds it by in the input called `source`.
    pub(super) fn name(&self, source: &str) -> String {
        match (&self.title, self.line) {
            (title, 0) => title.as_deref().unwrap_or(source).to_string(),
            (Some(title), line) => format!("{title} ({source}:{line})"),
            (None, line) => format!("{source}:{line}"),
        }
    }
}

/// What the threads share.
pub(super) struct Shared<P> {
    pub(super) queue: Queue<Batch<P>>,
    pub(super) company: Company,
    pub(super) pace: Pace,
    /// Puzzles read so far, and whether that is all.
    pub(super) read: AtomicU64,
    pub(super) all_read: AtomicBool,
}

impl<P> Shared<P> {
    /// For so many workers.
    pub(super) fn new(workers: usize) -> Shared<P> {
        Shared {
            // Enough that nobody waits for the one who holds up the order, for a while.
            queue: Queue::new(4 * workers + 4),
            company: Company::default(),
            pace: Pace::default(),
            read: AtomicU64::new(0),
            all_read: AtomicBool::new(false),
        }
    }
}

/// Whether the input holds one puzzle or several, which is known when the second comes or the
/// input ends. Whoever asks before waits for a moment, not for good: it may be that somebody types,
/// or writes into a pipe, and wants an answer first.
#[derive(Default)]
pub(super) struct Company {
    known: Mutex<Option<Others>>,
    changed: Condvar,
}

/// What there is in an input besides its first puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Others {
    /// Nothing, as far as anybody knows.
    None,
    /// Only places that are not understood.
    Bad,
    /// Other puzzles.
    Puzzles,
}

impl Company {
    const PATIENCE: Duration = Duration::from_millis(100);

    pub(super) fn settle(&self, others: Others) {
        *self.known.lock().expect("nobody panics while holding it") = Some(others);
        self.changed.notify_all();
    }

    pub(super) fn others(&self) -> Others {
        let known = self.known.lock().expect("nobody panics while holding it");
        let waited = self.changed.wait_timeout_while(known, Self::PATIENCE, |known| known.is_none());
        waited.expect("nobody panics while holding it").0.unwrap_or(Others::None)
    }

    /// Whether it is known what else there is.
    pub(super) fn is_settled(&self) -> bool {
        self.known.lock().expect("nobody panics while holding it").is_some()
    }

    /// Whether other puzzles are known of already.
    pub(super) fn has_come(&self) -> bool {
        *self.known.lock().expect("nobody panics while holding it") == Some(Others::Puzzles)
    }
}

/// How many puzzles make a batch: one at first, and as many as take a few milliseconds when that
/// is known. So easy puzzles cost little besides their search, and hard ones are shared among the
/// workers and answered one by one.
pub(super) struct Pace(AtomicUsize);

impl Default for Pace {
    fn default() -> Self {
        Pace(AtomicUsize::new(1))
    }
}

impl Pace {
    const MOST: usize = 256;
    const SHORT: Duration = Duration::from_millis(2);
    const LONG: Duration = Duration::from_millis(20);

    pub(super) fn size(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// A batch of `size` puzzles took `time`.
    pub(super) fn learn(&self, size: usize, time: Duration) {
        if time > Self::LONG && size > 1 {
            self.0.fetch_min(size / 2, Ordering::Relaxed);
        } else if time < Self::SHORT && size >= self.size() {
            self.0.store((2 * size).min(Self::MOST), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_grow_while_they_are_short_and_shrink_when_they_are_long() {
        let pace = Pace::default();
        let mut sizes = Vec::new();
        for _ in 0..10 {
            sizes.push(pace.size());
            pace.learn(pace.size(), Duration::from_micros(7 * pace.size() as u64));
        }
        assert_eq!(sizes, [1, 2, 4, 8, 16, 32, 64, 128, 256, 256]);
        pace.learn(256, Duration::from_millis(30));
        pace.learn(256, Duration::from_millis(30));
        assert_eq!(pace.size(), 128);
        pace.learn(64, Duration::from_millis(1));
        assert_eq!(pace.size(), 128);
        pace.learn(1, Duration::from_secs(9));
        assert_eq!(pace.size(), 128);
    }

    #[test]
    fn what_nobody_knows_in_time_is_taken_for_nothing() {
        let company = Company::default();
        assert_eq!((company.others(), company.has_come()), (Others::None, false));
        company.settle(Others::Puzzles);
        assert_eq!((company.others(), company.has_come()), (Others::Puzzles, true));
    }

    #[test]
    fn labels() {
        let label = |title: Option<&str>, line| Label { title: title.map(str::to_string), line };
        assert_eq!(label(None, 3).name("a.txt"), "a.txt:3");
        assert_eq!(label(Some("seed"), 3).name("a.txt"), "seed (a.txt:3)");
        assert_eq!(label(Some("queens:8"), 0).name("a.families"), "queens:8");
        assert_eq!(label(None, 0).name("a.txt"), "a.txt");
    }
}
