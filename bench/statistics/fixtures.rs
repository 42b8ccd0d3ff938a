//! Synthetic trials for the tests of statistics and reports.

use super::InstanceResult;
use super::fold::{FoldedTrials, TrialFold, instance_of};
use crate::corpus::hash16;
use crate::record::{COLUMNS, Status, Trial, Verdict};

/// A trial with a correct answer that took `cpu_ns`, with no other measure.
pub fn trial(strategy: &str, instance: &str, cpu_ns: u64) -> Trial {
    Trial {
        experiment: "test".into(),
        corpus: "corpus".into(),
        instance: instance.into(),
        instance_hash: hash16(&[instance]),
        strategy: strategy.into(),
        status: Status::Unique,
        verdict: Verdict::Correct,
        solutions: Some(1),
        task_solutions: Some(2),
        solve_cpu_ns: Some(cpu_ns),
        solve_wall_ns: Some(cpu_ns),
        ..Trial::default()
    }
}

/// Folds `trials`, with all columns, after grouping them by instance.
pub fn folded(trials: &[Trial]) -> FoldedTrials {
    folded_in_order(trials, &[])
}

/// Like [`folded`], with results in the order of `strategies`.
pub(super) fn folded_in_order(trials: &[Trial], strategies: &[String]) -> FoldedTrials {
    let mut trials = trials.to_vec();
    trials.sort_by(|one, other| instance_of(one).cmp(&instance_of(other)));
    let mut fold = TrialFold::new(COLUMNS);
    trials.into_iter().for_each(|trial| fold.push(trial));
    fold.finish(&[], strategies)
}

/// The results of `trials`.
pub fn results(trials: &[Trial]) -> Vec<InstanceResult> {
    folded(trials).results
}
