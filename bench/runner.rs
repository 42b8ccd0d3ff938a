//! The runner: solves the trials of a plan and records them.
//!
//! Everything that is compared is run close together: the strategies of a stretch of instances follow each
//! other, in an order drawn by the seed. Trials recorded by an earlier start are not run again. The search
//! alone is timed; the referee works outside the clock.

mod bench;
mod draft;
mod gathered;
mod guard;
mod machine;
mod merge;
mod part;
mod prepare;
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

use crate::build_info;
use crate::conditions;
use crate::error::Error;
use crate::kind::Kind;
use crate::plan::{CorpusPlan, Plan};
use crate::record::journal::{self, Start, Writer};
use crate::record::{Ledger, Machine, Shard, Tally};
use bench::{AnyBench, Bench};
use coverlab_model::Cancel;
use coverlab_model::pool::{self, Threads};
use part::Part;
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
    /// Write `trials.csv` at the end. Without it the journal is all there is of the trials, until the table is
    /// asked for, see [`crate::record::expand`].
    pub table: bool,
    /// Keep each thread on a processor of its own.
    pub pin: bool,
    /// Raise it to end the run early.
    pub stop: Cancel,
}

impl Default for Options {
    fn default() -> Self {
        Options { threads: 1, fresh: false, table: true, pin: false, stop: Cancel::default() }
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

/// Starts or continues a run: solves what the journal in `folder` does not have yet and writes
/// `run.json` and, if it is asked to, `trials.csv`.
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
    let mut table = options.table.then(|| folder.table()).transpose()?;
    let (mut totals, mut tally, paces) = (Totals::new(prepared.trials()), Tally::default(), Paces::default());
    let worked = prepared.each_part(|number, part| {
        totals.parts = number + 1;
        // Nothing is run any more, but the recorded trials of later parts belong in the table.
        if options.stop.is_raised() && !folder.has_journal_from(number)? {
            return Ok(());
        }
        let ledger = work(part, &folder.journal(number), options, monitor, &mut totals, &paces)?;
        match &mut table {
            Some(table) => table.add(&part.plan, &ledger),
            None => {
                tally.add(&part.plan, &ledger);
                Ok(())
            }
        }
    });
    monitor.end();
    worked?;
    let tally = match table {
        Some(table) => table.finish()?,
        None => folder.drop_tables().map(|()| tally)?,
    };
    folder.conclude(prepared, options, tally, &totals)
}

fn unpinned(worker: usize) -> Error {
    let what = format!("the system does not keep thread {} on a processor of its own", worker + 1);
    Error::new(what).help("run without --pin")
}

/// Solves the trials of `part` that the journal in `folder` does not have yet.
fn work(
    part: &Part,
    folder: &Path,
    options: &Options,
    monitor: &dyn Monitor,
    totals: &mut Totals,
    paces: &Paces,
) -> Result<Ledger, Error> {
    let plan = &part.plan;
    let mut ledger = Ledger::read(plan, folder)?;
    tell(&ledger, monitor);
    totals.open(&ledger);
    monitor.begin(totals.planned - totals.reused, totals.reused);
    let bare = plan.without_instances();
    let is_told = ledger.last_plan.as_ref() == Some(&bare) && ledger.has_lists;
    if ledger.recorded() < plan.trials() || !is_told {
        totals.begin_after(ledger.last_start);
        let writer = open_journal(part, bare, folder, &ledger, options, totals.started)?;
        if ledger.recorded() < plan.trials() {
            solve(part, &ledger, writer, options, (monitor, paces), totals)?;
            ledger = Ledger::read(plan, folder)?;
        }
    }
    totals.close(&ledger);
    Ok(ledger)
}

/// Reports oddities of the journal.
fn tell(ledger: &Ledger, monitor: &dyn Monitor) {
    ledger.complaints.iter().for_each(|line| monitor.note(line));
    let foreign: u64 = ledger.foreign.values().sum();
    if foreign > 0 {
        let kinds: Vec<&str> = ledger.foreign.keys().map(|why| why.words()).collect();
        let what = "recorded trials do not belong to the experiment as it is now; they are left out";
        monitor.note(&format!("{foreign} {what}: they are {}", kinds.join(", ")));
    }
    if !ledger.outdated.is_empty() {
        monitor.note(&format!("{} trials are run again under the new limits", ledger.outdated.len()));
    }
    let own = build_info::get().commit;
    let mut commits = ledger.machines.iter().map(|machine| &machine.commit);
    if let Some(commit) = commits.find(|commit| **commit != own && !commit.is_empty()) {
        let what = "trials recorded so far are from commit";
        monitor.note(&format!("{what} {commit}, this program from {own}; --fresh starts over"));
    }
}

/// Opens the journal to append, and writes the plan and its instances.
fn open_journal(
    part: &Part,
    bare: Plan,
    folder: &Path,
    ledger: &Ledger,
    options: &Options,
    started_utc: u64,
) -> Result<Writer, Error> {
    std::fs::create_dir_all(folder).map_err(|e| Error::file("create", folder, &e))?;
    let path = folder.join(format!("{}.{}", file_name(&machine::host()), journal::ENDING));
    let mut writer = Writer::open(&path, ledger.good.get(&path).copied().unwrap_or(0))?;
    let machine = options.machine(part.shard);
    let mut blocks = Vec::new();
    journal::encode_start(&Start { started_utc, machine, merged: Vec::new(), plan: bare }, &mut blocks);
    part.plan.stages.iter().for_each(|stage| journal::encode_corpus(stage, &mut blocks));
    writer.append(&blocks).and_then(|()| writer.flush()).map_err(|e| Error::file("write", &path, &e))?;
    Ok(writer)
}

/// A host's name as a file's.
fn file_name(host: &str) -> String {
    host.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' || c == '.' { c } else { '_' }).collect()
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
    ledger: &Ledger,
    s: usize,
    paces: &'a Paces,
) -> Box<dyn Working + 'a> {
    fn boxed<'a, P: Kind>(
        plan: &Plan,
        stage: &'a CorpusPlan,
        bench: &'a Bench<P>,
        ledger: &Ledger,
        s: usize,
        paces: &'a Paces,
    ) -> Box<dyn Working + 'a> {
        let is_done = |slot| ledger.has(s, slot);
        let some_done = ledger.recorded() > 0;
        Box::new(Running::new(plan, stage, bench, some_done.then_some(&is_done), paces))
    }
    match bench {
        AnyBench::Sudoku(bench) => boxed(plan, stage, bench, ledger, s, paces),
        AnyBench::ExactCover(bench) => boxed(plan, stage, bench, ledger, s, paces),
        AnyBench::Cnf(bench) => boxed(plan, stage, bench, ledger, s, paces),
    }
}

fn solve(
    part: &Part,
    ledger: &Ledger,
    writer: Writer,
    options: &Options,
    (monitor, paces): (&dyn Monitor, &Paces),
    totals: &Totals,
) -> Result<(), Error> {
    let plan = &part.plan;
    let threads = options.threads.max(1);
    let shared = Shared::new(plan, writer, totals.next_order, threads);
    let pairs = plan.stages.iter().zip(&part.benches).enumerate();
    let stages: Vec<_> =
        pairs.map(|(s, (stage, bench))| running(plan, stage, bench, ledger, s, paces)).collect();
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
