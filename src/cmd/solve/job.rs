//! The work on one input: what its reader, workers and writer share.

use super::arguments::{Form, Question, SolveArgs};
use super::progress::SearchProgress;
use coverlab_bench::terminal::Terminal;
use coverlab_model::family::Family;
use coverlab_model::format::sudoku::Options;
use coverlab_model::{Problem, Task};
use coverlab_strategies::Configured;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A strategy at work on one input.
pub(super) struct Job<'a, P: Problem> {
    pub(super) context: Context<'a>,
    pub(super) configured: Configured<P>,
    /// The first solution found, for its picture.
    pub(super) first: OnceLock<P::Solution>,
}

/// The question about one input, and the progress of the work on it.
pub(super) struct Context<'a> {
    pub(super) arguments: &'a SolveArgs,
    pub(super) terminal: &'a Terminal,
    pub(super) form: Form,
    pub(super) question: Question,
    pub(super) task: Task,
    /// The requested strategy, with its parameters.
    pub(super) strategy: String,
    /// The name of the input.
    pub(super) source: String,
    /// The name of the only instance that is solved, if it has one of its own.
    pub(super) title: Option<String>,
    /// Whether there are other inputs, so that output names every instance.
    pub(super) titled: bool,
    /// How puzzles are read. Their symbols are also written.
    pub(super) options: Options,
    /// Draws the solutions of an exact cover as pictures.
    pub(super) family: Option<&'a dyn Family>,
    pub(super) state: Arc<InputState>,
    /// The running searches, if the progress is shown.
    pub(super) searches: Option<SearchProgress>,
    pub(super) started: Instant,
}

impl<'a> Context<'a> {
    /// The context of a search by `configured` of the only instance of an input called `source`.
    pub(super) fn new<P: Problem>(
        arguments: &'a SolveArgs,
        terminal: &'a Terminal,
        configured: &Configured<P>,
        source: &str,
    ) -> Context<'a> {
        let question = arguments.question();
        let is_shown = terminal.interactive_errors && !terminal.quiet;
        Context {
            arguments,
            terminal,
            form: arguments.form(terminal),
            question,
            task: arguments.task(question),
            strategy: configured.spec.to_string(),
            source: source.to_string(),
            title: None,
            titled: false,
            options: Options::default(),
            family: None,
            state: Arc::new(InputState::of_one()),
            searches: is_shown.then(|| SearchProgress::new(configured.about, question)),
            started: Instant::now(),
        }
    }

    /// Whether notes on answers are given.
    pub(super) fn has_notes(&self) -> bool {
        self.form == Form::Line && !self.terminal.quiet
    }

    /// The name of a puzzle in messages: the name of the input if the puzzle is its first line and the only one.
    pub(super) fn name(&self, label: &Label) -> String {
        if label.line == 1 && !self.state.is_several() {
            self.source.clone()
        } else {
            label.name(&self.source)
        }
    }

    /// `None` if the search is cancelled, so that `?` ends the work.
    pub(super) fn unless_cancelled(&self) -> Option<()> {
        (!self.task.cancel.is_raised()).then_some(())
    }
}

/// The name of a puzzle in its input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) title: Option<String>,
    /// The number of the line, from 1; 0 if the puzzle is not on a line of its input.
    pub(super) line: usize,
}

impl Label {
    /// The name by which a user finds the puzzle in the input called `source`.
    pub(super) fn name(&self, source: &str) -> String {
        match (&self.title, self.line) {
            (title, 0) => title.as_deref().unwrap_or(source).to_string(),
            (Some(title), line) => format!("{title} ({source}:{line})"),
            (None, line) => format!("{source}:{line}"),
        }
    }
}

/// How far the reader has come, and how many puzzles make a batch.
#[derive(Default)]
pub(super) struct InputState {
    /// Whether there are several puzzles, as soon as that is known. A single one gets more remarks.
    pub(super) several: OnceLock<bool>,
    pub(super) batch_size: BatchSize,
    /// Puzzles read so far, and whether these are all.
    pub(super) read: AtomicU64,
    pub(super) all_read: AtomicBool,
    /// How many bytes of the input's source hold these puzzles.
    pub(super) position: AtomicU64,
}

impl InputState {
    /// The state of an input that holds one instance, which has been read.
    pub(super) fn of_one() -> InputState {
        InputState {
            several: OnceLock::from(false),
            read: 1.into(),
            all_read: true.into(),
            ..InputState::default()
        }
    }

    /// Whether several puzzles are known to exist.
    pub(super) fn is_several(&self) -> bool {
        self.several.get() == Some(&true)
    }
}

/// How many puzzles make a batch: one at first, then as many as take a few milliseconds. Easy puzzles then cost little
/// beyond their search, and hard ones are shared among the workers and answered one by one.
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
        size.adapt(1, Duration::from_secs(9));
        assert_eq!(size.get(), 128);
    }
}
