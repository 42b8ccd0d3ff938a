//! Ways in turns.

use crate::support::solvers::{Engine, Formula, Monitor, Options, Solver, Verdict, load, model, start};
use coverlab_model::{Event, Flow, Literal, Model, Observer, Problem, Stop};
use std::cell::RefCell;
use std::collections::HashSet;
use std::marker::PhantomData;
use std::ops::ControlFlow::{self, Break, Continue};
use std::rc::Rc;
use std::time::Duration;

/// A way to solve a formula.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// Who solves: one that [`resumes`](Engine::resumes).
    pub(super) engine: Engine,
    /// Whether variables that tell solutions apart are tried true first.
    pub(super) truth: bool,
}

/// Who takes part.
pub(super) struct Race<'p, D> {
    pub(super) formula: Formula<'p>,
    /// Those that begin come first.
    pub(super) ways: &'p [Way],
    /// The solution that a model of the formula is.
    pub(super) decode: D,
    /// Conflicts of each in the first round.
    pub(super) allowance: u64,
    pub(super) seed: u64,
}

impl<D> Race<'_, D> {
    /// Finds one solution after the other, until a way says that there are no more.
    pub(super) fn run<P: Problem>(&self, observer: &mut impl Observer<P>) -> Flow
    where
        D: Fn(Model) -> P::Solution,
    {
        let pace = Rc::new(RefCell::new(Pace { observer, left: 0, paused: false, problem: PhantomData }));
        let mut runners = Vec::with_capacity(self.ways.len());
        let flow = self.rounds(&pace, &mut runners);
        let (mut decisions, mut propagations) = (0, 0);
        for runner in &runners {
            let work = runner.statistics();
            decisions += work.decisions.unwrap_or(0);
            propagations += work.propagations.unwrap_or(0);
        }
        drop(runners);
        let observer = &mut *pace.borrow_mut().observer;
        observer.count(Event::Guess, decisions);
        observer.count(Event::Propagate, propagations);
        flow
    }

    fn rounds<'a, P: Problem, O: Observer<P>>(
        &self,
        pace: &Rc<RefCell<Pace<'a, P, O>>>,
        runners: &mut Vec<Box<dyn Solver + 'a>>,
    ) -> Flow
    where
        D: Fn(Model) -> P::Solution,
    {
        let mut found = HashSet::new();
        let mut allowance = self.allowance;
        loop {
            for (at, way) in self.ways.iter().enumerate() {
                pace.borrow_mut().left = allowance;
                if at == runners.len() {
                    runners.push(self.start(way, pace)?);
                }
                if self.turn(&mut *runners[at], allowance, pace, &mut found)? == Turn::Done {
                    return Flow::Continue(());
                }
            }
            allowance = allowance.saturating_mul(2);
        }
    }

    /// A way with the formula loaded. The error: a reason to stop.
    fn start<'a, P: Problem, O: Observer<P>>(
        &self,
        way: &Way,
        pace: &Rc<RefCell<Pace<'a, P, O>>>,
    ) -> ControlFlow<Stop, Box<dyn Solver + 'a>> {
        pace.borrow_mut().observer.poll()?;
        let options = Options { seed: self.seed, monitor: pace.clone(), proof: None };
        let mut solver = start(way.engine, way.truth, self.formula.cnf, options);
        load(way.engine, self.formula, &mut *solver, pace)?;
        Continue(solver)
    }

    /// Lets a way go on for so many conflicts, and for as many again after each new solution.
    fn turn<P: Problem, O: Observer<P>>(
        &self,
        solver: &mut dyn Solver,
        allowance: u64,
        pace: &RefCell<Pace<'_, P, O>>,
        found: &mut HashSet<Vec<Literal>>,
    ) -> ControlFlow<Stop, Turn>
    where
        D: Fn(Model) -> P::Solution,
    {
        let cnf = self.formula.cnf;
        loop {
            match solver.solve(&[]) {
                Verdict::Satisfiable => {}
                Verdict::Unsatisfiable => return Continue(Turn::Done),
                Verdict::Unknown(_) if std::mem::take(&mut pace.borrow_mut().paused) => {
                    return Continue(Turn::Paused);
                }
                Verdict::Unknown(stop) => return Break(stop),
                Verdict::Failed(what) => panic!("{what}"),
            }
            let model = model(solver, cnf.variables());
            // Models that exclude the same are one solution, whichever way found them.
            let blocking = cnf.blocking_clause(&model);
            if found.insert(blocking.clone()) {
                let pace = &mut *pace.borrow_mut();
                pace.left = allowance;
                pace.observer.solution(|| (self.decode)(model))?;
            }
            pace.borrow_mut().observer.poll()?;
            solver.add(&blocking);
        }
    }
}

/// What a turn came to.
#[derive(PartialEq, Eq)]
enum Turn {
    /// There are no more solutions.
    Done,
    /// The allowance is used up.
    Paused,
}

/// Holds the limits of the whole, and pauses a way whose allowance is used up.
struct Pace<'a, P, O> {
    observer: &'a mut O,
    left: u64,
    paused: bool,
    problem: PhantomData<P>,
}

impl<P: Problem, O: Observer<P>> Monitor for Pace<'_, P, O> {
    fn conflict(&mut self) -> Flow {
        self.observer.node(0)?;
        self.observer.count(Event::Conflict, 1);
        self.left = self.left.saturating_sub(1);
        Flow::Continue(())
    }

    fn ahead(&mut self, time: Duration) -> Flow {
        self.observer.ahead(time)
    }

    /// Here a solver can be paused and go on later; at a conflict it cannot.
    fn poll(&mut self) -> Flow {
        self.observer.poll()?;
        if self.left == 0 {
            self.paused = true;
            return Flow::Break(Stop::NodeLimit);
        }
        Flow::Continue(())
    }
}
