//! Sources of strategies for the runner: the packaged ones, or those of a test.

mod controls;
mod with_sessions;

pub use controls::Controls;
pub(crate) use with_sessions::with_sessions;

use coverlab_model::{BadSpec, Cnf, ExactCover, Spec, Sudoku};
use coverlab_strategies::Configured;

/// Configures strategies by name, with one method per kind of problem.
pub trait Registry: Sync {
    /// The strategy that `spec` names, for Sudoku.
    ///
    /// # Errors
    /// The strategy is unknown, or does not accept the parameters.
    fn sudoku(&self, spec: &Spec) -> Result<Configured<Sudoku>, BadSpec>;

    /// The strategy that `spec` names, for exact cover.
    ///
    /// # Errors
    /// The strategy is unknown, or does not accept the parameters.
    fn exact_cover(&self, spec: &Spec) -> Result<Configured<ExactCover>, BadSpec>;

    /// The strategy that `spec` names, for formulas.
    ///
    /// # Errors
    /// The strategy is unknown, or does not accept the parameters.
    fn cnf(&self, spec: &Spec) -> Result<Configured<Cnf>, BadSpec>;

    /// A registry that runs each of these strategies in its own process with this memory limit. `None` if this
    /// registry does not support processes.
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
