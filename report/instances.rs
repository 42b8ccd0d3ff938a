//! Notable instances: those with wrong answers, crashes or errors, and those on which two compared strategies differ
//! most.

use super::load::Record;
use super::plot::Plot;
use super::table::{Table, Text};
use coverlab_bench::record::{Trial, Verdict};
use std::collections::BTreeMap;

/// The maximum number of instances, failures first, so that a page does not grow with the corpus.
const MAX_INSTANCES: usize = 60;
/// The maximum number of reasons for an instance.
const MAX_REASONS: usize = 5;
/// The maximum number of outliers on each side of a pair.
const MAX_OUTLIERS: usize = 3;

/// A corpus and the name of an instance.
type InstanceKey = (String, String);

/// The notable instances of `record`, a row each; `None` if there are none.
pub(super) fn notable<'a>(record: &Record, plots: impl Iterator<Item = &'a Plot>) -> Option<Table> {
    let mut found: Vec<(InstanceKey, Vec<String>)> = Vec::new();
    let mut places: BTreeMap<InstanceKey, usize> = BTreeMap::new();
    let mut add = |key: InstanceKey, reason: String| {
        let at = *places.entry(key.clone()).or_insert(found.len());
        if at == found.len() {
            found.push((key, Vec::new()));
        }
        let reasons = &mut found[at].1;
        if reasons.len() < MAX_REASONS && !reasons.contains(&reason) {
            reasons.push(reason);
        }
    };
    for trial in record.trials.wrong.first().iter().chain(record.trials.broken.first()) {
        add((trial.corpus.clone(), trial.instance.clone()), failure(trial));
    }
    for (corpus, instance, how) in plots.flat_map(|plot| plot.picture.outliers(MAX_OUTLIERS)) {
        add((corpus, instance), how);
    }
    let mut table = Table::new("notable", "Notable instances").left(["corpus", "instance", "why"]);
    for ((corpus, instance), reasons) in found.into_iter().take(MAX_INSTANCES) {
        let name = Text::plain(&instance).with_instance(&corpus, &instance);
        table.rows.push(vec![Text::plain(corpus), name, Text::plain(reasons.join("; "))]);
    }
    (!table.rows.is_empty()).then_some(table)
}

fn failure(trial: &Trial) -> String {
    let end = if trial.verdict == Verdict::Wrong { "WRONG answer" } else { trial.status.phrase() };
    let why = if trial.error.is_empty() { String::new() } else { format!(": {}", trial.error) };
    format!("{}, {end}{why}", trial.label())
}
