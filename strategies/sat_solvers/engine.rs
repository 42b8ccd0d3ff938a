//! The solvers built into this program, by name.

use super::batsat::Batsat;
use super::solver::{Options, ProofFormat, Solver};
use super::varisat::Varisat;
use crate::cdcl::CdclSolver;

/// A solver built into this program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// J. Harder's varisat.
    #[default]
    Varisat,
    /// S. Cruanes's batsat, a port of MiniSat.
    Batsat,
    /// The strategy `cdcl`, with all its switches on.
    Cdcl,
}

impl Engine {
    /// All engines, the default first.
    pub const ALL: &'static [Engine] = &[Engine::Varisat, Engine::Batsat, Engine::Cdcl];
    /// The names of all engines.
    pub const NAMES: &'static [&'static str] = &["varisat", "batsat", "cdcl"];

    /// The engine with this name.
    pub fn of_name(name: &str) -> Option<Engine> {
        Engine::ALL.iter().copied().find(|engine| engine.name() == name)
    }

    /// The name of the engine.
    pub fn name(self) -> &'static str {
        Engine::NAMES[self as usize]
    }

    /// Whether it can continue, with what it learned, after [`Monitor::poll`](super::Monitor::poll) stopped
    /// it. No engine can after [`Monitor::conflict`](super::Monitor::conflict) stopped it.
    pub fn resumes(self) -> bool {
        self != Engine::Varisat
    }

    /// The time until it can first be stopped, relative to the time of loading.
    pub(super) fn first_pass(self) -> f64 {
        match self {
            Engine::Varisat => 0.3,
            _ => 0.2,
        }
    }

    /// Whether it can write a proof in `format`.
    pub fn writes(self, format: ProofFormat) -> bool {
        match format {
            ProofFormat::Drat => true,
            ProofFormat::Lrat { .. } => self == Engine::Cdcl,
            ProofFormat::Varisat => self == Engine::Varisat,
        }
    }

    /// Creates a solver without clauses.
    ///
    /// # Panics
    /// If the options ask for a proof that the engine cannot write; see [`Self::writes`].
    pub fn start<'a>(self, options: Options<'a>) -> Box<dyn Solver + 'a> {
        match self {
            Engine::Varisat => Box::new(Varisat::new(options)),
            Engine::Batsat => Box::new(Batsat::new(options)),
            Engine::Cdcl => Box::new(CdclSolver::new(options)),
        }
    }
}
