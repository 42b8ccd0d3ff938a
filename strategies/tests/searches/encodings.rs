//! Tests by enumeration that encodings preserve the solutions: every combination on small Sudokus, random
//! covers and random formulas.

use crate::common::{
    CoverSize, below, covers_by_referee, models_by_referee, random_cover, random_formula, solve,
};
use crate::puzzles::Puzzles;
use coverlab_model::encoding::{Amo, CnfCover, CoverCnf, SudokuCnf};
use coverlab_model::{Cnf, Encoding, ExactCoverBuilder, Outcome, Problem, Shape, Sudoku, Task};
use coverlab_strategies::Configured;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use std::collections::BTreeSet;

/// Searches for all solutions.
fn outcome<P: Problem>(strategy: &Configured<P>, problem: &P) -> Outcome<P> {
    let outcome = solve(strategy, problem, &Task::first(u64::MAX));
    assert_eq!(outcome.stop, None);
    outcome
}

fn grids(spec: &str, puzzle: &Sudoku) -> Vec<Vec<u8>> {
    let strategy = coverlab_strategies::sudoku(&spec.parse().unwrap()).unwrap();
    let mut grids: Vec<_> =
        outcome(&strategy, puzzle).kept.iter().map(|grid| grid.cells().to_vec()).collect();
    grids.sort();
    grids
}

#[test]
fn all_288_grids_of_side_four_by_every_encoding() {
    let empty = Sudoku::empty(Shape::new(2, 2).unwrap());
    let all = grids("dlx", &empty);
    assert_eq!(all.len(), 288);
    for rules in ["minimal", "natural", "extended", "augmented"] {
        for amo in Amo::NAMES {
            for clues in ["units", "reduced"] {
                for solver in ["varisat", "batsat"] {
                    let spec = format!("sat:encoding={rules},amo={amo},clues={clues},solver={solver}");
                    assert!(grids(&spec, &empty) == all, "{spec}");
                }
            }
        }
    }
}

#[test]
fn sudokus_with_clues() {
    let mut random = Pcg64Mcg::seed_from_u64(83);
    let mut any = |words: &[&'static str]| words[below(&mut random, words.len())];
    for (rows, columns) in [(2, 2), (1, 4), (2, 3), (3, 2)] {
        let mut puzzles = Puzzles::new(Shape::new(rows, columns).unwrap(), 89);
        for _ in 0..15 {
            let rules = any(&["minimal", "natural", "extended", "augmented"]);
            let (amo, clues) = (any(&Amo::NAMES), any(&["units", "reduced"]));
            let spec = format!("sat:encoding={rules},amo={amo},clues={clues},solver=batsat");
            let puzzle = puzzles.puzzle();
            assert_eq!(grids(&spec, &puzzle), grids("dlx", &puzzle), "{spec} on {puzzle:?}");
        }
    }
}

fn by_covers(cnf: &Cnf) -> BTreeSet<Vec<bool>> {
    let dlx = coverlab_strategies::cnf(&"dlx".parse().unwrap()).unwrap();
    let outcome = outcome(&dlx, cnf);
    let found: BTreeSet<_> = outcome.kept.iter().map(|m| m.values().to_vec()).collect();
    assert_eq!(found.len() as u64, outcome.solutions, "a model was found twice");
    found
}

#[test]
fn covers_as_formulas() {
    let mut random = Pcg64Mcg::seed_from_u64(61);
    for round in 0..500 {
        let cover = random_cover(&mut random, CoverSize { max_primary: 5, max_options: 8 }, round % 2 == 0);
        let amo = Amo::NAMES[below(&mut random, Amo::NAMES.len())];
        let spec = format!("sat:amo={amo},solver=batsat");
        let outcome = outcome(&coverlab_strategies::exact_cover(&spec.parse().unwrap()).unwrap(), &cover);
        let found: BTreeSet<_> = outcome.kept.iter().map(|c| c.options().to_vec()).collect();
        assert_eq!(found.len() as u64, outcome.solutions, "{spec} finds a cover twice in {cover:?}");
        assert_eq!(found, covers_by_referee(&cover), "{spec} on {cover:?}");
        let encoding = CoverCnf::new(Amo::of_name(amo).unwrap());
        let (bound, size) = (encoding.bound(&cover), encoding.encode(&cover).size());
        assert!(bound.clauses >= size.clauses && bound.literals >= size.literals, "{bound}, {size}");
        assert!(bound.variables >= size.variables, "{bound}, {size}");
    }
}

#[test]
fn formulas_as_covers() {
    let mut random = Pcg64Mcg::seed_from_u64(97);
    for _ in 0..500 {
        let (variables, clauses) = (1 + below(&mut random, 6), below(&mut random, 10));
        let mut cnf = random_formula(&mut random, variables, clauses);
        if below(&mut random, 10) == 0 {
            cnf.clause(&[]);
        }
        assert_eq!(by_covers(&cnf), models_by_referee(&cnf), "{cnf:?}");
        let (bound, size) = (CnfCover.bound(&cnf), CnfCover.encode(&cnf).size());
        assert!(bound.items >= size.items && bound.options >= size.options, "{bound}, {size}");
        assert!(bound.entries >= size.entries, "{bound}, {size}");
    }
}

#[test]
fn a_cover_without_amo_variables_has_one_model_each() {
    // Without the `decide_by` line, a reader of the file counts the same.
    let puzzle = Sudoku::empty(Shape::new(2, 2).unwrap()).with(0, 1).with(5, 3).with(10, 2);
    let cnf = SudokuCnf::default().encode(&puzzle);
    let mut plain = Cnf::new(cnf.variables());
    cnf.clauses().for_each(|clause| plain.clause(clause));
    let sat = coverlab_strategies::cnf(&"sat".parse().unwrap()).unwrap();
    assert_eq!(outcome(&sat, &plain).solutions, grids("dlx", &puzzle).len() as u64);
    let mut builder = ExactCoverBuilder::new(2, 1);
    let red = builder.color("red");
    for entries in [vec![(0, 0), (2, red)], vec![(1, 0), (2, red)], vec![(0, 0)], vec![(1, 0), (2, 0)]] {
        builder.colored_option(entries).unwrap();
    }
    let cover = builder.build();
    let cnf = CoverCnf::default().encode(&cover);
    let mut plain = Cnf::new(cnf.variables());
    cnf.clauses().for_each(|clause| plain.clause(clause));
    assert_eq!(outcome(&sat, &plain).solutions, covers_by_referee(&cover).len() as u64);
}
