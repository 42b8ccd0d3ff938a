//! Unit propagation by two watched literals, with blockers.
//!
//! **Origin.** M. Moskewicz, C. Madigan, Y. Zhao, L. Zhang and S. Malik, *Chaff: Engineering an
//! Efficient SAT Solver*, 2001. Blockers: the second literal kept beside the clause, as in
//! G. Chu, A. Harwood and P. Stuckey, *Cache Conscious Data Structures for Boolean Satisfiability
//! Solvers*, 2009, and MiniSat 2.2.
//!
//! **Idea.** A clause can become unit only when one of its last two open literals becomes false. So
//! two literals of each clause are watched, and a clause is looked at only when one of them becomes
//! false; then another that is not false is watched instead. If there is none, the other watched
//! literal is forced, or false and the clause a conflict. Undoing costs nothing: what was open or
//! true when it was watched is so again. The blocker is some literal of the clause; while it is
//! true the clause, which is far away in memory, need not be looked at. A clause of two literals
//! never needs to be looked at: its blocker is all of its rest.
//!
//! **Cost.** Most of the time of a solver is spent here, waiting for memory. The lists lie one after
//! the other in one array; one that is full moves to the end and gets twice the room.

use super::arena::{Arena, Clause};
use super::exclusive::Exclusive;
use super::trail::{Trail, Value};
use crate::support::literal::Lit;

/// A clause in the list of one of its watched literals.
#[derive(Clone, Copy, Debug)]
struct Watch {
    /// The clause's name; the highest bit says that it has two literals.
    clause: u32,
    blocker: Lit,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    fn is_binary(self) -> bool {
        self.clause & BINARY != 0
    }

    fn clause(self) -> Clause {
        Clause(self.clause & !BINARY)
    }
}

/// Where the list of a literal lies.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    start: u32,
    length: u32,
    room: u32,
}

/// The lists, by literal.
#[derive(Debug, Default)]
pub(super) struct Watches {
    cells: Vec<Watch>,
    lists: Vec<List>,
}

impl Watches {
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.lists.clear();
    }

    /// Two more empty lists, for a variable.
    pub(super) fn add_variable(&mut self) {
        self.lists.extend([List::default(); 2]);
    }

    /// Watches the clause of `literals`, at its first two.
    pub(super) fn watch(&mut self, clause: Clause, literals: &[Lit]) {
        let binary = if literals.len() == 2 { BINARY } else { 0 };
        let clause = clause.0 | binary;
        self.push(literals[0], Watch { clause, blocker: literals[1] });
        self.push(literals[1], Watch { clause, blocker: literals[0] });
    }

    #[inline]
    fn push(&mut self, literal: Lit, watch: Watch) {
        let list = &mut self.lists[literal.index()];
        if list.length == list.room {
            grow(&mut self.cells, list);
        }
        self.cells[(list.start + list.length) as usize] = watch;
        list.length += 1;
    }

    /// Follows what is new on the trail to its end. Returns a clause that became false, if one did.
    pub(super) fn propagate(
        &mut self,
        trail: &mut Trail,
        arena: &mut Arena,
        exclusive: &Exclusive,
    ) -> Option<Clause> {
        while let Some(literal) = trail.next() {
            if let Some(other) = exclusive.follow(literal, trail) {
                return Some(arena.clash(!literal, !other));
            }
            let conflict = self.visit(!literal, trail, arena);
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// `gone` became false: looks at the clauses that watch it.
    fn visit(&mut self, gone: Lit, trail: &mut Trail, arena: &mut Arena) -> Option<Clause> {
        let List { start, length, .. } = self.lists[gone.index()];
        let (start, end) = (start as usize, (start + length) as usize);
        let (mut read, mut kept) = (start, start);
        let mut conflict = None;
        while read < end {
            let watch = self.cells[read];
            read += 1;
            let blocker = trail.value(watch.blocker);
            let forced = if blocker == Value::True || watch.is_binary() {
                self.cells[kept] = watch;
                kept += 1;
                if blocker == Value::True {
                    continue;
                }
                watch.blocker
            } else {
                let clause = watch.clause();
                let words = arena.words_mut(clause);
                let other = Lit(words[0] ^ words[1] ^ gone.0);
                let moved = Watch { clause: watch.clause, blocker: other };
                let satisfied = trail.value(other) == Value::True;
                if !satisfied && let Some(literal) = replacement(words, gone, other, trail) {
                    self.push(literal, moved);
                    continue;
                }
                self.cells[kept] = moved;
                kept += 1;
                if satisfied {
                    continue;
                }
                other
            };
            if trail.value(forced) == Value::False {
                conflict = Some(watch.clause());
                break;
            }
            trail.assign(forced, watch.clause());
        }
        if read < end {
            self.cells.copy_within(read..end, kept);
        }
        self.lists[gone.index()].length = (kept + end - read - start) as u32;
        conflict
    }

    /// Takes the clauses that are gone out of the lists and names the others anew, after
    /// [`Arena::compact`]. The lists move together again.
    pub(super) fn rename(&mut self, arena: &Arena) {
        let old = std::mem::take(&mut self.cells);
        self.cells.reserve(old.len());
        for list in &mut self.lists {
            let range = list.start as usize..(list.start + list.length) as usize;
            let start = self.cells.len();
            self.cells.extend(old[range].iter().filter(|w| !arena.is_gone(w.clause())).map(|w| {
                let clause = arena.moved(w.clause()).0 | w.clause & BINARY;
                Watch { clause, ..*w }
            }));
            let length = (self.cells.len() - start) as u32;
            *list = List { start: start as u32, length, room: length };
        }
    }
}

/// Puts a literal that is not false in the place of `gone`, if there is one, and returns it.
#[inline]
fn replacement(words: &mut [u32], gone: Lit, other: Lit, trail: &Trail) -> Option<Lit> {
    let (watched, rest) = words.split_at_mut(2);
    let found = rest.iter_mut().find(|word| trail.value(Lit(**word)) != Value::False)?;
    watched[0] = other.0;
    watched[1] = *found;
    *found = gone.0;
    Some(Lit(watched[1]))
}

/// Moves a list to the end, with twice the room. Its old place is lost until the next
/// [`Watches::rename`].
#[cold]
fn grow(cells: &mut Vec<Watch>, list: &mut List) {
    let start = cells.len();
    let room = (2 * list.room).max(4);
    cells.extend_from_within(list.start as usize..(list.start + list.length) as usize);
    cells.resize(start + room as usize, Watch { clause: 0, blocker: Lit(0) });
    *list = List { start: start as u32, room, ..*list };
}
