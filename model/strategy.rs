//! The interface of a search algorithm: [`Strategy`].

use crate::memory::Extent;
use crate::named::named;
use crate::observer::{Event, Flow, Observer, Observers};
use crate::thread_group::{ParallelAnswer, ThreadGroup};
use crate::{Problem, Refusal};

/// A search algorithm. A value of the type is one configuration of it.
pub trait Strategy: Clone + Default + Send + Sync + 'static {
    /// The kind of problem it searches. [`Via`](crate::Via) runs it on other kinds through an encoding.
    type Problem: Problem;
    /// Memory reused between instances. Its contents never change an answer or a count.
    type Scratch: Default + Send;
    /// The strategy's description.
    const ABOUT: About;

    /// Sets a parameter that [`About::parameters`] declares. The caller has checked the value against the
    /// declaration.
    fn set(&mut self, parameter: &str, value: &str) {
        unreachable!("{} declares no parameter {parameter} = {value}", Self::ABOUT.name)
    }

    /// The description of this configuration: [`Self::ABOUT`], unless a parameter changes it, for example
    /// what a node is.
    fn profile(&self) -> &'static About {
        const { &Self::ABOUT }
    }

    /// Checks that the strategy supports `problem`. Before [`Self::solve`], callers use
    /// [`Backend::accepts`](crate::Backend::accepts), which also compares [`Self::bytes`] with the
    /// available memory.
    ///
    /// # Errors
    /// The reason why the instance is rejected.
    #[inline]
    fn accepts(&self, _problem: &Self::Problem) -> Result<(), Refusal> {
        Ok(())
    }

    /// Estimates the bytes a search needs in addition to an instance of this size.
    #[inline]
    fn bytes(&self, size: <Self::Problem as Problem>::Size) -> u64 {
        size.bytes().saturating_mul(Self::Problem::SEARCH)
    }

    /// Searches `problem` and reports every node and solution to `observer`. `seed` decides all random
    /// choices: equal seeds give equal searches.
    fn solve(
        &self,
        problem: &Self::Problem,
        seed: u64,
        scratch: &mut Self::Scratch,
        observer: &mut impl Observer<Self::Problem>,
    ) -> Flow;

    /// The search as pseudo-code; empty if the strategy does not report steps. The search is compiled for
    /// observers of steps only if this is not empty.
    const SCRIPT: Script = &[];

    /// The pseudo-code of this configuration: [`Self::SCRIPT`], unless a parameter changes it.
    fn script(&self) -> Script {
        Self::SCRIPT
    }

    /// Whether [`Self::solve_batch`] searches instances like `problem` in lockstep, so that a single
    /// instance costs nearly as much as many.
    fn side_by_side(&self, _problem: &Self::Problem) -> bool {
        false
    }

    /// Searches one instance on several threads that share what they learn. It is called only if solutions
    /// are counted and none is kept. By default a strategy declines, and the instance is split into parts.
    fn solve_together(
        &self,
        _problem: &Self::Problem,
        _seed: u64,
        _scratch: &mut Self::Scratch,
        _group: &mut impl ThreadGroup<Self::Problem>,
    ) -> ParallelAnswer<Self> {
        ParallelAnswer::InParts(self.clone())
    }

    /// Searches many instances, each with its own observer. A strategy that searches several at once
    /// overrides this; answers and counts must equal those of [`Self::solve`].
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

/// The pseudo-code of a strategy: each line, indented by two spaces per level, with the kinds of trace events
/// that it produces. Empty if the strategy does not report steps.
pub type Script = &'static [(&'static str, &'static [&'static str])];

/// The description of a strategy, for lists, help and reports.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Kebab-case name, unique within a registry. Only `auto`, the default for each kind of problem, occurs
    /// in several registries.
    pub name: &'static str,
    /// The intended use.
    pub purpose: Purpose,
    /// The idea, in one sentence.
    pub sentence: &'static str,
    /// Author, title and year of the source.
    pub source: &'static str,
    /// The meaning of one node. Empty if the strategy counts none; then a node limit has no effect.
    pub node: &'static str,
    /// Whether the strategy finds an answer, or proves that none exists, given enough time. An incomplete
    /// strategy may end with [`Stop::Stuck`](crate::Stop::Stuck).
    pub complete: bool,
    /// Whether limits can stop a search at any time. If not, limits are checked only between solutions, and
    /// `note` gives the reason.
    pub interruptible: bool,
    /// The events it counts.
    pub events: &'static [Event],
    /// The parameters it takes.
    pub parameters: &'static [Parameter],
    /// Facts a user must know, such as limits that do not apply or the sizes the strategy is meant for. May
    /// be empty.
    pub note: &'static str,
}

impl About {
    /// Whether the strategy counts nodes.
    pub const fn counts_nodes(&self) -> bool {
        !self.node.is_empty()
    }
}

named! {
    /// The intended use of a strategy.
    pub enum Purpose {
        /// Inspects the instance and passes it to another strategy.
        Choose = "choose",
        /// Meant for speed.
        Fast = "fast",
        /// Meant for reading, comparing and learning; other strategies are faster.
        Learn = "learn",
    }
}

/// A parameter of a strategy. Its value is part of the strategy's label, so each value has its own row in the
/// tables.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Kebab-case name.
    pub name: &'static str,
    /// The feature that it controls.
    pub meaning: &'static str,
    /// The accepted values.
    pub values: Values,
    /// The default value.
    pub default: &'static str,
}

/// The values a parameter accepts.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// An integer in this range, both ends included.
    Integer(u64, u64),
}
