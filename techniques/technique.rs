//! The contract of a technique, [`Technique`], and its results, [`Step`].

use crate::board::{Board, Candidate};
use coverlab_model::House;
use std::ops::ControlFlow;

/// Go on, or end the search for steps.
pub type Flow = ControlFlow<()>;

/// Receives each step as it is found; a `Break` ends the search for more.
pub type Sink<'a> = &'a mut dyn FnMut(Step) -> Flow;

/// One conclusion: digits to write down or candidates to take away, and the pattern it follows from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Digits to write down.
    pub placements: Vec<Candidate>,
    /// Candidates to take away, in ascending order. Never one that is not on the board.
    pub removals: Vec<Candidate>,
    /// The candidates that the reason speaks of, or digits that are written down.
    pub pattern: Vec<Candidate>,
    /// Candidates that keep the pattern from being complete: the fins of a fish, the other digits of a rectangle.
    pub fins: Vec<Candidate>,
    /// The houses that the reason speaks of, those that hold the pattern first.
    pub houses: Vec<House>,
    /// The implications, where the reason is a chain.
    pub chain: Vec<Link>,
}

/// A link of a chain: candidates of which one is true, or all are false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The candidates of one digit: one, or several that share two houses.
    pub candidates: Vec<Candidate>,
    /// Whether the chain says that one of them is true.
    pub on: bool,
    /// Why this follows from the link before.
    pub by: By,
}

/// Why a link follows from the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// It is an assumption: the first of a chain, or of each of several.
    Assumed,
    /// Both are in one cell.
    Cell,
    /// Both are in one house.
    House(House),
    /// These cells of one house hold one digit more than they are; without that of the link before they hold
    /// as many, and take them all.
    Almost(Vec<usize>),
    /// Singles that follow when all before is written down.
    Singles,
}

impl Step {
    /// A digit to write down.
    pub fn placing(cell: usize, number: usize) -> Step {
        Step { placements: vec![Candidate::new(cell, number + 1)], ..Step::default() }
    }

    /// The step that makes those of `removals` that are left on `board`; `None` if none are.
    pub fn removing(board: &Board, removals: impl IntoIterator<Item = Candidate>) -> Option<Step> {
        let mut removals: Vec<_> = removals.into_iter().filter(|c| board.has(c.cell, c.digit)).collect();
        removals.sort_unstable();
        removals.dedup();
        (!removals.is_empty()).then(|| Step { removals, ..Step::default() })
    }

    /// The step with this pattern.
    #[must_use]
    pub fn by(self, pattern: impl IntoIterator<Item = Candidate>) -> Step {
        Step { pattern: pattern.into_iter().collect(), ..self }
    }

    /// The step in these houses.
    #[must_use]
    pub fn within(self, houses: impl IntoIterator<Item = House>) -> Step {
        Step { houses: houses.into_iter().collect(), ..self }
    }

    /// The cells of the pattern, in ascending order.
    pub fn cells(&self) -> Vec<usize> {
        let mut cells: Vec<_> = self.pattern.iter().map(|c| c.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The digits of the pattern, in ascending order.
    pub fn digits(&self) -> Vec<u8> {
        let mut digits: Vec<_> = self.pattern.iter().map(|c| c.digit).collect();
        digits.sort_unstable();
        digits.dedup();
        digits
    }

    /// Applies the step.
    pub fn apply(&self, board: &mut Board) {
        for candidate in &self.removals {
            board.remove(candidate.cell, candidate.digit);
        }
        for candidate in &self.placements {
            board.place(candidate.cell, candidate.digit);
        }
    }
}

/// Hands `step` over, if there is one.
pub(crate) fn offer(step: Option<Step>, found: Sink<'_>) -> Flow {
    step.map_or(Flow::Continue(()), found)
}

/// The contract of a technique, which is one file.
pub trait Technique {
    /// The technique's name and origin.
    const ABOUT: About;

    /// Its assumption besides the rules.
    const PREMISE: Premise = Premise::Rules;

    /// Finds steps on `board`, the simplest first, and hands each to `found`.
    fn find(board: &Board, found: Sink<'_>) -> Flow;

    /// Why a step of this technique follows, as the beginning of a sentence that its conclusion ends:
    /// "In row 3, 7 has one place left, r3c5".
    fn because(board: &Board, step: &Step) -> String;
}

/// The assumptions of techniques, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Premise {
    /// The rules alone: it loses no solution of any puzzle.
    Rules,
    /// That the puzzle has one solution: it loses solutions of a puzzle that has several.
    OneSolution,
}

impl std::fmt::Display for Premise {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Premise::Rules => "rules",
            Premise::OneSolution => "one-solution",
        })
    }
}

/// A technique's name and origin, for lists, help and reports.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Kebab-case name.
    pub name: &'static str,
    /// The name that people use.
    pub title: &'static str,
    /// Its description, in one sentence.
    pub sentence: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// One line of the registry.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The technique's name and origin.
    pub about: &'static About,
    /// Its assumption besides the rules.
    pub premise: Premise,
    find: fn(&Board, Sink<'_>) -> Flow,
    because: fn(&Board, &Step) -> String,
}

impl Entry {
    /// The entry of technique `T`.
    pub const fn of<T: Technique>() -> Entry {
        Entry { about: const { &T::ABOUT }, premise: T::PREMISE, find: T::find, because: T::because }
    }

    /// Finds steps; see [`Technique::find`].
    pub fn find(&self, board: &Board, found: Sink<'_>) -> Flow {
        (self.find)(board, found)
    }

    /// The first step, if there is one.
    pub fn first(&self, board: &Board) -> Option<Step> {
        let mut first = None;
        let _ = self.find(board, &mut |step| {
            first = Some(step);
            Flow::Break(())
        });
        first
    }

    /// Every step.
    pub fn all(&self, board: &Board) -> Vec<Step> {
        let mut all = Vec::new();
        let _ = self.find(board, &mut |step| {
            all.push(step);
            Flow::Continue(())
        });
        all
    }

    /// Why a step follows; see [`Technique::because`].
    pub fn because(&self, board: &Board, step: &Step) -> String {
        (self.because)(board, step)
    }
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Entry({})", self.about.name)
    }
}
