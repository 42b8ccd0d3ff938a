//! How one strategy did on one corpus.

use super::{Cell, Total};
use crate::record::Status;
use serde::Serialize;
use std::collections::BTreeMap;

/// A row of a corpus's table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The strategy.
    pub strategy: String,
    /// Instances answered, and not wrongly.
    pub solved: usize,
    /// Instances tried.
    pub instances: usize,
    /// Wrong answers.
    pub wrong: usize,
    /// Instances by how they ended; wrong answers are not among them.
    pub by_status: BTreeMap<Status, usize>,
    /// CPU time spent on all instances, answered or not.
    pub total_cpu_ns: Option<f64>,
    /// Geometric mean of the CPU time spent per instance, answered or not.
    pub geometric_mean_ns: Option<f64>,
    /// Whether both of them, and the nodes, are lower bounds since some searches were cut short.
    pub lower_bound: bool,
    /// Mean CPU time where an unanswered instance counts as twice its limit; none without a limit.
    pub par2_ns: Option<f64>,
    /// Nodes of all searches.
    pub nodes: Option<f64>,
    /// CPU time per node over the searches that counted nodes.
    pub ns_per_node: Option<f64>,
    /// The least number of repetitions of an instance.
    pub repetitions: usize,
    /// How its times were taken.
    pub timed: Timed,
}

/// How the times of a strategy were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timed {
    /// Each search by itself.
    Alone,
    /// As shares of blocks of searches.
    InBlocks,
    /// Some instances in one way, some in the other.
    Both,
}

impl Timed {
    /// In words.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Timed::Alone => "alone",
            Timed::InBlocks => "in blocks",
            Timed::Both => "both",
        }
    }
}

/// Scores each strategy over `cells`, the best first: by instances solved, then PAR-2, then
/// total time, then name.
pub fn score<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Vec<Score> {
    let mut totals: BTreeMap<&str, Total> = BTreeMap::new();
    for cell in cells {
        totals.entry(&cell.strategy).or_default().add(cell);
    }
    rank(totals.iter().map(|(strategy, total)| total.score(strategy)))
}

/// The scores, the best first; they come by name.
pub fn rank(scores: impl Iterator<Item = Score>) -> Vec<Score> {
    let mut scores: Vec<Score> = scores.collect();
    let time = |score: &Score| score.par2_ns.or(score.total_cpu_ns).unwrap_or(f64::INFINITY);
    scores.sort_by(|a, b| b.solved.cmp(&a.solved).then(time(a).total_cmp(&time(b))));
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Verdict;
    use crate::statistics::cells;
    use crate::statistics::published::tests::trial;

    #[test]
    fn an_unanswered_instance_counts_twice_its_limit_and_marks_a_lower_bound() {
        let mut trials =
            vec![trial("a", "i", 10), trial("a", "j", 1000), trial("b", "i", 10), trial("b", "j", 90)];
        for trial in &mut trials {
            trial.limit_cpu_ns = Some(1000);
            trial.nodes = Some(5);
        }
        trials[1].status = Status::Timeout;
        let cells = cells(&trials, &[], &[]);
        let scores = score(&cells);
        assert_eq!(scores[0].strategy, "b");
        assert_eq!(
            (scores[0].par2_ns, scores[0].geometric_mean_ns.map(f64::round)),
            (Some(50.0), Some(30.0))
        );
        assert_eq!(
            (scores[0].nodes, scores[0].ns_per_node, scores[0].lower_bound),
            (Some(10.0), Some(10.0), false)
        );
        assert_eq!((scores[1].solved, scores[1].par2_ns, scores[1].lower_bound), (1, Some(1005.0), true));
        assert_eq!(scores[1].by_status[&Status::Timeout], 1);
    }

    #[test]
    fn a_wrong_answer_is_not_solved() {
        let mut wrong = trial("a", "i", 10);
        wrong.verdict = Verdict::Wrong;
        let scores = score(&cells(&[wrong], &[], &[]));
        assert_eq!((scores[0].solved, scores[0].wrong, scores[0].by_status.len()), (0, 1, 0));
    }
}
