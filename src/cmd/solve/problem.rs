//! Kinds of problems in the solving pipeline: how to search, write and draw each.

use super::arguments::Form;
use super::context::{Context, Label};
use coverlab_bench::diagnosis;
use coverlab_bench::terminal::{FOUND, GIVEN, paint};
use coverlab_model::clock::ThreadTime;
use coverlab_model::format::{boxed, dimacs, line};
use coverlab_model::{Cnf, Grid, Model, Outcome, Problem, Session, Sink, Sudoku, Task};
use coverlab_strategies::Configured;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

/// A strategy at work on one input.
pub(super) struct Job<'a, P: Problem> {
    pub(super) context: Context<'a>,
    pub(super) configured: Configured<P>,
    /// The first solution found, for its picture.
    pub(super) first: OnceLock<P::Solution>,
}

/// An outcome, and the CPU time that it took on all threads.
pub(super) type Searched<P> = (Outcome<P>, Duration);

/// A kind of problem that `coverlab solve` solves.
pub(super) trait Solvable: Problem {
    /// The beginning of a comment among solutions, if these take several lines. Then the name of each of several
    /// instances is a comment before its solutions, and an empty line follows each solution in a list.
    const COMMENT: Option<&'static str>;

    /// The instance in one line, for records.
    fn line(&self, label: &Label, context: &Context<'_>) -> String;

    /// A solution as plain text, without an end of line.
    fn solution_line(&self, solution: &Self::Solution, context: &Context<'_>) -> String;

    /// The instance, or a solution of it, as a drawing for a person, its last line ended.
    fn drawing(&self, solution: Option<&Self::Solution>, context: &Context<'_>) -> String;

    /// The share of the instance that an incomplete strategy has done.
    fn progress(&self) -> String;

    /// Where two solutions differ first.
    fn difference(&self, one: &Self::Solution, other: &Self::Solution, context: &Context<'_>) -> String;

    /// A remark that `found` is not the only solution, and where another differs, after a search of limited length.
    fn another(&self, _found: &Self::Solution, _context: &Context<'_>) -> Option<String> {
        None
    }

    /// Why there is no solution; `thorough`: also after searches of limited length.
    fn contradiction(&self, _thorough: bool, _context: &Context<'_>) -> Option<String> {
        None
    }

    /// Searches this instance by itself; hands each solution to `sink`, if there is one, as it is found.
    fn search(
        &self,
        job: &Job<'_, Self>,
        session: &mut dyn Session<Self>,
        task: &Task,
        sink: Option<Sink<'_, Self>>,
    ) -> Searched<Self> {
        search_by(session, self, job.context.form != Form::Line, task, sink)
    }

    /// Facts in records and statistics that only exact covers have.
    fn facts(&self, _job: &Job<'_, Self>, _outcome: &Outcome<Self>, _task: &Task) -> Option<CoverFacts> {
        None
    }
}

/// Facts in records and statistics that only exact covers have.
#[derive(Clone, Debug, Serialize)]
pub(super) struct CoverFacts {
    pub(super) wall_ns: u64,
    pub(super) threads: usize,
    pub(super) items: usize,
    pub(super) primary: usize,
    pub(super) options: usize,
    pub(super) max_depth: Option<u64>,
    pub(super) counters: BTreeMap<&'static str, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) depths: Option<Vec<u64>>,
    /// How random solutions were drawn.
    #[serde(skip)]
    pub(super) sampling: Option<&'static str>,
    /// A remark on that for the user.
    #[serde(skip)]
    pub(super) note: Option<&'static str>,
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

impl Solvable for Sudoku {
    const COMMENT: Option<&'static str> = None;

    fn line(&self, _label: &Label, context: &Context<'_>) -> String {
        line::write(self.shape(), self.clues(), &context.symbols)
    }

    fn solution_line(&self, grid: &Grid, context: &Context<'_>) -> String {
        line::write(grid.shape(), grid.cells(), &context.symbols)
    }

    fn drawing(&self, grid: Option<&Grid>, context: &Context<'_>) -> String {
        let (shape, symbols, color) = (self.shape(), &context.symbols, context.terminal.color);
        boxed::draw(shape, symbols, |cell| match (self.clues()[cell], grid) {
            (0, Some(grid)) => paint(&boxed::word(grid.cells()[cell], shape, symbols), FOUND, color),
            (0, None) => boxed::word(0, shape, symbols),
            (clue, _) => paint(&boxed::word(clue, shape, symbols), GIVEN, color),
        })
    }

    fn progress(&self) -> String {
        format!("{} of {} cells filled", self.clue_count(), self.shape().cells())
    }

    fn difference(&self, one: &Grid, other: &Grid, context: &Context<'_>) -> String {
        let shape = self.shape();
        let cell = (0..shape.cells()).find(|&c| one.cells()[c] != other.cells()[c]).unwrap_or(0);
        let word = |grid: &Grid| boxed::word(grid.cells()[cell], shape, &context.symbols);
        let (row, column) = (shape.row(cell) + 1, shape.column(cell) + 1);
        format!("row {row}, column {column}: {} or {}", word(one), word(other))
    }

    fn another(&self, found: &Grid, context: &Context<'_>) -> Option<String> {
        let other = diagnosis::another_solution(self, found)?;
        let difference = self.difference(found, &other, context);
        Some(format!("one of several solutions, first difference: {difference}"))
    }

    /// Equal clues in a house have been pointed out in the input already.
    fn contradiction(&self, thorough: bool, context: &Context<'_>) -> Option<String> {
        if !thorough || self.check_clues().is_err() {
            return None;
        }
        Some(diagnosis::clashing_clues(self)?.describe(self, &context.symbols))
    }
}

impl Solvable for Cnf {
    const COMMENT: Option<&'static str> = Some("c ");

    fn line(&self, _label: &Label, context: &Context<'_>) -> String {
        context.source.clone()
    }

    /// As SAT competitions have it: lines that begin with `v`, the last ending with 0.
    fn solution_line(&self, model: &Model, _context: &Context<'_>) -> String {
        dimacs::write_model(model)
    }

    fn drawing(&self, model: Option<&Model>, context: &Context<'_>) -> String {
        match model {
            Some(model) => self.solution_line(model, context) + "\n",
            None => format!("{} variables, {} clauses\n", self.variables(), self.clauses().len()),
        }
    }

    fn progress(&self) -> String {
        format!("{} variables and {} clauses left", self.variables(), self.clauses().len())
    }

    fn difference(&self, one: &Model, other: &Model, _context: &Context<'_>) -> String {
        let variable = (1..).zip(one.values().iter().zip(other.values())).find(|(_, (a, b))| a != b);
        variable.map_or_else(String::new, |(v, (value, _))| format!("variable {v}: {value} or {}", !value))
    }
}
