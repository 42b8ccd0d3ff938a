//! The outcome of a search: its result and its cost.

use crate::observer::{Choice, Event, Flow, Stop};
use crate::problem::Violation;
use crate::step::TraceEvent;
use crate::{Natural, Problem};
use std::ops::AddAssign;
use std::time::Duration;

/// Fewer kept solutions than this are checked one by one: preparing a referee would take longer.
const FEW_KEPT: usize = 10;

/// Machine-independent measures of work: equal in every repetition of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes of the search tree.
    pub nodes: u64,
    /// The depth of the deepest node; the root has depth 0.
    pub max_depth: u64,
    /// One count per [`Event`], indexed by its discriminant.
    pub events: [u64; Event::ALL.len()],
}

impl Counters {
    /// The number of occurrences of `event`.
    pub fn of(&self, event: Event) -> u64 {
        self.events[event as usize]
    }
}

/// Some of the [`Counters`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CounterSet {
    /// Whether it contains the nodes.
    pub nodes: bool,
    /// Whether it contains the depth.
    pub max_depth: bool,
    /// Whether it contains each [`Event`], indexed by its discriminant.
    pub events: [bool; Event::ALL.len()],
}

/// The result of a search of one instance.
#[derive(Clone, Debug)]
pub struct Outcome<P: Problem> {
    /// Why the search ended early; `None` if it was exhausted.
    pub stop: Option<Stop>,
    /// Number of solutions found, saturated at [`u64::MAX`].
    pub solutions: u64,
    /// The exact number of solutions, if `solutions` is saturated.
    pub beyond: Option<Natural>,
    /// The first solutions, at most as many as the task asked to keep.
    pub kept: Vec<P::Solution>,
    /// How far an incomplete strategy came: an instance that contains what it derived.
    pub partial: Option<Box<P>>,
    /// The cost of the search.
    pub counters: Counters,
    /// The chosen strategy, if the requested one only chooses.
    pub choice: Option<Choice>,
    /// Facts about the process of a search that ran in a separate process.
    pub process: Option<Box<ProcessFacts>>,
}

/// Facts about a search in a separate process, and the fault of any search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProcessFacts {
    /// The peak memory of the process, in bytes.
    pub peak_memory: u64,
    /// Wall time of the process; the searches of a batch share it evenly.
    pub wall: Duration,
    /// The counters that an external solver reported; the others are unknown. `None` if the counters are all
    /// those of a built-in strategy.
    pub reported: Option<CounterSet>,
    /// Why there is no valid answer.
    pub fault: Option<Fault>,
}

/// A fault of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// The description for the user.
    pub what: String,
}

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The search crashed, or its process did not start.
    Crash,
    /// Its answer is wrong or incomplete.
    WrongAnswer,
    /// It cannot search this instance.
    Unsupported,
}

impl Fault {
    /// A fault of this kind.
    pub fn new(kind: FaultKind, what: impl Into<String>) -> Fault {
        Fault { kind, what: what.into() }
    }

    /// The fault of a strategy whose solution the referee rejects.
    pub fn rejected(violation: &Violation) -> Fault {
        let what = format!("the referee rejects what the strategy found: {violation}");
        Fault::new(FaultKind::WrongAnswer, what)
    }
}

impl<P: Problem> Outcome<P> {
    /// The outcome of a search that never started: no solution, not exhausted.
    pub fn unsearched(stop: Stop) -> Self {
        Outcome::with_solutions(Some(stop), Vec::new(), Counters::default())
    }

    /// The outcome of a search that gave no valid answer because of `fault`.
    pub fn failed(fault: Fault) -> Self {
        Outcome { stop: None, ..Outcome::unsearched(Stop::Stuck) }.with_fault(fault)
    }

    /// This outcome, which is no valid answer because of `fault`.
    #[must_use]
    pub fn with_fault(self, fault: Fault) -> Self {
        let mut process = self.process.unwrap_or_default();
        process.fault = Some(fault);
        Outcome { process: Some(process), ..self }
    }

    /// The outcome of a search that found the solutions `kept`.
    pub fn with_solutions(stop: Option<Stop>, kept: Vec<P::Solution>, counters: Counters) -> Self {
        let solutions = kept.len() as u64;
        Outcome { stop, solutions, beyond: None, kept, partial: None, counters, choice: None, process: None }
    }

    /// Converts the outcome of an encoded search. `kept` are its decoded solutions.
    pub(crate) fn with_kept<Q: Problem>(&mut self, kept: Vec<Q::Solution>) -> Outcome<Q> {
        let (beyond, process) = (self.beyond.take(), self.process.take());
        let Outcome { stop, solutions, counters, choice, .. } = *self;
        Outcome { stop, solutions, beyond, kept, partial: None, counters, choice, process }
    }

    /// The fault of the process that searched.
    pub fn fault(&self) -> Option<&Fault> {
        self.process.as_ref()?.fault.as_ref()
    }

    /// The exact number of solutions found.
    pub fn count(&self) -> Natural {
        self.beyond.clone().unwrap_or_else(|| self.solutions.into())
    }

    /// Adds the number of solutions that another part of the search found.
    pub(crate) fn found(&mut self, other: &Outcome<P>) {
        let mut all = self.count();
        all += &other.count();
        (self.solutions, self.beyond) = all.saturated();
    }

    /// Checks every kept solution with the referee, and checks that they are distinct.
    ///
    /// # Errors
    /// The first violation or repeated solution.
    pub fn verify(&self, problem: &P) -> Result<(), Violation> {
        if self.kept.len() < FEW_KEPT {
            self.kept.iter().try_for_each(|solution| problem.verify(solution))?;
        } else {
            self.kept.iter().try_for_each(problem.referee())?;
        }
        let all_different = match &self.kept[..] {
            [] | [_] => true,
            [a, b] => a != b,
            many => {
                let mut seen = std::collections::HashSet::with_capacity(many.len());
                many.iter().all(|s| seen.insert(s))
            }
        };
        if all_different { Ok(()) } else { Err(Violation::new("the same solution was reported twice", [])) }
    }
}

/// CPU time that a batch took on the searching thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Translating the instances into the strategy's native problem.
    pub encode: Duration,
    /// Searching.
    pub solve: Duration,
    /// Translating the solutions back.
    pub decode: Duration,
}

impl Cost {
    /// The sum of all three: the time that an answer takes for a user.
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

/// Receives each solution as it is found; a `Break` ends the search.
pub type Sink<'a, P> = &'a mut dyn FnMut(&<P as Problem>::Solution) -> Flow;

/// Receives the events of a traced search; a `Break` ends the search.
pub type Listener<'a> = &'a mut dyn FnMut(TraceEvent) -> Flow;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sudoku;

    #[test]
    fn a_fault_keeps_the_facts_about_the_process() {
        let process = Some(Box::new(ProcessFacts { peak_memory: 7, ..ProcessFacts::default() }));
        let searched = Outcome::<Sudoku> { process, ..Outcome::unsearched(Stop::Enough) };
        let fault = Fault::rejected(&Violation { what: "1 twice in row 1".to_string(), places: Vec::new() });
        assert_eq!(fault.what, "the referee rejects what the strategy found: 1 twice in row 1");
        let failed = searched.with_fault(fault.clone());
        assert_eq!((failed.fault(), failed.process.as_ref().unwrap().peak_memory), (Some(&fault), 7));
    }
}
