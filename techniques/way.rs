//! The way to a solution by techniques: again and again the easiest one that finds a step.

use crate::board::{Board, Contradiction};
use crate::technique::{Entry, Premise, Step};
use crate::words;

/// One step that was taken.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The technique that found it.
    pub technique: &'static Entry,
    /// The step.
    pub step: Step,
    /// The board before it.
    pub before: Board,
}

impl Taken {
    /// The step in a sentence.
    pub fn sentence(&self) -> String {
        let because = self.technique.because(&self.before, &self.step);
        format!("{because}: {}.", words::conclusion(&self.before, &self.step))
    }

    /// Where the step is to be found, and no more.
    pub fn look_at(&self) -> String {
        let step = &self.step;
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

/// How a way ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every cell has a digit.
    Solved,
    /// No technique finds a step.
    Stuck,
    /// The puzzle has no solution, or several where [`Way::premise`] is that it has one: this is wrong.
    Wrong(Contradiction),
}

/// The steps from a puzzle to its solution, or as far as the techniques lead.
#[derive(Clone, Debug)]
pub struct Way {
    /// The steps.
    pub steps: Vec<Taken>,
    /// The board after them.
    pub board: Board,
    /// How it ended.
    pub end: End,
}

impl Way {
    /// The strongest assumption of the steps.
    pub fn premise(&self) -> Premise {
        self.steps.iter().map(|taken| taken.technique.premise).max().unwrap_or(Premise::Rules)
    }

    /// Step `index` in a sentence.
    pub fn sentence(&self, index: usize) -> String {
        self.steps[index].sentence()
    }
}

/// The easiest step on `board`, by the first of the `techniques` that finds one.
pub fn next(board: &Board, techniques: &[&'static Entry]) -> Option<(&'static Entry, Step)> {
    techniques.iter().find_map(|&technique| technique.first(board).map(|step| (technique, step)))
}

/// Goes from `board` as far as the `techniques` lead.
pub fn solve(mut board: Board, techniques: &[&'static Entry]) -> Way {
    let mut steps = Vec::new();
    let end = loop {
        if let Some(contradiction) = board.contradiction() {
            break End::Wrong(contradiction);
        }
        if board.is_full() {
            break End::Solved;
        }
        let Some((technique, step)) = next(&board, techniques) else { break End::Stuck };
        let before = board.clone();
        step.apply(&mut board);
        steps.push(Taken { technique, step, before });
    };
    Way { steps, board, end }
}
