//! Tests that the strategies of the source documents agree, on boards of any shape.

use crate::common::{self, below};
use crate::puzzles::solution;
use coverlab_model::{Event, Grid, Outcome, Problem, Shape, Stop, Sudoku, Task};
use coverlab_strategies::Configured;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

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

/// A puzzle from a filled board, in which each cell is emptied with a probability of `blank` percent. In one
/// of four a cell is then changed, so that often there is no solution.
fn puzzle(random: &mut Pcg64Mcg, shapes: &[(usize, usize)], blank: usize) -> Sudoku {
    let (rows, columns) = shapes[below(random, shapes.len())];
    let shape = Shape::new(rows, columns).unwrap();
    let mut cells = solution(shape, random);
    for cell in &mut cells {
        if below(random, 100) < blank {
            *cell = 0;
        }
    }
    if below(random, 4) == 0 {
        cells[below(random, shape.cells())] = below(random, shape.side()) as u8 + 1;
    }
    Sudoku::new(shape, &cells).unwrap()
}

const SMALL: &[(usize, usize)] = &[(1, 1), (1, 2), (2, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (1, 7)];
const MIDDLE: &[(usize, usize)] = &[(3, 3), (2, 5), (5, 2), (3, 4), (4, 4)];

#[test]
fn masks_visit_the_nodes_of_lists() {
    let mut random = Pcg64Mcg::seed_from_u64(67);
    let task = Task { nodes: 60, ..Task::first(3) };
    for round in 0..192 {
        let (shapes, blank) = [(SMALL, 70), (MIDDLE, 55)][round % 2];
        let puzzle = puzzle(&mut random, shapes, blank);
        for variant in ["", ":prune=fixpoint", ":expand=first", ":prune=fixpoint,expand=first"] {
            let lists = run(&format!("bird{variant}"), &puzzle, &task);
            let masks = run(&format!("bird-bits{variant}"), &puzzle, &task);
            assert_eq!((&lists.kept, lists.stop), (&masks.kept, masks.stop), "{variant} on {puzzle:?}");
            assert_eq!(lists.counters.nodes, masks.counters.nodes, "{variant} on {puzzle:?}");
            assert_eq!(lists.counters.of(Event::Conflict), masks.counters.of(Event::Conflict));
            assert_eq!(lists.counters.max_depth, masks.counters.max_depth, "{variant} on {puzzle:?}");
        }
        let fixpoint = run("bird-bits:prune=fixpoint", &puzzle, &task);
        let heller = run("heller", &puzzle, &task);
        assert_eq!((&heller.kept, heller.stop), (&fixpoint.kept, fixpoint.stop));
        assert_eq!(heller.counters.nodes, fixpoint.counters.nodes);
        assert_eq!(heller.counters.of(Event::Conflict), fixpoint.counters.of(Event::Conflict));
    }
}

#[test]
fn logic_claims_only_what_a_search_confirms() {
    let mut random = Pcg64Mcg::seed_from_u64(71);
    for _ in 0..96 {
        let puzzle = puzzle(&mut random, SMALL, 50);
        let logic = run("hidden-single", &puzzle, &Task { keep: 1, ..Task::count() });
        let search = run("heller", &puzzle, &Task::first(2));
        match (logic.stop, &logic.partial) {
            (None, None) => assert_eq!(logic.solutions, search.solutions, "{puzzle:?}"),
            (Some(Stop::Stuck), Some(partial)) => {
                for grid in &search.kept {
                    assert_eq!(partial.verify(grid), Ok(()), "what it placed is not forced in {puzzle:?}");
                }
            }
            other => panic!("{other:?} on {puzzle:?}"),
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
    let mut random = Pcg64Mcg::seed_from_u64(73);
    for (rows, columns) in [(1, 1), (2, 3), (3, 3), (1, 17), (5, 8), (8, 9), (10, 10), (11, 12), (15, 17)] {
        let shape = Shape::new(rows, columns).unwrap();
        let cells = solution(shape, &mut random);
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
    let mut random = Pcg64Mcg::seed_from_u64(79);
    // One board for each width of mask, nearly empty; the deepest path is as long as there are cells.
    for (rows, columns) in [(4, 4), (5, 6), (7, 8), (10, 10), (11, 15)] {
        let shape = Shape::new(rows, columns).unwrap();
        let mut cells = solution(shape, &mut random);
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
