//! The trace checker: verifies every line of a trace, with code that shares nothing with any strategy.
//!
//! This file checks the search tree and the summary; the submodules check the steps, one file per kind
//! of problem.

mod board;
mod cover;
mod formula;
mod tree;

use super::counts::Counts;
use super::head::{FORMAT, Head, Level};
use super::line::{Answer, Line, Stats};
use board::BoardChecker;
use cover::CoverChecker;
use coverlab_model::step::Instance;
use coverlab_model::{Cover, ExactCover, Grid, Literal, Model, Problem, Violation};
use formula::FormulaChecker;
use std::fmt;
use std::io::{BufRead, ErrorKind};
use tree::Tree;

/// Why a trace is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The line, from 1.
    pub line: usize,
    /// The error.
    pub what: String,
    /// The fact that holds instead, or the broken rule.
    pub why: String,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}", self.line, self.what, self.why)
    }
}

impl std::error::Error for Rejection {}

/// The result of a check that accepted a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The trace's footer.
    pub stats: Stats,
    /// Number of steps checked.
    pub steps: u64,
    /// Number of clauses whose derivation could not be checked, because earlier clauses are left out of the
    /// trace.
    pub underived: u64,
}

/// An error in a line, and its reason.
type Wrong = (String, String);

/// An error with its reason.
fn wrong<T>(what: impl Into<String>, why: impl Into<String>) -> Result<T, Wrong> {
    Err((what.into(), why.into()))
}

/// The checker of one kind of problem. It keeps a state that every step must fit.
trait StepChecker {
    /// The search enters a node.
    fn node(&mut self, depth: usize) -> Result<(), Wrong>;
    /// The search does a step.
    fn step(&mut self, line: &Line) -> Result<(), Wrong>;
    /// Compares a solution, which the referee has accepted, with the state.
    fn solution(&mut self, answer: &Answer) -> Result<(), Wrong>;
    /// Some events are left out: these numbers of each kind.
    fn gap(&mut self, _left_out: &Counts) {}
    /// The search has ended; `whole` says whether it was exhausted.
    fn end(&mut self, _whole: bool) -> Result<(), Wrong> {
        Ok(())
    }
    /// Number of clauses whose derivation could not be checked.
    fn underived(&self) -> u64 {
        0
    }
}

/// Checks a trace.
///
/// # Errors
/// The first wrong line.
pub fn check(trace: impl BufRead) -> Result<Checked, Rejection> {
    let mut checker: Option<Checker> = None;
    let mut last = 0;
    for (number, line) in crate::lines::lines(trace) {
        last = number;
        let reject = |(what, why)| Rejection { line: number, what, why };
        let line = line.map_err(|error| match error.kind() {
            ErrorKind::InvalidData => reject((format!("not a line of {FORMAT}"), error.to_string())),
            _ => reject(("the file cannot be read".to_string(), error.to_string())),
        })?;
        match (&mut checker, line) {
            (None, Line::Head(head)) => checker = Some(Checker::begin(*head).map_err(reject)?),
            (None, line) => {
                let what = format!("the first line is of kind `{}`", line.kind());
                return Err(reject((
                    what,
                    format!("a trace begins with a line of kind `head`, format {FORMAT}"),
                )));
            }
            (Some(checker), line) => checker.line(&line).map_err(reject)?,
        }
    }
    let cut =
        |why: &str| Rejection { line: last, what: "the trace is cut off".to_string(), why: why.to_string() };
    let checker = checker.ok_or_else(|| cut("it is empty"))?;
    let underived = checker.follower.underived();
    let stats = checker.stats.ok_or_else(|| cut("it ends without a line of kind `stats`"))?;
    Ok(Checked { stats, steps: checker.steps, underived })
}

struct Checker {
    head: Head,
    instance: Instance,
    tree: Tree,
    follower: Box<dyn StepChecker>,
    stats: Option<Stats>,
    steps: u64,
}

impl Checker {
    fn begin(head: Head) -> Result<Checker, Wrong> {
        if head.format != FORMAT {
            return wrong(format!("the format is `{}`", head.format), format!("this program reads {FORMAT}"));
        }
        let no_instance = |why| ("the instance is malformed".to_string(), why);
        let instance = head.instance.instance().map_err(no_instance)?;
        let micro = head.level >= Level::Micro;
        let follower: Box<dyn StepChecker> = match &instance {
            Instance::Sudoku(puzzle) => Box::new(BoardChecker::new(puzzle)),
            Instance::ExactCover(cover) => Box::new(CoverChecker::new(cover.clone(), micro)),
            Instance::Cnf(cnf) => Box::new(FormulaChecker::new(cnf)),
        };
        let tree = Tree::new(head.level);
        Ok(Checker { head, instance, tree, follower, stats: None, steps: 0 })
    }

    fn line(&mut self, line: &Line) -> Result<(), Wrong> {
        if self.stats.is_some() {
            return wrong("a line after the footer", "a line of kind `stats` is the last one");
        }
        if line.level() > self.head.level {
            let why = format!("the level is `{:?}`", self.head.level).to_lowercase();
            return wrong(format!("a line of kind `{}`", line.kind()), why);
        }
        match line {
            remark if remark.is_remark() => return Ok(()),
            Line::Head(_) => return wrong("a second head", "a trace has one"),
            Line::Stats(stats) => {
                self.follower.end(stats.stop.is_none())?;
                self.tree.end(stats)?;
                self.stats = Some((**stats).clone());
                return Ok(());
            }
            _ => self.tree.line(line)?,
        }
        match line {
            Line::Node { depth, .. } if self.head.level >= Level::Step => self.follower.node(*depth)?,
            Line::Node { .. } => {}
            Line::Sub { counts, .. } => self.follower.gap(counts),
            Line::Solution { answer, .. } => {
                self.referee(answer)?;
                if self.head.level >= Level::Step {
                    self.follower.solution(answer)?;
                }
            }
            Line::Fail { .. } | Line::Done { .. } | Line::Skip { .. } => {}
            step => {
                self.steps += 1;
                self.follower.step(step)?;
            }
        }
        Ok(())
    }

    /// Checks a solution with the referee, and also the puzzle solution that it encodes.
    fn referee(&self, answer: &Answer) -> Result<(), Wrong> {
        let names = self.verify(answer)?;
        let decoded = self.head.decoded(names.into_iter());
        if let Some((puzzle, grid)) = decoded.map_err(no_solution)? {
            let unsolved = |violation: Violation| ("the puzzle is not solved".to_string(), violation.what);
            puzzle.verify(&grid).map_err(unsolved)?;
        }
        Ok(())
    }

    /// Checks a solution with the referee. Returns the meanings of its options or true literals.
    fn verify(&self, answer: &Answer) -> Result<Vec<&str>, Wrong> {
        let native = &self.head.instance;
        let refused = |violation: Violation| no_solution(violation.what);
        match (answer, &self.instance) {
            (Answer::Grid(digits), Instance::Sudoku(puzzle)) => {
                let Some(grid) = Grid::new(puzzle.shape(), digits) else {
                    return Err(no_solution("it is not a board of the puzzle's shape".to_string()));
                };
                puzzle.verify(&grid).map_err(refused)?;
                Ok(Vec::new())
            }
            (Answer::Cover(options), Instance::ExactCover(cover)) => {
                verify_cover(cover, options).map_err(no_solution)?;
                Ok(options.iter().filter_map(|&option| native.meaning(option)).collect())
            }
            (Answer::Model(literals), Instance::Cnf(cnf)) => {
                if let Some((variable, literal)) = (1..).zip(literals).find(|(v, l)| l.unsigned_abs() != *v) {
                    return wrong(
                        format!("{literal} in place {variable} of a model"),
                        "it has a literal for each variable, in order",
                    );
                }
                cnf.verify(&Model::new(literals.iter().map(|l| *l > 0).collect())).map_err(refused)?;
                let true_ones = literals.iter().filter(|literal| **literal > 0);
                Ok(true_ones.filter_map(|&literal: &Literal| native.variable(literal)).collect())
            }
            _ => wrong("a solution of another kind", "it must be one of the instance in the head"),
        }
    }
}

fn no_solution(why: String) -> Wrong {
    ("this is not a solution".to_string(), why)
}

fn verify_cover(cover: &ExactCover, options: &[u32]) -> Result<(), String> {
    if let Some(option) = options.iter().find(|option| **option as usize >= cover.options()) {
        return Err(format!("there is no option {option}"));
    }
    cover.verify(&Cover::new(options.to_vec())).map_err(|violation| violation.what)
}
