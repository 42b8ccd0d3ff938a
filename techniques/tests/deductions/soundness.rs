//! No technique removes a digit that a solution has, or places a digit that no solution has. The quick
//! techniques are tested on some boards along solutions of the committed corpora, and of public ones if present.

use crate::tables;
use coverlab_model::format::sudoku::{self, Options};
use coverlab_model::{Grid, Shape, Sudoku};
use coverlab_techniques::{Board, End, Entry, Premise, Step, TECHNIQUES, all, net_check, solve, supposing};
use std::ops::ControlFlow;
use std::path::Path;

pub(crate) fn corpus(name: &str) -> Vec<Sudoku> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiments/corpora").join(name);
    let text = std::fs::read(path).unwrap();
    sudoku::read(&text, &Options::default()).unwrap().into_iter().map(|found| found.puzzle).collect()
}

/// All solutions of a puzzle, found naively: tries each digit in the cell with the fewest candidates.
pub(crate) fn solutions(puzzle: &Sudoku) -> Vec<Vec<u8>> {
    fn fits(shape: Shape, cells: &[u8], cell: usize, digit: u8) -> bool {
        let same = |other: usize| {
            shape.row(other) == shape.row(cell)
                || shape.column(other) == shape.column(cell)
                || shape.box_of(other) == shape.box_of(cell)
        };
        (0..cells.len()).all(|other| cells[other] != digit || other == cell || !same(other))
    }
    fn search(shape: Shape, cells: &mut [u8], found: &mut Vec<Vec<u8>>) {
        let choices = |cells: &[u8], cell: usize| {
            (1..=shape.side() as u8).filter(|&digit| fits(shape, cells, cell, digit)).collect::<Vec<_>>()
        };
        let empty = (0..cells.len()).filter(|&cell| cells[cell] == 0);
        let Some((cell, digits)) =
            empty.map(|cell| (cell, choices(cells, cell))).min_by_key(|(_, d)| d.len())
        else {
            found.push(cells.to_vec());
            return;
        };
        for digit in digits {
            cells[cell] = digit;
            search(shape, cells, found);
        }
        cells[cell] = 0;
    }
    let mut found = Vec::new();
    search(puzzle.shape(), &mut puzzle.clues().to_vec(), &mut found);
    found
}

/// The strongest premise that holds for a puzzle with these solutions.
fn premise(solutions: &[Vec<u8>]) -> Premise {
    if solutions.len() == 1 { Premise::OneSolution } else { Premise::Rules }
}

/// Whether `step` loses one of the solutions.
fn loses(step: &Step, solutions: &[Vec<u8>]) -> bool {
    solutions.iter().any(|solution| {
        step.removals.iter().any(|c| solution[c.cell] == c.digit)
            || step.placements.iter().any(|c| solution[c.cell] != c.digit)
    })
}

/// The steps of a technique that are compared. A forcing chain finds hundreds.
const MAX_STEPS: usize = 20;

/// Compares the steps on `board`, of every quick technique that applies, with the solutions. Nested forcing chains
/// take seconds per board; `nets` checks those by which hard puzzles are solved.
fn check(board: &Board, solutions: &[Vec<u8>]) {
    let is_quick = |technique: &&Entry| !technique.about.name.starts_with("nested");
    for technique in supposing(premise(solutions)).into_iter().filter(|technique| is_quick(technique)) {
        let mut left = MAX_STEPS;
        let _ = technique.find(board, &mut |step| {
            let words = technique.because(board, &step);
            assert!(!loses(&step, solutions), "{technique:?}, {words}");
            assert!(!step.removals.is_empty() || !step.placements.is_empty(), "{technique:?} says nothing");
            assert!(step.removals.iter().all(|c| board.has(c.cell, c.digit)), "{technique:?}");
            assert!(!words.is_empty() && !words.ends_with('.'), "{technique:?}: {words}");
            if step.net.is_some() {
                net_check::check(board, &step).unwrap_or_else(|claim| panic!("{claim}\n{words}"));
                left -= 1;
            }
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
}

/// Solves with `techniques`, and checks every `every`th board on the way against the solutions.
fn walk(puzzle: &Sudoku, techniques: &[&'static Entry], every: usize, solutions: &[Vec<u8>]) -> usize {
    let way = solve(Board::new(puzzle).unwrap(), techniques);
    way.steps.iter().step_by(every).for_each(|taken| check(&taken.before, solutions));
    match way.end {
        End::Solved => assert!(solutions.iter().any(|solution| way.board.digits() == solution), "{puzzle:?}"),
        End::Stuck => {}
        End::Wrong(wrong) => panic!("{puzzle:?}: {wrong:?}"),
    }
    way.steps.len()
}

/// Solves each `every`th of these puzzles; returns the total number of steps.
fn walk_all(name: &str, puzzles: &[Sudoku], every: usize) -> usize {
    let mut steps = 0;
    for puzzle in puzzles.iter().step_by(every) {
        let solutions = solutions(puzzle);
        assert!(!solutions.is_empty(), "{name}: {puzzle:?}");
        // Placements in between change little: checking a few of the boards is enough.
        steps += walk(puzzle, &all(), 9, &solutions);
        if premise(&solutions) == Premise::OneSolution {
            steps += walk(puzzle, &supposing(Premise::OneSolution), 13, &solutions);
        }
    }
    steps
}

#[test]
fn no_step_loses_a_solution() {
    let corpora = [
        ("unique-4x4.txt", 2),
        ("unique-6x6.txt", 3),
        ("unique-9x9.txt", 50),
        ("minimal-9x9.txt", 60),
        ("clues-22.txt", 10),
        ("clues-24.txt", 25),
        ("clues-28.txt", 25),
        ("clues-32.txt", 25),
        ("clues-40.txt", 25),
        ("delord.txt", 2),
        ("sources.txt", 4),
        ("many-9x9.txt", 20),
        ("unique-12x12.txt", 6),
        ("minimal-12x12.txt", 6),
    ];
    let steps: usize = corpora.iter().map(|(name, every)| walk_all(name, &corpus(name), *every)).sum();
    assert!(steps > 1000, "{steps}");
}

#[test]
fn no_step_loses_a_solution_of_public_puzzles() {
    for collection in tables::rates::public() {
        let puzzles = collection.puzzles();
        walk_all(collection.name(), puzzles, puzzles.len().div_ceil(3));
    }
}

#[test]
fn one_solution_is_assumed_only_where_that_is_said() {
    assert!(all().iter().all(|technique| technique.premise == Premise::Rules));
    assert_eq!(supposing(Premise::OneSolution).len(), TECHNIQUES.len());
    // On a puzzle with several solutions they lose some, so the premise is needed.
    let mut losing = 0;
    for puzzle in corpus("many-9x9.txt").iter().step_by(10) {
        let solutions = solutions(puzzle);
        let way = solve(Board::new(puzzle).unwrap(), &all());
        for technique in TECHNIQUES.iter().filter(|technique| technique.premise == Premise::OneSolution) {
            losing += technique.all(&way.board).iter().filter(|step| loses(step, &solutions)).count();
        }
    }
    assert!(losing > 0, "the premise says nothing");
}

#[test]
fn a_puzzle_without_solution_is_never_solved() {
    for puzzle in corpus("none-9x9.txt").iter().step_by(10) {
        let way = solve(Board::new(puzzle).unwrap(), &all());
        assert_ne!(way.end, End::Solved, "{puzzle:?}");
    }
}

#[test]
fn every_shape_can_be_solved() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 5), (2, 2), (2, 3), (3, 2), (2, 4)] {
        let shape = Shape::new(rows, columns).unwrap();
        // A full board without its first row.
        let mut clues = Grid::shifted(shape).cells().to_vec();
        clues[..shape.side()].fill(0);
        let puzzle = Sudoku::new(shape, &clues).unwrap();
        let way = solve(Board::new(&puzzle).unwrap(), &all());
        assert_eq!(way.end, End::Solved, "{shape}");
    }
}
