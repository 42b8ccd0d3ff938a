//! The work on one input: what its reader, threads and writer share.

use super::arguments::{AnswerForm, DEFAULT, Question, SolveArgs};
use super::progress::SearchProgress;
use crate::support::Failure;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::problem_kind::ProblemKind;
use coverlab_bench::separate_process::in_separate_process;
use coverlab_bench::strategy_source::StrategySource;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::value_set::expand_to_one;
use coverlab_model::family::Member;
use coverlab_model::format::sudoku::Options;
use coverlab_model::{Problem, Task};
use coverlab_strategies::Configured;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Maximum number of puzzles in a batch.
const MAX_BATCH_SIZE: usize = 256;
/// Batches grow if they take less time than the first, and shrink if they take more than the second.
const SHORT_BATCH: Duration = Duration::from_millis(2);
const LONG_BATCH: Duration = Duration::from_millis(20);

/// Opens the output for an input.
pub type OpenOutput<'a> = dyn Fn() -> Box<dyn Write + Send> + Sync + 'a;

/// The settings that all inputs of the command share.
#[derive(Clone, Copy)]
pub(super) struct SolveCommand<'a> {
    pub(super) arguments: &'a SolveArgs,
    pub(super) terminal: &'a Terminal,
    /// Configures the strategies.
    pub(super) strategies: &'a dyn StrategySource,
    pub(super) output: &'a OpenOutput<'a>,
    /// How puzzles are read. Their symbols are also written.
    pub(super) options: &'a Options,
    pub(super) question: Question,
    pub(super) form: AnswerForm,
    /// Whether there are several inputs or instances, so that output names each.
    pub(super) titled: bool,
}

/// A strategy at work on one input.
pub(super) struct InputJob<'a, P: Problem> {
    pub(super) context: InputContext<'a>,
    pub(super) configured: Configured<P>,
    /// The first solution found, for its picture.
    pub(super) first: OnceLock<P::Solution>,
}

/// The task for one input, and the progress of the work on it.
pub(super) struct InputContext<'a> {
    pub(super) command: SolveCommand<'a>,
    pub(super) task: Task,
    /// The requested strategy, with its parameters.
    pub(super) strategy: String,
    /// The name of the input.
    pub(super) source: String,
    /// The name of the only instance that is solved, if it has one of its own.
    pub(super) title: Option<String>,
    /// Draws the solutions of an exact cover as pictures.
    pub(super) member: Option<&'a dyn Member>,
    pub(super) state: Arc<InputState>,
    /// The running searches, if the progress is shown.
    pub(super) searches: Option<SearchProgress>,
    pub(super) started: Instant,
}

impl<'a, P: ProblemKind> InputJob<'a, P> {
    /// The job of the requested strategy on the input called `source`. Its only instance may have a `title`.
    pub(super) fn new(
        command: SolveCommand<'a>,
        source: &str,
        title: Option<String>,
    ) -> Result<Self, Failure> {
        let SolveCommand { arguments, terminal, question, .. } = command;
        let configured = configure::<P>(command)?;
        let is_shown = terminal.interactive_errors && !terminal.quiet;
        let context = InputContext {
            command,
            task: arguments.task(question),
            strategy: configured.spec.to_string(),
            source: source.to_string(),
            title,
            member: None,
            state: Arc::default(),
            searches: is_shown.then(|| SearchProgress::new(configured.about, question)),
            started: Instant::now(),
        };
        Ok(InputJob { context, configured, first: OnceLock::new() })
    }
}

/// Configures the requested strategy. It searches in a separate process if its memory is limited, or if its time is
/// limited and it cannot be interrupted.
fn configure<P: ProblemKind>(command: SolveCommand<'_>) -> Result<Configured<P>, Failure> {
    let SolveCommand { arguments, strategies, .. } = command;
    let name = arguments.strategy();
    let name = expand_to_one(name, "`solve`").map_err(|wrong| Failure::usage_of(&wrong.in_argument(name)))?;
    let configured = P::configure(strategies, &name.parse()?)?;
    let is_apart =
        arguments.memory_limit.is_some() || arguments.time_limit.is_some() && !configured.about.interruptible;
    Ok(if is_apart { in_separate_process(configured, arguments.memory_limit) } else { configured })
}

impl InputContext<'_> {
    /// The name of a puzzle in messages: the name of the input if the puzzle is its first line and the only one.
    pub(super) fn name(&self, label: &PuzzleLabel) -> String {
        if label.line == 1 && !self.state.is_several() {
            self.source.clone()
        } else {
            label.name(&self.source)
        }
    }

    /// Whether the strategy is the default one.
    pub(super) fn is_default(&self) -> bool {
        self.strategy == DEFAULT
    }

    /// Whether an answer gets remarks that need further searches: the only answer, unless it is a count, a list or JSON.
    pub(super) fn is_thorough(&self) -> bool {
        let asks_for_solution = matches!(self.command.question, Question::First | Question::Unique);
        asks_for_solution && self.command.form != AnswerForm::Json && !self.state.is_several()
    }

    /// `None` if the search is cancelled, so that `?` ends the work.
    pub(super) fn unless_cancelled(&self) -> Option<()> {
        (!self.task.cancel.is_raised()).then_some(())
    }
}

/// The name of a puzzle in its input.
#[derive(Default)]
pub(super) struct PuzzleLabel {
    pub(super) title: Option<String>,
    /// The number of the line, from 1; 0 if the puzzle is not on a line of its input.
    pub(super) line: usize,
    /// The warning about equal clues in a house.
    pub(super) warning: Option<Box<Diagnostic>>,
}

impl PuzzleLabel {
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
    /// How many puzzles the next batch should have; 0, like 1, at first.
    batch_size: AtomicUsize,
    /// Puzzles read so far, and whether these are all.
    pub(super) read: AtomicU64,
    pub(super) all_read: AtomicBool,
    /// How many bytes of the input's source hold these puzzles.
    pub(super) position: AtomicU64,
}

impl InputState {
    /// Whether several puzzles are known to exist. A single one gets more remarks.
    pub(super) fn is_several(&self) -> bool {
        self.read.load(Ordering::Relaxed) > 1
    }

    /// How many puzzles the next batch should have: one at first, then as many as take a few milliseconds. Easy puzzles then cost
    /// little beyond their search, and hard ones are shared among the threads and answered one by one.
    pub(super) fn batch_size(&self) -> usize {
        self.batch_size.load(Ordering::Relaxed).max(1)
    }

    /// Adapts the size of batches to one of `size` puzzles that took `time`.
    pub(super) fn adapt_batch_size(&self, size: usize, time: Duration) {
        if time > LONG_BATCH && size > 1 {
            self.batch_size.fetch_min(size / 2, Ordering::Relaxed);
        } else if time < SHORT_BATCH && size >= self.batch_size() {
            self.batch_size.store((2 * size).min(MAX_BATCH_SIZE), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_grow_while_they_are_short_and_shrink_when_they_are_long() {
        let state = InputState::default();
        let grow = || {
            let size = state.batch_size();
            state.adapt_batch_size(size, Duration::from_micros(7 * size as u64));
            size
        };
        assert_eq!([(); 10].map(|()| grow()), [1, 2, 4, 8, 16, 32, 64, 128, 256, 256]);
        for (size, milliseconds) in [(256, 30), (256, 30), (64, 1), (1, 9000)] {
            state.adapt_batch_size(size, Duration::from_millis(milliseconds));
        }
        assert_eq!(state.batch_size(), 128);
    }
}
