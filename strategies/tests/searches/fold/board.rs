//! The state of a board: the candidates of each cell, and the written digits.

use coverlab_model::step::{Single, Wiped};
use coverlab_model::{BoardStep, Grid, House, Shape, Sudoku};

#[derive(Clone)]
struct State {
    candidates: Vec<Vec<bool>>,
    digits: Vec<u8>,
}

pub(crate) struct Fold {
    shape: Shape,
    clues: Vec<u8>,
    state: State,
    /// By depth, the state of the last node or guess when it branched.
    branched: Vec<State>,
    /// The depth of the guess since the last node, if any.
    guessed: Option<usize>,
}

impl Fold {
    pub(crate) fn new(puzzle: &Sudoku) -> Fold {
        let shape = puzzle.shape();
        let candidates = vec![vec![true; shape.side() + 1]; shape.cells()];
        let state = State { candidates, digits: vec![0; shape.cells()] };
        Fold { shape, clues: puzzle.clues().to_vec(), state, branched: Vec::new(), guessed: None }
    }

    pub(crate) fn node(&mut self, depth: usize) {
        // If the depth differs from the guess, the node is a board enumerated below it.
        if self.guessed.take().is_none_or(|guessed| guessed == depth) {
            self.branched.truncate(depth);
        }
    }

    /// Restores the state of the node at this depth when it branched; the current state if it branches now.
    fn branch(&mut self, depth: usize) {
        assert!(self.branched.len() >= depth, "a branch below a node that was not entered");
        match self.branched.get(depth) {
            Some(state) => self.state = state.clone(),
            None => self.branched.push(self.state.clone()),
        }
        self.branched.truncate(depth + 1);
    }

    fn write(&mut self, cell: usize, digit: u8) {
        self.state.candidates[cell].fill(false);
        self.state.candidates[cell][usize::from(digit)] = true;
        self.state.digits[cell] = digit;
    }

    fn has(&self, cell: usize, digit: u8) -> bool {
        self.state.candidates[cell][usize::from(digit)]
    }

    fn left(&self, cell: usize) -> usize {
        self.state.candidates[cell][1..].iter().filter(|&&has| has).count()
    }

    fn places(&self, house: House, digit: u8) -> Vec<usize> {
        house.cells(self.shape).filter(|&cell| self.has(cell, digit)).collect()
    }

    pub(crate) fn step(&mut self, step: BoardStep) {
        match step {
            BoardStep::Try { depth, cell, digit } => {
                self.branch(depth - 1);
                self.guessed = Some(depth);
                assert_eq!(self.state.digits[cell], 0, "{step:?} in a cell that has a digit");
                assert!(self.has(cell, digit), "{step:?} is no candidate");
                self.write(cell, digit);
            }
            BoardStep::Side { from } => {
                self.branch(from);
                self.guessed = None;
            }
            BoardStep::Fix { cell, digit, why } => {
                assert_eq!(self.state.digits[cell], 0, "{step:?} in a cell that has a digit");
                match why {
                    Single::Clue => assert_eq!(self.clues[cell], digit, "{step:?} is no clue"),
                    Single::Naked => {
                        assert!(self.has(cell, digit) && self.left(cell) == 1, "{step:?} is not naked");
                    }
                    Single::Hidden(house) => assert_eq!(self.places(house, digit), [cell], "{step:?}"),
                }
                self.write(cell, digit);
            }
            BoardStep::Remove { cell, digit } => {
                assert!(self.has(cell, digit), "{step:?} was removed before");
                self.state.candidates[cell][usize::from(digit)] = false;
            }
            BoardStep::Wipe(wiped) => self.wipe(wiped),
            BoardStep::Expand { cell, choices } => assert_eq!(self.left(cell), choices, "{step:?}"),
            BoardStep::Pass(_) => {}
            BoardStep::Boards(logarithm) => {
                let boards: f64 = (0..self.shape.cells()).map(|cell| (self.left(cell) as f64).log10()).sum();
                assert!((boards - logarithm).abs() < 1e-6, "{step:?}, not {boards}");
            }
        }
    }

    fn wipe(&self, wiped: Wiped) {
        match wiped {
            Wiped::Cell(cell) => assert_eq!(self.left(cell), 0, "{wiped:?}"),
            Wiped::Digit(digit, house) => assert!(self.places(house, digit).is_empty(), "{wiped:?}"),
            Wiped::Twice(digit, house) => {
                let cells = house.cells(self.shape).filter(|&cell| self.state.digits[cell] == digit);
                assert!(cells.count() > 1, "{wiped:?}");
            }
            Wiped::Crowded(house, other) => {
                let inside = |cell: &usize| other.has(self.shape, *cell);
                let bound = (1..=self.shape.side() as u8)
                    .filter(|&digit| self.places(house, digit).iter().all(inside))
                    .count();
                assert!(bound > house.cells(self.shape).filter(inside).count(), "{wiped:?}");
            }
        }
    }

    pub(crate) fn solution(&self, grid: &Grid) {
        for (cell, &digit) in grid.cells().iter().enumerate() {
            assert!([0, digit].contains(&self.state.digits[cell]), "cell {cell} was told another digit");
            assert!(self.has(cell, digit), "cell {cell} was told to lack its digit");
        }
    }
}
