//! Describes a merge: trials, shards and instances that are missing, and notes on the folders.

use super::source::SourceFolder;
use super::{MergeSummary, Merger};
use crate::plan::Plan;
use crate::record::{EXPERIMENT, Machine, RunInfo, Shard, TrialIndex, missing_shards};
use crate::text::counted;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Maximum number of instances named in a line about missing trials.
const MAX_NAMED: usize = 5;

impl Merger {
    /// Lists the trials of the plan that no folder has.
    pub(super) fn list_missing(&mut self, plan: &Plan, index: &TrialIndex) {
        for (s, corpus) in plan.corpora.iter().enumerate() {
            let mut missing: BTreeMap<usize, (u64, Vec<&str>)> = BTreeMap::new();
            for slot in (0..plan.slots(s)).filter(|slot| !index.has(s, *slot)) {
                let (instance, strategy) = plan.at(s, slot);
                let (trials, listed) = missing.entry(strategy).or_default();
                *trials += 1;
                if listed.len() < MAX_NAMED && listed.last() != Some(&&*instance.name) {
                    listed.push(&instance.name);
                }
            }
            for (strategy, (trials, listed)) in missing {
                let (label, corpus) = (&corpus.contenders[strategy].label, &corpus.name);
                let rest = if trials > listed.len() as u64 { " …" } else { "" };
                let trials = counted(trials, "trial", "trials");
                let what = format!("{trials} of {label} on {corpus}: {}{rest}", listed.join(", "));
                self.merged.missing.push(what);
            }
        }
    }

    /// Reports missing shards and instances, and notes on the folders.
    pub(super) fn describe_folders(&mut self, plan: &Plan) {
        self.merged.trials = self.common.trials();
        for (corpus, found) in self.common.corpora.iter().zip(&plan.corpora) {
            let unseen = corpus.size - found.instances.len();
            if unseen > 0 {
                let instances = counted(unseen as u64, "instance", "instances");
                self.merged.missing.push(format!("no trial of {instances} of {}", corpus.name));
            }
        }
        let with_trials = self.machines.machines.iter().map(|(_, machine)| machine);
        // A shard without instances has no trial, but is not missing.
        let machines = with_trials.chain(self.begun.iter().filter_map(SourceFolder::empty_shard));
        let shards: Option<BTreeSet<Shard>> = machines.map(|machine| machine.shard).collect();
        let missing = missing_shards(&shards.unwrap_or_default());
        if !missing.is_empty() {
            let missing: Vec<String> = missing.iter().map(Shard::to_string).collect();
            self.merged.missing.insert(0, format!("shards {}", missing.join(", ")));
            self.merged.more_trials = true;
        }
        for file in &self.tables.files {
            self.merged.notes.extend(file.damage.iter().cloned());
        }
        let begun = self.begun.iter().map(|source| (source, 0));
        let read = self.tables.files.iter().map(|file| file.readable);
        for (source, read) in self.sources.iter().zip(read).chain(begun) {
            describe_folder(source, read, &mut self.merged);
        }
        let texts: HashSet<&String> = self.sources.iter().filter_map(|s| s.experiment.as_ref()).collect();
        if texts.len() > 1 {
            let what = "the experiment files differ; questions and claims are those of the first folder";
            self.merged.notes.push(what.to_string());
        }
        self.merged.notes.extend(different_programs(&self.sources));
        let line = |(name, machine): &(String, Machine)| format!("{name}: {}", machine.cpu);
        let machines: BTreeSet<String> = self.machines.machines.iter().map(line).collect();
        self.merged.machines = machines.into_iter().collect();
    }
}

/// A line for each external solver whose program or scripts differ between folders.
fn different_programs(sources: &[SourceFolder]) -> Vec<String> {
    let mut files: BTreeMap<&str, BTreeSet<Vec<&String>>> = BTreeMap::new();
    for solver in sources.iter().filter_map(|source| source.run.as_ref()).flat_map(|run| &run.solvers) {
        files.entry(&solver.definition.name).or_default().insert(solver.checksums.values().collect());
    }
    let several = files.into_iter().filter(|(_, versions)| versions.len() > 1);
    several.map(|(name, _)| format!("{name} is not the same program in all folders: see run.json")).collect()
}

/// Reports what a folder lacks, given the number `read` of its readable trials.
fn describe_folder(source: &SourceFolder, read: u64, merged: &mut MergeSummary) {
    let name = &source.name;
    let Some(RunInfo { recorded, trials, .. }) = source.run else {
        let what = match source.has_ended {
            true => "run.json cannot be read",
            false if read == 0 => "the run has only begun",
            false => "the run has not ended",
        };
        return merged.notes.push(format!("{name}: {what}"));
    };
    if source.experiment.is_none() {
        merged.notes.push(format!("{name}: {EXPERIMENT} is missing"));
    }
    if source.is_edited {
        merged.notes.push(format!("{name}: run.json was changed after the run"));
    }
    let lost = recorded.saturating_sub(read);
    if lost > 0 {
        let what = format!("{name}: {lost} of {recorded} trials can no longer be read");
        // If no planned trial is missing, another folder has them.
        if merged.recorded < recorded || !merged.missing.is_empty() {
            merged.missing.push(what);
            merged.more_trials = true;
            merged.lost += lost;
        } else {
            merged.notes.push(what);
        }
    }
    if recorded < trials {
        merged.missing.push(format!("{name}: stopped after {recorded} of {trials} trials"));
    }
}
