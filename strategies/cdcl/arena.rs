//! All clauses in one array of words.
//!
//! **Origin.** N. Eén and N. Sörensson, *An Extensible SAT-solver*, 2003 (MiniSat; since version 2.2 its
//! clauses are in one region).
//!
//! **Idea.** A clause is two header words, its length and its flags, followed by its literals. The index of
//! its first word identifies it. An index is half as long as a pointer, and clauses created in sequence are
//! adjacent. No clause needs an allocation of its own.
//!
//! **Cost.** A deleted clause leaves a hole until [`Arena::compact`] copies the rest into a second array and
//! records the new index of each clause.

use crate::support::literal::Lit;

/// Identifies a clause: the index of its first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clause(pub(super) u32);

impl Clause {
    /// No clause.
    pub(super) const NONE: Clause = Clause(u32::MAX);

    /// A reason that is not a clause of the arena: the false literal `cause` alone forces another literal.
    pub(super) fn of_pair(cause: Lit) -> Clause {
        Clause(PAIR | cause.0)
    }

    /// The cause, if [`Self::of_pair`] made this reason.
    #[inline]
    pub(super) fn pair(self) -> Option<Lit> {
        (self.0 & PAIR != 0 && self != Clause::NONE).then_some(Lit(self.0 & !PAIR))
    }

    /// Whether the clause is stored in the arena.
    pub(super) fn is_stored(self) -> bool {
        self.0 & PAIR == 0
    }
}

const PAIR: u32 = 1 << 31;

/// An index leaves one bit free for the watch lists.
const MAX_WORDS: usize = 1 << 31;

const HEADER: usize = 2;
const LEARNED: u32 = 1;
const DELETED: u32 = 2;
const LOCKED: u32 = 4;
const LBD_SHIFT: u32 = 3;

/// The storage of all clauses.
#[derive(Debug, Default)]
pub(super) struct Arena {
    words: Vec<u32>,
    /// The array to compact into.
    other: Vec<u32>,
    /// A clause of two literals that is overwritten for each conflict in a group.
    clash: Option<Clause>,
}

impl Arena {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.clash = None;
    }

    /// Whether another clause of `length` literals would exceed the limit.
    pub(super) fn is_full(&self, length: usize) -> bool {
        self.words.len() + HEADER + length > MAX_WORDS
    }

    /// Adds a clause. `lbd` is `None` for a clause that was not learned.
    pub(super) fn add(&mut self, literals: &[Lit], lbd: Option<u32>) -> Clause {
        let clause = Clause(self.words.len() as u32);
        self.words.push(literals.len() as u32);
        self.words.push(lbd.map_or(0, |lbd| LEARNED | lbd << LBD_SHIFT));
        self.words.extend(literals.iter().map(|literal| literal.0));
        clause
    }

    fn length(&self, clause: Clause) -> usize {
        self.words[clause.0 as usize] as usize
    }

    /// The literals of `clause`.
    pub(super) fn literals(&self, clause: Clause) -> impl ExactSizeIterator<Item = Lit> {
        let start = clause.0 as usize + HEADER;
        self.words[start..start + self.length(clause)].iter().map(|&word| Lit(word))
    }

    /// The literals of `reason` that forced another literal; may include that literal itself.
    #[inline]
    pub(super) fn causes(&self, reason: Clause) -> impl Iterator<Item = Lit> {
        let (pair, words) = match reason.pair() {
            Some(cause) => (Some(cause), &[][..]),
            None => {
                let start = reason.0 as usize + HEADER;
                (None, &self.words[start..start + self.length(reason)])
            }
        };
        pair.into_iter().chain(words.iter().map(|&word| Lit(word)))
    }

    /// Stores these two literals as a clause until the next call. Both are false, and no stored clause
    /// expresses their conflict.
    pub(super) fn clash(&mut self, one: Lit, other: Lit) -> Clause {
        let clause = self.clash.unwrap_or_else(|| self.add(&[one, other], None));
        // The clause must never be deleted.
        self.lock(clause, true);
        self.clash = Some(clause);
        self.words_mut(clause).copy_from_slice(&[one.0, other.0]);
        clause
    }

    /// The words of the literals of `clause`, for reordering.
    pub(super) fn words_mut(&mut self, clause: Clause) -> &mut [u32] {
        let start = clause.0 as usize + HEADER;
        let end = start + self.length(clause);
        &mut self.words[start..end]
    }

    fn flags(&mut self, clause: Clause) -> &mut u32 {
        &mut self.words[clause.0 as usize + 1]
    }

    /// The literal-block distance of a learned clause; `None` if the clause was not learned.
    pub(super) fn lbd(&self, clause: Clause) -> Option<u32> {
        let flags = self.words[clause.0 as usize + 1];
        (flags & LEARNED != 0).then_some(flags >> LBD_SHIFT)
    }

    pub(super) fn set_lbd(&mut self, clause: Clause, lbd: u32) {
        let flags = self.flags(clause);
        *flags = *flags & (LEARNED | DELETED | LOCKED) | lbd << LBD_SHIFT;
    }

    /// Locks a clause that is the reason of a literal, so that it is not deleted.
    pub(super) fn lock(&mut self, clause: Clause, locked: bool) {
        let flags = self.flags(clause);
        *flags = if locked { *flags | LOCKED } else { *flags & !LOCKED };
    }

    pub(super) fn is_locked(&self, clause: Clause) -> bool {
        self.words[clause.0 as usize + 1] & LOCKED != 0
    }

    pub(super) fn delete(&mut self, clause: Clause) {
        *self.flags(clause) |= DELETED;
    }

    pub(super) fn is_deleted(&self, clause: Clause) -> bool {
        self.words[clause.0 as usize + 1] & DELETED != 0
    }

    /// The clause at or after word `at`, and the index at which to continue.
    pub(super) fn next(&self, at: usize) -> Option<(Clause, usize)> {
        (at < self.words.len()).then(|| {
            let clause = Clause(at as u32);
            (clause, at + HEADER + self.length(clause))
        })
    }

    /// Closes the holes. Until the next call, [`Self::moved`] returns the new index of each clause.
    pub(super) fn compact(&mut self) {
        let mut to = std::mem::take(&mut self.other);
        to.clear();
        let mut at = 0;
        while let Some((clause, next)) = self.next(at) {
            if !self.is_deleted(clause) {
                let new = to.len() as u32;
                to.extend_from_slice(&self.words[at..next]);
                // Only the old index is still needed, so a word of the old clause can hold the new one.
                self.words[at] = new;
            }
            at = next;
        }
        self.clash = self.clash.map(|clash| Clause(self.words[clash.0 as usize]));
        self.other = std::mem::replace(&mut self.words, to);
    }

    /// The new index of a clause that was not deleted before [`Self::compact`].
    pub(super) fn moved(&self, old: Clause) -> Clause {
        Clause(self.other[old.0 as usize])
    }

    /// Whether the clause was deleted before [`Self::compact`].
    pub(super) fn is_gone(&self, old: Clause) -> bool {
        self.other[old.0 as usize + 1] & DELETED != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_survive_when_holes_are_closed() {
        let mut arena = Arena::default();
        let lits = |words: &[u32]| words.iter().map(|&word| Lit(word)).collect::<Vec<_>>();
        let first = arena.add(&lits(&[0, 2, 4]), None);
        let second = arena.add(&lits(&[1, 3]), Some(7));
        let third = arena.add(&lits(&[5, 8, 9, 10]), Some(2));
        arena.set_lbd(third, 3);
        arena.lock(third, true);
        arena.delete(second);
        arena.compact();
        assert!(arena.is_gone(second) && !arena.is_gone(third));
        let (first, third) = (arena.moved(first), arena.moved(third));
        assert_eq!(arena.literals(first).collect::<Vec<_>>(), lits(&[0, 2, 4]));
        assert_eq!(arena.literals(third).collect::<Vec<_>>(), lits(&[5, 8, 9, 10]));
        assert_eq!((arena.lbd(first), arena.lbd(third)), (None, Some(3)));
        assert!(arena.is_locked(third) && !arena.is_locked(first));
        assert_eq!(arena.next(0).map(|(clause, _)| clause), Some(first));
        assert_eq!(arena.next(arena.words.len()), None);
        assert!(!arena.is_full(1000) && arena.is_full(MAX_WORDS));
    }
}
