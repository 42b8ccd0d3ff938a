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
//! hard puzzles the clauses learned pile up. It is kept as [`Reuse`], to be measured, and is no
//! strategy.
//!
//! A guess is a literal that batsat or `cdcl` decides; varisat does not tell. Both decide a variable false
//! first, and so they guess where a digit does not stand; `first=true` has them guess where it stands
//! (see `sat/opposite.rs`), as T. Dillon's encoder for MiniSat does (*tdoku*, 2019).
//!
//! Depth is not known of any of these solvers and is reported as 0.

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod check;
mod checker;
mod external;
mod load;
mod numbering;
mod opposite;
mod process;
mod propagate;
mod reuse;
mod rup;
mod solver;
mod varisat;

pub use check::{Bytes, check_varisat, refute};
pub use checker::{Checker, NotAccepted};
pub use external::{External, Program};
pub use load::load;
pub(crate) use numbering::Numbering;
pub use process::{ProcessLimits, find};
pub use propagate::{Conflict, Propagator};
pub use reuse::Reuse;
pub use rup::{BadProof, Checked, check_drat, check_lrat};
pub use solver::{Engine, Limits, Monitor, Options, ProofFormat, Shared, Solver, Statistics, Verdict};

use coverlab_model::{About, Cnf, Event, Flow, Literal, Model, Observer, Parameter, Stop, Strategy, Values};
use opposite::Opposite;
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
    /// Whether variables that tell solutions apart are tried true first.
    truth: bool,
}

impl Strategy for Sat {
    type Problem = Cnf;
    type Scratch = ();
    const ABOUT: About = About {
        name: "sat",
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
        ],
        note: "varisat's limits take effect when it next writes out its proof, after some dozens of conflicts; a long propagation without conflicts is not interrupted. Where a time limit would come before a solver has gone through all clauses for the first time, the search stops before that. A formula of more than 2^24 variables is given up for want of memory. On Sudokus it takes encoding=minimal, natural, extended or augmented, amo=pairwise, sequential, ladder, bitwise, commander, bimander, product or totalizer, and clues=units or reduced; on exact covers amo. A program on the path is sat-cli:command=kissat.",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        match parameter {
            "first" => self.truth = value == "true",
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
        let told = Rc::new(RefCell::new(Tell(observer)));
        let options = Options { seed, monitor: told.clone(), proof: None };
        let mut solver = start(self.engine, self.truth, cnf, options);
        let flow = models(self.engine, cnf, &mut *solver, &told);
        let work = solver.statistics();
        drop(solver);
        let observer = &mut *told.borrow_mut().0;
        observer.count(Event::Guess, work.decisions.unwrap_or(0));
        observer.count(Event::Propagate, work.propagations.unwrap_or(0));
        flow
    }
}

/// A solver for `cnf`, which is still to be loaded. With `truth` it tries variables that tell solutions apart
/// true first.
pub(crate) fn start<'a>(
    engine: Engine,
    truth: bool,
    cnf: &Cnf,
    options: Options<'a>,
) -> Box<dyn Solver + 'a> {
    let solver = engine.start(options);
    if !truth {
        return solver;
    }
    let all: Vec<Literal>;
    let variables = match cnf.decisive() {
        Some(decisive) => decisive,
        None => {
            all = (1..=cnf.variables() as Literal).collect();
            &all
        }
    };
    Box::new(Opposite::new(solver, variables))
}

/// Finds one model of `cnf` after the other.
fn models<O: Observer<Cnf>>(
    engine: Engine,
    cnf: &Cnf,
    solver: &mut dyn Solver,
    told: &RefCell<Tell<'_, O>>,
) -> Flow {
    load(engine, cnf, solver, told)?;
    loop {
        match solver.solve(&[]) {
            Verdict::Satisfiable => {}
            Verdict::Unsatisfiable => return Flow::Continue(()),
            Verdict::Unknown(stop) => return Flow::Break(stop),
            Verdict::Failed(what) => panic!("{what}"),
        }
        let model = model(solver, cnf.variables());
        let blocking = cnf.blocking_clause(&model);
        told.borrow_mut().0.solution(|| model)?;
        told.borrow_mut().0.poll()?;
        solver.add(&blocking);
    }
}

/// The model that `solver` found, of variables 1 to `variables`.
pub fn model(solver: &dyn Solver, variables: usize) -> Model {
    Model::new((1..=variables as Literal).map(|v| solver.value(v)).collect())
}

/// An observer as a solver's monitor.
struct Tell<'a, O>(&'a mut O);

impl<O: Observer<Cnf>> Monitor for Tell<'_, O> {
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
