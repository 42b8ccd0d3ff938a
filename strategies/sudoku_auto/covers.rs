//! Counts or searches a board as an exact cover.

use crate::auto;
use crate::dancing_cells::DancingCells;
use coverlab_model::encoding::SudokuCover;
use coverlab_model::{
    Choice, Cover, CoverStep, Encoding, Event, ExactCover, Flow, Limits, Natural, Observer, Strategy, Sudoku,
};
use std::time::Duration;

/// Counts the solutions of `puzzle`, of which the first `known` were already reported.
pub(super) fn count(puzzle: &Sudoku, seed: u64, known: u64, observer: &mut impl Observer<Sudoku>) -> Flow {
    let problem = SudokuCover.encode(puzzle);
    let mut covers = Covers { puzzle, known, observer };
    auto::Auto::default().solve(&problem, seed, &mut Default::default(), &mut covers)
}

/// Searches `puzzle` with weights, which concentrate on the items that are hardest to cover.
pub(super) fn search(
    puzzle: &Sudoku,
    seed: u64,
    scratch: &mut <DancingCells as Strategy>::Scratch,
    observer: &mut impl Observer<Sudoku>,
) -> Flow {
    let problem = SudokuCover.encode(puzzle);
    DancingCells::WEIGHTED.solve(&problem, seed, scratch, &mut Covers { puzzle, known: 0, observer })
}

/// Converts covers to grids, and skips the first `known`.
struct Covers<'a, O> {
    puzzle: &'a Sudoku,
    known: u64,
    observer: &'a mut O,
}

/// Passes on nodes, limits and solutions. Steps and events of a cover have no meaning for a board.
impl<O: Observer<Sudoku>> Observer<ExactCover> for Covers<'_, O> {
    const WATCHES: bool = false;

    #[inline(always)]
    fn start(&mut self) {}
    #[inline(always)]
    fn step(&mut self, _build: impl FnOnce() -> CoverStep) {}
    #[inline(always)]
    fn count(&mut self, _event: Event, _by: u64) {}
    #[inline(always)]
    fn partial(&mut self, _build: impl FnOnce() -> ExactCover) {}
    #[inline(always)]
    fn node(&mut self, depth: usize) -> Flow {
        self.observer.node(depth)
    }
    #[inline(always)]
    fn unwatched(&self) -> u64 {
        self.observer.unwatched()
    }
    #[inline(always)]
    fn entered(&mut self, nodes: u64, deepest: usize) {
        self.observer.entered(nodes, deepest);
    }
    #[inline(always)]
    fn poll(&mut self) -> Flow {
        self.observer.poll()
    }
    #[inline(always)]
    fn ahead(&mut self, time: Duration) -> Flow {
        self.observer.ahead(time)
    }
    fn limits(&self) -> Limits {
        self.observer.limits()
    }
    fn chose(&mut self, choice: Choice) {
        self.observer.chose(choice);
    }
    fn solution(&mut self, build: impl FnOnce() -> Cover) -> Flow {
        if self.known > 0 {
            self.known -= 1;
            return Flow::Continue(());
        }
        self.observer.solution(|| SudokuCover.decode(self.puzzle, &build()))
    }
    #[inline(always)]
    fn only_counts(&self) -> bool {
        self.observer.only_counts()
    }
    #[inline(always)]
    fn will_only_count(&self) -> bool {
        self.observer.will_only_count()
    }
    fn solutions(&mut self, many: &Natural) -> Flow {
        let mut new = many.clone();
        new -= self.known;
        self.known -= many.to_u64().map_or(self.known, |many| self.known.min(many));
        self.observer.solutions(&new)
    }
    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize) {
        self.observer.branch(depth, index, of);
    }
    #[inline(always)]
    fn follows_branches(&self) -> bool {
        self.observer.follows_branches()
    }
}
