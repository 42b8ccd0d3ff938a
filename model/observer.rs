//! The contract that a search talks to: [`Observer`].
//!
//! A strategy searches; it does not count, keep time, collect answers or stop itself. It
//! tells an observer what happens, and the observer may answer [`ControlFlow::Break`], which
//! `?` carries up through the search. An observer is a type parameter, so the silent one
//! compiles to nothing.

use crate::{Natural, Problem};
use std::ops::ControlFlow;
use std::time::Duration;

/// Why a search ended before its whole space was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// As many solutions were found as were asked for.
    Enough,
    /// The strategy is incomplete and came to the end of its means without an answer.
    Stuck,
    /// The node limit was reached; exactly that many nodes were visited.
    NodeLimit,
    /// The time limit was reached.
    Deadline,
    /// The strategy needs more memory than it allows itself.
    Memory,
    /// The flag of the task was raised.
    Cancelled,
    /// The strategy does not take this kind of instance.
    Unsupported,
}

impl Stop {
    /// Every reason, in the order of their declaration.
    pub const ALL: [Stop; 7] = [
        Stop::Enough,
        Stop::Stuck,
        Stop::NodeLimit,
        Stop::Deadline,
        Stop::Memory,
        Stop::Cancelled,
        Stop::Unsupported,
    ];

    /// The word for it in records, answers and traces.
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

    /// The reason as a clause for a person. `node` is the word for what the limit of nodes counts.
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

/// Go on, or unwind the search and say why. A search that returns `Continue` is exhausted:
/// every solution there is has been reported.
pub type Flow = ControlFlow<Stop>;

/// Something worth counting besides nodes. Which ones a strategy counts is in its
/// [`About::events`](crate::About::events).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A branch was given up.
    Backtrack,
    /// A value or option followed from others without a choice.
    Propagate,
    /// A clause or house was found violated.
    Conflict,
    /// One pass over the whole instance.
    Pass,
    /// A cell was filled, or a move was made.
    Place,
    /// One removal of an option from one item's list (Knuth's "update").
    Update,
    /// A choice between two was made, both of which a complete search enters.
    Guess,
}

impl Event {
    /// Every event, in the order of its index.
    pub const ALL: [Event; 7] = [
        Event::Backtrack,
        Event::Propagate,
        Event::Conflict,
        Event::Pass,
        Event::Place,
        Event::Update,
        Event::Guess,
    ];

    /// The plural noun under which records show the event.
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

/// Another strategy that one which chooses has handed the instance to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// Its name, with parameters where they are not the default.
    pub taken: &'static str,
    /// The reason, for a person.
    pub why: &'static str,
}

/// Watches one search and may stop it. Nothing that can be heard has a default, so that an observer that stands before another
/// cannot forget to pass it on: a [`Filter`](crate::Filter) says only what it does differently. `()` is the observer that does not listen.
pub trait Observer<P: Problem> {
    /// Whether steps are listened to. What a strategy does only to be able to tell a step stands behind it. A constant, so that
    /// what only speed is worth need not be compiled for those who listen.
    const WATCHES: bool;

    /// The search of the instance begins now. Called by the caller of [`Strategy::solve`](crate::Strategy::solve).
    fn start(&mut self);

    /// A node of the search tree is entered at `depth` (the root is 0). Limits live here: after
    /// a `Break` the node does not count and must not be searched.
    fn node(&mut self, depth: usize) -> Flow;

    /// Long work goes on inside a node: a chance to stop that is not a node.
    fn poll(&mut self) -> Flow;

    /// Work is about to begin that cannot be interrupted and takes about so much CPU time of this thread:
    /// a chance to stop before it, if a limit would come before its end.
    fn ahead(&mut self, time: Duration) -> Flow;

    /// The search is handed to another strategy, as `choice` says; the last one counts.
    fn chose(&mut self, choice: Choice);

    /// `event` happened `by` times.
    fn count(&mut self, event: Event, by: u64);

    /// [`Self::WATCHES`], of an observer whose type has no name.
    #[inline(always)]
    fn watches(&self) -> bool {
        Self::WATCHES
    }

    /// A step was done. It is built only for an observer that listens; told of a node after [`Self::node`], and of the way
    /// to a node, such as the guess that leads there, before.
    fn step(&mut self, build: impl FnOnce() -> P::Step);

    /// A solution was found. It is built only for an observer that wants to see it.
    fn solution(&mut self, build: impl FnOnce() -> P::Solution) -> Flow;

    /// Whether the number of solutions is all that is still wanted of this search: every one
    /// counts, and none is looked at any more. A strategy that can count without enumerating may then report
    /// with [`Self::solutions`].
    fn only_counts(&self) -> bool;

    /// Whether [`Self::only_counts`] will hold once the first few solutions were handed over. A
    /// strategy that prepares for counting may ask; one that only reports asks the other.
    fn will_only_count(&self) -> bool;

    /// `many` more solutions exist, none of which was built. To be called only where
    /// [`Self::only_counts`].
    fn solutions(&mut self, many: &Natural) -> Flow;

    /// The alternative `index` (from 0) out of `of` is tried at `depth`. What Knuth's estimate
    /// of progress needs: where each branch on the path has come to.
    fn branch(&mut self, depth: usize, index: usize, of: usize);

    /// How far an incomplete strategy came, as an instance of what remains.
    fn partial(&mut self, build: impl FnOnce() -> P);
}

/// The observer that does not listen: a search that tells it compiles to the bare search.
impl<P: Problem> Observer<P> for () {
    const WATCHES: bool = false;

    #[inline(always)]
    fn start(&mut self) {}
    #[inline(always)]
    fn node(&mut self, _depth: usize) -> Flow {
        Flow::Continue(())
    }
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
    fn partial(&mut self, _build: impl FnOnce() -> P) {}
}

/// A borrowed observer is one.
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
    fn partial(&mut self, build: impl FnOnce() -> P) {
        (**self).partial(build);
    }
}

/// Where the observers of a batch come from. There need not be more of them than searches under way at a time:
/// what a thousand fast searches tell a thousand observers does not stay in the cache.
pub trait Observers<P: Problem> {
    /// One of them.
    type One: Observer<P>;

    /// An observer, which has nothing to observe yet.
    fn one(&mut self) -> Self::One;

    /// The search of instance `k` of the batch begins, and `observer`, which is free, is to observe it.
    fn begin(&mut self, k: usize, observer: &mut Self::One);

    /// The search of instance `k`, which `observer` observed, is over, with `flow`. To be said once of every
    /// instance; then `observer` is free.
    fn end(&mut self, k: usize, observer: &mut Self::One, flow: Flow);
}
