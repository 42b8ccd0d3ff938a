//! A solver in which the polarity of some variables is flipped.
//!
//! MiniSat and its successors decide a variable false first, unless they remember another value. So on a
//! Sudoku a decision says that a digit is *not* in a cell. T. Dillon's encoder (*tdoku*, 2019) gives each
//! candidate's variable the opposite meaning, so that the same solver tries digits. Which way takes fewer
//! guesses depends on the encoding and the puzzles (results/tdoku-encodings). This wrapper does the same for
//! any solver and any variables, invisible to its users.

use super::solver::{Solver, Statistics, Verdict};
use coverlab_model::Literal;
use std::time::Duration;

/// A solver that receives the literals of some variables negated.
pub(super) struct FlippedPolarity<'a> {
    inner: Box<dyn Solver + 'a>,
    /// By variable, from 0: whether its polarity is flipped.
    opposite: Vec<bool>,
    literals: Vec<Literal>,
}

impl<'a> FlippedPolarity<'a> {
    pub(super) fn new(inner: Box<dyn Solver + 'a>, variables: &[Literal]) -> FlippedPolarity<'a> {
        let most = variables.iter().map(|v| v.unsigned_abs() as usize).max().unwrap_or(0);
        let mut opposite = vec![false; most];
        variables.iter().for_each(|v| opposite[v.unsigned_abs() as usize - 1] = true);
        FlippedPolarity { inner, opposite, literals: Vec::new() }
    }

    fn is_opposite(&self, literal: Literal) -> bool {
        self.opposite.get(literal.unsigned_abs() as usize - 1).copied().unwrap_or(false)
    }

    fn turned(&self, literal: Literal) -> Literal {
        if self.is_opposite(literal) { -literal } else { literal }
    }

    /// Flips `literals` into `self.literals`.
    fn turn(&mut self, literals: &[Literal]) {
        let mut turned = std::mem::take(&mut self.literals);
        turned.clear();
        turned.extend(literals.iter().map(|&literal| self.turned(literal)));
        self.literals = turned;
    }
}

impl Solver for FlippedPolarity<'_> {
    fn add(&mut self, clause: &[Literal]) {
        self.turn(clause);
        self.inner.add(&self.literals);
    }

    fn loaded(&mut self, took: Duration) {
        self.inner.loaded(took);
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Verdict {
        self.turn(assumptions);
        self.inner.solve(&self.literals)
    }

    fn value(&self, variable: Literal) -> bool {
        self.inner.value(variable) != self.is_opposite(variable)
    }

    fn core(&self) -> Vec<Literal> {
        self.inner.core().into_iter().map(|literal| self.turned(literal)).collect()
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }

    fn finish(&mut self) -> Result<(), String> {
        self.inner.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Engine, Options, SolverLimits};
    use super::*;
    use coverlab_model::Cancel;

    #[test]
    fn flipped_polarity_changes_only_what_is_tried_first() {
        for &engine in Engine::ALL {
            let start = || engine.start(Options::new(SolverLimits::new(Cancel::default()).shared()));
            let mut free = FlippedPolarity::new(start(), &[2]);
            free.add(&[1, 2, 3]);
            free.add(&[-1, -2]);
            assert_eq!(free.solve(&[]), Verdict::Satisfiable);
            assert!(free.value(2) && !free.value(1), "{}: 2 is tried true, 1 false", engine.name());
            assert_eq!(free.solve(&[-2, -3]), Verdict::Satisfiable);
            assert!(free.value(1) && !free.value(2));
            assert_eq!(free.solve(&[1, 2]), Verdict::Unsatisfiable);
            let core = free.core();
            assert!(!core.is_empty() && core.iter().all(|l| [1, 2].contains(l)), "{core:?}");
        }
    }
}
