//! An outcome: the result of a search and its cost.

use crate::observer::{Choice, Event, Flow, Stop};
use crate::problem::Violation;
use crate::step::Told;
use crate::{Natural, Problem};
use std::ops::AddAssign;
use std::time::Duration;

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

/// The result of a search of one instance.
#[derive(Clone, Debug)]
pub struct Outcome<P: Problem> {
    /// Why it ended early; `None`: the whole space was searched.
    pub stop: Option<Stop>,
    /// Solutions found; [`u64::MAX`] where there are more.
    pub solutions: u64,
    /// The number of them, where that is more than `solutions` can say.
    pub beyond: Option<Natural>,
    /// The first of them, as many as the task wanted to keep.
    pub kept: Vec<P::Solution>,
    /// How far an incomplete strategy came.
    pub partial: Option<Box<P>>,
    /// The cost of the search.
    pub counters: Counters,
    /// The strategy that it was handed to, if the one asked for chooses.
    pub choice: Option<Choice>,
}

impl<P: Problem> Outcome<P> {
    /// The outcome of a search that has not begun: nothing is claimed.
    pub fn unsearched(stop: Stop) -> Self {
        let (stop, counters) = (Some(stop), Counters::default());
        Outcome { stop, solutions: 0, beyond: None, kept: Vec::new(), partial: None, counters, choice: None }
    }

    /// The number of solutions found.
    pub fn count(&self) -> Natural {
        self.beyond.clone().unwrap_or_else(|| self.solutions.into())
    }

    /// Adds the number of solutions that another part of the search has found.
    pub(crate) fn found(&mut self, other: &Outcome<P>) {
        let mut all = self.count();
        all += &other.count();
        (self.solutions, self.beyond) = all.saturated();
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

impl Cost {
    /// All three, which is what an answer costs its user.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.encode + self.solve + self.decode
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, more: Cost) {
        self.encode += more.encode;
        self.solve += more.solve;
        self.decode += more.decode;
    }
}

/// Gets each solution as it is found; a `Break` ends the search.
pub type Sink<'a, P> = &'a mut dyn FnMut(&<P as Problem>::Solution) -> Flow;

/// Gets the messages of a traced search; a `Break` ends the search.
pub type Listener<'a> = &'a mut dyn FnMut(Told) -> Flow;
