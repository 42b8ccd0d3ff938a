//! Sums over the results that one side of a claim selects.

use super::{ENCODING, SOLUTIONS, ValueRange, describe, is_time};
use crate::experiment::{Aggregation, DIFFERENCES, SOLVED, SOLVED_RUNS, Selection};
use crate::instance_measure::InstanceMeasure;
use crate::number::Number;
use crate::record::Status;
use crate::statistics::{InstanceResult, Name, SeedRun};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The sums over the selected results.
#[derive(Clone, Debug, Default)]
pub(super) struct ClaimSide {
    pub(super) selection: Selection,
    pub(super) measure: String,
    take: Aggregation,
    /// Number of results.
    pub(super) results: usize,
    /// Results answered with all seeds.
    solved: usize,
    /// Results that might have been, if no time or memory limit had ended a run.
    maybe_solved: usize,
    /// Answered runs.
    solved_runs: usize,
    /// Unanswered runs that a time or memory limit ended.
    maybe_solved_runs: usize,
    /// Runs that ended at the node limit.
    pub(super) node_limited: usize,
    /// Whether `value` is a lower bound on the cost of answers.
    pub(super) is_bound: bool,
    /// Number of results whose count of solutions is too large to record.
    pub(super) saturated: usize,
    pub(super) processors: BTreeSet<Name>,
    /// The instances with a result, if their number is the measure.
    pub(super) searched: InstanceSet,
    /// The instances that the strategy does not support.
    pub(super) unsupported: InstanceSet,
    /// The total or maximum of the measure, as `take` says, with times in seconds.
    value: f64,
    /// If the measure is the number of solutions: `value` exactly, if the runs of each result agree.
    whole: Option<i128>,
    /// A message about the first finished result that lacks the measure.
    unknown: Option<String>,
}

/// A set of instances in little memory: two sets are almost certainly equal if their sizes and sums of hashes are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InstanceSet {
    pub(super) size: usize,
    sum: u64,
    /// The hash of the last instance. A strategy may have several results of an instance, one for each encoding.
    last: u64,
}

impl PartialEq for InstanceSet {
    fn eq(&self, other: &InstanceSet) -> bool {
        (self.size, self.sum) == (other.size, other.sum)
    }
}

impl InstanceSet {
    /// Adds the instance of `result`. Results of an instance come one after the other.
    fn add(&mut self, result: &InstanceResult) {
        let mut hasher = DefaultHasher::new();
        (&result.corpus, &result.instance).hash(&mut hasher);
        let hash = hasher.finish();
        if self.size == 0 || self.last != hash {
            self.size += 1;
            self.sum = self.sum.wrapping_add(hash);
            self.last = hash;
        }
    }
}

impl ClaimSide {
    pub(super) fn new(selection: &Selection, measure: &str, take: Aggregation) -> ClaimSide {
        let (selection, measure) = (selection.clone(), measure.to_string());
        ClaimSide { selection, measure, take, whole: Some(0), ..ClaimSide::default() }
    }

    /// Adds a result. An instance that the strategy does not support has no cost.
    pub(super) fn add(&mut self, result: &InstanceResult) {
        if result.status == Status::Unsupported {
            return self.unsupported.add(result);
        }
        let count = |is: &dyn Fn(&SeedRun) -> bool| result.runs().filter(is).count();
        self.results += 1;
        if self.measure == InstanceMeasure::Instances.name() {
            self.searched.add(result);
        }
        self.solved += usize::from(result.solved());
        // A run that ended without an answer for another reason would do so on every machine.
        let maybe_solved =
            !result.solved() && result.runs().all(|run| run.solved() || run.ended_at_machine_limit());
        self.maybe_solved += usize::from(maybe_solved);
        self.solved_runs += count(&SeedRun::solved);
        self.maybe_solved_runs += count(&SeedRun::ended_at_machine_limit);
        self.node_limited += count(&|run| run.status == Status::NodeLimit);
        let is_stuck = self.measure != ENCODING && count(&|run| run.status == Status::Stuck) > 0;
        self.is_bound |= is_stuck || result.is_lower_bound(&self.measure);
        if self.measure == SOLUTIONS {
            self.saturated += usize::from(result.has_saturated_count);
            let both = self.whole.zip(result.exact_solutions);
            self.whole = both.map(|(sum, count)| self.take.combine(sum, count.into()));
        }
        if !self.processors.contains(&result.processor) {
            self.processors.insert(result.processor.clone());
        }
        let scale = if is_time(&self.measure) { 1e-9 } else { 1.0 };
        match result.value(&self.measure) {
            Some(value) => self.value = self.take.combine(self.value, value * scale),
            None if result.finished() && self.unknown.is_none() => {
                let what = format!("{} on {} has no {}", result.strategy, result.instance, self.measure);
                self.unknown = Some(what);
            }
            // A search that was cut short may not have reported its cost.
            None => self.is_bound = true,
        }
    }

    /// The range of the value, or why it is unknown.
    pub(super) fn range(&self) -> Result<ValueRange, String> {
        if self.results == 0 {
            let what = describe(&self.selection);
            return Err(match self.unsupported.size {
                0 => format!("no trial of {what}"),
                _ => format!("{what}: all instances are unsupported"),
            });
        }
        // A time or memory limit leaves open whether a search would have found an answer. A node limit ends it on every
        // machine, so it is not answered.
        let number = |count: usize| Number::from(count as f64);
        let counted = |solved: usize, maybe_solved: usize| ValueRange {
            low: number(solved),
            high: Some(number(solved + maybe_solved)),
        };
        match (&*self.measure, &self.unknown) {
            (SOLVED, _) => Ok(counted(self.solved, self.maybe_solved)),
            (SOLVED_RUNS, _) => Ok(counted(self.solved_runs, self.maybe_solved_runs)),
            (_, Some(what)) => Err(what.clone()),
            (measure, _) => {
                let whole = self.whole.filter(|_| measure == SOLUTIONS);
                let value = whole.map_or(Number::from(self.value), Number::of_whole);
                Ok(ValueRange { low: value, high: (!self.is_bound).then_some(value) })
            }
        }
    }

    /// Whether the measure is one of searches, and not of instances.
    pub(super) fn is_of_searches(&self) -> bool {
        InstanceMeasure::of_name(&self.measure).is_none()
    }

    /// Whether the measure is a cost of answers.
    pub(super) fn is_of_costs(&self) -> bool {
        self.is_of_searches() && !self.is_of_answers() && ![ENCODING, DIFFERENCES].contains(&&*self.measure)
    }

    /// Whether the measure counts answers.
    pub(super) fn is_of_answers(&self) -> bool {
        [SOLVED, SOLVED_RUNS].contains(&&*self.measure)
    }
}
