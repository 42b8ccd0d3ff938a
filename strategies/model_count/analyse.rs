//! The clause learned from a conflict: resolved until the decision is the only literal of its level.
//!
//! This is the last unique implication point, so that the other value of the decided variable has a reason.

use super::propagate::{Propagator, Reason};
use crate::support::literal::Lit;

/// Memory of the analysis.
#[derive(Default)]
pub(super) struct Analysis {
    seen: Vec<bool>,
    /// The clause: first the negation of the decision, then a literal of the next highest level.
    pub(super) clause: Vec<Lit>,
    /// By literal: its activity in recent conflicts.
    pub(super) activities: Vec<f32>,
}

impl Analysis {
    pub(super) fn new(variables: usize) -> Analysis {
        Analysis { seen: vec![false; variables], clause: Vec::new(), activities: vec![0.0; 2 * variables] }
    }

    /// Derives a clause from a conflict. Returns the level of the decision that its first literal negates; 0
    /// if there is no model.
    pub(super) fn run(
        &mut self,
        propagator: &mut Propagator,
        (conflict, last): (Reason, Option<Lit>),
    ) -> u32 {
        self.clause.clear();
        self.see(propagator, conflict, None);
        last.into_iter().for_each(|lit| self.note(lit));
        let mut at = propagator.trail.len();
        let level = loop {
            let level = self.clause.iter().map(|&lit| propagator.level(lit)).max().unwrap_or(0);
            if level == 0 {
                break 0;
            }
            // Literals of the level are found by walking the trail.
            let mut open = 0;
            for k in (0..self.clause.len()).rev() {
                if propagator.level(self.clause[k]) == level {
                    self.clause.swap_remove(k);
                    open += 1;
                }
            }
            let decision = self.resolve(propagator, &mut at, level, open);
            if let Some(decision) = decision {
                self.clause.push(!decision);
                break level;
            }
        };
        for lit in &self.clause {
            self.seen[lit.variable()] = false;
            self.activities[lit.index()] += 1.0;
        }
        if let Some(last) = self.clause.len().checked_sub(1) {
            self.clause.swap(0, last);
        }
        let others = 1..self.clause.len();
        if let Some(highest) = others.max_by_key(|&k| propagator.level(self.clause[k])) {
            self.clause.swap(1, highest);
        }
        level
    }

    /// Replaces the `open` literals of `level` with the literals that forced them. Returns the decision, if it
    /// remains.
    fn resolve(
        &mut self,
        propagator: &mut Propagator,
        at: &mut usize,
        level: u32,
        mut open: usize,
    ) -> Option<Lit> {
        while open > 0 {
            *at -= 1;
            let lit = propagator.trail[*at];
            if !self.seen[lit.variable()] || propagator.level(lit) != level {
                continue;
            }
            open -= 1;
            let reason = propagator.reason(lit);
            if reason == Reason::NONE {
                debug_assert_eq!(open, 0, "a level has one decision, its first literal");
                return Some(lit);
            }
            self.seen[lit.variable()] = false;
            self.activities[(!lit).index()] += 1.0;
            let before = self.clause.len();
            self.see(propagator, reason, Some(lit));
            for k in (before..self.clause.len()).rev() {
                if propagator.level(self.clause[k]) == level {
                    self.clause.swap_remove(k);
                    open += 1;
                }
            }
        }
        None
    }

    fn see(&mut self, propagator: &mut Propagator, reason: Reason, but: Option<Lit>) {
        let (seen, clause) = (&mut self.seen, &mut self.clause);
        propagator.causes(reason, but, |lit| {
            if !seen[lit.variable()] {
                seen[lit.variable()] = true;
                clause.push(lit);
            }
        });
    }

    fn note(&mut self, lit: Lit) {
        if !self.seen[lit.variable()] {
            self.seen[lit.variable()] = true;
            self.clause.push(lit);
        }
    }

    /// Halves all activities.
    pub(super) fn decay(&mut self) {
        self.activities.iter_mut().for_each(|activity| *activity *= 0.5);
    }
}
