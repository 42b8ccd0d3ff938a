//! Finds, reads and samples the corpora of an experiment.

use crate::corpus::{self, Corpus, first_duplicate};
use crate::error::Error;
use crate::experiment::{CorpusEntry, LoadedExperiment, locate};
use crate::input::{self, kind_of_file};
use coverlab_model::TextKind;
use coverlab_model::format::dimacs::RelevantComments;
use std::collections::BTreeSet;

/// Reads the corpora. Also returns the paths of optional corpora that do not exist. Adds a line to `notes` for each sample that
/// is smaller than requested, and for comments of formulas that request another count of models.
pub(super) fn read(
    loaded: &LoadedExperiment,
    seed: u64,
    notes: &mut Vec<String>,
) -> Result<(Vec<Corpus>, Vec<String>), Error> {
    let (mut corpora, mut absent) = (Vec::new(), Vec::new());
    for wanted in &loaded.experiment.corpora {
        let may_be_absent = wanted.optional && wanted.name.is_none() && wanted.members.is_empty();
        let is_absent = |path: &&String| may_be_absent && !locate(&loaded.base, path).exists();
        if let Some(path) = wanted.path.as_ref().filter(is_absent) {
            absent.push(path.clone());
            continue;
        }
        let corpus = open(loaded, wanted)?;
        note_ignored_comments(loaded, wanted, &corpus.name, notes);
        corpora.push(match wanted.sample {
            Some(size) => sample(corpus, size, seed, notes),
            None => corpus,
        });
    }
    check_names(loaded, &corpora, &absent)?;
    Ok((corpora, absent))
}

/// Checks that there are corpora, each with another name.
fn check_names(loaded: &LoadedExperiment, corpora: &[Corpus], absent: &[String]) -> Result<(), Error> {
    if let ([], [path, ..]) = (corpora, absent) {
        let help = "set the environment variable COVERLAB_CORPORA to the folder that contains it";
        return Err(loaded.error_at("corpora", path, "none of the corpora is there", help));
    }
    if corpora.is_empty() {
        return Err(loaded.error_at("", "corpora", "no corpus is named", "name at least one"));
    }
    match first_duplicate(corpora.iter().map(|corpus| corpus.name.as_str())) {
        Some(name) => Err(loaded.error_at(
            "corpora",
            name,
            format!("corpus `{name}` is listed twice"),
            "list each corpus once; the corpus of a file has the file's name without its extension",
        )),
        None => Ok(()),
    }
}

/// Opens the corpus `wanted`, a built-in one, a file or a list of members.
fn open(loaded: &LoadedExperiment, wanted: &CorpusEntry) -> Result<Corpus, Error> {
    let at_name = |name: &str, error| match error {
        Error::Other { what, help } => loaded.error_at("corpora", name, what, help),
        error => error,
    };
    match (&wanted.name, &wanted.path) {
        (Some(name), None) if !wanted.members.is_empty() => {
            let found = corpus::from_members(name, &wanted.members, |path| locate(&loaded.base, path));
            found.map_err(|error| at_name(name, error))
        }
        (Some(name), None) => {
            corpus::by_name(name).map_err(|error| at_name(name, suggest_path(loaded, name, error)))
        }
        (None, Some(path)) if wanted.members.is_empty() => corpus::from_path(&locate(&loaded.base, path)),
        _ => {
            let what = "a corpus needs either a name or a path";
            let help = "write `name` for a built-in corpus, `path` for a file, or `name` and `members`";
            Err(loaded.error_at("", "[[corpora]]", what, help))
        }
    }
}

/// Adds a line to `notes` for each kind of comment in the files of the corpus `wanted`, called `name`, that would change the
/// answers to the task.
fn note_ignored_comments(
    loaded: &LoadedExperiment,
    wanted: &CorpusEntry,
    name: &str,
    notes: &mut Vec<String>,
) {
    let relevant = RelevantComments::to_search_for(loaded.experiment.task.solutions());
    let paths = wanted.path.iter().chain(&wanted.members).map(|path| locate(&loaded.base, path));
    let files = paths.flat_map(|path| corpus::files_of_folder(&path).unwrap_or_else(|_| vec![path]));
    let formulas = files.filter(|file| relevant.projection && kind_of_file(file) == TextKind::Formula);
    let mut found = BTreeSet::new();
    for text in formulas.filter_map(|file| input::read(&file).ok()) {
        found.extend(relevant.find(&text).map(|comment| comment.what));
    }
    notes.extend(found.iter().map(|what| format!("corpus {name}: {what}")));
}

/// A sample of `size` instances. Adds a line to `notes` if it is smaller.
fn sample(corpus: Corpus, size: usize, seed: u64, notes: &mut Vec<String>) -> Corpus {
    let sample = corpus.sample(size, seed);
    let (name, len) = (&sample.name, sample.instances.len());
    if len < size {
        notes.push(format!("the sample of {size} instances of {name} has {len}: there are no more"));
    }
    sample
}

/// Replaces the help of `error`, which is about the corpus `name`, if a file or folder has this name.
fn suggest_path(loaded: &LoadedExperiment, name: &str, error: Error) -> Error {
    match locate(&loaded.base, name).exists() {
        true => error.help(format!("did you mean {{ path = \"{name}\" }}?")),
        false => error,
    }
}
