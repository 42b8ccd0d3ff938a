//! Who is told of each clause that comes and goes: [`Proof`].
//!
//! **Origin.** E. Goldberg and Y. Novikov, *Verification of Proofs of Unsatisfiability for CNF
//! Formulas*, 2003; the format with deletions is that of M. Heule, W. Hunt and N. Wetzler,
//! *Trimming while Checking Clausal Proofs*, 2013 (DRUP) and *DRAT-trim*, 2014.
//!
//! **Idea.** Whatever a solver learns by resolution follows by unit propagation: make its literals
//! false, propagate, and a clause becomes false. So a list of the learned clauses, ended by the
//! empty one, can be checked by a program that knows nothing of the solver. Deletions are told too,
//! only to keep the checker as fast as the solver.
//!
//! A search without learning gives such a list as well: each time a decision is given up, the
//! clause "not all the decisions that are open".

use super::literal::Lit;

/// Is told of clauses.
pub(super) trait Proof {
    /// Whether anybody listens. If not, clauses need not be made for its sake.
    const LISTENS: bool = true;

    /// `clause` follows from those before it by unit propagation.
    fn added(&mut self, _clause: &[Lit]) {}

    /// `clause` will not be used again.
    fn deleted(&mut self, _clause: &[Lit]) {}

    /// `clause` excludes a model that was reported. It follows from nothing: a checker takes it as
    /// a part of the formula.
    fn excluded(&mut self, _clause: &[Lit]) {}
}

/// Nobody is told, which compiles to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NoProof;

impl Proof for NoProof {
    const LISTENS: bool = false;
}
