//! Results folders of several machines, put together: the union of their trials.
//!
//! The journals are copied as they are, so that every trial keeps its machine, and one more file says what all of
//! them are of. A trial is known by what decides its result, an instance by its content: parts of a file merge,
//! whatever its lines are called in each. Trials that came twice are compared in every counter, which finds
//! strategies, compilers and machines that are not deterministic.

use super::machine;
use super::results::Folder;
use crate::corpus::Count;
use crate::error::Error;
use crate::plan::{InstanceList, Plan, Stage};
use crate::record::journal::{self, Start, Writer};
use crate::record::{self, Ledger, Machine, Row, RunInfo, Shard, Status};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// In what folders may differ that are merged all the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allow {
    /// Strategies, corpora, repetitions, limits, and how a large corpus is divided.
    pub plan: bool,
    /// Seeds.
    pub seed: bool,
    /// Commits that the program was built from.
    pub commit: bool,
}

/// What a merger came to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Merged {
    /// Trials recorded, each counted once.
    pub recorded: u64,
    /// Trials planned, as far as the folders say.
    pub trials: u64,
    /// Trials that came twice or more often, and agree.
    pub twice: u64,
    /// The machines, with the processor of each.
    pub machines: Vec<String>,
    /// What is missing.
    pub missing: Vec<String>,
    /// What is odd about the folders, and what of them is not taken.
    pub notes: Vec<String>,
    /// Trials that came twice and differ. If there are any, nothing is written.
    pub contradictions: Vec<String>,
}

/// Names listed of each kind of missing trials, at most.
const LISTED: usize = 5;
/// The file that says what the merged journals are of. It is read last.
const UNION: &str = "merged";

/// A folder to be merged.
struct Source {
    name: String,
    path: PathBuf,
    run: Option<RunInfo>,
    experiment: Option<String>,
}

/// What there is of one part of a run in one folder.
struct Piece<'a> {
    source: &'a Source,
    number: usize,
    folder: PathBuf,
    plan: Plan,
}

/// Merges the results folders `sources` into the folder `out`, which must have no journal.
///
/// # Errors
/// A folder has no journal, or cannot be read; they are of different plans, seeds or commits, which is not allowed;
/// or `out` is in use, has a journal or cannot be written.
pub fn merge(sources: &[PathBuf], out: &Path, allow: Allow) -> Result<Merged, Error> {
    let sources = sources.iter().map(|path| Source::open(path)).collect::<Result<Vec<_>, _>>()?;
    if record::has_journal(out) {
        let what = format!("there is a journal in {} already", out.display());
        return Err(Error::new(what).help("choose a folder without results"));
    }
    let mut union = Union { allow, sources: &sources, merged: Merged::default(), ..Union::default() };
    let parts = sources.iter().map(|source| record::parts(&source.path)).collect::<Result<Vec<_>, _>>()?;
    let parts = parts.into_iter().max().unwrap_or(0);
    let first = union.first_plan(parts)?;
    let mut plans = Vec::new();
    for number in 0..parts {
        plans.push(union.part(number, &first)?);
    }
    union.look_at_folders(&plans);
    if union.merged.contradictions.is_empty() {
        union.write(out, &plans, &first)?;
    }
    Ok(union.merged)
}

impl Source {
    fn open(path: &Path) -> Result<Source, Error> {
        let name = path.display().to_string();
        if !record::has_journal(path) {
            let help = "a run leaves one in the folder of its results, `run --out DIR`";
            return Err(Error::new(format!("there is no journal in {name}")).help(help));
        }
        let run = std::fs::read(path.join("run.json")).ok();
        let run = run.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let experiment = std::fs::read_to_string(path.join("experiment.toml")).ok();
        Ok(Source { name, path: path.to_path_buf(), run, experiment })
    }
}

#[derive(Default)]
struct Union<'a> {
    allow: Allow,
    sources: &'a [Source],
    merged: Merged,
    machines: Vec<Machine>,
    shards: BTreeSet<Shard>,
    starts: BTreeSet<(u64, String)>,
    /// Trials that another one of the same search, with another seed, stands for.
    other_seeds: u64,
}

impl<'a> Union<'a> {
    /// The pieces of part `number`.
    fn pieces(&self, number: usize) -> Result<Vec<Piece<'a>>, Error> {
        let mut pieces = Vec::new();
        for source in self.sources {
            let folder = journal::folder(&source.path, number);
            if !journal::files(&folder)?.is_empty() {
                let plan = record::plan(&folder)?;
                pieces.push(Piece { source, number, folder, plan });
            }
        }
        Ok(pieces)
    }

    /// The first plan of all, which the others are held against.
    fn first_plan(&self, parts: usize) -> Result<Plan, Error> {
        for number in 0..parts {
            if let Some(piece) = self.pieces(number)?.into_iter().next() {
                return Ok(piece.plan.without_instances());
            }
        }
        Err(Error::new("there is nothing to merge"))
    }

    /// Takes part `number`: its plan, or `None` if no folder has it.
    fn part(&mut self, number: usize, first: &Plan) -> Result<Option<Plan>, Error> {
        let pieces = self.pieces(number)?;
        let Some(own) = pieces.first() else {
            self.merged.missing.push(format!("part {number} of the run"));
            return Ok(None);
        };
        for piece in &pieces {
            self.compare_plans(piece, first, own)?;
        }
        let plan = united(&pieces);
        let mut ledgers = Vec::new();
        for piece in &pieces {
            ledgers.push(self.read(piece, &plan)?);
        }
        self.compare_trials(&plan, &pieces, &ledgers);
        self.list_missing(&plan, &ledgers);
        Ok(Some(plan))
    }

    /// Refuses another plan or seed than that of the first folder, and parts that are cut otherwise.
    fn compare_plans(&self, piece: &Piece<'_>, first: &Plan, own: &Piece<'_>) -> Result<(), Error> {
        let refuse = |what: &str, word: &str| {
            let what = format!("{} has {what} than {}", piece.source.name, self.sources[0].name);
            Err(Error::new(what).help(format!("to merge them all the same: --allow {word}")))
        };
        let (plan, allowed) = (&piece.plan, self.allow);
        if plan.experiment != first.experiment {
            let (one, other) = (&plan.experiment, &first.experiment);
            return Err(Error::new(format!(
                "{} is of the experiment {one}, others are of {other}",
                piece.source.name
            )));
        }
        if plan.solutions != first.solutions {
            return Err(Error::new(format!("{} was run for another task", piece.source.name)));
        }
        if plan.seed != first.seed && !allowed.seed {
            return refuse(&format!("another seed, {},", plan.seed), "seed");
        }
        if allowed.plan {
            return Ok(());
        }
        if plan.limits != first.limits {
            return refuse("other limits", "plan");
        }
        if plan.repetitions != first.repetitions {
            return refuse(&format!("another number of repetitions, {},", plan.repetitions), "plan");
        }
        let names = |plan: &Plan| -> Vec<_> {
            let keys = |stage: &Stage| stage.lanes.iter().map(|lane| lane.key.clone()).collect::<Vec<_>>();
            plan.stages.iter().map(|stage| (stage.corpus.clone(), keys(stage))).collect()
        };
        if names(plan) != names(&own.plan) {
            return refuse("other strategies or corpora", "plan");
        }
        let digests = |plan: &Plan| plan.stages.iter().map(|stage| stage.digest.clone()).collect::<Vec<_>>();
        if piece.number > 0 && digests(plan) != digests(&own.plan) {
            return refuse("another division of a large corpus", "plan");
        }
        Ok(())
    }

    /// Reads a piece against the plan of all.
    fn read(&mut self, piece: &Piece<'_>, plan: &Plan) -> Result<Ledger, Error> {
        let mut ledger = Ledger::read(plan, &piece.folder)?;
        let name = &piece.source.name;
        for (why, trials) in &ledger.foreign {
            let what = format!("{name}: {trials} trials are not taken: they are {}", why.words());
            self.merged.notes.push(what);
        }
        if !ledger.outdated.is_empty() {
            let what = format!("{name}: {} trials hit limits that were raised since", ledger.outdated.len());
            self.merged.notes.push(what);
        }
        self.merged.notes.append(&mut ledger.complaints);
        self.shards.extend(ledger.machines.iter().filter_map(|machine| machine.shard));
        for machine in ledger.writers() {
            self.take_machine(machine, name)?;
        }
        self.starts.extend(ledger.starts.iter().cloned());
        Ok(ledger)
    }

    /// Notes a machine, and refuses one whose program is of another commit.
    fn take_machine(&mut self, machine: &Machine, name: &str) -> Result<(), Error> {
        if let Some(first) = self.machines.first()
            && first.commit != machine.commit
            && !self.allow.commit
        {
            let what =
                format!("{name} has trials of commit {}, others are of {}", machine.commit, first.commit);
            return Err(Error::new(what).help("to merge them all the same: --allow commit"));
        }
        if !self.machines.contains(machine) {
            self.machines.push(machine.clone());
        }
        Ok(())
    }

    /// Holds trials that came twice against each other, and counts all.
    fn compare_trials(&mut self, plan: &Plan, pieces: &[Piece<'_>], ledgers: &[Ledger]) {
        self.merged.trials += plan.trials() as u64;
        for (s, stage) in plan.stages.iter().enumerate() {
            let mut names = stage.instances.names().walk();
            let slots = stage.lanes.len() * plan.repetitions as usize;
            for instance in 0..stage.instances.len() {
                let name = String::from_utf8_lossy(names.step()).into_owned();
                for slot in instance * slots..(instance + 1) * slots {
                    let rows =
                        ledgers.iter().enumerate().filter_map(|(k, ledger)| Some((k, ledger.row(s, slot)?)));
                    let rows: Vec<(usize, Row)> = rows.collect();
                    self.merged.recorded += u64::from(!rows.is_empty());
                    if rows.len() < 2 {
                        continue;
                    }
                    let mut by_seed: BTreeMap<Option<u64>, Vec<&(usize, Row)>> = BTreeMap::new();
                    rows.iter()
                        .for_each(|it| by_seed.entry(ledgers[it.0].seed(s, slot)).or_default().push(it));
                    // One seed's trial is taken.
                    self.other_seeds += by_seed.len() as u64 - 1;
                    self.merged.twice += u64::from(by_seed.values().any(|rows| rows.len() > 1));
                    let lane = &stage.lanes[(slot % slots) / plan.repetitions as usize].label;
                    for (first, second, (column, a, b)) in by_seed.values().filter_map(|rows| disagree(rows))
                    {
                        let (one, two) = (&pieces[first].source.name, &pieces[second].source.name);
                        self.merged.contradictions.push(format!(
                            "{lane} on {name} of {}: {column} is {a} in {one}, {b} in {two}",
                            stage.corpus
                        ));
                    }
                }
            }
        }
    }

    /// Lists the trials of the plan that no folder has.
    fn list_missing(&mut self, plan: &Plan, ledgers: &[Ledger]) {
        for (s, stage) in plan.stages.iter().enumerate() {
            let mut missing: BTreeMap<usize, (u64, Vec<String>)> = BTreeMap::new();
            let mut names = stage.instances.names().walk();
            for instance in 0..stage.instances.len() {
                let name = names.step();
                for lane in 0..stage.lanes.len() {
                    for repeat in 0..plan.repetitions {
                        let slot = stage.slot(plan.repetitions, instance, lane, repeat);
                        if ledgers.iter().any(|ledger| ledger.has(s, slot)) {
                            continue;
                        }
                        let (trials, listed) = missing.entry(lane).or_default();
                        *trials += 1;
                        let name = String::from_utf8_lossy(name).into_owned();
                        if listed.len() < LISTED && listed.last() != Some(&name) {
                            listed.push(name);
                        }
                    }
                }
            }
            for (lane, (trials, listed)) in missing {
                let (label, corpus) = (&stage.lanes[lane].label, &stage.corpus);
                let rest = if trials > listed.len() as u64 { " …" } else { "" };
                let what = format!("{trials} trials of {label} on {corpus}: {}{rest}", listed.join(", "));
                self.merged.missing.push(what);
            }
        }
    }

    /// Says what the folders themselves lack.
    fn look_at_folders(&mut self, plans: &[Option<Plan>]) {
        let counts: BTreeSet<u32> = self.shards.iter().map(|shard| shard.of).collect();
        for of in counts {
            let lacks = |number: &u32| !self.shards.contains(&Shard { number: *number, of });
            let missing: Vec<String> =
                (1..=of).filter(lacks).map(|number| Shard { number, of }.to_string()).collect();
            if !missing.is_empty() && self.machines.iter().all(|machine| machine.shard.is_some()) {
                self.merged.missing.insert(0, format!("shards {}", missing.join(", ")));
            }
        }
        for source in self.sources.iter().filter(|source| source.run.is_none()) {
            self.merged.notes.push(format!("{}: the run has not ended", source.name));
        }
        for source in self.sources {
            // Of parts that were never begun no journal speaks.
            if let Some(RunInfo { recorded, trials, .. }) = source.run
                && recorded < trials
            {
                self.merged
                    .missing
                    .push(format!("{}: stopped after {recorded} of {trials} trials", source.name));
            }
        }
        if self.other_seeds > 0 {
            let what = "trials are not taken: the same search came with another seed";
            self.merged.notes.push(format!("{} {what}", self.other_seeds));
        }
        let texts: HashSet<&String> = self.sources.iter().filter_map(|s| s.experiment.as_ref()).collect();
        if texts.len() > 1 {
            let what = "the experiments' files differ; the first folder's is taken for questions and claims";
            self.merged.notes.push(what.to_string());
        }
        let stages = plans.iter().flatten().flat_map(|plan| &plan.stages);
        for stage in stages.filter(|stage| stage.instances.is_empty()) {
            self.merged.notes.push(format!("the corpus {} has no instance here", stage.corpus));
        }
        let line = |machine: &Machine| format!("{}: {}", machine.label(&self.machines), machine.cpu);
        let machines: BTreeSet<String> = self.machines.iter().map(line).collect();
        self.merged.machines = machines.into_iter().collect();
    }

    /// Writes the folder: copies of the journals, the plan of all, what ran them.
    fn write(&self, out: &Path, plans: &[Option<Plan>], first: &Plan) -> Result<(), Error> {
        let folder = Folder::open(out, false)?;
        for (number, plan) in plans.iter().enumerate() {
            let Some(plan) = plan else { continue };
            let to = journal::folder(out, number);
            std::fs::create_dir_all(&to).map_err(|e| Error::file("create", &to, &e))?;
            for (k, source) in self.sources.iter().enumerate() {
                for path in journal::files(&journal::folder(&source.path, number))? {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    let copy = to.join(format!("{:04}-{name}", k + 1));
                    std::fs::copy(&path, &copy).map_err(|e| Error::file("copy", &path, &e))?;
                }
            }
            self.write_plan(plan, &to)?;
        }
        let experiment = self.sources.iter().find_map(|source| source.experiment.as_ref());
        if let Some(text) = experiment {
            folder.write("experiment.toml", text.as_bytes())?;
        }
        folder.write_json("run.json", &self.run_info(plans.len(), first))
    }

    fn write_plan(&self, plan: &Plan, folder: &Path) -> Result<(), Error> {
        let path = folder.join(format!("{UNION}.{}", journal::ENDING));
        let machine = machine::machine(0, None);
        let last = self.starts.last().map_or(0, |(started, _)| *started);
        let started_utc = machine::now().max(last);
        let mut blocks = Vec::new();
        let start =
            Start { started_utc, machine, merged: self.machines.clone(), plan: plan.without_instances() };
        journal::encode_start(&start, &mut blocks);
        plan.stages.iter().for_each(|stage| journal::encode_corpus(stage, &mut blocks));
        let mut writer = Writer::open(&path, 0)?;
        writer.append(&blocks).and_then(|()| writer.sync()).map_err(|e| Error::file("write", &path, &e))
    }

    fn run_info(&self, parts: usize, first: &Plan) -> RunInfo {
        let runs = || self.sources.iter().filter_map(|source| source.run.as_ref());
        let mut left_out: Vec<String> = Vec::new();
        let missing = self.merged.missing.iter().map(|what| format!("missing: {what}"));
        for line in
            runs().flat_map(|run| run.left_out.clone()).chain(missing).chain(self.merged.notes.clone())
        {
            if !left_out.contains(&line) {
                left_out.push(line);
            }
        }
        let started_utc = self.starts.first().map_or(0, |(started, _)| *started);
        RunInfo {
            experiment: first.experiment.clone(),
            plan_hash: first.hash(),
            machine: self.machines.first().cloned().unwrap_or_default(),
            machines: self.machines.clone(),
            seed: first.seed,
            started_utc,
            finished_utc: runs().map(|run| run.finished_utc).max().unwrap_or(started_utc),
            starts: self.starts.len() as u32,
            left_out,
            misread: runs().map(|run| run.misread).max().unwrap_or(0),
            trials: self.merged.trials,
            recorded: self.merged.recorded,
            parts,
        }
    }
}

/// The plan that has the corpora, strategies and instances of all pieces.
fn united(pieces: &[Piece<'_>]) -> Plan {
    let first = &pieces[0].plan;
    let mut plan = Plan { stages: Vec::new(), ..first.clone() };
    plan.repetitions = pieces.iter().map(|piece| piece.plan.repetitions).max().unwrap_or(first.repetitions);
    let seeds: BTreeSet<u64> =
        pieces.iter().map(|piece| piece.plan.seed).filter(|seed| *seed != plan.seed).collect();
    plan.other_seeds = seeds.into_iter().collect();
    let stages = || pieces.iter().flat_map(|piece| &piece.plan.stages);
    for stage in stages() {
        if plan.stages.iter().any(|known| known.corpus == stage.corpus) {
            continue;
        }
        let same: Vec<&Stage> = stages().filter(|other| other.corpus == stage.corpus).collect();
        let mut lanes = stage.lanes.clone();
        for lane in same.iter().flat_map(|other| &other.lanes) {
            if !lanes.iter().any(|known| known.key == lane.key) {
                lanes.push(lane.clone());
            }
        }
        let lists: Vec<&InstanceList> = same.iter().map(|other| &other.instances).collect();
        plan.stages.push(Stage::new(stage.corpus.clone(), united_instances(&lists), lanes));
    }
    plan
}

/// The instances of all lists, each content as often as the list that has it most often. A name that another
/// instance has already gets its hash as well.
fn united_instances(lists: &[&InstanceList]) -> InstanceList {
    let mut all: Vec<(String, u64, Option<Count>)> = Vec::new();
    let (mut places, mut names): (HashMap<u64, Vec<usize>>, HashSet<String>) = Default::default();
    for list in lists {
        let mut met: HashMap<u64, usize> = HashMap::new();
        let mut walk = list.names().walk();
        for (&content, count) in list.contents().iter().zip(list.counts()) {
            let mut name = String::from_utf8_lossy(walk.step()).into_owned();
            let met = met.entry(content).or_default();
            let places = places.entry(content).or_default();
            if let Some(&place) = places.get(*met) {
                all[place].2 = all[place].2.or(count);
            } else {
                if !names.insert(name.clone()) {
                    let _ = write!(name, " ({content:016x}");
                    (*met > 0).then(|| _ = write!(name, ", {}", *met + 1));
                    name.push(')');
                    names.insert(name.clone());
                }
                places.push(all.len());
                all.push((name, content, count));
            }
            *met += 1;
        }
    }
    let mut united = InstanceList::with_capacity(all.len());
    all.iter().for_each(|(name, content, count)| united.push(name, *content, *count));
    united
}

/// Whether a trial came to the end that it comes to on every machine: no clock and no memory ended it.
fn is_decided(row: &Row) -> bool {
    !matches!(row.status, Status::Timeout | Status::Memout | Status::Crash)
}

/// The first column in which two trials of one search differ that does not depend on the machine, and its values.
fn differs(one: &Row, other: &Row) -> Option<(&'static str, u64, u64)> {
    const DEPENDENT: [&str; 6] = ["instance", "order", "cpu_ns", "wall_ns", "encode_ns", "decode_ns"];
    let columns = record::ROW.iter().zip(one.words().into_iter().zip(other.words()));
    columns
        .filter(|(column, _)| !DEPENDENT.contains(&column.name))
        .find_map(|(column, (a, b))| (a != b).then_some((column.name, a, b)))
}

/// Of trials of one search, each with the number of its ledger, the first two that differ, and in which column.
fn disagree(rows: &[&(usize, Row)]) -> Option<(usize, usize, (&'static str, u64, u64))> {
    let mut decided = rows.iter().filter(|(_, row)| is_decided(row));
    let (first, row) = decided.next()?;
    decided.find_map(|(k, other)| Some((*first, *k, differs(row, other)?)))
}
