//! `trials.csv`, written from ledgers: rows in the order of the plan, an atomic rename at the end.
//!
//! What is equal in many rows is made once, by the `csv` crate, which knows when to quote; what
//! differs is a number and needs no quotes. A test holds the result against [`super::Trial`].

use super::agreement::{Court, Ruling};
use super::csv_line::Line;
use super::ledger::{Ledger, Row};
use super::tally::{Tally, verdict};
use super::{Mode, Status, Verdict};
use crate::corpus::digits;
use crate::error::Error;
use crate::plan::{Lane, Plan, Stage};
use coverlab_model::Event;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The columns, in order.
pub const COLUMNS: [&str; 40] = [
    "experiment",
    "corpus",
    "instance",
    "instance_hash",
    "isomorph",
    "strategy",
    "params",
    "via",
    "seed",
    "repeat",
    "order_index",
    "status",
    "verdict",
    "solutions",
    "answer_hash",
    "stop",
    "task_solutions",
    "limit_nodes",
    "limit_cpu_ns",
    "mode",
    "solve_cpu_ns",
    "solve_wall_ns",
    "encode_ns",
    "decode_ns",
    "peak_rss_bytes",
    "nodes",
    "backtracks",
    "propagations",
    "conflicts",
    "passes",
    "placements",
    "updates",
    "guesses",
    "max_depth",
    "filled",
    "host",
    "enforcer",
    "noise",
    "started_utc",
    "error",
];

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
        const FLUSH_AT: usize = 1 << 16;
        let (mut rulings, mut rows, mut instance) = (Vec::new(), Vec::new(), Vec::new());
        for (s, stage) in plan.stages.iter().enumerate() {
            let parts = Parts::new(plan, stage, ledger);
            let per_instance = stage.trials(plan.repetitions) / stage.instances.len().max(1);
            let mut names = stage.instances.names().walk();
            let instances = stage.instances.contents().iter().zip(stage.instances.counts());
            for (i, (&content, count)) in instances.enumerate() {
                let from = i * per_instance;
                rows.clear();
                rows.extend((from..from + per_instance).map(|slot| ledger.row(s, slot)));
                let repetitions = plan.repetitions as usize;
                Court { count, lanes: &stage.lanes, rows: &rows, repetitions }.rule(&mut rulings);
                instance.clear();
                append_fields(&[names.step()], &mut instance);
                instance.push(b',');
                instance.extend_from_slice(&digits(content));
                for (k, (row, ruling)) in rows.iter().zip(&rulings).enumerate() {
                    let Some(row) = row else { continue };
                    self.tally.row(row, ruling);
                    let error = ledger.errors.get(&(s, from + k)).or(ruling.words.as_ref());
                    let words = error.map_or("", String::as_str);
                    parts.row(
                        &mut self.line,
                        &instance,
                        k / repetitions,
                        k % repetitions,
                        row,
                        ruling,
                        words,
                    );
                }
                if self.line.len() > FLUSH_AT {
                    self.file.write_all(&self.line)?;
                    self.line.clear();
                }
            }
        }
        Ok(())
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

/// What the rows of a stage have in common.
struct Parts {
    head: Vec<u8>,
    limits: Vec<u8>,
    lanes: Vec<LaneParts>,
    hosts: Vec<Vec<u8>>,
}

struct LaneParts {
    head: Vec<u8>,
    enforcer: Vec<u8>,
    encoded: bool,
    nodes: bool,
    counts: [bool; Event::ALL.len()],
}

impl Parts {
    fn new(plan: &Plan, stage: &Stage, ledger: &Ledger) -> Parts {
        let number = |n: Option<u64>| n.map_or_else(String::new, |n| n.to_string());
        let lane = |lane: &Lane| LaneParts {
            head: fragment(&[&lane.strategy, &lane.params, &lane.via, &plan.seed.to_string()]),
            enforcer: fragment(&[lane.profile.enforcer.as_ref()]),
            encoded: !lane.via.is_empty(),
            nodes: lane.profile.nodes,
            counts: lane.profile.events,
        };
        Parts {
            head: fragment(&[&plan.experiment, &stage.corpus]),
            limits: fragment(&[
                &number(plan.asked()),
                &number(plan.limits.nodes),
                &number(plan.limits.time_ns()),
            ]),
            lanes: stage.lanes.iter().map(lane).collect(),
            hosts: ledger.hosts.iter().map(|host| fragment(&[host])).collect(),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one line")]
    fn row(
        &self,
        line: &mut Vec<u8>,
        instance: &[u8],
        lane: usize,
        repeat: usize,
        row: &Row,
        ruling: &Ruling,
        words: &str,
    ) {
        let lane = &self.lanes[lane];
        let crashed = row.status == Status::Crash;
        let finished = |n: u64| (!crashed).then_some(n);
        let mut line = Line(line);
        line.bytes(&self.head).bytes(instance).bytes(b"0").bytes(&lane.head);
        line.number(repeat as u64).number(row.order);
        line.word(row.status.word()).word(verdict_word(verdict(ruling)));
        line.optional(finished(row.solutions)).hash(row.answer);
        line.word(if crashed { "" } else { row.ending.word() }).bytes(&self.limits);
        line.word(mode_word(row.mode)).number(row.cpu).number(row.wall);
        line.optional(lane.encoded.then_some(row.encode)).optional(lane.encoded.then_some(row.decode));
        line.word("").optional(finished(row.nodes).filter(|_| lane.nodes));
        for (count, counts) in row.events.iter().zip(lane.counts) {
            line.optional(finished(*count).filter(|_| counts));
        }
        line.optional(finished(row.depth).filter(|_| lane.nodes)).optional(u64::try_from(row.filled).ok());
        line.bytes(&self.hosts[usize::from(row.host)]).bytes(&lane.enforcer);
        line.ratio(row.wall, row.cpu).number(row.started);
        if !words.is_empty() {
            line.bytes(&fragment(&[words]));
        } else {
            line.word("");
        }
        line.end();
    }
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Correct => "correct",
        Verdict::Wrong => "wrong",
        Verdict::Unverified => "unverified",
    }
}

fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Stream => "stream",
        Mode::Between => "between",
        Mode::Single => "single",
    }
}

#[cfg(test)]
mod tests {
    use super::super::Column;
    use super::super::Roll;
    use super::super::Trial;
    use super::super::block::tests::block;
    use super::super::journal::{self, FORMAT, Record, Start, Writer};
    use super::*;
    use crate::plan::{Limits, Profile, Subject, Subjects};
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
            key: 77,
        };
        let subject = |k| Subject { name: format!("i {k}").into(), content: 0x0123, count: None };
        let instances = Subjects::of("c", &[0, 1, 2].map(subject));
        Plan {
            experiment: "x".into(),
            seed: 9,
            repetitions: 1,
            solutions: 2,
            limits: Limits { nodes: None, time: Some(std::time::Duration::from_secs(1)) },
            stages: vec![Stage::new("c".into(), instances, vec![lane])],
        }
    }

    /// The ledger of a journal of one block.
    fn ledger(name: &str, plan: &Plan, block: super::super::Block) -> (Ledger, std::path::PathBuf) {
        ledger_of(FORMAT, name, plan, block)
    }

    /// That of a journal of version `format`.
    fn ledger_of(
        format: u32,
        name: &str,
        plan: &Plan,
        block: super::super::Block,
    ) -> (Ledger, std::path::PathBuf) {
        let folder = std::env::temp_dir().join(format!("coverlab-table-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.jsonl");
        let stage = &plan.stages[0];
        let mut writer = Writer::open(&path, 0).unwrap();
        let start = Start {
            format,
            host: "host, one".into(),
            version: String::new(),
            commit: String::new(),
            started: 3,
            frame: None,
        };
        for record in [Record::Start(start), Record::Corpus(Roll::of(stage)), Record::Block(Box::new(block))]
        {
            writer.append(&record).unwrap();
        }
        writer.flush().unwrap();
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
        let (ledger, folder) = ledger("given-up", &plan, block(77, &plan.stages[0].digest, &[2, 0]));
        let path = folder.join("trials.csv");
        let mut table = Table::new(&path).unwrap();
        table.add(&plan, &ledger).unwrap();
        drop(table);
        let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left, ["a.jsonl"]);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_columns_are_those_of_a_trial_and_the_values_too() {
        let plan = plan();
        let (ledger, folder) = ledger("columns", &plan, block(77, &plan.stages[0].digest, &[2, 0]));
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
    fn every_word_is_the_one_that_a_trial_reads() {
        use Status as S;
        for status in [
            S::Solved,
            S::Unique,
            S::Multiple,
            S::None,
            S::Stuck,
            S::Timeout,
            S::Memout,
            S::NodeLimit,
            S::Error,
            S::Crash,
        ] {
            assert_eq!(serde_json::to_value(status).unwrap(), status.word());
        }
        for verdict in [Verdict::Correct, Verdict::Wrong, Verdict::Unverified] {
            assert_eq!(serde_json::to_value(verdict).unwrap(), verdict_word(verdict));
        }
        for mode in [Mode::Stream, Mode::Between, Mode::Single] {
            assert_eq!(serde_json::to_value(mode).unwrap(), mode_word(mode));
        }
    }

    #[test]
    fn answers_of_earlier_versions_are_those_of_this_one() {
        let plan = plan();
        let block = || {
            let mut block = block(77, &plan.stages[0].digest, &[2, 0, 1]);
            block.answer = [0x0123_4567_89ab_cdef, 0, 5].into_iter().collect();
            block
        };
        let answers = |format, block| {
            let (ledger, folder) = ledger_of(format, &format!("answers-{format}"), &plan, block);
            std::fs::remove_dir_all(folder).unwrap();
            [2, 0, 1].map(|slot| ledger.row(0, slot).unwrap().answer)
        };
        assert_eq!(answers(3, block()), [0x0123_4567, 0, 1]);
        let mut all = block();
        all.answer = Column::one(u64::MAX);
        assert_eq!(answers(3, all), [0xffff_ffff; 3]);
        let mut now = block();
        now.answer = [0x89ab_cdef, 0, 5].into_iter().collect();
        assert_eq!(answers(FORMAT, now), [0x89ab_cdef, 0, 5]);
    }

    #[test]
    fn rows_under_other_limits_stand_only_if_they_would_come_out_the_same() {
        let mut plan = plan();
        let digest = plan.stages[0].digest.clone();
        // The CPU times of the block are 201 and 1 ns.
        plan.limits.time = Some(std::time::Duration::from_nanos(150));
        let (ledger, folder) = ledger("limits", &plan, block(77, &digest, &[2, 0]));
        std::fs::remove_dir_all(folder).unwrap();
        assert_eq!((ledger.recorded(), ledger.outdated.len()), (1, 1));
    }
}
