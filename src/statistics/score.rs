//! How one strategy did on one corpus.

use super::Cell;
use crate::record::{Status, Verdict};
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
}

/// Scores each strategy over `cells`, the best first: by instances solved, then PAR-2, then
/// total time, then name.
pub fn score<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Vec<Score> {
    let mut of: BTreeMap<&str, Vec<&Cell>> = BTreeMap::new();
    for cell in cells {
        of.entry(&cell.strategy).or_default().push(cell);
    }
    let mut scores: Vec<Score> = of.into_iter().map(|(strategy, cells)| one(strategy, &cells)).collect();
    let time = |score: &Score| score.par2_ns.or(score.total_cpu_ns).unwrap_or(f64::INFINITY);
    scores.sort_by(|a, b| b.solved.cmp(&a.solved).then(time(a).total_cmp(&time(b))));
    scores
}

fn one(strategy: &str, cells: &[&Cell]) -> Score {
    let mut by_status = BTreeMap::new();
    for cell in cells.iter().filter(|cell| cell.verdict != Verdict::Wrong) {
        *by_status.entry(cell.status).or_default() += 1;
    }
    let times: Vec<f64> = cells.iter().filter_map(|cell| cell.cpu_ns).collect();
    let logarithms: f64 = times.iter().map(|time| time.max(1.0).ln()).sum();
    let counted = || cells.iter().filter_map(|cell| Some((cell.cpu_ns?, cell.nodes?)));
    let (time_of_counted, nodes) = counted().fold((0.0, 0.0), |(t, n), (time, nodes)| (t + time, n + nodes));
    let some = |value: f64| (!times.is_empty()).then_some(value);
    Score {
        strategy: strategy.to_string(),
        solved: cells.iter().filter(|cell| cell.solved()).count(),
        instances: cells.len(),
        wrong: cells.iter().filter(|cell| cell.verdict == Verdict::Wrong).count(),
        by_status,
        total_cpu_ns: some(times.iter().sum()),
        geometric_mean_ns: some((logarithms / times.len() as f64).exp()),
        lower_bound: cells.iter().any(|cell| !cell.finished()),
        par2_ns: par2(cells),
        nodes: counted().next().map(|_| nodes),
        ns_per_node: (nodes > 0.0).then_some(time_of_counted / nodes),
        repetitions: cells.iter().map(|cell| cell.repetitions).min().unwrap_or(0),
    }
}

fn par2(cells: &[&Cell]) -> Option<f64> {
    let penalized = |cell: &&Cell| {
        let limit = cell.limit_cpu_ns? as f64;
        if cell.solved() { cell.cpu_ns } else { Some(2.0 * limit) }
    };
    let times: Option<Vec<f64>> = cells.iter().map(penalized).collect();
    times.map(|times| times.iter().sum::<f64>() / times.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
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
