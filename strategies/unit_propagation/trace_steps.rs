//! Trace steps of a propagation. The propagator does not store reasons, so they are searched for here, and
//! only for an observer that watches steps.

use crate::sat_solvers::Propagator;
use coverlab_model::{Cnf, Literal, Observer, Step};

/// The state as reported so far: the true literals, and the clauses that force further literals.
pub(super) struct Reporter {
    clauses: Vec<Box<[Literal]>>,
    /// By literal, the clauses that contain it.
    places: Vec<Vec<u32>>,
    /// By literal, whether it is true.
    holds: Vec<bool>,
    trail: Vec<Literal>,
    /// The start of each level.
    levels: Vec<usize>,
}

fn index(literal: Literal) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl Reporter {
    pub(super) fn new(cnf: &Cnf) -> Reporter {
        let literals = 2 * cnf.variables() + 2;
        let mut reporter = Reporter {
            clauses: Vec::new(),
            places: vec![Vec::new(); literals],
            holds: vec![false; literals],
            trail: Vec::new(),
            levels: Vec::new(),
        };
        cnf.clauses().for_each(|clause| reporter.add(clause));
        reporter
    }

    fn add(&mut self, clause: &[Literal]) {
        clause.iter().for_each(|&literal| self.places[index(literal)].push(self.clauses.len() as u32));
        self.clauses.push(clause.into());
    }

    fn hold(&mut self, literal: Literal) {
        self.holds[index(literal)] = true;
        self.trail.push(literal);
    }

    fn is_false(&self, literal: Literal) -> bool {
        self.holds[index(-literal)]
    }

    /// Reports an assumption.
    pub(super) fn assume(&mut self, literal: Literal, observer: &mut impl Observer<Cnf>) {
        self.levels.push(self.trail.len());
        observer.step(|| Step::Decide { literal, level: self.levels.len() });
        self.hold(literal);
    }

    /// Reports the literals that became true since the last call, and a false clause after a `conflict`.
    pub(super) fn propagated(
        &mut self,
        propagator: &Propagator,
        conflict: bool,
        observer: &mut impl Observer<Cnf>,
    ) {
        for literal in propagator.since(self.trail.len()) {
            let forces = |clause: &[Literal]| clause.iter().all(|&l| l == literal || self.is_false(l));
            let mut reasons = self.places[index(literal)].iter().map(|&k| &self.clauses[k as usize]);
            let reason = reasons.find(|clause| forces(clause)).expect("a clause that forces the literal");
            observer.step(|| Step::Propagate { literal, reason: reason.clone() });
            self.hold(literal);
        }
        if conflict {
            let mut all = self.clauses.iter();
            let clause = all.find(|clause| clause.iter().all(|&l| self.is_false(l))).expect("a false clause");
            observer.step(|| Step::Conflict { clause: clause.clone() });
        }
    }

    /// Reports that the last assumption is undone, and that its negation follows if it failed.
    pub(super) fn taken_back(&mut self, failed: bool, observer: &mut impl Observer<Cnf>) {
        let Some(start) = self.levels.pop() else { return };
        let tried = self.trail[start];
        for literal in self.trail.drain(start..) {
            self.holds[index(literal)] = false;
        }
        if failed {
            observer.step(|| Step::Learn { clause: [-tried].into() });
            self.add(&[-tried]);
        }
        observer.step(|| Step::Backjump { level: self.levels.len() });
    }
}
