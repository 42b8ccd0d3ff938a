//! The contract with its types erased: any [`Strategy`] behind one virtual call per batch.

use crate::allowance::Allowance;
use crate::clock::ThreadTime;
use crate::memory::{Extent, fits};
use crate::progress::Progress;
use crate::step::Told;
use crate::strategy::{About, Choice, Event, Flow, Observer, Observers, Script, Stop, Strategy};
use crate::traced::Traced;
use crate::watch::Watch;
use crate::{Problem, Refusal, problem::Violation};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What is asked of a search.
#[derive(Clone, Debug)]
pub struct Task {
    /// How many solutions to look for: 1 = any, 2 = is it unique, `u64::MAX` = all.
    pub solutions: u64,
    /// How many of them to hand over in [`Outcome::kept`]; the others are counted only.
    pub keep: usize,
    /// The most nodes to visit.
    pub nodes: u64,
    /// The most CPU time of the searching thread to spend on one instance.
    pub time: Option<Duration>,
    /// Seed of whatever the strategy does at random.
    pub seed: u64,
    /// Raise it to end the search.
    pub cancel: Cancel,
    /// Where the search leaves, now and then, how far it is.
    pub progress: Option<Progress>,
}

impl Default for Task {
    fn default() -> Self {
        Task {
            solutions: 1,
            keep: 1,
            nodes: u64::MAX,
            time: None,
            seed: 0,
            cancel: Cancel::default(),
            progress: None,
        }
    }
}

impl Task {
    /// The first `k` solutions, all of them handed over.
    pub fn first(k: u64) -> Self {
        Task { solutions: k, keep: usize::try_from(k).unwrap_or(usize::MAX), ..Task::default() }
    }

    /// How many solutions there are, none handed over.
    pub fn count() -> Self {
        Task { solutions: u64::MAX, keep: 0, ..Task::default() }
    }
}

/// A flag that ends searches, shared by whoever holds a clone. Searches that are parts of one
/// have their limits in common with it.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    own: Arc<AtomicBool>,
    wider: Option<Arc<AtomicBool>>,
    allowance: Option<Arc<Allowance>>,
}

impl Cancel {
    /// Asks every search that watches this flag to end.
    pub fn raise(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether it was raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.own.load(Ordering::Relaxed) || self.wider.as_ref().is_some_and(|w| w.load(Ordering::Relaxed))
    }

    /// A flag for a part of the work: whoever watches it ends when it or this one is raised, and
    /// to raise it leaves this one alone.
    #[must_use]
    pub fn narrower(&self) -> Cancel {
        Cancel { own: Arc::default(), wider: Some(self.own.clone()), allowance: self.allowance.clone() }
    }

    /// A flag like [`Self::narrower`] for the parts of `task`: its limits hold for all of them
    /// together.
    #[must_use]
    pub(crate) fn shared(&self, task: &Task) -> Cancel {
        let limited = task.nodes != u64::MAX || task.time.is_some();
        let allowance = limited.then(|| Arc::new(Allowance::new(task.nodes, task.time)));
        Cancel { allowance, ..self.narrower() }
    }

    /// What searches under this flag may spend together, if that is limited.
    pub(crate) fn allowance(&self) -> Option<&Allowance> {
        self.allowance.as_deref()
    }
}

/// Work that does not depend on the machine: equal between repetitions of one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes of the search tree.
    pub nodes: u64,
    /// The deepest node; the root is 0.
    pub max_depth: u64,
    /// One count per [`Event`], by its index.
    pub events: [u64; Event::ALL.len()],
}

impl Counters {
    /// How often `event` happened.
    pub fn of(&self, event: Event) -> u64 {
        self.events[event as usize]
    }
}

/// What a search of one instance came to.
#[derive(Clone, Debug)]
pub struct Outcome<P: Problem> {
    /// Why it ended early; `None`: the whole space was searched.
    pub stop: Option<Stop>,
    /// Solutions found.
    pub solutions: u64,
    /// The first of them, as many as the task wanted to keep.
    pub kept: Vec<P::Solution>,
    /// How far an incomplete strategy came.
    pub partial: Option<Box<P>>,
    /// What the search cost.
    pub counters: Counters,
    /// The strategy that it was handed to, if the one asked for chooses.
    pub choice: Option<Choice>,
}

impl<P: Problem> Outcome<P> {
    /// The outcome of a search that has not begun: nothing is claimed.
    pub fn unsearched(stop: Stop) -> Self {
        let (stop, counters) = (Some(stop), Counters::default());
        Outcome { stop, solutions: 0, kept: Vec::new(), partial: None, counters, choice: None }
    }

    /// The referee's word on every solution handed over, each different from the others.
    ///
    /// # Errors
    /// The first violation, or two equal solutions.
    pub fn verify(&self, problem: &P) -> Result<(), Violation> {
        for solution in &self.kept {
            problem.verify(solution)?;
        }
        let all_different = match &self.kept[..] {
            [] | [_] => true,
            [a, b] => a != b,
            many => {
                let mut seen = std::collections::HashSet::new();
                many.iter().all(|s| seen.insert(s))
            }
        };
        if all_different { Ok(()) } else { Err(Violation::new("the same solution was reported twice", [])) }
    }
}

/// CPU time of the searching thread that a batch took, in its three parts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Translating instances into the strategy's native problem.
    pub encode: Duration,
    /// Searching.
    pub solve: Duration,
    /// Translating solutions back.
    pub decode: Duration,
}

/// Gets each solution as it is found; a `Break` ends the search.
pub type Sink<'a, P> = &'a mut dyn FnMut(&<P as Problem>::Solution) -> Flow;

/// Gets what a traced search tells; a `Break` ends the search.
pub type Listener<'a> = &'a mut dyn FnMut(Told) -> Flow;

/// A configured strategy for problem `P`, whatever its native problem is.
pub trait Backend<P: Problem>: Send + Sync {
    /// Who the strategy is.
    fn about(&self) -> &'static About;
    /// What the strategy does as pseudo-code; empty: it does not tell its steps.
    fn script(&self) -> Script {
        &[]
    }
    /// Whether it can search `problem` at all, and there is memory for it. A session that is handed an
    /// instance that is not accepted ends at once with [`Refusal::stop`].
    ///
    /// # Errors
    /// Why not.
    fn accepts(&self, _problem: &P) -> Result<(), Refusal> {
        Ok(())
    }
    /// About how many bytes a search takes beside an instance of this size; see [`Strategy::bytes`].
    fn bytes(&self, size: P::Size) -> u64 {
        size.bytes().saturating_mul(P::SEARCH)
    }
    /// Whether instances like `problem` are searched side by side; see [`Strategy::side_by_side`].
    fn side_by_side(&self, _problem: &P) -> bool {
        false
    }
    /// Starts a session: a worker's own scratch memory.
    fn session(&self) -> Box<dyn Session<P>>;
}

/// A strategy at work on one thread.
pub trait Session<P: Problem>: Send {
    /// Searches `problems`. Then `outcomes` has one each, in order; what was in it before is gone, but its
    /// memory may be used again.
    fn run(&mut self, problems: &[P], task: &Task, outcomes: &mut Vec<Outcome<P>>) -> Cost;

    /// Searches one instance, as [`Self::run`] does, without reading the clock: two readings take longer than the
    /// easiest searches.
    fn untimed(&mut self, problem: &P, task: &Task) -> Outcome<P> {
        let mut outcomes = Vec::with_capacity(1);
        self.run(std::slice::from_ref(problem), task, &mut outcomes);
        outcomes.pop().expect("one outcome an instance")
    }

    /// Searches one instance and hands each solution to `sink` as it is found.
    fn stream(&mut self, problem: &P, task: &Task, sink: Sink<'_, P>) -> Outcome<P>;

    /// Searches one instance and tells `listener` each node, step and solution; a `Break` ends the search.
    /// Answers and counts are those of [`Self::run`]. `None`: the strategy does not tell its steps.
    fn trace(&mut self, _problem: &P, _task: &Task, _listener: Listener<'_>) -> Option<Outcome<P>> {
        None
    }
}

impl<S: Strategy> Backend<S::Problem> for S {
    fn about(&self) -> &'static About {
        self.profile()
    }

    fn script(&self) -> Script {
        S::SCRIPT
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

    fn session(&self) -> Box<dyn Session<S::Problem>> {
        Box::new(Native { strategy: self.clone(), scratch: S::Scratch::default() })
    }
}

/// A watch for each search of a batch, which becomes its outcome.
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
    ) -> Outcome<S::Problem> {
        self.watched(problem, task, Watch::new(task, Some(sink)))
    }

    fn trace(
        &mut self,
        problem: &S::Problem,
        task: &Task,
        listener: Listener<'_>,
    ) -> Option<Outcome<S::Problem>> {
        if S::SCRIPT.is_empty() {
            return None;
        }
        let watch = Watch::new(task, None);
        if Strategy::accepts(&self.strategy, problem).is_err() {
            return Some(watch.outcome(Flow::Break(Stop::Stuck)));
        }
        let mut traced = Traced::begin(problem, watch, listener);
        traced.start();
        let flow = self.strategy.solve(problem, task.seed, &mut self.scratch, &mut traced);
        Some(traced.outcome(flow))
    }
}

impl<S: Strategy> Native<S> {
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

    /// Searches a batch of which not every instance is accepted.
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
