//! The record of an experiment, and figures that several sections and documents share.

use super::units::{integer, pluralize};
use coverlab_bench::experiment::Experiment;
use coverlab_bench::record::{RunInfo, Shard, missing_shards};
use coverlab_bench::statistics::{
    self, ClaimResult, FoldedTrials, InstanceResult, MeasuredInstances, PublishedComparison,
};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The record of an experiment.
#[derive(Debug)]
pub struct Record {
    /// The folder with its files.
    pub dir: PathBuf,
    /// `experiment.toml`.
    pub experiment: Experiment,
    /// The changes since trials were recorded, one sentence each.
    pub changes: Vec<String>,
    /// `run.json`.
    pub run: RunInfo,
    /// `trials.csv`, folded.
    pub trials: FoldedTrials,
    /// Values that several sections and documents share, computed on first use.
    pub(super) measured: OnceLock<MeasuredInstances>,
    pub(super) claim_results: OnceLock<Vec<ClaimResult>>,
    pub(super) published: OnceLock<Vec<PublishedComparison>>,
}

impl Record {
    /// The name of the experiment.
    pub(crate) fn name(&self) -> &str {
        &self.experiment.name
    }

    /// The folded trials; for large corpora, those of a sample.
    pub(crate) fn results(&self) -> &[InstanceResult] {
        &self.trials.results
    }

    /// The measures of instances.
    pub(crate) fn measured(&self) -> &MeasuredInstances {
        self.measured.get_or_init(|| MeasuredInstances::of(&self.experiment, self.results()))
    }

    /// The results of the claims and laws.
    pub(crate) fn claim_results(&self) -> &[ClaimResult] {
        self.claim_results.get_or_init(|| {
            let (claims, gap) = (self.trials.claims.iter(), self.gap());
            claims.map(|claim| claim.decide(self.results(), self.measured(), gap.as_deref())).collect()
        })
    }

    /// The published tables, each compared with our figures.
    pub(crate) fn published(&self) -> &[PublishedComparison] {
        self.published.get_or_init(|| {
            let published = self.experiment.published.iter();
            published.map(|table| statistics::compare_with_published(table, self.results())).collect()
        })
    }
}

/// The part of its run that a record lacks. A claim is about all trials, so it stays undecided on a record with a gap.
impl Record {
    /// A phrase for the part that the record lacks: `73 of 96 trials are missing`. `None` if it is complete.
    pub(crate) fn gap(&self) -> Option<String> {
        let gaps: Vec<String> = self.shard_gap().into_iter().chain(self.trial_gap()).collect();
        (!gaps.is_empty()).then(|| gaps.join("; "))
    }

    /// The shard that the record is, if it is a single one.
    fn shard(&self) -> Option<Shard> {
        let shards = self.shards();
        shards.first().copied().filter(|shard| shards.len() == 1 && shard.of > 1)
    }

    /// The shards of the run, if all machines ran one.
    fn shards(&self) -> BTreeSet<Shard> {
        let shards: Option<BTreeSet<Shard>> = self.run.machines().map(|machine| machine.shard).collect();
        shards.unwrap_or_default()
    }

    fn shard_gap(&self) -> Option<String> {
        if let Some(Shard { number, of }) = self.shard() {
            return Some(format!("shard {number} of {of}"));
        }
        let missing: Vec<String> = missing_shards(&self.shards()).iter().map(Shard::to_string).collect();
        match missing.len() {
            0 => None,
            1 => Some(format!("shard {} is missing", missing[0])),
            _ => Some(format!("shards {} are missing", missing.join(", "))),
        }
    }

    /// The trials that are missing. `merge` counts only those of the folders that it read, and lists the rest in words.
    fn trial_gap(&self) -> Option<String> {
        let planned = self.run.trials as usize;
        let missing = planned.saturating_sub(self.trials.trials);
        if missing > 0 {
            let verb = if missing == 1 { "is" } else { "are" };
            let trials = pluralize(planned, "trial", "trials");
            return Some(format!("{} of {trials} {verb} missing", integer(missing as f64)));
        }
        let lines = self.run.left_out.iter().filter_map(|line| line.strip_prefix(RunInfo::MISSING));
        lines.filter(|what| !what.starts_with("shards ")).map(|what| format!("missing: {what}")).next()
    }
}
