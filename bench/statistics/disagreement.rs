//! Finds answers that contradict each other, even if the referee accepted each of them.
//!
//! The referee verifies each solution separately. It cannot see that one strategy found no solution where another found one,
//! or one where another found two. Nor can it see that a repeated search with the same seed behaved differently.
//!
//! A run marks such answers as wrong (`record/judge.rs`). Reports check again, because tables may have been edited since.

use super::{Cell, FirstFew};
use crate::record::{Status, Trial};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Claims about one instance that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The corpus.
    pub corpus: String,
    /// The instance.
    pub instance: String,
    /// The strategies and their claims.
    pub claims: String,
}

/// Adds the contradictions about one instance to `found`: between strategies, and between repetitions. `groups` has the cell
/// of each strategy, with its trials.
pub(super) fn add_disagreements(groups: &[(Cell, Vec<&Trial>)], found: &mut FirstFew<Disagreement>) {
    let repeated = groups.iter().filter_map(|(cell, trials)| between_repetitions(cell, trials));
    between_strategies(groups).into_iter().chain(repeated).for_each(|one| found.push(one));
}

fn between_strategies(groups: &[(Cell, Vec<&Trial>)]) -> Option<Disagreement> {
    let mut claims: BTreeMap<Claim, BTreeSet<String>> = BTreeMap::new();
    for (cell, trials) in groups {
        let ambiguous = groups.iter().filter(|(other, _)| other.label == cell.label).count() > 1;
        for claim in trials.iter().filter_map(|trial| Claim::of(trial)) {
            let via = if ambiguous { format!(" via {}", cell.via) } else { String::new() };
            claims.entry(claim).or_default().insert(format!("{}{via}", cell.label));
        }
    }
    let all: Vec<&Claim> = claims.keys().collect();
    let contradicted = all.iter().any(|a| all.iter().any(|b| a.contradicts(b)));
    let words =
        |(claim, who): (&Claim, &BTreeSet<String>)| format!("{}: {}", claim.words(), abbreviated(who));
    let claims = claims.iter().map(words).collect::<Vec<_>>().join("; ");
    contradicted.then(|| disagreement(&groups[0].0, claims))
}

fn abbreviated(names: &BTreeSet<String>) -> String {
    let shown: Vec<&str> = names.iter().take(3).map(String::as_str).collect();
    let more = names.len() - shown.len();
    if more == 0 { shown.join(", ") } else { format!("{} and {more} more", shown.join(", ")) }
}

fn disagreement(cell: &Cell, claims: String) -> Disagreement {
    Disagreement { corpus: cell.corpus.to_string(), instance: cell.instance.to_string(), claims }
}

/// The bounds on the number of solutions that an answer implies.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Claim {
    at_least: u64,
    at_most: Option<u64>,
    /// The hash of the set of solutions, if all were found.
    answer: String,
}

impl Claim {
    fn of(trial: &Trial) -> Option<Claim> {
        let exhausted = trial.stop.is_empty();
        let (at_least, at_most) = match trial.status {
            Status::None => (0, Some(0)),
            Status::Unique => (1, Some(1)),
            Status::Multiple => (trial.solutions.unwrap_or(2), trial.solutions.filter(|_| exhausted)),
            Status::Solved => (trial.solutions.unwrap_or(1), trial.solutions.filter(|_| exhausted)),
            _ => return None,
        };
        let answer = if at_most.is_some() { trial.answer_hash.clone() } else { String::new() };
        Some(Claim { at_least, at_most, answer })
    }

    fn contradicts(&self, other: &Claim) -> bool {
        let fewer = |a: &Claim, b: &Claim| a.at_most.is_some_and(|most| most < b.at_least);
        let other_set = !self.answer.is_empty() && !other.answer.is_empty() && self.answer != other.answer;
        fewer(self, other) || fewer(other, self) || other_set
    }

    fn words(&self) -> String {
        let count = match self.at_most {
            None => format!("at least {}", self.at_least),
            Some(most) => format!("exactly {most}"),
        };
        let set = self.answer.get(..8.min(self.answer.len())).unwrap_or_default();
        if set.is_empty() { count } else { format!("{count} (set {set})") }
    }
}

fn between_repetitions(cell: &Cell, trials: &[&Trial]) -> Option<Disagreement> {
    if trials.len() == 1 {
        return None;
    }
    let mut by_seed: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    for trial in trials.iter().filter(|trial| trial.status.is_answer()) {
        by_seed.entry(trial.seed).or_default().extend(trial.nodes);
    }
    let unequal = by_seed.into_values().find(|nodes| nodes.len() > 1)?;
    let counts: Vec<String> = unequal.iter().map(u64::to_string).collect();
    let claims = format!("{}: repetitions of one search took {} nodes", cell.label, counts.join(" and "));
    Some(disagreement(cell, claims))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::fixtures::folded;
    use crate::statistics::fixtures::trial;

    fn count(trials: &[Trial]) -> usize {
        folded(trials, &[], &[]).disagreements.count()
    }

    #[test]
    fn none_against_one_and_one_against_two() {
        let mut trials = [trial("a", "i", 1), trial("b", "i", 1)];
        assert_eq!(count(&trials), 0);
        trials[0].status = Status::None;
        assert_eq!(count(&trials), 1);
        (trials[0].status, trials[0].solutions) = (Status::Multiple, Some(2));
        trials[0].stop = "enough".into();
        assert_eq!(count(&trials), 1);
        (trials[0].status, trials[0].solutions) = (Status::Solved, Some(1));
        assert_eq!(count(&trials), 0, "a first solution says nothing of a second");
        trials[0].status = Status::Timeout;
        assert_eq!(count(&trials), 0, "who does not answer does not disagree");
    }

    #[test]
    fn different_sets_of_all_solutions() {
        let mut trials = [trial("a", "i", 1), trial("b", "i", 1)];
        (trials[0].answer_hash, trials[1].answer_hash) = ("0123456789".into(), "9876543210".into());
        assert_eq!(count(&trials), 1);
        trials[1].answer_hash.clear();
        assert_eq!(count(&trials), 0);
    }

    #[test]
    fn repetitions_that_took_different_nodes() {
        let mut trials = [trial("a", "i", 1), trial("a", "i", 1)];
        (trials[0].nodes, trials[1].nodes) = (Some(1), Some(2));
        assert_eq!(count(&trials), 1);
        trials[1].seed = 1;
        assert_eq!(count(&trials), 0, "another seed may search another tree");
    }
}
