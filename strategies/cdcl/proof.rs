//! Callbacks for each clause that is added or deleted: [`Proof`].
//!
//! **Origin.** E. Goldberg and Y. Novikov, *Verification of Proofs of Unsatisfiability for CNF
//! Formulas*, 2003; the format with deletions is that of M. Heule, W. Hunt and N. Wetzler,
//! *Trimming while Checking Clausal Proofs*, 2013 (DRUP) and *DRAT-trim*, 2014.
//!
//! **Idea.** A clause that a solver learns by resolution follows by unit propagation: make its literals
//! false, propagate, and some clause becomes false. So a program that knows nothing of the solver can check
//! the list of learned clauses, which ends with the empty clause. Deletions are reported too, only to keep
//! the checker as fast as the solver.
//!
//! A search without learning yields such a list as well: each time it retracts a decision, it adds the
//! negation of all current decisions as a clause.
//!
//! On request the proof also names the clauses that become unit, in order, so that a checker need not search
//! for them (LRAT; L. Cruz-Filipe and others, *Efficient Certified RAT Verification*, 2017). For that, every
//! literal that is true at the root becomes a unit clause; see `explain`.

use super::arena::{Arena, Clause};
use crate::support::literal::Lit;

/// A clause from which another one follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The unit clause of this literal, which is true at the root.
    Root(Lit),
    /// A stored clause.
    Clause(Clause),
    /// The last clause reported by [`Proof::given`].
    Given,
}

/// Callbacks for the clauses of a proof.
pub(super) trait Proof {
    /// Whether clauses are used at all. If not, the search need not build them.
    const LISTENS: bool = true;

    /// Whether the proof needs the clauses from which a clause follows, which take time to collect.
    fn wants_reasons(&self) -> bool {
        false
    }

    /// Reports the next clause of the formula.
    fn given(&mut self, _clause: &[Lit]) {}

    /// Reports that `clause` follows from earlier clauses by unit propagation: make its literals false, and
    /// each of `reasons` becomes unit, and the last one false. `reasons` is empty if they are not wanted, and
    /// where the search flips decisions instead of learning.
    fn added(&mut self, _clause: &[Lit], _reasons: &[Reason]) {}

    /// Identifies the last given or added clause from now on.
    fn called(&mut self, _name: Clause) {}

    /// Clauses have moved or were deleted: [`Arena::moved`], [`Arena::is_gone`].
    fn renamed(&mut self, _arena: &Arena) {}

    /// Reports that `clause` will not be used again.
    fn deleted(&mut self, _clause: &[Lit], _name: Clause) {}

    /// Reports that `clause` excludes a reported model. It follows from nothing: a checker treats it as a
    /// part of the formula.
    fn excluded(&mut self, _clause: &[Lit]) {}
}

/// Ignores all callbacks; compiles to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NoProof;

impl Proof for NoProof {
    const LISTENS: bool = false;
}
