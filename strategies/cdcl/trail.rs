//! The trail: the true literals, in the order of assignment.
//!
//! **Origin.** J. P. Marques-Silva and K. A. Sakallah, *GRASP*, 1996; the form is that of
//! MiniSat (N. Eén and N. Sörensson, *An Extensible SAT-solver*, 2003).
//!
//! **Idea.** The trail is a stack, divided into levels: each decision opens one, and its consequences lie
//! above it. Each variable has a level and a reason, the clause that forced it. The reasons make the trail an
//! implication graph, in which a conflict is traced back to its causes; undoing is popping.
//!
//! **Cost.** The cost is constant for each literal set or undone. Values are indexed by literal, not by
//! variable, so a lookup need not test the sign.

use super::arena::Clause;
use crate::support::literal::Lit;

/// The value of a literal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Value {
    #[default]
    Open,
    True,
    False,
}

/// The level at which a variable got its value, and the reason.
#[derive(Clone, Copy, Debug)]
struct Origin {
    level: u32,
    reason: Clause,
}

/// The assignment and its history.
#[derive(Debug, Default)]
pub(super) struct Trail {
    values: Vec<Value>,
    origins: Vec<Origin>,
    literals: Vec<Lit>,
    /// The start of each level above 0.
    starts: Vec<usize>,
    /// The position of the first literal that was not yet propagated.
    head: usize,
}

impl Trail {
    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.origins.clear();
        self.literals.clear();
        self.starts.clear();
        self.head = 0;
    }

    /// Adds a variable without a value.
    pub(super) fn add_variable(&mut self) {
        self.values.extend([Value::Open; 2]);
        self.origins.push(Origin { level: 0, reason: Clause::NONE });
    }

    pub(super) fn variables(&self) -> usize {
        self.origins.len()
    }

    #[inline]
    pub(super) fn value(&self, literal: Lit) -> Value {
        self.values[literal.index()]
    }

    /// The level of a variable that has a value.
    #[inline]
    pub(super) fn level_of(&self, variable: usize) -> usize {
        self.origins[variable].level as usize
    }

    /// The clause that forced `variable`; [`Clause::NONE`] if it was decided or flipped.
    #[inline]
    pub(super) fn reason(&self, variable: usize) -> Clause {
        self.origins[variable].reason
    }

    /// Replaces the reason of a variable, whose clause has moved.
    pub(super) fn rename_reason(&mut self, variable: usize, reason: Clause) {
        self.origins[variable].reason = reason;
    }

    /// The current level.
    pub(super) fn level(&self) -> usize {
        self.starts.len()
    }

    pub(super) fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// The literals that are true at the root.
    pub(super) fn root(&self) -> &[Lit] {
        &self.literals[..self.starts.first().copied().unwrap_or(self.literals.len())]
    }

    /// The decision that opened `level`; `level` must be at least 1.
    pub(super) fn decision(&self, level: usize) -> Lit {
        self.literals[self.starts[level - 1]]
    }

    /// The decisions of all levels, the last one first.
    pub(super) fn decisions(&self) -> impl Iterator<Item = Lit> {
        self.starts.iter().rev().map(|&start| self.literals[start])
    }

    /// Opens a level.
    pub(super) fn open_level(&mut self) {
        self.starts.push(self.literals.len());
    }

    /// Makes an unassigned literal true.
    #[inline]
    pub(super) fn assign(&mut self, literal: Lit, reason: Clause) {
        debug_assert_eq!(self.value(literal), Value::Open);
        self.values[literal.index()] = Value::True;
        self.values[(!literal).index()] = Value::False;
        self.origins[literal.variable()] = Origin { level: self.starts.len() as u32, reason };
        self.literals.push(literal);
    }

    /// The next literal to propagate.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Lit> {
        let literal = *self.literals.get(self.head)?;
        self.head += 1;
        Some(literal)
    }

    /// Undoes the levels above `level`, and calls `undone` with each literal that loses its value, the last
    /// one first.
    pub(super) fn undo(&mut self, level: usize, mut undone: impl FnMut(Lit)) {
        if level >= self.level() {
            return;
        }
        let start = self.starts[level];
        for &literal in self.literals[start..].iter().rev() {
            self.values[literal.index()] = Value::Open;
            self.values[(!literal).index()] = Value::Open;
            undone(literal);
        }
        self.literals.truncate(start);
        self.starts.truncate(level);
        self.head = start.min(self.head);
    }
}
