//! The search behind the interface [`Solver`]: incremental formulas, queries under assumptions, proofs.

use super::Activities;
use super::search::{Answer, Listener, Search, Switches};
use super::written::{Broken, Written};
use crate::sat_solvers::{Options, Shared, Solver, Statistics, Verdict};
use crate::support::literal::Lit;
use coverlab_model::{Flow, Literal, Stop};
use std::ops::ControlFlow::{Break, Continue};

/// Our own solver by clause learning.
pub(crate) struct CdclSolver<'a> {
    search: Search<Written<'a>>,
    monitor: Monitor<'a>,
    activities: Activities,
    clause: Vec<Lit>,
    /// Why a clause could not be added.
    stop: Option<Stop>,
}

impl<'a> CdclSolver<'a> {
    /// Creates a solver without clauses.
    ///
    /// # Panics
    /// If the options ask for a proof in another format than DRAT or LRAT.
    pub(crate) fn new(options: Options<'a>) -> CdclSolver<'a> {
        let broken = Broken::default();
        let mut search = Search::default();
        search.clear(&Switches::default());
        search.proof = Written::new(options.proof, broken.clone());
        CdclSolver {
            search,
            monitor: Monitor { monitor: options.monitor, broken },
            activities: Activities::new(options.seed),
            clause: Vec::new(),
            stop: None,
        }
    }

    /// Translates `literals` into the search's numbers, in [`Self::clause`].
    fn translate(&mut self, literals: &[Literal]) {
        self.clause.clear();
        for &literal in literals {
            let number = self.search.proof.numbering.number(literal);
            if number == self.search.variables() {
                self.search.add_variable(self.activities.next());
            }
            self.clause.push(Lit::new(number, literal > 0));
        }
    }

    fn broken(&self) -> Option<Verdict> {
        let what = self.monitor.broken.borrow();
        what.as_ref().map(|what| Verdict::Failed(format!("the proof cannot be written: {what}")))
    }
}

impl Solver for CdclSolver<'_> {
    fn add(&mut self, clause: &[Literal]) {
        self.translate(clause);
        self.stop = self.stop.or(self.search.add(&self.clause).break_value());
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Verdict {
        self.translate(assumptions);
        self.search.assume(&self.clause);
        let found = match self.stop {
            Some(stop) => Break(stop),
            None => self.search.next(&mut self.monitor),
        };
        if let Some(failed) = self.broken() {
            return failed;
        }
        match found {
            Continue(Answer::Model) => Verdict::Satisfiable,
            Continue(Answer::NoModel) => Verdict::Unsatisfiable,
            Break(stop) => Verdict::Unknown(stop),
        }
    }

    fn value(&self, variable: Literal) -> bool {
        let number = self.search.proof.numbering.known(variable);
        number.is_some_and(|number| self.search.value(Lit::new(number, true)))
    }

    fn core(&self) -> Vec<Literal> {
        self.search.core().into_iter().map(|lit| self.search.proof.literal(lit)).collect()
    }

    fn statistics(&self) -> Statistics {
        let work = &self.search.work;
        Statistics {
            conflicts: Some(work.conflicts),
            decisions: Some(work.decisions),
            propagations: Some(work.propagations),
            restarts: Some(work.restarts),
        }
    }

    fn finish(&mut self) -> Result<(), String> {
        self.search.proof.finish()
    }
}

/// Adapts a monitor to the callbacks of the search; also stops it if the proof cannot be written.
struct Monitor<'a> {
    monitor: Shared<'a>,
    broken: Broken,
}

impl Listener for Monitor<'_> {
    fn node(&mut self, _level: usize) -> Flow {
        self.monitor.borrow_mut().poll()
    }

    fn conflict(&mut self) -> Flow {
        if self.broken.borrow().is_some() {
            return Break(Stop::Cancelled);
        }
        self.monitor.borrow_mut().conflict()
    }
}
