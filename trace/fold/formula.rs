//! The state of a search for a model.

use coverlab_model::{Literal, Step};
use std::rc::Rc;

/// The true literals, and the learned clauses.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    /// By variable: 1 true, -1 false, 0 unassigned.
    values: Vec<i8>,
    trail: Vec<Assigned>,
    /// The start of each level on the trail.
    levels: Vec<usize>,
    learned: Vec<Rc<[Literal]>>,
}

/// A true literal.
#[derive(Clone, Debug)]
pub(crate) struct Assigned {
    pub(crate) literal: Literal,
    /// Its level.
    pub(crate) level: usize,
    /// The clause that implies it; `None` for a decision.
    pub(crate) reason: Option<Rc<[Literal]>>,
    /// The number of the event that assigned it.
    pub(crate) event: u32,
}

impl Trail {
    pub(crate) fn new(variables: usize) -> Trail {
        Trail { values: vec![0; variables + 1], trail: Vec::new(), levels: Vec::new(), learned: Vec::new() }
    }

    /// The number of variables.
    pub(crate) fn variables(&self) -> usize {
        self.values.len() - 1
    }

    /// 1 if a literal is true, -1 if it is false, 0 if it is unassigned or not in the formula.
    pub(crate) fn value(&self, literal: Literal) -> i8 {
        let value = self.values.get(literal.unsigned_abs() as usize).copied().unwrap_or(0);
        if literal > 0 { value } else { -value }
    }

    /// The current level.
    pub(crate) fn level(&self) -> usize {
        self.levels.len()
    }

    /// The true literals, in order of assignment.
    pub(crate) fn trail(&self) -> &[Assigned] {
        &self.trail
    }

    /// The learned clauses that were not deleted, the latest last.
    pub(crate) fn learned(&self) -> &[Rc<[Literal]>] {
        &self.learned
    }

    /// Applies a step, the event with this number.
    pub(crate) fn apply(&mut self, step: &Step, event: u32) {
        match step {
            Step::Decide { literal, .. } => {
                self.levels.push(self.trail.len());
                self.assign(*literal, None, event);
            }
            Step::Propagate { literal, reason } => {
                self.assign(*literal, Some(reason[..].into()), event);
            }
            Step::Learn { clause } => self.learned.push(clause[..].into()),
            Step::Forget { clause } => {
                if let Some(at) = self.learned.iter().rposition(|known| **known == clause[..]) {
                    self.learned.remove(at);
                }
            }
            Step::Backjump { level } => self.undo(*level),
            Step::Restart {} => self.undo(0),
            _ => {}
        }
    }

    fn assign(&mut self, literal: Literal, reason: Option<Rc<[Literal]>>, event: u32) {
        if let Some(value) = self.values.get_mut(literal.unsigned_abs() as usize) {
            *value = if literal > 0 { 1 } else { -1 };
            self.trail.push(Assigned { literal, level: self.levels.len(), reason, event });
        }
    }

    /// Undoes all levels above `level`.
    fn undo(&mut self, level: usize) {
        let from = self.levels.get(level).copied().unwrap_or(self.trail.len());
        for assigned in self.trail.drain(from..) {
            self.values[assigned.literal.unsigned_abs() as usize] = 0;
        }
        self.levels.truncate(level);
    }
}
