//! Notable instances: those with wrong answers, contradictions, crashes or errors, and those on which two compared strategies
//! differ most. Points and rows of the page link to them.

use super::anchors::InstanceKey;
use super::load::Record;
use super::plot::Plot;
use super::sections::strategies;
use super::table::{Table, make_unique, slug};
use coverlab_bench::record::{Trial, Verdict};
use coverlab_bench::statistics::{Cell, known_puzzles};
use coverlab_model::Sudoku;
use coverlab_model::format::boxed;
use coverlab_model::format::symbols::Symbols;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of instances, failures first, so that a page does not grow with the corpus.
const MAX_INSTANCES: usize = 60;
/// The maximum number of reasons for an instance.
const MAX_REASONS: usize = 5;
/// The maximum number of outliers on each side of a pair.
const MAX_OUTLIERS: usize = 3;

/// A notable instance.
pub(crate) struct Instance {
    /// The anchor of links to it.
    pub anchor: String,
    pub name: InstanceKey,
    /// Why it is notable.
    pub reasons: Vec<String>,
    /// A drawing of the puzzle, if its corpus is built in and has not changed since the run.
    pub puzzle: Option<String>,
    /// The result of each strategy on it.
    pub table: Table,
}

/// The notable instances of `record`, each once.
pub(super) fn notable<'a>(record: &Record, plots: impl Iterator<Item = &'a Plot>) -> Vec<Instance> {
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
    for found in record.trials.disagreements.first() {
        add((found.corpus.clone(), found.instance.clone()), found.claims.clone());
    }
    for (corpus, instance, how) in plots.flat_map(|plot| plot.picture.outliers(MAX_OUTLIERS)) {
        add((corpus, instance), how);
    }
    found.truncate(MAX_INSTANCES);
    with_details(record, found)
}

fn failure(trial: &Trial) -> String {
    let end = if trial.verdict == Verdict::Wrong { "WRONG answer" } else { trial.status.phrase() };
    let why = if trial.error.is_empty() { String::new() } else { format!(": {}", trial.error) };
    format!("{}, {end}{why}", trial.label())
}

/// Adds the puzzle and the results to each instance found.
fn with_details(record: &Record, found: Vec<(InstanceKey, Vec<String>)>) -> Vec<Instance> {
    let keys: BTreeSet<&InstanceKey> = found.iter().map(|(key, _)| key).collect();
    let mut own: BTreeMap<InstanceKey, Vec<&Cell>> = BTreeMap::new();
    for cell in &record.trials.cells {
        let key = (cell.corpus.to_string(), cell.instance.to_string());
        if keys.contains(&key) {
            own.entry(key).or_default().push(cell);
        }
    }
    let puzzles = known_puzzles(&record.experiment, own.values().flatten().copied());
    let drawing = |puzzle: &Sudoku| boxed::write(puzzle.shape(), puzzle.clues(), &Symbols::default());
    let mut instances: Vec<Instance> = Vec::new();
    for (name, reasons) in found {
        let anchor = format!("instance:{}:{}", slug(&name.0), slug(&name.1));
        let table = strategies::instance(&anchor, own.get(&name).map_or(&[], Vec::as_slice));
        let puzzle = puzzles.get(&name).map(drawing);
        instances.push(Instance { anchor, name, reasons, puzzle, table });
    }
    make_unique(instances.iter_mut().map(|it| &mut it.anchor));
    instances
}
