//! The formula to be searched: clauses with at least two literals, over variables that occur in one.

use crate::support::literal::Lit;

/// Clauses, concatenated in one array.
#[derive(Default)]
pub(super) struct Formula {
    /// By variable: whether it distinguishes solutions.
    pub(super) shown: Vec<bool>,
    literals: Vec<Lit>,
    ends: Vec<u32>,
}

impl Formula {
    /// Creates a formula without clauses; `shown` says which variables distinguish solutions.
    pub(super) fn new(shown: Vec<bool>) -> Formula {
        Formula { shown, ..Formula::default() }
    }

    pub(super) fn variables(&self) -> usize {
        self.shown.len()
    }

    /// Appends a clause.
    pub(super) fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len() as u32);
    }

    pub(super) fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let mut from = 0;
        self.ends.iter().map(move |&end| {
            let clause = &self.literals[from..end as usize];
            from = end as usize;
            clause
        })
    }

    /// The total number of literals.
    pub(super) fn literals(&self) -> usize {
        self.literals.len()
    }
}
