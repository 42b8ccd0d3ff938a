//! The steps of a search, by kind of problem.
//!
//! A strategy reports steps to an [`Observer`](crate::Observer). On backtracking, the state returns to that
//! of the last branch; no step reports this. The exceptions are searches in which undoing is itself of
//! interest: covering and uncovering, deciding and backjumping.

use crate::{Cell, Cnf, Cover, ExactCover, Grid, House, Item, Literal, Model, OptionId, Sudoku};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A step of a search. A trace writes it with these names and fields (docs/FORMAT.md), so changing one changes the
/// format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "most fields are named after what they hold; the comment on a step explains the others"
)]
pub enum Step {
    /// Board: writes a digit into a cell as a guess; the branch leads to a node at `depth`. The state before the
    /// guess is that of the last node at `depth - 1` when it branched. If no such node was entered since the
    /// guess at `depth - 1`, it is the state after that guess. A node at another depth directly after a guess
    /// is a board enumerated below it, and does not branch. The guess leaves the cell no other candidate;
    /// removals from its peers are separate steps.
    Try { depth: usize, cell: Cell, digit: u8 },
    /// Board: writes a clue. Like every digit that is written, it leaves the cell no other candidate.
    Clue { cell: Cell, digit: u8 },
    /// Board: writes the last candidate of a cell.
    Naked { cell: Cell, digit: u8 },
    /// Board: writes a digit at its last place in a house.
    Hidden { cell: Cell, digit: u8, house: House },
    /// Board: removes a candidate.
    Remove { cell: Cell, digit: u8 },
    /// Board: finds a cell without candidates, so the node fails.
    WipeCell { cell: Cell },
    /// Board: finds a digit without a place in a house, so the node fails.
    WipeDigit { digit: u8, house: House },
    /// Board: finds a digit twice in a house, so the node fails.
    WipeTwice { digit: u8, house: House },
    /// Board: finds more digits without a place in the rest of `house` than `house` shares cells with `other`,
    /// so the node fails.
    WipeCrowded { house: House, other: House },
    /// Board: starts one alternative of a choice other than a single digit in a single cell. The state is that of
    /// the last node at depth `from` when it branched. Removals report the assumption after this step.
    Side { from: usize },
    /// Board: starts a pass over the named part of the board: its rows, its columns, its boxes, or all cells.
    Pass { over: Cow<'static, str> },
    /// Board: the number of boards that are still possible, as a decimal logarithm.
    Boards { log10: f64 },
    /// Board: chooses a cell with this number of candidates to branch on.
    Expand { cell: Cell, choices: usize },
    /// Cover: chooses an item with this number of options to branch on.
    Select { item: Item, options: usize },
    /// Cover: covers an item: removes it from the list of items, and its options from the lists of all other
    /// items.
    Cover { item: Item },
    /// Cover: undoes [`Self::Cover`].
    Uncover { item: Item },
    /// Cover: takes an option: the branch leads to a node at `depth`, the number of options taken, unless the
    /// option is given back immediately. A strategy that takes several options in one step enters only the node of
    /// the last one. A strategy that tries all options of an item before it goes deeper takes an option twice: the
    /// second time it returns to the node that it entered before.
    Take { depth: usize, option: OptionId },
    /// Cover: gives back the option taken last. This also undoes the covering of items and the hiding of options
    /// since then, unless earlier steps reported that.
    GiveBack { option: OptionId },
    /// Cover: hides an option from one item's list.
    Hide { option: OptionId, item: Item },
    /// Cover: undoes [`Self::Hide`].
    Unhide { option: OptionId, item: Item },
    /// Cover: a primary item has no options left, or fewer than it needs. The node fails; if the search has not
    /// entered the node of the option taken last, that option fails.
    Starve { item: Item },
    /// Formula: assumes a literal and so opens decision level `level`, counted from 1.
    Decide { literal: Literal, level: usize },
    /// Formula: derives a literal from a clause that contains it and whose other literals are false.
    Propagate { literal: Literal, reason: Box<[Literal]> },
    /// Formula: finds a clause whose literals are all false.
    Conflict { clause: Box<[Literal]> },
    /// Formula: learns a clause that follows from the formula.
    Learn { clause: Box<[Literal]> },
    /// Formula: deletes a learned clause.
    Forget { clause: Box<[Literal]> },
    /// Formula: excludes the last model by a clause whose literals are all false in it. The clause does not follow
    /// from the formula.
    Exclude { clause: Box<[Literal]> },
    /// Formula: undoes all levels above this one.
    Backjump { level: usize },
    /// Cover, formula: restarts the search from its root, keeping what it learned. Nothing is taken, covered,
    /// hidden or assumed.
    Restart {},
    /// Formula: starts to watch the first two literals of a clause.
    Watch { clause: Box<[Literal]> },
    /// Formula: visits a clause because `literal`, one of its two watched literals, became false. The literal
    /// `other` of the clause decides the outcome.
    Visit { literal: Literal, clause: Box<[Literal]>, other: Literal, outcome: VisitOutcome },
}

impl Step {
    /// The step that chooses an item with `options` options. The search then branches on it, or the node
    /// fails.
    pub fn choice(item: Item, options: usize) -> Step {
        if options == 0 { Step::Starve { item } } else { Step::Select { item, options } }
    }
}

/// The outcome of a visit of a clause with two watched literals, one of which became false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VisitOutcome {
    /// The other literal, which is not false, is watched instead of the false one.
    Moved,
    /// The other literal is true, so the clause keeps its watched literals.
    Satisfied,
    /// The other watched literal follows: all the rest are false.
    Unit,
    /// The other watched literal is false as well, and so is the clause.
    Conflict,
}

/// An instance of any kind, in the form in which the traced strategy searches it.
#[derive(Clone, Debug)]
pub enum Instance {
    /// A puzzle.
    Sudoku(Sudoku),
    /// An exact cover.
    ExactCover(ExactCover),
    /// A formula.
    Cnf(Cnf),
}

/// A solution of any kind of instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A filled board.
    Grid(Grid),
    /// The options of a cover.
    Cover(Cover),
    /// A model.
    Model(Model),
}

macro_rules! from_variants {
    ($($all:ident { $($variant:ident($kind:ty)),* })*) => {
        $($(impl From<$kind> for $all {
            fn from(value: $kind) -> $all {
                $all::$variant(value)
            }
        })*)*
    };
}

from_variants! {
    Instance { Sudoku(Sudoku), ExactCover(ExactCover), Cnf(Cnf) }
    Answer { Grid(Grid), Cover(Cover), Model(Model) }
}

/// An event of a traced search. The first event is the instance that the strategy searches: with an encoding,
/// the translated instance.
#[derive(Clone, Debug)]
pub enum TraceEvent {
    /// The search of this instance starts.
    Begin(Instance),
    /// The search enters a node at this depth; the root has depth 0.
    Node(usize),
    /// The search took a step.
    Step(Step),
    /// The search found a solution of the instance.
    Solution(Answer),
}
