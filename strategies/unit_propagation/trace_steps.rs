//! The steps of a propagation. The propagator does not keep why a literal is true; for an observer that listens, the clause
//! is searched for.

use crate::solvers::Propagator;
use coverlab_model::step::FormulaStep;
use coverlab_model::{Cnf, Literal, Observer};

/// The state as reported so far: the literals that are true, and the clauses by which others follow.
pub(super) struct Reporter {
    clauses: Vec<Box<[Literal]>>,
    /// By literal, the clauses it stands in.
    places: Vec<Vec<u32>>,
    /// By literal, whether it is true.
    holds: Vec<bool>,
    trail: Vec<Literal>,
    /// Where each level begins.
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
        observer.step(|| FormulaStep::Decide { literal, level: self.levels.len() });
        self.hold(literal);
    }

    /// Reports the literals that the propagator made true since the last call, and a false clause after a `conflict`.
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
            observer.step(|| FormulaStep::Propagate { literal, reason: reason.clone() });
            self.hold(literal);
        }
        if conflict {
            let mut all = self.clauses.iter();
            let clause = all.find(|clause| clause.iter().all(|&l| self.is_false(l))).expect("a false clause");
            observer.step(|| FormulaStep::Conflict(clause.clone()));
        }
    }

    /// Reports that the last assumption is taken back, and that its opposite follows if it failed.
    pub(super) fn taken_back(&mut self, failed: bool, observer: &mut impl Observer<Cnf>) {
        let Some(start) = self.levels.pop() else { return };
        let tried = self.trail[start];
        for literal in self.trail.drain(start..) {
            self.holds[index(literal)] = false;
        }
        if failed {
            observer.step(|| FormulaStep::Learn([-tried].into()));
            self.add(&[-tried]);
        }
        observer.step(|| FormulaStep::Backjump(self.levels.len()));
    }
}
