//! The scores of strategies on a corpus.

use super::{InstanceResult, StrategyTotal, Timing};
use crate::record::Status;
use serde::Serialize;
use std::collections::BTreeMap;

/// The numbers of a strategy's instances and runs, by result.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RunCounts {
    /// Instances that every run answered, and none wrongly.
    pub solved: usize,
    /// Instances that at least one run answered, and not wrongly.
    pub solved_any: usize,
    /// Instances that the strategy supports.
    pub instances: usize,
    /// Maximum number of seeds per instance.
    pub seeds: usize,
    /// Number of runs, one per instance and seed.
    pub runs: usize,
    /// Answered runs, without wrong ones.
    pub solved_runs: usize,
    /// Runs with a wrong answer.
    pub wrong: usize,
    /// Runs by status, without wrong ones.
    pub by_status: BTreeMap<Status, usize>,
}

impl RunCounts {
    /// Whether the strategy does not support some instances. They are included in no other number.
    pub fn has_unsupported(&self) -> bool {
        self.by_status.contains_key(&Status::Unsupported)
    }
}

/// The score of a strategy on a corpus. Times are in nanoseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The strategy.
    pub strategy: String,
    /// Its instances and runs.
    #[serde(flatten)]
    pub counts: RunCounts,
    /// Total CPU time of all runs, answered or not.
    pub total_cpu_ns: Option<f64>,
    /// Geometric mean of the CPU times of all runs, answered or not: exp(Σ ln tᵢ / n). A time below 1 ns counts as 1 ns.
    /// `None` if a time is unknown.
    pub geometric_mean_ns: Option<f64>,
    /// Whether these times and the nodes are lower bounds, because runs are unfinished.
    pub lower_bound: bool,
    /// Whether a search ended before it could report its costs. Totals omit them.
    #[serde(skip)]
    pub has_lost_costs: bool,
    /// Mean CPU time per run, where a run without a right answer counts twice its time limit: the PAR-2 score of the SAT
    /// competitions. `None` if a run has no limit.
    pub par2_ns: Option<f64>,
    /// Total nodes of the runs that counted them.
    pub nodes: Option<f64>,
    /// Runs whose nodes are unknown, such as those of an external solver that did not report them.
    #[serde(skip)]
    pub uncounted: usize,
    /// CPU time per node, over the runs that counted nodes.
    pub ns_per_node: Option<f64>,
    /// The minimum number of repetitions of a run.
    pub repetitions: usize,
    /// How the times were measured.
    pub timed: Timing,
}

impl Score {
    /// Whether the total of nodes is a lower bound, because runs are unfinished or did not report their nodes.
    #[must_use]
    pub fn has_partial_nodes(&self) -> bool {
        self.nodes.is_some() && (self.lower_bound || self.uncounted > 0)
    }
}

/// The score of each strategy over `results`, from best to worst (see [`rank`]). Equal scores are ordered by name.
pub fn score<'a>(results: impl IntoIterator<Item = &'a InstanceResult>) -> Vec<Score> {
    let mut totals: BTreeMap<&str, StrategyTotal> = BTreeMap::new();
    for result in results {
        totals.entry(&result.strategy).or_default().add(result);
    }
    rank(totals.iter().map(|(strategy, total)| total.score(strategy)))
}

/// Sorts scores from best to worst: by solved runs, then by PAR-2 if every strategy that ran has one, else by total time. Equal
/// scores keep their order.
pub fn rank(scores: impl Iterator<Item = Score>) -> Vec<Score> {
    let mut scores: Vec<Score> = scores.collect();
    let has_par2 = scores.iter().all(|score| score.par2_ns.is_some() || score.total_cpu_ns.is_none());
    let time = |score: &Score| {
        let ns = if has_par2 { score.par2_ns } else { score.total_cpu_ns };
        ns.unwrap_or(f64::INFINITY)
    };
    scores.sort_by(|a, b| b.counts.solved_runs.cmp(&a.counts.solved_runs).then(time(a).total_cmp(&time(b))));
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Trial, Verdict};
    use crate::statistics::PairedResults;
    use crate::statistics::fixtures::{folded, results, trial};

    #[test]
    fn an_unanswered_instance_counts_twice_its_limit_and_marks_a_lower_bound() {
        let mut trials =
            vec![trial("a", "i", 10), trial("a", "j", 1000), trial("b", "i", 10), trial("b", "j", 90)];
        for trial in &mut trials {
            trial.limit_cpu_ns = Some(1000);
            trial.nodes = Some(5);
        }
        trials[1].status = Status::Timeout;
        let results = results(&trials);
        let scores = score(&results);
        assert_eq!(scores[0].strategy, "b");
        assert_eq!(
            (scores[0].par2_ns, scores[0].geometric_mean_ns.map(f64::round)),
            (Some(50.0), Some(30.0))
        );
        assert_eq!(
            (scores[0].nodes, scores[0].ns_per_node, scores[0].lower_bound),
            (Some(10.0), Some(10.0), false)
        );
        assert_eq!(
            (scores[1].counts.solved, scores[1].par2_ns, scores[1].lower_bound),
            (1, Some(1005.0), true)
        );
        assert_eq!(scores[1].counts.by_status[&Status::Timeout], 1);
    }

    #[test]
    fn means_are_not_compared_with_totals() {
        let limit = |strategy: &str| (strategy == "b").then_some(1_000_000);
        let search = |(strategy, name, ns): (&str, &str, u64)| Trial {
            limit_cpu_ns: limit(strategy),
            ..trial(strategy, name, ns)
        };
        // In all b takes longer, but its mean is less than the total of a.
        let trials = [("a", "i", 10), ("a", "j", 10), ("b", "i", 15), ("b", "j", 15)].map(search);
        let scores = score(&results(&trials));
        assert_eq!((&*scores[0].strategy, scores[0].par2_ns, scores[1].par2_ns), ("a", None, Some(15.0)));
    }

    #[test]
    fn seeds_are_runs_and_an_instance_is_solved_with_all_or_with_any() {
        let run = |(name, seed, ns)| Trial { seed, limit_cpu_ns: Some(1000), ..trial("a", name, ns) };
        let mut trials = [("i", 1, 10), ("i", 2, 1000), ("i", 3, 40), ("j", 1, 20), ("j", 2, 20)].map(run);
        trials[1].status = Status::Timeout;
        let scores = score(&results(&trials));
        let found = &scores[0];
        assert_eq!((found.counts.runs, found.counts.solved_runs, found.counts.seeds), (5, 4, 3));
        assert_eq!((found.counts.instances, found.counts.solved, found.counts.solved_any), (2, 1, 2));
        assert_eq!(
            (found.counts.by_status[&Status::Unique], found.counts.by_status[&Status::Timeout]),
            (4, 1)
        );
        // Every run counts: 10 + 2 · 1000 + 40 + 20 + 20 over five.
        assert_eq!((found.par2_ns, found.total_cpu_ns), (Some(418.0), Some(1090.0)));
    }

    #[test]
    fn an_unsupported_instance_is_in_no_figure_but_its_count() {
        let mut trials =
            vec![trial("a", "i", 10), trial("a", "j", 1000), trial("b", "i", 10), trial("b", "j", 90)];
        trials.iter_mut().for_each(|trial| trial.limit_cpu_ns = Some(1000));
        trials[1].status = Status::Unsupported;
        let folded = folded(&trials);
        let score = folded.corpora["corpus"].totals["a"].score("a");
        assert_eq!((score.counts.solved, score.counts.instances, score.par2_ns), (1, 1, Some(10.0)));
        assert_eq!((score.total_cpu_ns, score.lower_bound), (Some(10.0), false));
        assert!(score.counts.has_unsupported() && score.counts.by_status[&Status::Unsupported] == 1);
        let results: Vec<&InstanceResult> = folded.results.iter().collect();
        assert_eq!((results.len(), PairedResults::of(&results).pairs("a", "b").len()), (3, 1));
    }

    #[test]
    fn a_lost_cost_leaves_a_total_that_is_a_bound_and_no_geometric_mean() {
        let mut trials = vec![trial("a", "i", 10), trial("a", "j", 1000), trial("a", "k", 0)];
        trials.iter_mut().for_each(|trial| trial.limit_cpu_ns = Some(2000));
        trials[2].status = Status::Memout;
        let folded = folded(&trials);
        let total = &folded.corpora["corpus"].totals["a"];
        let score = total.score("a");
        assert!(score.has_lost_costs);
        assert_eq!((score.total_cpu_ns, score.lower_bound), (Some(1010.0), true));
        assert_eq!((score.geometric_mean_ns, score.par2_ns.map(f64::round)), (None, Some(1670.0)));
        assert_eq!(total.spread(&folded.results, "solve_cpu_ns"), None);
        assert_eq!(crate::statistics::spread(&folded.results, "solve_cpu_ns"), None);
        // The clocks of some systems do not see a search that a node limit soon ends.
        trials[2].status = Status::NodeLimit;
        assert!(!super::score(&results(&trials))[0].has_lost_costs);
    }

    #[test]
    fn a_wrong_answer_is_not_solved() {
        let mut wrong = trial("a", "i", 10);
        wrong.verdict = Verdict::Wrong;
        let scores = score(&results(&[wrong]));
        assert_eq!(
            (scores[0].counts.solved, scores[0].counts.wrong, scores[0].counts.by_status.len()),
            (0, 1, 0)
        );
    }
}
