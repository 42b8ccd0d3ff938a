//! Groups of literals of which at most one is true, without a clause for each pair.
//!
//! **Origin.** Constraints that a solver knows beside clauses: N. Eén and N. Sörensson, *An Extensible
//! SAT-solver*, 2003; for cardinalities M. Liffiton and J. Maglalang, *A Cardinality Solver: More Expressive
//! Constraints for Free*, 2012.
//!
//! **Idea.** As soon as a literal is true the others of its groups are false. As clauses, a group of n literals
//! is n(n-1)/2 pairs that are watched from both ends; as a list it is n words, read in one sweep, and a literal
//! knows where its lists are. What a list forces needs no clause for a reason either: the literal that was true
//! is all of it.
//!
//! **Cost.** A word a literal in each group, and four for each literal that has one. Ten minimal boards of 25x25 took a
//! median of 8.8 milliseconds, two solutions looked for, where pairs took 13.2, and take 5.0 without a solver's
//! interface in between, as `groups` has them (Emerald Rapids, a machine in use).
//!
//! **What did not work.** Groups for the minirows and minicolumns of a Sudoku, so that locked candidates follow: a
//! third fewer conflicts on a hundred images of those boards, and a sixth more time. Where decisions begin with
//! short groups the number of conflicts does not change.

use super::arena::Clause;
use super::trail::{Trail, Value};
use crate::support::literal::Lit;

/// The most groups that a literal stands in: a Sudoku's candidate is in a cell, a row, a column and a box.
const MAX_GROUPS: usize = 4;

/// The groups.
#[derive(Debug, Default)]
pub(super) struct Exclusive {
    /// The groups, each its length and then its literals. Word 0 is unused.
    words: Vec<u32>,
    /// By literal where its groups are, then zeros. Empty as long as there is no group.
    groups: Vec<[u32; MAX_GROUPS]>,
}

impl Exclusive {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.groups.clear();
    }

    /// Adds a group of different literals, each of which has room.
    pub(super) fn add(&mut self, literals: &[Lit]) {
        if self.words.is_empty() {
            self.words.push(0);
        }
        let group = self.words.len() as u32;
        self.words.push(literals.len() as u32);
        self.words.extend(literals.iter().map(|literal| literal.0));
        for literal in literals {
            if self.groups.len() <= literal.index() {
                self.groups.resize(literal.index() + 1, [0; MAX_GROUPS]);
            }
            let groups = &mut self.groups[literal.index()];
            let free = groups.iter_mut().find(|at| **at == 0).expect("room for a group");
            *free = group;
        }
    }

    /// `literal` became true: makes the others of its groups false. Returns one that is true as well, if there
    /// is one.
    #[inline]
    pub(super) fn follow(&self, literal: Lit, trail: &mut Trail) -> Option<Lit> {
        let groups = self.groups.get(literal.index())?;
        for &group in groups.iter().take_while(|group| **group != 0) {
            let start = group as usize + 1;
            let end = start + self.words[group as usize] as usize;
            for &word in &self.words[start..end] {
                let other = Lit(word);
                match trail.value(other) {
                    Value::False => {}
                    Value::Open => trail.assign(!other, Clause::of_pair(!literal)),
                    Value::True if other == literal => {}
                    Value::True => return Some(other),
                }
            }
        }
        None
    }
}
