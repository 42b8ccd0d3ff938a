//! Corpora: named lists of instances, built in or read from files.

mod builtin;
mod families;
mod folder;
mod hash;
mod names;
mod open;
mod read;
mod sample;

pub use builtin::{BuiltinCorpus, builtins};
pub use coverlab_model::format::sudoku::Count;
pub use families::{FamilyMembers, error_in_list, is_family, members};
pub use folder::files as files_of_folder;
pub use hash::{checksum, hash, hash16};
pub use names::corpus_name;
pub(crate) use open::first_duplicate;
pub use open::{by_name, from_members, from_path};

use crate::problem_kind::ProblemKind;
use coverlab_model::{Cnf, ExactCover, Sudoku};
use smol_str::SmolStr;

/// One problem of a corpus, with its known solutions.
#[derive(Clone, Debug)]
pub struct Instance<P: ProblemKind> {
    /// The name, unique within the corpus. Short names are stored inline.
    pub name: SmolStr,
    /// The problem.
    pub problem: P,
    /// The known number of solutions.
    pub count: Option<Count>,
    /// A known solution. Most instances have none, so it is boxed to save space.
    pub solution: Option<Box<P::Solution>>,
}

impl<P: ProblemKind> Instance<P> {
    /// An instance whose solutions are unknown.
    #[inline]
    pub fn new(name: impl Into<SmolStr>, problem: P) -> Self {
        Instance { name: name.into(), problem, count: None, solution: None }
    }

    /// The hash of the content, 16 hexadecimal digits.
    pub fn content_hash(&self) -> String {
        format!("{:016x}", content_hash(&self.problem))
    }
}

/// The hash of the content of `problem`. Equal problems have equal hashes, whatever their names.
pub fn content_hash<P: ProblemKind>(problem: &P) -> u64 {
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
        fn of<P: ProblemKind>(list: &[Instance<P>]) -> Vec<&str> {
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
    /// The name of a built-in corpus, a family, a folder, a file without its extension, or a corpus of an experiment.
    pub name: String,
    /// The instances.
    pub instances: Instances,
}

/// The Sudoku `text`, for tests.
#[cfg(test)]
pub(crate) fn puzzle(text: &str) -> Sudoku {
    use coverlab_model::format::sudoku;
    sudoku::read(text.as_bytes(), &sudoku::Options::default()).unwrap().remove(0).puzzle
}
