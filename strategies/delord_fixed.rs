//! Christophe Delord, "Simple Sudoku Solver in Haskell", 2018: `fillGrid`, the program that his
//! text begins with.
//!
//! Positions are filled in a fixed order, each with every digit that its row, column and square
//! do not have. His order is that of the points (x, y, x', y'), which is square by square
//! (`order = box-major`); row by row (`order = row-major`) is what most people write.
//!
//! He says that it "can be very slow" and goes on to choose positions by their candidates
//! (`delord`). A node here is only a lookup of three masks, much cheaper than there. In his
//! Haskell, where the other program recomputes every candidate at every node, that made up for the
//! additional nodes on some of his own grids; against candidates that are kept up to date it does
//! not. The order decides much: from one to the other the node counts differ by factors.

use crate::support::board::{Board, Mask, Order, Scratch, Search};
use coverlab_model::step::{BoardStep, Single};
use coverlab_model::{About, Event, Flow, Observer, Parameter, Purpose, Script, Strategy, Sudoku, Values};

/// Positions in a fixed order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DelordFixed {
    order: Order,
}

impl Default for DelordFixed {
    fn default() -> Self {
        DelordFixed { order: Order::Boxes }
    }
}

impl Strategy for DelordFixed {
    type Problem = Sudoku;
    type Scratch = Scratch<DelordFixed>;

    const ABOUT: About = About {
        name: "delord-fixed",
        purpose: Purpose::Learn,
        sentence: "Backtracks over the empty positions in a fixed order",
        source: "Christophe Delord, Simple Sudoku Solver in Haskell, 2018: fillGrid",
        node: "one call of fillGrid: a grid with one more position filled",
        complete: true,
        interruptible: true,
        events: &[Event::Backtrack],
        parameters: &[Parameter {
            name: "order",
            meaning: "the order in which positions are filled",
            values: Values::OneOf(&["box-major", "row-major"]),
            default: "box-major",
        }],
        note: "",
    };

    fn set(&mut self, _order: &str, value: &str) {
        self.order = if value == "row-major" { Order::Rows } else { Order::Boxes };
    }

    const SCRIPT: Script = &[
        ("read the clues; no digit may stand twice in a house", &["clue", "wipe-twice"]),
        ("fillGrid(positions):", &["node"]),
        ("  if no position is left, this is a solution", &["solution"]),
        ("  take the next position, and the digits that no peer has", &["remove", "expand"]),
        ("  if there is none, go back", &["wipe-cell", "fail"]),
        ("  for each of them: fill the position, fillGrid(the others)", &["try", "fail"]),
    ];

    fn solve(
        &self,
        problem: &Sudoku,
        _seed: u64,
        scratch: &mut Self::Scratch,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        scratch.search(self, self.order, problem, observer)
    }
}

/// A grid and the way to it.
pub(crate) struct Space<M> {
    grid: Vec<M>,
    /// The digits that each house has.
    taken: Vec<M>,
    /// The empty positions in their order.
    positions: Vec<Position<M>>,
}

/// A position that was empty.
struct Position<M> {
    cell: u16,
    houses: [u16; 3],
    /// Its digit, if it is filled.
    digit: M,
    /// The candidates that were not tried yet, if it is filled.
    left: M,
}

impl<M> Default for Space<M> {
    fn default() -> Self {
        Space { grid: Vec::new(), taken: Vec::new(), positions: Vec::new() }
    }
}

impl Search for DelordFixed {
    type Space<M: Mask> = Space<M>;

    fn search<M: Mask>(
        &self,
        board: &Board,
        problem: &Sudoku,
        space: &mut Space<M>,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        let sound = space.start(board, problem, observer);
        let (all, mut depth) = (M::all(board.side()), 0);
        loop {
            observer.node(depth)?;
            if !sound {
                observer.step(|| board.given_twice::<M>(problem));
                return Flow::Continue(());
            }
            if depth == space.positions.len() {
                observer.solution(|| board.grid(space.solution()))?;
            } else {
                let left = all.minus(space.used(depth));
                space.positions[depth].left = left;
                if observer.watches() {
                    space.tell_candidates(board, depth, all, observer);
                }
                if left.is_empty() {
                    observer.count(Event::Backtrack, 1);
                } else {
                    depth += 1;
                }
            }
            match space.next(depth) {
                Some(deeper) => depth = deeper,
                None => return Flow::Continue(()),
            }
            observer.step(|| space.tried(board, depth));
        }
    }
}

impl<M: Mask> Space<M> {
    /// Sets up the clues; false if two of them clash.
    fn start(&mut self, board: &Board, problem: &Sudoku, observer: &mut impl Observer<Sudoku>) -> bool {
        self.grid.clear();
        self.grid.resize(board.cells(), M::NONE);
        self.taken.clear();
        self.taken.resize(3 * board.side(), M::NONE);
        for (cell, digit) in board.clues::<M>(problem) {
            observer.step(|| board.fixed(cell, digit, Single::Clue));
            self.grid[cell] = digit;
            for house in board.houses(cell) {
                let taken = &mut self.taken[usize::from(house)];
                if taken.meets(digit) {
                    return false;
                }
                *taken = taken.or(digit);
            }
        }
        let position = |cell: usize| Position {
            cell: cell as u16,
            houses: board.houses(cell),
            digit: M::NONE,
            left: M::NONE,
        };
        self.positions.clear();
        self.positions.extend((0..board.cells()).filter(|&cell| self.grid[cell].is_empty()).map(position));
        true
    }

    /// The digits in the houses of a position.
    #[inline(always)]
    fn used(&self, depth: usize) -> M {
        let [row, column, square] = self.positions[depth].houses.map(|house| self.taken[usize::from(house)]);
        row.or(column).or(square)
    }

    /// Of the first `depth` positions, puts the next candidate into the last that has one and
    /// empties those behind it. Returns how many are filled.
    #[inline(always)]
    fn next(&mut self, mut depth: usize) -> Option<usize> {
        while depth > 0 {
            let position = &mut self.positions[depth - 1];
            let digit = position.left.take_lowest();
            let old = std::mem::replace(&mut position.digit, digit.unwrap_or(M::NONE));
            for house in position.houses {
                let taken = &mut self.taken[usize::from(house)];
                *taken = taken.minus(old).or(position.digit);
            }
            if digit.is_some() {
                return Some(depth);
            }
            depth -= 1;
        }
        None
    }

    /// Tells what is found at a position: the digits in its houses, and the candidates that are left.
    fn tell_candidates(&self, board: &Board, depth: usize, all: M, observer: &mut impl Observer<Sudoku>) {
        let Position { cell, left, .. } = self.positions[depth];
        let (cell, mut gone) = (usize::from(cell), all.minus(left));
        while let Some(digit) = gone.take_lowest() {
            observer.step(|| board.removed(cell, digit));
        }
        match left.count() {
            0 => observer.step(|| board.empty(cell)),
            choices => observer.step(|| board.expanded(cell, choices)),
        }
    }

    /// The digit that was put into the last of `depth` positions.
    fn tried(&self, board: &Board, depth: usize) -> BoardStep {
        let Position { cell, digit, .. } = self.positions[depth - 1];
        board.tried(depth, usize::from(cell), digit)
    }

    /// The digits of the filled grid.
    fn solution(&mut self) -> &[M] {
        for position in &self.positions {
            self.grid[usize::from(position.cell)] = position.digit;
        }
        &self.grid
    }
}
