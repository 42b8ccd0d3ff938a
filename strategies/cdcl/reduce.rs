//! Which learned clauses to delete, and when.
//!
//! **Origin.** Deletion of clauses: GRASP, 1996. Selection by literal-block distance: G. Audemard and L.
//! Simon, *Predicting Learnt Clauses Quality in Modern SAT Solvers*, 2009 (Glucose).
//!
//! **Idea.** Every learned clause slows propagation down, and few are used again. The distance of a clause,
//! the number of levels its literals came from, predicts which: literals of one level tend to be set
//! together, so a clause of few levels becomes unit often. At growing intervals of conflicts, the worse half
//! is deleted. Clauses of distance 2, which glue two levels together, are always kept. Ties go to the younger
//! clause.
//!
//! A clause that is the reason of a literal is locked. A clause that is true at the root is deleted too,
//! learned or not.
//!
//! **Cost.** One sort and one pass over all clauses, every few thousand conflicts.

use super::arena::{Arena, Clause};
use super::proof::Proof;
use super::trail::{Trail, Value};
use super::watches::Watches;
use crate::support::literal::Lit;

/// The number of conflicts before the first reduction.
const FIRST_REDUCTION: u64 = 2000;
/// The increase of the interval after each reduction.
const LONGER: u64 = 300;
/// Clauses up to this distance are kept.
const GLUE: u32 = 2;

/// The schedule of reductions, and memory for them.
#[derive(Debug, Default)]
pub(super) struct Reduce {
    /// Whether learned clauses are deleted at all.
    enabled: bool,
    conflicts: u64,
    interval: u64,
    next: u64,
    /// The number of root literals when satisfied clauses were last deleted.
    root: usize,
    /// Candidates for deletion: distance and clause.
    candidates: Vec<(u32, u32)>,
    literals: Vec<Lit>,
}

impl Reduce {
    pub(super) fn clear(&mut self, enabled: bool) {
        self.enabled = enabled;
        (self.conflicts, self.interval, self.next, self.root) = (0, FIRST_REDUCTION, FIRST_REDUCTION, 0);
    }

    /// Records a learned clause.
    pub(super) fn learned(&mut self) {
        self.conflicts += 1;
    }

    /// Whether the next reduction is due.
    pub(super) fn is_due(&self) -> bool {
        self.enabled && self.conflicts >= self.next
    }

    /// Deletes clauses and compacts the arena. `forget` is called with each deleted learned clause.
    pub(super) fn run(
        &mut self,
        arena: &mut Arena,
        trail: &mut Trail,
        watches: &mut Watches,
        proof: &mut impl Proof,
        mut forget: impl FnMut(&[Lit]),
    ) {
        self.interval += LONGER;
        self.next = self.conflicts + self.interval;
        lock_reasons(arena, trail, true);
        if trail.root().len() > self.root {
            self.root = trail.root().len();
            self.delete_true(arena, trail, proof, &mut forget);
        }
        self.delete_worse_half(arena, proof, &mut forget);
        lock_reasons(arena, trail, false);
        close_holes(arena, trail, watches);
        proof.renamed(arena);
    }

    fn delete_true(
        &mut self,
        arena: &mut Arena,
        trail: &Trail,
        proof: &mut impl Proof,
        forget: &mut impl FnMut(&[Lit]),
    ) {
        let holds = |l| trail.value(l) == Value::True && trail.level_of(l.variable()) == 0;
        let mut at = 0;
        while let Some((clause, next)) = arena.next(at) {
            at = next;
            if !arena.is_deleted(clause) && !arena.is_locked(clause) && arena.literals(clause).any(holds) {
                self.delete(clause, arena, proof, forget);
            }
        }
    }

    fn delete_worse_half(
        &mut self,
        arena: &mut Arena,
        proof: &mut impl Proof,
        forget: &mut impl FnMut(&[Lit]),
    ) {
        self.candidates.clear();
        let mut at = 0;
        while let Some((clause, next)) = arena.next(at) {
            at = next;
            if let Some(lbd) = arena.lbd(clause)
                && lbd > GLUE
                && !arena.is_locked(clause)
                && !arena.is_deleted(clause)
                && arena.literals(clause).len() > 2
            {
                self.candidates.push((lbd, clause.0));
            }
        }
        // The worst first; on ties, the oldest.
        self.candidates.sort_unstable_by_key(|&(lbd, clause)| (std::cmp::Reverse(lbd), clause));
        for at in 0..self.candidates.len() / 2 {
            self.delete(Clause(self.candidates[at].1), arena, proof, forget);
        }
    }

    fn delete(
        &mut self,
        clause: Clause,
        arena: &mut Arena,
        proof: &mut impl Proof,
        forget: &mut impl FnMut(&[Lit]),
    ) {
        self.literals.clear();
        self.literals.extend(arena.literals(clause));
        proof.deleted(&self.literals, clause);
        if arena.lbd(clause).is_some() {
            forget(&self.literals);
        }
        arena.delete(clause);
    }
}

fn lock_reasons(arena: &mut Arena, trail: &Trail, locked: bool) {
    for literal in trail.literals() {
        let reason = trail.reason(literal.variable());
        if reason.is_stored() {
            arena.lock(reason, locked);
        }
    }
}

fn close_holes(arena: &mut Arena, trail: &mut Trail, watches: &mut Watches) {
    arena.compact();
    watches.rename(arena);
    for at in 0..trail.literals().len() {
        let variable = trail.literals()[at].variable();
        let reason = trail.reason(variable);
        if reason.is_stored() {
            trail.rename_reason(variable, arena.moved(reason));
        }
    }
}
