//! The formula that is searched: clauses of two literals and more over variables that stand in one.

use crate::support::literal::Lit;

/// Clauses, one after the other in one array.
#[derive(Default)]
pub(super) struct Formula {
    /// Whether a model counts by each variable's value, as those that are shown do.
    pub(super) shown: Vec<bool>,
    literals: Vec<Lit>,
    ends: Vec<u32>,
}

impl Formula {
    /// A formula without clauses; `shown` says which variables count.
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

    /// How many literals the clauses have together.
    pub(super) fn literals(&self) -> usize {
        self.literals.len()
    }
}
