//! Where the runner gets strategies from: the packaged ones, or others that a test puts in.

mod controls;

pub use controls::Controls;

use coverlab_model::{BadSpec, Cnf, ExactCover, Spec, Sudoku};
use coverlab_strategies::Configured;

/// A source of strategies by name, one question per kind of problem.
pub trait Registry: Sync {
    /// The strategy that `spec` names, for Sudoku.
    ///
    /// # Errors
    /// No such strategy, or parameters that it does not take.
    fn sudoku(&self, spec: &Spec) -> Result<Configured<Sudoku>, BadSpec>;

    /// The strategy that `spec` names, for exact cover.
    ///
    /// # Errors
    /// No such strategy, or parameters that it does not take.
    fn exact_cover(&self, spec: &Spec) -> Result<Configured<ExactCover>, BadSpec>;

    /// The strategy that `spec` names, for formulas.
    ///
    /// # Errors
    /// No such strategy, or parameters that it does not take.
    fn cnf(&self, spec: &Spec) -> Result<Configured<Cnf>, BadSpec>;

    /// The same strategies, each in a process of its own that may use this much memory; `None`: they cannot
    /// be put into processes.
    fn within(&self, _memory: u64) -> Option<Box<dyn Registry>> {
        None
    }
}

/// The strategies of the package `coverlab-strategies`.
pub struct Packaged;

impl Registry for Packaged {
    fn sudoku(&self, spec: &Spec) -> Result<Configured<Sudoku>, BadSpec> {
        coverlab_strategies::sudoku(spec)
    }

    fn exact_cover(&self, spec: &Spec) -> Result<Configured<ExactCover>, BadSpec> {
        coverlab_strategies::exact_cover(spec)
    }

    fn cnf(&self, spec: &Spec) -> Result<Configured<Cnf>, BadSpec> {
        coverlab_strategies::cnf(spec)
    }
}
