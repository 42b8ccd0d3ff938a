//! One solver for many Sudokus: the rules are loaded once, and the clues of each puzzle are assumptions.
//!
//! This saves loading twelve thousand clauses per puzzle. But clauses learned from one puzzle stay for the
//! next. They help it if they are about the rules, and they accumulate. So the search of a puzzle depends on
//! earlier ones, and this is not a strategy, whose searches must be reproducible.
//!
//! Uniqueness takes a second query. The clause that excludes the first solution must not stay. So it is
//! active only under an additional assumption, a variable of its own, which is false in all later queries.

use super::engine::Engine;
use super::solver::{Limits, Options, Solver, Verdict};
use coverlab_model::encoding::{Clues, SudokuCnf, SudokuRules};
use coverlab_model::{Cancel, Cnf, Encoding, Grid, Literal, Model, Problem, Shape, Sudoku};

/// A solver loaded with the rules of one shape.
pub struct Reuse {
    solver: Box<dyn Solver>,
    encoding: SudokuCnf,
    variables: usize,
    /// The next unused variable.
    next: Literal,
}

impl Reuse {
    /// Creates a solver of `engine` with the `rules` of `shape`, in the pairwise encoding.
    pub fn new(engine: Engine, rules: SudokuRules, shape: Shape) -> Reuse {
        let monitor = Limits::new(Cancel::default()).shared();
        let mut solver = engine.start(Options::new(monitor));
        let encoding = SudokuCnf::new(rules, Default::default(), Clues::Units);
        let cnf: Cnf = encoding.encode(&Sudoku::empty(shape));
        cnf.clauses().for_each(|clause| solver.add(clause));
        Reuse { solver, encoding, variables: cnf.variables(), next: cnf.variables() as Literal + 1 }
    }

    /// Finds a solution of `puzzle`, and whether it is the only one; `None` if there is no solution.
    ///
    /// # Panics
    /// If the solver fails, or `puzzle` has another shape.
    pub fn solve(&mut self, puzzle: &Sudoku) -> Option<(Grid, bool)> {
        let side = puzzle.shape().side();
        let cells = puzzle.clues().iter().enumerate();
        let clues = cells.filter(|(_, clue)| **clue != 0);
        let mut assumed: Vec<Literal> =
            clues.map(|(cell, &clue)| (cell * side) as Literal + Literal::from(clue)).collect();
        if !self.satisfiable(&assumed) {
            return None;
        }
        let model: Model = super::model(&*self.solver, self.variables);
        let grid = self.encoding.decode(puzzle, &model);
        assert_eq!(puzzle.verify(&grid), Ok(()), "a model is a solution");
        let selector = self.next;
        self.next += 1;
        let empty = puzzle.clues().iter().zip(grid.cells()).enumerate().filter(|(_, (clue, _))| **clue == 0);
        let mut blocking: Vec<Literal> =
            empty.map(|(cell, (_, &digit))| -((cell * side) as Literal + Literal::from(digit))).collect();
        blocking.push(-selector);
        self.solver.add(&blocking);
        assumed.push(selector);
        let more = self.satisfiable(&assumed);
        self.solver.add(&[-selector]);
        Some((grid, !more))
    }

    fn satisfiable(&mut self, assumed: &[Literal]) -> bool {
        match self.solver.solve(assumed) {
            Verdict::Satisfiable => true,
            Verdict::Unsatisfiable => false,
            other => panic!("a solver without limits ends with {other:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_follow_each_other() {
        let shape = Shape::new(2, 2).unwrap();
        let one = Sudoku::new(shape, &[1, 2, 3, 4, 3, 4, 0, 0, 2, 0, 4, 3, 0, 3, 2, 1]).unwrap();
        let many = Sudoku::empty(shape).with(0, 1);
        let none = many.with(1, 1);
        for &engine in Engine::ALL {
            for rules in SudokuRules::ALL {
                let mut reuse = Reuse::new(engine, rules, shape);
                for _ in 0..3 {
                    assert!(reuse.solve(&one).unwrap().1);
                    assert!(!reuse.solve(&many).unwrap().1);
                    assert!(reuse.solve(&none).is_none());
                }
            }
        }
    }
}
