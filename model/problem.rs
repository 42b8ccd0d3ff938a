//! The interface of a kind of problem: its solutions and its referee.

use crate::memory::Extent;
use crate::step::{Answer, Instance};
use std::fmt::{self, Debug};
use std::hash::Hash;

/// A kind of problem: [`Sudoku`](crate::Sudoku), [`ExactCover`](crate::ExactCover) or [`Cnf`](crate::Cnf). A
/// value is an instance.
pub trait Problem: Clone + Debug + Into<Instance> + Send + Sync + 'static {
    /// A solution.
    type Solution: Clone + Debug + Into<Answer> + PartialEq + Eq + Hash + Send + Sync + 'static;

    /// The size of an instance.
    type Size: Extent;

    /// The memory of a search, estimated as a multiple of the memory of its instance. Used for strategies
    /// without an estimate of their own.
    const SEARCH: u64;

    /// The size of this instance.
    fn size(&self) -> Self::Size;

    /// The referee: checks that `solution` solves this instance. It shares no code with any strategy. A quick
    /// check may come before the naive one; tests compare the two.
    ///
    /// # Errors
    /// The first [`Violation`] found.
    fn verify(&self, solution: &Self::Solution) -> Result<(), Violation>;

    /// A function that checks many solutions as [`Self::verify`] does, and may prepare for that.
    fn referee(&self) -> impl Fn(&Self::Solution) -> Result<(), Violation> {
        |solution| self.verify(solution)
    }
}

/// Why a supposed solution is not one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The description: "5 twice in row 3, columns 2 and 7".
    pub what: String,
    /// The indices of the clashing cells of a Sudoku or options of an exact cover, or of the violated clause
    /// of a formula.
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
