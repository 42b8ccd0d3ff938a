//! Veit Heller, "Six Simple Sudoku Solvers I: Python (Reference)", 2025.
//!
//! The simplest program that solves hard puzzles: fill every cell that has a single candidate until no such
//! cell remains (`propagate`), then try each candidate of the first cell with the fewest (`find_mrv_cell`),
//! on a copy of the board.
//!
//! Heller's `propagate` scans the board until a scan changes nothing, and recomputes a cell's candidates at
//! each visit. Here candidates are updated incrementally: filling a cell removes its digit from its peers, a
//! cell with a single candidate left enters a list, and a cell without candidates is a contradiction. Naked
//! singles are confluent: filling them in any order leads to the same board, or every order leads to a
//! contradiction. So the nodes are Heller's. A trail undoes changes, instead of a copy of the board.
//!
//! The Python program tries the candidates in the order of a hash set, so its node counts depend on the
//! interpreter. In ascending order, as here, the search visits exactly the nodes of `bird` pruned to a
//! fixpoint. Heller does not check the clues; here two equal clues in a house are a contradiction.

use crate::support::board::{Board, Branches, Candidates, Mask, Order, Scratch, Search};
use coverlab_model::{About, Event, Flow, Observer, Purpose, Script, Strategy, Sudoku};

/// Fills naked singles, then tries the cell with the fewest candidates.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Heller;

impl Strategy for Heller {
    type Problem = Sudoku;
    type Scratch = Scratch<Heller>;

    const ABOUT: About = About {
        name: "heller",
        purpose: Purpose::Learn,
        sentence: "Fills naked singles to a fixpoint, then tries the cell with the fewest candidates",
        source: "Veit Heller, Six Simple Sudoku Solvers I: Python (Reference), 2025",
        node: "one call of solve: a board to be propagated",
        complete: true,
        interruptible: true,
        events: &[Event::Propagate, Event::Conflict],
        parameters: &[],
        note: "",
    };

    const SCRIPT: Script = &[
        ("read the clues, and take them from their peers' candidates", &["clue", "remove", "wipe-twice"]),
        ("solve(board):", &["node"]),
        ("  while a cell has one candidate: fill it", &["naked"]),
        ("    take the digit from the candidates of its peers", &["remove"]),
        ("  if a cell has no candidate, go back", &["wipe-cell", "wipe-twice", "fail"]),
        ("  if every cell is filled, this is a solution", &["solution"]),
        ("  take the cell with the fewest candidates:", &["expand"]),
        ("    for each candidate: solve(board with it)", &["try", "remove", "fail"]),
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

/// The board, and the branches that lead to it.
#[derive(Default)]
pub(crate) struct Space<M> {
    candidates: Candidates<M>,
    /// Cells with a single candidate, still to be filled.
    singles: Vec<u16>,
    branches: Branches<M>,
}

impl Search for Heller {
    type Space<M: Mask> = Space<M>;

    fn search<M: Mask>(
        &self,
        board: &Board,
        problem: &Sudoku,
        space: &mut Space<M>,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        let mut sound = space.start(board, problem, observer);
        loop {
            observer.node(space.branches.depth())?;
            if sound && space.propagate(board, observer) {
                match space.candidates.fewest() {
                    None => observer.solution(|| board.grid(space.candidates.all()))?,
                    Some(cell) => {
                        observer.step(|| board.expanded(cell, space.candidates.size(cell)));
                        space.branches.push(cell, &space.candidates);
                    }
                }
            } else {
                observer.step(|| board.wiped(&space.candidates, problem));
                observer.count(Event::Conflict, 1);
            }
            let Some((cell, digit)) = space.next() else { return Flow::Continue(()) };
            observer.step(|| board.tried(space.branches.depth(), cell, digit));
            sound = space.fill(board, cell, digit, observer);
        }
    }
}

impl<M: Mask> Space<M> {
    /// Sets up the clues; false if a clue contradicts an earlier one.
    fn start(&mut self, board: &Board, problem: &Sudoku, observer: &mut impl Observer<Sudoku>) -> bool {
        self.candidates.reset(board);
        self.singles.clear();
        self.branches.clear();
        for (cell, digit) in board.clues::<M>(problem) {
            observer.step(|| board.clue(cell, digit));
            if !self.candidates.of(cell).meets(digit) || !self.fill(board, cell, digit, observer) {
                return false;
            }
        }
        // Earlier clues may have reduced a cell to a single candidate before its own clue was read.
        self.singles.retain(|&cell| !self.candidates.is_decided(usize::from(cell)));
        if board.side() == 1 && !self.candidates.is_decided(0) {
            self.singles.push(0);
        }
        true
    }

    /// Fills cells with a single candidate until none remains; false on a contradiction.
    #[inline(always)]
    fn propagate(&mut self, board: &Board, observer: &mut impl Observer<Sudoku>) -> bool {
        while let Some(cell) = self.singles.pop() {
            observer.count(Event::Propagate, 1);
            let cell = usize::from(cell);
            let digit = self.candidates.of(cell);
            observer.step(|| board.naked(cell, digit));
            if !self.fill(board, cell, digit, observer) {
                return false;
            }
        }
        true
    }

    /// Writes a digit into a cell; false if that leaves another cell without candidates.
    #[inline(always)]
    fn fill(&mut self, board: &Board, cell: usize, digit: M, observer: &mut impl Observer<Sudoku>) -> bool {
        self.candidates.decide(cell, digit);
        for &peer in board.peers(cell) {
            if self.candidates.of(usize::from(peer)).meets(digit) {
                observer.step(|| board.removed(usize::from(peer), digit));
                match self.candidates.remove(usize::from(peer), digit) {
                    0 => return false,
                    1 => self.singles.push(peer),
                    _ => {}
                }
            }
        }
        true
    }

    /// Backtracks to the last cell with an untried candidate; returns the cell and that candidate.
    #[inline(always)]
    fn next(&mut self) -> Option<(usize, M)> {
        self.singles.clear();
        self.branches.next(&mut self.candidates)
    }
}
