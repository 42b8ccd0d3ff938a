//! Opens a corpus by the name of a built-in one, of a family, of a file or of a folder.

use super::names::corpus_name;
use super::{Corpus, Instances, builtins, families, folder, is_family, read};
use crate::error::{Error, quoted};
use crate::input;
use crate::output::safe_name;
use crate::similar_file::similar_file;
use coverlab_model::{TextKind, format, nearest};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The built-in corpus `name`, or the instances of a family, perhaps with value sets: `queens:{6..14}`.
///
/// # Errors
/// The name is unknown, or a value of the family is invalid. The error suggests a similar name.
pub fn by_name(name: &str) -> Result<Corpus, Error> {
    if is_family(name) {
        return family(name);
    }
    let Some(entry) = builtins().find(|entry| entry.name == name) else {
        let names: Vec<&str> = builtins().map(|entry| entry.name).collect();
        let near = nearest(name, names.iter().copied());
        return Err(Error::new(format!("there is no corpus `{name}`")).help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`coverlab list corpora` lists them; a file or a folder is written { path = \"…\" }"
                .to_string(),
        }));
    };
    parse(name, entry.kind, entry.text.as_bytes(), name)
}

/// The instances of a family, perhaps with value sets: `queens:8`, `queens:{6..14}`.
fn family(name: &str) -> Result<Corpus, Error> {
    let instances = families::generate(name).map_err(|error| Error::new(&error.what).help(&error.help))?;
    Ok(Corpus { name: name.to_string(), instances })
}

/// The corpus in the file `path`, compressed or not. The extension selects the format: a formula (`.cnf`, `.dimacs`),
/// an exact cover (`.dlx`, `.xc`, `.xcc`, `.ec`), a list of families (`.families`), or else Sudoku puzzles. A folder is
/// a corpus of the formulas or the exact covers in its files.
///
/// # Errors
/// The file is missing, cannot be read, is malformed or has no instances.
pub fn from_path(path: &Path) -> Result<Corpus, Error> {
    let shown = path.display().to_string();
    if !path.exists() {
        return Err(missing(path));
    }
    if path.is_dir() {
        let instances = folder::read(path)?;
        let name = path.canonicalize().ok().and_then(|full| Some(full.file_name()?.to_owned()));
        let name = name.map_or_else(|| shown.clone(), |name| safe_name(&name.to_string_lossy()).into_owned());
        return validated(Corpus { name, instances }, &shown);
    }
    let bytes = input::read(path).map_err(|e| Error::file("read the corpus", path, &e))?;
    from_bytes(path, &bytes)
}

/// The instances of `members` as one corpus called `name`. A member is a family, or a file or folder that `locate`
/// finds.
///
/// # Errors
/// There are no members, a member is not a valid corpus, or their kinds differ or their instances share a name.
pub fn from_members(
    name: &str,
    members: &[String],
    locate: impl Fn(&str) -> PathBuf,
) -> Result<Corpus, Error> {
    let mut all = None::<Instances>;
    for member in members {
        let Corpus { instances, .. } =
            if is_family(member) { family(member)? } else { from_path(&locate(member))? };
        let Some(list) = &mut all else {
            all = Some(instances);
            continue;
        };
        if !list.append(instances) {
            let what = format!("{} and {member} are instances of different kinds", members[0]);
            return Err(Error::new(what).help("put formulas, exact covers and Sudokus into separate corpora"));
        }
    }
    let instances = all.ok_or_else(|| Error::new(format!("the corpus {name} has no members")))?;
    validated(Corpus { name: name.to_string(), instances }, name)
}

/// The error for a corpus that does not exist.
fn missing(path: &Path) -> Error {
    let error = Error::new(format!("there is no corpus at {}", path.display()));
    match similar_file(path) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(
            "paths are relative to the experiment's file; put the corpus there, correct `path`, or remove it",
        ),
    }
}

fn from_bytes(path: &Path, bytes: &[u8]) -> Result<Corpus, Error> {
    let kind = input::kind_of_file(path);
    parse(&corpus_name(path), kind, bytes, &path.display().to_string()).map_err(|error| match error {
        Error::Input { error, .. } if kind == TextKind::Sudoku => malformed(path, error),
        error => error,
    })
}

/// The error for a malformed puzzle in the file `path`.
fn malformed(path: &Path, error: format::Error) -> Error {
    let shown = path.display().to_string();
    if error.line == 0 {
        return Error::Input { path: shown, error };
    }
    let drop_lines = format!("coverlab convert {} --to line > good.txt", quoted(&shown));
    let remedy = format!("correct it, or drop all malformed puzzles: {drop_lines}");
    let help = if error.help.is_empty() { remedy } else { format!("{}; {remedy}", error.help) };
    Error::Input { path: shown, error: error.help(help) }
}

/// Parses `bytes`, instances of this `kind`, to the corpus `name`. Errors refer to it as `shown`.
fn parse(name: &str, kind: TextKind, bytes: &[u8], shown: &str) -> Result<Corpus, Error> {
    let instances = read::instances(name, kind, bytes)
        .map_err(|error| Error::Input { path: shown.to_string(), error })?;
    validated(Corpus { name: name.to_string(), instances }, shown)
}

/// Checks that `corpus` has instances and that their names are unique.
fn validated(corpus: Corpus, shown: &str) -> Result<Corpus, Error> {
    if corpus.instances.is_empty() {
        return Err(Error::new(format!("the corpus {shown} has no instances")));
    }
    match first_duplicate(corpus.instances.names().into_iter()) {
        Some(name) => Err(Error::new(format!("the corpus {shown} has two instances named `{name}`"))
            .help("instance names must be unique, because they identify trials")),
        None => Ok(corpus),
    }
}

/// The first of `names` that occurred before.
pub(crate) fn first_duplicate<'a>(mut names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut seen = HashSet::new();
    names.find(|name| !seen.insert(*name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::Problem;

    #[test]
    fn every_built_in_corpus_is_sound() {
        for entry in builtins() {
            let corpus = by_name(entry.name).unwrap_or_else(|e| panic!("{e}"));
            let Instances::Sudoku(list) = corpus.instances else { continue };
            for instance in list {
                if let Some(solution) = &instance.solution {
                    assert_eq!(instance.problem.verify(solution), Ok(()), "{}", instance.name);
                }
            }
        }
    }

    #[test]
    fn an_unknown_corpus_names_the_nearest() {
        let error = by_name("source").unwrap_err().to_string();
        assert_eq!(error, "there is no corpus `source` (did you mean `sources`?)");
    }
}
