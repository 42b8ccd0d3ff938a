//! Christophe Delord, "Simple Sudoku Solver in Haskell", 2018: `fillGrid'`.
//!
//! Backtracking over the empty positions, at each step on the one with the fewest candidates: a
//! digit is a candidate of a position if its row, column and square do not have it. Nothing is
//! deduced, but a position with one candidate left is always the next to be filled and one with
//! none ends the branch, so that naked singles are found all the same, one node each.
//!
//! A position is a point (x, y, x', y') of a four-dimensional grid: the square and the place
//! within. Ties between positions go to the smallest point, which is the order square by
//! square. It matters: other programs that differ from this one only in breaking ties visit
//! several times more or fewer nodes on single puzzles.
//!
//! He computes the candidates of every empty position at every node, which is nearly all his
//! program does. Here they are kept: filling a position takes its digit out of its peers,
//! and a trail takes that back. `delord-fixed` is the simpler program that his text begins with.

use crate::support::board::{Board, Candidates, Mark, Mask, Order, Scratch, Search};
use coverlab_model::step::Single;
use coverlab_model::{About, Event, Flow, Observer, Purpose, Script, Strategy, Sudoku};

/// The position with the fewest candidates, square by square.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Delord;

impl Strategy for Delord {
    type Problem = Sudoku;
    type Scratch = Scratch<Delord>;

    const ABOUT: About = About {
        name: "delord",
        purpose: Purpose::Learn,
        sentence: "Backtracks on the empty position with the fewest candidates, ties box by box",
        source: "Christophe Delord, Simple Sudoku Solver in Haskell, 2018: fillGrid'",
        node: "one call of fillGrid': a grid with one more position filled",
        complete: true,
        interruptible: true,
        events: &[Event::Backtrack],
        parameters: &[],
        note: "",
    };

    const SCRIPT: Script = &[
        ("read the clues, and take them from their peers' candidates", &["clue", "remove", "wipe-twice"]),
        ("fillGrid'(positions):", &["node"]),
        ("  if no position is left, this is a solution", &["solution"]),
        ("  take the position with the fewest candidates", &["expand"]),
        ("  if it has none, go back", &["wipe-cell", "fail"]),
        ("  for each candidate: fill the position", &["try"]),
        ("    take the digit from the candidates of its peers", &["remove"]),
        ("    fillGrid'(the others)", &["fail"]),
    ];

    fn solve(
        &self,
        problem: &Sudoku,
        _seed: u64,
        scratch: &mut Self::Scratch,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        scratch.search(self, Order::Boxes, problem, observer)
    }
}

/// A grid and the way to it.
pub(crate) struct Space<M> {
    grid: Candidates<M>,
    branches: Vec<Branch<M>>,
}

/// A position that is being filled.
struct Branch<M> {
    position: u16,
    /// The candidates that were not tried yet.
    left: M,
    /// The grid as it was before.
    before: Mark,
}

impl<M> Default for Space<M> {
    fn default() -> Self {
        Space { grid: Candidates::default(), branches: Vec::new() }
    }
}

impl Search for Delord {
    type Space<M: Mask> = Space<M>;

    fn search<M: Mask>(
        &self,
        board: &Board,
        problem: &Sudoku,
        space: &mut Space<M>,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        let sound = space.start(board, problem, observer);
        loop {
            observer.node(space.branches.len())?;
            match space.grid.fewest() {
                _ if !sound => {
                    observer.step(|| board.given_twice::<M>(problem));
                    return Flow::Continue(());
                }
                None => observer.solution(|| board.grid(space.grid.all()))?,
                Some(position) if space.grid.size(position) == 0 => {
                    observer.step(|| board.empty(position));
                    observer.count(Event::Backtrack, 1);
                }
                Some(position) => {
                    observer.step(|| board.expanded(position, space.grid.size(position)));
                    space.branch(position);
                }
            }
            let Some((position, digit)) = space.next() else { return Flow::Continue(()) };
            observer.step(|| board.tried(space.branches.len(), position, digit));
            space.fill(board, position, digit, observer);
        }
    }
}

impl<M: Mask> Space<M> {
    /// Sets up the clues; false if two of them clash.
    fn start(&mut self, board: &Board, problem: &Sudoku, observer: &mut impl Observer<Sudoku>) -> bool {
        self.grid.reset(board);
        self.branches.clear();
        board.clues::<M>(problem).all(|(position, digit)| {
            observer.step(|| board.fixed(position, digit, Single::Clue));
            let free = self.grid.of(position).meets(digit);
            if free {
                self.fill(board, position, digit, observer);
            }
            free
        })
    }

    #[inline(always)]
    fn fill(&mut self, board: &Board, position: usize, digit: M, observer: &mut impl Observer<Sudoku>) {
        self.grid.decide(position, digit);
        for &peer in board.peers(position) {
            if self.grid.of(usize::from(peer)).meets(digit) {
                observer.step(|| board.removed(usize::from(peer), digit));
                self.grid.remove(usize::from(peer), digit);
            }
        }
    }

    #[inline(always)]
    fn branch(&mut self, position: usize) {
        let (left, before) = (self.grid.of(position), self.grid.mark());
        self.branches.push(Branch { position: position as u16, left, before });
    }

    /// Goes back to the last position with a candidate that was not tried, and names that.
    #[inline(always)]
    fn next(&mut self) -> Option<(usize, M)> {
        loop {
            let branch = self.branches.last_mut()?;
            self.grid.undo(branch.before);
            if let Some(digit) = branch.left.take_lowest() {
                return Some((usize::from(branch.position), digit));
            }
            self.branches.pop();
        }
    }
}
