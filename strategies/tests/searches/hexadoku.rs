//! Compares `lockstep` on 16x16 boards with `bands`, to the last counter, and with dancing links, on boards
//! with no solution, one and many.

use crate::common::{self, below};
use crate::puzzles::solution;
use coverlab_model::{Outcome, Shape, Stop, Sudoku, Task};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

/// Solutions are counted up to this limit.
const LIMIT: u64 = 3;
const WIDTHS: [&str; 3] = ["lockstep", "lockstep:width=avx2", "lockstep:width=portable"];

/// A solution, often with an error, and with cells emptied: up to `emptiest` twelfths of the cells, some of
/// them repeatedly.
fn board(shape: Shape, emptiest: usize, random: &mut Pcg64Mcg) -> Sudoku {
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

fn run(spec: &str, puzzles: &[Sudoku], nodes: u64) -> Vec<Outcome<Sudoku>> {
    common::run(spec, puzzles, &Task { keep: 1, nodes, ..Task::first(LIMIT) })
}

#[test]
fn the_trees_are_those_of_bands() {
    let shape = Shape::new(4, 4).unwrap();
    let mut random = Pcg64Mcg::seed_from_u64(41);
    let puzzles: Vec<Sudoku> = (0..400).map(|_| board(shape, 24, &mut random)).collect();
    // Enough for most boards; on the others both stop at the same node.
    let reference = run("bands", &puzzles, 3000);
    assert!(reference.iter().filter(|outcome| outcome.counters.nodes > 50).count() > 10);
    for spec in WIDTHS {
        for (a, b) in reference.iter().zip(run(spec, &puzzles, 3000)) {
            assert_eq!((a.stop, a.counters, &a.kept), (b.stop, b.counters, &b.kept), "{spec}");
        }
    }
}

#[test]
fn counts_are_those_of_dancing_links() {
    let shape = Shape::new(4, 4).unwrap();
    let mut random = Pcg64Mcg::seed_from_u64(43);
    let puzzles: Vec<Sudoku> = (0..600).map(|_| board(shape, 10, &mut random)).collect();
    let expected = run("dlx", &puzzles, 20_000);
    let mut by_count = [0; LIMIT as usize + 1];
    for spec in WIDTHS {
        for ((puzzle, a), b) in puzzles.iter().zip(&expected).zip(run(spec, &puzzles, 20_000)) {
            assert_eq!(b.verify(puzzle), Ok(()), "{spec} on {puzzle:?}");
            if [a.stop, b.stop].contains(&Some(Stop::NodeLimit)) {
                continue;
            }
            assert_eq!(a.solutions, b.solutions, "{spec} on {puzzle:?}");
            by_count[a.solutions as usize] += 1;
        }
    }
    assert!(by_count.iter().all(|&count| count > 20), "{by_count:?}");
}
