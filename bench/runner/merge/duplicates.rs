//! Compares several records of one trial.

use crate::record::{COUNTERS, Status, Trial};

/// The first difference between records of the same search. Each record has the name of its folder.
pub(super) fn contradiction(records: &[(&Trial, &str)]) -> Option<String> {
    let mut decided = records.iter().filter(|(trial, _)| is_decided(trial));
    let (first, one) = decided.next()?;
    decided.find_map(|(trial, two)| {
        let (column, a, b) = difference(first, trial)?;
        Some(format!("{column} is {a} in {one}, {b} in {two}"))
    })
}

/// Whether a trial would end in the same way on every machine: no time limit, memory limit or crash ended it.
fn is_decided(trial: &Trial) -> bool {
    !matches!(trial.status, Status::Timeout | Status::Memout | Status::Crash)
}

/// The first column in which two records of the same search differ, and both values.
fn difference(one: &Trial, other: &Trial) -> Option<(&'static str, String, String)> {
    let count = |count: Option<u64>| count.map_or("nothing".to_string(), |count| count.to_string());
    let values = |trial: &Trial| {
        let answer = [
            ("status", trial.status.name().to_string()),
            ("stop", trial.stop.clone()),
            ("answer_hash", trial.answer_hash.clone()),
            ("solutions", count(trial.solutions)),
            ("filled", count(trial.filled)),
        ];
        answer.into_iter().chain(COUNTERS.into_iter().zip(trial.counters().map(count))).collect::<Vec<_>>()
    };
    let mut pairs = values(one).into_iter().zip(values(other));
    pairs.find_map(|((column, a), (_, b))| (a != b).then_some((column, a, b)))
}
