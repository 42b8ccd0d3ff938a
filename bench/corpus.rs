//! Corpora: named lists of instances, built in or read from files.

mod builtin;
mod families;
mod folder;
mod hash;
mod images;
mod large;
mod misread;
mod names;
mod read;

pub use builtin::{Builtin, builtins};
pub use coverlab_model::format::sudoku::Count;
pub use families::{Members, error_in_list, is_family, members};
pub use folder::files as files_of_folder;
pub use hash::{checksum, hash, hash16};
pub(crate) use images::IMAGE;
pub use large::LargeCorpus;
pub use large::PART_PUZZLES;
pub use misread::MisreadPuzzles;
pub(crate) use read::is_sudoku;

use crate::error::Error;
use crate::input;
use crate::kind::Kind;
use crate::output::safe_name;
use crate::seeded_random::seeded_random;
use crate::similar_file::similar_file;
use coverlab_model::{Cnf, ExactCover, Sudoku, nearest};
use large::Text;
use smol_str::SmolStr;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// One problem of a corpus, with its known solutions.
#[derive(Clone, Debug)]
pub struct Instance<P: Kind> {
    /// The name, unique within the corpus. Short names are stored inline.
    pub name: SmolStr,
    /// The problem.
    pub problem: P,
    /// The known number of solutions.
    pub count: Option<Count>,
    /// A known solution. Most instances have none, so it is boxed to save space.
    pub solution: Option<Box<P::Solution>>,
}

impl<P: Kind> Instance<P> {
    /// An instance whose solutions are unknown.
    #[inline]
    pub fn new(name: impl Into<SmolStr>, problem: P) -> Self {
        Instance { name: name.into(), problem, count: None, solution: None }
    }

    /// The hash of the content, 16 hexadecimal digits.
    pub fn hash(&self) -> String {
        format!("{:016x}", content_hash(&self.problem))
    }
}

/// The hash of the content of `problem`. Equal problems have equal hashes, whatever their names.
pub fn content_hash<P: Kind>(problem: &P) -> u64 {
    let mut text = Vec::new();
    problem.canonical(&mut text);
    hash(&[text])
}

/// The instances of a corpus, all of one kind.
#[derive(Clone, Debug)]
pub enum Instances {
    /// Sudoku puzzles.
    Sudoku(Vec<Instance<Sudoku>>),
    /// Exact cover problems.
    ExactCover(Vec<Instance<ExactCover>>),
    /// Formulas.
    Cnf(Vec<Instance<Cnf>>),
}

impl Instances {
    /// The number of instances.
    pub fn len(&self) -> usize {
        match self {
            Instances::Sudoku(list) => list.len(),
            Instances::ExactCover(list) => list.len(),
            Instances::Cnf(list) => list.len(),
        }
    }

    /// The names of the instances.
    pub fn names(&self) -> Vec<&str> {
        fn of<P: Kind>(list: &[Instance<P>]) -> Vec<&str> {
            list.iter().map(|instance| instance.name.as_str()).collect()
        }
        match self {
            Instances::Sudoku(list) => of(list),
            Instances::ExactCover(list) => of(list),
            Instances::Cnf(list) => of(list),
        }
    }

    /// Whether there are no instances.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends `other` if both are of one kind. Returns whether they are.
    fn append(&mut self, other: Instances) -> bool {
        match (self, other) {
            (Instances::Sudoku(all), Instances::Sudoku(others)) => all.extend(others),
            (Instances::ExactCover(all), Instances::ExactCover(others)) => all.extend(others),
            (Instances::Cnf(all), Instances::Cnf(others)) => all.extend(others),
            _ => return false,
        }
        true
    }
}

/// A named list of instances.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// The name of the built-in corpus, or of the file without its extension.
    pub name: String,
    /// The instances.
    pub instances: Instances,
}

/// The built-in corpus `name`, or the instances of a family, perhaps with value sets: `queens:{6..14}`.
///
/// # Errors
/// The name is unknown, or a value of the family is invalid. The error suggests a similar name.
pub fn by_name(name: &str) -> Result<Corpus, Error> {
    if is_family(name) {
        return family(name);
    }
    let Some((entry, extension)) = builtins().find(|(b, _)| b.name == name) else {
        let names: Vec<&str> = builtins().map(|(b, _)| b.name).collect();
        let near = nearest(name, names.iter().copied());
        return Err(Error::new(format!("there is no corpus `{name}`")).help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`coverlab list corpora` lists them; a file or a folder is written { path = \"…\" }"
                .to_string(),
        }));
    };
    parse(name, extension, entry.text.as_bytes(), name)
}

/// The instances of a family, perhaps with value sets: `queens:8`, `queens:{6..14}`.
fn family(name: &str) -> Result<Corpus, Error> {
    let instances = families::generate(name).map_err(|error| Error::new(error.what).help(error.help))?;
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

/// A corpus in a file.
pub enum FileCorpus {
    /// A corpus that was read into memory.
    InMemory(Corpus),
    /// A corpus too large for memory, which is read in parts.
    Large(LargeCorpus),
}

impl FileCorpus {
    /// The name of the corpus.
    pub fn name(&self) -> &str {
        match self {
            FileCorpus::InMemory(corpus) => &corpus.name,
            FileCorpus::Large(corpus) => &corpus.name,
        }
    }
}

/// Like [`from_path`], but adds malformed puzzles to `misread` and continues, and does not read all of a large corpus
/// into memory.
pub fn open(path: &Path, misread: &mut MisreadPuzzles) -> Result<FileCorpus, Error> {
    if !path.is_file() || !is_sudoku(&input::extension(path)) {
        return from_path(path).map(FileCorpus::InMemory);
    }
    match large::read_beginning(path).map_err(|e| Error::file("read the corpus", path, &e))? {
        Text::Complete(bytes) => {
            let list = read::sudokus(&bytes, |error| misread.add(path, error))?;
            if list.is_empty() {
                // Read it again for the error message.
                return from_bytes(path, &bytes).map(FileCorpus::InMemory);
            }
            Ok(FileCorpus::InMemory(Corpus { name: corpus_name(path), instances: Instances::Sudoku(list) }))
        }
        Text::Truncated(beginning, rest) => {
            LargeCorpus::survey(&corpus_name(path), path, beginning, rest, misread).map(FileCorpus::Large)
        }
    }
}

fn from_bytes(path: &Path, bytes: &[u8]) -> Result<Corpus, Error> {
    parse(&corpus_name(path), &input::extension(path), bytes, &path.display().to_string())
}

/// A file's name without its extensions, safe for a terminal: `a` for `a.cnf.gz`.
pub fn corpus_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let plain = [".gz", ".zst", ".zstd"].iter().find_map(|packer| name.strip_suffix(packer)).unwrap_or(&name);
    safe_name(&Path::new(plain).file_stem().unwrap_or_default().to_string_lossy()).into_owned()
}

/// Parses `bytes` in the format of `extension` to the corpus `name`. Errors refer to it as `shown`.
fn parse(name: &str, extension: &str, bytes: &[u8], shown: &str) -> Result<Corpus, Error> {
    let instances = read::instances(name, extension, bytes)
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

impl Corpus {
    /// A random sample of `size` instances, in the order of the corpus; all instances if it is not larger. The sample
    /// depends only on the corpus and `seed`.
    #[must_use]
    pub fn sample(mut self, size: usize, seed: u64) -> Corpus {
        let sampled = sample_indices(self.instances.len(), size, &self.name, seed);
        self.instances = match self.instances {
            Instances::Sudoku(list) => Instances::Sudoku(select(list, &sampled)),
            Instances::ExactCover(list) => Instances::ExactCover(select(list, &sampled)),
            Instances::Cnf(list) => Instances::Cnf(select(list, &sampled)),
        };
        self
    }
}

/// The indices of a random sample of `size` of the `len` instances of the corpus `name`.
fn sample_indices(len: usize, size: usize, name: &str, seed: u64) -> HashSet<usize> {
    let mut random = seeded_random(&["sample", name], seed);
    rand::seq::index::sample(&mut random, len, size.min(len)).into_iter().collect()
}

/// The elements of `list` at `indices`.
fn select<T>(list: Vec<T>, indices: &HashSet<usize>) -> Vec<T> {
    list.into_iter().enumerate().filter(|(index, _)| indices.contains(index)).map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::Problem;

    #[test]
    fn every_built_in_corpus_is_sound() {
        for (entry, _) in builtins() {
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
    fn a_sample_depends_on_the_seed_alone() {
        let names = |seed| match by_name("sources").unwrap().sample(4, seed).instances {
            Instances::Sudoku(list) => list.into_iter().map(|i| i.name).collect::<Vec<_>>(),
            _ => unreachable!("sources are Sudokus"),
        };
        assert_eq!(names(7), names(7));
        assert_eq!(names(7).len(), 4);
        assert!((0..20).any(|seed| names(seed) != names(7)));
        assert_eq!(by_name("sources").unwrap().sample(99, 1).instances.len(), 8);
    }

    #[test]
    fn an_unknown_corpus_names_the_nearest() {
        let error = by_name("source").unwrap_err().to_string();
        assert_eq!(error, "there is no corpus `source` (did you mean `sources`?)");
    }
}
