//! The runner: solves the trials of a plan and records them.
//!
//! Everything that is compared is run close together: the strategies of a stretch of instances follow each
//! other, in an order drawn by the seed. Trials recorded by an earlier start are not run again. The search
//! alone is timed; the referee works outside the clock.

mod bench;
mod gathered;
mod guard;
mod lane_rows;
mod machine;
mod merge;
mod part;
mod prepare;
mod recording;
mod referee;
mod results;
mod sessions;
mod shared;
mod stage;
mod totals;
mod units;
mod worker;

pub use machine::machine;
pub use merge::{Allow, Merged, merge};
pub use prepare::{Overrides, Prepared};
pub use results::{Folder, Summary};

use crate::conditions;
use crate::error::Error;
use crate::kind::Kind;
use crate::plan::{CorpusPlan, Plan};
use crate::record::{Index, Locations, Machine, Shard};
use bench::{AnyBench, Bench};
use coverlab_model::Cancel;
use coverlab_model::pool::{self, Threads};
use part::Part;
use recording::Recording;
use shared::Shared;
use stage::{Paces, Running};
use std::path::Path;
use std::time::Duration;
use totals::Totals;
use worker::Worker;

/// How often the watch looks at the workers.
const TICK: Duration = Duration::from_millis(20);
/// Strategies may recurse deeply.
const STACK: usize = 256 << 20;

/// How to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Worker threads, at least 1.
    pub threads: usize,
    /// Throw away what an earlier start has recorded.
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
    /// This machine, with what a run of these options does on it.
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
    /// `done` trials were recorded since the start; `left` is the time that the strategies tried
    /// so far still need.
    fn tick(&self, _done: u64, _left: Duration) {}
    /// The run is over.
    fn end(&self) {}
}

/// A monitor without an audience.
pub struct Silent;

impl Monitor for Silent {}

/// Starts or continues a run: solves what `trials.csv` in `folder` does not have yet, puts its rows into the order of the
/// plan, and writes `run.json`.
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
    prepared.left_out.iter().for_each(|line| monitor.note(line));
    let mut recording = Recording::open(&folder, prepared, options, monitor)?;
    let (mut totals, paces) = (Totals::new(prepared.trials()), Paces::default());
    let worked = prepared.each_part(|number, part| {
        // Nothing is run any more, but the recorded trials of later parts belong in the table.
        if options.stop.is_raised() && !recording.has_part_from(number) {
            return Ok(());
        }
        work(number, part, &mut recording, options, monitor, &mut totals, &paces)
    });
    monitor.end();
    worked?;
    folder.conclude(prepared, options, recording.finish()?, &totals)
}

fn unpinned(worker: usize) -> Error {
    let what = format!("the system does not keep thread {} on a processor of its own", worker + 1);
    Error::new(what).help("run without --pin")
}

/// Solves the trials of `part`, which is number `number`, that are not recorded yet.
fn work(
    number: usize,
    part: &Part,
    recording: &mut Recording<'_>,
    options: &Options,
    monitor: &dyn Monitor,
    totals: &mut Totals,
    paces: &Paces,
) -> Result<(), Error> {
    let plan = &part.plan;
    let mut locations = Locations::new(plan);
    let (mut index, seen) = recording.index(number, &mut locations, plan)?;
    totals.open(plan.trials(), &index);
    monitor.begin(totals.planned - totals.reused, totals.reused);
    if index.recorded < plan.trials() {
        let (appender, host) = recording.appender()?;
        let shared = Shared::new(plan, number, host, appender, totals.next_order, options.threads.max(1));
        solve(part, &index, shared, options, (monitor, paces), totals)?;
        recording.extend(number, &mut locations, &mut index, &seen)?;
    }
    totals.close(&index);
    recording.sort(number, part, &index)
}

/// A stage whose kind of problem does not matter any more.
trait Working: Sync {
    fn work(&self, worker: usize, shared: &Shared<'_>);
    fn left(&self) -> Duration;
}

impl<P: Kind> Working for Running<'_, P> {
    fn work(&self, worker: usize, shared: &Shared<'_>) {
        Worker::new(worker, shared, self).work();
    }

    fn left(&self) -> Duration {
        Running::left(self)
    }
}

fn running<'a>(
    plan: &Plan,
    stage: &'a CorpusPlan,
    bench: &'a AnyBench,
    index: &Index,
    s: usize,
    paces: &'a Paces,
) -> Box<dyn Working + 'a> {
    fn boxed<'a, P: Kind>(
        plan: &Plan,
        stage: &'a CorpusPlan,
        bench: &'a Bench<P>,
        index: &Index,
        s: usize,
        paces: &'a Paces,
    ) -> Box<dyn Working + 'a> {
        let is_done = |slot| index.has(s, slot);
        let some_done = index.recorded > 0;
        Box::new(Running::new(plan, stage, bench, some_done.then_some(&is_done), paces))
    }
    match bench {
        AnyBench::Sudoku(bench) => boxed(plan, stage, bench, index, s, paces),
        AnyBench::ExactCover(bench) => boxed(plan, stage, bench, index, s, paces),
        AnyBench::Cnf(bench) => boxed(plan, stage, bench, index, s, paces),
    }
}

fn solve(
    part: &Part,
    index: &Index,
    shared: Shared<'_>,
    options: &Options,
    (monitor, paces): (&dyn Monitor, &Paces),
    totals: &Totals,
) -> Result<(), Error> {
    let plan = &part.plan;
    let threads = options.threads.max(1);
    let pairs = plan.stages.iter().zip(&part.benches).enumerate();
    let stages: Vec<_> =
        pairs.map(|(s, (stage, bench))| running(plan, stage, bench, index, s, paces)).collect();
    if options.stop.is_raised() {
        // The loop below might say so only after the first trials.
        shared.stop();
    }
    let monitor = || {
        if options.stop.is_raised() {
            shared.stop();
        }
        shared.watch();
        let left: Duration = stages.iter().map(|stage| stage.left()).sum();
        let recorded = shared.recorded();
        monitor.tick(totals.done + recorded, left / threads as u32 + totals.later(recorded));
    };
    let work = |worker| {
        if options.pin && !conditions::pin(worker) {
            return shared.fail(unpinned(worker));
        }
        stages.iter().for_each(|stage| stage.work(worker, &shared));
    };
    pool::run(Threads { count: threads, stack: Some(STACK) }, TICK, work, monitor)
        .map_err(|broken| Error::new(broken.to_string()))?;
    shared.finish()
}
