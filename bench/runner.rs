//! The runner: runs the trials of a plan and records them.
//!
//! Compared trials run close together: the strategies on a stretch of instances follow each other, in an order drawn by the
//! seed. Recorded trials are not run again. The search alone is timed; the referee works outside the clock.

mod corpus_run;
mod machine;
mod merge;
mod panics;
mod part;
mod prepare;
mod recording;
mod recount;
mod referee;
mod results;
mod sessions;
mod shared;
mod trial_template;
mod units;
mod worker;
mod workload;

pub use machine::machine;
pub use merge::{Allow, Merged, merge};
pub use prepare::{Overrides, Prepared};
pub use results::{Folder, Summary};

use crate::conditions;
use crate::error::Error;
use crate::kind::Kind;
use crate::plan::{CorpusPlan, Plan};
use crate::record::{Machine, Shard};
use corpus_run::{CorpusRun, IsRecorded, Paces};
use coverlab_model::pool::{self, Threads};
use coverlab_model::{Cancel, Task};
use part::Part;
use recording::Recording;
use shared::Shared;
use std::path::Path;
use std::time::Duration;
use worker::Worker;
use workload::Workload;

/// The interval between looks at the workers.
const TICK: Duration = Duration::from_millis(20);
/// Bytes of stack per thread: strategies may recurse deeply.
const STACK: usize = 256 << 20;

/// How to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Worker threads, at least 1.
    pub threads: usize,
    /// Discard recorded trials and start over.
    pub fresh: bool,
    /// Keep each thread on a processor of its own.
    pub pin: bool,
    /// Raise it to end the run early.
    pub stop: Cancel,
}

impl Default for Options {
    fn default() -> Self {
        Options { threads: 1, fresh: false, pin: false, stop: Cancel::default() }
    }
}

impl Options {
    /// This machine, as a run with these options uses it.
    fn machine(&self, shard: Option<Shard>) -> Machine {
        let mut machine = machine(self.threads.max(1), shard);
        machine.conditions.pinned = self.pin;
        machine
    }
}

/// Receives the progress of a run.
pub trait Monitor: Sync {
    /// A run begins that has `trials` trials to go, after `recorded` that were there already. It is reported
    /// again when more recorded ones are found.
    fn begin(&self, _trials: u64, _recorded: u64) {}
    /// A message to the user.
    fn note(&self, _line: &str) {}
    /// `done` trials were recorded since the start.
    fn tick(&self, _done: u64) {}
    /// The run is over.
    fn end(&self) {}
}

/// A monitor without an audience.
pub struct Silent;

impl Monitor for Silent {}

/// Starts or continues a run: runs the trials that `trials.csv` in `folder` lacks, puts its rows into the order of the plan,
/// and writes `run.json`.
///
/// # Errors
/// The folder is in use or cannot be written.
pub fn execute(
    prepared: &Prepared,
    folder: &Path,
    options: &Options,
    monitor: &dyn Monitor,
) -> Result<Summary, Error> {
    if options.pin && conditions::processors() < options.threads {
        let what = format!("{} threads cannot have a processor each", options.threads);
        return Err(Error::new(what)
            .help(format!("there are {}; ask for fewer, or do not pin", conditions::processors())));
    }
    let folder = Folder::open(folder, options.fresh)?;
    prepared.left_out().for_each(|line| monitor.note(&line));
    let mut recording = Recording::open(&folder, prepared, options, monitor)?;
    let paces = Paces::default();
    let worked = prepared.each_part(|number, part| {
        // A stopped run searches no more, but the recorded trials of later parts belong in the table.
        if options.stop.is_raised() && !recording.has_part_from(number) {
            return Ok(());
        }
        run_part(number, part, &mut recording, options, monitor, &paces)
    });
    monitor.end();
    worked?;
    recording.finish(options)
}

/// Runs the trials of `part`, which has this number, that are not recorded yet.
fn run_part(
    number: usize,
    part: &Part,
    recording: &mut Recording<'_>,
    options: &Options,
    monitor: &dyn Monitor,
    paces: &Paces,
) -> Result<(), Error> {
    let plan = &part.plan;
    let before = recording.open_part(number, plan)?;
    monitor.begin(recording.to_run(), recording.reused());
    if before.recorded == plan.trials() {
        return recording.sort(number, part, &before);
    }
    let mut runs: Vec<Box<dyn AnyRun + '_>> = Vec::new();
    for (s, (corpus, workload)) in plan.corpora.iter().zip(&part.workloads).enumerate() {
        let before = &before;
        runs.push(workload.start(plan, corpus, Box::new(move |slot| before.has(s, slot)), paces));
    }
    let (done, next_order) = (recording.added(), recording.next_order());
    let (appender, host) = recording.appender()?;
    let shared = Shared::new(plan, number, host, appender, next_order, options.threads.max(1));
    search(&mut runs, shared, options, |recorded| monitor.tick(done + recorded))?;
    let index = recording.reopen_part(number, plan, &before)?;
    recording.sort(number, part, &index)
}

/// Runs the pending trials of some corpora, and reports how many were recorded.
fn search(
    runs: &mut [Box<dyn AnyRun + '_>],
    shared: Shared<'_>,
    options: &Options,
    tick: impl Fn(u64),
) -> Result<(), Error> {
    let threads = Threads { count: options.threads.max(1), stack: Some(STACK) };
    let on_all_threads = |work: &(dyn Fn(usize) + Sync)| {
        if options.stop.is_raised() {
            // The monitor might do so only after the first trials.
            shared.stop();
        }
        let monitor = || {
            if options.stop.is_raised() {
                shared.stop();
            }
            shared.watch();
            tick(shared.recorded());
        };
        let work = |worker| match options.pin && !conditions::pin(worker) {
            true => shared.fail(unpinned(worker)),
            false => work(worker),
        };
        pool::run(threads, TICK, work, monitor).map_err(|broken| Error::new(broken.to_string()))
    };
    on_all_threads(&|worker| runs.iter().for_each(|run| run.pilot(worker, &shared)))?;
    runs.iter_mut().for_each(|run| run.choose_units());
    on_all_threads(&|worker| runs.iter().for_each(|run| run.work(worker, &shared)))?;
    shared.finish()
}

fn unpinned(worker: usize) -> Error {
    let what = format!("the system does not keep thread {} on a processor of its own", worker + 1);
    Error::new(what).help("run without --pin")
}

/// A workload of any kind of problem.
trait AnyWorkload: Send + Sync {
    /// The run of those trials of `corpus` whose slots are not recorded.
    fn start<'a>(
        &'a self,
        plan: &Plan,
        corpus: &'a CorpusPlan,
        is_recorded: IsRecorded<'a>,
        paces: &'a Paces,
    ) -> Box<dyn AnyRun + 'a>;

    /// Whether the strategy with this number finds as many solutions of the instance with this number as `task` asks for,
    /// and the referee accepts them.
    fn finds(&self, strategy: usize, instance: usize, task: &Task) -> bool;
}

impl<P: Kind> AnyWorkload for Workload<P> {
    fn start<'a>(
        &'a self,
        plan: &Plan,
        corpus: &'a CorpusPlan,
        is_recorded: IsRecorded<'a>,
        paces: &'a Paces,
    ) -> Box<dyn AnyRun + 'a> {
        Box::new(CorpusRun::new(plan, corpus, self, is_recorded, paces))
    }

    fn finds(&self, strategy: usize, instance: usize, task: &Task) -> bool {
        let place = self.instances().iter().position(|number| *number as usize == instance);
        place.is_some_and(|place| recount::finds(&*self.backends[strategy], &self.problems()[place], task))
    }
}

/// A run of any kind of problem.
trait AnyRun: Sync {
    fn pilot(&self, worker: usize, shared: &Shared<'_>);
    fn choose_units(&mut self);
    fn work(&self, worker: usize, shared: &Shared<'_>);
}

impl<P: Kind> AnyRun for CorpusRun<'_, P> {
    fn pilot(&self, worker: usize, shared: &Shared<'_>) {
        Worker::new(worker, shared, self).pilot();
    }

    fn choose_units(&mut self) {
        CorpusRun::choose_units(self);
    }

    fn work(&self, worker: usize, shared: &Shared<'_>) {
        Worker::new(worker, shared, self).work();
    }
}
