//! Checks the steps of a search on a board.

use super::StepChecker;
use crate::fold::board::{Board, Branch};
use crate::line::{Answer, step_kind};
use crate::reading::{Wrong, wrong};
use coverlab_model::{Cell, House, Shape, Step, Sudoku};

/// Compares each step with the board before it.
pub(super) struct BoardChecker {
    shape: Shape,
    board: Board,
}

impl BoardChecker {
    pub(super) fn new(puzzle: &Sudoku) -> BoardChecker {
        BoardChecker { shape: puzzle.shape(), board: Board::new(puzzle) }
    }

    fn cell(&self, cell: Cell) -> Result<usize, Wrong> {
        cell.index(self.shape).ok_or_else(|| (format!("a cell {cell}"), "it is not on the board".to_string()))
    }

    fn digit(&self, digit: u8) -> Result<(), Wrong> {
        match (1..=self.shape.side()).contains(&usize::from(digit)) {
            true => Ok(()),
            false => wrong(format!("a digit {digit}"), format!("digits run from 1 to {}", self.shape.side())),
        }
    }

    /// Requires a candidate to be on the board; returns the index of its cell.
    fn there(&self, cell: Cell, digit: u8, what: &str) -> Result<usize, Wrong> {
        let at = self.cell(cell)?;
        self.digit(digit)?;
        match self.board.has(at, digit) {
            true => Ok(at),
            false => wrong(
                format!("{what} {digit} in {cell}"),
                format!("{cell} has the candidates {:?}", self.board.left(at)),
            ),
        }
    }

    /// Requires a candidate of a cell to which no digit was written; returns the index of the cell.
    fn open(&self, cell: Cell, digit: u8, what: &str) -> Result<usize, Wrong> {
        let at = self.there(cell, digit, what)?;
        self.empty(at, || format!("{what} {digit} in {cell}"))?;
        Ok(at)
    }

    fn empty(&self, at: usize, what: impl Fn() -> String) -> Result<(), Wrong> {
        match self.board.written(at) {
            0 => Ok(()),
            written => wrong(what(), format!("{written} was written there before")),
        }
    }

    /// The cells of a house in which `digit` is a candidate.
    fn places(&self, house: House, digit: u8) -> Result<Vec<usize>, Wrong> {
        self.digit(digit)?;
        let cells: Vec<usize> = house.cells(self.shape).collect();
        if cells.is_empty() {
            return wrong(format!("a house {house}"), "it is not on the board");
        }
        Ok(cells.into_iter().filter(|&cell| self.board.has(cell, digit)).collect())
    }

    fn named(&self, cells: &[usize]) -> String {
        cells.iter().map(|&cell| Cell::of(self.shape, cell).to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Requires a cell to have this number of candidates.
    fn has_candidates(&self, at: usize, number: usize, what: impl Fn() -> String) -> Result<(), Wrong> {
        let left = self.board.left(at);
        match left.len() == number {
            true => Ok(()),
            false => wrong(what(), format!("it has the candidates {left:?}")),
        }
    }

    fn guess(&mut self, depth: usize, cell: Cell, digit: u8) -> Result<(), Wrong> {
        let Some(from) = depth.checked_sub(1) else {
            return wrong("a guess that leads to depth 0", "the root is not a guess");
        };
        self.branch(from)?;
        self.board.begin(from, Branch::Guess(depth));
        self.open(cell, digit, "a guess of").map(drop)
    }

    /// Requires a clue of the puzzle. Clues may contradict each other, so this need not be a candidate.
    fn clue(&self, cell: Cell, digit: u8) -> Result<(), Wrong> {
        self.digit(digit)?;
        let (at, what) = (self.cell(cell)?, || format!("a clue {digit} in {cell}"));
        let clue = self.board.clues()[at];
        if clue != digit {
            return wrong(what(), format!("the puzzle has {clue} there, 0 being none"));
        }
        self.empty(at, what)
    }

    fn hidden_single(&self, cell: Cell, digit: u8, house: House) -> Result<(), Wrong> {
        let at = self.open(cell, digit, "a hidden single")?;
        let places = self.places(house, digit)?;
        if !house.has(self.shape, at) {
            let what = format!("a hidden single {digit} in {cell}, {house}");
            return wrong(what, format!("{cell} is not in {house}"));
        }
        if places != [at] {
            let why = format!("{digit} has places in {house} at {}", self.named(&places));
            return wrong(format!("a hidden single {digit} in {cell}"), why);
        }
        Ok(())
    }

    fn written_twice(&self, digit: u8, house: House) -> Result<(), Wrong> {
        self.digit(digit)?;
        let cells = house.cells(self.shape);
        let written: Vec<usize> = cells.filter(|&cell| self.board.written(cell) == digit).collect();
        match written.len() {
            2.. => Ok(()),
            _ => wrong(format!("{digit} twice in {house}"), format!("it is at {}", self.named(&written))),
        }
    }

    fn crowded(&self, house: House, other: House) -> Result<(), Wrong> {
        let side = self.shape.side();
        let meet = house.cells(self.shape).filter(|&cell| other.has(self.shape, cell)).count();
        let mut bound = 0;
        for digit in 1..=side {
            let places = self.places(house, digit as u8)?;
            bound += usize::from(places.iter().all(|&cell| other.has(self.shape, cell)));
        }
        match bound > meet {
            true => Ok(()),
            false => wrong(
                format!("too many digits where {house} and {other} meet"),
                format!("they have {meet} cells in common, and {bound} digits belong there"),
            ),
        }
    }

    /// Requires the candidates to allow this number of boards, a decimal logarithm.
    fn boards(&self, reported: f64) -> Result<(), Wrong> {
        let choices = |cell: usize| self.board.left(cell).len() as f64;
        let allowed: f64 = (0..self.shape.cells()).map(|cell| choices(cell).log10()).sum();
        match (allowed - reported).abs() < 1e-6 {
            true => Ok(()),
            false => wrong(format!("10^{reported} boards"), format!("the candidates allow 10^{allowed}")),
        }
    }

    /// Requires a node at `depth` to branch from.
    fn branch(&self, depth: usize) -> Result<(), Wrong> {
        if self.board.branches_from(depth) {
            return Ok(());
        }
        wrong(
            format!("a branch from depth {depth}"),
            format!("the search is at depth {}", self.board.depth()),
        )
    }
}

impl StepChecker for BoardChecker {
    fn node(&mut self, depth: usize) -> Result<(), Wrong> {
        let side = usize::from(self.board.branched() == Some(Branch::Side));
        if depth > self.board.depth() + side {
            let why = format!("the steps lead to depth {}", self.board.depth());
            return wrong(format!("a node at depth {depth}"), why);
        }
        self.board.node(depth, 0);
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<(), Wrong> {
        match *step {
            Step::Try { depth, cell, digit } => self.guess(depth, cell, digit)?,
            Step::Side { from } => self.branch(from)?,
            Step::Clue { cell, digit } => self.clue(cell, digit)?,
            Step::Naked { cell, digit } => {
                let at = self.open(cell, digit, "a naked single")?;
                self.has_candidates(at, 1, || format!("a naked single {digit} in {cell}"))?;
            }
            Step::Hidden { cell, digit, house } => self.hidden_single(cell, digit, house)?,
            Step::Remove { cell, digit } => drop(self.there(cell, digit, "a removal of")?),
            Step::WipeCell { cell } => {
                self.has_candidates(self.cell(cell)?, 0, || format!("{cell} without candidates"))?;
            }
            Step::WipeDigit { digit, house } => {
                let places = self.places(house, digit)?;
                if !places.is_empty() {
                    let why = format!("it has {}", self.named(&places));
                    return wrong(format!("{digit} without a place in {house}"), why);
                }
            }
            Step::WipeTwice { digit, house } => self.written_twice(digit, house)?,
            Step::WipeCrowded { house, other } => self.crowded(house, other)?,
            Step::Expand { cell, choices } => {
                let what = || format!("{cell} with {choices} candidates");
                self.has_candidates(self.cell(cell)?, choices, what)?;
            }
            Step::Boards { log10 } => self.boards(log10)?,
            Step::Pass { .. } => {}
            _ => return wrong(format!("a step of kind `{}`", step_kind(step)), "the instance is a board"),
        }
        // Events are numbered only for the path of a state.
        self.board.apply(step, 0);
        Ok(())
    }

    fn solution(&mut self, answer: &Answer) -> Result<(), Wrong> {
        let Answer::Grid(digits) = answer else { return Ok(()) };
        for (cell, &digit) in digits.iter().enumerate() {
            let left = self.board.left(cell);
            if left != [digit] {
                let name = Cell::of(self.shape, cell);
                let why = format!("the steps leave it the candidates {left:?}");
                return wrong(format!("the solution has {digit} in {name}"), why);
            }
        }
        Ok(())
    }
}
