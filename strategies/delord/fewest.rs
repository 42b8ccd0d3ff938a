//! `fillGrid'`: the position with the fewest candidates is filled next.
//!
//! Delord recomputes the candidates of every empty position at every node, which takes nearly all the time of
//! his program. Here they are updated incrementally: filling a position removes its digit from its peers, and
//! a trail restores it.

use crate::support::board::{Board, Branches, Candidates, Mask};
use coverlab_model::{Event, Flow, Observer, Sudoku};

/// The grid, and the stack of positions that are being tried.
#[derive(Default)]
pub(crate) struct Space<M> {
    grid: Candidates<M>,
    branches: Branches<M>,
}

impl<M: Mask> Space<M> {
    /// Searches a puzzle on a board whose cells are numbered box by box.
    pub(super) fn search(
        &mut self,
        board: &Board,
        problem: &Sudoku,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        let sound = self.start(board, problem, observer);
        loop {
            observer.node(self.branches.depth())?;
            match self.grid.fewest() {
                _ if !sound => {
                    observer.step(|| board.given_twice::<M>(problem));
                    return Flow::Continue(());
                }
                None => observer.solution(|| board.grid(self.grid.all()))?,
                Some(position) if self.grid.size(position) == 0 => {
                    observer.step(|| board.empty(position));
                    observer.count(Event::Backtrack, 1);
                }
                Some(position) => {
                    observer.step(|| board.expanded(position, self.grid.size(position)));
                    self.branches.push(position, &self.grid);
                }
            }
            let Some((position, digit)) = self.branches.next(&mut self.grid) else {
                return Flow::Continue(());
            };
            observer.step(|| board.tried(self.branches.depth(), position, digit));
            self.fill(board, position, digit, observer);
        }
    }

    /// Fills in the clues. Returns false if two of them conflict.
    fn start(&mut self, board: &Board, problem: &Sudoku, observer: &mut impl Observer<Sudoku>) -> bool {
        self.grid.reset(board);
        self.branches.clear();
        board.clues::<M>(problem).all(|(position, digit)| {
            observer.step(|| board.clue(position, digit));
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
}
