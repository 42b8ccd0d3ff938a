//! Folds the trials of one strategy on one instance into runs, and runs into medians.

use super::median;
use super::run::{Run, Seeds, is_finished};
use crate::record::{Status, Trial, Verdict};

/// The repetitions of a search with one seed.
pub(super) struct Repeated<'a> {
    pub(super) repetitions: Vec<&'a Trial>,
    /// The worst of their statuses and verdicts.
    status: Status,
    verdict: Verdict,
}

impl Repeated<'_> {
    /// A measure of the run: the median of its repetitions, regardless of status.
    fn measure(&self, name: &str) -> Option<f64> {
        match &self.repetitions[..] {
            [only] => only.number(name),
            all => median(&mut all.iter().filter_map(|trial| trial.number(name)).collect::<Vec<_>>()),
        }
    }
}

/// The runs of the trials on an instance, in the order of the seeds.
pub(super) fn by_seed<'a>(trials: &[&'a Trial]) -> Vec<Repeated<'a>> {
    let mut trials = trials.to_vec();
    trials.sort_by_key(|trial| trial.seed);
    let run = |repetitions: &[&'a Trial]| {
        let status = repetitions.iter().map(|trial| trial.status).max().unwrap_or(Status::Crash);
        Repeated { repetitions: repetitions.to_vec(), status, verdict: worst_verdict(repetitions) }
    };
    trials.chunk_by(|one, other| one.seed == other.seed).map(run).collect()
}

/// The column that counts solutions.
pub(super) const SOLUTIONS: &str = "solutions";

/// Whether one of `trials` found too many solutions to record their number.
pub(super) fn is_saturated(trials: &[&Trial]) -> bool {
    trials.iter().any(|trial| trial.solutions == Some(u64::MAX))
}

/// The median of a measure over the runs, and whether it is a lower bound. It is exact if every unfinished run lies above the
/// median.
pub(super) fn median_of_runs(runs: &[Repeated<'_>], name: &str) -> Option<(f64, bool)> {
    let is_cut = |run: &Repeated<'_>| {
        !is_finished(run.status, run.verdict) || (name == SOLUTIONS && is_saturated(&run.repetitions))
    };
    if let [only] = runs {
        return only.measure(name).map(|value| (value, is_cut(only)));
    }
    let known: Vec<(Option<f64>, bool)> = runs.iter().map(|run| (run.measure(name), is_cut(run))).collect();
    let mut values: Vec<f64> = known.iter().filter_map(|(value, _)| *value).collect();
    let found = median(&mut values)?;
    let upper = values[values.len() / 2];
    let lowers = |(value, is_cut): &(Option<f64>, bool)| *is_cut && value.is_none_or(|value| value <= upper);
    Some((found, known.iter().any(lowers)))
}

/// The number of solutions, if all of `trials` agree. A median is a float, which is inexact above 2^53.
pub(super) fn exact_solutions(trials: &[&Trial]) -> Option<u64> {
    let first = trials.first()?.solutions;
    first.filter(|_| trials.iter().all(|trial| trial.solutions == first))
}

/// The runs; `None` if there is only one seed.
pub(super) fn seeds(runs: &[Repeated<'_>], columns: &[&'static str]) -> Option<Box<Seeds>> {
    let run = |run: &Repeated<'_>| {
        let [cpu_ns, nodes] = ["solve_cpu_ns", "nodes"].map(|name| run.measure(name));
        Run { status: run.status, verdict: run.verdict, cpu_ns, nodes }
    };
    let measures = ["solve_cpu_ns", "solve_wall_ns", "nodes"].into_iter().chain(columns.iter().copied());
    let is_bound = |name: &&'static str| median_of_runs(runs, name).is_some_and(|(_, is_bound)| is_bound);
    (runs.len() > 1).then(|| {
        let lower_bounds = measures.filter(is_bound).collect();
        Box::new(Seeds { runs: runs.iter().map(run).collect(), lower_bounds })
    })
}

pub(super) fn worst_verdict(trials: &[&Trial]) -> Verdict {
    let rank = |verdict: &Verdict| match verdict {
        Verdict::Correct => 0,
        Verdict::Unverified => 1,
        Verdict::Wrong => 2,
    };
    trials.iter().map(|trial| trial.verdict).max_by_key(rank).unwrap_or(Verdict::Unverified)
}
