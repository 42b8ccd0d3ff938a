//! Solving under assumptions, and which of them cannot hold together.
//!
//! **Origin.** N. Eén and N. Sörensson, *Temporal Induction by Incremental SAT Solving*, 2003.
//!
//! **Idea.** Assumptions are decided before all else, so that what is learned holds without them
//! and serves the next question. If one of them turns out false, the reasons of that are traced
//! back along the trail to the assumptions they began with.

use super::arena::Clause;
use super::proof::Proof;
use super::search::Search;
use crate::support::literal::Lit;

impl<P: Proof> Search<P> {
    /// Assumes these from now on, and nothing else. Goes back to the root.
    pub(super) fn assume(&mut self, assumptions: &[Lit]) {
        self.backtrack(0);
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
    }

    /// After [`super::search::Answer::NoModel`]: assumptions that cannot hold together, perhaps not
    /// fewest. Empty: there is no model whatever is assumed.
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
                // Only assumptions are decided by now.
                Clause::NONE => core.push(literal),
                reason => self.arena.causes(reason).for_each(|cause| seen[cause.variable()] = true),
            }
            seen[literal.variable()] = false;
        }
        core
    }
}
