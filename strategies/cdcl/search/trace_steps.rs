//! Reports propagation and added clauses as steps of a trace, which names literals as the formula does.

use super::{Listener, Search};
use crate::cdcl::proof::Proof;
use crate::cdcl::trail::Value;
use crate::cdcl::watches::Visit;
use crate::sat_solvers::Numbering;
use crate::support::literal::Lit;
use coverlab_model::{Literal, Step};
use std::borrow::Borrow;
use std::ops::Range;

/// Names the literals of the search as the formula does.
#[derive(Clone, Copy)]
pub(in crate::cdcl) struct Names<'a>(pub(in crate::cdcl) &'a Numbering);

impl Names<'_> {
    pub(super) fn literal(self, literal: Lit) -> Literal {
        self.0.literal(literal.variable(), literal.is_positive())
    }

    pub(super) fn clause(self, literals: impl IntoIterator<Item = impl Borrow<Lit>>) -> Box<[Literal]> {
        literals.into_iter().map(|literal| self.literal(*literal.borrow())).collect()
    }

    /// The step that derives a literal from a clause.
    pub(super) fn propagate(self, literal: Lit, reason: impl IntoIterator<Item = impl Borrow<Lit>>) -> Step {
        Step::Propagate { literal: self.literal(literal), reason: self.clause(reason) }
    }
}

impl<P: Proof> Search<P> {
    /// Reports the clauses of the formula with their watched literals, before the search begins.
    pub(in crate::cdcl) fn report_watched(&self, listener: &mut impl Listener) {
        let mut at = 0;
        while let Some((clause, next)) = self.arena.next(at) {
            listener.step(|names| Step::Watch { clause: names.clause(self.arena.literals(clause)) });
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
            listener.step(|names| Step::Visit {
                literal: names.literal(gone),
                clause: names.clause(self.arena.literals(clause)),
                other: names.literal(other),
                outcome,
            });
        }
        self.report_forced(reported..self.trail.literals().len(), listener);
    }

    /// Reports the literals at these positions of the trail, each with the clause that forced it.
    fn report_forced(&self, positions: Range<usize>, listener: &mut impl Listener) {
        for &literal in &self.trail.literals()[positions] {
            let reason = self.trail.reason(literal.variable());
            listener.step(|names| names.propagate(literal, self.arena.causes(reason)));
        }
    }

    /// Reports the effects of a clause just added, when the trail had `before` literals: the simplified
    /// clause, if literals were removed, and the literal that it forces.
    pub(in crate::cdcl) fn report_added(&self, given: &[Lit], before: usize, listener: &mut impl Listener) {
        let is_false = |literal: &Lit| self.trail.value(*literal) == Value::False;
        if given.iter().all(is_false) {
            listener.step(|names| Step::Conflict { clause: names.clause(given) });
        } else if let Some(&literal) = self.trail.literals().get(before) {
            listener.step(|names| names.propagate(literal, given));
        } else if !given.iter().any(|&literal| self.trail.value(literal) == Value::True)
            && given.iter().any(is_false)
        {
            let left = given.iter().copied().filter(|literal| !is_false(literal));
            listener.step(|names| Step::Learn { clause: names.clause(left) });
        }
    }
}
