//! The contract that a strategy writes: [`Strategy`].

use crate::memory::Extent;
use crate::observer::{Event, Flow, Observer, Observers};
use crate::thread_group::{ThreadGroup, Together};
use crate::{Problem, Refusal};

/// The contract of a strategy, which is one file. A value of the type is one configuration.
pub trait Strategy: Clone + Default + Send + Sync + 'static {
    /// Its native problem; encodings lift it to others.
    type Problem: Problem;
    /// Memory kept between instances. It never changes an answer or a count.
    type Scratch: Default + Send;
    /// Its description.
    const ABOUT: About;

    /// Sets one of the parameters that [`About::parameters`] declares. The value has been
    /// checked against the declaration.
    fn set(&mut self, parameter: &str, value: &str) {
        unreachable!("{} declares no parameter {parameter} = {value}", Self::ABOUT.name)
    }

    /// Its description as it is configured: [`Self::ABOUT`], unless a parameter decides what it counts.
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

    /// The search as pseudo-code, if it tells its steps with [`Observer::step`]. Only then is it compiled for
    /// an observer that listens.
    const SCRIPT: Script = &[];

    /// Whether [`Self::solve_batch`] searches instances like `problem` side by side, so that one alone
    /// costs nearly as much as many.
    fn side_by_side(&self, _problem: &Self::Problem) -> bool {
        false
    }

    /// Searches one instance on several threads which share what they find out. Asked for only where solutions are
    /// counted and none is handed over. Most do not, and are asked to search it in parts.
    fn solve_together(
        &self,
        _problem: &Self::Problem,
        _seed: u64,
        _scratch: &mut Self::Scratch,
        _group: &mut impl ThreadGroup<Self::Problem>,
    ) -> Together<Self> {
        Together::InParts(self.clone())
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

/// The description of a strategy, for lists, help and reports.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Kebab-case name, unique within a registry. Only `auto`, the default of each kind of problem, stands in
    /// several.
    pub name: &'static str,
    /// The use that it is meant for.
    pub purpose: Purpose,
    /// The idea, in one sentence.
    pub sentence: &'static str,
    /// Author, title, year of its source.
    pub source: &'static str,
    /// The meaning of one node; empty: it counts none, and a node limit has no effect on it.
    pub node: &'static str,
    /// Whether it always decides, given time. An incomplete strategy may end with [`Stop::Stuck`](crate::Stop::Stuck).
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
    /// The property that it decides.
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
