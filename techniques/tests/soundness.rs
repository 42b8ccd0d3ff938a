//! No technique takes away what a solution has, and none writes down what no solution has: every technique on
//! every board that the way of a person comes past, over the committed corpora.

use coverlab_model::format::sudoku::{self, Options};
use coverlab_model::{Shape, Sudoku};
use coverlab_techniques::{Board, End, TECHNIQUES, all, solve};
use std::path::Path;

fn corpus(name: &str) -> Vec<Sudoku> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiments/corpora").join(name);
    let text = std::fs::read(path).unwrap();
    sudoku::read(&text, &Options::default()).unwrap().into_iter().map(|found| found.puzzle).collect()
}

/// Every solution of a puzzle, by trying each digit in the cell with the fewest: as naive as can be.
fn solutions(puzzle: &Sudoku) -> Vec<Vec<u8>> {
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

/// Holds every step of every technique on `board` against the solutions.
fn check(board: &Board, solutions: &[Vec<u8>]) {
    for technique in TECHNIQUES {
        for step in technique.all(board) {
            assert!(!step.removals.is_empty() || !step.placements.is_empty(), "{technique:?} says nothing");
            for solution in solutions {
                let wrong = step.removals.iter().find(|c| solution[c.cell] == c.digit);
                let wrong = wrong.or(step.placements.iter().find(|c| solution[c.cell] != c.digit));
                assert_eq!(wrong, None, "{technique:?}, {}", technique.because(board, &step));
            }
            assert!(step.removals.iter().all(|c| board.has(c.cell, c.digit)), "{technique:?}");
            let words = technique.because(board, &step);
            assert!(!words.is_empty() && !words.ends_with('.'), "{technique:?}: {words}");
        }
    }
}

#[test]
fn no_step_loses_a_solution() {
    let mut steps = 0;
    for (name, every) in [
        ("unique-4x4.txt", 1),
        ("unique-6x6.txt", 2),
        ("minimal-9x9.txt", 40),
        ("clues-22.txt", 5),
        ("many-9x9.txt", 20),
        ("unique-12x12.txt", 6),
    ] {
        for puzzle in corpus(name).iter().step_by(every) {
            let solutions = solutions(puzzle);
            assert!(!solutions.is_empty(), "{name}: {puzzle:?}");
            let way = solve(Board::new(puzzle).unwrap(), &all());
            // The placements in between change little: every seventh board is enough.
            way.steps.iter().step_by(7).for_each(|taken| check(&taken.before, &solutions));
            steps += way.steps.len();
            match way.end {
                End::Solved => assert_eq!(way.board.digits(), solutions[0], "{name}: {puzzle:?}"),
                End::Stuck => {}
                End::Wrong(wrong) => panic!("{name}: {puzzle:?}: {wrong:?}"),
            }
        }
    }
    assert!(steps > 1000, "{steps}");
}

#[test]
fn a_puzzle_without_solution_is_never_solved() {
    for puzzle in corpus("none-9x9.txt").iter().step_by(10) {
        let way = solve(Board::new(puzzle).unwrap(), &all());
        assert_ne!(way.end, End::Solved, "{puzzle:?}");
    }
}

#[test]
fn every_shape_has_a_way() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 5), (2, 2), (2, 3), (3, 2), (2, 4)] {
        let shape = Shape::new(rows, columns).unwrap();
        let side = shape.side();
        // A full board by shifting a row, its first row taken away.
        let digit = |row: usize, column: usize| {
            let shift = row % rows * columns + row / rows;
            ((column + shift) % side + 1) as u8
        };
        let mut clues: Vec<u8> = (0..side * side).map(|cell| digit(cell / side, cell % side)).collect();
        clues[..side].fill(0);
        let puzzle = Sudoku::new(shape, &clues).unwrap();
        let way = solve(Board::new(&puzzle).unwrap(), &all());
        assert_eq!(way.end, End::Solved, "{shape}");
    }
}
