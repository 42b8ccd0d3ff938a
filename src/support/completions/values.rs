//! Completions of argument values: known names and files.

use crate::lesson::LESSONS;
use crate::support::registry;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use coverlab_bench::corpus::builtins;
use coverlab_bench::experiment::{BUILTIN, LoadedExperiment};
use coverlab_model::family::{FAMILIES, Family};
use coverlab_strategies::sat_solvers::Engine;
use coverlab_techniques::TECHNIQUES;
use std::ffi::OsStr;
use std::path::Path;

type Candidates = Vec<CompletionCandidate>;

/// Names of strategies.
pub(crate) fn strategies() -> ArgValueCompleter {
    completer(names_of_strategies, || None)
}

/// Puzzles to read: corpora, families, files.
pub(crate) fn inputs() -> ArgValueCompleter {
    completer(names_of_inputs, || Some(PathCompleter::any().stdio()))
}

/// Names of strategies, and puzzles to read.
pub(crate) fn strategies_and_inputs() -> ArgValueCompleter {
    let names = || names_of_strategies().into_iter().chain(names_of_inputs()).collect();
    completer(names, || Some(PathCompleter::any().stdio()))
}

/// Instances of families.
pub(crate) fn families() -> ArgValueCompleter {
    completer(instances, || None)
}

/// Built-in experiments and files.
pub(crate) fn experiments() -> ArgValueCompleter {
    let question = |name: &str| LoadedExperiment::open(name).map(|loaded| loaded.experiment.question);
    let named = move |(name, _): &(&str, _)| candidate(*name, question(name).unwrap_or_default());
    let is_experiment = |path: &Path| path.extension().is_some_and(|ending| ending == "toml");
    completer(
        move || BUILTIN.iter().map(named).collect(),
        move || Some(PathCompleter::any().filter(is_experiment)),
    )
}

/// Recorded experiments and folders.
pub(crate) fn records() -> ArgValueCompleter {
    let names = || {
        let entries = std::fs::read_dir("results").into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.path().is_dir());
        folders.map(|folder| CompletionCandidate::new(folder.file_name())).collect()
    };
    completer(names, || Some(PathCompleter::dir()))
}

/// Solvers for formulas.
pub(crate) fn solvers() -> ArgValueCompleter {
    let names = || Engine::NAMES.iter().map(|name| candidate(*name, "")).collect();
    completer(names, || Some(PathCompleter::file()))
}

/// Human techniques.
pub(crate) fn techniques() -> ArgValueCompleter {
    completer(names_of_techniques, || None)
}

/// Built-in lessons, human techniques and Markdown files.
pub(crate) fn lessons() -> ArgValueCompleter {
    let names = || {
        let lessons = LESSONS.iter().map(|(name, _)| candidate(*name, ""));
        lessons.chain(names_of_techniques()).collect()
    };
    let is_lesson = |path: &Path| path.extension().is_some_and(|ending| ending == "md");
    completer(names, move || Some(PathCompleter::any().filter(is_lesson)))
}

/// Completes to one of `words`.
pub(crate) fn words<W: AsRef<str>>(
    words: impl IntoIterator<Item = W> + Clone + Send + Sync + 'static,
) -> ArgValueCompleter {
    completer(move || words.clone().into_iter().map(|word| candidate(word.as_ref(), "")).collect(), || None)
}

/// Completes a word to one of `names`, or to a path.
fn completer(
    names: impl Fn() -> Candidates + Send + Sync + 'static,
    paths: impl Fn() -> Option<PathCompleter> + Send + Sync + 'static,
) -> ArgValueCompleter {
    ArgValueCompleter::new(move |current: &OsStr| {
        let (prefix, mut found) = (current.to_string_lossy(), names());
        found.retain(|candidate| candidate.get_value().to_string_lossy().starts_with(&*prefix));
        found.extend(paths().into_iter().flat_map(|paths| paths.complete(current)));
        found
    })
}

fn candidate(value: impl Into<String>, meaning: impl Into<String>) -> CompletionCandidate {
    let meaning: String = meaning.into();
    CompletionCandidate::new(value.into()).help((!meaning.is_empty()).then(|| meaning.into()))
}

/// Built-in corpora, and instances of families.
fn names_of_inputs() -> Candidates {
    let corpora = builtins().map(|entry| candidate(entry.name, entry.sentence));
    corpora.chain(instances()).collect()
}

/// The example of each family, which shows its parameters, and its bare name.
fn instances() -> Candidates {
    FAMILIES
        .iter()
        .flat_map(|&Family { name, example, sentence, .. }| {
            let open = (example != name).then(|| candidate(format!("{name}:"), sentence));
            open.into_iter().chain([candidate(example, sentence)])
        })
        .collect()
}

fn names_of_techniques() -> Candidates {
    TECHNIQUES.iter().map(|technique| candidate(technique.about.name, technique.about.sentence)).collect()
}

fn names_of_strategies() -> Candidates {
    registry::registered_strategies()
        .iter()
        .map(|row| candidate(row.about.name, row.about.sentence))
        .collect()
}
