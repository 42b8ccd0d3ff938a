//! `fillGrid`: positions are filled in a fixed order. A node costs a lookup of three masks, one for each
//! house of the position.

use crate::support::board::{Board, Mask};
use coverlab_model::{Event, Flow, Observer, Step, Sudoku};

/// The grid, and the positions in the order in which they are filled.
#[derive(Default)]
pub(crate) struct Space<M> {
    grid: Vec<M>,
    /// The digits used in each house.
    taken: Vec<M>,
    /// The positions that the puzzle leaves empty, in order.
    positions: Vec<Position<M>>,
}

/// A position that the puzzle leaves empty.
struct Position<M> {
    cell: u16,
    houses: [u16; 3],
    /// The digit in it; empty if the position is.
    digit: M,
    /// If it is filled, the candidates that were not yet tried.
    left: M,
}

impl<M: Mask> Space<M> {
    /// Searches a puzzle, filling positions in the order of `board`.
    pub(super) fn search(
        &mut self,
        board: &Board,
        problem: &Sudoku,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        let sound = self.start(board, problem, observer);
        let (all, mut depth) = (M::all(board.side()), 0);
        loop {
            observer.node(depth)?;
            if !sound {
                observer.step(|| board.given_twice::<M>(problem));
                return Flow::Continue(());
            }
            if depth == self.positions.len() {
                observer.solution(|| board.grid(self.solution()))?;
            } else {
                let left = all.minus(self.used(depth));
                self.positions[depth].left = left;
                if observer.watches() {
                    self.report_candidates(board, depth, all, observer);
                }
                if left.is_empty() {
                    observer.count(Event::Backtrack, 1);
                } else {
                    depth += 1;
                }
            }
            match self.next(depth) {
                Some(deeper) => depth = deeper,
                None => return Flow::Continue(()),
            }
            observer.step(|| self.tried(board, depth));
        }
    }

    /// Fills in the clues. Returns false if two of them conflict.
    fn start(&mut self, board: &Board, problem: &Sudoku, observer: &mut impl Observer<Sudoku>) -> bool {
        self.grid.clear();
        self.grid.resize(board.cells(), M::NONE);
        self.taken.clear();
        self.taken.resize(3 * board.side(), M::NONE);
        for (cell, digit) in board.clues::<M>(problem) {
            observer.step(|| board.clue(cell, digit));
            self.grid[cell] = digit;
            for house in board.houses(cell) {
                let taken = &mut self.taken[usize::from(house)];
                if taken.meets(digit) {
                    return false;
                }
                *taken = *taken | digit;
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

    /// The digits used in the houses of a position.
    #[inline(always)]
    fn used(&self, depth: usize) -> M {
        let [row, column, square] = self.positions[depth].houses.map(|house| self.taken[usize::from(house)]);
        row | column | square
    }

    /// Among the first `depth` positions, finds the last with an untried candidate, fills it with that
    /// candidate and empties the later positions. Returns the number of filled positions.
    #[inline(always)]
    fn next(&mut self, mut depth: usize) -> Option<usize> {
        while depth > 0 {
            let position = &mut self.positions[depth - 1];
            let digit = position.left.take_lowest();
            let old = std::mem::replace(&mut position.digit, digit.unwrap_or(M::NONE));
            for house in position.houses {
                let taken = &mut self.taken[usize::from(house)];
                *taken = taken.minus(old) | position.digit;
            }
            if digit.is_some() {
                return Some(depth);
            }
            depth -= 1;
        }
        None
    }

    /// Reports the digits that the houses of a position exclude, and the number of remaining candidates.
    fn report_candidates(&self, board: &Board, depth: usize, all: M, observer: &mut impl Observer<Sudoku>) {
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

    /// The step that reports the filling of position `depth - 1`.
    fn tried(&self, board: &Board, depth: usize) -> Step {
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
