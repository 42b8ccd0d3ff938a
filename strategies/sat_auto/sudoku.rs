//! The ways for Sudokus: an encoding and a solver.

use super::SatAuto;
use super::race::{Race, Way};
use crate::support::solvers::Engine;
use coverlab_model::encoding::{Amo, Clues, SudokuCnf, SudokuRules};
use coverlab_model::memory::{Extent, fits};
use coverlab_model::{
    About, Cnf, Encoding, Flow, Grid, Literal, Model, Observer, Problem, Refusal, Strategy, Sudoku,
};
use std::borrow::Cow;

/// Several encodings and solvers in turns.
#[derive(Clone)]
pub(crate) struct SudokuAuto {
    any: SatAuto,
    /// Encodings keep what they know of a shape.
    ways: Vec<Encoded>,
}

impl Default for SudokuAuto {
    fn default() -> Self {
        let way = |rules, engine, truth| Encoded {
            encoding: SudokuCnf::new(rules, Amo::Pairwise, Clues::Reduced),
            engine,
            truth,
        };
        let ways = vec![
            way(SudokuRules::Extended, Engine::Cdcl, false),
            way(SudokuRules::Extended, Engine::Batsat, false),
        ];
        SudokuAuto { any: SatAuto::default(), ways }
    }
}

impl Strategy for SudokuAuto {
    type Problem = Sudoku;
    type Scratch = ();
    const ABOUT: About = SatAuto::ABOUT;

    fn set(&mut self, parameter: &str, value: &str) {
        self.any.set(parameter, value);
    }

    /// Its ways have a formula each, and they are there side by side.
    fn accepts(&self, puzzle: &Sudoku) -> Result<(), Refusal> {
        let sizes = self.ways.iter().map(|way| way.encoding.bound(puzzle));
        let bytes = sizes.map(|size| size.bytes().saturating_mul(1 + Cnf::SEARCH));
        let all = bytes.fold(0, u64::saturating_add);
        Ok(fits(all, self.ways[0].encoding.bound(puzzle))?)
    }

    fn solve(&self, puzzle: &Sudoku, seed: u64, (): &mut (), observer: &mut impl Observer<Sudoku>) -> Flow {
        Race { problem: puzzle, ways: &self.ways, allowance: self.any.allowance, seed }.run(observer)
    }
}

/// An encoding and a solver.
#[derive(Clone)]
struct Encoded {
    encoding: SudokuCnf,
    engine: Engine,
    truth: bool,
}

impl Way<Sudoku> for Encoded {
    type Key = Grid;

    fn engine(&self) -> Engine {
        self.engine
    }

    fn truth(&self) -> bool {
        self.truth
    }

    fn encode<'p>(&self, puzzle: &'p Sudoku) -> Cow<'p, Cnf> {
        Cow::Owned(self.encoding.encode(puzzle))
    }

    fn decode(&self, puzzle: &Sudoku, model: Model) -> Grid {
        self.encoding.decode(puzzle, &model)
    }

    fn key(&self, _blocking: &[Literal], grid: &Grid) -> Grid {
        grid.clone()
    }
}
