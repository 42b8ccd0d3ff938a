//! `sat`: conflict-driven clause learning by a solver library.
//!
//! # Origin
//!
//! J. P. Marques-Silva and K. A. Sakallah, *GRASP: A Search Algorithm for Propositional Satisfiability*,
//! 1999, and its successors. The solvers are J. Harder's *varisat* 0.2.2 and S. Cruanes's *batsat* 0.6. Both
//! use two watched literals, decaying activities and Luby restarts. varisat keeps learned clauses by their
//! glue, batsat by their activity, like MiniSat.
//!
//! # Idea
//!
//! Decide a literal and propagate. When a clause becomes false, resolve the reasons of its literals into a
//! new clause that would have prevented this, learn it, and jump back to the level where it becomes unit. To
//! find more than one model, exclude each by a clause and continue with all learned clauses; when the formula
//! becomes unsatisfiable there are no more. This works well to prove that a solution is unique. After some
//! ten thousand models the clauses that exclude them outweigh the formula, and dancing links count faster.
//!
//! # Cost
//!
//! On a 9x9 Sudoku loading twelve thousand clauses takes most of the time, not the search. `clues=reduced`
//! omits what the clues decide, which matters more than the choice of solver.
//!
//! # What did not work
//!
//! One solver for many puzzles, with the clues as assumptions: what it learned from one puzzle affects the
//! search of the next, so neither counts nor first solutions are reproducible, and on hard puzzles the
//! learned clauses accumulate.
//!
//! # Counters
//!
//! A guess is a literal that batsat or `cdcl` decides; varisat does not report it. Both decide a variable
//! false first, so they guess where a digit is not. With `first=true` they guess where it is (see
//! `sat_solvers/flip_polarity.rs`), as T. Dillon's encoder for MiniSat does (*tdoku*, 2019).
//!
//! None of these solvers reports its depth, so the depth is 0.

use crate::sat_solvers::{
    Engine, Monitor, Options, RecordedProof, Solver, Verdict, decisive_variables, load, model, start,
};
use crate::support::literal;
use coverlab_model::{About, Cnf, Event, Flow, Observer, Parameter, Purpose, Refusal, Strategy, Values};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// The strategy, with its solver.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sat {
    engine: Engine,
    /// Whether variables that distinguish solutions are tried true first.
    truth: bool,
    /// Whether to check a proof that there are no more models.
    proved: bool,
}

impl Strategy for Sat {
    type Problem = Cnf;
    type Scratch = ();
    const ABOUT: About = About {
        name: "sat",
        purpose: Purpose::Fast,
        sentence: "Conflict-driven clause learning by varisat, batsat or another solver; further models by excluding those found",
        source: "J. Harder, varisat 0.2.2, and S. Cruanes, batsat 0.6, after J. P. Marques-Silva and K. A. Sakallah, GRASP, 1999",
        node: "one learned clause",
        complete: true,
        interruptible: true,
        events: &[Event::Conflict],
        parameters: &[
            Parameter {
                name: "solver",
                meaning: "the solver: varisat; batsat, a port of MiniSat that accepts a seed; or the solver of `cdcl`; all but varisat count their guesses",
                values: Values::OneOf(Engine::NAMES),
                default: "varisat",
            },
            Parameter {
                name: "first",
                meaning: "the first value that the solver tries: false for every variable, or true for variables that distinguish solutions, which are the candidates of a Sudoku",
                values: Values::OneOf(&["false", "true"]),
                default: "false",
            },
            Parameter {
                name: "proof",
                meaning: "when to accept the solver's answer that there are no more models: without a check, or after a checker that shares no code with the solver (rup) has accepted its DRAT proof",
                values: Values::OneOf(&["none", "rup"]),
                default: "none",
            },
        ],
        note: "Limits of varisat take effect when it next writes to its proof, after some dozens of conflicts; a \
               long propagation without conflicts is not interrupted. If the time limit is too short for a solver's \
               first pass over all clauses, the search stops before that pass. On formulas of more than 2^24 \
               variables the search ends with `memory`. On Sudokus it takes encoding=minimal, natural, extended or \
               augmented, amo=pairwise, sequential, ladder, bitwise, commander, bimander, product or totalizer, and \
               clues=units or reduced; on exact covers amo.",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        match parameter {
            "first" => self.truth = value == "true",
            "proof" => self.proved = value == "rup",
            _ => self.engine = Engine::of_name(value).expect("a declared value"),
        }
    }

    fn profile(&self) -> &'static About {
        const COUNTS: About =
            About { events: &[Event::Conflict, Event::Propagate, Event::Guess], ..Sat::ABOUT };
        if self.engine == Engine::Varisat { const { &Sat::ABOUT } } else { const { &COUNTS } }
    }

    fn accepts(&self, cnf: &Cnf) -> Result<(), Refusal> {
        literal::accepts(cnf)
    }

    fn solve(&self, cnf: &Cnf, seed: u64, (): &mut (), observer: &mut impl Observer<Cnf>) -> Flow {
        let monitor = Rc::new(RefCell::new(ObserverMonitor(observer)));
        let opposite = if self.truth { decisive_variables(cnf) } else { Vec::new() };
        let mut proof = self.proved.then(|| RecordedProof::of(cnf, &opposite));
        let out = proof.as_ref().filter(|_| self.engine != Engine::Varisat).map(RecordedProof::out);
        let options = Options { seed, monitor: monitor.clone(), proof: out };
        let mut solver = start(self.engine, self.truth, cnf, options);
        let mut flow = models(self.engine, cnf, &mut *solver, &monitor, proof.as_mut());
        if let (Some(proof), Flow::Continue(())) = (&proof, flow) {
            flow = self.confirm(proof, &mut *solver, seed, &monitor);
        }
        let work = solver.statistics();
        drop(solver);
        let observer = &mut *monitor.borrow_mut().0;
        observer.count(Event::Guess, work.decisions.unwrap_or(0));
        observer.count(Event::Propagate, work.propagations.unwrap_or(0));
        flow
    }
}

impl Sat {
    /// Checks the proof of `solver` that there are no more models. varisat writes no proof if clauses are
    /// added during the search, so a second search is run from the beginning.
    fn confirm<O: Observer<Cnf>>(
        &self,
        proof: &RecordedProof,
        solver: &mut dyn Solver,
        seed: u64,
        monitor: &Rc<RefCell<ObserverMonitor<'_, O>>>,
    ) -> Flow {
        let mut again;
        let solver = if self.engine == Engine::Varisat {
            let options = Options { seed, monitor: monitor.clone(), proof: Some(proof.out()) };
            again = self.engine.start(options);
            load(self.engine, proof.formula(), &mut *again, monitor)?;
            match again.solve(&[]) {
                Verdict::Unsatisfiable => &mut *again,
                Verdict::Unknown(stop) => return Flow::Break(stop),
                verdict => panic!("asked again, it answers otherwise: {verdict:?}"),
            }
        } else {
            solver
        };
        solver.finish().unwrap_or_else(|what| panic!("the proof cannot be written: {what}"));
        proof.check(|| monitor.borrow_mut().0.poll())
    }
}

/// Finds the models of `cnf` one after the other, and adds the clauses that exclude them to `proof`.
fn models<O: Observer<Cnf>>(
    engine: Engine,
    cnf: &Cnf,
    solver: &mut dyn Solver,
    monitor: &RefCell<ObserverMonitor<'_, O>>,
    mut proof: Option<&mut RecordedProof>,
) -> Flow {
    load(engine, cnf, solver, monitor)?;
    loop {
        match solver.solve(&[]) {
            Verdict::Satisfiable => {}
            Verdict::Unsatisfiable => return Flow::Continue(()),
            Verdict::Unknown(stop) => return Flow::Break(stop),
            Verdict::Failed(what) | Verdict::Crashed(what) => panic!("{what}"),
        }
        let model = model(solver, cnf.variables());
        let blocking = cnf.blocking_clause(&model);
        monitor.borrow_mut().0.solution(|| model)?;
        monitor.borrow_mut().0.poll()?;
        solver.add(&blocking);
        if let Some(proof) = &mut proof {
            proof.exclude(&blocking);
        }
    }
}

/// Adapts an observer to the monitor of a solver.
struct ObserverMonitor<'a, O>(&'a mut O);

impl<O: Observer<Cnf>> Monitor for ObserverMonitor<'_, O> {
    fn conflict(&mut self) -> Flow {
        self.0.node(0)?;
        self.0.count(Event::Conflict, 1);
        Flow::Continue(())
    }

    fn poll(&mut self) -> Flow {
        self.0.poll()
    }

    fn ahead(&mut self, time: Duration) -> Flow {
        Observer::ahead(self.0, time)
    }
}
