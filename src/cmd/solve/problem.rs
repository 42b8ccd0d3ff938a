//! Kinds of problems in the solving pipeline: how to search, write and draw each.

use super::cover_facts::{CoverFacts, CoverSearch};
use coverlab_model::clock::ThreadTime;
use coverlab_model::family::Family;
use coverlab_model::format::symbols::Symbols;
use coverlab_model::{Outcome, Problem, Session, Sink, Task};
use coverlab_strategies::Configured;
use std::time::Duration;

/// How to write and draw problems and solutions.
#[derive(Default)]
pub(super) struct Style<'a> {
    pub(super) symbols: Symbols,
    pub(super) color: bool,
    /// Draws the solutions of an exact cover as pictures.
    pub(super) family: Option<&'a dyn Family>,
}

/// The strategy, its task, and the settings for exact covers.
pub(super) struct Engine<P: Problem> {
    pub(super) configured: Configured<P>,
    pub(super) task: Task,
    pub(super) cover: CoverSearch,
    /// Whether the CPU time of each puzzle is wanted.
    pub(super) is_timed: bool,
}

/// An outcome, and the CPU time that it took on all threads.
pub(super) type Searched<P> = (Outcome<P>, Duration);

/// A kind of problem that `coverlab solve` solves.
pub(super) trait Solvable: Problem {
    /// Whether solutions take several lines, so that an empty line follows each in a list.
    const IS_MULTILINE: bool;

    /// The instance in one line, for records; `name` is what its input calls it.
    fn line(&self, name: &str, _style: &Style<'_>) -> String {
        name.to_string()
    }

    /// A solution as plain text, without an end of line.
    fn solution_line(&self, solution: &Self::Solution, style: &Style<'_>) -> String;

    /// The instance, or a solution of it, as a drawing for a person, its last line ended.
    fn drawing(&self, solution: Option<&Self::Solution>, style: &Style<'_>) -> String;

    /// The share of the instance that an incomplete strategy has done.
    fn progress(&self) -> String;

    /// Where two solutions differ first.
    fn difference(&self, one: &Self::Solution, other: &Self::Solution, style: &Style<'_>) -> String;

    /// A remark that `found` is not the only solution, and where another differs, after a search of limited length.
    fn another(&self, _found: &Self::Solution, _style: &Style<'_>) -> Option<String> {
        None
    }

    /// Why there is no solution, after searches of limited length.
    fn contradiction(&self, _style: &Style<'_>) -> Option<String> {
        None
    }

    /// Why there is no solution, where a look at the instance shows it.
    fn plain_contradiction(&self) -> Option<String> {
        None
    }

    /// Searches this instance by itself; hands each solution to `sink`, if there is one, as it is found.
    fn search(
        &self,
        engine: &Engine<Self>,
        session: &mut dyn Session<Self>,
        task: &Task,
        sink: Option<Sink<'_, Self>>,
    ) -> Searched<Self> {
        search_by(session, self, engine.is_timed, task, sink)
    }

    /// Facts in records and statistics that only exact covers have.
    fn facts(&self, _engine: &Engine<Self>, _outcome: &Outcome<Self>, _task: &Task) -> Option<CoverFacts> {
        None
    }
}

/// Searches `problem` by one session.
pub(super) fn search_by<P: Problem>(
    session: &mut dyn Session<P>,
    problem: &P,
    is_timed: bool,
    task: &Task,
    sink: Option<Sink<'_, P>>,
) -> Searched<P> {
    if let Some(sink) = sink {
        let clock = ThreadTime::now();
        let outcome = session.stream(problem, task, sink);
        return (outcome, clock.elapsed());
    }
    if !is_timed {
        return (session.untimed(problem, task), Duration::ZERO);
    }
    let mut outcomes = Vec::with_capacity(1);
    let cost = session.run(std::slice::from_ref(problem), task, &mut outcomes);
    (outcomes.pop().expect("one outcome an instance"), cost.total())
}
