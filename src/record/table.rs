//! `trials.csv`, written from ledgers: rows in the order of the plan, an atomic rename at the end.
//!
//! What is equal in many rows is made once, by the `csv` crate, which knows when to quote; what
//! differs is a number and needs no quotes. A test holds the result against [`super::Trial`].

use super::agreement::Judgement;
use super::csv_line::CsvLine;
use super::tally::{Tally, each_instance};
use super::{COLUMNS, Head, Ledger, Machine, Row, Status};
use crate::error::Error;
use crate::plan::{Lane, Plan, Stage};
use coverlab_model::{Event, Stop};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A table in the making: of all parts of a run or not at all.
pub struct Table {
    file: File,
    path: PathBuf,
    temporary: PathBuf,
    line: Vec<u8>,
    tally: Tally,
}

impl Table {
    /// A table of no rows, which is to become the file `path`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(path: &Path) -> Result<Table, Error> {
        let temporary = path.with_extension("csv.tmp");
        let file = File::create(&temporary).map_err(|e| Error::file("write", path, &e))?;
        let mut line = fragment(&COLUMNS);
        line.push(b'\n');
        Ok(Table { file, path: path.to_path_buf(), temporary, line, tally: Tally::default() })
    }

    /// Adds the rows of `plan` that `ledger` has.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, plan: &Plan, ledger: &Ledger) -> Result<(), Error> {
        self.rows(plan, ledger).map_err(|e| Error::file("write", &self.path, &e))
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(mut self) -> Result<Tally, Error> {
        let mut finish = || {
            self.file.write_all(&self.line)?;
            self.file.sync_data()?;
            std::fs::rename(&self.temporary, &self.path)
        };
        finish().map_err(|e| Error::file("write", &self.path, &e))?;
        Ok(std::mem::take(&mut self.tally))
    }

    fn rows(&mut self, plan: &Plan, ledger: &Ledger) -> std::io::Result<()> {
        const FLUSH_BYTES: usize = 1 << 16;
        let (mut written, mut instance) = (Ok(()), Vec::new());
        for (s, stage) in plan.stages.iter().enumerate() {
            let fixed = Fixed::new(plan, stage, ledger);
            let mut names = stage.instances.names().walk();
            let mut contents = stage.instances.contents().iter();
            each_instance(plan, s, ledger, |from, rows, judgements| {
                instance.clear();
                append_fields(&[names.step()], &mut instance);
                let content = contents.next().copied().unwrap_or_default();
                instance.extend_from_slice(format!(",{content:016x}").as_bytes());
                for (k, (row, judgement)) in rows.iter().zip(judgements).enumerate() {
                    let (Some(row), Some((head, machine, error))) = (row, ledger.circumstances(s, from + k))
                    else {
                        continue;
                    };
                    self.tally.row(row, judgement);
                    let words = error.or(judgement.words.as_deref()).unwrap_or_default();
                    let lane = &fixed.lanes[k / plan.repetitions as usize];
                    let mut line = CsvLine(&mut self.line);
                    line.bytes(&fixed.head).bytes(&instance).bytes(b"0").bytes(&lane.head).number(head.seed);
                    cells(&mut line, lane, &fixed.limits, head, row, judgement);
                    line.bytes(&fixed.hosts[machine]).bytes(&lane.enforcer);
                    line.ratio(row.wall_ns, row.cpu_ns).number(head.started_utc);
                    line.bytes(&fragment(&[words])).end();
                }
                if self.line.len() > FLUSH_BYTES && written.is_ok() {
                    written = self.file.write_all(&self.line);
                    self.line.clear();
                }
            });
        }
        written
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // After `finish` there is nothing of that name.
        let _ = std::fs::remove_file(&self.temporary);
    }
}

/// Fields as CSV, without the end of the line.
fn fragment(fields: &[impl AsRef<[u8]>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    append_fields(fields, &mut bytes);
    bytes
}

/// Appends fields as CSV, without the end of the line.
fn append_fields(fields: &[impl AsRef<[u8]>], line: &mut Vec<u8>) {
    // Not `any`: without an early end the bytes are looked at many at a time.
    let special = |found: bool, byte: &u8| found | matches!(byte, b',' | b'"' | b'\n' | b'\r');
    if !fields.iter().any(|field| field.as_ref().iter().fold(false, special)) {
        for (k, field) in fields.iter().enumerate() {
            if k > 0 {
                line.push(b',');
            }
            line.extend_from_slice(field.as_ref());
        }
        return;
    }
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(line);
    writer.write_record(fields).expect("writing to memory");
    let Ok(line) = writer.into_inner() else { unreachable!("writing to memory") };
    line.pop();
}

/// What many rows of a stage have in common, as CSV.
struct Fixed {
    head: Vec<u8>,
    limits: Vec<u8>,
    lanes: Vec<FixedOfLane>,
    /// By number of the machine.
    hosts: Vec<Vec<u8>>,
}

struct FixedOfLane {
    head: Vec<u8>,
    enforcer: Vec<u8>,
    is_encoded: bool,
    nodes: bool,
    events: [bool; Event::ALL.len()],
}

impl Fixed {
    fn new(plan: &Plan, stage: &Stage, ledger: &Ledger) -> Fixed {
        let number = |n: Option<u64>| n.map_or_else(String::new, |n| n.to_string());
        let lane = |lane: &Lane| FixedOfLane {
            head: fragment(&[&lane.strategy, &lane.params, &lane.via]),
            enforcer: fragment(&[lane.profile.enforcer.as_ref()]),
            is_encoded: !lane.via.is_empty(),
            nodes: lane.profile.counts_nodes(),
            events: lane.profile.events(),
        };
        let all: Vec<Machine> = ledger.machines.iter().chain(&ledger.other_machines).cloned().collect();
        let limits = [plan.solutions, plan.limits.nodes, plan.limits.cpu_ns].map(number);
        Fixed {
            head: fragment(&[&plan.experiment, &stage.corpus]),
            limits: fragment(&limits),
            lanes: stage.lanes.iter().map(lane).collect(),
            hosts: ledger.machines.iter().map(|machine| fragment(&[machine.label(&all)])).collect(),
        }
    }
}

/// Appends the cells from `repeat` to `filled`.
fn cells(
    line: &mut CsvLine<'_>,
    lane: &FixedOfLane,
    limits: &[u8],
    head: &Head,
    row: &Row,
    judgement: &Judgement,
) {
    let crashed = row.status == Status::Crash;
    let finished = |n: u64| (!crashed).then_some(n);
    line.number(head.repeat.into()).number(row.order);
    line.word(row.status.word()).word(judgement.verdict.word());
    line.optional(finished(row.solutions)).hash(row.answer);
    line.word(row.stop.map_or("", Stop::name)).bytes(limits);
    line.word(head.mode.word()).number(row.cpu_ns).number(row.wall_ns);
    line.optional(lane.is_encoded.then_some(row.encode_ns))
        .optional(lane.is_encoded.then_some(row.decode_ns));
    line.word("").optional(finished(row.nodes).filter(|_| lane.nodes));
    for (count, counts) in row.events().into_iter().zip(lane.events) {
        line.optional(finished(count).filter(|_| counts));
    }
    line.optional(finished(row.max_depth).filter(|_| lane.nodes));
    line.optional(row.filled_plus_1.checked_sub(1).map(u64::from));
}

#[cfg(test)]
mod tests {
    use super::super::Trial;
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

    fn plan() -> Plan {
        let lane = Lane {
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
            repetitions: 1,
            solutions: Some(2),
            limits: Limits { nodes: None, cpu_ns: Some(1_000_000_000) },
            stages: vec![Stage::new("c".into(), instances, vec![lane])],
        }
    }

    /// The ledger of a journal of one block, of trials of these instances.
    fn ledger(name: &str, plan: &Plan, instances: &[u32]) -> (Ledger, PathBuf) {
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
