//! The steps of a search, by kind of problem.
//!
//! A strategy reports steps to an [`Observer`](crate::Observer). On backtracking, the state returns to that
//! of the last branch; no step reports this. The exceptions are searches in which undoing is itself of
//! interest: covering and uncovering, deciding and backjumping.

use crate::{Cnf, Cover, ExactCover, Grid, House, Item, Literal, Model, OptionId, Sudoku};

/// A step of a search on a board. Cells are numbered from 0 in row-major order, digits from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoardStep {
    /// Writes a digit into a cell as a guess; the branch leads to a node at `depth`. The state before the
    /// guess is that of the last node at `depth - 1` when it branched. If no such node was entered since the
    /// guess at `depth - 1`, it is the state after that guess. A node at another depth directly after a guess
    /// is a board enumerated below it, and does not branch. The guess leaves the cell no other candidate;
    /// removals from its peers are separate steps.
    Try {
        /// The depth of the node to which the branch leads.
        depth: usize,
        /// The cell.
        cell: usize,
        /// The digit.
        digit: u8,
    },
    /// Starts one alternative of a choice other than a single digit in a single cell. The state is that of
    /// the last node at depth `from` when it branched. Removals report the assumption after this step.
    Side {
        /// The depth of the node that branches.
        from: usize,
    },
    /// Writes a digit into a cell because it is forced. The cell then has no other candidate.
    Fix {
        /// The cell.
        cell: usize,
        /// The digit.
        digit: u8,
        /// The reason.
        why: Single,
    },
    /// Removes a candidate.
    Remove {
        /// The cell.
        cell: usize,
        /// The digit.
        digit: u8,
    },
    /// Finds a contradiction, so the node fails.
    Wipe(Wiped),
    /// Starts a pass over the named part of the board: its rows, its columns, its boxes, or all cells.
    Pass(&'static str),
    /// The number of boards that are still possible, as a decimal logarithm.
    Boards(f64),
    /// Chooses a cell to branch on.
    Expand {
        /// The cell.
        cell: usize,
        /// The number of its candidates.
        choices: usize,
    },
}

/// Why a digit is forced in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Single {
    /// The digit is a clue.
    Clue,
    /// The cell has no other candidate.
    Naked,
    /// The digit has no other place in this house.
    Hidden(House),
}

/// A contradiction on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wiped {
    /// A cell without candidates.
    Cell(usize),
    /// A digit without a place in a house.
    Digit(u8, House),
    /// A digit appears twice in a house.
    Twice(u8, House),
    /// The cells shared by two houses are fewer than the digits that have no place in the rest of the first
    /// house.
    Crowded(House, House),
}

/// A step of a search for an exact cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverStep {
    /// Chooses an item to branch on.
    Select {
        /// The item.
        item: Item,
        /// The number of its options.
        options: usize,
    },
    /// Covers an item: removes it from the list of items, and its options from the lists of all other
    /// items.
    Cover(Item),
    /// Undoes [`Self::Cover`].
    Uncover(Item),
    /// Takes an option: the branch leads to a node at `depth`, unless the option is given back immediately. A
    /// strategy that takes several options in one step enters only the node of the last one. A strategy that
    /// tries all options of an item before it goes deeper takes an option twice: the second time it returns
    /// to the node that it entered before.
    Take {
        /// The depth of the node to which the branch leads, which is the number of options taken.
        depth: usize,
        /// The option.
        option: OptionId,
    },
    /// Gives back the option taken last. This also undoes the covering of items and the hiding of options
    /// since then, unless earlier steps reported that.
    GiveBack(OptionId),
    /// Hides an option from one item's list.
    Hide {
        /// The option.
        option: OptionId,
        /// The item.
        item: Item,
    },
    /// Undoes [`Self::Hide`].
    Unhide {
        /// The option.
        option: OptionId,
        /// The item.
        item: Item,
    },
    /// A primary item has no options left, or fewer than it needs. The node fails; if the search has not
    /// entered the node of the option taken last, that option fails.
    Starve(Item),
    /// Restarts the search from its root, keeping what it learned. Nothing is taken, covered or hidden.
    Restart,
}

impl CoverStep {
    /// The step that chooses an item with `options` options. The search then branches on it, or the node
    /// fails.
    pub fn choice(item: Item, options: usize) -> CoverStep {
        if options == 0 { CoverStep::Starve(item) } else { CoverStep::Select { item, options } }
    }
}

/// A step of a search for a model of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaStep {
    /// Assumes a literal and so opens decision level `level`, counted from 1.
    Decide {
        /// The literal.
        literal: Literal,
        /// The level.
        level: usize,
    },
    /// Derives a literal from a clause whose other literals are false.
    Propagate {
        /// The literal.
        literal: Literal,
        /// The clause, including the literal.
        reason: Box<[Literal]>,
    },
    /// Finds a clause whose literals are all false.
    Conflict(Box<[Literal]>),
    /// Learns a clause that follows from the formula.
    Learn(Box<[Literal]>),
    /// Excludes the last model by a clause whose literals are all false in it. The clause does not follow
    /// from the formula.
    Exclude(Box<[Literal]>),
    /// Deletes a learned clause.
    Forget(Box<[Literal]>),
    /// Undoes all levels above this one.
    Backjump(usize),
    /// Restarts the search from level 0, keeping what it learned.
    Restart,
    /// Starts to watch the first two literals of a clause.
    Watch(Box<[Literal]>),
    /// Visits a clause because one of its two watched literals became false.
    Visit {
        /// The literal that became false.
        literal: Literal,
        /// The clause.
        clause: Box<[Literal]>,
        /// The literal of the clause that decides the outcome.
        other: Literal,
        /// The outcome.
        outcome: VisitOutcome,
    },
}

/// The outcome of a visit of a clause with two watched literals, one of which became false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A step of a search of any kind of problem.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A step on a board.
    Board(BoardStep),
    /// A step of a search for an exact cover.
    Cover(CoverStep),
    /// A step of a search for a model.
    Formula(FormulaStep),
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
    Step { Board(BoardStep), Cover(CoverStep), Formula(FormulaStep) }
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
