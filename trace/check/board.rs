//! The candidates of a board, step by step.

use super::{Follower, Wrong, wrong};
use crate::line::{Answer, Line};
use crate::place::{Cell, HouseName};
use coverlab_model::{Shape, Sudoku};

/// The board of the node at which the search is, and of the nodes above.
pub(super) struct Board {
    puzzle: Sudoku,
    shape: Shape,
    /// Whether a digit is a candidate of a cell: `side` digits for each cell.
    candidates: Vec<bool>,
    /// The digits written, 0 where none is.
    written: Vec<u8>,
    /// For each depth on the way, the board of the node there as it branched.
    before: Vec<State>,
    /// The depth of the node or guess at which the search is.
    depth: usize,
    /// What branch began since the last node.
    branch: Option<Branch>,
}

/// The candidates and the digits written.
type State = (Vec<bool>, Vec<u8>);

/// How a branch begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    /// By a guess that leads to this depth.
    Guess(usize),
    /// As the other side of a choice.
    Side,
}

impl Board {
    pub(super) fn new(puzzle: Sudoku) -> Board {
        let shape = puzzle.shape();
        let candidates = vec![true; shape.cells() * shape.side()];
        let written = vec![0; shape.cells()];
        Board { puzzle, shape, candidates, written, before: Vec::new(), depth: 0, branch: None }
    }

    fn cell(&self, cell: Cell) -> Result<usize, Wrong> {
        cell.index(self.shape).ok_or_else(|| (format!("a cell {cell}"), "it is not on the board".to_string()))
    }

    fn digit(&self, digit: u8) -> Result<usize, Wrong> {
        match (1..=self.shape.side()).contains(&usize::from(digit)) {
            true => Ok(usize::from(digit) - 1),
            false => wrong(format!("a digit {digit}"), format!("digits run from 1 to {}", self.shape.side())),
        }
    }

    fn has(&self, cell: usize, digit: usize) -> bool {
        self.candidates[cell * self.shape.side() + digit]
    }

    /// The digits left in a cell, from 1.
    fn left(&self, cell: usize) -> Vec<usize> {
        (0..self.shape.side()).filter(|&digit| self.has(cell, digit)).map(|digit| digit + 1).collect()
    }

    fn settle(&mut self, cell: usize, digit: usize) {
        let side = self.shape.side();
        self.candidates[cell * side..][..side].fill(false);
        self.candidates[cell * side + digit] = true;
        self.written[cell] = digit as u8 + 1;
    }

    /// A candidate that must be there, by its indices.
    fn there(&self, cell: Cell, digit: u8, what: &str) -> Result<(usize, usize), Wrong> {
        let (at, value) = (self.cell(cell)?, self.digit(digit)?);
        match self.has(at, value) {
            true => Ok((at, value)),
            false => wrong(
                format!("{what} {digit} in {cell}"),
                format!("{cell} has the candidates {:?}", self.left(at)),
            ),
        }
    }

    /// The cells of a house in which `digit` is a candidate.
    fn places(&self, house: HouseName, digit: u8) -> Result<Vec<usize>, Wrong> {
        let value = self.digit(digit)?;
        let cells: Vec<usize> = house.0.cells(self.shape).collect();
        if cells.is_empty() {
            return wrong(format!("a house {house}"), "it is not on the board");
        }
        Ok(cells.into_iter().filter(|&cell| self.has(cell, value)).collect())
    }

    fn named(&self, cells: &[usize]) -> String {
        cells.iter().map(|&cell| Cell::of(self.shape, cell).to_string()).collect::<Vec<_>>().join(", ")
    }

    fn crowded(&self, house: HouseName, other: HouseName) -> Result<(), Wrong> {
        let side = self.shape.side();
        let meet = house.0.cells(self.shape).filter(|&cell| other.0.has(self.shape, cell)).count();
        let mut bound = 0;
        for digit in 1..=side {
            let places = self.places(house, digit as u8)?;
            bound += usize::from(places.iter().all(|&cell| other.0.has(self.shape, cell)));
        }
        match bound > meet {
            true => Ok(()),
            false => wrong(
                format!("too many digits where {house} and {other} meet"),
                format!("they have {meet} cells in common, and {bound} digits must stand there"),
            ),
        }
    }

    /// Goes back to the node at `depth` as it branched, or remembers the board if it branches now.
    fn branch(&mut self, depth: usize, branch: Branch) -> Result<(), Wrong> {
        match self.before.get(depth) {
            Some(state) => (self.candidates, self.written) = state.clone(),
            None if depth == self.before.len() && depth <= self.depth => {
                self.before.push((self.candidates.clone(), self.written.clone()));
            }
            None => {
                let why = format!("the search is at depth {}", self.depth);
                return wrong(format!("a branch from depth {depth}"), why);
            }
        }
        self.before.truncate(depth + 1);
        self.branch = Some(branch);
        self.depth = match branch {
            Branch::Guess(to) => to,
            Branch::Side => depth,
        };
        Ok(())
    }
}

impl Follower for Board {
    fn node(&mut self, depth: usize) -> Result<(), Wrong> {
        let side = usize::from(self.branch == Some(Branch::Side));
        if depth > self.depth + side {
            let why = format!("the steps lead to depth {}", self.depth);
            return wrong(format!("a node at depth {depth}"), why);
        }
        match self.branch.take() {
            // A board that is enumerated below its guess, which does not branch.
            Some(Branch::Guess(guessed)) if guessed != depth => {}
            _ => {
                self.before.truncate(depth);
                self.depth = depth;
            }
        }
        Ok(())
    }

    fn step(&mut self, line: &Line) -> Result<(), Wrong> {
        match *line {
            Line::Try { depth, cell, digit } => {
                let Some(from) = depth.checked_sub(1) else {
                    return wrong("a guess that leads to depth 0", "the root is no guess");
                };
                self.branch(from, Branch::Guess(depth))?;
                let (cell, digit) = self.there(cell, digit, "a guess of")?;
                self.settle(cell, digit);
            }
            Line::Side { from } => {
                self.branch(from, Branch::Side)?;
            }
            // Clues may clash, so that it need not be a candidate.
            Line::Clue { cell, digit } => {
                let (index, value) = (self.cell(cell)?, self.digit(digit)?);
                let clue = self.puzzle.clues()[index];
                if clue != digit {
                    return wrong(
                        format!("a clue {digit} in {cell}"),
                        format!("the puzzle has {clue} there, 0 being none"),
                    );
                }
                self.settle(index, value);
            }
            Line::Naked { cell, digit } => {
                let (index, value) = self.there(cell, digit, "a naked single")?;
                let left = self.left(index);
                if left.len() != 1 {
                    return wrong(
                        format!("a naked single {digit} in {cell}"),
                        format!("it has the candidates {left:?}"),
                    );
                }
                self.settle(index, value);
            }
            Line::Hidden { cell, digit, house } => {
                let (index, value) = self.there(cell, digit, "a hidden single")?;
                let places = self.places(house, digit)?;
                if !house.0.has(self.shape, index) {
                    return wrong(
                        format!("a hidden single {digit} in {cell}, {house}"),
                        format!("{cell} is not in {house}"),
                    );
                }
                if places != [index] {
                    let why = format!("{digit} has places in {house} at {}", self.named(&places));
                    return wrong(format!("a hidden single {digit} in {cell}"), why);
                }
                self.settle(index, value);
            }
            Line::Remove { cell, digit } => {
                let (cell, value) = self.there(cell, digit, "a removal of")?;
                self.candidates[cell * self.shape.side() + value] = false;
            }
            Line::WipeCell { cell } => {
                let left = self.left(self.cell(cell)?);
                if !left.is_empty() {
                    return wrong(format!("{cell} without candidates"), format!("it has {left:?}"));
                }
            }
            Line::WipeDigit { digit, house } => {
                let places = self.places(house, digit)?;
                if !places.is_empty() {
                    return wrong(
                        format!("{digit} without a place in {house}"),
                        format!("it has {}", self.named(&places)),
                    );
                }
            }
            Line::WipeTwice { digit, house } => {
                self.digit(digit)?;
                let settled: Vec<usize> =
                    house.0.cells(self.shape).filter(|&cell| self.written[cell] == digit).collect();
                if settled.len() < 2 {
                    return wrong(
                        format!("{digit} twice in {house}"),
                        format!("it stands at {}", self.named(&settled)),
                    );
                }
            }
            Line::WipeCrowded { house, other } => self.crowded(house, other)?,
            Line::Expand { cell, choices } => {
                let left = self.left(self.cell(cell)?);
                if left.len() != choices {
                    return wrong(format!("{cell} with {choices} candidates"), format!("it has {left:?}"));
                }
            }
            Line::Pass { .. } | Line::Boards { .. } => {}
            _ => return wrong(format!("a step of kind `{}`", line.kind()), "the instance is a board"),
        }
        Ok(())
    }

    fn solution(&mut self, answer: &Answer) -> Result<(), Wrong> {
        let Answer::Grid(digits) = answer else { return Ok(()) };
        for (cell, &digit) in digits.iter().enumerate() {
            let left = self.left(cell);
            if left != [usize::from(digit)] {
                let name = Cell::of(self.shape, cell);
                let why = format!("the steps leave it the candidates {left:?}");
                return wrong(format!("the solution has {digit} in {name}"), why);
            }
        }
        Ok(())
    }
}
