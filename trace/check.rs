//! The trace checker: verifies every line of a trace, with code that shares nothing with any strategy.
//!
//! This file checks levels and solutions; `tree` checks the nodes and the footer, and the other submodules check the
//! steps, one file per kind of problem.

mod board;
mod cover;
mod formula;
mod tree;

pub use super::reading::Rejection;

use super::head::{Head, Level};
use super::line::{Answer, Counts, Line, Stats};
use super::reading::{Wrong, read, wrong};
use board::BoardChecker;
use cover::CoverChecker;
use coverlab_model::step::Instance;
use coverlab_model::{Cover, ExactCover, Grid, Literal, Model, Problem, Step, Violation};
use formula::FormulaChecker;
use std::io::BufRead;
use tree::Tree;

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

/// The checker of one kind of problem. It keeps a state that every step must fit.
trait StepChecker {
    /// The search enters a node.
    fn node(&mut self, depth: usize) -> Result<(), Wrong>;
    /// The search does a step.
    fn step(&mut self, step: &Step) -> Result<(), Wrong>;
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
    let (checker, stats) = read(trace, Checker::begin, |checker, line| checker.line(&line), Checker::end)?;
    Ok(Checked { stats, steps: checker.steps, underived: checker.follower.underived() })
}

struct Checker {
    head: Head,
    instance: Instance,
    tree: Tree,
    follower: Box<dyn StepChecker>,
    steps: u64,
}

impl Checker {
    fn begin(head: Head) -> Result<Checker, Wrong> {
        let no_instance = |why| ("the instance is malformed".to_string(), why);
        let instance = head.instance.instance().map_err(no_instance)?;
        let micro = head.level >= Level::Micro;
        let follower: Box<dyn StepChecker> = match &instance {
            Instance::Sudoku(puzzle) => Box::new(BoardChecker::new(puzzle)),
            Instance::ExactCover(cover) => Box::new(CoverChecker::new(cover.clone(), micro)),
            Instance::Cnf(cnf) => Box::new(FormulaChecker::new(cnf)),
        };
        let tree = Tree::new(head.level);
        Ok(Checker { head, instance, tree, follower, steps: 0 })
    }

    fn end(&mut self, stats: &Stats) -> Result<(), Wrong> {
        self.follower.end(stats.stop.is_none())?;
        self.tree.end(stats)
    }

    fn line(&mut self, line: &Line) -> Result<(), Wrong> {
        if line.level() > self.head.level {
            let why = format!("the level is `{:?}`", self.head.level).to_lowercase();
            return wrong(format!("a line of kind `{}`", line.kind()), why);
        }
        self.tree.line(line)?;
        match line {
            Line::Node { depth, .. } if self.head.level >= Level::Step => self.follower.node(*depth)?,
            Line::Sub { counts, .. } => self.follower.gap(counts),
            Line::Solution { answer, .. } => {
                self.referee(answer)?;
                if self.head.level >= Level::Step {
                    self.follower.solution(answer)?;
                }
            }
            Line::Step(step) => {
                self.steps += 1;
                self.follower.step(step)?;
            }
            Line::Node { .. } | Line::Fail { .. } | Line::Done { .. } | Line::Skip { .. } => {}
            Line::Head(_) | Line::Stats(_) => {}
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
