//! Runs the trials of a plan and records them.
//!
//! Trials that are compared run close together: one strategy after the other searches the same piece of a corpus, in an order
//! that the seed determines (`schedule`). Recorded trials are not run again. Only the search is timed, not the referee.

mod answer;
mod corpus_run;
mod machine;
mod merge;
mod panics;
mod prepare;
mod recording;
mod recount;
mod results;
mod run_state;
mod schedule;
mod sessions;
mod trial_template;
mod trial_thread;
mod workload;

pub use machine::machine;
pub use merge::{MergeSummary, merge};
pub use prepare::{Overrides, PreparedExperiment};
pub use results::{ResultsFolder, RunSummary};

use crate::error::Error;
use crate::pinning;
use crate::plan::Plan;
use crate::problem_kind::ProblemKind;
use crate::record::{Machine, Shard, TrialIndex};
use corpus_run::CorpusRun;
use coverlab_model::pool::{self, Threads};
use coverlab_model::{Cancel, Task};
use recording::Recording;
use run_state::RunState;
use std::path::Path;
use std::time::Duration;
use trial_thread::TrialThread;
use workload::Workload;

/// The interval at which the main thread checks limits and reports progress.
const TICK: Duration = Duration::from_millis(20);
/// Stack size of a thread in bytes: strategies may recurse deeply.
const STACK: usize = 256 << 20;

/// Options of a run that do not change its results.
#[derive(Clone, Debug)]
pub struct RunnerOptions {
    /// The number of threads, at least 1.
    pub threads: usize,
    /// Whether to discard recorded trials and start over.
    pub fresh: bool,
    /// Whether to pin each thread to its own processor.
    pub pin: bool,
    /// Ends the run early when raised.
    pub cancel: Cancel,
}

impl Default for RunnerOptions {
    fn default() -> Self {
        RunnerOptions { threads: 1, fresh: false, pin: false, cancel: Cancel::default() }
    }
}

impl RunnerOptions {
    /// The description of this machine for a run with these options.
    fn machine(&self, shard: Option<Shard>) -> Machine {
        let mut machine = machine(self.threads.max(1), shard);
        machine.conditions.pinned = self.pin;
        machine
    }
}

/// Callbacks that report the progress of a run.
pub trait RunCallbacks: Sync {
    /// Called before the first trial. `trials` is the number of trials to run.
    fn begin(&self, _trials: u64) {}
    /// Shows a message to the user.
    fn note(&self, _line: &str) {}
    /// Called regularly: `done` trials were recorded since the start.
    fn tick(&self, _done: u64) {}
    /// Called when no more trials will run.
    fn end(&self) {}
}

/// Callbacks that do nothing.
pub struct NoCallbacks;

impl RunCallbacks for NoCallbacks {}

/// Starts or resumes a run: runs the trials that `trials.csv` in `folder` lacks, sorts its rows in the order of the plan,
/// and writes `run.json`.
///
/// # Errors
/// The folder is in use or cannot be written, threads cannot be pinned, or a corpus cannot be read any more.
pub fn execute(
    prepared: &PreparedExperiment,
    folder: &Path,
    options: &RunnerOptions,
    callbacks: &dyn RunCallbacks,
) -> Result<RunSummary, Error> {
    if options.pin && pinning::processors() < options.threads {
        let processors = pinning::processors();
        let what = format!("cannot pin {} threads to {processors} processors", options.threads);
        return Err(Error::new(what).help("use fewer threads, or run without --pin"));
    }
    let folder = ResultsFolder::open(folder, options.fresh)?;
    prepared.left_out.iter().for_each(|line| callbacks.note(line));
    let mut recording = Recording::open(&folder, prepared, options, callbacks)?;
    let before = recording.read_index()?;
    let missing = prepared.trials() - before.recorded as u64;
    callbacks.begin(missing);
    let result = match missing {
        0 => Ok(()),
        _ => run_missing(prepared, &before, &mut recording, options, callbacks),
    };
    callbacks.end();
    result?;
    recording.finish(before)
}

/// Runs the trials that are not recorded yet. `recorded` has those that are.
fn run_missing(
    prepared: &PreparedExperiment,
    recorded: &TrialIndex,
    recording: &mut Recording<'_>,
    options: &RunnerOptions,
    callbacks: &dyn RunCallbacks,
) -> Result<(), Error> {
    let plan = &prepared.plan;
    let workloads = prepared.workloads.iter().enumerate();
    let mut runs: Vec<Box<dyn AnyRun + '_>> =
        workloads.map(|(corpus, workload)| workload.start(plan, corpus, recorded)).collect();
    let table = recording.path();
    let (appender, host) = recording.begin_appending()?;
    let state =
        RunState::new(&plan.design, host, (appender, table), recorded.next_order, options.threads.max(1));
    run_pending(&mut runs, state, options, callbacks)
}

/// Runs the pending trials of `runs`.
fn run_pending(
    runs: &mut [Box<dyn AnyRun + '_>],
    state: RunState<'_>,
    options: &RunnerOptions,
    callbacks: &dyn RunCallbacks,
) -> Result<(), Error> {
    let threads = Threads { count: options.threads.max(1), stack: Some(STACK) };
    let on_all_threads = |work: &(dyn Fn(usize) + Sync)| {
        if options.cancel.is_raised() {
            // Otherwise trials would run until the first tick.
            state.cancel_all();
        }
        let monitor = || {
            if options.cancel.is_raised() {
                state.cancel_all();
            }
            state.watch();
            callbacks.tick(state.recorded());
        };
        let work = |thread| match options.pin && !pinning::pin(thread) {
            true => state.fail(unpinned(thread)),
            false => work(thread),
        };
        pool::run(threads, TICK, work, monitor).map_err(|broken| Error::new(broken.to_string()))
    };
    on_all_threads(&|thread| runs.iter().for_each(|run| run.pilot(thread, &state)))?;
    runs.iter_mut().for_each(|run| run.choose_units());
    on_all_threads(&|thread| runs.iter().for_each(|run| run.work(thread, &state)))?;
    state.finish()
}

/// The error for a thread that could not be pinned.
fn unpinned(thread: usize) -> Error {
    let what = format!("the operating system refuses to pin thread {} to a processor", thread + 1);
    Error::new(what).help("run without --pin")
}

/// A [`Workload`] without its kind of problem.
trait AnyWorkload: Send + Sync {
    /// Starts the trials on corpus `corpus` of the plan that `before` does not have.
    fn start<'a>(&'a self, plan: &'a Plan, corpus: usize, before: &'a TrialIndex) -> Box<dyn AnyRun + 'a>;

    /// Whether strategy `strategy` finds as many solutions of instance `instance` as `task` asks for, and the referee
    /// accepts them.
    fn finds(&self, strategy: usize, instance: usize, task: &Task) -> bool;
}

impl<P: ProblemKind> AnyWorkload for Workload<P> {
    fn start<'a>(&'a self, plan: &'a Plan, corpus: usize, before: &'a TrialIndex) -> Box<dyn AnyRun + 'a> {
        let is_recorded = Box::new(move |slot| before.has(corpus, slot));
        Box::new(CorpusRun::new(plan, corpus, self, is_recorded, &before.timed[corpus]))
    }

    fn finds(&self, strategy: usize, instance: usize, task: &Task) -> bool {
        let place = self.numbers.iter().position(|number| *number as usize == instance);
        place.is_some_and(|place| recount::finds(&*self.backends[strategy], &self.problems[place], task))
    }
}

/// A [`CorpusRun`] without its kind of problem. All threads call `pilot`, then one calls `choose_units`, then all call
/// `work`.
trait AnyRun: Sync {
    /// Runs a pilot of each strategy.
    fn pilot(&self, thread: usize, state: &RunState<'_>);
    /// Divides the trials into units that are timed together, according to the results of the pilots.
    fn choose_units(&mut self);
    /// Runs units until none is left.
    fn work(&self, thread: usize, state: &RunState<'_>);
}

impl<P: ProblemKind> AnyRun for CorpusRun<'_, P> {
    fn pilot(&self, thread: usize, state: &RunState<'_>) {
        TrialThread::new(thread, state, self).pilot();
    }

    fn choose_units(&mut self) {
        CorpusRun::choose_units(self);
    }

    fn work(&self, thread: usize, state: &RunState<'_>) {
        TrialThread::new(thread, state, self).work();
    }
}
