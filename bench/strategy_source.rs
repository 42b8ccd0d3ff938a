//! Sources of strategies, which configure them by name: the built-in strategies, external solvers, or those of a test.

mod control_parameters;
mod with_sessions;

pub(crate) use control_parameters::with_controls;
pub(crate) use with_sessions::with_sessions;

use coverlab_model::{BadSpec, Cnf, ExactCover, Spec, Sudoku};
use coverlab_strategies::Configured;

/// Configures strategies by name, with one method per kind of problem.
pub trait StrategySource: Sync {
    /// The strategy that `spec` names, for Sudokus.
    ///
    /// # Errors
    /// The strategy is unknown, or does not accept the parameters.
    fn sudoku(&self, spec: &Spec) -> Result<Configured<Sudoku>, BadSpec>;

    /// The strategy that `spec` names, for exact covers.
    ///
    /// # Errors
    /// The strategy is unknown, or does not accept the parameters.
    fn exact_cover(&self, spec: &Spec) -> Result<Configured<ExactCover>, BadSpec>;

    /// The strategy that `spec` names, for formulas.
    ///
    /// # Errors
    /// The strategy is unknown, or does not accept the parameters.
    fn cnf(&self, spec: &Spec) -> Result<Configured<Cnf>, BadSpec>;

    /// The version of the strategy that `spec` names, if its code may change between runs of the same program. Recorded
    /// trials of another version are not reused.
    fn version(&self, _spec: &Spec) -> Option<String> {
        None
    }

    /// Whether these strategies can search in processes of their own, whose memory can be limited.
    fn has_processes(&self) -> bool {
        false
    }
}

/// The built-in strategies.
pub struct BuiltInStrategies;

impl StrategySource for BuiltInStrategies {
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
