//! SAT solvers, built-in and external, behind one small trait, [`Solver`]. Every model is verified, and a
//! refutation can be checked. The strategies `sat` and `sat-auto` and the command `sat` use only this
//! interface.

mod batsat;
mod engine;
mod flip_polarity;
mod load;
mod numbering;
mod proof_check;
mod propagate;
mod recorded_proof;
mod shared_buffer;
mod solver;
mod varisat;

pub use engine::Engine;
pub use load::load;
pub(crate) use numbering::Numbering;
pub use proof_check::{BadProof, Checked, check_drat, check_lrat, check_varisat, refute};
pub use propagate::{Conflict, Propagator};
pub(crate) use recorded_proof::RecordedProof;
pub use shared_buffer::SharedBuffer;
pub use solver::{Monitor, Options, ProofFormat, Shared, Solver, SolverLimits, Statistics, Verdict};

use coverlab_model::{Cnf, Literal, Model};
use flip_polarity::FlippedPolarity;

/// Creates a solver for `cnf`, which the caller must load. With `truth` it tries variables that distinguish
/// solutions true first.
pub(crate) fn start<'a>(
    engine: Engine,
    truth: bool,
    cnf: &Cnf,
    options: Options<'a>,
) -> Box<dyn Solver + 'a> {
    let solver = engine.start(options);
    if !truth {
        return solver;
    }
    Box::new(FlippedPolarity::new(solver, &decisive_variables(cnf)))
}

/// The variables that distinguish solutions.
pub(crate) fn decisive_variables(cnf: &Cnf) -> Vec<Literal> {
    cnf.decisive().map_or_else(|| (1..=cnf.variables() as Literal).collect(), <[Literal]>::to_vec)
}

/// The model found by `solver`, for variables 1 to `variables`.
pub fn model(solver: &dyn Solver, variables: usize) -> Model {
    Model::new((1..=variables as Literal).map(|v| solver.value(v)).collect())
}
