//! Callbacks for each clause that is added or deleted: [`Proof`].
//!
//! **Origin.** E. Goldberg and Y. Novikov, *Verification of Proofs of Unsatisfiability for CNF
//! Formulas*, 2003; the format with deletions is that of M. Heule, W. Hunt and N. Wetzler,
//! *Trimming while Checking Clausal Proofs*, 2013 (DRUP) and *DRAT-trim*, 2014.
//!
//! **Idea.** Whatever a solver learns by resolution follows by unit propagation: make its literals
//! false, propagate, and a clause becomes false. So a list of the learned clauses, ended by the
//! empty one, can be checked by a program that knows nothing of the solver. Deletions are reported too,
//! only to keep the checker as fast as the solver.
//!
//! A search without learning gives such a list as well: each time a decision is given up, the
//! clause "not all the decisions that are open".
//!
//! On request it tells besides which clauses become unit one after the other, so that a checker need not
//! search for them (LRAT; L. Cruz-Filipe and others, *Efficient Certified RAT Verification*, 2017). For that
//! whatever holds at the root becomes a clause of its own; see `explain`.

use super::arena::{Arena, Clause};
use crate::support::literal::Lit;

/// A clause that another one follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The clause of this literal alone, which holds at the root.
    Root(Lit),
    /// The clause of this name.
    Clause(Clause),
    /// The last clause of the formula that was reported.
    Given,
}

/// Callbacks for clauses.
pub(super) trait Proof {
    /// Whether clauses are used at all. If not, none need be built for it.
    const LISTENS: bool = true;

    /// Whether it wants to know what a clause follows from. To find that out takes time.
    fn wants_reasons(&self) -> bool {
        false
    }

    /// `clause` is the next one of the formula.
    fn given(&mut self, _clause: &[Lit]) {}

    /// `clause` follows from those before it by unit propagation: make its literals false, and each of
    /// `reasons` becomes unit, the last one false. There are none if they are not wanted, and none where the
    /// search flips decisions instead of learning.
    fn added(&mut self, _clause: &[Lit], _reasons: &[Reason]) {}

    /// The clause that was given or added last is called so from now on.
    fn called(&mut self, _name: Clause) {}

    /// Clauses have new names, or are gone: [`Arena::moved`], [`Arena::is_gone`].
    fn renamed(&mut self, _arena: &Arena) {}

    /// `clause` will not be used again.
    fn deleted(&mut self, _clause: &[Lit], _name: Clause) {}

    /// `clause` excludes a model that was reported. It follows from nothing: a checker takes it as
    /// a part of the formula.
    fn excluded(&mut self, _clause: &[Lit]) {}
}

/// No proof, which compiles to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NoProof;

impl Proof for NoProof {
    const LISTENS: bool = false;
}
