//! The outcomes of the claims of all records, in one table for a document.

use super::table::{Table, TableOf, Text, Tone};
use coverlab_bench::experiment::ClaimKind;
use coverlab_bench::statistics::{ClaimOutcome, ClaimResult};
use std::collections::BTreeSet;

/// A row for each record that makes a claim, named by its folder, and their sum. `without_trials` names the records that
/// are not counted because only their tables are kept.
pub(crate) fn table(records: &[(String, Vec<ClaimResult>)], without_trials: &[String]) -> Table {
    let claiming = records.iter().filter(|(_, results)| !results.is_empty());
    let mut rows: Vec<(&str, Vec<&ClaimResult>)> =
        claiming.map(|(name, results)| (name.as_str(), results.iter().collect())).collect();
    rows.push(("all", records.iter().flat_map(|(_, results)| results).collect()));
    let mut table = TableOf::new("claims", "Claims", &rows)
        .left("experiment", |(name, _)| Text::plain(*name))
        .right("sources", |(_, results)| number(sources(results)));
    let kinds = [
        (ClaimKind::Reproduction, ["reproductions: hold", "fail", "open"]),
        (ClaimKind::Extension, ["extensions: yes", "no", "open"]),
        (ClaimKind::Ours, ["ours: as expected", "not", "open"]),
    ];
    for (kind, titles) in kinds {
        let outcomes = [ClaimOutcome::Holds, ClaimOutcome::Fails, ClaimOutcome::Undecided];
        for (outcome, title) in outcomes.into_iter().zip(titles) {
            let is_counted = |result: &&&ClaimResult| {
                !result.is_law && result.claim.claim_kind() == kind && result.outcome == outcome
            };
            table = table.right(title, |(_, results)| number(results.iter().filter(is_counted).count()));
        }
    }
    let mut table = table.right("laws that hold", |(_, results)| laws(results)).done();
    if !without_trials.is_empty() {
        let names = without_trials.join(", ");
        table.notes.push(format!("Not counted, since only their tables are kept: {names}."));
    }
    table
}

/// The number of different sources.
fn sources(results: &[&ClaimResult]) -> usize {
    let sources: BTreeSet<&str> =
        results.iter().filter_map(|result| result.claim.source.as_deref()).collect();
    sources.len()
}

fn number(number: usize) -> Text {
    if number == 0 { Text::missing() } else { Text::plain(number.to_string()) }
}

/// The number of laws that hold, and of all laws if some do not.
fn laws(results: &[&ClaimResult]) -> Text {
    let laws = || results.iter().filter(|result| result.is_law);
    let hold = laws().filter(|result| result.outcome == ClaimOutcome::Holds).count();
    match laws().count() {
        all if all == hold => number(all),
        all => Text::toned(format!("{hold} of {all}"), Tone::Bad),
    }
}
