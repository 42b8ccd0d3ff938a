//! Unit propagation by two watched literals, with blockers.
//!
//! **Origin.** M. Moskewicz, C. Madigan, Y. Zhao, L. Zhang and S. Malik, *Chaff: Engineering an
//! Efficient SAT Solver*, 2001. Blockers, a literal of the clause stored in the watch: as in
//! G. Chu, A. Harwood and P. Stuckey, *Cache Conscious Data Structures for Boolean Satisfiability
//! Solvers*, 2009, and MiniSat since version 2.1.
//!
//! **Idea.** A clause can become unit only when one of its last two unassigned literals becomes false. So two
//! literals of each clause are watched, and a clause is visited only when one of them becomes false. The
//! visit replaces that watch with another literal that is not false. If there is none, the other watched
//! literal is forced, or it is false and the clause is a conflict. Undoing costs nothing: it makes no literal
//! false, so the watches remain valid. The blocker is some literal of the clause; while it is true, the
//! clause, which is probably not in the cache, need not be read. A binary clause is never read: its blocker
//! is its other literal.
//!
//! **Cost.** A solver spends most of its time here, waiting for memory. All lists are in one array; a list
//! that is full moves to the end and doubles its capacity.

use super::arena::{Arena, Clause};
use super::exclusive::Exclusive;
use super::trail::{Trail, Value};
use crate::support::literal::Lit;
use coverlab_model::step::VisitOutcome;

/// A clause in the list of one of its watched literals.
#[derive(Clone, Copy, Debug)]
struct Watch {
    /// The clause; the highest bit marks a binary clause.
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

/// The position of a literal's list.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    start: u32,
    length: u32,
    room: u32,
}

/// A visit of a clause, one of whose watched literals became false.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub(super) gone: Lit,
    pub(super) clause: Clause,
    /// The literal that decides the outcome.
    pub(super) other: Lit,
    pub(super) outcome: VisitOutcome,
    /// The number of true literals before the visit.
    pub(super) assigned: usize,
}

/// The watch lists, by literal.
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

    /// Adds the two empty lists of a variable.
    pub(super) fn add_variable(&mut self) {
        self.lists.extend([List::default(); 2]);
    }

    /// Watches the first two of `literals`, the clause's literals.
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

    /// Propagates all new literals of the trail. Returns a clause that became false, if any. Reports each visit
    /// to `visited`, which costs nothing if it ignores them.
    // Inlined into the main loop, it would be slower.
    #[inline(never)]
    pub(super) fn propagate(
        &mut self,
        trail: &mut Trail,
        arena: &mut Arena,
        exclusive: &Exclusive,
        mut visited: impl FnMut(Visit),
    ) -> Option<Clause> {
        while let Some(literal) = trail.next() {
            if let Some(other) = exclusive.follow(literal, trail) {
                return Some(arena.clash(!literal, !other));
            }
            let conflict = self.visit(!literal, trail, arena, &mut visited);
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Visits the clauses that watch `gone`, which became false.
    #[inline]
    fn visit(
        &mut self,
        gone: Lit,
        trail: &mut Trail,
        arena: &mut Arena,
        visited: &mut impl FnMut(Visit),
    ) -> Option<Clause> {
        let List { start, length, .. } = self.lists[gone.index()];
        let (start, end) = (start as usize, (start + length) as usize);
        let (mut read, mut kept) = (start, start);
        let mut conflict = None;
        while read < end {
            let watch = self.cells[read];
            read += 1;
            let (clause, assigned) = (watch.clause(), trail.literals().len());
            let mut report = |outcome, other| visited(Visit { gone, clause, other, outcome, assigned });
            let blocker = trail.value(watch.blocker);
            let forced = if blocker == Value::True || watch.is_binary() {
                self.cells[kept] = watch;
                kept += 1;
                if blocker == Value::True {
                    report(VisitOutcome::Satisfied, watch.blocker);
                    continue;
                }
                watch.blocker
            } else {
                let words = arena.words_mut(clause);
                let other = Lit(words[0] ^ words[1] ^ gone.0);
                let moved = Watch { clause: watch.clause, blocker: other };
                let satisfied = trail.value(other) == Value::True;
                if !satisfied && let Some(literal) = replacement(words, gone, other, trail) {
                    self.push(literal, moved);
                    report(VisitOutcome::Moved, literal);
                    continue;
                }
                self.cells[kept] = moved;
                kept += 1;
                if satisfied {
                    report(VisitOutcome::Satisfied, other);
                    continue;
                }
                other
            };
            if trail.value(forced) == Value::False {
                report(VisitOutcome::Conflict, forced);
                conflict = Some(clause);
                break;
            }
            report(VisitOutcome::Unit, forced);
            trail.assign(forced, clause);
        }
        if read < end {
            self.cells.copy_within(read..end, kept);
        }
        self.lists[gone.index()].length = (kept + end - read - start) as u32;
        conflict
    }

    /// After [`Arena::compact`]: removes deleted clauses from the lists and updates the indices of the
    /// others. Also compacts the lists.
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

/// Moves a literal that is not false to the place of `gone`, and returns it, if there is one.
#[inline]
fn replacement(words: &mut [u32], gone: Lit, other: Lit, trail: &Trail) -> Option<Lit> {
    let (watched, rest) = words.split_at_mut(2);
    let found = rest.iter_mut().find(|word| trail.value(Lit(**word)) != Value::False)?;
    watched[0] = other.0;
    watched[1] = *found;
    *found = gone.0;
    Some(Lit(watched[1]))
}

/// Moves a list to the end and doubles its capacity. Its old place is unused until the next
/// [`Watches::rename`].
#[cold]
fn grow(cells: &mut Vec<Watch>, list: &mut List) {
    let start = cells.len();
    let room = (2 * list.room).max(4);
    cells.extend_from_within(list.start as usize..(list.start + list.length) as usize);
    cells.resize(start + room as usize, Watch { clause: 0, blocker: Lit(0) });
    *list = List { start: start as u32, room, ..*list };
}
