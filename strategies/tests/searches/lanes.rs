//! Compares `bands`, `lockstep` and `digit-lanes`, which search the same trees, with each other and with dancing
//! links, which share no code with them, on boards with no solution, one and many.
//!
//! The number of scrambled boards can be set:
//!
//! ```text
//! COVERLAB_BOARDS=10000000 cargo test --release -p coverlab-strategies --test searches lanes::
//! ```

use crate::common::{below, run, shuffled, solve};
use crate::puzzles::solution;
use coverlab_model::{Event, Grid, Outcome, Shape, Stop, Sudoku, Task};
use coverlab_strategies::lockstep::Width;
use coverlab_strategies::lockstep::lines::{Answers, LineSolver};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

/// Solutions of most boards are counted up to this limit.
const LIMIT: u64 = 3;
/// `digit-lanes` searches only 9x9 boards.
const LARGE: &[&str] = &["lockstep", "lockstep:width=avx2", "lockstep:width=portable"];
const DIGITS: &[&str] = &["digit-lanes", "digit-lanes:width=avx2", "digit-lanes:width=portable"];

/// Checks that the strategies visit the nodes of `bands`, and answer as dancing links does within `dlx_nodes`.
/// Returns the numbers of solutions of the boards that both `bands` and dancing links finish.
fn agree(specs: &[&str], puzzles: &[Sudoku], task: &Task, dlx_nodes: u64) -> Vec<u64> {
    let expected = run("dlx", puzzles, &Task { nodes: dlx_nodes, ..task.clone() });
    let reference = run("bands", puzzles, task);
    let is_finished = |outcome: &Outcome<Sudoku>| outcome.stop != Some(Stop::NodeLimit);
    let mut counts = Vec::new();
    for ((puzzle, bands), dlx) in puzzles.iter().zip(&reference).zip(&expected) {
        assert_eq!(bands.verify(puzzle), Ok(()), "{puzzle:?}");
        if is_finished(bands) && is_finished(dlx) {
            assert_eq!((bands.stop, bands.solutions), (dlx.stop, dlx.solutions), "{puzzle:?}, {task:?}");
            counts.push(dlx.solutions);
        }
    }
    for spec in specs {
        for ((puzzle, bands), own) in puzzles.iter().zip(&reference).zip(run(spec, puzzles, task)) {
            assert_eq!((own.stop, &own.kept), (bands.stop, &bands.kept), "{spec} on {puzzle:?}, {task:?}");
            let facts = |o: &Outcome<Sudoku>| (o.solutions, o.counters.nodes, o.counters.of(Event::Guess));
            assert_eq!(facts(&own), facts(bands), "{spec} on {puzzle:?}, {task:?}");
            // The rounds of `digit-lanes` differ.
            if !DIGITS.contains(spec) {
                assert_eq!(own.counters, bands.counters, "{spec} on {puzzle:?}, {task:?}");
            }
        }
    }
    counts
}

/// Checks that each number of solutions up to [`LIMIT`] occurs more than `times` times.
fn assert_varied(counts: &[u64], times: usize) {
    let of = |solutions: u64| counts.iter().filter(|count| **count == solutions).count();
    let by_count: Vec<usize> = (0..=LIMIT).map(of).collect();
    assert!(by_count.iter().all(|&count| count > times), "{by_count:?}");
}

/// A scrambled solution with some cells emptied and, often, an error.
fn scrambled(random: &mut Pcg64Mcg) -> Sudoku {
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

#[test]
fn scrambled_boards() {
    let boards: usize = std::env::var("COVERLAB_BOARDS").ok().and_then(|n| n.parse().ok()).unwrap_or(60_000);
    let mut random = Pcg64Mcg::seed_from_u64(29);
    let mut counts = Vec::new();
    while counts.len() < boards {
        let puzzles: Vec<Sudoku> =
            (counts.len()..boards).take(2000).map(|_| scrambled(&mut random)).collect();
        let task = Task { keep: 1, ..Task::first(LIMIT) };
        counts.extend(agree(&[LARGE, DIGITS].concat(), &puzzles, &task, u64::MAX));
    }
    assert_varied(&counts, boards / 50);
}

/// A 16x16 solution, often with an error, and with cells emptied: up to `emptiest` twelfths of the cells, some
/// of them repeatedly.
fn hexadoku(emptiest: usize, random: &mut Pcg64Mcg) -> Sudoku {
    let shape = Shape::new(4, 4).unwrap();
    let mut cells = solution(shape, random);
    let (side, count) = (shape.side(), cells.len());
    let empty = below(random, emptiest) * count / 12;
    for _ in 0..empty {
        cells[below(random, count)] = 0;
    }
    for _ in 0..[0, 0, 1, 2][below(random, 4)] {
        cells[below(random, count)] = below(random, side) as u8 + 1;
    }
    Sudoku::new(shape, &cells).expect("clues of the side")
}

#[test]
fn boards_of_side_16() {
    let check = |seed, emptiest, boards, nodes| {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let puzzles: Vec<Sudoku> = (0..boards).map(|_| hexadoku(emptiest, &mut random)).collect();
        agree(LARGE, &puzzles, &Task { keep: 1, nodes, ..Task::first(LIMIT) }, nodes)
    };
    // On some boards all stop at the same node.
    assert!(check(41, 24, 400, 3000).len() < 400);
    assert_varied(&check(43, 10, 600, 20_000), 20);
}

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

/// The number of boards of each kind and number of clues.
const EACH: usize = 8;

/// Counts many solutions of few of the boards, and few solutions of all, within a number of nodes that a search
/// without the place rule would exceed.
fn check_open(puzzles: &[Sudoku]) {
    let check = |puzzles: &[Sudoku], limit| {
        let task = Task { nodes: 3000 + 3 * limit, ..Task::first(limit) };
        let counts = agree(&[LARGE, DIGITS].concat(), puzzles, &task, 2_000_000);
        assert_eq!(counts.len(), puzzles.len(), "a search was not finished");
    };
    check(puzzles, 1);
    check(puzzles, 2);
    check(&puzzles.iter().step_by(EACH / 2 + 1).cloned().collect::<Vec<_>>(), 1000);
}

#[test]
fn open_boards() {
    check_open(&[Sudoku::empty(Shape::NINE)]);
    for (seed, clues, each, in_rows) in [(3, 1..=20, EACH, false), (5, 9..=50, EACH / 2, true)] {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let clues = clues.flat_map(|clues| std::iter::repeat_n(clues, each));
        check_open(&clues.map(|clues| of_solution(&mut random, clues, in_rows)).collect::<Vec<_>>());
    }
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let clues = (1..=22).flat_map(|clues| [clues; EACH]);
    check_open(&clues.map(|clues| at_random(&mut random, clues)).collect::<Vec<_>>());
}

#[test]
fn boards_of_one_two_and_four_words_are_solved() {
    for (high, wide) in [(8, 8), (5, 13), (8, 16), (12, 12), (15, 15)] {
        let shape = Shape::new(high, wide).unwrap();
        let (side, grid) = (shape.side(), Grid::shifted(shape));
        let full = grid.cells();
        let puzzle = |blank: &dyn Fn(usize, usize) -> bool| {
            let clue = |(cell, &digit): (usize, &u8)| if blank(cell / side, cell % side) { 0 } else { digit };
            Sudoku::new(shape, &full.iter().enumerate().map(clue).collect::<Vec<_>>()).unwrap()
        };
        let bands = coverlab_strategies::sudoku(&"bands".parse().unwrap()).unwrap();
        let count = |puzzle: Sudoku| solve(&bands, &puzzle, &Task::first(3));
        let one = count(puzzle(&|row, column| row == 1 || column == side - 1));
        assert_eq!((one.solutions, one.stop, one.kept[0].cells()), (1, None, full), "{side}");
        // The last two columns can be exchanged.
        let some = count(puzzle(&|_, column| column >= side - 2));
        assert!(some.solutions >= 2, "{side}: {}", some.solutions);
    }
}

#[test]
fn a_block_of_lines_is_solved_around_the_bad_ones() {
    let mut random = Pcg64Mcg::seed_from_u64(37);
    let puzzles: Vec<Sudoku> = (0..300).map(|_| scrambled(&mut random)).collect();
    let mut text = String::from("# a comment\n\n");
    for (k, puzzle) in puzzles.iter().enumerate() {
        let blank = ['.', '0', '_', '*', '-'][k % 5];
        text.extend(puzzle.clues().iter().map(|&c| if c == 0 { blank } else { char::from(b'0' + c) }));
        text.push_str(["\n", "\r\n", " 123\n", ",solution\n", ":1\n"][k % 5]);
    }
    let long = "1".repeat(82);
    let bad = format!("{}A{}\n12345\n{long}\n{}é\n", ".".repeat(13), ".".repeat(67), ".".repeat(80));
    text.insert_str(text.find('\n').unwrap() + 1, &bad);
    let expected = run("dlx", &puzzles, &Task::first(LIMIT));
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
