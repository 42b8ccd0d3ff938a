//! The object-safe form of a strategy: one virtual call per batch.

use crate::clock::ThreadTime;
use crate::memory::{Extent, fits};
use crate::observer::{Flow, Observer, Observers, Stop};
use crate::outcome::{Cost, Listener, Outcome, Sink};
use crate::strategy::{About, Script, Strategy};
use crate::task::Task;
use crate::thread_group::WatchedGroup;
use crate::traced::Traced;
use crate::watch::Watch;
use crate::{Problem, Refusal};
use std::time::Duration;

/// The result of a search on several threads.
pub struct ParallelOutcome<P: Problem> {
    /// The strategy that is to search the instance in parts; `outcome` then holds only the cost of this
    /// decision. `None` if the threads have searched the instance.
    pub in_parts: Option<Box<dyn Backend<P>>>,
    /// The solutions and counters of all threads together.
    pub outcome: Outcome<P>,
    /// CPU time of all threads.
    pub cpu: Duration,
}

/// A configured strategy for problem `P`, native or through an encoding.
pub trait Backend<P: Problem>: Send + Sync {
    /// The strategy's description.
    fn about(&self) -> &'static About;
    /// The strategy as pseudo-code; empty if it does not report steps.
    fn script(&self) -> Script {
        &[]
    }
    /// Checks that the strategy supports `problem` and that the search fits into memory. A session that
    /// receives a rejected instance ends at once with [`Refusal::stop`].
    ///
    /// # Errors
    /// The reason why the instance is rejected.
    fn accepts(&self, _problem: &P) -> Result<(), Refusal> {
        Ok(())
    }
    /// The reason why a search of `problem` ended with [`Refusal::stop`], if the strategy rejects it. Unlike
    /// [`Self::accepts`], this also translates the instance if the strategy searches a translation.
    fn refusal(&self, problem: &P) -> Option<Refusal> {
        self.accepts(problem).err()
    }
    /// Estimates the bytes a search needs in addition to an instance of this size; see
    /// [`Strategy::bytes`].
    fn bytes(&self, size: P::Size) -> u64 {
        size.bytes().saturating_mul(P::SEARCH)
    }
    /// Whether a batch of instances like `problem` is searched in lockstep; see
    /// [`Strategy::side_by_side`].
    fn side_by_side(&self, _problem: &P) -> bool {
        false
    }
    /// Counts the solutions of `problem` on several threads that share what they learn; see
    /// [`Strategy::solve_together`]. The limits of `task` apply to all threads together. `None` if the
    /// strategy does not support it.
    fn solve_together(&self, _problem: &P, _task: &Task, _threads: usize) -> Option<ParallelOutcome<P>> {
        None
    }
    /// Whether a run may also search instances to warm up and to measure its speed. `false` for a function of the
    /// user, who expects one call per trial.
    fn allows_rehearsal(&self) -> bool {
        true
    }
    /// Starts a session, which owns the scratch memory of one thread.
    fn session(&self) -> Box<dyn Session<P>>;
}

/// A strategy with the scratch memory of one thread.
pub trait Session<P: Problem>: Send {
    /// Searches `problems` and replaces the contents of `outcomes` with one outcome per instance, in
    /// order. The memory of the old outcomes may be reused.
    fn run(&mut self, problems: &[P], task: &Task, outcomes: &mut Vec<Outcome<P>>) -> Cost;

    /// Searches one instance as [`Self::run`] does.
    fn run_one(&mut self, problem: &P, task: &Task) -> (Outcome<P>, Cost) {
        let mut outcomes = Vec::with_capacity(1);
        let cost = self.run(std::slice::from_ref(problem), task, &mut outcomes);
        (outcomes.pop().expect("one outcome an instance"), cost)
    }

    /// Searches one instance as [`Self::run`] does, but without reading the clock: two readings take longer
    /// than the search of an easy instance.
    fn untimed(&mut self, problem: &P, task: &Task) -> Outcome<P> {
        self.run_one(problem, task).0
    }

    /// Searches one instance and passes each solution to `sink` as it is found. The cost includes the time in
    /// `sink`.
    fn stream(&mut self, problem: &P, task: &Task, sink: Sink<'_, P>) -> (Outcome<P>, Cost);

    /// Searches one instance and passes each node, step and solution to `listener`; a `Break` ends the
    /// search. Answers and counts equal those of [`Self::run`]. `None` if the strategy does not report steps.
    fn trace(&mut self, _problem: &P, _task: &Task, _listener: Listener<'_>) -> Option<Outcome<P>> {
        None
    }
}

impl<S: Strategy> Backend<S::Problem> for S {
    fn about(&self) -> &'static About {
        self.profile()
    }

    fn script(&self) -> Script {
        Strategy::script(self)
    }

    #[inline]
    fn accepts(&self, problem: &S::Problem) -> Result<(), Refusal> {
        Strategy::accepts(self, problem)?;
        let size = problem.size();
        Ok(fits(Strategy::bytes(self, size), size)?)
    }

    fn bytes(&self, size: <S::Problem as Problem>::Size) -> u64 {
        Strategy::bytes(self, size)
    }

    fn side_by_side(&self, problem: &S::Problem) -> bool {
        Strategy::side_by_side(self, problem)
    }

    fn solve_together(
        &self,
        problem: &S::Problem,
        task: &Task,
        threads: usize,
    ) -> Option<ParallelOutcome<S::Problem>> {
        Backend::accepts(self, problem).ok()?;
        let mut group = WatchedGroup::new(task, threads);
        let end = Strategy::solve_together(self, problem, task.seed, &mut S::Scratch::default(), &mut group);
        let (outcome, cpu, in_parts) = group.end(end);
        let in_parts = in_parts.map(|strategy| Box::new(strategy) as Box<dyn Backend<S::Problem>>);
        Some(ParallelOutcome { in_parts, outcome, cpu })
    }

    fn session(&self) -> Box<dyn Session<S::Problem>> {
        Box::new(Native { strategy: self.clone(), scratch: S::Scratch::default() })
    }
}

/// Creates a watch per concurrent search of a batch and turns its counts into outcomes.
struct Watches<'a, P: Problem> {
    task: &'a Task,
    outcomes: &'a mut [Outcome<P>],
    ended: usize,
}

impl<'a, P: Problem> Observers<P> for Watches<'a, P> {
    type One = Watch<'a, P>;

    fn one(&mut self) -> Self::One {
        Watch::new(self.task, None)
    }

    #[inline]
    fn begin(&mut self, _k: usize, watch: &mut Self::One) {
        watch.begin();
        watch.start();
    }

    #[inline]
    fn end(&mut self, k: usize, watch: &mut Self::One, flow: Flow) {
        watch.end(flow, &mut self.outcomes[k]);
        self.ended += 1;
    }
}

/// A strategy on its native problem.
struct Native<S: Strategy> {
    strategy: S,
    scratch: S::Scratch,
}

impl<S: Strategy> Session<S::Problem> for Native<S> {
    fn run(&mut self, problems: &[S::Problem], task: &Task, outcomes: &mut Vec<Outcome<S::Problem>>) -> Cost {
        if problems.iter().any(|p| Backend::accepts(&self.strategy, p).is_err()) {
            return self.one_by_one(problems, task, outcomes);
        }
        outcomes.truncate(problems.len());
        outcomes.resize_with(problems.len(), || Outcome::unsearched(Stop::Cancelled));
        let mut watches = Watches { task, outcomes, ended: 0 };
        let clock = ThreadTime::now();
        self.strategy.solve_batch(problems, task.seed, &mut self.scratch, &mut watches);
        let solve = clock.elapsed();
        assert_eq!(watches.ended, problems.len(), "each search of a batch ends once");
        Cost { solve, ..Cost::default() }
    }

    fn untimed(&mut self, problem: &S::Problem, task: &Task) -> Outcome<S::Problem> {
        self.watched(problem, task, Watch::new(task, None))
    }

    fn stream(
        &mut self,
        problem: &S::Problem,
        task: &Task,
        sink: Sink<'_, S::Problem>,
    ) -> (Outcome<S::Problem>, Cost) {
        let clock = ThreadTime::now();
        let outcome = self.watched(problem, task, Watch::new(task, Some(sink)));
        (outcome, Cost { solve: clock.elapsed(), ..Cost::default() })
    }

    fn trace(
        &mut self,
        problem: &S::Problem,
        task: &Task,
        listener: Listener<'_>,
    ) -> Option<Outcome<S::Problem>> {
        Self::TRACED.map(|traced| traced(self, problem, task, listener))
    }
}

/// A function that runs a traced search.
type TracedSearch<S, P> = fn(&mut Native<S>, &P, &Task, Listener<'_>) -> Outcome<P>;

impl<S: Strategy> Native<S> {
    /// A constant, so that no traced search is compiled for a strategy that reports no steps.
    const TRACED: Option<TracedSearch<S, S::Problem>> =
        if S::SCRIPT.is_empty() { None } else { Some(Self::traced) };

    fn traced(&mut self, problem: &S::Problem, task: &Task, listener: Listener<'_>) -> Outcome<S::Problem> {
        let watch = Watch::new(task, None);
        if let Err(refusal) = Strategy::accepts(&self.strategy, problem) {
            return watch.outcome(Flow::Break(refusal.stop()));
        }
        let mut traced = Traced::begin(problem, watch, listener);
        traced.start();
        let flow = self.strategy.solve(problem, task.seed, &mut self.scratch, &mut traced);
        traced.outcome(flow)
    }

    #[inline]
    fn watched(
        &mut self,
        problem: &S::Problem,
        task: &Task,
        mut watch: Watch<'_, S::Problem>,
    ) -> Outcome<S::Problem> {
        if let Err(refusal) = Backend::accepts(&self.strategy, problem) {
            return watch.outcome(Flow::Break(refusal.stop()));
        }
        watch.start();
        let flow = self.strategy.solve(problem, task.seed, &mut self.scratch, &mut watch);
        watch.outcome(flow)
    }

    /// Searches a batch in which some instances are rejected.
    #[cold]
    fn one_by_one(
        &mut self,
        problems: &[S::Problem],
        task: &Task,
        outcomes: &mut Vec<Outcome<S::Problem>>,
    ) -> Cost {
        outcomes.clear();
        let mut cost = Cost::default();
        for problem in problems {
            let mut watch = Watch::new(task, None);
            let flow = match Backend::accepts(&self.strategy, problem) {
                Err(refusal) => Flow::Break(refusal.stop()),
                Ok(()) => {
                    let clock = ThreadTime::now();
                    watch.start();
                    let flow = self.strategy.solve(problem, task.seed, &mut self.scratch, &mut watch);
                    cost.solve += clock.elapsed();
                    flow
                }
            };
            outcomes.push(watch.outcome(flow));
        }
        cost
    }
}
