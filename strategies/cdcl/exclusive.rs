//! Groups of literals of which at most one is true, without a clause for each pair.
//!
//! **Origin.** Native constraints beside clauses: N. Eén and N. Sörensson, *An Extensible SAT-solver*, 2003.
//! Cardinality constraints: M. Liffiton and J. Maglalang, *A Cardinality Solver: More Expressive Constraints
//! for Free*, 2012.
//!
//! **Idea.** As soon as a literal is true, the others of its groups are false. As clauses, a group of n
//! literals is n(n-1)/2 pairs, each watched at both literals. As a list it is n words, read in sequence, and
//! a table gives the lists of each literal. A literal forced by a list needs no clause as its reason: the
//! true literal is the whole reason.
//!
//! **Cost.** A literal takes one word in each of its groups, and four in the table. Ten minimal 25x25 boards
//! took a median of 8.8 milliseconds when two solutions were sought, and 13.2 with pairs. They take 5.0
//! without the interface of solvers, as in `groups` (Emerald Rapids, a machine under other load).
//!
//! **What did not work.** Groups for the minirows and minicolumns of a Sudoku, so that propagation finds
//! locked candidates: a third fewer conflicts on a hundred isomorphic copies of those boards, and a sixth
//! more time. Where decisions begin with short groups, the number of conflicts does not change.

use super::arena::Clause;
use super::trail::{Trail, Value};
use crate::support::literal::Lit;

/// The maximum number of groups of a literal: a Sudoku's candidate is in a cell, a row, a column and a box.
const MAX_GROUPS: usize = 4;

/// All groups.
#[derive(Debug, Default)]
pub(super) struct Exclusive {
    /// For each group its length, then its literals. Word 0 is unused.
    words: Vec<u32>,
    /// By literal, the positions of its groups, padded with zeros. Empty if there is no group.
    groups: Vec<[u32; MAX_GROUPS]>,
}

impl Exclusive {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.groups.clear();
    }

    /// Adds a group of different literals, none of which is already in [`MAX_GROUPS`] groups.
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

    /// Propagates the true `literal`: makes the others of its groups false. Returns one of them that is true
    /// as well, if any.
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
