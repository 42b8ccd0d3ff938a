//! Merges the results folders of several machines: the union of their trials.
//!
//! Rows are copied, so every trial keeps its machine; only `order_index` and `block` are renumbered, so that no two runs share
//! a number. Trials are matched by what determines their result, and instances by their content, so renamed instances merge.
//! If several folders have a trial, its counters are compared, which finds strategies, compilers and machines that are not
//! deterministic.

mod common_plan;
mod description;
mod duplicates;
mod source;

use super::results::{LOCK, ResultsFolder};
use crate::error::Error;
use crate::plan::Plan;
use crate::record::{
    EXPERIMENT, Machine, NamedMachines, Origin, RUN, RowLocation, RunInfo, Shard, SolverInfo, SortedTable,
    TRIALS, Tables, Trial, TrialFile, TrialIndex, judge_merged,
};
use common_plan::{common_plan, set_sizes};
use coverlab_model::Cancel;
use serde::Serialize;
use source::SourceFolder;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The result of a merge.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MergeSummary {
    /// The number of recorded trials. A trial in several folders counts once.
    pub recorded: u64,
    /// The number of planned trials, as far as the folders show.
    pub trials: u64,
    /// The number of recorded trials that can no longer be read, if planned trials are missing.
    pub lost: u64,
    /// Whether more trials were planned. The folders do not show those of missing shards or of unreadable rows.
    pub more_trials: bool,
    /// The number of trials that several folders have.
    pub twice: u64,
    /// The machines, with the processor of each.
    pub machines: Vec<String>,
    /// Missing shards, instances and trials, one line each.
    pub missing: Vec<String>,
    /// Notes on the folders, and on trials that are left out, one line each.
    pub notes: Vec<String>,
    /// Trials that differ between folders, one line each. If there are any, nothing is written.
    pub contradictions: Vec<String>,
}

/// Merges the results folders `sources` into the folder `out`, which must be empty or new. With `allow_other_commits`, the
/// folders may come from programs built from different commits. If `cancel` is raised, nothing is written.
///
/// # Errors
/// A folder has no record or cannot be read. Or the folders have different plans or commits. Or `out` is in use, not empty or
/// cannot be written. Or the merge was cancelled.
pub fn merge(
    sources: &[PathBuf],
    out: &Path,
    allow_other_commits: bool,
    cancel: &Cancel,
) -> Result<MergeSummary, Error> {
    let is_out =
        |source: &&PathBuf| matches!((source.canonicalize(), out.canonicalize()), (Ok(a), Ok(b)) if a == b);
    if let Some(source) = sources.iter().find(is_out) {
        let what = format!("the folder {} would be both read and written", source.display());
        return Err(Error::new(what).help("choose a new folder for the merged record"));
    }
    let all = sources.iter().map(|path| SourceFolder::open(path)).collect::<Result<Vec<_>, _>>()?;
    let has_rows =
        |(_, table): &(SourceFolder, TrialFile)| table.rows() > 0 && table.origins.last().is_some();
    let (with_rows, begun): (Vec<_>, Vec<_>) = all.into_iter().partition(has_rows);
    let begun: Vec<SourceFolder> = begun.into_iter().map(|(source, _)| source).collect();
    if with_rows.is_empty() {
        return Err(no_trials(&begun));
    }
    let (sources, files): (Vec<SourceFolder>, Vec<TrialFile>) = with_rows.into_iter().unzip();
    if sources.iter().all(|source| source.experiment.is_none()) {
        let what = format!("none of these folders has an {EXPERIMENT}, which a report needs");
        return Err(Error::new(what).help("copy the experiment into one of them under this name"));
    }
    let merger = Merger::new(sources, begun, Tables { files, cancel: cancel.clone() }, allow_other_commits)?;
    let is_new = !out.exists();
    let merged = merger.merge(&ResultsFolder::open(out, false)?);
    if is_new && merged.as_ref().map_or(true, |merged| !merged.contradictions.is_empty()) {
        // Nothing was written, so the lock and the folder are removed.
        let _ = fs::remove_file(out.join(LOCK)).and_then(|()| fs::remove_dir(out));
    }
    merged
}

/// The error if no folder has a trial.
fn no_trials(sources: &[SourceFolder]) -> Error {
    match sources.iter().find(|source| source.recorded() > 0) {
        Some(SourceFolder { name, .. }) => {
            Error::new(format!("{name}: the record is damaged, and none of its trials can be read"))
                .help("restore it from a copy, or run the experiment again into an empty folder")
        }
        None => Error::new("there is nothing to merge")
            .help("the runs in these folders have only begun: resume them, and merge afterwards"),
    }
}

/// A merge in progress.
struct Merger {
    /// The folders, in the order of their tables.
    sources: Vec<SourceFolder>,
    /// Folders without a trial.
    begun: Vec<SourceFolder>,
    tables: Tables,
    /// The plan of all folders, without instances.
    common: Plan,
    machines: NamedMachines,
    merged: MergeSummary,
}

impl Merger {
    fn new(
        sources: Vec<SourceFolder>,
        begun: Vec<SourceFolder>,
        tables: Tables,
        allow_other_commits: bool,
    ) -> Result<Merger, Error> {
        let common = common_plan(&sources, &tables)?;
        check_shards(&sources, &tables)?;
        let (machines, merged) = (tables.machines(None), MergeSummary::default());
        let merger = Merger { sources, begun, tables, common, machines, merged };
        if allow_other_commits { Ok(merger) } else { merger.compare_commits().map(|()| merger) }
    }

    /// Checks that all trials come from the same commit.
    fn compare_commits(&self) -> Result<(), Error> {
        let mut first = None;
        for (source, file) in self.sources.iter().zip(&self.tables.files) {
            for (_, machine) in file.origins.iter().flat_map(|origin| &origin.machines) {
                let (name, commit) = (&source.name, &machine.commit);
                let first = *first.get_or_insert(commit);
                if first != commit {
                    let what = format!("{name} has trials of commit {commit}, others are of {first}");
                    return Err(Error::new(what).help("to merge them anyway, use --allow commit"));
                }
            }
        }
        Ok(())
    }

    /// Reads all trials, and writes the folder unless trials differ.
    fn merge(mut self, folder: &ResultsFolder) -> Result<MergeSummary, Error> {
        folder.check_empty()?;
        let (index, plan) = TrialIndex::with_instances(&mut self.tables, self.common.clone())?;
        if index.recorded == 0 {
            return Err(no_trials(&self.sources));
        }
        set_sizes(&mut self.common, &plan, &index);
        self.merged.recorded = index.recorded as u64;
        self.list_missing(&plan, &index);
        self.compare(&plan, &index)?;
        let unplanned = index.unplanned().map(|trials| format!("left out: {trials}"));
        self.merged.notes.extend(unplanned.into_iter().chain(index.notes("left out")));
        self.describe_folders(&plan);
        if self.merged.contradictions.is_empty() {
            self.write(folder, &plan, &index)
        } else {
            Ok(self.merged)
        }
    }

    /// Compares trials that several folders have.
    fn compare(&mut self, plan: &Plan, index: &TrialIndex) -> Result<(), Error> {
        for ((corpus, slot), rows) in index.duplicates() {
            let trials = self.tables.read(&rows)?;
            let name = |row: &RowLocation| &*self.sources[row.table as usize].name;
            let records: Vec<(&Trial, &str)> = trials.iter().zip(rows.iter().map(name)).collect();
            self.merged.twice += 1;
            let (instance, corpus) = (&plan.at(corpus, slot).0.name, &plan.corpora[corpus].name);
            let words = |what| format!("{} on {instance} of {corpus}: {what}", trials[0].label());
            self.merged.contradictions.extend(duplicates::contradiction(&records).map(words));
        }
        Ok(())
    }

    /// Writes the folder.
    fn write(self, folder: &ResultsFolder, plan: &Plan, index: &TrialIndex) -> Result<MergeSummary, Error> {
        let Merger { sources, begun, mut tables, common, machines, merged } = self;
        let mut sorted = SortedTable::begin(&folder.path().join(TRIALS), machines.hosts)?.numbered();
        let ended: Vec<bool> = sources.iter().map(|source| source.run.is_some()).collect();
        sorted.add(plan, index, &mut tables, |_, rows, trials| {
            // A run that ended has judged its trials, so they need no verdict if all are from the same run.
            let is_judged = |row: &RowLocation| row.table == rows[0].table && ended[row.table as usize];
            if !rows.iter().all(is_judged) {
                judge_merged(trials);
            }
        })?;
        let used = sorted.used_hosts();
        let machines = machines.machines.into_iter().filter(|(name, _)| used.contains(name)).collect();
        let processes: BTreeSet<(u64, String)> = tables
            .files
            .iter()
            .flat_map(|file| file.origins.iter().flat_map(|origin| origin.processes.iter().cloned()))
            .collect();
        let processes = processes.into_iter().collect();
        let claims = tables.files.iter().flat_map(TrialFile::claims).cloned().collect();
        let origin = Origin { number: 0, plan: common, machines, processes, claims };
        // Windows does not replace an open file.
        drop(tables);
        let info = run_info(&merged, &origin, &sources, &begun);
        sorted.finish(origin)?;
        if let Some(text) = sources.iter().find_map(|source| source.experiment.as_ref()) {
            folder.write(EXPERIMENT, text.as_bytes())?;
        }
        folder.write(RUN, info.text().as_bytes())?;
        Ok(merged)
    }
}

/// Checks that each folder has one shard of the run, or all of it, and that all shards divide the run into the same number.
fn check_shards(sources: &[SourceFolder], tables: &Tables) -> Result<(), Error> {
    let mut first = None;
    for (SourceFolder { name, .. }, file) in sources.iter().zip(&tables.files) {
        let machines = file.origins.iter().flat_map(|origin| &origin.machines);
        let shards: BTreeSet<Option<Shard>> = machines.map(|(_, machine)| machine.shard).collect();
        if shards.len() > 1 {
            let what = format!("{name} has trials of several shards, as a merged record does");
            return Err(Error::new(what).help("merge the folders of all shards at once"));
        }
        let Some(shard) = shards.first().copied().flatten() else { continue };
        let (known, other) = *first.get_or_insert((shard, name));
        if known.of != shard.of {
            let what = format!("{other} is shard {known} and {name} is shard {shard}");
            return Err(Error::new(what).help("run all shards with the same number after the slash"));
        }
    }
    Ok(())
}

/// `run.json` of the merged record.
fn run_info(
    merged: &MergeSummary,
    origin: &Origin,
    sources: &[SourceFolder],
    begun: &[SourceFolder],
) -> RunInfo {
    let runs = || sources.iter().chain(begun).filter_map(|source| source.run.as_ref());
    let mut left_out: Vec<String> = Vec::new();
    let missing = merged.missing.iter().map(|what| format!("{}{what}", RunInfo::MISSING));
    // Another folder may have the trials that an earlier merge did not find.
    let carried = runs().flat_map(|run| &run.left_out).filter(|line| !line.starts_with(RunInfo::MISSING));
    for line in carried.cloned().chain(missing).chain(merged.notes.clone()) {
        if !left_out.contains(&line) {
            left_out.push(line);
        }
    }
    let mut solvers: Vec<SolverInfo> = Vec::new();
    for solver in runs().flat_map(|run| &run.solvers) {
        if !solvers.contains(solver) {
            solvers.push(solver.clone());
        }
    }
    let started_utc = origin.processes.first().map_or(0, |(started, _)| *started);
    let with_trials = origin.machines.iter().map(|(_, machine)| machine);
    let machines: Vec<Machine> =
        with_trials.chain(begun.iter().filter_map(SourceFolder::empty_shard)).cloned().collect();
    RunInfo {
        experiment: origin.plan.design.experiment.clone(),
        // If this folder's file was changed after its run, the merged record says so, too.
        experiment_checksum: sources
            .iter()
            .find(|source| source.experiment.is_some())
            .and_then(|source| source.run.as_ref()?.experiment_checksum.clone()),
        machine: machines.first().cloned().unwrap_or_default(),
        machines,
        seed: origin.plan.design.seed,
        memory_limit: origin.plan.design.limits.memory,
        started_utc,
        finished_utc: runs().map(|run| run.finished_utc).max().unwrap_or(started_utc),
        starts: origin.processes.len() as u32,
        left_out,
        solvers,
        trials: merged.trials,
        recorded: merged.recorded,
    }
}
