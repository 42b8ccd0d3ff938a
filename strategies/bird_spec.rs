//! The specification that Bird's pearl starts from: generate every completion of the board and keep the
//! correct ones.
//!
//! ```text
//! filter correct . mcp . choices
//! ```
//!
//! It defines the meaning of a puzzle, and the program derived from it (`bird`) must agree with it. It is
//! useless as a program: with half of a 9x9 board blank there are 9^40 completions. It can solve 4x4 boards,
//! where it also serves as a check on every other strategy.
//!
//! The pearl's `mcp`, the matrix cartesian product, is a lazy list. Here it is an odometer: each cell with
//! more than one choice is a wheel, and the last wheel turns fastest, as in the order of the list. The next
//! completion overwrites the current one, so the memory is constant: a few words per cell. Only the tests of
//! the laws build the list itself, because it exceeds any memory on the smallest puzzle worth solving.

use crate::bird::trace_steps;
use crate::support::board::{Board, Mask, Order, Scratch, Search};
use coverlab_model::{About, Event, Flow, Observer, Purpose, Script, Strategy, Sudoku};

/// Generates every completion, in order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BirdSpec;

impl Strategy for BirdSpec {
    type Problem = Sudoku;
    type Scratch = Scratch<BirdSpec>;

    const ABOUT: About = About {
        name: "bird-spec",
        purpose: Purpose::Learn,
        sentence: "Generates every completion of the board and keeps those that are correct",
        source: "Richard Bird, A program to solve Sudoku, 2006: the specification",
        node: "one completed board that is checked",
        complete: true,
        interruptible: true,
        events: &[Event::Conflict],
        parameters: &[],
        note: "Checks a number of boards that is exponential in the number of empty cells: only for 4x4 boards.",
    };

    const SCRIPT: Script = &[
        ("choices: a blank cell may have every digit, a clue is one", &["clue", "boards"]),
        ("expand: for every way to choose a digit in each cell:", &["expand", "try"]),
        ("  look at the completed board", &["node"]),
        ("  correct if no row, column or box has a digit twice", &["solution", "wipe-twice"]),
        ("  else take the next board", &["fail"]),
    ];

    fn solve(
        &self,
        problem: &Sudoku,
        _seed: u64,
        scratch: &mut Self::Scratch,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        scratch.search(self, Order::Rows, problem, observer)
    }
}

impl Search for BirdSpec {
    type Space<M: Mask> = Odometer<M>;

    fn search<M: Mask>(
        &self,
        board: &Board,
        problem: &Sudoku,
        odometer: &mut Odometer<M>,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        trace_steps::begin(problem, observer);
        if problem.check_clues().is_err() {
            return reject::<M>(board, problem, observer);
        }
        let choices = odometer.choices();
        choices.resize(board.cells(), M::all(board.side()));
        for (cell, digit) in board.clues(problem) {
            choices[cell] = digit;
        }
        odometer.filter_correct(board, observer)
    }
}

/// Reports that two clues of a house are equal. No completion is correct, so none is generated; the board
/// itself counts as the one board that was checked.
pub(crate) fn reject<M: Mask>(board: &Board, problem: &Sudoku, observer: &mut impl Observer<Sudoku>) -> Flow {
    observer.node(0)?;
    observer.step(|| board.given_twice::<M>(problem));
    observer.count(Event::Conflict, 1);
    Flow::Continue(())
}

/// Enumerates the completions of a matrix of choices, one at a time.
#[derive(Default)]
pub(crate) struct Odometer<M> {
    choices: Vec<M>,
    /// The current completion: the digit of each cell.
    shown: Vec<M>,
    wheels: Vec<Wheel<M>>,
}

/// A cell with more than one choice.
struct Wheel<M> {
    cell: usize,
    /// The choices that come after the current one.
    left: M,
}

impl<M: Mask> Odometer<M> {
    /// Clears the matrix of choices, for the caller to fill row by row.
    pub(crate) fn choices(&mut self) -> &mut Vec<M> {
        self.choices.clear();
        &mut self.choices
    }

    /// Reports the completions that are correct.
    pub(crate) fn filter_correct(&mut self, board: &Board, observer: &mut impl Observer<Sudoku>) -> Flow {
        let mut turned = self.first();
        while let Some(wheel) = turned {
            if observer.watches() {
                self.report_turned(board, wheel, observer);
            }
            observer.node(0)?;
            if self.is_correct(board) {
                observer.solution(|| board.grid(&self.shown))?;
            } else {
                observer.step(|| board.twice(self.shown.iter().copied().enumerate()));
                observer.count(Event::Conflict, 1);
            }
            turned = self.turn();
        }
        Flow::Continue(())
    }

    /// Reports the digits of `wheel` and all later wheels; each is a guess below those before it.
    fn report_turned(&self, board: &Board, wheel: usize, observer: &mut impl Observer<Sudoku>) {
        for (k, &Wheel { cell, .. }) in self.wheels.iter().enumerate().skip(wheel) {
            if self.shown[cell] == self.choices[cell].lowest() {
                observer.step(|| board.expanded(cell, self.choices[cell].count()));
            }
            observer.step(|| board.tried(k + 1, cell, self.shown[cell]));
        }
    }

    /// Sets the first completion and returns 0, because all wheels turned. `None` if a cell has no choice, so
    /// that there is no completion.
    fn first(&mut self) -> Option<usize> {
        self.shown.clear();
        self.shown.extend(self.choices.iter().map(|choices| choices.lowest()));
        self.wheels.clear();
        for (cell, (&choices, &first)) in self.choices.iter().zip(&self.shown).enumerate() {
            let left = choices.minus(first);
            if !left.is_empty() {
                self.wheels.push(Wheel { cell, left });
            }
        }
        (!self.shown.iter().any(|digit| digit.is_empty())).then_some(0)
    }

    /// Advances to the next completion and returns the first wheel that turned; `None` after the last
    /// completion.
    fn turn(&mut self) -> Option<usize> {
        for (k, wheel) in self.wheels.iter_mut().enumerate().rev() {
            if let Some(next) = wheel.left.take_lowest() {
                self.shown[wheel.cell] = next;
                return Some(k);
            }
            let choices = self.choices[wheel.cell];
            self.shown[wheel.cell] = choices.lowest();
            wheel.left = choices.minus(choices.lowest());
        }
        None
    }

    /// Whether every house has each digit at most once.
    fn is_correct(&self, board: &Board) -> bool {
        board.members().all(|house| {
            let mut seen = M::NONE;
            house.iter().all(|&cell| {
                let digit = self.shown[usize::from(cell)];
                let new = !seen.meets(digit);
                seen = seen | digit;
                new
            })
        })
    }
}
