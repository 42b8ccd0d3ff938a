//! Clause learning on what is open of a board.

use super::SatAuto;
use super::open::Open;
use super::race::{Race, Way};
use crate::bands;
use crate::support::solvers::{Engine, Formula};
use coverlab_model::memory::{Extent, fits};
use coverlab_model::{About, Cnf, Flow, Model, Observer, Problem, Refusal, Size, Strategy, Sudoku};

/// Solvers in turns, of which there is one, on what singles and bands leave open of a board.
#[derive(Clone, Default)]
pub(crate) struct SudokuAuto {
    any: SatAuto,
}

/// The ways for what is open of a board.
const WAYS: [Way; 1] = [Way { engine: Engine::Cdcl, truth: false }];

impl Strategy for SudokuAuto {
    type Problem = Sudoku;
    type Scratch = bands::Scratch;
    const ABOUT: About = SatAuto::ABOUT;

    fn set(&mut self, parameter: &str, value: &str) {
        self.any.set(parameter, value);
    }

    /// A clause for each cell, and for each digit in each row, column and box.
    fn accepts(&self, puzzle: &Sudoku) -> Result<(), Refusal> {
        let (side, cells) = (puzzle.shape().side(), puzzle.shape().cells());
        let size = Size { variables: side * cells, clauses: 4 * cells, literals: 4 * side * cells };
        Ok(fits(size.bytes().saturating_mul(1 + Cnf::SEARCH), size)?)
    }

    fn solve(
        &self,
        puzzle: &Sudoku,
        seed: u64,
        scratch: &mut bands::Scratch,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        match bands::candidates(puzzle, scratch, observer)? {
            Some(candidates) => self.go_on(&Open::new(puzzle, &candidates), seed, observer),
            None => Flow::Continue(()),
        }
    }
}

impl SudokuAuto {
    /// Searches what is open.
    fn go_on(&self, open: &Open<'_>, seed: u64, observer: &mut impl Observer<Sudoku>) -> Flow {
        if open.is_solved() {
            return observer.solution(|| open.grid(|_| false));
        }
        let decode = |model: Model| open.grid(|variable| model.value(variable));
        let formula = Formula { cnf: open.formula(), exactly: true };
        Race { formula, ways: &WAYS, decode, allowance: self.any.allowance, seed }.run(observer)
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

    /// Boards of many sizes with none, one, two and many solutions: as many as `bands` says.
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
                    // Most often a clue that is wrong.
                    cells[below(shape.cells())] = below(shape.side()) as u8 + 1;
                }
                let puzzle = Sudoku::new(shape, &cells).unwrap();
                let expected = run(&Bands, &puzzle, &Task { nodes: 20_000, ..task.clone() });
                let found = run(&SudokuAuto::default(), &puzzle, &task);
                if expected.stop != Some(coverlab_model::Stop::NodeLimit) {
                    assert_eq!(found.solutions, expected.solutions, "{rows}x{columns} {round}");
                    seen[expected.solutions as usize] += 1;
                }
            }
        }
        assert!(seen[0] > 5 && seen[1] > 20 && seen[2] > 2 && seen[5] > 20, "{seen:?}");
    }
}
