//! A corpus: a named list of instances, built in or from a file.

mod builtin;
mod families;
mod folder;
mod hash;
mod images;
mod large;
mod misread;
mod names;
mod read;

pub use builtin::{BUILTIN, Builtin, FAMILIES, builtins};
pub use families::{Members, members, specs_of};
pub use hash::{checksum, hash, hash16};
pub(crate) use images::IMAGE;
pub use large::Large;
pub use large::PART_PUZZLES;
pub use misread::Misread;

use crate::error::Error;
use crate::input;
use crate::kind::Kind;
use crate::output::safe_name;
use coverlab_model::{Cnf, ExactCover, Sudoku, family, nearest};
use large::Text;
use rand_pcg::Pcg64Mcg;
use smol_str::SmolStr;
use std::collections::HashSet;
use std::path::Path;

/// One problem of a corpus, with what is known of it.
#[derive(Clone, Debug)]
pub struct Instance<P: Kind> {
    /// Its name, unique within the corpus. Short names, as most are, lie in the list of instances itself.
    pub name: SmolStr,
    /// The problem.
    pub problem: P,
    /// How many solutions it is known to have.
    pub count: Option<Count>,
    /// A solution that is known. Of most instances there is none: it lies elsewhere, so that those take less
    /// room.
    pub solution: Option<Box<P::Solution>>,
}

impl<P: Kind> Instance<P> {
    /// An instance of which nothing is known but its name.
    #[inline]
    pub fn bare(name: impl Into<SmolStr>, problem: P) -> Self {
        Instance { name: name.into(), problem, count: None, solution: None }
    }

    /// Hash of its content, 16 hexadecimal digits.
    pub fn hash(&self) -> String {
        format!("{:016x}", content_hash(&self.problem))
    }
}

/// Hash of the content of `problem`.
pub fn content_hash<P: Kind>(problem: &P) -> u64 {
    let mut text = Vec::new();
    problem.canonical(&mut text);
    hash(&[text])
}

/// How many solutions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// Exactly this number.
    Exactly(u64),
    /// This number, and perhaps more.
    AtLeast(u64),
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
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Instances::Sudoku(list) => list.len(),
            Instances::ExactCover(list) => list.len(),
            Instances::Cnf(list) => list.len(),
        }
    }

    /// Their names.
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

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A named list of instances.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// Its name: that of the built-in corpus, or the file's without its extension.
    pub name: String,
    /// Where it is from.
    pub source: String,
    /// Hash of the text it was read from, 16 hexadecimal digits.
    pub checksum: String,
    /// Its instances.
    pub instances: Instances,
}

/// The built-in corpus `name`; where that is the name of a family, perhaps with a range, its
/// instances: `queens:6..14`.
///
/// # Errors
/// There is none of that name, with the nearest one.
pub fn builtin(name: &str) -> Result<Corpus, Error> {
    if family::is_family(name) {
        return family(name);
    }
    let Some((entry, extension)) = builtins().find(|(b, _)| b.name == name) else {
        let names: Vec<&str> = builtins().map(|(b, _)| b.name).collect();
        let near = nearest(name, names.iter().copied());
        return Err(Error::new(format!("there is no corpus `{name}`")).help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("built in are {}; a file is given by `path`", names.join(", ")),
        }));
    };
    corpus(name, entry.sentence, extension, entry.text.as_bytes(), name)
}

/// The instances of a family, or of ranges of it: `queens:8`, `queens:6..14`.
fn family(name: &str) -> Result<Corpus, Error> {
    let instances = families::make(name).map_err(|(what, help)| Error::new(what).help(help))?;
    let checksum = checksum(name.as_bytes());
    let source = "made by coverlab".to_string();
    Ok(Corpus { name: name.to_string(), source, checksum, instances })
}

/// The corpus in the file `path`, packed or not. `.cnf` and `.dimacs` hold a formula, `.dlx`, `.xc`,
/// `.xcc` and `.ec` an exact cover, `.families` a list of families, everything else Sudoku puzzles.
/// A folder is a corpus of the formulas, or the exact covers, that are files in it.
///
/// # Errors
/// It is not there, cannot be read or is not in its format.
pub fn from_path(path: &Path) -> Result<Corpus, Error> {
    let shown = path.display().to_string();
    if !path.exists() {
        return Err(missing(path));
    }
    if path.is_dir() {
        let (instances, checksum) = folder::read(path)?;
        let name = path.canonicalize().ok().and_then(|whole| Some(whole.file_name()?.to_owned()));
        let name = name.map_or_else(|| shown.clone(), |name| safe_name(&name.to_string_lossy()).into_owned());
        return whole(Corpus { name, source: shown.clone(), checksum, instances }, &shown);
    }
    let bytes = input::read(path).map_err(|e| Error::file("read the corpus", path, &e))?;
    held(path, &bytes)
}

fn missing(path: &Path) -> Error {
    let error = Error::new(format!("there is no corpus at {}", path.display()));
    match input::neighbour(path) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(
            "paths are relative to the experiment's file; put the corpus there, correct `path`, or \
             take it out",
        ),
    }
}

/// A corpus of a file, in memory if it is not too large.
pub enum Found {
    /// All of it.
    Held(Corpus),
    /// To be read part by part.
    Large(Large),
}

impl Found {
    /// The corpus's name.
    pub fn name(&self) -> &str {
        match self {
            Found::Held(corpus) => &corpus.name,
            Found::Large(corpus) => &corpus.name,
        }
    }
}

/// The contents of the file `path`, see [`from_path`]. Sudoku puzzles may be too many to be held; places in
/// them that are not understood go to `misread`.
///
/// # Errors
/// It is not there, cannot be read or is not in its format.
pub fn find(path: &Path, misread: &mut Misread) -> Result<Found, Error> {
    if !path.is_file() || !read::is_sudoku(&input::extension(path)) {
        return from_path(path).map(Found::Held);
    }
    match large::text(path).map_err(|e| Error::file("read the corpus", path, &e))? {
        Text::Whole(bytes) => {
            let list = read::sudokus(&bytes, |error| misread.take(path, error))?;
            if list.is_empty() {
                // Which says why.
                return held(path, &bytes).map(Found::Held);
            }
            let (name, source, checksum) = (stem(path), path.display().to_string(), checksum(&bytes));
            Ok(Found::Held(Corpus { name, source, checksum, instances: Instances::Sudoku(list) }))
        }
        Text::Begun(begin, rest) => Large::survey(&stem(path), path, begin, rest, misread).map(Found::Large),
    }
}

fn held(path: &Path, bytes: &[u8]) -> Result<Corpus, Error> {
    let shown = path.display().to_string();
    corpus(&stem(path), &shown, &input::extension(path), bytes, &shown)
}

/// A file's name, made safe for a terminal, without its ending and that of a packer: `a` of `a.cnf.gz`.
pub fn stem(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let plain = [".gz", ".zst", ".zstd"].iter().find_map(|packer| name.strip_suffix(packer)).unwrap_or(&name);
    safe_name(&Path::new(plain).file_stem().unwrap_or_default().to_string_lossy()).into_owned()
}

fn corpus(name: &str, source: &str, extension: &str, bytes: &[u8], shown: &str) -> Result<Corpus, Error> {
    let input = |error| Error::Input { path: shown.to_string(), error };
    let instances = read::instances(name, extension, bytes).map_err(input)?;
    let checksum = checksum(bytes);
    whole(Corpus { name: name.to_string(), source: source.to_string(), checksum, instances }, shown)
}

/// `corpus`, if there is something in it and no name stands twice.
fn whole(corpus: Corpus, shown: &str) -> Result<Corpus, Error> {
    if corpus.instances.is_empty() {
        return Err(Error::new(format!("the corpus {shown} holds no instance")));
    }
    match first_twice(corpus.instances.names().into_iter()) {
        Some(name) => Err(Error::new(format!("the corpus {shown} holds `{name}` twice"))
            .help("trials are told apart by the names of instances")),
        None => Ok(corpus),
    }
}

/// The first of `words` that occurred before.
pub(crate) fn first_twice<'a>(words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut seen = HashSet::new();
    words.into_iter().find(|word| !seen.insert(*word))
}

impl Corpus {
    /// `size` instances drawn by `seed`, in the order of the corpus; all if it has no more. The
    /// same seed draws the same sample.
    #[must_use]
    pub fn sample(mut self, size: usize, seed: u64) -> Corpus {
        let chosen = draw(self.instances.len(), size, &self.name, seed);
        self.instances = match self.instances {
            Instances::Sudoku(list) => Instances::Sudoku(pick(list, &chosen)),
            Instances::ExactCover(list) => Instances::ExactCover(pick(list, &chosen)),
            Instances::Cnf(list) => Instances::Cnf(pick(list, &chosen)),
        };
        self
    }
}

fn draw(from: usize, size: usize, name: &str, seed: u64) -> HashSet<usize> {
    let mut random = generator(&["sample", name], seed);
    rand::seq::index::sample(&mut random, from, size.min(from)).into_iter().collect()
}

fn pick<T>(list: Vec<T>, chosen: &HashSet<usize>) -> Vec<T> {
    list.into_iter().enumerate().filter(|(k, _)| chosen.contains(k)).map(|(_, item)| item).collect()
}

/// A generator that depends on `seed` and on what it is for.
pub fn generator(purpose: &[&str], seed: u64) -> Pcg64Mcg {
    let hash = hash(purpose);
    Pcg64Mcg::new(u128::from(seed) << 64 | u128::from(hash))
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::Problem;

    #[test]
    fn every_built_in_corpus_is_sound() {
        for (entry, _) in builtins() {
            let corpus = builtin(entry.name).unwrap_or_else(|e| panic!("{e}"));
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
        let names = |seed| match builtin("sources").unwrap().sample(4, seed).instances {
            Instances::Sudoku(list) => list.into_iter().map(|i| i.name).collect::<Vec<_>>(),
            _ => unreachable!("sources are Sudokus"),
        };
        assert_eq!(names(7), names(7));
        assert_eq!(names(7).len(), 4);
        assert!((0..20).any(|seed| names(seed) != names(7)));
        assert_eq!(builtin("sources").unwrap().sample(99, 1).instances.len(), 8);
    }

    #[test]
    fn an_unknown_corpus_names_the_nearest() {
        let error = builtin("source").unwrap_err().to_string();
        assert_eq!(error, "there is no corpus `source` (did you mean `sources`?)");
    }
}
