//! Trials that came twice: whether they agree.

use crate::record::{Status, Trial};
use std::collections::BTreeMap;

/// Numbers that do not depend on the machine.
const COUNTS: [&str; 11] = [
    "solutions",
    "nodes",
    "max_depth",
    "backtracks",
    "propagations",
    "conflicts",
    "passes",
    "placements",
    "updates",
    "guesses",
    "filled",
];

/// A comparison of several records of one trial.
pub(super) struct Twice {
    /// Whether a search came twice.
    pub(super) is_twice: bool,
    /// How many came with another seed than the one that is taken.
    pub(super) other_seeds: u64,
    /// The values that differ, and in which folders.
    pub(super) contradictions: Vec<String>,
}

impl Twice {
    /// Compares records of one trial, which the folders called `names` have.
    pub(super) fn of(trials: &[Trial], names: &[&str]) -> Twice {
        let mut by_seed: BTreeMap<u64, Vec<(&Trial, &str)>> = BTreeMap::new();
        for (trial, name) in trials.iter().zip(names) {
            by_seed.entry(trial.seed).or_default().push((trial, name));
        }
        Twice {
            is_twice: by_seed.values().any(|records| records.len() > 1),
            other_seeds: by_seed.len() as u64 - 1,
            contradictions: by_seed.values().filter_map(|records| disagree(records)).collect(),
        }
    }
}

/// The first two of some records of one search that differ, and in what.
fn disagree(records: &[(&Trial, &str)]) -> Option<String> {
    let mut decided = records.iter().filter(|(trial, _)| is_decided(trial));
    let (first, one) = decided.next()?;
    decided.find_map(|(trial, two)| {
        let (column, a, b) = differs(first, trial)?;
        Some(format!("{column} is {a} in {one}, {b} in {two}"))
    })
}

/// Whether a trial came to the end that it comes to on every machine: no clock and no memory ended it.
fn is_decided(trial: &Trial) -> bool {
    !matches!(trial.status, Status::Timeout | Status::Memout | Status::Crash)
}

/// The first column in which two records of one search differ, and its values.
fn differs(one: &Trial, other: &Trial) -> Option<(&'static str, String, String)> {
    let words = |trial: &Trial| {
        [
            ("status", trial.status.word().to_string()),
            ("stop", trial.stop.clone()),
            ("answer_hash", trial.answer_hash.clone()),
        ]
    };
    let count =
        |trial: &Trial, column| trial.number(column).map_or("nothing".to_string(), |count| count.to_string());
    let counts = |trial: &Trial| COUNTS.map(|column| (column, count(trial, column)));
    let values = |trial: &Trial| words(trial).into_iter().chain(counts(trial)).collect::<Vec<_>>();
    let mut pairs = values(one).into_iter().zip(values(other));
    pairs.find_map(|((column, a), (_, b))| (a != b).then_some((column, a, b)))
}
