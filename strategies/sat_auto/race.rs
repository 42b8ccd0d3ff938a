//! Ways in turns.

use crate::support::solvers::{Engine, Monitor, Options, Solver, Verdict, load, model, start};
use coverlab_model::{Cnf, Event, Flow, Literal, Model, Observer, Problem, Stop};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::ControlFlow::{self, Break, Continue};
use std::rc::Rc;
use std::time::Duration;

/// A way to solve a problem by a formula. All ways of a problem have the same solutions.
pub(super) trait Way<P: Problem> {
    /// What tells solutions apart, whichever way found them.
    type Key: Eq + Hash;
    /// Who solves: one that [`resumes`](Engine::resumes).
    fn engine(&self) -> Engine;
    /// Whether variables that tell solutions apart are tried true first.
    fn truth(&self) -> bool;
    /// The formula.
    fn encode<'p>(&self, problem: &'p P) -> Cow<'p, Cnf>;
    /// The solution that a model of the formula is.
    fn decode(&self, problem: &P, model: Model) -> P::Solution;
    /// What tells `solution` from others; `blocking` is the clause of the formula that excludes it.
    fn key(&self, blocking: &[Literal], solution: &P::Solution) -> Self::Key;
}

/// Who takes part.
pub(super) struct Race<'p, P, W> {
    pub(super) problem: &'p P,
    /// Those that begin come first.
    pub(super) ways: &'p [W],
    /// Conflicts of each in the first round.
    pub(super) allowance: u64,
    pub(super) seed: u64,
}

impl<P: Problem, W: Way<P>> Race<'_, P, W> {
    /// Finds one solution after the other, until a way says that there are no more.
    pub(super) fn run(&self, observer: &mut impl Observer<P>) -> Flow {
        let pace = Rc::new(RefCell::new(Pace { observer, left: 0, paused: false, problem: PhantomData }));
        let mut runners = Vec::with_capacity(self.ways.len());
        let flow = self.rounds(&pace, &mut runners);
        let (mut decisions, mut propagations) = (0, 0);
        for runner in &runners {
            let work = runner.solver.statistics();
            decisions += work.decisions.unwrap_or(0);
            propagations += work.propagations.unwrap_or(0);
        }
        drop(runners);
        let observer = &mut *pace.borrow_mut().observer;
        observer.count(Event::Guess, decisions);
        observer.count(Event::Propagate, propagations);
        flow
    }

    fn rounds<'a, O: Observer<P>>(
        &'a self,
        pace: &Rc<RefCell<Pace<'a, P, O>>>,
        runners: &mut Vec<Runner<'a>>,
    ) -> Flow {
        let mut found = HashSet::new();
        let mut allowance = self.allowance;
        loop {
            for (at, way) in self.ways.iter().enumerate() {
                pace.borrow_mut().left = allowance;
                if at == runners.len() {
                    runners.push(self.start(way, pace)?);
                }
                if self.turn(way, &mut runners[at], allowance, pace, &mut found)? == Turn::Done {
                    return Flow::Continue(());
                }
            }
            allowance = allowance.saturating_mul(2);
        }
    }

    /// A way with its formula loaded. The error: a reason to stop.
    fn start<'a, O: Observer<P>>(
        &'a self,
        way: &W,
        pace: &Rc<RefCell<Pace<'a, P, O>>>,
    ) -> ControlFlow<Stop, Runner<'a>> {
        pace.borrow_mut().observer.poll()?;
        let cnf = way.encode(self.problem);
        let options = Options { seed: self.seed, monitor: pace.clone(), proof: None };
        let mut solver = start(way.engine(), way.truth(), &cnf, options);
        load(way.engine(), &cnf, &mut *solver, pace)?;
        Continue(Runner { cnf, solver })
    }

    /// Lets a way go on for so many conflicts, and for as many again after each new solution.
    fn turn<O: Observer<P>>(
        &self,
        way: &W,
        runner: &mut Runner<'_>,
        allowance: u64,
        pace: &RefCell<Pace<'_, P, O>>,
        found: &mut HashSet<W::Key>,
    ) -> ControlFlow<Stop, Turn> {
        loop {
            match runner.solver.solve(&[]) {
                Verdict::Satisfiable => {}
                Verdict::Unsatisfiable => return Continue(Turn::Done),
                Verdict::Unknown(_) if std::mem::take(&mut pace.borrow_mut().paused) => {
                    return Continue(Turn::Paused);
                }
                Verdict::Unknown(stop) => return Break(stop),
                Verdict::Failed(what) => panic!("{what}"),
            }
            let model = model(&*runner.solver, runner.cnf.variables());
            let blocking = runner.cnf.blocking_clause(&model);
            let solution = way.decode(self.problem, model);
            if found.insert(way.key(&blocking, &solution)) {
                let pace = &mut *pace.borrow_mut();
                pace.left = allowance;
                pace.observer.solution(|| solution)?;
            }
            pace.borrow_mut().observer.poll()?;
            runner.solver.add(&blocking);
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

/// A way under way.
struct Runner<'a> {
    cnf: Cow<'a, Cnf>,
    solver: Box<dyn Solver + 'a>,
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
