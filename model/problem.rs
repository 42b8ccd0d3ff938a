//! The interface of a kind of instance: its solutions and its referee.

use crate::memory::Extent;
use crate::step::{Answer, Instance, Step};
use std::fmt::{self, Debug};
use std::hash::Hash;

/// A kind of instance: [`Sudoku`](crate::Sudoku), [`ExactCover`](crate::ExactCover),
/// [`Cnf`](crate::Cnf).
pub trait Problem: Clone + Debug + Into<Instance> + Send + Sync + 'static {
    /// A solution.
    type Solution: Clone + Debug + Into<Answer> + PartialEq + Eq + Hash + Send + Sync + 'static;

    /// A step of a search.
    type Step: Into<Step>;

    /// The size of an instance.
    type Size: Extent;

    /// Memory of a search as a rough multiple of its instance's memory, for strategies that do not
    /// estimate their own.
    const SEARCH: u64;

    /// The size of this instance.
    fn size(&self) -> Self::Size;

    /// The referee: checks that `solution` solves this instance. It shares no code with any strategy.
    /// The code is plain except for 9x9 boards, where tests compare a vectorized check with a naive
    /// one.
    ///
    /// # Errors
    /// The first [`Violation`] found.
    fn verify(&self, solution: &Self::Solution) -> Result<(), Violation>;
}

/// Why a candidate is not a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// In the words of the problem: "5 twice in row 3, columns 2 and 7".
    pub what: String,
    /// The indices of what clashes: cells of a Sudoku, options of an exact cover, or the clause of a
    /// formula.
    pub places: Vec<usize>,
}

impl Violation {
    /// A violation at `places`.
    pub fn new(what: impl Into<String>, places: impl Into<Vec<usize>>) -> Self {
        Violation { what: what.into(), places: places.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Violation {}
