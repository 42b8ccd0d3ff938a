//! The kinds of problems that `solve` accepts: how an instance of each and its solutions are written and drawn.

use super::job::{InputContext, InputJob, PuzzleLabel, SolveCommand};
use coverlab_bench::problem_kind::ProblemKind;
use coverlab_bench::puzzle_flaws;
use coverlab_bench::terminal::{FOUND, GIVEN, paint};
use coverlab_bench::text::{counted, shorten_name};
use coverlab_model::clock::nanoseconds;
use coverlab_model::format::{boxed, dimacs, line};
use coverlab_model::{Cnf, Cover, Event, ExactCover, Grid, Model, Outcome, Sudoku};
use coverlab_report::picture;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A kind of problem that `solve` accepts.
pub(super) trait Solvable: ProblemKind {
    /// The prefix of comments among solutions, if a solution takes several lines. The name of each of several instances
    /// is then a comment before its solutions, and an empty line follows each listed solution.
    const COMMENT: Option<&'static str>;
    /// Whether it is an exact cover. Its answers have more facts, and kept solutions are taken as they are found, so that
    /// those that a separate process finds before its time limit are not lost.
    const IS_COVER: bool = false;

    /// The instance on one line, for JSON objects: its name, if its text is long.
    fn line(&self, _label: &PuzzleLabel, context: &InputContext<'_>) -> String {
        context.source.clone()
    }

    /// A solution as plain text, without a final line break.
    fn solution_line(&self, solution: &Self::Solution, context: &InputContext<'_>) -> String;

    /// A drawing of the instance, or of a solution, with a final line break.
    fn drawing(&self, solution: Option<&Self::Solution>, context: &InputContext<'_>) -> String;

    /// How much of the instance an incomplete strategy has solved; `self` is what it has reached. `None` for kinds without such
    /// a strategy.
    fn progress(&self) -> Option<String> {
        None
    }

    /// The first difference of two solutions.
    fn difference(&self, one: &Self::Solution, other: &Self::Solution, context: &InputContext<'_>) -> String;

    /// A remark on an instance that has no solution, or of which one was `found`. Limited searches may look for it: for a
    /// contradiction, or another solution.
    fn remark(&self, _found: Option<&Self::Solution>, _context: &InputContext<'_>) -> Option<String> {
        None
    }

    /// The numbers of items and options of an exact cover.
    fn parts(&self) -> Option<String> {
        None
    }

    /// Facts that only exact covers have, for JSON objects.
    fn facts(&self, _job: &InputJob<'_, Self>, _outcome: &Outcome<Self>) -> Option<Value> {
        None
    }
}

impl Solvable for Sudoku {
    const COMMENT: Option<&'static str> = None;

    fn line(&self, _label: &PuzzleLabel, context: &InputContext<'_>) -> String {
        line::write(self.shape(), self.clues(), &context.command.options.symbols)
    }

    fn solution_line(&self, grid: &Grid, context: &InputContext<'_>) -> String {
        line::write(grid.shape(), grid.cells(), &context.command.options.symbols)
    }

    fn drawing(&self, grid: Option<&Grid>, context: &InputContext<'_>) -> String {
        let SolveCommand { options, terminal, .. } = context.command;
        let (shape, symbols, color) = (self.shape(), &options.symbols, terminal.color);
        boxed::draw(shape, symbols, |cell| match (self.clues()[cell], grid) {
            (0, Some(grid)) => paint(&boxed::word(grid.cells()[cell], shape, symbols), FOUND, color),
            (0, None) => boxed::word(0, shape, symbols),
            (clue, _) => paint(&boxed::word(clue, shape, symbols), GIVEN, color),
        })
    }

    fn progress(&self) -> Option<String> {
        Some(format!("{} of {} cells filled", self.clue_count(), self.shape().cells()))
    }

    fn difference(&self, one: &Grid, other: &Grid, context: &InputContext<'_>) -> String {
        let shape = self.shape();
        let cell = (0..shape.cells()).find(|&c| one.cells()[c] != other.cells()[c]).unwrap_or(0);
        let word = |grid: &Grid| boxed::word(grid.cells()[cell], shape, &context.command.options.symbols);
        let (row, column) = (shape.row(cell) + 1, shape.column(cell) + 1);
        format!("row {row}, column {column}: {} or {}", word(one), word(other))
    }

    fn remark(&self, found: Option<&Grid>, context: &InputContext<'_>) -> Option<String> {
        match found {
            _ if !context.is_thorough() => None,
            Some(found) => {
                let other = puzzle_flaws::another_solution(self, found)?;
                let difference = self.difference(found, &other, context);
                Some(format!("one of several solutions, first difference: {difference}"))
            }
            // Equal clues in a house were reported when the input was read.
            None if self.check_clues().is_err() => None,
            None => {
                Some(puzzle_flaws::clashing_clues(self)?.describe(self, &context.command.options.symbols))
            }
        }
    }
}

impl Solvable for Cnf {
    const COMMENT: Option<&'static str> = Some("c ");

    /// The format of the SAT competitions: lines that begin with `v`, the last of which ends with 0.
    fn solution_line(&self, model: &Model, _context: &InputContext<'_>) -> String {
        dimacs::write_model(model)
    }

    fn drawing(&self, model: Option<&Model>, context: &InputContext<'_>) -> String {
        match model {
            Some(model) => self.solution_line(model, context) + "\n",
            None => {
                let variables = counted(self.variables() as u64, "variable", "variables");
                format!("{variables}, {}\n", counted(self.clauses().len() as u64, "clause", "clauses"))
            }
        }
    }

    fn difference(&self, one: &Model, other: &Model, _context: &InputContext<'_>) -> String {
        let variable = (1..).zip(one.values().iter().zip(other.values())).find(|(_, (a, b))| a != b);
        variable.map_or_else(String::new, |(v, (value, _))| format!("variable {v}: {value} or {}", !value))
    }
}

impl Solvable for ExactCover {
    const COMMENT: Option<&'static str> = Some("| ");
    const IS_COVER: bool = true;

    fn line(&self, label: &PuzzleLabel, context: &InputContext<'_>) -> String {
        label.title.as_ref().unwrap_or(&context.source).clone()
    }

    fn solution_line(&self, cover: &Cover, _context: &InputContext<'_>) -> String {
        cover.options().iter().map(|&o| self.option_text(o)).collect::<Vec<_>>().join("\n")
    }

    fn drawing(&self, cover: Option<&Cover>, context: &InputContext<'_>) -> String {
        match (cover, context.member) {
            (Some(cover), Some(member)) => {
                picture::text(&member.picture(cover), context.command.terminal.color)
            }
            (Some(cover), None) => self.solution_line(cover, context) + "\n",
            (None, _) => String::new(),
        }
    }

    fn difference(&self, one: &Cover, other: &Cover, _context: &InputContext<'_>) -> String {
        let only = |a: &Cover, b: &Cover| a.options().iter().find(|o| !b.options().contains(o)).copied();
        let text = |option: Option<u32>| option.map_or_else(String::new, |o| self.option_text(o));
        let [own, others] = [only(one, other), only(other, one)].map(text);
        format!("`{}` or `{}`", shorten_name(&own), shorten_name(&others))
    }

    fn remark(&self, found: Option<&Cover>, _context: &InputContext<'_>) -> Option<String> {
        let item = if found.is_none() { self.starved_item()? } else { return None };
        let (name, least) = (self.item_name(item), self.multiplicity(item).least);
        let name = shorten_name(&name);
        Some(match least {
            ..=1 => format!("item {name} is in no option"),
            _ => format!("item {name} has fewer than the {least} options that it needs"),
        })
    }

    fn parts(&self) -> Option<String> {
        let items = counted(self.items() as u64, "item", "items");
        Some(format!("{items}, {}", counted(self.options() as u64, "option", "options")))
    }

    fn facts(&self, job: &InputJob<'_, Self>, outcome: &Outcome<Self>) -> Option<Value> {
        let InputJob { context, configured, .. } = job;
        let events = Event::ALL.into_iter().filter(|&event| outcome.counters.of(event) > 0);
        let counters: BTreeMap<_, _> =
            events.map(|event| (event.name(), outcome.counters.of(event))).collect();
        Some(json!({
            "wall_ns": nanoseconds(context.started.elapsed()),
            "threads": context.command.arguments.threads,
            "items": self.items(),
            "primary": self.primary(),
            "options": self.options(),
            "max_depth": configured.about.counts_nodes().then_some(outcome.counters.max_depth),
            "counters": counters,
        }))
    }
}
