//! The built-in strategies, with searches in processes of their own where that is needed or asked for.

use super::remote::apart;
use super::transfer::Transfer;
use crate::registry::{Packaged, Registry};
use coverlab_model::{BadSpec, Cnf, ExactCover, Spec, Sudoku};
use coverlab_strategies::Configured;

/// The packaged strategies; those for exact cover that cannot be stopped search in processes of their own.
/// Only for programs that have the command [`COMMAND`](super::COMMAND) and call `coverlab_supervise::init`.
pub struct Apart;

impl Registry for Apart {
    fn sudoku(&self, spec: &Spec) -> Result<Configured<Sudoku>, BadSpec> {
        Packaged.sudoku(spec)
    }

    fn exact_cover(&self, spec: &Spec) -> Result<Configured<ExactCover>, BadSpec> {
        let configured = Packaged.exact_cover(spec)?;
        Ok(if configured.about.interruptible { configured } else { apart(configured, None) })
    }

    fn cnf(&self, spec: &Spec) -> Result<Configured<Cnf>, BadSpec> {
        Packaged.cnf(spec)
    }

    fn within(&self, memory: u64) -> Option<Box<dyn Registry>> {
        Some(Box::new(Confined { memory }))
    }
}

/// The packaged strategies, each in a process of its own that may use this much memory.
struct Confined {
    memory: u64,
}

impl Confined {
    fn confine<P: Transfer>(
        &self,
        configured: Result<Configured<P>, BadSpec>,
    ) -> Result<Configured<P>, BadSpec> {
        configured.map(|configured| apart(configured, Some(self.memory)))
    }
}

impl Registry for Confined {
    fn sudoku(&self, spec: &Spec) -> Result<Configured<Sudoku>, BadSpec> {
        self.confine(Packaged.sudoku(spec))
    }

    fn exact_cover(&self, spec: &Spec) -> Result<Configured<ExactCover>, BadSpec> {
        self.confine(Packaged.exact_cover(spec))
    }

    fn cnf(&self, spec: &Spec) -> Result<Configured<Cnf>, BadSpec> {
        self.confine(Packaged.cnf(spec))
    }
}
