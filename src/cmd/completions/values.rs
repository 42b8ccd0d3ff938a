//! Completions of argument values: known names and files.

use crate::cmd::strategy_rows;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use coverlab_bench::corpus::builtins;
use coverlab_bench::experiment::{BUILTIN, Loaded};
use coverlab_model::family::{KINDS, formula};
use coverlab_strategies::sat_solvers::Engine;
use std::ffi::OsStr;
use std::path::Path;

type Candidates = Vec<CompletionCandidate>;

/// Names of strategies.
pub(crate) fn strategies() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| matching(current, names_of_strategies()))
}

/// Puzzles to read: corpora, families, files.
pub(crate) fn inputs() -> ArgValueCompleter {
    ArgValueCompleter::new(matching_inputs)
}

/// Names of strategies, and puzzles to read.
pub(crate) fn strategies_and_inputs() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let mut found = matching(current, names_of_strategies());
        found.extend(matching_inputs(current));
        found
    })
}

fn matching_inputs(current: &OsStr) -> Candidates {
    let corpora = builtins().map(|(entry, _)| candidate(entry.name, entry.sentence)).collect();
    let mut found = matching(current, corpora);
    found.extend(matching(current, instances()));
    found.extend(PathCompleter::any().stdio().complete(current));
    found
}

/// Instances of families.
pub(crate) fn families() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| matching(current, instances()))
}

/// Built-in experiments and files.
pub(crate) fn experiments() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let question = |name: &str| Loaded::open(name).map(|loaded| loaded.experiment.question);
        let named = BUILTIN.iter().map(|(name, _)| candidate(*name, question(name).unwrap_or_default()));
        let mut found = matching(current, named.collect());
        let is_experiment = |path: &Path| path.extension().is_some_and(|ending| ending == "toml");
        found.extend(PathCompleter::any().filter(is_experiment).complete(current));
        found
    })
}

/// Recorded experiments and folders.
pub(crate) fn records() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let entries = std::fs::read_dir("results").into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.path().is_dir());
        let named = folders.map(|folder| CompletionCandidate::new(folder.file_name()));
        let mut found = matching(current, named.collect());
        found.extend(PathCompleter::dir().complete(current));
        found
    })
}

/// Solvers for formulas.
pub(crate) fn solvers() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let mut found = matching(current, Engine::NAMES.iter().map(|name| candidate(*name, "")).collect());
        found.extend(PathCompleter::file().complete(current));
        found
    })
}

fn candidate(value: impl Into<String>, meaning: impl Into<String>) -> CompletionCandidate {
    let meaning: String = meaning.into();
    CompletionCandidate::new(value.into()).help((!meaning.is_empty()).then(|| meaning.into()))
}

fn matching(current: &OsStr, mut candidates: Candidates) -> Candidates {
    let prefix = current.to_string_lossy();
    candidates.retain(|candidate| candidate.get_value().to_string_lossy().starts_with(&*prefix));
    candidates
}

/// The example of each family, which shows its parameters, and its bare name.
fn instances() -> Candidates {
    let covers = KINDS.iter().map(|kind| (kind.name, kind.example, kind.sentence));
    let formulas = formula::KINDS.iter().map(|kind| (kind.name, kind.example, kind.sentence));
    covers
        .chain(formulas)
        .flat_map(|(name, example, sentence)| {
            let open = (example != name).then(|| candidate(format!("{name}:"), sentence));
            open.into_iter().chain([candidate(example, sentence)])
        })
        .collect()
}

fn names_of_strategies() -> Candidates {
    strategy_rows::rows().iter().map(|row| candidate(row.about.name, row.about.sentence)).collect()
}
