//! The properties of every kind of instance: solutions, and a referee.

use crate::memory::Extent;
use crate::step::{Answer, Instance, Step};
use std::fmt::{self, Debug};
use std::hash::Hash;

/// A kind of instance: [`Sudoku`](crate::Sudoku), [`ExactCover`](crate::ExactCover),
/// [`Cnf`](crate::Cnf).
pub trait Problem: Clone + Debug + Into<Instance> + Send + Sync + 'static {
    /// An answer.
    type Solution: Clone + Debug + Into<Answer> + PartialEq + Eq + Hash + Send + Sync + 'static;

    /// A step of a search of it.
    type Step: Into<Step>;

    /// How large an instance is.
    type Size: Extent;

    /// Memory of a search beside its instance, as a rough multiple of the instance's, unless a strategy says
    /// otherwise.
    const SEARCH: u64;

    /// How large this instance is.
    fn size(&self) -> Self::Size;

    /// The referee: is `solution` a solution of this instance? It shares no code with any strategy, and is plain code
    /// but for boards of 9x9, where tests hold a vectorised first look against a naive one.
    ///
    /// # Errors
    /// The first [`Violation`] found.
    fn verify(&self, solution: &Self::Solution) -> Result<(), Violation>;
}

/// Why something is not a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// In the problem's own words: "5 twice in row 3, columns 2 and 7".
    pub what: String,
    /// The indices of what clashes: cells of a Sudoku, options of an exact cover, the clause of a formula.
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
