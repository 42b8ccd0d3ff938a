//! The clauses that a learned clause follows from, for proofs with reasons.
//!
//! **Origin.** Proofs that name their clauses: A. Van Gelder, *Verifying RUP Proofs of Propositional
//! Unsatisfiability*, 2008; as LRAT: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P. Schneider-Kamp,
//! *Efficient Certified RAT Verification*, 2017. To write them while solving: F. Pollitt, M. Fleury and
//! A. Biere, *Faster LRAT Checking Than Solving with CaDiCaL*, 2023.
//!
//! **Idea.** A learned clause came from the conflict by resolving with the reasons of some variables: those
//! that analysis saw and that are not in the clause, be it that they were resolved away or that minimising
//! found them implied. Make the literals of the clause false: then these variables are forced one after the
//! other, in the order of the trail, each by its reason, and at last the conflict is false. Literals of the
//! root, which analysis passes over, are clauses of their own by then and come first.
//!
//! **Cost.** One walk along the trail for each conflict, which is paid only for such a proof.
//!
//! **What did not work.** To note reasons as they are resolved: minimising looks at literals from the last
//! to the first decided, each with its causes, in no order that a checker can follow; the trail has it.

use super::analyse::Analysis;
use super::arena::{Arena, Clause};
use super::proof::{Proof, Reason};
use super::search::Search;
use super::trail::{Trail, Value};
use crate::support::literal::Lit;

impl Analysis {
    /// The clauses that the clause just learned follows from.
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
    /// Turns the reasons of the root literals behind place `from` of the trail into clauses.
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

    /// Tells that the formula is refuted by `conflict`, false at the root.
    pub(super) fn explain_refutation(&mut self, conflict: Clause) {
        let mut reasons = Vec::new();
        if self.proof.wants_reasons() {
            reasons = at_root(conflict, self.arena.literals(conflict));
        }
        self.proof.added(&[], &reasons);
    }

    /// Tells of a clause of the formula as it is taken in: without what is false in `given`.
    pub(super) fn explain_simplified(&mut self, given: &[Lit], taken: &[Lit]) {
        let mut reasons = Vec::new();
        if self.proof.wants_reasons() {
            let gone = given.iter().filter(|&&literal| self.trail.value(literal) == Value::False);
            reasons.extend(gone.map(|&literal| Reason::Root(!literal)));
            reasons.push(Reason::Given);
        }
        self.proof.added(taken, &reasons);
    }
}

/// `clause`, after all of `gone`, which are false at the root.
fn at_root(clause: Clause, gone: impl Iterator<Item = Lit>) -> Vec<Reason> {
    gone.map(|literal| Reason::Root(!literal)).chain([Reason::Clause(clause)]).collect()
}
