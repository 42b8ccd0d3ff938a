//! Results folders of several machines, put together: the union of their trials.
//!
//! The journals are copied as they are, so that every trial keeps its machine, and one more file has the plan
//! of all. A trial is known by the facts that decide its result, an instance by its content: parts of a file
//! merge, whatever its lines are called in each. Trials that came twice are compared in every counter, which
//! finds strategies, compilers and machines that are not deterministic.

mod division;
mod gathered;
mod output;
mod shards;
mod twice;
mod united;

use super::machine;
use crate::error::Error;
use crate::input::{self, Accept};
use crate::plan::{CorpusPlan, Plan};
use crate::record::journal;
use crate::record::{self, Ledger, Machine, RunInfo, Shard};
use division::Division;
use gathered::{Found, Gathered};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use twice::disagree;
use united::united;

/// The properties in which folders may differ that are merged all the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allow {
    /// Strategies, corpora, repetitions, limits.
    pub plan: bool,
    /// Seeds.
    pub seed: bool,
    /// Commits that the program was built from.
    pub commit: bool,
}

/// The result of a merger.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Merged {
    /// Trials recorded, each counted once.
    pub recorded: u64,
    /// Trials planned, as far as the folders say.
    pub trials: u64,
    /// Whether there were more: those of missing shards and of a lost part of a run are in no folder.
    pub more_trials: bool,
    /// Trials that came twice or more often, and agree.
    pub twice: u64,
    /// The machines, with the processor of each.
    pub machines: Vec<String>,
    /// The missing parts.
    pub missing: Vec<String>,
    /// Oddities of the folders, and the parts of them that are not taken.
    pub notes: Vec<String>,
    /// Trials that came twice and differ. If there are any, nothing is written.
    pub contradictions: Vec<String>,
}

const NOTHING: &str = "the runs in these folders have only begun; run them again, and merge then";
/// Names listed of each kind of missing trials, at most.
const LISTED: usize = 5;
/// A folder to be merged.
struct Source {
    name: String,
    path: PathBuf,
    run: Option<RunInfo>,
    experiment: Option<String>,
}

/// The share of one folder in one part of a run.
struct Piece<'a> {
    source: &'a Source,
    number: usize,
    folder: PathBuf,
    plan: Plan,
}

/// Merges the results folders `sources` into the folder `out`. A journal there is replaced if all of it is theirs as well.
///
/// # Errors
/// A folder has no journal, or cannot be read; they are of different plans, seeds or commits, which is not allowed, or of
/// different files that are too large to be held; or `out` is in use, has another journal or cannot be written.
pub fn merge(sources: &[PathBuf], out: &Path, allow: Allow) -> Result<Merged, Error> {
    let sources = sources.iter().map(|path| Source::open(path)).collect::<Result<Vec<_>, _>>()?;
    output::refuse(out, &sources)?;
    let mut union = Union { allow, sources: &sources, merged: Merged::default(), ..Union::default() };
    let parts = sources.iter().map(|source| record::parts(&source.path)).collect::<Result<Vec<_>, _>>()?;
    let (parts, mut plans) = (parts.into_iter().max().unwrap_or(0), Vec::new());
    for number in 0..parts {
        plans.push(union.part(number)?);
    }
    let lost = sources.iter().find(|source| source.recorded() > 0).filter(|_| union.merged.recorded == 0);
    if let Some(Source { name, .. }) = lost {
        let what = format!("{name}: the journal is damaged, and none of its trials can be read");
        return Err(
            Error::new(what).help("restore it from a copy, or run the experiment again into an empty folder")
        );
    }
    let Some(first) = union.first.take() else {
        return Err(Error::new("there is nothing to merge").help(NOTHING));
    };
    union.look_at_folders(&plans);
    if union.merged.contradictions.is_empty() {
        union.write(out, &plans, &first.0)?;
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
        let text = |name| input::settings(&path.join(name), Accept::Files).ok();
        let run = text("run.json").and_then(|text| serde_json::from_str(&text).ok());
        let experiment = text("experiment.toml");
        Ok(Source { name, path: path.to_path_buf(), run, experiment })
    }

    /// How many trials there were when the run ended last.
    fn recorded(&self) -> u64 {
        self.run.as_ref().map_or(0, |run| run.recorded)
    }
}

#[derive(Default)]
struct Union<'a> {
    allow: Allow,
    sources: &'a [Source],
    merged: Merged,
    /// The first plan of all, which the others are held against, and its folder.
    first: Option<(Plan, &'a str)>,
    division: Division<'a>,
    machines: Vec<Machine>,
    shards: BTreeSet<Shard>,
    starts: BTreeSet<(u64, String)>,
    /// Per file, the length of the part to copy.
    good: HashMap<PathBuf, u64>,
    /// By folder, the trials that could be read.
    read: HashMap<&'a str, u64>,
    /// Trials that another one of the same search, with another seed, stands for.
    other_seeds: u64,
}

impl<'a> Union<'a> {
    /// The pieces of part `number`.
    fn pieces(&mut self, number: usize) -> Result<Vec<Piece<'a>>, Error> {
        let mut pieces = Vec::new();
        for source in self.sources {
            let folder = journal::folder(&source.path, number);
            if let Some(plan) = record::plan(&folder)? {
                pieces.push(Piece { source, number, folder, plan });
            } else if !journal::files(&folder)?.is_empty() {
                let part = if number == 0 { String::new() } else { format!("part {number} of ") };
                self.merged.notes.push(format!("{}: {part}the run has only begun", source.name));
            }
        }
        Ok(pieces)
    }

    /// Takes part `number`: its plan, or `None` if no folder has it.
    fn part(&mut self, number: usize) -> Result<Option<Plan>, Error> {
        let pieces = self.pieces(number)?;
        let Some(own) = pieces.first() else {
            self.merged.missing.push(format!("part {number} of the run"));
            return Ok(None);
        };
        let (first, name) =
            self.first.get_or_insert_with(|| (own.plan.without_instances(), &own.source.name)).clone();
        for piece in &pieces {
            self.compare_plans(piece, &first, name, own)?;
            self.division.compare(piece, own)?;
        }
        let plan = united(&pieces);
        let mut gathered = Gathered::new(&plan);
        for piece in &pieces {
            gathered.add(self.read(piece, &plan)?);
        }
        self.compare_trials(&plan, &pieces, &gathered);
        self.list_missing(&plan, &gathered);
        Ok(Some(plan))
    }

    /// Refuses another plan or seed than that of the first folder.
    fn compare_plans(
        &self,
        piece: &Piece<'_>,
        first: &Plan,
        name: &str,
        own: &Piece<'_>,
    ) -> Result<(), Error> {
        let refuse = |what: &str, word: &str| {
            let what = format!("{} has {what} than {name}", piece.source.name);
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
        if (plan.seeds, plan.isomorphs) != (first.seeds, first.isomorphs) {
            return refuse("other numbers of seeds or images,", "plan");
        }
        if plan.repetitions != first.repetitions {
            return refuse(&format!("another number of repetitions, {},", plan.repetitions), "plan");
        }
        let names = |plan: &Plan| -> Vec<_> {
            let keys =
                |stage: &CorpusPlan| stage.lanes.iter().map(|lane| lane.key.clone()).collect::<Vec<_>>();
            plan.stages.iter().map(|stage| (stage.corpus.clone(), keys(stage))).collect()
        };
        if names(plan) != names(&own.plan) {
            return refuse("other strategies or corpora", "plan");
        }
        Ok(())
    }

    /// Reads a piece against the plan of all.
    fn read(&mut self, piece: &Piece<'a>, plan: &Plan) -> Result<Ledger, Error> {
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
        let foreign: u64 = ledger.foreign.values().sum();
        let read = (ledger.recorded() + ledger.outdated.len()) as u64 + foreign;
        *self.read.entry(name).or_default() += read;
        self.shards.extend(ledger.machines.iter().filter_map(|machine| machine.shard));
        for machine in ledger.writers() {
            self.take_machine(machine, name)?;
        }
        self.starts.extend(ledger.starts.iter().cloned());
        self.good.extend(ledger.good.drain());
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

    /// Compares trials that came twice, and counts all.
    fn compare_trials(&mut self, plan: &Plan, pieces: &[Piece<'_>], gathered: &Gathered) {
        self.merged.trials += plan.trials() as u64;
        for (s, stage) in plan.stages.iter().enumerate() {
            let mut names = stage.instances.names().walk();
            let slots = stage.lanes.len() * plan.rounds() as usize;
            for instance in 0..stage.instances.len() {
                let name = names.step();
                for slot in instance * slots..(instance + 1) * slots {
                    self.merged.recorded += u64::from(gathered.has(s, slot));
                    let Some(rows) = gathered.several(s, slot) else { continue };
                    let mut by_seed: BTreeMap<u64, Vec<&Found>> = BTreeMap::new();
                    rows.iter().for_each(|found| by_seed.entry(found.seed).or_default().push(found));
                    // One seed's trial is taken.
                    self.other_seeds += by_seed.len() as u64 - 1;
                    self.merged.twice += u64::from(by_seed.values().any(|rows| rows.len() > 1));
                    let lane = &stage.lanes[(slot % slots) / plan.rounds() as usize].label;
                    let name = String::from_utf8_lossy(name);
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
    fn list_missing(&mut self, plan: &Plan, gathered: &Gathered) {
        for (s, stage) in plan.stages.iter().enumerate() {
            let mut missing: BTreeMap<usize, (u64, Vec<String>)> = BTreeMap::new();
            let mut names = stage.instances.names().walk();
            for instance in 0..stage.instances.len() {
                let name = names.step();
                for lane in 0..stage.lanes.len() {
                    for round in 0..plan.rounds() {
                        let slot = stage.slot(plan.rounds(), instance, lane, round);
                        if gathered.has(s, slot) {
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

    /// Reports the gaps of the folders themselves.
    fn look_at_folders(&mut self, plans: &[Option<Plan>]) {
        let missing = match self.machines.iter().all(|machine| machine.shard.is_some()) {
            true => shards::missing(&self.shards),
            false => Vec::new(),
        };
        if !missing.is_empty() {
            let missing: Vec<String> = missing.iter().map(Shard::to_string).collect();
            self.merged.missing.insert(0, format!("shards {}", missing.join(", ")));
            self.merged.more_trials = true;
        }
        for source in self.sources {
            let read = self.read.get(&*source.name).copied().unwrap_or(0);
            let lost = source.recorded().saturating_sub(read);
            if lost == 0 {
                continue;
            }
            let what =
                format!("{}: {lost} of {} trials cannot be read any more", source.name, source.recorded());
            // Where nothing else is missing another folder has them.
            if self.merged.recorded < source.recorded() || !self.merged.missing.is_empty() {
                self.merged.missing.push(what);
                self.merged.more_trials = true;
            } else {
                self.merged.notes.push(what);
            }
        }
        for source in self.sources.iter().filter(|source| source.run.is_none()) {
            self.merged.notes.push(format!("{}: the run has not ended", source.name));
        }
        for source in self.sources {
            // Parts that were never begun are in no journal.
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
}
