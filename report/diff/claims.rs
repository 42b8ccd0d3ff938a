//! The claims and laws of two records whose outcomes differ.

use super::super::load;
use super::super::sections::outcome_word;
use coverlab_bench::error::Error;
use coverlab_bench::statistics::ClaimResult;
use serde::Serialize;
use std::path::Path;

/// A claim or law with another outcome, or of only one record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ClaimChange {
    /// Its sentence.
    pub(super) says: String,
    /// The word for its outcome before; `None` if only the later record has it.
    pub(super) before: Option<&'static str>,
    pub(super) after: Option<&'static str>,
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
        let at = left.iter().position(|other| key(other) == key(one));
        changes.push(change(Some(one), at.map(|at| left.remove(at))));
    }
    changes.extend(left.into_iter().map(|other| change(None, Some(other))));
    changes.retain(|change| change.before != change.after);
    changes
}

fn change(before: Option<&ClaimResult>, after: Option<&ClaimResult>) -> ClaimChange {
    let says = before.or(after).map_or_else(String::new, |result| result.claim.says.clone());
    ClaimChange { says, before: before.map(outcome_word), after: after.map(outcome_word) }
}
