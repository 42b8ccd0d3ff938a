//! The steps of a search, in the words of its kind of problem.
//!
//! A strategy tells its steps to an [`Observer`](crate::Observer); a step is built only if there is a
//! listener. Where a search goes back, the state is that at its last branch again, and nothing is told of it,
//! except where undoing is the matter itself: covering and uncovering, deciding and jumping back.

use crate::{Cnf, Cover, ExactCover, Grid, House, Item, Literal, Model, OptionId, Sudoku};

/// A step of a search on a board. Cells are numbered from 0 in row-major order, digits from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoardStep {
    /// A digit is written into a cell as a guess: the branch that begins leads to a node at `depth`. The state
    /// before it is that of the last node at `depth - 1` as it branched; if none was entered there since, that
    /// after the guess at `depth - 1`. A node at another depth right after a guess is a board that is enumerated
    /// below it, and does not branch. No other candidate of the cell is left; those of its peers are told.
    Try {
        /// The depth of the node that the branch leads to.
        depth: usize,
        /// The cell.
        cell: usize,
        /// The digit.
        digit: u8,
    },
    /// A side of a choice begins that is more or less than one digit in one cell. The state is that of the
    /// last node at depth `from` as it branched; its assumption follows, as removals.
    Side {
        /// The depth of the node that branches.
        from: usize,
    },
    /// A digit is written into a cell because it follows. No other candidate of the cell is left.
    Fix {
        /// The cell.
        cell: usize,
        /// The digit.
        digit: u8,
        /// Why.
        why: Single,
    },
    /// A candidate is taken away.
    Remove {
        /// The cell.
        cell: usize,
        /// The digit.
        digit: u8,
    },
    /// A contradiction, which no solution allows: the node fails.
    Wipe(Wiped),
    /// A pass over the whole board begins: the rows, the columns, the boxes, or all cells.
    Pass(&'static str),
    /// The number of boards left, as a decimal logarithm.
    Boards(f64),
    /// A cell is chosen to branch on.
    Expand {
        /// The cell.
        cell: usize,
        /// How many candidates it has.
        choices: usize,
    },
}

/// Why a digit follows in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Single {
    /// It is given.
    Clue,
    /// The cell has no other candidate.
    Naked,
    /// The digit has no other place in this house.
    Hidden(House),
}

/// The contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wiped {
    /// A cell without candidates.
    Cell(usize),
    /// A digit without a place in a house.
    Digit(u8, House),
    /// A digit twice in a house.
    Twice(u8, House),
    /// More digits have no place in the first house outside the second than the two have cells in common.
    Crowded(House, House),
}

/// A step of a search of an exact cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverStep {
    /// An item is chosen to branch on.
    Select {
        /// The item.
        item: Item,
        /// How many options it has.
        options: usize,
    },
    /// An item is covered: it leaves the list of items, and its options leave those of all others.
    Cover(Item),
    /// The same is undone.
    Uncover(Item),
    /// An option is taken: the branch that begins leads to a node at `depth`, if it is not given back at once. A
    /// strategy that takes several in one step enters the node of the last one only; one that looks at all
    /// options of an item before it goes deeper takes an option again, and then is at the node it entered before.
    Take {
        /// The depth of the node that the branch leads to: how many options are taken.
        depth: usize,
        /// The option.
        option: OptionId,
    },
    /// The option taken last is given back. Items covered and options hidden since it was taken are now
    /// uncovered and unhidden, unless that was told before.
    GiveBack(OptionId),
    /// An option is hidden from one item's list.
    Hide {
        /// The option.
        option: OptionId,
        /// The item.
        item: Item,
    },
    /// The same is undone.
    Unhide {
        /// The option.
        option: OptionId,
        /// The item.
        item: Item,
    },
    /// A primary item has no options left, or fewer than it needs: the node fails, or the option taken last if
    /// the search has not entered its node.
    Starve(Item),
    /// The search begins again from its root, with what it has learned. Nothing is taken, covered or hidden.
    Restart,
}

impl CoverStep {
    /// An item with this number of options is chosen: it is branched on, or the node fails.
    pub fn choice(item: Item, options: usize) -> CoverStep {
        if options == 0 { CoverStep::Starve(item) } else { CoverStep::Select { item, options } }
    }
}

/// A step of a search of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaStep {
    /// A literal is assumed; it opens this level, from 1.
    Decide {
        /// The literal.
        literal: Literal,
        /// The level.
        level: usize,
    },
    /// A literal follows from a clause whose other literals are false.
    Propagate {
        /// The literal.
        literal: Literal,
        /// The clause, with the literal in it.
        reason: Box<[Literal]>,
    },
    /// All literals of a clause are false.
    Conflict(Box<[Literal]>),
    /// A clause is learned, which follows from the formula.
    Learn(Box<[Literal]>),
    /// The model found last is excluded by a clause, all of whose literals are false in it. It does not follow.
    Exclude(Box<[Literal]>),
    /// A learned clause is thrown away.
    Forget(Box<[Literal]>),
    /// All levels above this one are undone.
    Backjump(usize),
    /// The search begins again from level 0, with what it has learned.
    Restart,
}

/// A step of a search of any kind of problem.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// On a board.
    Board(BoardStep),
    /// Of an exact cover.
    Cover(CoverStep),
    /// Of a formula.
    Formula(FormulaStep),
}

impl From<BoardStep> for Step {
    fn from(step: BoardStep) -> Step {
        Step::Board(step)
    }
}

impl From<CoverStep> for Step {
    fn from(step: CoverStep) -> Step {
        Step::Cover(step)
    }
}

impl From<FormulaStep> for Step {
    fn from(step: FormulaStep) -> Step {
        Step::Formula(step)
    }
}

/// An instance of any kind of problem: the one that a traced strategy itself searches.
#[derive(Clone, Debug)]
pub enum Instance {
    /// A puzzle.
    Sudoku(Sudoku),
    /// An exact cover.
    ExactCover(ExactCover),
    /// A formula.
    Cnf(Cnf),
}

impl From<Sudoku> for Instance {
    fn from(puzzle: Sudoku) -> Instance {
        Instance::Sudoku(puzzle)
    }
}

impl From<ExactCover> for Instance {
    fn from(cover: ExactCover) -> Instance {
        Instance::ExactCover(cover)
    }
}

impl From<Cnf> for Instance {
    fn from(formula: Cnf) -> Instance {
        Instance::Cnf(formula)
    }
}

/// A solution of any kind of problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A filled board.
    Grid(Grid),
    /// The options of a cover.
    Cover(Cover),
    /// A model.
    Model(Model),
}

impl From<Grid> for Answer {
    fn from(grid: Grid) -> Answer {
        Answer::Grid(grid)
    }
}

impl From<Cover> for Answer {
    fn from(cover: Cover) -> Answer {
        Answer::Cover(cover)
    }
}

impl From<Model> for Answer {
    fn from(model: Model) -> Answer {
        Answer::Model(model)
    }
}

/// The messages of a traced search, in order. The first is always the instance that the strategy itself
/// searches: where an encoding lies between, the translation of the puzzle.
#[derive(Clone, Debug)]
pub enum Told {
    /// The search of this instance begins.
    Begin(Instance),
    /// A node is entered at this depth; the root is 0.
    Node(usize),
    /// A step is done.
    Step(Step),
    /// A solution of the instance was found.
    Solution(Answer),
}
