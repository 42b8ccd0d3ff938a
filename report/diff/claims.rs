//! The claims and laws of two records: those that were changed, and outcomes that differ.

use super::super::load;
use super::super::sections::outcome_word;
use coverlab_bench::error::Error;
use coverlab_bench::statistics::ClaimResult;
use serde::Serialize;
use serde_json::{Value, json};
use std::path::Path;

/// A difference between the claims of two records.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ClaimChange {
    /// The sentence of the claim or law.
    pub(super) says: String,
    /// The key that differs, `outcome`, or `claim` if only one record has the claim.
    pub(super) what: String,
    /// Its value before; empty without one.
    pub(super) before: String,
    pub(super) after: String,
}

/// The differences between the claims of the records in two folders; none if the experiment of one cannot be read.
pub(super) fn changes(before: &Path, after: &Path) -> Result<Vec<ClaimChange>, Error> {
    let number =
        |dir| load::load_experiment(dir).ok().map(|(experiment, _)| experiment.claims_and_laws().count());
    match (number(before), number(after)) {
        (Some(one), Some(other)) if one + other > 0 => Ok(compare(&results(before)?, &results(after)?)),
        _ => Ok(Vec::new()),
    }
}

/// The outcomes of the claims and laws of a record.
fn results(dir: &Path) -> Result<Vec<ClaimResult>, Error> {
    Ok(load::load(dir, &[])?.claim_results().to_vec())
}

/// Claims are paired by their sentence; those with the same sentence by their order.
fn compare(before: &[ClaimResult], after: &[ClaimResult]) -> Vec<ClaimChange> {
    let key = |result: &ClaimResult| (result.is_law, result.claim.says.clone());
    let mut left: Vec<&ClaimResult> = after.iter().collect();
    let mut changes = Vec::new();
    for one in before {
        match left.iter().position(|other| key(other) == key(one)) {
            Some(at) => changes.extend(changed(one, left.remove(at))),
            None => changes.push(change(one, "claim", "present", "")),
        }
    }
    changes.extend(left.into_iter().map(|other| change(other, "claim", "", "present")));
    changes
}

/// The keys in which two versions of a claim differ, and its outcomes if they differ.
fn changed(before: &ClaimResult, after: &ClaimResult) -> Vec<ClaimChange> {
    let (Value::Object(one), Value::Object(other)) = (json!(before.claim), json!(after.claim)) else {
        unreachable!("a claim is an object")
    };
    let differing = one.iter().filter(|(key, value)| other[*key] != **value);
    let mut changes: Vec<ClaimChange> =
        differing.map(|(key, value)| change(before, key, &text(value), &text(&other[key]))).collect();
    let outcomes = [before, after].map(outcome_word);
    if outcomes[0] != outcomes[1] {
        changes.push(change(before, "outcome", outcomes[0], outcomes[1]));
    }
    changes
}

fn change(result: &ClaimResult, what: &str, before: &str, after: &str) -> ClaimChange {
    let [what, before, after] = [what, before, after].map(str::to_string);
    ClaimChange { says: result.claim.says.clone(), what, before, after }
}

/// The value of a key as text.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        // A selection: the keys that restrict it.
        Value::Object(keys) => {
            let given = keys.iter().filter(|(_, value)| !value.is_null());
            given.map(|(key, value)| format!("{key} {}", text(value))).collect::<Vec<_>>().join(", ")
        }
        Value::Number(number) => number.to_string().trim_end_matches(".0").to_string(),
        other => other.to_string(),
    }
}
