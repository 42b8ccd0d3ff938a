//! `sat`: conflict-driven clause learning, by a solver of others.
//!
//! # Origin
//!
//! J. P. Marques-Silva and K. A. Sakallah, *GRASP: A Search Algorithm for Propositional
//! Satisfiability*, 1999, and what grew from it; here as J. Harder's *varisat* 0.2.2 and
//! S. Cruanes's *batsat* 0.6 have it: two watched literals, activities that decay, restarts after
//! Luby, learned clauses kept by their glue (varisat) or their activity (batsat, as MiniSat).
//!
//! # Idea
//!
//! Decide a literal, propagate. When a clause becomes false, resolve the reasons of its literals
//! into one new clause that would have prevented this, learn it, and jump back to where it
//! acts. To find more than one model, exclude each by a clause and go on with all that was
//! learned; when the formula becomes unsatisfiable there are no more. That serves to show a
//! solution unique; after some ten thousand models the excluded ones weigh more than the
//! formula, and dancing links count better.
//!
//! # Cost
//!
//! On a 9x9 Sudoku most of the time goes into loading twelve thousand clauses, not into search.
//! `clues=reduced` leaves out what the clues decide and is worth more than any choice of solver.
//!
//! # What did not work
//!
//! One solver for many puzzles, its clues given as assumptions: what it learned of one puzzle
//! decides how it searches the next, so that neither counts nor first solutions repeat, and on
//! hard puzzles the clauses learned pile up. It is kept as
//! [`Reuse`](crate::solvers::Reuse), to be measured, and is no
//! strategy.
//!
//! A guess is a literal that batsat or `cdcl` decides; varisat does not tell. Both decide a variable false
//! first, and so they guess where a digit does not stand; `first=true` has them guess where it stands
//! (see `support/solvers/opposite.rs`), as T. Dillon's encoder for MiniSat does (*tdoku*, 2019).
//!
//! Depth is not known of any of these solvers and is reported as 0.

use crate::solvers::{
    Engine, Monitor, Options, Proof, Solver, Verdict, decisive_variables, load, model, start,
};
use coverlab_model::{About, Cnf, Event, Flow, Observer, Parameter, Purpose, Stop, Strategy, Values};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// The most variables a formula may have: a header can promise any number, and some tables go by
/// variable.
const MOST_VARIABLES: usize = 1 << 24;

/// A solver of others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sat {
    engine: Engine,
    /// Whether variables that distinguish solutions are tried true first.
    truth: bool,
    /// Whether a proof that there are no more models is checked.
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
                meaning: "Who solves: varisat, batsat, a port of MiniSat that takes a seed, the solver of `cdcl`, or, if it is built in (feature `cadical`), CaDiCaL. All but varisat count their guesses.",
                values: Values::OneOf(Engine::NAMES),
                default: "varisat",
            },
            Parameter {
                name: "first",
                meaning: "What a variable is tried to be first: false, or true if it tells solutions apart, which on a Sudoku are the candidates.",
                values: Values::OneOf(&["false", "true"]),
                default: "false",
            },
            Parameter {
                name: "proof",
                meaning: "Whether it is believed that there is no model, or none besides those found: without further ado, or once its proof in DRAT was accepted, step by step, by a checker that shares no code with it (rup).",
                values: Values::OneOf(&["none", "rup"]),
                default: "none",
            },
        ],
        note: "varisat's limits take effect when it next writes out its proof, after some dozens of conflicts; a long propagation without conflicts is not interrupted. Where a time limit would come before a solver has gone through all clauses for the first time, the search stops before that. A formula of more than 2^24 variables is given up for want of memory. On Sudokus it takes encoding=minimal, natural, extended or augmented, amo=pairwise, sequential, ladder, bitwise, commander, bimander, product or totalizer, and clues=units or reduced; on exact covers amo.",
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

    fn solve(&self, cnf: &Cnf, seed: u64, (): &mut (), observer: &mut impl Observer<Cnf>) -> Flow {
        if cnf.variables() > MOST_VARIABLES {
            return Flow::Break(Stop::Memory);
        }
        let monitor = Rc::new(RefCell::new(ObserverMonitor(observer)));
        let opposite = if self.truth { decisive_variables(cnf) } else { Vec::new() };
        let mut proof = self.proved.then(|| Proof::of(cnf, &opposite));
        let out = proof.as_ref().filter(|_| self.engine != Engine::Varisat).map(Proof::out);
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
    /// Has the proof of `solver` checked that there are no more models. varisat makes none where clauses come
    /// later; it is asked again, from the beginning.
    fn confirm<O: Observer<Cnf>>(
        &self,
        proof: &Proof,
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

/// Finds one model of `cnf` after the other, and adds the clauses that exclude them to `proof`.
fn models<O: Observer<Cnf>>(
    engine: Engine,
    cnf: &Cnf,
    solver: &mut dyn Solver,
    monitor: &RefCell<ObserverMonitor<'_, O>>,
    mut proof: Option<&mut Proof>,
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

/// An observer as a solver's monitor.
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
