//! The part of its run that a record lacks. A claim is about all trials, so it stays undecided on a record with a gap.

use super::load::Record;
use super::units::{integer, pluralize};
use coverlab_bench::record::{RunInfo, Shard, missing_shards};
use std::collections::BTreeSet;

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
