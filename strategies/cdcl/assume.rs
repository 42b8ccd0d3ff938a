//! Solving under assumptions, and cores of assumptions that contradict each other.
//!
//! **Origin.** N. Eén and N. Sörensson, *Temporal Induction by Incremental SAT Solving*, 2003.
//!
//! **Idea.** Assumptions are the first decisions, not clauses. So learned clauses do not depend on them, and
//! can be used by the next query. If an assumption is false, its reasons are traced back along the trail to
//! the assumptions that they depend on.

use super::arena::Clause;
use super::proof::Proof;
use super::search::Search;
use crate::support::literal::Lit;

impl<P: Proof> Search<P> {
    /// Replaces the assumptions with these. Returns to the root.
    pub(super) fn assume(&mut self, assumptions: &[Lit]) {
        self.backtrack(0);
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
    }

    /// After [`super::search::Answer::NoModel`]: assumptions that contradict each other, not necessarily a
    /// minimal set. Empty if there is no model under any assumptions.
    pub(super) fn core(&self) -> Vec<Lit> {
        if self.refuted {
            return Vec::new();
        }
        let Some(&failed) = self.assumptions.get(self.trail.level()) else { return Vec::new() };
        let mut core = vec![failed];
        let mut seen = vec![false; self.variables()];
        seen[failed.variable()] = true;
        let above_root = &self.trail.literals()[self.trail.root().len()..];
        for &literal in above_root.iter().rev() {
            if !std::mem::take(&mut seen[literal.variable()]) {
                continue;
            }
            match self.trail.reason(literal.variable()) {
                // At this point only assumptions are decisions.
                Clause::NONE => core.push(literal),
                reason => self.arena.causes(reason).for_each(|cause| seen[cause.variable()] = true),
            }
            seen[literal.variable()] = false;
        }
        core
    }
}
