//! Bird's program, node for node, with sets of choices as bit masks and incremental pruning. `bird` describes
//! the program and its source.
//!
//! It visits the same matrices in the same order. Three observations make it fast:
//!
//! - Pruning a house removes the choices that are fixed in it. The choices that were fixed at the previous
//!   pruning are gone already, and never come back below that node. So each of the three kinds of house
//!   records its position in the list of fixed cells, which is in the order in which they became fixed. A
//!   pass over the rows handles only the cells fixed since the last pass over the rows. One prune is weaker
//!   than a fixpoint only because of which pass sees which cells, so this order must be reproduced exactly.
//! - A matrix is blocked if a cell is empty or two fixed cells of a house are equal. Pruning repairs neither,
//!   so the search may detect a conflict as soon as a cell becomes fixed, in the middle of a pass, and stop
//!   there. So no cell becomes empty: only a fixed cell of the same house could remove its last choice, and
//!   these two fixed cells are a conflict, detected earlier.
//! - A trail undoes the changes of a node; nothing is copied.
//!
//! The cost of a node is then the removals that really happen, plus finding the smallest cell. For that the
//! sizes of the cells are in an array of their own.

use crate::bird::{Expand, Prune, Variant};
use crate::support::board::{Board, Candidates, HouseKind, Mark, Mask, Order, Scratch, Search};
use coverlab_model::{About, Event, Flow, Observer, Purpose, Script, Step, Strategy, Sudoku};

/// The pearl's search on bit masks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BirdBits(Variant);

impl Strategy for BirdBits {
    type Problem = Sudoku;
    type Scratch = Scratch<BirdBits>;

    const ABOUT: About = About {
        name: "bird-bits",
        purpose: Purpose::Learn,
        sentence: "Visits the nodes of bird with sets of choices as bit masks, pruning only what is new",
        source: "Richard Bird, A program to solve Sudoku, 2006",
        node: "one call of search: one pruned matrix of choices",
        complete: true,
        interruptible: true,
        events: &[Event::Propagate, Event::Conflict],
        parameters: Variant::PARAMETERS,
        note: "",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        self.0.set(parameter, value);
    }

    const SCRIPT: Script = &[
        ("choices: a blank cell may have every digit, a clue is one", &["clue"]),
        ("search(choices):", &["node"]),
        ("  prune by rows, then by columns, then by boxes:", &["pass"]),
        ("    remove what is newly fixed from the other choices of its house", &["remove", "naked"]),
        ("  blocked, if a house has a fixed digit twice", &["wipe-twice", "fail"]),
        ("  if every choice is single, this is a solution", &["solution"]),
        ("  expand the first cell with the fewest choices:", &["expand"]),
        ("    for each choice: search(choices with it)", &["try", "fail"]),
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

/// A matrix of choices, and the branches that lead to it.
#[derive(Default)]
pub(crate) struct Space<M> {
    choices: Candidates<M>,
    /// The fixed cells, in the order in which they became fixed.
    fixed: Vec<u16>,
    /// For each kind of house, how many of `fixed` it has been pruned by.
    pruned: [u32; 3],
    /// The digits fixed in each house.
    taken: Vec<M>,
    branches: Vec<Branch<M>>,
}

/// A cell that was expanded.
struct Branch<M> {
    cell: u16,
    /// The choices that were not yet installed.
    left: M,
    /// The state of the matrix before the expansion.
    before: Mark,
    fixed: u32,
    pruned: [u32; 3],
}

/// The conflict: two equal digits are fixed in a house.
struct Blocked;

impl Search for BirdBits {
    type Space<M: Mask> = Space<M>;

    fn search<M: Mask>(
        &self,
        board: &Board,
        problem: &Sudoku,
        space: &mut Space<M>,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        let mut installed = space.start(board, problem, observer);
        loop {
            observer.node(space.branches.len())?;
            let (clues, pruned) =
                (space.fixed.len(), installed.and_then(|()| space.prune(self.0.prune, board, observer)));
            observer.count(Event::Propagate, (space.fixed.len() - clues) as u64);
            match pruned {
                Err(Blocked) => {
                    observer.step(|| space.twice(board));
                    observer.count(Event::Conflict, 1);
                }
                Ok(()) => match space.smallest(self.0.expand) {
                    None => observer.solution(|| board.grid(space.choices.all()))?,
                    Some(cell) => {
                        observer.step(|| board.expanded(cell, space.choices.size(cell)));
                        space.expand(cell);
                    }
                },
            }
            let Some((cell, choice)) = space.next(board) else { return Flow::Continue(()) };
            observer.step(|| board.tried(space.branches.len(), cell, choice));
            installed = space.fix(board, cell, choice);
        }
    }
}

impl<M: Mask> Space<M> {
    /// Sets up the matrix of choices of a puzzle.
    fn start(
        &mut self,
        board: &Board,
        problem: &Sudoku,
        observer: &mut impl Observer<Sudoku>,
    ) -> Result<(), Blocked> {
        self.choices.reset(board);
        self.fixed.clear();
        self.pruned = [0; 3];
        self.taken.clear();
        self.taken.resize(3 * board.side(), M::NONE);
        self.branches.clear();
        if board.side() == 1 {
            // The only cell has a single choice, which is fixed whether or not it is a clue.
            return self.fix(board, 0, M::all(1));
        }
        board.clues(problem).try_for_each(|(cell, digit)| {
            observer.step(|| board.clue(cell, digit));
            self.fix(board, cell, digit)
        })
    }

    /// Fixes a cell to one choice.
    #[inline(always)]
    fn fix(&mut self, board: &Board, cell: usize, choice: M) -> Result<(), Blocked> {
        self.choices.decide(cell, choice);
        self.note(board, cell, choice)
    }

    /// Records that a cell became fixed.
    #[inline(always)]
    fn note(&mut self, board: &Board, cell: usize, choice: M) -> Result<(), Blocked> {
        let [row, column, square] = board.houses(cell).map(usize::from);
        let taken = self.taken[row] | self.taken[column] | self.taken[square];
        if taken.meets(choice) {
            return Err(Blocked);
        }
        for house in [row, column, square] {
            self.taken[house] = self.taken[house] | choice;
        }
        self.fixed.push(cell as u16);
        Ok(())
    }

    #[inline(always)]
    fn prune(
        &mut self,
        prune: Prune,
        board: &Board,
        observer: &mut impl Observer<Sudoku>,
    ) -> Result<(), Blocked> {
        loop {
            for kind in HouseKind::ALL {
                self.prune_by(kind, board, observer)?;
            }
            let everywhere = self.pruned == [self.fixed.len() as u32; 3];
            if prune == Prune::Once || everywhere {
                return Ok(());
            }
        }
    }

    /// Removes the choices that became fixed since this kind of house was last pruned.
    #[inline(always)]
    fn prune_by(
        &mut self,
        kind: HouseKind,
        board: &Board,
        observer: &mut impl Observer<Sudoku>,
    ) -> Result<(), Blocked> {
        observer.step(|| Step::Pass { over: kind.plural().into() });
        // A cell that becomes fixed in this pass is handled by the next pass over this kind.
        let fixed = self.fixed.len();
        for k in self.pruned[kind as usize] as usize..fixed {
            let cell = usize::from(self.fixed[k]);
            let choice = self.choices.of(cell);
            for &peer in board.peers_in(kind, cell) {
                let peer = usize::from(peer);
                if self.choices.of(peer).meets(choice) {
                    observer.step(|| board.removed(peer, choice));
                    if self.choices.remove(peer, choice) == 1 {
                        self.choices.settle(peer);
                        let last = self.choices.of(peer);
                        observer.step(|| board.naked(peer, last));
                        self.note(board, peer, last)?;
                    }
                }
            }
        }
        self.pruned[kind as usize] = fixed as u32;
        Ok(())
    }

    /// The step that reports two equal fixed cells of a house.
    fn twice(&self, board: &Board) -> Step {
        let fixed = (0..board.cells()).filter(|&cell| self.choices.is_decided(cell));
        board.twice(fixed.map(|cell| (cell, self.choices.of(cell))))
    }

    /// The cell to expand; `None` if every choice is single.
    #[inline(always)]
    fn smallest(&self, expand: Expand) -> Option<usize> {
        match expand {
            Expand::Fewest => self.choices.fewest(),
            Expand::First => self.choices.first(),
        }
    }

    #[inline(always)]
    fn expand(&mut self, cell: usize) {
        self.branches.push(Branch {
            cell: cell as u16,
            left: self.choices.of(cell),
            before: self.choices.mark(),
            fixed: self.fixed.len() as u32,
            pruned: self.pruned,
        });
    }

    /// Backtracks to the last cell with a choice that was not installed; returns the cell and that choice.
    #[inline(always)]
    fn next(&mut self, board: &Board) -> Option<(usize, M)> {
        loop {
            let branch = self.branches.last_mut()?;
            for cell in self.fixed.drain(branch.fixed as usize..) {
                let cell = usize::from(cell);
                for house in board.houses(cell) {
                    let taken = &mut self.taken[usize::from(house)];
                    *taken = taken.minus(self.choices.of(cell));
                }
            }
            self.choices.undo(branch.before);
            self.pruned = branch.pruned;
            if let Some(choice) = branch.left.take_lowest() {
                return Some((usize::from(branch.cell), choice));
            }
            self.branches.pop();
        }
    }
}
