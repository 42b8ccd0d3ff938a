//! One strategy on one instance, all repetitions folded together.

use super::median;
use crate::record::{Status, Trial, Verdict, label};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;

/// What one strategy did with one instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The corpus.
    pub corpus: String,
    /// The instance.
    pub instance: String,
    /// Which symmetric image of it.
    pub isomorph: u32,
    /// The strategy's label, with its encoding where the label alone would be ambiguous.
    pub strategy: String,
    /// How it ended: the worst of its repetitions, so that nothing is hidden by a lucky one.
    pub status: Status,
    /// What the referee says: wrong if any repetition was.
    pub verdict: Verdict,
    /// Median CPU time of the repetitions that ended like this.
    pub cpu_ns: Option<f64>,
    /// Median wall time of the same.
    pub wall_ns: Option<f64>,
    /// Median node count of the same.
    pub nodes: Option<f64>,
    /// The CPU time limit.
    pub limit_cpu_ns: Option<u64>,
    /// The node limit.
    pub limit_nodes: Option<u64>,
    /// How many repetitions there are.
    pub repetitions: usize,
    /// The folded trials, by their place in the record.
    pub trials: Vec<usize>,
}

impl Cell {
    /// Whether the instance was answered, and the answer is not known to be wrong.
    pub fn solved(&self) -> bool {
        self.status.is_answer() && self.verdict != Verdict::Wrong
    }

    /// Whether the search came to its own end, so that its cost is exact and not a lower bound.
    pub fn finished(&self) -> bool {
        (self.status.is_answer() || self.status == Status::Stuck) && self.verdict != Verdict::Wrong
    }

    /// A column of the record by its name, in the unit of the column.
    pub fn measure(&self, name: &str, trials: &[Trial]) -> Option<f64> {
        let of = |trial: &Trial| column(trial, name);
        match name {
            "solve_cpu_ns" => self.cpu_ns,
            "solve_wall_ns" => self.wall_ns,
            "nodes" => self.nodes,
            _ => median(&mut self.same_end(trials).filter_map(of).collect::<Vec<_>>()),
        }
    }

    fn same_end<'a>(&'a self, trials: &'a [Trial]) -> impl Iterator<Item = &'a Trial> {
        self.trials.iter().map(|&at| &trials[at]).filter(|trial| trial.status == self.status)
    }
}

fn column(trial: &Trial, name: &str) -> Option<f64> {
    let value = match name {
        "solve_cpu_ns" => trial.solve_cpu_ns,
        "solve_wall_ns" => trial.solve_wall_ns,
        "encode_ns" => trial.encode_ns,
        "decode_ns" => trial.decode_ns,
        "peak_rss_bytes" => trial.peak_rss_bytes,
        "solutions" => trial.solutions,
        "nodes" => trial.nodes,
        "backtracks" => trial.backtracks,
        "propagations" => trial.propagations,
        "conflicts" => trial.conflicts,
        "passes" => trial.passes,
        "placements" => trial.placements,
        "updates" => trial.updates,
        "guesses" => trial.guesses,
        "max_depth" => trial.max_depth,
        "filled" => trial.filled,
        _ => None,
    };
    value.map(|value| value as f64)
}

/// Folds the repetitions of `trials`. Cells are ordered by corpus, instance and strategy, each
/// in the order given or, where it is not in it, by name after those that are.
pub fn cells(trials: &[Trial], corpora: &[String], strategies: &[String]) -> Vec<Cell> {
    let ambiguous = ambiguous_labels(trials);
    let instances = ranks(trials.iter().map(instance_of), |&(corpus, instance, isomorph)| {
        ((place(corpora, corpus), corpus), (natural(instance), instance, isomorph))
    });
    let lanes = ranks(trials.iter().map(lane_of), |&(strategy, params, via)| {
        let label = label(strategy, params);
        (place(strategies, &label), name(label, via, &ambiguous))
    });
    // Millions of trials are sorted by numbers, not by names.
    let key = |trial: &Trial| (instances[&instance_of(trial)], lanes[&lane_of(trial)]);
    let mut order: Vec<_> = trials.iter().enumerate().map(|(at, trial)| (key(trial), at)).collect();
    order.sort_unstable();
    let groups = order.chunk_by(|(one, _), (other, _)| one == other);
    let folded = groups.map(|group| {
        let first = &trials[group[0].1];
        let strategy = name(first.label(), &first.via, &ambiguous);
        fold(trials, strategy, group.iter().map(|&(_, at)| at).collect())
    });
    folded.collect()
}

fn instance_of(trial: &Trial) -> (&str, &str, u32) {
    (&trial.corpus, &trial.instance, trial.isomorph)
}

fn lane_of(trial: &Trial) -> (&str, &str, &str) {
    (&trial.strategy, &trial.params, &trial.via)
}

/// The place of each of `things` when they are sorted by `key`; equal keys share a place.
fn ranks<T: Copy + Eq + Hash, K: Ord>(
    things: impl Iterator<Item = T>,
    key: impl Fn(&T) -> K,
) -> HashMap<T, u32> {
    let things: HashSet<T> = things.collect();
    let mut keyed: Vec<(K, T)> = things.into_iter().map(|thing| (key(&thing), thing)).collect();
    keyed.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    let groups = keyed.chunk_by(|(one, _), (other, _)| one == other).zip(0..);
    groups.flat_map(|(group, rank)| group.iter().map(move |&(_, thing)| (thing, rank))).collect()
}

fn place(order: &[String], name: &str) -> usize {
    order.iter().position(|known| known == name).unwrap_or(usize::MAX)
}

/// A key by which `queens-9` comes before `queens-10`: digits as numbers, the rest as text.
fn natural(name: &str) -> Vec<(String, u128)> {
    let mut parts: Vec<(String, u128)> = vec![(String::new(), 0)];
    let mut in_number = false;
    for c in name.chars() {
        let last = parts.last_mut().expect("there is always a part");
        match c.to_digit(10) {
            Some(digit) => {
                last.1 = last.1.saturating_mul(10).saturating_add(u128::from(digit));
                in_number = true;
            }
            None if in_number => {
                parts.push((c.to_string(), 0));
                in_number = false;
            }
            None => last.0.push(c),
        }
    }
    parts
}

/// Labels that were run through more than one encoding on the same corpus.
fn ambiguous_labels(trials: &[Trial]) -> BTreeSet<String> {
    let lanes: HashSet<_> = trials.iter().map(|trial| (&*trial.corpus, lane_of(trial))).collect();
    let mut ways: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for (corpus, (strategy, params, _)) in lanes {
        *ways.entry((corpus, label(strategy, params))).or_default() += 1;
    }
    ways.into_iter().filter(|&(_, ways)| ways > 1).map(|((_, label), _)| label).collect()
}

fn name(label: String, via: &str, ambiguous: &BTreeSet<String>) -> String {
    if via.is_empty() || !ambiguous.contains(&label) { label } else { format!("{label} via {via}") }
}

fn fold(trials: &[Trial], strategy: String, group: Vec<usize>) -> Cell {
    let all = || group.iter().map(|&at| &trials[at]);
    let first = &trials[group[0]];
    let status = all().map(|trial| trial.status).max().unwrap_or(first.status);
    let middle = |of: fn(&Trial) -> Option<u64>| {
        let same_end = all().filter(|trial| trial.status == status);
        median(&mut same_end.filter_map(of).map(|value| value as f64).collect::<Vec<_>>())
    };
    Cell {
        corpus: first.corpus.clone(),
        instance: first.instance.clone(),
        isomorph: first.isomorph,
        strategy,
        status,
        verdict: worst_verdict(all()),
        cpu_ns: middle(|trial| trial.solve_cpu_ns),
        wall_ns: middle(|trial| trial.solve_wall_ns),
        nodes: middle(|trial| trial.nodes),
        limit_cpu_ns: first.limit_cpu_ns,
        limit_nodes: first.limit_nodes,
        repetitions: group.len(),
        trials: group,
    }
}

fn worst_verdict<'a>(trials: impl Iterator<Item = &'a Trial>) -> Verdict {
    let rank = |verdict: &Verdict| match verdict {
        Verdict::Correct => 0,
        Verdict::Unverified => 1,
        Verdict::Wrong => 2,
    };
    trials.map(|trial| trial.verdict).max_by_key(rank).unwrap_or(Verdict::Unverified)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::published::tests::trial;

    #[test]
    fn repetitions_fold_into_their_median_and_their_worst_end() {
        let mut trials = vec![trial("a", "i", 30), trial("a", "i", 10), trial("a", "i", 20)];
        let folded = cells(&trials, &[], &[]);
        assert_eq!((folded.len(), folded[0].cpu_ns, folded[0].repetitions), (1, Some(20.0), 3));
        trials[1].status = Status::Timeout;
        let folded = cells(&trials, &[], &[]);
        assert_eq!((folded[0].status, folded[0].cpu_ns), (Status::Timeout, Some(10.0)));
        assert!(!folded[0].solved());
    }

    #[test]
    fn one_label_through_two_encodings_is_two_strategies() {
        let mut trials = vec![trial("a", "i", 1), trial("a", "i", 1)];
        trials[0].via = "direct".into();
        trials[1].via = "minimal".into();
        let names: Vec<_> = cells(&trials, &[], &[]).into_iter().map(|cell| cell.strategy).collect();
        assert_eq!(names, ["a via direct", "a via minimal"]);
    }

    #[test]
    fn order_is_that_of_the_experiment_and_numbers_count_as_numbers() {
        let trials = [trial("b", "q-10", 1), trial("a", "q-9", 1), trial("b", "q-9", 1)];
        let order = ["b".to_string()];
        let found = cells(&trials, &[], &order);
        let found: Vec<_> = found.iter().map(|cell| (&*cell.instance, &*cell.strategy)).collect();
        assert_eq!(found, [("q-9", "b"), ("q-9", "a"), ("q-10", "b")]);
    }
}
