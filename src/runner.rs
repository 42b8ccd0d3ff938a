//! The runner: solves the trials of a plan and records them.
//!
//! Everything that is compared is run close together: the strategies of a block of instances
//! follow each other, in an order drawn by the seed. What was recorded by an earlier start is not
//! run again. What is timed is the search alone; the referee works outside the clock.

mod bench;
mod draft;
mod gathered;
mod guard;
mod hub;
mod logbook;
mod machine;
mod part;
mod prepare;
mod referee;
mod results;
mod stage;
mod worker;

pub use prepare::{Overrides, Prepared};
pub use results::{Folder, Summary};

use crate::error::Error;
use crate::kind::Kind;
use crate::plan::{Plan, Stage};
use crate::record::journal::{Record, Start, Writer};
use crate::record::{Frame, Ledger, Roll, Tally};
use bench::{AnyBench, Bench};
use coverlab_model::Cancel;
use coverlab_model::pool::{self, Threads};
use hub::{Hub, Journal};
use logbook::Logbook;
use part::Part;
use stage::Running;
use std::path::Path;
use std::time::Duration;
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
    /// Write `trials.csv` at the end. Without it the journal is all there is of the trials, until somebody
    /// asks for the table, see [`crate::record::expand`].
    pub table: bool,
    /// Raise it to end the run early.
    pub stop: Cancel,
}

impl Default for Options {
    fn default() -> Self {
        Options { threads: 1, fresh: false, table: true, stop: Cancel::default() }
    }
}

/// Is told how far a run is.
pub trait Monitor: Sync {
    /// A run begins that has `trials` trials to go, after `recorded` that were there already. It is
    /// said again when more are found to have been there.
    fn begin(&self, _trials: u64, _recorded: u64) {}
    /// Something that a person should know.
    fn note(&self, _line: &str) {}
    /// `done` trials were recorded since the start; `left` is the time that the strategies tried
    /// so far still need.
    fn tick(&self, _done: u64, _left: Duration) {}
    /// The run is over.
    fn end(&self) {}
}

/// A monitor that tells nobody.
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
    let folder = Folder::open(folder, options.fresh)?;
    prepared.left_out.iter().for_each(|line| monitor.note(line));
    let mut table = options.table.then(|| folder.table()).transpose()?;
    let (mut logbook, mut tally) = (Logbook::new(prepared.trials()), Tally::default());
    let worked = prepared.each_part(|number, part| {
        logbook.parts = number + 1;
        // Nothing is run any more, but what there is of later parts belongs in the table.
        if options.stop.is_raised() && !folder.has_journal_from(number)? {
            return Ok(());
        }
        let ledger = work(part, &folder.journal(number), options, monitor, &mut logbook)?;
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
        None => folder.drop_table().map(|()| tally)?,
    };
    folder.conclude(prepared, options, tally, &logbook)
}

/// Solves what the journal in the folder `journal` does not have yet of `part`.
fn work(
    part: &Part,
    journal: &Path,
    options: &Options,
    monitor: &dyn Monitor,
    logbook: &mut Logbook,
) -> Result<Ledger, Error> {
    let plan = &part.plan;
    let mut ledger = Ledger::read(plan, journal)?;
    tell(&ledger, monitor);
    logbook.open(&ledger);
    monitor.begin(logbook.planned - logbook.reused, logbook.reused);
    let frame = Frame::of(plan);
    if ledger.recorded() == plan.trials() && ledger.last_frame.as_ref() != Some(&frame) {
        // So that the journal says what the table is to say.
        open_journal(plan, frame, journal, &ledger, logbook.started)?;
    } else if ledger.recorded() < plan.trials() {
        let journal = open_journal(plan, frame, journal, &ledger, logbook.started)?;
        let appended = solve(part, &ledger, journal, options, monitor, logbook)?;
        ledger.extend(plan, appended);
    }
    logbook.close(&ledger);
    Ok(ledger)
}

/// Says what is odd about the journal.
fn tell(ledger: &Ledger, monitor: &dyn Monitor) {
    ledger.complaints.iter().for_each(|line| monitor.note(line));
    if ledger.foreign > 0 {
        let what = "recorded trials do not belong to the experiment as it is now; they are left out";
        monitor.note(&format!("{} {what}", ledger.foreign));
    }
    if !ledger.outdated.is_empty() {
        monitor.note(&format!("{} trials are run again under the new limits", ledger.outdated.len()));
    }
    if let Some(commit) = ledger.last_commit.as_ref().filter(|c| **c != machine::COMMIT && !c.is_empty()) {
        let what = "the trials recorded so far are from commit";
        monitor.note(&format!("{what} {commit}, this program from {}; --fresh starts over", machine::COMMIT));
    }
}

/// Opens the journal for more, and says who writes.
fn open_journal(
    plan: &Plan,
    frame: Frame,
    folder: &Path,
    ledger: &Ledger,
    started: u64,
) -> Result<Journal, Error> {
    std::fs::create_dir_all(folder).map_err(|e| Error::file("create", folder, &e))?;
    let path = folder.join(format!("{}.jsonl", file_name(&machine::host())));
    let mut writer = Writer::open(&path, ledger.good.get(&path).copied().unwrap_or(0))?;
    let bad = |e: &std::io::Error| Error::file("write", &path, e);
    let start = Record::Start(Start {
        format: crate::record::journal::FORMAT,
        host: machine::host(),
        version: machine::VERSION.to_string(),
        commit: machine::COMMIT.to_string(),
        started,
        frame: Some(frame),
    });
    writer.append(&start).map_err(|e| bad(&e))?;
    let mut appended = vec![start];
    for stage in &plan.stages {
        writer.append_stage(stage).map_err(|e| bad(&e))?;
        appended.push(Record::Corpus(Roll::mere(stage)));
    }
    writer.flush().map_err(|e| bad(&e))?;
    Ok(Journal { writer, appended })
}

/// A host's name as a file's.
fn file_name(host: &str) -> String {
    host.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' || c == '.' { c } else { '_' }).collect()
}

/// A stage whose kind of problem does not matter any more.
trait Working: Sync {
    fn work(&self, worker: usize, hub: &Hub<'_>);
    fn left(&self) -> Duration;
}

impl<P: Kind> Working for Running<'_, P> {
    fn work(&self, worker: usize, hub: &Hub<'_>) {
        Worker::new(worker, hub, self).work();
    }

    fn left(&self) -> Duration {
        Running::left(self)
    }
}

fn running<'a>(
    plan: &Plan,
    stage: &'a Stage,
    bench: &'a AnyBench,
    ledger: &Ledger,
    s: usize,
) -> Box<dyn Working + 'a> {
    fn boxed<'a, P: Kind>(
        plan: &Plan,
        stage: &'a Stage,
        bench: &'a Bench<P>,
        ledger: &Ledger,
        s: usize,
    ) -> Box<dyn Working + 'a> {
        let is_done = |slot| ledger.has(s, slot);
        let some_done = ledger.recorded_of(s) > 0;
        Box::new(Running::new(plan, stage, bench, some_done.then_some(&is_done)))
    }
    match bench {
        AnyBench::Sudoku(bench) => boxed(plan, stage, bench, ledger, s),
        AnyBench::ExactCover(bench) => boxed(plan, stage, bench, ledger, s),
        AnyBench::Cnf(bench) => boxed(plan, stage, bench, ledger, s),
    }
}

fn solve(
    part: &Part,
    ledger: &Ledger,
    journal: Journal,
    options: &Options,
    monitor: &dyn Monitor,
    logbook: &Logbook,
) -> Result<Vec<Record>, Error> {
    let plan = &part.plan;
    let threads = options.threads.max(1);
    let hub = Hub::new(plan, journal, logbook.next_order, threads);
    let pairs = plan.stages.iter().zip(&part.benches).enumerate();
    let stages: Vec<_> = pairs.map(|(s, (stage, bench))| running(plan, stage, bench, ledger, s)).collect();
    if options.stop.is_raised() {
        // The loop below might say so only after the first trials.
        hub.stop();
    }
    let monitor = || {
        if options.stop.is_raised() {
            hub.stop();
        }
        hub.watch();
        let left: Duration = stages.iter().map(|stage| stage.left()).sum();
        let recorded = hub.recorded();
        monitor.tick(logbook.done + recorded, left / threads as u32 + logbook.later(recorded));
    };
    let work = |worker| stages.iter().for_each(|stage| stage.work(worker, &hub));
    pool::run(Threads { count: threads, stack: Some(STACK) }, TICK, work, monitor)
        .map_err(|broken| Error::new(broken.to_string()))?;
    hub.finish()
}
