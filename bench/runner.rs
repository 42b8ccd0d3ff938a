//! Runs the trials of a plan and records them.
//!
//! Trials that are compared run close together: one strategy after the other searches the same piece of a corpus, in an order
//! that the seed determines (`schedule`). Recorded trials are not run again. Only the search is timed, not the referee.

mod answer;
mod corpus_run;
mod earlier_modes;
mod machine;
mod merge;
mod panics;
mod part;
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
use crate::plan::PartCorpusPlan;
use crate::problem_kind::ProblemKind;
use crate::record::{Machine, Shard};
use corpus_run::{CorpusRun, EarlierTrials, PilotResults};
use coverlab_model::pool::{self, Threads};
use coverlab_model::{Cancel, Task};
use part::Part;
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
    /// Called before each part: `trials` have to run in all. The number falls as recorded trials are found.
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
    let pilots = PilotResults::default();
    let result = prepared.each_part(|part| {
        // A cancelled run searches no more, but the table keeps the recorded trials of later parts.
        if options.cancel.is_raised() && !recording.has_part_from(part.plan.number) {
            return Ok(());
        }
        run_part(part, &mut recording, options, callbacks, &pilots)
    });
    callbacks.end();
    result?;
    recording.finish()
}

/// Runs the trials of a part that are not recorded yet.
fn run_part(
    part: &Part,
    recording: &mut Recording<'_>,
    options: &RunnerOptions,
    callbacks: &dyn RunCallbacks,
    pilots: &PilotResults,
) -> Result<(), Error> {
    let plan = &part.plan;
    let before = recording.index_before(plan)?;
    callbacks.begin(recording.remaining());
    if before.recorded == plan.corpora.iter().map(PartCorpusPlan::count).sum::<usize>() {
        return recording.add_to_sorted(part, &before);
    }
    let mut runs: Vec<Box<dyn AnyRun + '_>> = Vec::new();
    for (k, (corpus, workload)) in plan.corpora.iter().zip(&part.workloads).enumerate() {
        let before = &before;
        let is_recorded = Box::new(move |slot| before.has(k, slot));
        let timed_alone = recording.earlier_modes.to_time_alone(corpus);
        let earlier = EarlierTrials { is_recorded, timed_alone };
        runs.push(workload.start(plan.design.seed, corpus, earlier, pilots));
    }
    let (done, next_order) = (recording.added, recording.next_order);
    let table = recording.path();
    let (appender, host) = recording.begin_appending()?;
    let threads = options.threads.max(1);
    let state = RunState::new(plan, host, (appender, table), next_order, threads);
    run_pending(&mut runs, state, options, |added| callbacks.tick(done + added))?;
    let index = recording.index_after(plan, &before)?;
    recording.add_to_sorted(part, &index)
}

/// Runs the pending trials of `runs`, and calls `tick` regularly with the number recorded so far.
fn run_pending(
    runs: &mut [Box<dyn AnyRun + '_>],
    state: RunState<'_>,
    options: &RunnerOptions,
    tick: impl Fn(u64),
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
            tick(state.recorded());
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
    /// Starts the trials on a corpus that `earlier` does not have. `seed` is that of the run.
    fn start<'a>(
        &'a self,
        seed: u64,
        corpus: &'a PartCorpusPlan,
        earlier: EarlierTrials<'a>,
        pilots: &'a PilotResults,
    ) -> Box<dyn AnyRun + 'a>;

    /// Whether strategy `strategy` finds as many solutions of instance `instance` as `task` asks for, and the referee
    /// accepts them.
    fn finds(&self, strategy: usize, instance: usize, task: &Task) -> bool;
}

impl<P: ProblemKind> AnyWorkload for Workload<P> {
    fn start<'a>(
        &'a self,
        seed: u64,
        corpus: &'a PartCorpusPlan,
        earlier: EarlierTrials<'a>,
        pilots: &'a PilotResults,
    ) -> Box<dyn AnyRun + 'a> {
        Box::new(CorpusRun::new(seed, corpus, self, earlier, pilots))
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
