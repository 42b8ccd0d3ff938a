//! The interface between a search and its environment: [`Observer`].
//!
//! A strategy only searches: it does not count, measure time, collect solutions or check limits. It reports
//! events to an observer, which may answer [`ControlFlow::Break`]; `?` passes that up through the search. The
//! observer is a type parameter, so an observer that ignores everything costs nothing.

use crate::named::named;
use crate::task::Limits;
use crate::{Natural, Problem, Step};
use std::ops::ControlFlow;
use std::time::Duration;

named! {
    /// Why a search ended before it was exhausted.
    pub enum Stop {
        /// The requested number of solutions was found.
        Enough = "enough",
        /// The strategy is incomplete and gave up without an answer.
        Stuck = "stuck",
        /// The node limit was reached; the search visited exactly that many nodes.
        NodeLimit = "node-limit",
        /// The time limit was reached.
        Deadline = "deadline",
        /// The strategy reached its own memory limit.
        Memory = "memory",
        /// The task's cancel flag was raised.
        Cancelled = "cancelled",
        /// The strategy does not support this instance.
        Unsupported = "unsupported",
    }
}

impl Stop {
    /// The reason as a clause for messages. `node` is the noun for what the node limit counts.
    pub fn clause(self, node: &str) -> String {
        match self {
            Stop::Enough => "the search was ended".to_string(),
            Stop::Cancelled => "the search was interrupted".to_string(),
            Stop::Stuck => "the strategy got stuck".to_string(),
            Stop::NodeLimit => format!("the {node} limit was reached"),
            Stop::Deadline => "the time limit was reached".to_string(),
            Stop::Memory => "there was not enough memory".to_string(),
            Stop::Unsupported => "the strategy does not support the instance".to_string(),
        }
    }
}

/// `Break` ends the search for the given reason. A search that returns `Continue` is exhausted: it has
/// reported every solution.
pub type Flow = ControlFlow<Stop>;

named! {
    /// A kind of event that is counted in addition to nodes. [`About::events`](crate::About::events) lists the
    /// events that a strategy counts.
    pub enum Event {
        /// A branch was abandoned.
        Backtrack = "backtracks",
        /// Other values or options forced a value or an option. Clause learning does not count the literal that a learned
        /// clause asserts.
        Propagate = "propagations",
        /// A violated clause or house was found.
        Conflict = "conflicts",
        /// The search completed a pass over the whole instance.
        Pass = "passes",
        /// A digit was written into a cell, or a move was made.
        Place = "placements",
        /// An option was removed from the list of one item, or an item from the list of items (Knuth's "update").
        Update = "updates",
        /// One of two alternatives was chosen; a complete search tries both.
        Guess = "guesses",
    }
}

/// The strategy to which a strategy such as `auto` has passed the instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The name of the chosen strategy, with non-default parameters.
    pub taken: &'static str,
    /// The reason, in words.
    pub why: &'static str,
}

/// Receives the events of one search and may stop it.
///
/// No method that receives an event has a default implementation, so an observer that wraps another cannot
/// forget to forward it; [`forward!`](crate::forward) forwards the methods that it names. `()` is the observer
/// that ignores everything.
pub trait Observer<P: Problem> {
    /// Whether the observer uses steps. Strategies skip work that only serves steps unless this is set. It is
    /// a constant, so that a search is compiled separately for tracing and for speed.
    const WATCHES: bool;

    /// The search of the instance starts. The caller of [`Strategy::solve`](crate::Strategy::solve) calls
    /// this, not the strategy.
    fn start(&mut self);

    /// The search enters a node at `depth` (the root has depth 0). Limits are checked here. After a `Break`
    /// the node does not count and must not be searched.
    fn node(&mut self, depth: usize) -> Flow;

    /// The number of nodes that a search may enter before its next call of [`Self::node`], at which a limit
    /// is reached or checked. The search reports the nodes in between by [`Self::entered`].
    fn unwatched(&self) -> u64;

    /// The search entered `nodes` nodes without calling [`Self::node`], at most [`Self::unwatched`] of them,
    /// the deepest at depth `deepest`. It must report them before any later event.
    fn entered(&mut self, nodes: u64, deepest: usize);

    /// Called during long work inside a node, so that the search can be stopped there.
    fn poll(&mut self) -> Flow;

    /// Called before uninterruptible work that takes about `time` of this thread's CPU time. The observer
    /// stops the search if that work would exceed a limit.
    fn ahead(&mut self, time: Duration) -> Flow;

    /// The limits of the task, of which a strategy that tries several methods gives each a share. They do not
    /// change during a search.
    fn limits(&self) -> Limits;

    /// The search was passed to another strategy. Only the last choice is recorded.
    fn chose(&mut self, choice: Choice);

    /// `event` happened `by` times.
    fn count(&mut self, event: Event, by: u64);

    /// The value of [`Self::WATCHES`], for observers whose type cannot be named.
    #[inline(always)]
    fn watches(&self) -> bool {
        Self::WATCHES
    }

    /// The search took a step. Only an observer that uses steps calls `build`. Steps inside a node come after
    /// [`Self::node`]; steps that lead to a node, such as a guess, come before it.
    fn step(&mut self, build: impl FnOnce() -> Step);

    /// The search found a solution. Only an observer that uses solutions calls `build`.
    fn solution(&mut self, build: impl FnOnce() -> P::Solution) -> Flow;

    /// Whether the observer needs only the number of further solutions. A strategy that can count without
    /// enumerating may then report them by [`Self::solutions`].
    fn only_counts(&self) -> bool;

    /// Whether [`Self::only_counts`] will hold after the first few solutions. Strategies ask this before they
    /// prepare for counting.
    fn will_only_count(&self) -> bool;

    /// Reports `many` more solutions without building them. Call this only if [`Self::only_counts`] holds.
    fn solutions(&mut self, many: &Natural) -> Flow;

    /// The search tries alternative `index` (from 0) of `of` at `depth`. Knuth's progress estimate is
    /// computed from these calls.
    fn branch(&mut self, depth: usize, index: usize, of: usize);

    /// Whether the observer uses [`Self::branch`]. The answer does not change during a search.
    fn follows_branches(&self) -> bool;

    /// Reports how far an incomplete strategy came: an instance that contains what it derived.
    fn partial(&mut self, build: impl FnOnce() -> P);
}

/// Ignores everything. A search with this observer compiles to the bare search.
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
    fn limits(&self) -> Limits {
        Limits::NONE
    }
    #[inline(always)]
    fn chose(&mut self, _choice: Choice) {}
    #[inline(always)]
    fn count(&mut self, _event: Event, _by: u64) {}
    #[inline(always)]
    fn step(&mut self, _build: impl FnOnce() -> Step) {}
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

/// A mutable reference forwards everything.
impl<P: Problem, O: Observer<P>> Observer<P> for &mut O {
    const WATCHES: bool = O::WATCHES;

    crate::forward!(self => (**self); P: start node unwatched entered poll ahead limits chose count step);
    crate::forward!(self => (**self); P: solution only_counts will_only_count solutions partial);
    crate::forward!(self => (**self); P: branch follows_branches);
}

/// Creates the observers of a batch. Only as many exist as searches run at once, because a thousand observers
/// of a thousand short searches would not stay in the cache.
pub trait Observers<P: Problem> {
    /// The type of each observer.
    type One: Observer<P>;

    /// Creates an observer, which is not in use yet.
    fn one(&mut self) -> Self::One;

    /// The search of instance `k` of the batch starts. `observer`, which is not in use, will observe it.
    fn begin(&mut self, k: usize, observer: &mut Self::One);

    /// The search of instance `k` ended with `flow`; `observer` is no longer in use. Call this exactly
    /// once per instance.
    fn end(&mut self, k: usize, observer: &mut Self::One, flow: Flow);
}
