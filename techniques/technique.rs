//! The trait of all techniques, [`Technique`], and the result of a search, [`Step`].

use crate::board::{Board, Candidate};
use crate::net::Net;
use crate::words;
use coverlab_model::House;
use std::ops::ControlFlow;

/// Continue or end the search for steps.
pub type Flow = ControlFlow<()>;

/// Receives each step as it is found; a `Break` ends the search for more.
pub type Sink<'a> = &'a mut dyn FnMut(Step) -> Flow;

/// A conclusion: digits to place or candidates to remove, and the pattern that implies it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Digits to place.
    pub placements: Vec<Candidate>,
    /// Candidates to remove, in ascending order; all of them are on the board.
    pub removals: Vec<Candidate>,
    /// The candidates the reason refers to, or solved digits.
    pub pattern: Vec<Candidate>,
    /// Candidates that keep the pattern from being complete (the fins of a fish, the other digits of a
    /// rectangle), or that complete it (the naked subset or the locked digit of a grave).
    pub fins: Vec<Candidate>,
    /// The houses the reason refers to, starting with those that hold the pattern.
    pub houses: Vec<House>,
    /// The implications, if the reason is a chain.
    pub chain: Vec<Link>,
    /// The net, if the reason is a forcing chain.
    pub net: Option<Box<Net>>,
}

/// A link of a chain: candidates of which one is true, or all are false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// One candidate, or several of one digit that share two houses.
    pub candidates: Vec<Candidate>,
    /// Whether one of them is true; otherwise all are false.
    pub on: bool,
    /// Why it follows from the previous link.
    pub by: LinkReason,
}

/// Why a link follows from the previous one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkReason {
    /// It is an assumption: the first link of a chain, or of each of several chains.
    Assumed,
    /// Both are in the same cell.
    Cell,
    /// Every cell of the one sees every cell of the other, but no house contains all of them.
    Peers,
    /// Both are in the same house.
    House(House),
    /// These cells are an almost locked set: without the digit of the previous link they take all
    /// others.
    Almost(Vec<usize>),
    /// It is a single once the digits of all previous links are placed.
    Singles,
}

impl Step {
    /// Creates a step that places digit `number + 1` in `cell`.
    pub fn placing(cell: usize, number: usize) -> Step {
        Step { placements: vec![Candidate::new(cell, number + 1)], ..Step::default() }
    }

    /// The conclusion in words: `r3c5 is 7`, `r3c5 and r3c7 lose 2`, with one clause per digit.
    pub fn conclusion(&self, board: &Board) -> String {
        let placed = self.placements.iter().map(|c| format!("{} is {}", words::cell(board, c.cell), c.digit));
        placed.chain(words::losses(board, &self.removals)).collect::<Vec<_>>().join("; ")
    }

    /// Creates a step that removes those of `removals` that are on `board`; `None` if none are.
    pub fn removing(board: &Board, removals: impl IntoIterator<Item = Candidate>) -> Option<Step> {
        let mut removals: Vec<_> = removals.into_iter().filter(|c| board.has(c.cell, c.digit)).collect();
        removals.sort_unstable();
        removals.dedup();
        (!removals.is_empty()).then(|| Step { removals, ..Step::default() })
    }

    /// Sets the pattern.
    #[must_use]
    pub fn by(self, pattern: impl IntoIterator<Item = Candidate>) -> Step {
        Step { pattern: pattern.into_iter().collect(), ..self }
    }

    /// Sets the houses.
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

    /// The cells of the pattern, in its order. The candidates of each cell are adjacent in the pattern.
    pub(crate) fn cells_in_order(&self) -> Vec<usize> {
        let mut cells: Vec<usize> = self.pattern.iter().map(|candidate| candidate.cell).collect();
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

    /// Applies the step to a board.
    pub fn apply(&self, board: &mut Board) {
        for candidate in &self.removals {
            board.remove(candidate.cell, candidate.digit);
        }
        for candidate in &self.placements {
            board.place(candidate.cell, candidate.digit);
        }
    }
}

/// Passes `step` on, if there is one.
pub(crate) fn offer(step: Option<Step>, found: Sink<'_>) -> Flow {
    step.map_or(Flow::Continue(()), found)
}

/// A solving technique: how to find its steps, and how to explain them.
pub trait Technique {
    /// The technique's name and origin.
    const ABOUT: About;

    /// Assumption besides the rules.
    const PREMISE: Premise = Premise::Rules;

    /// Whether its steps have nets.
    const HAS_NETS: bool = false;

    /// Whether the search for steps on `board` is skipped, because it takes too long on a board of this size.
    fn skips(_board: &Board) -> bool {
        false
    }

    /// Finds steps on `board`, the simplest first, and passes each to `found`.
    fn find(board: &Board, found: Sink<'_>) -> Flow;

    /// The reason for a step of this technique, as the start of a sentence that ends with the
    /// conclusion: "In row 3, 7 has one place left, r3c5".
    fn because(board: &Board, step: &Step) -> String;
}

/// The assumptions of techniques, from weakest to strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Premise {
    /// Only the rules: the technique preserves all solutions of any puzzle.
    Rules,
    /// The puzzle has one solution: the technique may lose solutions of a puzzle with several.
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
    /// The common name.
    pub title: &'static str,
    /// Its description, in one sentence.
    pub sentence: &'static str,
    /// Its source.
    pub source: &'static str,
}

/// A registry entry.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The technique's name and origin.
    pub about: &'static About,
    /// Assumption besides the rules.
    pub premise: Premise,
    /// Whether its steps have nets.
    pub has_nets: bool,
    skips: fn(&Board) -> bool,
    find: fn(&Board, Sink<'_>) -> Flow,
    because: fn(&Board, &Step) -> String,
}

impl Entry {
    /// Creates the entry of technique `T`.
    pub const fn of<T: Technique>() -> Entry {
        Entry {
            about: const { &T::ABOUT },
            premise: T::PREMISE,
            has_nets: T::HAS_NETS,
            skips: T::skips,
            find: T::find,
            because: T::because,
        }
    }

    /// Whether the search for steps is skipped; see [`Technique::skips`].
    pub fn skips(&self, board: &Board) -> bool {
        (self.skips)(board)
    }

    /// Finds steps; see [`Technique::find`].
    pub fn find(&self, board: &Board, found: Sink<'_>) -> Flow {
        if self.skips(board) { Flow::Continue(()) } else { (self.find)(board, found) }
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

    /// All steps.
    pub fn all(&self, board: &Board) -> Vec<Step> {
        let mut all = Vec::new();
        let _ = self.find(board, &mut |step| {
            all.push(step);
            Flow::Continue(())
        });
        all
    }

    /// The reason for a step; see [`Technique::because`].
    pub fn because(&self, board: &Board, step: &Step) -> String {
        (self.because)(board, step)
    }
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Entry({})", self.about.name)
    }
}
