//! Tests that the strategies of the source documents agree, on boards of any shape.

use crate::common;
use coverlab_model::{Event, Grid, Outcome, Problem, Shape, Stop, Sudoku, Task};
use coverlab_strategies::Configured;
use proptest::prelude::*;
use proptest::{collection::vec, sample::select};

/// The strategies that decide every puzzle in reasonable time.
const SEARCHES: [&str; 11] = [
    "bird",
    "bird:prune=fixpoint",
    "bird:expand=first",
    "bird-bits",
    "bird-bits:prune=fixpoint",
    "bird-bits:expand=first",
    "delord-fixed",
    "delord-fixed:order=row-major",
    "delord",
    "heller",
    "move-list",
];

fn strategy(spec: &str) -> Configured<Sudoku> {
    coverlab_strategies::sudoku(&spec.parse().unwrap()).unwrap()
}

fn run(spec: &str, puzzle: &Sudoku, task: &Task) -> Outcome<Sudoku> {
    common::solve(&strategy(spec), puzzle, task)
}

/// A filled board, relabeled by `step`: the digit in row r and column c is digit r columns + r div rows + c.
fn filled(shape: Shape, step: usize) -> Vec<u8> {
    let (side, rows, columns) = (shape.side(), shape.box_rows(), shape.box_columns());
    let cell = |c: usize| {
        let (row, column) = (c / side, c % side);
        ((row % rows * columns + row / rows + column + step) % side + 1) as u8
    };
    (0..shape.cells()).map(cell).collect()
}

/// A puzzle from a filled board, in which each cell is emptied with a probability of `blank` percent. In one
/// of four a cell is then changed, so that often there is no solution.
fn puzzle(shapes: &'static [(usize, usize)], blank: u32) -> impl Strategy<Value = Sudoku> {
    (select(shapes), 0_usize..9, any::<u64>(), 0..4_u32).prop_flat_map(move |((r, c), step, place, spoil)| {
        let shape = Shape::new(r, c).unwrap();
        vec(0..100_u32, shape.cells()).prop_map(move |chances| {
            let mut cells = filled(shape, step);
            for (cell, _) in cells.iter_mut().zip(&chances).filter(|(_, chance)| **chance < blank) {
                *cell = 0;
            }
            if spoil == 0 {
                cells[place as usize % shape.cells()] = (place >> 32) as u8 % shape.side() as u8 + 1;
            }
            Sudoku::new(shape, &cells).unwrap()
        })
    })
}

const SMALL: &[(usize, usize)] = &[(1, 1), (1, 2), (2, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (1, 7)];
const MIDDLE: &[(usize, usize)] = &[(3, 3), (2, 5), (5, 2), (3, 4), (4, 4)];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) })]

    #[test]
    fn masks_visit_the_nodes_of_lists(small in puzzle(SMALL, 70), middle in puzzle(MIDDLE, 55)) {
        let task = Task { nodes: 60, ..Task::first(3) };
        for puzzle in [small, middle] {
            for variant in ["", ":prune=fixpoint", ":expand=first", ":prune=fixpoint,expand=first"] {
                let lists = run(&format!("bird{variant}"), &puzzle, &task);
                let masks = run(&format!("bird-bits{variant}"), &puzzle, &task);
                prop_assert_eq!((&lists.kept, lists.stop), (&masks.kept, masks.stop), "{}", variant);
                prop_assert_eq!(lists.counters.nodes, masks.counters.nodes, "{}", variant);
                prop_assert_eq!(lists.counters.of(Event::Conflict), masks.counters.of(Event::Conflict));
                prop_assert_eq!(lists.counters.max_depth, masks.counters.max_depth, "{}", variant);
            }
            let fixpoint = run("bird-bits:prune=fixpoint", &puzzle, &task);
            let heller = run("heller", &puzzle, &task);
            prop_assert_eq!((&heller.kept, heller.stop), (&fixpoint.kept, fixpoint.stop));
            prop_assert_eq!(heller.counters.nodes, fixpoint.counters.nodes);
            prop_assert_eq!(heller.counters.of(Event::Conflict), fixpoint.counters.of(Event::Conflict));
        }
    }

    #[test]
    fn logic_claims_only_what_a_search_confirms(puzzle in puzzle(SMALL, 50)) {
        let logic = run("hidden-single", &puzzle, &Task { keep: 1, ..Task::count() });
        let search = run("heller", &puzzle, &Task::first(2));
        match (logic.stop, &logic.partial) {
            (None, None) => prop_assert_eq!(logic.solutions, search.solutions),
            (Some(Stop::Stuck), Some(partial)) => {
                for grid in &search.kept {
                    prop_assert_eq!(partial.verify(grid), Ok(()), "what it placed is not forced");
                }
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }
}

#[test]
fn clues_that_clash_leave_no_solution_and_cost_one_node() {
    let mut puzzles = Vec::new();
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (5, 5), (3, 12), (10, 10), (10, 13)] {
        let shape = Shape::new(rows, columns).unwrap();
        let side = shape.side();
        // One clue twice in a row, in a column, or in a box and no other house.
        for (a, b) in [(0, side - 1), (0, side * (side - 1)), (0, side + 1)] {
            puzzles.push(Sudoku::empty(shape).with(a, side as u8).with(b, side as u8));
        }
    }
    for spec in SEARCHES.iter().chain(&["bird-spec", "bird-prune", "hidden-single"]) {
        for (puzzle, outcome) in puzzles.iter().zip(common::run(spec, &puzzles, &Task::count())) {
            assert!(puzzle.check_clues().is_err());
            let shape = puzzle.shape();
            assert_eq!((outcome.solutions, outcome.stop), (0, None), "{spec} on {shape}");
            assert_eq!(outcome.counters.nodes, 1, "{spec} on {shape}");
        }
    }
}

#[test]
fn a_board_that_is_full_is_its_own_solution() {
    for (rows, columns) in [(1, 1), (2, 3), (3, 3), (1, 17), (5, 8), (8, 9), (10, 10), (11, 12), (15, 17)] {
        let shape = Shape::new(rows, columns).unwrap();
        let cells = filled(shape, 3);
        let puzzle = Sudoku::new(shape, &cells).unwrap();
        let few: &[&str] = if shape.side() > 200 { &["bird-bits", "delord"] } else { &SEARCHES };
        for spec in few.iter().chain(&["bird-spec", "hidden-single"]) {
            let outcome = run(spec, &puzzle, &Task { keep: 1, ..Task::count() });
            assert_eq!(outcome.stop, None, "{spec} on {shape}");
            assert_eq!(outcome.kept, [Grid::new(shape, &cells).unwrap()], "{spec} on {shape}");
            assert_eq!(outcome.counters.nodes, 1, "{spec} on {shape}");
        }
    }
}

#[test]
fn the_largest_boards_are_searched_within_their_limits() {
    // One board for each width of mask, nearly empty; the deepest path is as long as there are cells.
    for (rows, columns) in [(4, 4), (5, 6), (7, 8), (10, 10), (11, 15)] {
        let shape = Shape::new(rows, columns).unwrap();
        let mut cells = filled(shape, 0);
        for (k, cell) in cells.iter_mut().enumerate() {
            if k % shape.side() > 2 {
                *cell = 0;
            }
        }
        let puzzle = Sudoku::new(shape, &cells).unwrap();
        for spec in ["bird-bits", "delord-fixed", "delord", "heller", "move-list"] {
            let outcome = run(spec, &puzzle, &Task { nodes: 3_000, ..Task::first(1) });
            let ended = matches!(outcome.stop, Some(Stop::Enough | Stop::NodeLimit | Stop::Memory) | None);
            assert!(ended, "{spec} on {shape}: {:?}", outcome.stop);
            let nodes = outcome.counters.nodes;
            assert!(nodes == 3_000 || outcome.stop != Some(Stop::NodeLimit), "{spec} on {shape}: {nodes}");
        }
    }
}

#[test]
fn lists_end_before_they_fill_the_memory() {
    // The first Latin square whose side is a power of two is found without a conflict, so the search descends
    // until it exceeds its memory limit.
    let puzzle = Sudoku::empty(Shape::new(1, 64).unwrap());
    let outcome = run("bird:expand=first", &puzzle, &Task::first(1));
    assert_eq!((outcome.stop, outcome.solutions), (Some(Stop::Memory), 0));
    assert_eq!(outcome.counters.nodes, outcome.counters.max_depth + 1);
}
