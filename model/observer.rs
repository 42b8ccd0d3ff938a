//! The interface between a search and its environment: [`Observer`].
//!
//! A strategy only searches: it does not count, keep time, collect answers or stop itself. It reports
//! events to an observer, which may answer [`ControlFlow::Break`]; `?` carries that up through the
//! search. An observer is a type parameter, so the empty one compiles to nothing.

use crate::{Natural, Problem};
use std::ops::ControlFlow;
use std::time::Duration;

/// Why a search ended before it was exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The requested number of solutions was found.
    Enough,
    /// The strategy is incomplete and gave up without an answer.
    Stuck,
    /// The node limit was reached; the search visited exactly that many nodes.
    NodeLimit,
    /// The time limit was reached.
    Deadline,
    /// The strategy needs more memory than its own limit.
    Memory,
    /// The task's cancel flag was raised.
    Cancelled,
    /// The strategy does not support this instance.
    Unsupported,
}

impl Stop {
    /// All reasons, in the order of declaration.
    pub const ALL: [Stop; 7] = [
        Stop::Enough,
        Stop::Stuck,
        Stop::NodeLimit,
        Stop::Deadline,
        Stop::Memory,
        Stop::Cancelled,
        Stop::Unsupported,
    ];

    /// The word for the reason in records, answers and traces.
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Enough => "enough",
            Stop::Stuck => "stuck",
            Stop::NodeLimit => "node-limit",
            Stop::Deadline => "deadline",
            Stop::Memory => "memory",
            Stop::Cancelled => "cancelled",
            Stop::Unsupported => "unsupported",
        }
    }

    /// The reason as a clause for messages. `node` is what the node limit counts.
    pub fn clause(self, node: &str) -> String {
        match self {
            Stop::Enough | Stop::Cancelled => "the search was ended".to_string(),
            Stop::Stuck => "the strategy got stuck".to_string(),
            Stop::NodeLimit => format!("the {node} limit was reached"),
            Stop::Deadline => "the time limit was reached".to_string(),
            Stop::Memory => "there was not enough memory".to_string(),
            Stop::Unsupported => "the strategy does not support the instance".to_string(),
        }
    }
}

/// Continue, or unwind the search for this reason. A search that returns `Continue` is exhausted: it
/// has reported every solution.
pub type Flow = ControlFlow<Stop>;

/// A kind of event, counted beside nodes. [`About::events`](crate::About::events) lists those a
/// strategy counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A branch was abandoned.
    Backtrack,
    /// A value or an option was forced by others.
    Propagate,
    /// A violated clause or house was found.
    Conflict,
    /// One pass over the whole instance was made.
    Pass,
    /// A cell was filled or a move was made.
    Place,
    /// An option was removed from one item's list (Knuth's "update").
    Update,
    /// A choice between two alternatives was made; a complete search tries both.
    Guess,
}

impl Event {
    /// All events, in the order of their index.
    pub const ALL: [Event; 7] = [
        Event::Backtrack,
        Event::Propagate,
        Event::Conflict,
        Event::Pass,
        Event::Place,
        Event::Update,
        Event::Guess,
    ];

    /// The plural noun for the event in records.
    pub const fn name(self) -> &'static str {
        match self {
            Event::Backtrack => "backtracks",
            Event::Propagate => "propagations",
            Event::Conflict => "conflicts",
            Event::Pass => "passes",
            Event::Place => "placements",
            Event::Update => "updates",
            Event::Guess => "guesses",
        }
    }
}

/// The strategy that a strategy which only chooses has passed the instance to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The name of the chosen strategy, with non-default parameters.
    pub taken: &'static str,
    /// The reason, in words.
    pub why: &'static str,
}

/// Receives the events of one search, and may stop it.
///
/// No method that receives an event has a default, so that an observer in front of another cannot
/// forget to forward it: a [`Filter`](crate::Filter) implements only its differences. `()` is the
/// observer that ignores everything.
pub trait Observer<P: Problem> {
    /// Whether the observer uses steps. A strategy does work that only serves to report steps only if
    /// this is set. It is a constant, so that optimizations for speed alone need not be compiled for
    /// traced searches.
    const WATCHES: bool;

    /// The search of the instance starts. Called by the caller of
    /// [`Strategy::solve`](crate::Strategy::solve).
    fn start(&mut self);

    /// The search enters a node at `depth` (the root has depth 0). Limits are checked here: after a
    /// `Break` the node does not count and must not be searched.
    fn node(&mut self, depth: usize) -> Flow;

    /// How many nodes a search may enter before it has to call [`Self::node`], because a limit is reached or checked
    /// then. A search that calls it less often reports the other nodes by [`Self::entered`].
    fn unwatched(&self) -> u64;

    /// Reports that `nodes` nodes were entered, at most as many as are [unwatched](Self::unwatched), the deepest at depth
    /// `deepest`. To be called before any later event is reported.
    fn entered(&mut self, nodes: u64, deepest: usize);

    /// Called during long work inside a node: a chance to stop that is not a node.
    fn poll(&mut self) -> Flow;

    /// Called before uninterruptible work that takes about `time` of this thread's CPU time. Stops the
    /// search if a limit would be reached before that work ends.
    fn ahead(&mut self, time: Duration) -> Flow;

    /// The search is passed to another strategy. Only the last choice is recorded.
    fn chose(&mut self, choice: Choice);

    /// `event` happened `by` times.
    fn count(&mut self, event: Event, by: u64);

    /// The value of [`Self::WATCHES`], for an observer whose type has no name.
    #[inline(always)]
    fn watches(&self) -> bool {
        Self::WATCHES
    }

    /// The search did a step. The step is built only for an observer that uses steps. Steps inside a
    /// node come after [`Self::node`]; steps that lead to a node, such as a guess, come before it.
    fn step(&mut self, build: impl FnOnce() -> P::Step);

    /// The search found a solution. It is built only for an observer that looks at solutions.
    fn solution(&mut self, build: impl FnOnce() -> P::Solution) -> Flow;

    /// Whether only the number of further solutions matters, and none of them will be looked at. A
    /// strategy that can count without enumerating may then report with [`Self::solutions`].
    fn only_counts(&self) -> bool;

    /// Whether [`Self::only_counts`] will hold once the first few solutions have been delivered. Asked
    /// by strategies that prepare for counting.
    fn will_only_count(&self) -> bool;

    /// Reports `many` more solutions without building them. Call it only if [`Self::only_counts`]
    /// holds.
    fn solutions(&mut self, many: &Natural) -> Flow;

    /// The search tries alternative `index` (from 0) of `of` at `depth`. Knuth's progress estimate is
    /// computed from these calls.
    fn branch(&mut self, depth: usize, index: usize, of: usize);

    /// Whether [`Self::branch`] does anything. The answer is the same for the whole search.
    fn follows_branches(&self) -> bool;

    /// Reports the progress of an incomplete strategy, as an instance of what remains.
    fn partial(&mut self, build: impl FnOnce() -> P);
}

/// The observer that ignores everything: a search with it compiles to the bare search.
impl<P: Problem> Observer<P> for () {
    const WATCHES: bool = false;

    #[inline(always)]
    fn start(&mut self) {}
    #[inline(always)]
    fn node(&mut self, _depth: usize) -> Flow {
        Flow::Continue(())
    }
    #[inline(always)]
    fn unwatched(&self) -> u64 {
        u64::MAX
    }
    #[inline(always)]
    fn entered(&mut self, _nodes: u64, _deepest: usize) {}
    #[inline(always)]
    fn poll(&mut self) -> Flow {
        Flow::Continue(())
    }
    #[inline(always)]
    fn ahead(&mut self, _time: Duration) -> Flow {
        Flow::Continue(())
    }
    #[inline(always)]
    fn chose(&mut self, _choice: Choice) {}
    #[inline(always)]
    fn count(&mut self, _event: Event, _by: u64) {}
    #[inline(always)]
    fn step(&mut self, _build: impl FnOnce() -> P::Step) {}
    #[inline(always)]
    fn solution(&mut self, _build: impl FnOnce() -> P::Solution) -> Flow {
        Flow::Continue(())
    }
    #[inline(always)]
    fn only_counts(&self) -> bool {
        false
    }
    #[inline(always)]
    fn will_only_count(&self) -> bool {
        false
    }
    #[inline(always)]
    fn solutions(&mut self, _many: &Natural) -> Flow {
        Flow::Continue(())
    }
    #[inline(always)]
    fn branch(&mut self, _depth: usize, _index: usize, _of: usize) {}
    #[inline(always)]
    fn follows_branches(&self) -> bool {
        false
    }
    #[inline(always)]
    fn partial(&mut self, _build: impl FnOnce() -> P) {}
}

/// A borrowed observer forwards everything.
impl<P: Problem, O: Observer<P>> Observer<P> for &mut O {
    const WATCHES: bool = O::WATCHES;

    #[inline(always)]
    fn start(&mut self) {
        (**self).start();
    }
    #[inline(always)]
    fn node(&mut self, depth: usize) -> Flow {
        (**self).node(depth)
    }
    #[inline(always)]
    fn unwatched(&self) -> u64 {
        (**self).unwatched()
    }
    #[inline(always)]
    fn entered(&mut self, nodes: u64, deepest: usize) {
        (**self).entered(nodes, deepest);
    }
    #[inline(always)]
    fn poll(&mut self) -> Flow {
        (**self).poll()
    }
    #[inline(always)]
    fn step(&mut self, build: impl FnOnce() -> P::Step) {
        (**self).step(build);
    }
    #[inline(always)]
    fn ahead(&mut self, time: Duration) -> Flow {
        (**self).ahead(time)
    }
    #[inline(always)]
    fn chose(&mut self, choice: Choice) {
        (**self).chose(choice);
    }
    #[inline(always)]
    fn count(&mut self, event: Event, by: u64) {
        (**self).count(event, by);
    }
    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> P::Solution) -> Flow {
        (**self).solution(build)
    }
    #[inline(always)]
    fn only_counts(&self) -> bool {
        (**self).only_counts()
    }
    #[inline(always)]
    fn will_only_count(&self) -> bool {
        (**self).will_only_count()
    }
    #[inline(always)]
    fn solutions(&mut self, many: &Natural) -> Flow {
        (**self).solutions(many)
    }
    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize) {
        (**self).branch(depth, index, of);
    }
    #[inline(always)]
    fn follows_branches(&self) -> bool {
        (**self).follows_branches()
    }
    #[inline(always)]
    fn partial(&mut self, build: impl FnOnce() -> P) {
        (**self).partial(build);
    }
}

/// A source of observers for a batch, of which only as many are needed as searches run at a time. A
/// thousand fast searches that report to a thousand observers would not stay in the cache.
pub trait Observers<P: Problem> {
    /// The type of each observer.
    type One: Observer<P>;

    /// Creates an observer, not yet in use.
    fn one(&mut self) -> Self::One;

    /// The search of instance `k` of the batch starts; `observer`, which is not in use, observes it.
    fn begin(&mut self, k: usize, observer: &mut Self::One);

    /// The search of instance `k` ended with `flow`, and `observer` is no longer in use. Called exactly
    /// once per instance.
    fn end(&mut self, k: usize, observer: &mut Self::One, flow: Flow);
}
