//! Clause learning on the undecided candidates of a board.

use super::SatAuto;
use super::open::OpenCells;
use crate::bands;
use crate::cdcl::Groups;
use coverlab_model::memory::{Extent, fits};
use coverlab_model::{About, Cnf, Event, Flow, Observer, Problem, Refusal, Size, Strategy, Sudoku};

/// Clause learning on the candidates that singles and bands leave on a board. It is the only solver, so
/// nothing takes turns.
#[derive(Clone, Default)]
pub(crate) struct SudokuAuto;

/// Memory kept between instances.
#[derive(Default)]
pub(crate) struct Scratch {
    bands: bands::Scratch,
    groups: Groups,
}

impl Strategy for SudokuAuto {
    type Problem = Sudoku;
    type Scratch = Scratch;
    /// Rounds of bands count no propagations.
    const ABOUT: About = About { events: &[Event::Conflict, Event::Guess], ..SatAuto::ABOUT };

    /// The allowance of the portfolio has no effect.
    fn set(&mut self, _allowance: &str, _value: &str) {}

    /// The search has a clause for each cell, and for each digit in each row, column and box.
    fn accepts(&self, puzzle: &Sudoku) -> Result<(), Refusal> {
        let (side, cells) = (puzzle.shape().side(), puzzle.shape().cells());
        let size = Size { variables: side * cells, clauses: 4 * cells, literals: 4 * side * cells };
        Ok(fits(size.bytes().saturating_mul(1 + Cnf::SEARCH), size)?)
    }

    fn solve(
        &self,
        puzzle: &Sudoku,
        seed: u64,
        scratch: &mut Scratch,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        let Some(candidates) = bands::candidates(puzzle, &mut scratch.bands, observer)? else {
            return Flow::Continue(());
        };
        let open = OpenCells::new(puzzle, &candidates);
        if open.is_solved() {
            return observer.solution(|| open.grid(|_| false));
        }
        let groups = &mut scratch.groups;
        groups.begin(open.variables(), seed);
        open.add_to(groups)?;
        groups.solve(observer, |groups| open.grid(|variable| groups.value(variable)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bands::Bands;
    use coverlab_model::{Backend, Outcome, Shape, Task};

    fn run(strategy: &impl Backend<Sudoku>, puzzle: &Sudoku, task: &Task) -> Outcome<Sudoku> {
        let outcome = strategy.session().untimed(puzzle, task);
        outcome.verify(puzzle).unwrap();
        outcome
    }

    /// Boards of many sizes with none, one, two and many solutions: the counts agree with those of `bands`.
    #[test]
    fn counts_are_those_of_bands() {
        let task = Task { keep: 5, ..Task::first(5) };
        let mut random = 1_u64;
        let mut below = |bound: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % bound
        };
        let mut seen = [0; 6];
        for (rows, columns) in
            [(1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (4, 5), (5, 5), (2, 8)]
        {
            let shape = Shape::new(rows, columns).unwrap();
            let full = run(&Bands, &Sudoku::empty(shape), &Task { keep: 1, ..Task::first(1) });
            for round in 0..24 {
                let mut cells = full.kept[0].cells().to_vec();
                let share = [3, 4, 5, 6][round % 4];
                cells.iter_mut().for_each(|cell| *cell *= u8::from(below(10) >= share));
                if round % 6 == 5 {
                    // Usually this adds a wrong clue.
                    cells[below(shape.cells())] = below(shape.side()) as u8 + 1;
                }
                let puzzle = Sudoku::new(shape, &cells).unwrap();
                let expected = run(&Bands, &puzzle, &Task { nodes: 20_000, ..task.clone() });
                let found = run(&SudokuAuto, &puzzle, &task);
                if expected.stop != Some(coverlab_model::Stop::NodeLimit) {
                    assert_eq!(found.solutions, expected.solutions, "{rows}x{columns} {round}");
                    seen[expected.solutions as usize] += 1;
                }
            }
        }
        assert!(seen[0] > 5 && seen[1] > 20 && seen[2] > 2 && seen[5] > 20, "{seen:?}");
    }
}
