//! The steps of a traced search, and how they are reported.

use super::{Listener, Search};
use crate::cdcl::proof::Proof;
use crate::cdcl::trail::Value;
use crate::cdcl::watches::Visit;
use crate::support::literal::Lit;
use coverlab_model::step::VisitOutcome;
use std::ops::Range;

/// A step of the search, like [`coverlab_model::Step`].
#[derive(Debug)]
pub(in crate::cdcl) enum Step {
    Decide(Lit, usize),
    Propagate(Lit, Vec<Lit>),
    Conflict(Vec<Lit>),
    Learn(Vec<Lit>),
    Exclude(Vec<Lit>),
    Forget(Vec<Lit>),
    Backjump(usize),
    Restart,
    Watch(Vec<Lit>),
    /// The literal that became false, the clause, the literal that decides the outcome, and the outcome.
    Visit(Lit, Vec<Lit>, Lit, VisitOutcome),
}

impl<P: Proof> Search<P> {
    /// Reports the clauses of the formula with their watched literals, before the search begins.
    pub(in crate::cdcl) fn report_watched(&self, listener: &mut impl Listener) {
        let mut at = 0;
        while let Some((clause, next)) = self.arena.next(at) {
            listener.step(|| Step::Watch(self.arena.literals(clause).collect()));
            at = next;
        }
    }

    /// Reports a propagation when the trail had `before` literals: the visits of clauses, and between them the
    /// literals that were forced.
    pub(super) fn report_propagation(&self, before: usize, visits: &[Visit], listener: &mut impl Listener) {
        let mut reported = before;
        for &Visit { gone, clause, other, outcome, assigned } in visits {
            self.report_forced(reported..assigned, listener);
            reported = assigned;
            let literals = || self.arena.literals(clause).collect();
            listener.step(|| Step::Visit(gone, literals(), other, outcome));
        }
        self.report_forced(reported..self.trail.literals().len(), listener);
    }

    /// Reports the literals at these positions of the trail, each with the clause that forced it.
    fn report_forced(&self, positions: Range<usize>, listener: &mut impl Listener) {
        for &literal in &self.trail.literals()[positions] {
            let reason = self.trail.reason(literal.variable());
            listener.step(|| Step::Propagate(literal, self.arena.causes(reason).collect()));
        }
    }

    /// Reports the effects of a clause just added, when the trail had `before` literals: the simplified
    /// clause, if literals were removed, and the literal that it forces.
    pub(in crate::cdcl) fn report_added(&self, given: &[Lit], before: usize, listener: &mut impl Listener) {
        let is_false = |literal: &Lit| self.trail.value(*literal) == Value::False;
        if given.iter().all(is_false) {
            listener.step(|| Step::Conflict(given.to_vec()));
        } else if let Some(&literal) = self.trail.literals().get(before) {
            listener.step(|| Step::Propagate(literal, given.to_vec()));
        } else if !given.iter().any(|&literal| self.trail.value(literal) == Value::True)
            && given.iter().any(is_false)
        {
            let left = given.iter().copied().filter(|literal| !is_false(literal));
            listener.step(|| Step::Learn(left.collect()));
        }
    }
}
