//! Unit propagation by two watched literals (M. W. Moskewicz and others, *Chaff: Engineering an Efficient SAT
//! Solver*, 2001), without decisions or learning.
//!
//! A clause is visited only when one of its two watched literals becomes false. Literals can be tried and
//! undone: [`Propagator::mark`], [`Propagator::undo`].

use crate::support::watched_literals::{WatchLists, Watching, visit, watch};
use coverlab_model::Literal;

/// Clauses, and the consequences of the literals made true so far.
#[derive(Clone, Debug, Default)]
pub struct Propagator {
    /// The literals of all clauses; the first two of each clause are watched.
    literals: Vec<u32>,
    /// The range of each clause with at least two literals; empty if it was deleted.
    clauses: Vec<(u32, u32)>,
    /// By literal: the clauses that watch it.
    watches: WatchLists,
    /// By literal: 1 if it is true, -1 if it is false, 0 if it is unassigned.
    values: Vec<i8>,
    /// The true literals, in the order in which they became true.
    trail: Vec<u32>,
    /// The length of the propagated part of the trail.
    done: usize,
    /// Whether the clauses are contradictory without any assumption.
    refuted: bool,
    propagations: u64,
}

/// The conflict: a clause is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// Variable v has the literals 2v and, negated, 2v + 1.
fn code(literal: Literal) -> u32 {
    (literal.unsigned_abs() - 1) * 2 + u32::from(literal < 0)
}

fn literal(code: u32) -> Literal {
    let variable = (code / 2 + 1) as Literal;
    if code & 1 == 0 { variable } else { -variable }
}

impl Propagator {
    /// Removes everything, and makes room for `variables` variables.
    pub fn clear(&mut self, variables: usize) {
        self.literals.clear();
        self.clauses.clear();
        self.watches.iter_mut().for_each(Vec::clear);
        self.watches.resize(2 * variables, Vec::new());
        self.values.clear();
        self.values.resize(2 * variables, 0);
        self.trail.clear();
        self.done = 0;
        self.refuted = false;
        self.propagations = 0;
    }

    fn grow(&mut self, code: u32) {
        let least = (code | 1) as usize + 1;
        if self.values.len() < least {
            self.values.resize(least, 0);
            self.watches.resize(least, Vec::new());
        }
    }

    /// Adds a clause. If it has at least two different literals and is not a tautology, returns its number,
    /// counted from 0. No assumption may be active.
    pub fn add(&mut self, clause: &[Literal]) -> Option<u32> {
        let from = self.literals.len();
        for &l in clause {
            let code = code(l);
            self.grow(code);
            let seen = &self.literals[from..];
            if seen.contains(&(code ^ 1)) {
                self.literals.truncate(from);
                return None;
            }
            if !seen.contains(&code) {
                self.literals.push(code);
            }
        }
        match self.literals.len() - from {
            0 => {
                self.refuted = true;
                None
            }
            1 => {
                let unit = self.literals[from];
                self.literals.truncate(from);
                self.refuted |= self.values[unit as usize] < 0;
                self.make_true(unit);
                None
            }
            _ => Some(self.attach(from)),
        }
    }

    /// Watches the two literals of the last clause that become false last or not at all.
    fn attach(&mut self, from: usize) -> u32 {
        let number = self.clauses.len() as u32;
        let clause = &mut self.literals[from..];
        // At this point a false literal is false for good, so unassigned literals come first.
        clause.sort_by_key(|&code| self.values[code as usize] < 0);
        let (a, b) = (clause[0], clause[1]);
        if self.values[a as usize] < 0 {
            self.refuted = true;
        } else if self.values[b as usize] < 0 {
            self.make_true(a);
        }
        watch(&mut self.watches, number, [a, b]);
        self.clauses.push((from as u32, self.literals.len() as u32));
        number
    }

    /// Deletes the clause with this number. Its consequences stay.
    pub fn delete(&mut self, number: u32) {
        self.clauses[number as usize] = (0, 0);
    }

    /// The value of a literal; `None` if it is unassigned.
    pub fn value(&self, of: Literal) -> Option<bool> {
        match self.values.get(code(of) as usize) {
            None | Some(0) => None,
            Some(value) => Some(*value > 0),
        }
    }

    /// The number of true literals.
    pub fn assigned(&self) -> usize {
        self.trail.len()
    }

    /// The literals that became true after `mark`, in order.
    pub fn since(&self, mark: usize) -> impl Iterator<Item = Literal> + '_ {
        self.trail[mark..].iter().map(|&code| literal(code))
    }

    /// The number of literals propagated so far, including those undone.
    pub fn propagations(&self) -> u64 {
        self.propagations
    }

    /// Makes `literal` true.
    ///
    /// # Errors
    /// The literal is false.
    pub fn assume(&mut self, literal: Literal) -> Result<(), Conflict> {
        let code = code(literal);
        self.grow(code);
        if self.values[code as usize] < 0 {
            return Err(Conflict);
        }
        self.make_true(code);
        Ok(())
    }

    /// Makes a literal true, unless it has a value.
    fn make_true(&mut self, code: u32) {
        if self.values[code as usize] == 0 {
            self.values[code as usize] = 1;
            self.values[code as usize ^ 1] = -1;
            self.trail.push(code);
        }
    }

    /// The current length of the trail, for [`Self::undo`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes the literals that became true after `mark`.
    pub fn undo(&mut self, mark: usize) {
        for code in self.trail.drain(mark..) {
            self.values[code as usize] = 0;
            self.values[code as usize ^ 1] = 0;
        }
        self.done = self.done.min(mark);
    }

    /// Propagates all consequences.
    ///
    /// # Errors
    /// A clause became false.
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        if self.refuted {
            return Err(Conflict);
        }
        while let Some(&made_true) = self.trail.get(self.done) {
            self.done += 1;
            if visit(self, made_true ^ 1).is_some() {
                return Err(Conflict);
            }
        }
        Ok(())
    }
}

impl Watching for Propagator {
    #[inline(always)]
    fn lists(&mut self) -> &mut WatchLists {
        &mut self.watches
    }

    #[inline(always)]
    fn values(&self) -> &[i8] {
        &self.values
    }

    #[inline(always)]
    fn clause(&mut self, clause: u32) -> (&mut [u32], &[i8]) {
        let (from, to) = self.clauses[clause as usize];
        (&mut self.literals[from as usize..to as usize], &self.values)
    }

    #[inline(always)]
    fn imply(&mut self, literal: u32, _clause: u32) {
        self.propagations += 1;
        self.make_true(literal);
    }
}
