//! The table of trials, written from ledgers: rows in the order of the plan, an atomic rename at the end.

use super::agreement::Judgement;
use super::csv_rows::CsvRows;
use super::field::Cell;
use super::ledger::Circumstances;
use super::parquet_rows::ParquetRows;
use super::rows::Rows;
use super::tally::{Tally, each_instance};
use super::{Head, Ledger, Machine, Row, RunInfo, Status, Trial};
use crate::atomic_file::AtomicFile;
use crate::error::Error;
use crate::plan::{Contender, CorpusPlan, Plan};
use coverlab_model::{Event, Stop};
use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A table in the making: of all parts of a run or not at all.
pub struct Table {
    rows: Format,
    path: PathBuf,
    place: AtomicFile,
    tally: Tally,
    origin: Origin,
}

/// The rows in their format.
enum Format {
    Csv(CsvRows),
    Parquet(Box<ParquetRows>),
}

/// Where trials are from.
#[derive(Default)]
pub(super) struct Origin {
    experiments: BTreeSet<String>,
    seeds: BTreeSet<u64>,
    commits: BTreeSet<String>,
    versions: BTreeSet<String>,
}

impl Table {
    /// A table of no rows, which is to become the file `path`, as CSV.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(path: &Path) -> Result<Table, Error> {
        Table::begin(path, |file| Ok(Format::Csv(CsvRows::new(file))))
    }

    /// The same as Parquet.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn parquet(path: &Path) -> Result<Table, Error> {
        Table::begin(path, |file| Ok(Format::Parquet(Box::new(ParquetRows::new(file)?))))
    }

    fn begin(path: &Path, format: impl FnOnce(File) -> io::Result<Format>) -> Result<Table, Error> {
        let begun = AtomicFile::begin(path).and_then(|(place, file)| Ok((place, format(file)?)));
        let (place, rows) = begun.map_err(|e| Error::file("write", path, &e))?;
        let (tally, origin) = Default::default();
        Ok(Table { rows, path: path.to_path_buf(), place, tally, origin })
    }

    /// Adds the rows of `plan` that `ledger` has.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, plan: &Plan, ledger: &Ledger) -> Result<(), Error> {
        self.origin.add(
            &plan.experiment,
            plan.own_seeds().chain(plan.other_seeds.iter().copied()),
            ledger.writers(),
        );
        let added = match &mut self.rows {
            Format::Csv(rows) => walk(rows, &mut self.tally, plan, ledger),
            Format::Parquet(rows) => walk(&mut **rows, &mut self.tally, plan, ledger),
        };
        added.map_err(|e| Error::file("write", &self.path, &e))
    }

    /// Adds a trial of a table that was written before.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn copy(&mut self, trial: &Trial) -> Result<(), Error> {
        self.tally.trial(trial);
        let copied = match &mut self.rows {
            Format::Csv(rows) => copy(rows, trial),
            Format::Parquet(rows) => copy(&mut **rows, trial),
        };
        copied.map_err(|e| Error::file("write", &self.path, &e))
    }

    /// Says where copied trials are from.
    pub fn of_run(&mut self, run: &RunInfo) {
        self.origin.add(&run.experiment, [run.seed].into_iter(), run.machines());
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(self) -> Result<Tally, Error> {
        let Table { rows, path, place, tally, origin } = self;
        let file = match rows {
            Format::Csv(rows) => rows.finish(&origin),
            Format::Parquet(rows) => rows.finish(&origin),
        };
        let placed = file.and_then(|file| place.end(&file));
        placed.map(|()| tally).map_err(|e| Error::file("write", &path, &e))
    }
}

impl Origin {
    fn add<'a>(
        &mut self,
        experiment: &str,
        seeds: impl Iterator<Item = u64>,
        machines: impl Iterator<Item = &'a Machine>,
    ) {
        self.experiments.insert(experiment.to_string());
        self.seeds.extend(seeds);
        for machine in machines {
            self.commits.insert(machine.commit.clone());
            self.versions.insert(machine.version.clone());
        }
    }

    /// The facts, by name; of several values all.
    pub(super) fn facts(&self) -> [(&'static str, String); 4] {
        let list = |words: &BTreeSet<String>| words.iter().cloned().collect::<Vec<_>>().join(", ");
        let seeds = self.seeds.iter().map(u64::to_string).collect();
        [
            ("experiment", list(&self.experiments)),
            ("seed", list(&seeds)),
            ("commit", list(&self.commits)),
            ("version", list(&self.versions)),
        ]
    }
}

/// Gives `rows` a trial of another table.
fn copy<R: Rows>(rows: &mut R, trial: &Trial) -> io::Result<()> {
    for cell in trial.cells() {
        rows.cell(cell);
    }
    rows.end();
    if rows.is_full() { rows.write() } else { Ok(()) }
}

/// Gives `rows` those of `plan` that `ledger` has.
fn walk<R: Rows>(rows: &mut R, tally: &mut Tally, plan: &Plan, ledger: &Ledger) -> io::Result<()> {
    let (mut written, mut named) = (Ok(()), R::Shared::default());
    for (s, stage) in plan.stages.iter().enumerate() {
        let fixed = Fixed::<R>::new(plan, stage, ledger);
        let mut names = stage.instances.names().walk();
        let mut contents = stage.instances.contents().iter();
        each_instance(plan, s, ledger, |from, trials, judgements| {
            let content = format!("{:016x}", contents.next().copied().unwrap_or_default());
            let (name, image) = plan.image(names.step());
            R::share(
                &[Cell::Text(name), Cell::Text(content.as_bytes()), Cell::Number(image.into())],
                &mut named,
            );
            for (k, (row, judgement)) in trials.iter().zip(judgements).enumerate() {
                let (Some(row), Some(of)) = (row, ledger.circumstances(s, from + k)) else { continue };
                let Circumstances { head, machine, first_order, error } = of;
                tally.row(row, judgement);
                let words = error.or(judgement.words.as_deref()).unwrap_or_default();
                let lane = &fixed.lanes[k / plan.rounds() as usize];
                rows.shared(&fixed.head).shared(&named).shared(&lane.head).cell(Cell::Number(head.seed));
                cells(rows, lane, &fixed.limits, head, row, judgement);
                rows.shared(&fixed.hosts[machine]).shared(&lane.enforcer);
                rows.cell(Cell::Ratio(row.wall_ns, row.cpu_ns)).cell(Cell::Number(head.started_utc));
                rows.cell(Cell::Text(words.as_bytes())).cell(Cell::Optional(Some(first_order)));
                rows.shared(&fixed.commits[machine]).end();
            }
            if rows.is_full() && written.is_ok() {
                written = rows.write();
            }
        });
    }
    written
}

/// The fields that many rows of a stage share.
struct Fixed<R: Rows> {
    head: R::Shared,
    limits: R::Shared,
    lanes: Vec<FixedOfLane<R>>,
    /// By number of the machine.
    hosts: Vec<R::Shared>,
    commits: Vec<R::Shared>,
}

struct FixedOfLane<R: Rows> {
    head: R::Shared,
    enforcer: R::Shared,
    is_encoded: bool,
    nodes: bool,
    events: [bool; Event::ALL.len()],
}

impl<R: Rows> Fixed<R> {
    fn new(plan: &Plan, stage: &CorpusPlan, ledger: &Ledger) -> Fixed<R> {
        let texts = |texts: &[&str]| {
            let cells: Vec<Cell<'_>> = texts.iter().map(|text| Cell::Text(text.as_bytes())).collect();
            R::made(&cells)
        };
        let lane = |lane: &Contender| FixedOfLane {
            head: texts(&[&lane.strategy, &lane.params, &lane.via]),
            enforcer: texts(&[&lane.profile.enforcer]),
            is_encoded: !lane.via.is_empty(),
            nodes: lane.profile.counts_nodes(),
            events: lane.profile.events(),
        };
        let all: Vec<Machine> = ledger.machines.iter().chain(&ledger.other_machines).cloned().collect();
        let limits = [plan.solutions, plan.limits.nodes, plan.limits.cpu_ns].map(Cell::Optional);
        Fixed {
            head: texts(&[&plan.experiment, &stage.corpus]),
            limits: R::made(&limits),
            lanes: stage.lanes.iter().map(lane).collect(),
            hosts: ledger.machines.iter().map(|machine| texts(&[&machine.label(&all)])).collect(),
            commits: ledger.machines.iter().map(|machine| texts(&[&machine.commit])).collect(),
        }
    }
}

/// Gives `rows` the cells from `repeat` to `filled`.
#[inline]
fn cells<R: Rows>(
    rows: &mut R,
    lane: &FixedOfLane<R>,
    limits: &R::Shared,
    head: &Head,
    row: &Row,
    judgement: &Judgement,
) {
    let crashed = row.status == Status::Crash;
    let finished = |n: u64, counts: bool| Cell::Optional((!crashed && counts).then_some(n));
    let encoded = |n: u64| Cell::Optional(lane.is_encoded.then_some(n));
    let measured = |n: u64| Cell::Optional(Some(n));
    rows.cell(Cell::Number(head.repeat.into())).cell(Cell::Number(row.order));
    rows.cell(Cell::Word(row.status.word())).cell(Cell::Word(judgement.verdict.word()));
    rows.cell(finished(row.solutions, true)).cell(Cell::Hash(row.answer));
    rows.cell(Cell::Word(row.stop.map_or("", Stop::name))).shared(limits);
    rows.cell(Cell::Word(head.mode.word())).cell(measured(row.cpu_ns)).cell(measured(row.wall_ns));
    rows.cell(encoded(row.encode_ns))
        .cell(encoded(row.decode_ns))
        .cell(Cell::Optional((row.peak_rss > 0).then_some(row.peak_rss)));
    rows.cell(finished(row.nodes, lane.nodes));
    for (count, counts) in row.events().into_iter().zip(lane.events) {
        rows.cell(finished(count, counts));
    }
    rows.cell(finished(row.max_depth, lane.nodes));
    rows.cell(Cell::Optional(row.filled_plus_1.checked_sub(1).map(u64::from)));
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::COLUMNS;
    use super::super::block::tests::{head, rows};
    use super::super::journal::{self, Start, Writer};
    use super::*;
    use crate::plan::{InstanceList, Limits, Profile};
    use coverlab_model::About;

    static ABOUT: About = About {
        name: "odd, \"name\"",
        sentence: "",
        source: "",
        node: "",
        purpose: coverlab_model::Purpose::Learn,
        complete: true,
        interruptible: true,
        events: &[Event::Conflict],
        parameters: &[],
        note: "",
    };

    pub(crate) fn plan() -> Plan {
        let lane = Contender {
            label: "odd".into(),
            strategy: ABOUT.name.into(),
            params: "a=1,b=2".into(),
            via: String::new(),
            profile: Profile::of(&ABOUT, ""),
            key: "77".into(),
        };
        let mut instances = InstanceList::default();
        (0..3).for_each(|k| instances.push(&format!("i {k}"), 0x0123, None));
        Plan {
            experiment: "x".into(),
            seed: 9,
            other_seeds: Vec::new(),
            seeds: 1,
            isomorphs: 1,
            repetitions: 1,
            solutions: Some(2),
            limits: Limits { cpu_ns: Some(1_000_000_000), ..Limits::default() },
            stages: vec![CorpusPlan::new("c".into(), instances, vec![lane])],
        }
    }

    /// The ledger of a journal of one block, of trials of these instances.
    pub(crate) fn ledger(name: &str, plan: &Plan, instances: &[u32]) -> (Ledger, PathBuf) {
        let folder = std::env::temp_dir().join(format!("coverlab-table-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.journal");
        let machine = Machine { host: "host, one".into(), ..Machine::default() };
        let start = Start { started_utc: 3, machine, merged: Vec::new(), plan: plan.without_instances() };
        let mut blocks = Vec::new();
        journal::encode_start(&start, &mut blocks);
        journal::encode_corpus(&plan.stages[0], &mut blocks);
        journal::encode_trials(&head("77", &plan.stages[0].digest), &rows(instances), &mut blocks);
        Writer::open(&path, 0).unwrap().append(&blocks).unwrap();
        assert_eq!(journal::files(&folder).unwrap(), [path]);
        (Ledger::read(plan, &folder).unwrap(), folder)
    }

    fn write(plan: &Plan, ledger: &Ledger, path: &Path) -> Tally {
        let mut table = Table::new(path).unwrap();
        table.add(plan, ledger).unwrap();
        table.finish().unwrap()
    }

    #[test]
    fn a_table_given_up_leaves_nothing() {
        let plan = plan();
        let (ledger, folder) = ledger("given-up", &plan, &[2, 0]);
        let path = folder.join("trials.csv");
        let mut table = Table::new(&path).unwrap();
        table.add(&plan, &ledger).unwrap();
        drop(table);
        let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left, ["a.journal"]);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_columns_are_those_of_a_trial_and_the_values_too() {
        let plan = plan();
        let (ledger, folder) = ledger("columns", &plan, &[2, 0]);
        assert_eq!((ledger.recorded(), ledger.complaints.len()), (2, 0));
        let path = folder.join("trials.csv");
        let tally = write(&plan, &ledger, &path);
        assert_eq!((tally.rows, tally.unverified), (2, 2));
        let mut reader = csv::Reader::from_path(&path).unwrap();
        assert_eq!(reader.headers().unwrap(), &COLUMNS[..]);
        let trials: Vec<Trial> = reader.deserialize().collect::<Result<_, _>>().unwrap();
        let mut writer = csv::Writer::from_writer(Vec::new());
        trials.iter().for_each(|t| writer.serialize(t).unwrap());
        let again = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(again.replace(",1.0,", ",1.000,"), text);
        let first = &trials[0];
        assert_eq!((first.instance.as_str(), first.strategy.as_str()), ("i 0", ABOUT.name));
        assert_eq!((first.host.as_str(), first.seed, first.conflicts), ("host, one", 9, Some(0)));
        assert_eq!((first.updates, first.encode_ns, first.noise), (None, None, Some(1.0)));
        assert_eq!(trials[1].error, "a \"word\", and\nmore");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn rows_under_other_limits_stand_only_if_they_would_come_out_the_same() {
        let mut plan = plan();
        // The CPU times of the block are 201 and 1 ns.
        plan.limits.cpu_ns = Some(150);
        let (ledger, folder) = ledger("limits", &plan, &[2, 0]);
        std::fs::remove_dir_all(folder).unwrap();
        assert_eq!((ledger.recorded(), ledger.outdated.len()), (1, 1));
    }
}
