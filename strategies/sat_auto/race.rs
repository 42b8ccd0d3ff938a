//! A portfolio of solvers that take turns.

use crate::sat_solvers::{Engine, Monitor, Options, Solver, Verdict, load, model, start};
use coverlab_model::{Cnf, Event, Flow, Literal, Observer, Stop};
use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::ControlFlow::{self, Break, Continue};
use std::rc::Rc;
use std::time::Duration;

/// A configured solver.
struct Racer {
    /// The solver; it must support [`resumes`](Engine::resumes).
    engine: Engine,
    /// Whether variables that distinguish solutions are tried true first.
    truth: bool,
}

/// The portfolio, in the order of turns.
const PORTFOLIO: [Racer; 2] =
    [Racer { engine: Engine::Cdcl, truth: false }, Racer { engine: Engine::Batsat, truth: true }];

/// The search of a formula by the portfolio.
pub(super) struct Race<'p> {
    pub(super) cnf: &'p Cnf,
    /// Conflicts of each solver in the first round.
    pub(super) allowance: u64,
    pub(super) seed: u64,
}

impl Race<'_> {
    /// Reports solutions until a solver finds that there are no more.
    pub(super) fn run(&self, observer: &mut impl Observer<Cnf>) -> Flow {
        let monitor = Rc::new(RefCell::new(TurnMonitor { observer, left: 0, paused: false }));
        let mut solvers = Vec::with_capacity(PORTFOLIO.len());
        let flow = self.rounds(&monitor, &mut solvers);
        let (mut decisions, mut propagations) = (0, 0);
        for solver in &solvers {
            let work = solver.statistics();
            decisions += work.decisions.unwrap_or(0);
            propagations += work.propagations.unwrap_or(0);
        }
        drop(solvers);
        let observer = &mut *monitor.borrow_mut().observer;
        observer.count(Event::Guess, decisions);
        observer.count(Event::Propagate, propagations);
        flow
    }

    fn rounds<'a, O: Observer<Cnf>>(
        &self,
        monitor: &Rc<RefCell<TurnMonitor<'a, O>>>,
        solvers: &mut Vec<Box<dyn Solver + 'a>>,
    ) -> Flow {
        let mut found = HashSet::new();
        let mut allowance = self.allowance;
        loop {
            for (at, contender) in PORTFOLIO.iter().enumerate() {
                monitor.borrow_mut().left = allowance;
                if at == solvers.len() {
                    solvers.push(self.start(contender, monitor)?);
                }
                if self.turn(&mut *solvers[at], allowance, monitor, &mut found)? == TurnEnd::Done {
                    return Flow::Continue(());
                }
            }
            allowance = allowance.saturating_mul(2);
        }
    }

    /// Creates a solver and loads the formula. The error is the reason to stop.
    fn start<'a, O: Observer<Cnf>>(
        &self,
        contender: &Racer,
        monitor: &Rc<RefCell<TurnMonitor<'a, O>>>,
    ) -> ControlFlow<Stop, Box<dyn Solver + 'a>> {
        monitor.borrow_mut().observer.poll()?;
        let options = Options { seed: self.seed, monitor: monitor.clone(), proof: None };
        let mut solver = start(contender.engine, contender.truth, self.cnf, options);
        load(contender.engine, self.cnf, &mut *solver, monitor)?;
        Continue(solver)
    }

    /// Runs a solver for `allowance` conflicts, and for as many again after each new solution.
    fn turn<O: Observer<Cnf>>(
        &self,
        solver: &mut dyn Solver,
        allowance: u64,
        monitor: &RefCell<TurnMonitor<'_, O>>,
        found: &mut HashSet<Vec<Literal>>,
    ) -> ControlFlow<Stop, TurnEnd> {
        let cnf = self.cnf;
        loop {
            match solver.solve(&[]) {
                Verdict::Satisfiable => {}
                Verdict::Unsatisfiable => return Continue(TurnEnd::Done),
                Verdict::Unknown(_) if std::mem::take(&mut monitor.borrow_mut().paused) => {
                    return Continue(TurnEnd::Paused);
                }
                Verdict::Unknown(stop) => return Break(stop),
                Verdict::Failed(what) | Verdict::Crashed(what) => panic!("{what}"),
            }
            let model = model(solver, cnf.variables());
            // Models with the same blocking clause are one solution, whichever solver found them.
            let blocking = cnf.blocking_clause(&model);
            if found.insert(blocking.clone()) {
                let monitor = &mut *monitor.borrow_mut();
                monitor.left = allowance;
                monitor.observer.solution(|| model)?;
            }
            monitor.borrow_mut().observer.poll()?;
            solver.add(&blocking);
        }
    }
}

/// The result of a turn.
#[derive(PartialEq, Eq)]
enum TurnEnd {
    /// There are no more solutions.
    Done,
    /// The allowance is spent.
    Paused,
}

/// Applies the limits of the whole search, and pauses a solver whose allowance is spent.
struct TurnMonitor<'a, O> {
    observer: &'a mut O,
    left: u64,
    paused: bool,
}

impl<O: Observer<Cnf>> Monitor for TurnMonitor<'_, O> {
    fn conflict(&mut self) -> Flow {
        self.observer.node(0)?;
        self.observer.count(Event::Conflict, 1);
        self.left = self.left.saturating_sub(1);
        Flow::Continue(())
    }

    fn ahead(&mut self, time: Duration) -> Flow {
        self.observer.ahead(time)
    }

    /// A solver can be paused and resumed here, but not at a conflict.
    fn poll(&mut self) -> Flow {
        self.observer.poll()?;
        if self.left == 0 {
            self.paused = true;
            return Flow::Break(Stop::NodeLimit);
        }
        Flow::Continue(())
    }
}
