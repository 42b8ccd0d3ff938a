//! The runs of a strategy on an instance: one for each seed. While trials are folded, a run is the list of its repetitions.

use super::median_of;
use crate::record::{Status, Trial, Verdict};

/// One strategy on one instance with one seed, folded over its repetitions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeedRun {
    /// The worst status of its repetitions.
    pub status: Status,
    /// The worst verdict of its repetitions.
    pub verdict: Verdict,
    /// Median CPU time of its repetitions in nanoseconds; `None` if one is unknown.
    pub cpu_ns: Option<f64>,
    /// Median number of nodes of its repetitions; `None` if one is unknown.
    pub nodes: Option<f64>,
}

impl SeedRun {
    fn of(repetitions: &[&Trial]) -> SeedRun {
        let [cpu_ns, nodes] = ["solve_cpu_ns", "nodes"].map(|name| value(repetitions, name));
        SeedRun { status: worst_status(repetitions), verdict: worst_verdict(repetitions), cpu_ns, nodes }
    }

    /// Whether the run has an answer that is not wrong.
    pub fn solved(&self) -> bool {
        is_solved(self.status, self.verdict)
    }

    /// Whether a time or memory limit ended the run, so that it may have an answer on another machine.
    pub fn ended_at_machine_limit(&self) -> bool {
        matches!(self.status, Status::Timeout | Status::Memout)
    }

    /// Whether the run finished, so that its cost is exact.
    pub fn finished(&self) -> bool {
        is_finished(self.status, self.verdict)
    }
}

/// The runs of a result with several seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct SeedRuns {
    /// The runs, in the order of their seeds.
    pub runs: Box<[SeedRun]>,
    /// The columns of the result with lower bounds.
    pub lower_bounds: Box<[&'static str]>,
}

impl SeedRuns {
    /// The `runs`, with the lower bounds among times, nodes and `columns`.
    pub(super) fn of(runs: &[&[&Trial]], columns: &[&'static str]) -> SeedRuns {
        let columns = ["solve_cpu_ns", "nodes"].into_iter().chain(columns.iter().copied());
        let lower_bounds = columns.filter(|name| is_lower_bound(runs, name)).collect();
        SeedRuns { runs: runs.iter().map(|run| SeedRun::of(run)).collect(), lower_bounds }
    }
}

/// Whether a search with this status and verdict has an answer that is not wrong.
pub(super) fn is_solved(status: Status, verdict: Verdict) -> bool {
    status.is_answer() && verdict != Verdict::Wrong
}

/// Whether a search with this status and verdict finished, so that its cost is exact.
pub(super) fn is_finished(status: Status, verdict: Verdict) -> bool {
    (status.is_answer() || status == Status::Stuck) && verdict != Verdict::Wrong
}

pub(super) fn worst_status(trials: &[&Trial]) -> Status {
    trials.iter().map(|trial| trial.status).max().unwrap_or(Status::Unsupported)
}

pub(super) fn worst_verdict(trials: &[&Trial]) -> Verdict {
    let rank = |verdict: &Verdict| match verdict {
        Verdict::Correct => 0,
        Verdict::Unverified => 1,
        Verdict::Wrong => 2,
    };
    trials.iter().map(|trial| trial.verdict).max_by_key(rank).unwrap_or(Verdict::Unverified)
}

/// The column that counts solutions.
pub(super) const SOLUTIONS: &str = "solutions";

/// The column with the time to encode an instance for a strategy, before the search.
pub(super) const ENCODING: &str = "encode_ns";

/// Whether the column `column` is a time, in nanoseconds.
pub fn is_time(column: &str) -> bool {
    column.ends_with("_ns")
}

/// Whether a search that was cut short gives a lower bound in the column `name`. The time to encode is exact, unless it is 0
/// because the strategy crashed, or was interrupted in a separate process, before it could report this time.
pub(super) fn is_cut_with_search(name: &str, value: Option<f64>) -> bool {
    name != ENCODING || value.is_none_or(|value| value == 0.0)
}

/// Whether one of `trials` found too many solutions to record their number.
pub(super) fn is_saturated(trials: &[&Trial]) -> bool {
    trials.iter().any(|trial| trial.solutions == Some(u64::MAX))
}

/// Whether a search ended before it could report its costs, because its process was killed or a memory limit refused the
/// instance. They are 0 in the record, and unknown. A search that finds its own end always reports them.
pub(super) fn has_lost_costs(trial: &Trial) -> bool {
    let reports = trial.status.is_answer() || matches!(trial.status, Status::Stuck | Status::NodeLimit);
    !reports && trial.solve_cpu_ns == Some(0)
}

/// The value of a column in a run: the median of its repetitions, regardless of status. `None` if it is unknown for one.
fn value(repetitions: &[&Trial], name: &str) -> Option<f64> {
    median_of(repetitions, |trial| trial.value(name).filter(|_| !has_lost_costs(trial)))
}

/// The median of a column over the runs. `None` if it is unknown for one.
pub(super) fn median_of_runs(runs: &[&[&Trial]], name: &str) -> Option<f64> {
    median_of(runs, |run| value(run, name))
}

/// Whether the median of a measure over the runs is a lower bound. It is exact if every unfinished run lies above the median.
fn is_lower_bound(runs: &[&[&Trial]], name: &str) -> bool {
    let mut values: Vec<f64> = runs.iter().filter_map(|run| value(run, name)).collect();
    values.sort_by(f64::total_cmp);
    let upper = values.get(values.len() / 2).copied().unwrap_or(f64::INFINITY);
    let is_cut = |run: &&&[&Trial]| {
        let is_finished = is_finished(worst_status(run), worst_verdict(run));
        (!is_finished && is_cut_with_search(name, value(run, name)))
            || (name == SOLUTIONS && is_saturated(run))
    };
    runs.iter().filter(is_cut).any(|run| value(run, name).is_none_or(|value| value <= upper))
}

/// The number of solutions, if all of `trials` agree. A median is a float, which is inexact above 2^53.
pub(super) fn exact_solutions(trials: &[&Trial]) -> Option<u64> {
    let first = trials.first()?.solutions;
    first.filter(|_| trials.iter().all(|trial| trial.solutions == first))
}
