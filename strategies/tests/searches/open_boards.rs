//! Mostly empty boards with many solutions, or with random clues and possibly none: compares `bands`,
//! `lockstep` and `digit-lanes` with dancing links, within few nodes.

use crate::common::{below, run, shuffled, solve};
use crate::puzzles::solution;
use coverlab_model::{Event, Outcome, Shape, Stop, Sudoku, Task};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

const OURS: [&str; 7] = [
    "bands",
    "lockstep",
    "lockstep:width=avx2",
    "lockstep:width=portable",
    "digit-lanes",
    "digit-lanes:width=avx2",
    "digit-lanes:width=portable",
];

/// Some clues of a solution: random ones, or those of whole rows first.
fn of_solution(random: &mut Pcg64Mcg, clues: usize, in_rows: bool) -> Sudoku {
    let mut cells = solution(Shape::NINE, random);
    let order = if in_rows { (0..81).collect() } else { shuffled(random, 81) };
    order[clues..].iter().for_each(|&cell| cells[cell] = 0);
    Sudoku::new(Shape::NINE, &cells).unwrap()
}

/// Random clues without direct contradictions; there may be no solution.
fn at_random(random: &mut Pcg64Mcg, clues: usize) -> Sudoku {
    let mut cells = [0; 81];
    let mut left = clues;
    while left > 0 {
        let cell = below(random, 81);
        if cells[cell] == 0 {
            cells[cell] = below(random, 9) as u8 + 1;
            if Sudoku::new(Shape::NINE, &cells).unwrap().check_clues().is_err() {
                cells[cell] = 0;
            } else {
                left -= 1;
            }
        }
    }
    Sudoku::new(Shape::NINE, &cells).unwrap()
}

/// Each of these strategies must count up to `limit` as dancing links does, with equal guesses, within a
/// number of nodes that a search without the place rule would exceed.
fn check(puzzles: &[Sudoku], limit: u64) {
    let task = Task { nodes: 3000 + 3 * limit, ..Task::first(limit) };
    let expected = run("dlx", puzzles, &Task { nodes: 2_000_000, ..Task::first(limit) });
    assert!(expected.iter().all(|outcome| outcome.stop != Some(Stop::NodeLimit)), "dlx is lost");
    let reference = run("bands", puzzles, &task);
    for spec in OURS {
        for (((puzzle, outcome), reference), expected) in
            puzzles.iter().zip(run(spec, puzzles, &task)).zip(&reference).zip(&expected)
        {
            assert_eq!(outcome.solutions, expected.solutions, "{spec} on {puzzle:?}, up to {limit}");
            assert_eq!(outcome.stop, expected.stop, "{spec} on {puzzle:?}, up to {limit}");
            assert_eq!(outcome.verify(puzzle), Ok(()), "{spec} on {puzzle:?}");
            let facts = |o: &Outcome<Sudoku>| (o.counters.nodes, o.counters.of(Event::Guess));
            assert_eq!(facts(&outcome), facts(reference), "{spec} on {puzzle:?}, up to {limit}");
        }
    }
}

/// Many solutions of few of the boards, and few solutions of all.
fn check_all(puzzles: &[Sudoku]) {
    check(puzzles, 1);
    check(puzzles, 2);
    let some: Vec<Sudoku> = puzzles.iter().step_by(EACH / 2 + 1).cloned().collect();
    check(&some, 1000);
}

/// The number of boards of each kind and number of clues.
const EACH: usize = 8;

#[test]
fn the_empty_board_is_solved() {
    for limit in [1, 2, 1000] {
        check(&[Sudoku::empty(Shape::NINE)], limit);
    }
}

#[test]
fn few_clues_of_a_solution() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let puzzles: Vec<Sudoku> = (1..=20)
        .flat_map(|clues| [clues; EACH])
        .map(|clues| of_solution(&mut random, clues, false))
        .collect();
    check_all(&puzzles);
}

#[test]
fn clues_that_leave_a_part_of_the_board_open() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let puzzles: Vec<Sudoku> = (9..=50)
        .flat_map(|clues| [clues; EACH / 2])
        .map(|clues| of_solution(&mut random, clues, true))
        .collect();
    check_all(&puzzles);
}

#[test]
fn clues_at_random_that_may_have_no_solution() {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let puzzles: Vec<Sudoku> =
        (1..=22).flat_map(|clues| [clues; EACH]).map(|clues| at_random(&mut random, clues)).collect();
    check_all(&puzzles);
}

#[test]
fn boards_of_one_two_and_four_words_are_solved() {
    for (high, wide) in [(8, 8), (5, 13), (8, 16), (12, 12), (15, 15)] {
        let shape = Shape::new(high, wide).unwrap();
        let side = shape.side();
        let digit = |row: usize, column: usize| ((row % high * wide + row / high + column) % side + 1) as u8;
        let full: Vec<u8> = (0..shape.cells()).map(|cell| digit(cell / side, cell % side)).collect();
        let puzzle = |blank: &dyn Fn(usize, usize) -> bool| {
            let clue = |(cell, &digit): (usize, &u8)| if blank(cell / side, cell % side) { 0 } else { digit };
            Sudoku::new(shape, &full.iter().enumerate().map(clue).collect::<Vec<_>>()).unwrap()
        };
        let bands = coverlab_strategies::sudoku(&"bands".parse().unwrap()).unwrap();
        let count = |puzzle: Sudoku| solve(&bands, &puzzle, &Task::first(3));
        let one = count(puzzle(&|row, column| row == 1 || column == side - 1));
        assert_eq!((one.solutions, one.stop, one.kept[0].cells()), (1, None, &full[..]), "{side}");
        // The last two columns can be exchanged.
        let some = count(puzzle(&|_, column| column >= side - 2));
        assert!(some.solutions >= 2, "{side}: {}", some.solutions);
    }
}
