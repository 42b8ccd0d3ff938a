//! The outcomes of the claims of all records, in one table for a document.

use super::table::{Table, Text, Tone};
use coverlab_bench::experiment::ClaimKind;
use coverlab_bench::statistics::{ClaimOutcome, ClaimResult};
use std::collections::BTreeSet;

/// A row for each record that makes a claim, named by its folder, and their sum. `without_trials` names the records that
/// are not counted because only their tables are kept.
pub(crate) fn table(records: &[(String, Vec<ClaimResult>)], without_trials: &[String]) -> Table {
    let mut table = Table::new("claims", "Claims").left(["experiment"]).right([
        "sources",
        "reproductions: hold",
        "fail",
        "open",
        "extensions: yes",
        "no",
        "open",
        "ours: as expected",
        "not",
        "open",
        "laws that hold",
    ]);
    for (name, checks) in records.iter().filter(|(_, checks)| !checks.is_empty()) {
        table.rows.push(row(name, &checks.iter().collect::<Vec<_>>()));
    }
    let all: Vec<&ClaimResult> = records.iter().flat_map(|(_, checks)| checks).collect();
    table.rows.push(row("all", &all));
    if !without_trials.is_empty() {
        let names = without_trials.join(", ");
        table.notes.push(format!("Not counted, since only their tables are kept: {names}."));
    }
    table
}

fn row(name: &str, checks: &[&ClaimResult]) -> Vec<Text> {
    let sources: BTreeSet<&str> = checks.iter().filter_map(|result| result.check.source.as_deref()).collect();
    let number = |number: usize| match number {
        0 => Text::missing(),
        _ => Text::plain(number.to_string()),
    };
    let claims = |kind: ClaimKind, outcome: ClaimOutcome| {
        let is_counted = |result: &&&ClaimResult| {
            !result.is_law && result.check.claim_kind() == kind && result.outcome == outcome
        };
        number(checks.iter().filter(is_counted).count())
    };
    let mut row = vec![Text::plain(name), number(sources.len())];
    for kind in [ClaimKind::Reproduction, ClaimKind::Extension, ClaimKind::Ours] {
        row.extend(
            [ClaimOutcome::Holds, ClaimOutcome::Fails, ClaimOutcome::Undecided]
                .map(|outcome| claims(kind, outcome)),
        );
    }
    let laws = || checks.iter().filter(|result| result.is_law);
    let hold = laws().filter(|result| result.outcome == ClaimOutcome::Holds).count();
    row.push(match laws().count() {
        0 => Text::missing(),
        all if all == hold => Text::plain(all.to_string()),
        all => Text::toned(format!("{hold} of {all}"), Tone::Bad),
    });
    row
}
