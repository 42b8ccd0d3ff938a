//! Solving by techniques: the easiest one that finds a step is applied repeatedly.

use crate::board::{Board, Contradiction};
use crate::technique::{Entry, Premise, Step};
use crate::words;

/// A step that was taken.
#[derive(Clone, Debug)]
pub struct AppliedStep {
    /// The technique that found it.
    pub technique: &'static Entry,
    /// The step.
    pub step: Step,
    /// The board before it.
    pub before: Board,
}

impl AppliedStep {
    /// The step as a sentence.
    pub fn sentence(&self) -> String {
        let because = self.technique.because(&self.before, &self.step);
        format!("{because}: {}.", self.step.conclusion(&self.before))
    }

    /// The step as a sentence. A net has all its inferences, with their premises, and its inner nets.
    pub fn full_sentence(&self) -> String {
        match &self.step.net {
            Some(net) => {
                format!("{}: {}.", net.full_text(&self.before), self.step.conclusion(&self.before))
            }
            None => self.sentence(),
        }
    }

    /// Whether the sentence leaves out inferences.
    pub fn is_abridged(&self) -> bool {
        self.step.net.is_some() && self.sentence() != self.full_sentence()
    }

    /// Where to find the step, without giving it away.
    pub fn look_at(&self) -> String {
        let step = &self.step;
        if let Some(net) = &step.net {
            return format!("Look at {}.", net.place(&self.before));
        }
        if !step.houses.is_empty() {
            return format!("Look at {}.", words::list(&step.houses));
        }
        let cells = match step.pattern.is_empty() {
            true => step.placements.iter().map(|c| c.cell).collect(),
            false => step.cells(),
        };
        format!("Look at {}.", words::cells(&self.before, cells))
    }
}

/// How a solution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every cell has a digit.
    Solved,
    /// No technique found a step.
    Stuck,
    /// This contradiction was found: the puzzle has no solution, or several although [`SolvePath::premise`]
    /// is that it has one.
    Wrong(Contradiction),
}

/// The steps from a puzzle to its solution, or as far as the techniques lead.
#[derive(Clone, Debug)]
pub struct SolvePath {
    /// The steps.
    pub steps: Vec<AppliedStep>,
    /// The board after all steps.
    pub board: Board,
    /// How it ended.
    pub end: End,
    /// If no technique found a step: those that were not tried, because they are too slow on this board.
    pub skipped: Vec<&'static Entry>,
}

impl SolvePath {
    /// The strongest assumption among the steps.
    pub fn premise(&self) -> Premise {
        self.steps.iter().map(|taken| taken.technique.premise).max().unwrap_or(Premise::Rules)
    }

    /// Step `index` as a sentence.
    pub fn sentence(&self, index: usize) -> String {
        self.steps[index].sentence()
    }
}

/// The easiest step on `board`: by the first of `techniques` that finds one.
pub fn next(board: &Board, techniques: &[&'static Entry]) -> Option<(&'static Entry, Step)> {
    techniques.iter().find_map(|&technique| technique.first(board).map(|step| (technique, step)))
}

/// The steps from a board, found on demand: on a large board a single one may take minutes.
#[derive(Clone, Debug)]
pub struct SolveSteps<'t> {
    board: Board,
    techniques: &'t [&'static Entry],
    end: Option<End>,
}

impl<'t> SolveSteps<'t> {
    /// Starts from `board`, with these `techniques`.
    pub fn new(board: Board, techniques: &'t [&'static Entry]) -> SolveSteps<'t> {
        SolveSteps { board, techniques, end: None }
    }

    /// The steps up to the first one by the technique with this name, or all steps if there is none.
    pub fn until(&mut self, name: &str) -> Vec<AppliedStep> {
        let mut steps = Vec::new();
        for taken in self {
            let is_last = taken.technique.about.name == name;
            steps.push(taken);
            if is_last {
                break;
            }
        }
        steps
    }

    /// Runs to the end and returns all steps; `steps` are those already taken.
    pub fn into_path(mut self, mut steps: Vec<AppliedStep>) -> SolvePath {
        steps.extend(&mut self);
        let end = self.end.expect("a walk without another step has ended");
        let is_skipped = |technique: &&&Entry| end == End::Stuck && technique.skips(&self.board);
        let skipped = self.techniques.iter().filter(is_skipped).copied().collect();
        SolvePath { steps, board: self.board, end, skipped }
    }
}

impl Iterator for SolveSteps<'_> {
    type Item = AppliedStep;

    fn next(&mut self) -> Option<AppliedStep> {
        if self.end.is_some() {
            return None;
        }
        if let Some(contradiction) = self.board.contradiction() {
            self.end = Some(End::Wrong(contradiction));
        } else if self.board.is_full() {
            self.end = Some(End::Solved);
        } else if let Some((technique, step)) = next(&self.board, self.techniques) {
            let before = self.board.clone();
            step.apply(&mut self.board);
            return Some(AppliedStep { technique, step, before });
        } else {
            self.end = Some(End::Stuck);
        }
        None
    }
}

/// Solves `board` as far as the `techniques` lead.
pub fn solve(board: Board, techniques: &[&'static Entry]) -> SolvePath {
    SolveSteps::new(board, techniques).into_path(Vec::new())
}
