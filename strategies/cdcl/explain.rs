//! The clauses from which a learned clause follows, for proofs with hints.
//!
//! **Origin.** Proofs that name the clauses used: A. Van Gelder, *Verifying RUP Proofs of Propositional
//! Unsatisfiability*, 2008; as LRAT: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P. Schneider-Kamp,
//! *Efficient Certified RAT Verification*, 2017. Writing them during the search: F. Pollitt, M. Fleury and A.
//! Biere, *Faster LRAT Checking Than Solving with CaDiCaL*, 2023.
//!
//! **Idea.** A learned clause is derived from the conflict by resolution with the reasons of some variables.
//! These are the variables that analysis has seen and that are not in the clause: resolution or minimization
//! removed them. Make the literals of the clause false. Then these variables are forced one after the other,
//! in the order of the trail, each by its reason, and finally the conflict is false. Root literals, which
//! analysis skips, already are unit clauses of the proof, and come first.
//!
//! **Cost.** Each conflict needs a walk along the trail, but only for such a proof.
//!
//! **What did not work.** Recording reasons as they are resolved: minimization goes from a literal back to
//! its causes. A checker needs the causes first, as on the trail.

use super::analyse::Analysis;
use super::arena::{Arena, Clause};
use super::proof::{Proof, Reason};
use super::search::Search;
use super::trail::{Trail, Value};
use crate::support::literal::Lit;

impl Analysis {
    /// Collects the clauses from which the clause just learned follows.
    pub(super) fn explain(&mut self, conflict: Clause, trail: &Trail, arena: &Arena) {
        for literal in &self.clause {
            self.seen[literal.variable()] = false;
        }
        let forced = trail.literals().iter().filter(|literal| self.seen[literal.variable()]);
        let mut chain: Vec<Clause> = forced.map(|literal| trail.reason(literal.variable())).collect();
        chain.push(conflict);
        self.reasons.clear();
        for &clause in &chain {
            for literal in arena.literals(clause) {
                let variable = literal.variable();
                if trail.level_of(variable) == 0 && !self.seen[variable] {
                    self.mark(variable);
                    self.reasons.push(Reason::Root(!literal));
                }
            }
        }
        self.reasons.extend(chain.into_iter().map(Reason::Clause));
    }
}

impl<P: Proof> Search<P> {
    /// Adds the root literals from position `from` of the trail to the proof as unit clauses.
    pub(super) fn explain_root(&mut self, from: usize) {
        if self.trail.level() > 0 || !self.proof.wants_reasons() {
            return;
        }
        for &literal in &self.trail.literals()[from..] {
            let reason = self.trail.reason(literal.variable());
            let reasons = at_root(reason, self.arena.literals(reason).filter(|&other| other != literal));
            self.proof.added(&[literal], &reasons);
        }
    }

    /// Reports that `conflict`, false at the root, refutes the formula.
    pub(super) fn explain_refutation(&mut self, conflict: Clause) {
        let mut reasons = Vec::new();
        if self.proof.wants_reasons() {
            reasons = at_root(conflict, self.arena.literals(conflict));
        }
        self.proof.added(&[], &reasons);
    }

    /// Reports a clause of the formula as it was stored: without the literals of `given` that are false.
    pub(super) fn explain_simplified(&mut self, given: &[Lit], taken: &[Lit]) {
        let mut reasons = Vec::new();
        if self.proof.wants_reasons() {
            let is_false = |literal: &Lit| self.trail.value(*literal) == Value::False;
            let mut gone: Vec<Lit> = given.iter().copied().filter(is_false).collect();
            gone.sort_unstable_by_key(|literal| literal.0);
            gone.dedup();
            reasons.extend(gone.into_iter().map(|literal| Reason::Root(!literal)));
            reasons.push(Reason::Given);
        }
        self.proof.added(taken, &reasons);
    }
}

/// `clause` as the last reason, after the root literals that falsify `gone`.
fn at_root(clause: Clause, gone: impl Iterator<Item = Lit>) -> Vec<Reason> {
    gone.map(|literal| Reason::Root(!literal)).chain([Reason::Clause(clause)]).collect()
}
