//! Tests by enumeration that encodings preserve the solutions: every combination on small Sudokus, random
//! covers and random formulas.

use crate::common::{covers_by_referee, models_by_referee, solve};
use coverlab_model::encoding::{Amo, CnfCover, CoverCnf, SudokuCnf};
use coverlab_model::{
    Cnf, Encoding, ExactCover, ExactCoverBuilder, Literal, Outcome, Problem, Shape, Sudoku, Task,
};
use coverlab_strategies::Configured;
use proptest::prelude::*;
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sudokus_with_clues(
        shape in prop::sample::select(vec![(2, 2), (1, 4), (2, 3), (3, 2)]),
        clues in prop::collection::vec((0..36_usize, 1..7_u8), 3..14),
        rules in prop::sample::select(vec!["minimal", "natural", "extended", "augmented"]),
        amo in prop::sample::select(Amo::NAMES.to_vec()),
        reduced in prop::sample::select(vec!["units", "reduced"]),
    ) {
        let shape = Shape::new(shape.0, shape.1).unwrap();
        let mut puzzle = Sudoku::empty(shape);
        // Clues are added if they do not contradict earlier ones, except the last, which may.
        for (cell, digit) in clues {
            let (cell, digit) = (cell % shape.cells(), (digit - 1) % shape.side() as u8 + 1);
            puzzle = puzzle.with(cell, digit);
            if puzzle.check_clues().is_err() {
                break;
            }
        }
        let dlx = coverlab_strategies::sudoku(&"dlx".parse().unwrap()).unwrap();
        prop_assume!(solve(&dlx, &puzzle, &Task::first(300)).solutions < 300);
        let spec = format!("sat:encoding={rules},amo={amo},clues={reduced},solver=batsat");
        prop_assert_eq!(grids(&spec, &puzzle), grids("dlx", &puzzle), "{}", spec);
    }
}

/// Up to 5 primary items, some with multiplicities, 3 secondary items, and up to 8 options with colors.
fn random_cover() -> impl Strategy<Value = ExactCover> {
    let entry = (0..8_usize, 0..3_u32);
    let option = prop::collection::vec(entry, 1..5);
    (
        1..6_usize,
        prop::collection::vec(option, 0..9),
        prop::collection::vec((0..3_u32, 0..3_u32), 5),
        prop::bool::ANY,
    )
        .prop_map(|(primary, options, bounds, multiple)| {
            let mut builder = ExactCoverBuilder::new(primary, 3);
            let colors = [0, builder.color("red"), builder.color("blue")];
            for (item, (least, more)) in bounds.into_iter().take(primary).enumerate() {
                if multiple && least + more > 0 {
                    builder.multiplicity(item as u32, least, least + more).unwrap();
                }
            }
            for option in options {
                let mut entries: Vec<(u32, u32)> = Vec::new();
                for (item, color) in option {
                    let item = (item % (primary + 3)) as u32;
                    if entries.iter().all(|e| e.0 != item) {
                        let color = if (item as usize) < primary { 0 } else { colors[color as usize] };
                        entries.push((item, color));
                    }
                }
                builder.colored_option(entries).unwrap();
            }
            builder.build()
        })
}

fn random_formula() -> impl Strategy<Value = Cnf> {
    (1..7_usize).prop_flat_map(|variables| {
        let literal =
            (1..=variables as Literal, prop::bool::ANY).prop_map(|(v, sign)| if sign { v } else { -v });
        let clause = prop::collection::vec(literal, 1..5);
        // Sometimes an empty clause, or one that looks like a group.
        let group = prop::collection::vec(1..=variables as Literal, 1..4);
        let any = prop_oneof![20 => clause, 1 => Just(Vec::new()), 6 => group];
        prop::collection::vec(any, 0..12).prop_map(move |clauses| {
            let mut cnf = Cnf::new(variables);
            clauses.iter().for_each(|clause| cnf.clause(clause));
            cnf
        })
    })
}

/// Formulas with only "at least one" and "not both" clauses, most of which encode exact covers.
fn disguised() -> impl Strategy<Value = Cnf> {
    let group = prop::collection::btree_set(1..7_i32, 1..4);
    let pair = prop::collection::btree_set(1..7_i32, 2..3);
    (prop::collection::vec(group, 0..4), prop::collection::vec(pair, 0..4)).prop_map(|(groups, pairs)| {
        let mut cnf = Cnf::new(6);
        for group in groups {
            let group: Vec<Literal> = group.into_iter().collect();
            cnf.clause(&group);
            for (k, a) in group.iter().enumerate() {
                group[k + 1..].iter().for_each(|b| cnf.clause(&[-b, -a]));
            }
        }
        for pair in pairs {
            cnf.clause(&pair.into_iter().map(|v| -v).collect::<Vec<_>>());
        }
        cnf
    })
}

fn by_covers(cnf: &Cnf) -> BTreeSet<Vec<bool>> {
    let dlx = coverlab_strategies::cnf(&"dlx".parse().unwrap()).unwrap();
    let outcome = outcome(&dlx, cnf);
    let found: BTreeSet<_> = outcome.kept.iter().map(|m| m.values().to_vec()).collect();
    assert_eq!(found.len() as u64, outcome.solutions, "a model was found twice");
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn covers_as_formulas(cover in random_cover(), amo in prop::sample::select(Amo::NAMES.to_vec())) {
        let spec = format!("sat:amo={amo},solver=batsat");
        let sat = coverlab_strategies::exact_cover(&spec.parse().unwrap()).unwrap();
        let outcome = outcome(&sat, &cover);
        let found: BTreeSet<_> = outcome.kept.iter().map(|c| c.options().to_vec()).collect();
        prop_assert_eq!(found.len() as u64, outcome.solutions, "a cover was found twice");
        prop_assert_eq!(found, covers_by_referee(&cover));
        let encoding = CoverCnf::new(Amo::of_name(amo).unwrap());
        let (bound, size) = (encoding.bound(&cover), encoding.encode(&cover).size());
        prop_assert!(bound.clauses >= size.clauses && bound.literals >= size.literals, "{bound}, {size}");
        prop_assert!(bound.variables >= size.variables, "{bound}, {size}");
    }

    #[test]
    fn formulas_as_covers(cnf in random_formula()) {
        prop_assert_eq!(by_covers(&cnf), models_by_referee(&cnf));
        let (bound, size) = (CnfCover.bound(&cnf), CnfCover.encode(&cnf).size());
        prop_assert!(bound.items >= size.items && bound.options >= size.options, "{bound}, {size}");
        prop_assert!(bound.entries >= size.entries, "{bound}, {size}");
    }

    #[test]
    fn disguised_covers_are_recognized(cnf in disguised()) {
        prop_assert!(CnfCover::recognizes(&cnf));
        prop_assert!(!CnfCover.encode(&cnf).has_colors());
        prop_assert_eq!(by_covers(&cnf), models_by_referee(&cnf));
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
