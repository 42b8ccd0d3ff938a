//! The contract of a strategy: [`Strategy`].

use crate::memory::Extent;
use crate::observer::{Event, Flow, Observer, Observers};
use crate::thread_group::{ParallelAnswer, ThreadGroup};
use crate::{Problem, Refusal};

/// The contract of a strategy, which is one file. A value of the type is one configuration.
pub trait Strategy: Clone + Default + Send + Sync + 'static {
    /// The kind of problem it searches; encodings lift it to others.
    type Problem: Problem;
    /// Memory reused between instances. It never changes an answer or a count.
    type Scratch: Default + Send;
    /// The strategy's description.
    const ABOUT: About;

    /// Sets a parameter declared in [`About::parameters`]. The value has been checked against the
    /// declaration.
    fn set(&mut self, parameter: &str, value: &str) {
        unreachable!("{} declares no parameter {parameter} = {value}", Self::ABOUT.name)
    }

    /// The description of this configuration: [`Self::ABOUT`], unless a parameter changes what is
    /// counted.
    fn profile(&self) -> &'static About {
        const { &Self::ABOUT }
    }

    /// Checks that the strategy supports `problem`. Before [`Self::solve`], callers use
    /// [`Backend::accepts`](crate::Backend::accepts), which also compares [`Self::bytes`] with the
    /// available memory.
    ///
    /// # Errors
    /// The reason for the rejection.
    #[inline]
    fn accepts(&self, _problem: &Self::Problem) -> Result<(), Refusal> {
        Ok(())
    }

    /// Estimates the bytes a search needs in addition to an instance of this size.
    #[inline]
    fn bytes(&self, size: <Self::Problem as Problem>::Size) -> u64 {
        size.bytes().saturating_mul(Self::Problem::SEARCH)
    }

    /// Searches `problem` and reports every node and solution to `observer`. Random ties are broken by
    /// `seed`: equal seeds give equal searches.
    fn solve(
        &self,
        problem: &Self::Problem,
        seed: u64,
        scratch: &mut Self::Scratch,
        observer: &mut impl Observer<Self::Problem>,
    ) -> Flow;

    /// The search as pseudo-code; empty if the strategy does not report steps. Only with a script is
    /// the search compiled for observers that use steps.
    const SCRIPT: Script = &[];

    /// The pseudo-code as it is configured: [`Self::SCRIPT`], unless a parameter decides what it does.
    fn script(&self) -> Script {
        Self::SCRIPT
    }

    /// Whether [`Self::solve_batch`] searches instances like `problem` in lockstep, so that a single
    /// instance costs nearly as much as many.
    fn side_by_side(&self, _problem: &Self::Problem) -> bool {
        false
    }

    /// Searches one instance on several threads that share what they learn. Called only if solutions
    /// are counted and none is kept. Most strategies decline, and the instance is searched in parts.
    fn solve_together(
        &self,
        _problem: &Self::Problem,
        _seed: u64,
        _scratch: &mut Self::Scratch,
        _group: &mut impl ThreadGroup<Self::Problem>,
    ) -> ParallelAnswer<Self> {
        ParallelAnswer::InParts(self.clone())
    }

    /// Searches many instances, each with its own observer. A strategy that works on several at once
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

/// A strategy as pseudo-code: its lines, indented by two blanks per level, each with the kinds of trace
/// events that belong to it. Empty if the strategy does not report steps.
pub type Script = &'static [(&'static str, &'static [&'static str])];

/// The description of a strategy, for lists, help and reports.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Kebab-case name, unique within a registry. Only `auto`, the default of each kind of problem,
    /// occurs in several.
    pub name: &'static str,
    /// The intended use.
    pub purpose: Purpose,
    /// The idea, in one sentence.
    pub sentence: &'static str,
    /// Author, title and year of the source.
    pub source: &'static str,
    /// The meaning of one node. Empty if the strategy counts none; then a node limit has no effect.
    pub node: &'static str,
    /// Whether the strategy always decides, given time. An incomplete one may end with
    /// [`Stop::Stuck`](crate::Stop::Stuck).
    pub complete: bool,
    /// Whether limits stop a search midway. If not, `note` gives the reason, and limits apply only
    /// between solutions.
    pub interruptible: bool,
    /// The events it counts.
    pub events: &'static [Event],
    /// The parameters it takes.
    pub parameters: &'static [Parameter],
    /// Facts a user must know, such as a limit it cannot keep or the sizes it is meant for. May be
    /// empty.
    pub note: &'static str,
}

impl About {
    /// Whether the strategy counts nodes.
    pub const fn counts_nodes(&self) -> bool {
        !self.node.is_empty()
    }
}

/// The intended use of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// Looks at the instance and passes it to another strategy.
    Choose,
    /// Fast.
    Fast,
    /// To be read, compared and learned from; other strategies are faster.
    Learn,
}

impl Purpose {
    /// The word for the use in records.
    pub const fn name(self) -> &'static str {
        match self {
            Purpose::Choose => "choose",
            Purpose::Fast => "fast",
            Purpose::Learn => "learn",
        }
    }
}

/// A parameter of a strategy. Its value is part of the strategy's label, so that an ablation is another
/// row.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Kebab-case name.
    pub name: &'static str,
    /// The property it controls.
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
    /// A whole number in this range, both ends included.
    Integer(u64, u64),
}
