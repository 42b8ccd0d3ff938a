//! Counts or searches a board as an exact cover.

use crate::auto;
use crate::dancing_cells::DancingCells;
use coverlab_model::encoding::SudokuCover;
use coverlab_model::{
    Cover, Encoding, Event, ExactCover, Flow, Natural, Observer, Step, Strategy, Sudoku, forward,
};

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

    forward!(self => self.observer; ExactCover: node unwatched entered poll ahead limits chose);
    forward!(self => self.observer; ExactCover: only_counts will_only_count branch follows_branches);

    fn start(&mut self) {}
    #[inline(always)]
    fn step(&mut self, _build: impl FnOnce() -> Step) {}
    #[inline(always)]
    fn count(&mut self, _event: Event, _by: u64) {}
    fn partial(&mut self, _build: impl FnOnce() -> ExactCover) {}
    fn solution(&mut self, build: impl FnOnce() -> Cover) -> Flow {
        if self.known > 0 {
            self.known -= 1;
            return Flow::Continue(());
        }
        self.observer.solution(|| SudokuCover.decode(self.puzzle, &build()))
    }
    fn solutions(&mut self, many: &Natural) -> Flow {
        let mut new = many.clone();
        new -= self.known;
        self.known -= many.to_u64().map_or(self.known, |many| self.known.min(many));
        self.observer.solutions(&new)
    }
}
