//! Compares `lockstep` and `digit-lanes` with dancing links, which share no code with them, on boards with no
//! solution, one and many; and with `bands`, to the last node.
//!
//! The number of boards can be set:
//!
//! ```text
//! COVERLAB_BOARDS=10000000 cargo test --release -p coverlab-strategies --test searches lanes::
//! ```

use crate::common::{self, below, shuffled};
use crate::puzzles::solution;
use coverlab_model::{Event, Outcome, Shape, Sudoku, Task};
use coverlab_strategies::lockstep::Width;
use coverlab_strategies::lockstep::lines::{Answers, LineSolver};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

/// Solutions are counted up to this limit.
const LIMIT: u64 = 3;

/// A scrambled solution with some cells emptied and, often, an error.
fn board(random: &mut Pcg64Mcg) -> Sudoku {
    let mut cells = solution(Shape::NINE, random);
    let order = shuffled(random, 81);
    let clues = 18 + below(random, 50);
    order[clues..].iter().for_each(|&cell| cells[cell] = 0);
    match below(random, 4) {
        // A changed clue: few solutions, usually none.
        0 => cells[order[below(random, clues)]] = 1 + below(random, 9) as u8,
        // A random digit anywhere: often a contradiction.
        1 => cells[below(random, 81)] = 1 + below(random, 9) as u8,
        _ => {}
    }
    Sudoku::new(Shape::NINE, &cells).unwrap()
}

fn run(spec: &str, puzzles: &[Sudoku]) -> Vec<Outcome<Sudoku>> {
    common::run(spec, puzzles, &Task { keep: 1, ..Task::first(LIMIT) })
}

#[test]
fn counts_are_those_of_dancing_links() {
    let boards: usize = std::env::var("COVERLAB_BOARDS").ok().and_then(|n| n.parse().ok()).unwrap_or(60_000);
    let mut random = Pcg64Mcg::seed_from_u64(29);
    let mut by_count = [0_usize; LIMIT as usize + 1];
    let mut left = boards;
    while left > 0 {
        let batch = left.min(2000);
        left -= batch;
        let puzzles: Vec<Sudoku> = (0..batch).map(|_| board(&mut random)).collect();
        let expected = run("dlx", &puzzles);
        expected.iter().for_each(|outcome| by_count[outcome.solutions as usize] += 1);
        for spec in ["lockstep", "lockstep:width=avx2", "lockstep:width=portable", "digit-lanes"] {
            for ((puzzle, outcome), expected) in puzzles.iter().zip(run(spec, &puzzles)).zip(&expected) {
                assert_eq!(outcome.solutions, expected.solutions, "{spec} on {puzzle:?}");
                assert_eq!(outcome.verify(puzzle), Ok(()), "{spec} on {puzzle:?}");
            }
        }
    }
    assert!(by_count.iter().all(|&n| n > boards / 50), "{by_count:?}");
}

/// The rules, the fixpoint and the choice are the same, and therefore the trees. Lanes are independent, so
/// the batch changes nothing.
#[test]
fn the_trees_are_the_same() {
    let mut random = Pcg64Mcg::seed_from_u64(31);
    let puzzles: Vec<Sudoku> = (0..3000).map(|_| board(&mut random)).collect();
    let reference = run("bands", &puzzles);
    for spec in ["lockstep", "lockstep:width=avx2", "lockstep:width=portable"] {
        for (a, b) in reference.iter().zip(run(spec, &puzzles)) {
            assert_eq!((a.counters, &a.kept), (b.counters, &b.kept), "{spec}");
        }
    }
    for spec in ["digit-lanes", "digit-lanes:width=avx2", "digit-lanes:width=portable"] {
        for (a, b) in reference.iter().zip(run(spec, &puzzles)) {
            // Its rounds differ, but its nodes are the same.
            assert_eq!((a.counters.nodes, &a.kept), (b.counters.nodes, &b.kept), "{spec}");
            assert_eq!(a.counters.of(Event::Guess), b.counters.of(Event::Guess), "{spec}");
        }
    }
}

#[test]
fn a_block_of_lines_is_solved_around_the_bad_ones() {
    let mut random = Pcg64Mcg::seed_from_u64(37);
    let puzzles: Vec<Sudoku> = (0..300).map(|_| board(&mut random)).collect();
    let mut text = String::from("# a comment\n\n");
    for (k, puzzle) in puzzles.iter().enumerate() {
        let blank = ['.', '0', '_', '*', '-'][k % 5];
        text.extend(puzzle.clues().iter().map(|&c| if c == 0 { blank } else { char::from(b'0' + c) }));
        text.push_str(["\n", "\r\n", " 123\n", ",solution\n", ":1\n"][k % 5]);
    }
    let long = "1".repeat(82);
    let bad = format!("{}A{}\n12345\n{long}\n{}é\n", ".".repeat(13), ".".repeat(67), ".".repeat(80));
    text.insert_str(text.find('\n').unwrap() + 1, &bad);
    let expected = run("dlx", &puzzles);
    for width in [Width::Auto, Width::Avx512, Width::Avx2, Width::Portable] {
        let mut answers = Answers::default();
        LineSolver::new(width).solve(text.trim_end().as_bytes(), 2, &mut answers);
        assert_eq!(answers.rejected, [2, 3, 4, 5]);
        assert_eq!(answers.puzzles.len(), puzzles.len());
        for (k, (found, puzzle)) in answers.puzzles.iter().zip(&puzzles).enumerate() {
            assert_eq!(found.line, k + 7);
            let line = text.lines().nth(found.line - 1).unwrap();
            assert!(text[found.start..].starts_with(line));
            assert_eq!(found.solutions, expected[k].solutions.min(2));
            if found.solutions > 0 {
                let grid = coverlab_model::Grid::new(Shape::NINE, &found.grid.map(|c| c - b'0')).unwrap();
                assert_eq!(coverlab_model::Problem::verify(puzzle, &grid), Ok(()));
            }
        }
    }
}
