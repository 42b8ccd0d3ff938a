//! The contract that a strategy writes: [`Strategy`], and what it talks to, [`Observer`].
//!
//! A strategy searches; it does not count, keep time, collect answers or stop itself. It
//! tells an observer what happens, and the observer may answer [`ControlFlow::Break`], which
//! `?` carries up through the search. An observer is a type parameter, so the silent one
//! compiles to nothing.

use crate::memory::Extent;
use crate::{Problem, Refusal};
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
    /// Somebody asked the search to end.
    Cancelled,
}

impl Stop {
    /// Every reason, in the order of their declaration.
    pub const ALL: [Stop; 6] =
        [Stop::Enough, Stop::Stuck, Stop::NodeLimit, Stop::Deadline, Stop::Memory, Stop::Cancelled];

    /// The word for it in records, answers and traces.
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Enough => "enough",
            Stop::Stuck => "stuck",
            Stop::NodeLimit => "node-limit",
            Stop::Deadline => "deadline",
            Stop::Memory => "memory",
            Stop::Cancelled => "cancelled",
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
        }
    }
}

/// Go on, or unwind the search and say why. A search that returns `Continue` is exhausted:
/// every solution there is has been reported.
pub type Flow = ControlFlow<Stop>;

/// Something worth counting besides nodes. Which ones a strategy counts is in its
/// [`About::events`].
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

/// Watches one search and may stop it. What is not overridden compiles to nothing.
pub trait Observer<P: Problem> {
    /// The search of the instance begins now. Called by whoever calls [`Strategy::solve`].
    #[inline(always)]
    fn start(&mut self) {}

    /// A node of the search tree is entered at `depth` (the root is 0). Limits live here: after
    /// a `Break` the node does not count and must not be searched.
    #[inline(always)]
    fn node(&mut self, _depth: usize) -> Flow {
        Flow::Continue(())
    }

    /// Long work goes on inside a node: a chance to stop that is not a node.
    #[inline(always)]
    fn poll(&mut self) -> Flow {
        Flow::Continue(())
    }

    /// Work is about to begin that cannot be interrupted and takes about so much CPU time of this thread:
    /// a chance to stop before it, if a limit would come before its end.
    #[inline(always)]
    fn ahead(&mut self, _time: Duration) -> Flow {
        Flow::Continue(())
    }

    /// The search is handed to another strategy, as `choice` says; the last one counts.
    #[inline(always)]
    fn chose(&mut self, _choice: Choice) {}

    /// `event` happened `by` times.
    #[inline(always)]
    fn count(&mut self, _event: Event, _by: u64) {}

    /// Whether steps are listened to. What a strategy does only to be able to tell a step stands behind it.
    #[inline(always)]
    fn watches(&self) -> bool {
        false
    }

    /// A step was done. It is built only if somebody listens; told of a node after [`Self::node`], and of the way
    /// to a node, such as the guess that leads there, before.
    #[inline(always)]
    fn step(&mut self, _build: impl FnOnce() -> P::Step) {}

    /// A solution was found. It is built only if somebody wants to see it.
    fn solution(&mut self, build: impl FnOnce() -> P::Solution) -> Flow;

    /// Whether the number of solutions is all that is still wanted of this search: every one
    /// counts, and nobody looks at any more of them. A strategy that can count without enumerating may then report
    /// with [`Self::solutions`].
    #[inline(always)]
    fn only_counts(&self) -> bool {
        false
    }

    /// Whether [`Self::only_counts`] will hold once the first few solutions were handed over. A
    /// strategy that prepares for counting may ask; one that only reports asks the other.
    #[inline(always)]
    fn will_only_count(&self) -> bool {
        self.only_counts()
    }

    /// `many` more solutions exist, none of which was built. To be called only where
    /// [`Self::only_counts`].
    #[inline(always)]
    fn solutions(&mut self, _many: u64) -> Flow {
        unreachable!("this observer wants to see every solution")
    }

    /// The alternative `index` (from 0) out of `of` is tried at `depth`. What Knuth's estimate
    /// of progress needs: where each branch on the path has come to.
    #[inline(always)]
    fn branch(&mut self, _depth: usize, _index: usize, _of: usize) {}

    /// How far an incomplete strategy came, as an instance of what remains.
    #[inline(always)]
    fn partial(&mut self, _build: impl FnOnce() -> P) {}
}

/// A borrowed observer is one.
impl<P: Problem, O: Observer<P>> Observer<P> for &mut O {
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
    fn watches(&self) -> bool {
        (**self).watches()
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
    fn solutions(&mut self, many: u64) -> Flow {
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

/// What a newcomer writes, in one file. A value of the type is one configuration.
pub trait Strategy: Clone + Default + Send + Sync + 'static {
    /// Its native problem; encodings lift it to others.
    type Problem: Problem;
    /// Memory kept between instances. It never changes an answer or a count.
    type Scratch: Default + Send;
    /// Who it is.
    const ABOUT: About;

    /// Sets one of the parameters that [`About::parameters`] declares. The value has been
    /// checked against the declaration.
    fn set(&mut self, parameter: &str, value: &str) {
        unreachable!("{} declares no parameter {parameter} = {value}", Self::ABOUT.name)
    }

    /// Who it is as it was set: [`Self::ABOUT`], unless a parameter decides what it counts.
    fn profile(&self) -> &'static About {
        const { &Self::ABOUT }
    }

    /// Whether it can search `problem` at all. [`Backend::accepts`](crate::Backend::accepts), which also
    /// compares [`Self::bytes`] with the memory there is, is asked before [`Self::solve`] is called.
    ///
    /// # Errors
    /// Why not.
    #[inline]
    fn accepts(&self, _problem: &Self::Problem) -> Result<(), Refusal> {
        Ok(())
    }

    /// About how many bytes a search takes beside an instance of this size.
    #[inline]
    fn bytes(&self, size: <Self::Problem as Problem>::Size) -> u64 {
        size.bytes().saturating_mul(Self::Problem::SEARCH)
    }

    /// Searches `problem`, reporting every node and solution to `observer`. Ties that are
    /// broken at random are broken by `seed`: same seed, same search.
    fn solve(
        &self,
        problem: &Self::Problem,
        seed: u64,
        scratch: &mut Self::Scratch,
        observer: &mut impl Observer<Self::Problem>,
    ) -> Flow;

    /// What it does as pseudo-code, if it tells its steps with [`Observer::step`]. Only then is it compiled for
    /// an observer that listens.
    const SCRIPT: Script = &[];

    /// Whether [`Self::solve_batch`] searches instances like `problem` side by side, so that one alone
    /// costs nearly as much as many.
    fn side_by_side(&self, _problem: &Self::Problem) -> bool {
        false
    }

    /// Searches many instances, each with an observer of its own. A strategy that works on several
    /// at once overrides it; answers and counts must be those of [`Self::solve`].
    fn solve_batch(
        &self,
        problems: &[Self::Problem],
        seed: u64,
        scratch: &mut Self::Scratch,
        observers: &mut impl Observers<Self::Problem>,
    ) {
        let mut observer = observers.one();
        for (k, problem) in problems.iter().enumerate() {
            observers.begin(k, &mut observer);
            let flow = self.solve(problem, seed, scratch, &mut observer);
            observers.end(k, &mut observer, flow);
        }
    }
}

/// A strategy as pseudo-code: its lines, indented by two blanks a level, each with the kinds of events, as a
/// trace names them, that are this line. Empty: the strategy does not tell its steps.
pub type Script = &'static [(&'static str, &'static [&'static str])];

/// Who a strategy is, for lists, help and reports.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Kebab-case name, unique within a registry. Only `auto`, the default of each kind of problem, stands in
    /// several.
    pub name: &'static str,
    /// The use that it is meant for.
    pub purpose: Purpose,
    /// What it does, in one sentence.
    pub sentence: &'static str,
    /// Author, title, year of what it follows.
    pub source: &'static str,
    /// What one node is; empty: it counts none, and a node limit has no effect on it.
    pub node: &'static str,
    /// Whether it always decides, given time. An incomplete strategy may end with [`Stop::Stuck`].
    pub complete: bool,
    /// Whether limits stop it in mid-search. If not, `note` says why, and limits hold only
    /// between solutions.
    pub interruptible: bool,
    /// The events it counts.
    pub events: &'static [Event],
    /// The parameters it takes.
    pub parameters: &'static [Parameter],
    /// Anything a user must know: a limit it cannot keep, a size it is meant for. May be empty.
    pub note: &'static str,
}

impl About {
    /// Whether it counts nodes.
    pub const fn counts_nodes(&self) -> bool {
        !self.node.is_empty()
    }
}

/// The use that a strategy is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// It looks at the instance and hands it to others.
    Choose,
    /// It is meant to be fast.
    Fast,
    /// It is meant to be read, compared and learned from; others come to the answer sooner.
    Learn,
}

impl Purpose {
    /// The word that records have for it.
    pub const fn name(self) -> &'static str {
        match self {
            Purpose::Choose => "choose",
            Purpose::Fast => "fast",
            Purpose::Learn => "learn",
        }
    }
}

/// A parameter of a strategy. Its value stands in the strategy's label, so that an ablation is
/// just another row.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name, kebab-case.
    pub name: &'static str,
    /// What it decides.
    pub meaning: &'static str,
    /// The values it takes.
    pub values: Values,
    /// The value when none is given.
    pub default: &'static str,
}

/// The values that a parameter takes.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A whole number between these two, both included.
    Integer(u64, u64),
}
