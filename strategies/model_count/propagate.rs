//! The assignment with its reasons, and unit propagation: lists for binary clauses, two watched literals for
//! longer ones.
//!
//! Learned clauses follow those of the formula in one array; only learned ones are ever deleted.

use super::formula::Formula;
use crate::support::literal::Lit;
use crate::support::watched_literals::{WatchLists, Watching, visit, watch};

/// The reason of a variable's value; as a conflict, the clause that is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reason(u32);

impl Reason {
    /// A decision, or the second value of a variable after the first was counted.
    pub(super) const NONE: Reason = Reason(u32::MAX);
    /// A learned unit clause.
    pub(super) const ALONE: Reason = Reason(u32::MAX - 1);
    const PAIR: u32 = 1 << 31;

    fn pair(cause: Lit) -> Reason {
        Reason(Reason::PAIR | cause.0)
    }
}

/// Words before the literals of a clause: their number, and the time of the last use.
const HEADER: usize = 2;

/// Bounds the words of all clauses; above, nothing is learned until clauses are deleted.
const MAX_WORDS: usize = 1 << 29;

/// The assignment, the clauses and their watches.
pub(super) struct Propagator {
    /// By literal: 1 if it is true, -1 if it is false.
    values: Vec<i8>,
    pub(super) trail: Vec<Lit>,
    head: usize,
    /// By variable.
    reasons: Vec<Reason>,
    levels: Vec<u32>,
    /// By literal: where the literals begin that it implies by binary clauses.
    pair_starts: Vec<u32>,
    pairs: Vec<Lit>,
    /// Watch lists, by the literal that becomes false.
    watches: WatchLists,
    clauses: Vec<u32>,
    /// The position of the first learned clause.
    learned_from: usize,
    pub(super) learned: usize,
    /// The number of conflicts so far, used as a clock.
    pub(super) clock: u32,
    pub(super) propagated: u64,
}

impl Propagator {
    pub(super) fn new(formula: &Formula) -> Propagator {
        let literals = 2 * formula.variables();
        let mut pair_starts = vec![0; literals + 1];
        for clause in formula.clauses().filter(|clause| clause.len() == 2) {
            clause.iter().for_each(|&lit| pair_starts[(!lit).index()] += 1);
        }
        let mut sum = 0;
        for start in &mut pair_starts {
            sum += *start;
            *start = sum;
        }
        let mut propagator = Propagator {
            values: vec![0; literals],
            trail: Vec::with_capacity(formula.variables()),
            head: 0,
            reasons: vec![Reason::NONE; formula.variables()],
            levels: vec![0; formula.variables()],
            pairs: vec![Lit(0); sum as usize],
            pair_starts,
            watches: vec![Vec::new(); literals],
            clauses: Vec::with_capacity(formula.literals()),
            learned_from: 0,
            learned: 0,
            clock: 0,
            propagated: 0,
        };
        for clause in formula.clauses() {
            if let &[a, b] = clause {
                propagator.add_pair(a, b);
                propagator.add_pair(b, a);
            } else {
                propagator.add(clause.iter().copied());
            }
        }
        propagator.learned_from = propagator.clauses.len();
        propagator
    }

    fn add_pair(&mut self, a: Lit, b: Lit) {
        let start = &mut self.pair_starts[(!a).index()];
        *start -= 1;
        self.pairs[*start as usize] = b;
    }

    /// Appends a clause, and watches its first two literals.
    fn add(&mut self, literals: impl ExactSizeIterator<Item = Lit>) -> u32 {
        let clause = self.clauses.len() as u32;
        self.clauses.extend([literals.len() as u32, self.clock]);
        self.clauses.extend(literals.map(|lit| lit.0));
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let first = clause as usize + HEADER;
        let [a, b] = [self.clauses[first], self.clauses[first + 1]];
        watch(&mut self.watches, clause, [a, b]);
    }

    /// Learns a clause. Its first literal is about to become true, and its second is of the highest level
    /// among the others.
    pub(super) fn learn(&mut self, literals: &[Lit]) -> Reason {
        if literals.len() < 2 {
            return Reason::ALONE;
        }
        if self.clauses.len() + literals.len() > MAX_WORDS {
            return Reason::NONE;
        }
        self.learned += 1;
        Reason(self.add(literals.iter().copied()))
    }

    #[inline]
    pub(super) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    #[inline]
    pub(super) fn is_open(&self, variable: usize) -> bool {
        self.values[2 * variable] == 0
    }

    #[inline]
    pub(super) fn level(&self, lit: Lit) -> u32 {
        self.levels[lit.variable()]
    }

    #[inline]
    pub(super) fn reason(&self, lit: Lit) -> Reason {
        self.reasons[lit.variable()]
    }

    /// The literals that `lit` implies by binary clauses.
    #[inline]
    pub(super) fn pairs(&self, lit: Lit) -> &[Lit] {
        &self.pairs[self.pair_starts[lit.index()] as usize..self.pair_starts[lit.index() + 1] as usize]
    }

    #[inline]
    pub(super) fn assign(&mut self, lit: Lit, level: u32, reason: Reason) {
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.levels[lit.variable()] = level;
        self.reasons[lit.variable()] = reason;
        self.trail.push(lit);
    }

    /// Undoes all but the first `length` literals of the trail.
    pub(super) fn undo(&mut self, length: usize) {
        for lit in self.trail.drain(length..) {
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
        }
        self.head = length;
    }

    /// Calls `each` with the literals of a false clause, or of the reason of `lit` without `lit`.
    #[inline]
    pub(super) fn causes(&mut self, reason: Reason, lit: Option<Lit>, mut each: impl FnMut(Lit)) {
        if reason == Reason::ALONE {
            return;
        }
        if reason.0 & Reason::PAIR != 0 {
            return each(Lit(reason.0 & !Reason::PAIR));
        }
        let at = reason.0 as usize;
        self.clauses[at + 1] = self.clock;
        let length = self.clauses[at] as usize;
        for &word in &self.clauses[at + HEADER..at + HEADER + length] {
            if Some(Lit(word)) != lit {
                each(Lit(word));
            }
        }
    }

    /// Propagates on `level`. Returns the conflict, if any: a clause all of whose literals are false, where
    /// one of them is given separately for a binary clause.
    pub(super) fn propagate(&mut self, level: u32) -> Option<(Reason, Option<Lit>)> {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            self.propagated += 1;
            let (from, to) = (self.pair_starts[lit.index()], self.pair_starts[lit.index() + 1]);
            for k in from..to {
                let other = self.pairs[k as usize];
                match self.value(other) {
                    0 => self.assign(other, level, Reason::pair(!lit)),
                    -1 => return Some((Reason::pair(!lit), Some(other))),
                    _ => {}
                }
            }
            if let Some(conflict) = visit(&mut Level(self, level), (!lit).0) {
                return Some((Reason(conflict), None));
            }
        }
        None
    }

    /// Deletes learned clauses that were not used since `before`, unless they are reasons now.
    pub(super) fn forget(&mut self, before: u32) {
        let mut moved = Vec::new();
        let mut reasons: Vec<u32> =
            self.trail.iter().map(|&lit| self.reason(lit).0).filter(|&r| r & Reason::PAIR == 0).collect();
        reasons.sort_unstable();
        self.watches.iter_mut().for_each(|list| list.retain(|w| (w.clause as usize) < self.learned_from));
        let (mut from, mut to) = (self.learned_from, self.learned_from);
        self.learned = 0;
        while from < self.clauses.len() {
            let length = HEADER + self.clauses[from] as usize;
            let used = self.clauses[from] <= 3 || self.clauses[from + 1] >= before;
            if used || reasons.binary_search(&(from as u32)).is_ok() {
                self.clauses.copy_within(from..from + length, to);
                moved.push((from as u32, to as u32));
                self.watch(to as u32);
                self.learned += 1;
                to += length;
            }
            from += length;
        }
        self.clauses.truncate(to);
        for k in 0..self.trail.len() {
            let reason = &mut self.reasons[self.trail[k].variable()].0;
            if let Ok(at) = moved.binary_search_by_key(reason, |&(from, _)| from) {
                *reason = moved[at].1;
            }
        }
    }
}

/// A propagator, and the level of the literals that it assigns.
struct Level<'a>(&'a mut Propagator, u32);

impl Watching for Level<'_> {
    #[inline(always)]
    fn lists(&mut self) -> &mut WatchLists {
        &mut self.0.watches
    }

    #[inline(always)]
    fn values(&self) -> &[i8] {
        &self.0.values
    }

    #[inline(always)]
    fn clause(&mut self, clause: u32) -> (&mut [u32], &[i8]) {
        let Propagator { clauses, values, .. } = &mut *self.0;
        let length = clauses[clause as usize] as usize;
        (&mut clauses[clause as usize + HEADER..][..length], values)
    }

    #[inline(always)]
    fn imply(&mut self, literal: u32, clause: u32) {
        self.0.assign(Lit(literal), self.1, Reason(clause));
    }
}
