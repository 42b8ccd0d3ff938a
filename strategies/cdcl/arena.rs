//! All clauses in one array of words.
//!
//! **Origin.** N. Eén and N. Sörensson, *An Extensible SAT-solver*, 2003 (MiniSat; since 2.0 with
//! clauses in one region).
//!
//! **Idea.** A clause is two words, its length and what is known of it, and then its literals. It is
//! named by the index of its first word: half as long as a pointer, and clauses that were made one
//! after the other lie next to each other. Nothing is allocated for a single clause.
//!
//! **Cost.** What is deleted leaves a hole until [`Arena::compact`] copies the rest into a second
//! array and tells the new name of each clause.

use crate::support::literal::Lit;

/// The name of a clause: where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clause(pub(super) u32);

impl Clause {
    /// No clause.
    pub(super) const NONE: Clause = Clause(u32::MAX);

    /// A reason that is no clause of the arena: `cause`, being false, is all that forces another literal.
    pub(super) fn of_pair(cause: Lit) -> Clause {
        Clause(PAIR | cause.0)
    }

    /// The cause of a reason made by [`Self::of_pair`].
    #[inline]
    pub(super) fn pair(self) -> Option<Lit> {
        (self.0 & PAIR != 0 && self != Clause::NONE).then_some(Lit(self.0 & !PAIR))
    }

    /// Whether it has a place in the arena.
    pub(super) fn is_stored(self) -> bool {
        self.0 & PAIR == 0
    }
}

const PAIR: u32 = 1 << 31;

/// A name leaves one bit free for the lists of watches.
const MOST_WORDS: usize = 1 << 31;

const HEADER: usize = 2;
const LEARNED: u32 = 1;
const DELETED: u32 = 2;
const LOCKED: u32 = 4;
const LBD_SHIFT: u32 = 3;

/// The clauses.
#[derive(Debug, Default)]
pub(super) struct Arena {
    words: Vec<u32>,
    /// The array to compact into.
    other: Vec<u32>,
    /// A clause of two literals that is written anew for each clash.
    clash: Option<Clause>,
}

impl Arena {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.clash = None;
    }

    /// Whether a clause of `length` literals more would be too much.
    pub(super) fn is_full(&self, length: usize) -> bool {
        self.words.len() + HEADER + length > MOST_WORDS
    }

    /// Adds a clause. `lbd` is `None` for one that was not learned.
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

    /// The literals of `reason` that made another one true, which may be among them.
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

    /// A clause of these two, until the next is asked for: both are false, and no other clause says that one must
    /// not be.
    pub(super) fn clash(&mut self, one: Lit, other: Lit) -> Clause {
        let clause = self.clash.unwrap_or_else(|| self.add(&[one, other], None));
        // It is never forgotten.
        self.lock(clause, true);
        self.clash = Some(clause);
        self.words_mut(clause).copy_from_slice(&[one.0, other.0]);
        clause
    }

    /// The words of the literals of `clause`, to be moved about.
    pub(super) fn words_mut(&mut self, clause: Clause) -> &mut [u32] {
        let start = clause.0 as usize + HEADER;
        let end = start + self.length(clause);
        &mut self.words[start..end]
    }

    fn flags(&mut self, clause: Clause) -> &mut u32 {
        &mut self.words[clause.0 as usize + 1]
    }

    /// The literal-block distance of a learned clause; `None`: it was not learned.
    pub(super) fn lbd(&self, clause: Clause) -> Option<u32> {
        let flags = self.words[clause.0 as usize + 1];
        (flags & LEARNED != 0).then_some(flags >> LBD_SHIFT)
    }

    pub(super) fn set_lbd(&mut self, clause: Clause, lbd: u32) {
        let flags = self.flags(clause);
        *flags = *flags & (LEARNED | DELETED | LOCKED) | lbd << LBD_SHIFT;
    }

    /// A locked clause is the reason of a literal, and must stay.
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

    /// The clause at or after word `at`, and where to look for the next one.
    pub(super) fn next(&self, at: usize) -> Option<(Clause, usize)> {
        (at < self.words.len()).then(|| {
            let clause = Clause(at as u32);
            (clause, at + HEADER + self.length(clause))
        })
    }

    /// Closes the holes. Until the next call [`Self::moved`] tells the new name of each clause.
    pub(super) fn compact(&mut self) {
        let mut to = std::mem::take(&mut self.other);
        to.clear();
        let mut at = 0;
        while let Some((clause, next)) = self.next(at) {
            if !self.is_deleted(clause) {
                let new = to.len() as u32;
                to.extend_from_slice(&self.words[at..next]);
                // The old literals are needed no more, only the old name.
                self.words[at] = new;
            }
            at = next;
        }
        self.clash = self.clash.map(|clash| Clause(self.words[clash.0 as usize]));
        self.other = std::mem::replace(&mut self.words, to);
    }

    /// The new name of a clause that was not deleted before [`Self::compact`].
    pub(super) fn moved(&self, old: Clause) -> Clause {
        Clause(self.other[old.0 as usize])
    }

    /// Whether it was deleted before [`Self::compact`].
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
        assert!(!arena.is_full(1000) && arena.is_full(MOST_WORDS));
    }
}
