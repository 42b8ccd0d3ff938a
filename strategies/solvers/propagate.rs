//! Unit propagation by two watched literals (M. W. Moskewicz and others, *Chaff: Engineering an
//! Efficient SAT Solver*, 2001), and nothing else: no decisions, no learning.
//!
//! A clause is looked at only when one of two of its literals becomes false. Literals can be tried
//! and taken back: [`Propagator::mark`], [`Propagator::undo`].

use crate::support::watched_literals::{WatchLists, Watching, visit, watch};
use coverlab_model::Literal;

/// Clauses, and what follows from the literals made true so far.
#[derive(Clone, Debug, Default)]
pub struct Propagator {
    /// The literals of all clauses, each clause's first two watched.
    literals: Vec<u32>,
    /// Where each clause of two literals and more lies: from, to. Deleted: empty.
    clauses: Vec<(u32, u32)>,
    /// By literal: the clauses that watch it.
    watches: WatchLists,
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// Literals made true, in order.
    trail: Vec<u32>,
    /// How much of the trail has been propagated.
    done: usize,
    /// The clauses contradict each other whatever is assumed.
    refuted: bool,
    propagations: u64,
}

/// A clause is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// Variable v's literals are 2v and 2v + 1, the second negative.
fn code(literal: Literal) -> u32 {
    (literal.unsigned_abs() - 1) * 2 + u32::from(literal < 0)
}

fn literal(code: u32) -> Literal {
    let variable = (code / 2 + 1) as Literal;
    if code & 1 == 0 { variable } else { -variable }
}

impl Propagator {
    /// Forgets everything, and makes room for `variables` variables.
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

    /// Adds a clause, which gets the next number from 0 if it has two different literals or more
    /// and is no tautology. To be called with nothing tried.
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

    /// Watches the two literals of the last clause that are false last or not at all.
    fn attach(&mut self, from: usize) -> u32 {
        let number = self.clauses.len() as u32;
        let values = &self.values;
        let clause = &mut self.literals[from..];
        // A false literal is false for good here, so open literals come first.
        clause.sort_by_key(|&code| values[code as usize] < 0);
        let (a, b) = (clause[0], clause[1]);
        if values[a as usize] < 0 {
            self.refuted = true;
        } else if values[b as usize] < 0 && values[a as usize] == 0 {
            self.values[a as usize] = 1;
            self.values[a as usize ^ 1] = -1;
            self.trail.push(a);
        }
        watch(&mut self.watches, number, [a, b]);
        self.clauses.push((from as u32, self.literals.len() as u32));
        number
    }

    /// Deletes the clause of this number. What followed from it stays.
    pub fn delete(&mut self, number: u32) {
        self.clauses[number as usize] = (0, 0);
    }

    /// The value of `of`.
    pub fn value(&self, of: Literal) -> Option<bool> {
        match self.values.get(code(of) as usize) {
            None | Some(0) => None,
            Some(value) => Some(*value > 0),
        }
    }

    /// How many literals are true.
    pub fn assigned(&self) -> usize {
        self.trail.len()
    }

    /// The literals that became true after `mark`, in order.
    pub fn since(&self, mark: usize) -> impl Iterator<Item = Literal> + '_ {
        self.trail[mark..].iter().map(|&code| literal(code))
    }

    /// Literals that followed so far, what was taken back included.
    pub fn propagations(&self) -> u64 {
        self.propagations
    }

    /// Makes `literal` true.
    ///
    /// # Errors
    /// It is false.
    pub fn assume(&mut self, literal: Literal) -> Result<(), Conflict> {
        let code = code(literal);
        self.grow(code);
        match self.values[code as usize] {
            0 => self.make_true(code),
            1 => {}
            _ => return Err(Conflict),
        }
        Ok(())
    }

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

    /// Takes back what became true after `mark`.
    pub fn undo(&mut self, mark: usize) {
        for code in self.trail.drain(mark..) {
            self.values[code as usize] = 0;
            self.values[code as usize ^ 1] = 0;
        }
        self.done = self.done.min(mark);
    }

    /// Makes true what follows.
    ///
    /// # Errors
    /// A clause has become false.
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
