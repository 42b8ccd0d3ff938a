//! Reproduces the node counts of the programs in the source documents exactly.
//!
//! The expected figures come from those programs themselves, rebuilt from the texts with a Haskell compiler
//! and a Python interpreter; Heller's with values in ascending order.

use crate::common;
use coverlab_model::{Event, Outcome, Shape, Stop, Sudoku, Task};
use coverlab_strategies::Configured;

const GRIDS: [(&str, &str); 8] = [
    ("d_easy", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
    ("d_hard", "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5..........."),
    ("d_worst1", "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"),
    ("d_worst2", "4.......2..5.829...2.....3...8.1....56..9..78....6.5...1.....6...615.7..3.......4"),
    ("d_worst3", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."),
    ("d_worst4", "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."),
    ("bird", "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25...."),
    ("wikipedia", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
];

/// Nodes to the first solution, and of the whole search.
#[rustfmt::skip]
const NODES: [(&str, [(u64, u64); 4]); 8] = [
    //             bird            fixpoint        delord           heller
    ("d_easy",    [( 4_247,  8_348), ( 1_851,  3_599), ( 6_839,  16_489), ( 1_851,  3_599)]),
    ("d_hard",    [( 5_142, 18_414), ( 2_596,  9_344), (11_690,  34_487), ( 2_596,  9_344)]),
    ("d_worst1",  [(24_148, 38_996), (12_095, 18_618), (51_957, 119_507), (12_095, 18_618)]),
    ("d_worst2",  [(   353,    409), (   111,    133), (   805,     805), (   111,    133)]),
    ("d_worst3",  [(    79,    831), (    23,    231), (   567,   2_580), (    23,    231)]),
    ("d_worst4",  [(   197,    569), (    53,    173), (   511,   1_449), (    53,    173)]),
    ("bird",      [(     8,     13), (     1,      1), (    52,      52), (     1,      1)]),
    ("wikipedia", [(     9,      9), (     1,      1), (    52,      52), (     1,      1)]),
];

/// Fixed order: nodes to the first solution. Move list: calls of `go`, and moves made.
#[rustfmt::skip]
const FIRST: [(&str, u64, (u64, u64)); 8] = [
    //            delord-fixed   move-list
    ("d_easy",       119_743, ( 7_243,  3_651)),
    ("d_hard",     1_906_205, (22_914, 11_488)),
    ("d_worst1",  48_393_686, (10_459,  5_261)),
    ("d_worst2",      12_905, ( 2_479,  1_267)),
    ("d_worst3",      13_491, ( 1_757,    907)),
    ("d_worst4",      15_858, ( 1_487,    772)),
    ("bird",           6_412, (    52,     51)),
    ("wikipedia",      2_000, (    64,     57)),
];

/// The two fixed orders: nodes to the first solution, and of the whole search.
#[rustfmt::skip]
const ORDERS: [(&str, &str, u64, u64); 4] = [
    ("d_easy",   "box-major", 119_743, 3_024_274),
    ("d_easy",   "row-major",  49_559, 2_068_781),
    ("d_worst3", "box-major",  13_491,    25_486),
    ("d_worst3", "row-major",   8_970,    18_885),
];

/// Passes of the logic, and the number of filled cells at its end.
const LOGIC: [(&str, u64, usize); 8] = [
    ("d_easy", 1, 21),
    ("d_hard", 2, 19),
    ("d_worst1", 7, 36),
    ("d_worst2", 3, 28),
    ("d_worst3", 2, 24),
    ("d_worst4", 2, 25),
    ("bird", 7, 81),
    ("wikipedia", 5, 81),
];

fn strategy(spec: &str) -> Configured<Sudoku> {
    coverlab_strategies::sudoku(&spec.parse().unwrap()).unwrap()
}

/// A puzzle from its cells, `.` for an empty one.
fn puzzle(text: &str) -> Sudoku {
    let clues: Vec<u8> = text.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
    Sudoku::new(Shape::of_side(clues.len().isqrt()).unwrap(), &clues).unwrap()
}

fn grid(name: &str) -> Sudoku {
    puzzle(GRIDS.iter().find(|grid| grid.0 == name).unwrap().1)
}

/// Runs a strategy on a puzzle and verifies its answers.
fn run(spec: &str, puzzle: &Sudoku, task: &Task) -> Outcome<Sudoku> {
    common::solve(&strategy(spec), puzzle, task)
}

/// Nodes to the first solution and of the whole search, which must find no other.
fn first_and_all(spec: &str, puzzle: &Sudoku) -> (u64, u64) {
    let first = run(spec, puzzle, &Task::first(1));
    assert_eq!((first.solutions, first.stop), (1, Some(Stop::Enough)), "{spec}");
    let all = run(spec, puzzle, &Task::count());
    assert_eq!((all.solutions, all.stop), (1, None), "{spec}");
    (first.counters.nodes, all.counters.nodes)
}

#[test]
fn searches_visit_the_nodes_of_their_sources() {
    for (name, [bird, fixpoint, delord, heller]) in NODES {
        let puzzle = grid(name);
        assert_eq!(first_and_all("bird-bits", &puzzle), bird, "bird-bits on {name}");
        assert_eq!(first_and_all("bird-bits:prune=fixpoint", &puzzle), fixpoint, "fixpoint on {name}");
        assert_eq!(first_and_all("delord", &puzzle), delord, "delord on {name}");
        assert_eq!(first_and_all("heller", &puzzle), heller, "heller on {name}");
    }
}

#[test]
fn the_wholemeal_program_visits_them_too() {
    // Puzzles with thousands of nodes are left to bird-bits, which another test compares with bird.
    for (name, [bird, fixpoint, ..]) in NODES.into_iter().filter(|(_, nodes)| nodes[0].1 < 1_000) {
        let puzzle = grid(name);
        assert_eq!(first_and_all("bird", &puzzle), bird, "bird on {name}");
        assert_eq!(first_and_all("bird:prune=fixpoint", &puzzle), fixpoint, "fixpoint on {name}");
    }
    let easy = run("bird", &grid("d_easy"), &Task::first(1));
    assert_eq!(easy.counters.nodes, 4_247);
}

#[test]
fn the_fixed_order_and_the_move_list_visit_theirs() {
    for (name, nodes, (calls, moves)) in FIRST {
        let puzzle = grid(name);
        let fixed = run("delord-fixed", &puzzle, &Task::first(1));
        assert_eq!((fixed.solutions, fixed.counters.nodes), (1, nodes), "delord-fixed on {name}");
        let list = run("move-list", &puzzle, &Task::first(1));
        assert_eq!(list.solutions, 1, "move-list on {name}");
        let counted = (list.counters.nodes, list.counters.of(Event::Place));
        assert_eq!(counted, (calls, moves), "move-list on {name}");
        let all = run("move-list", &puzzle, &Task::count());
        assert_eq!((all.solutions, all.stop), (1, None), "move-list on {name}");
    }
}

#[test]
fn the_two_fixed_orders_differ_as_they_do_there() {
    for (name, order, first, all) in ORDERS {
        let spec = format!("delord-fixed:order={order}");
        assert_eq!(first_and_all(&spec, &grid(name)), (first, all), "{spec} on {name}");
    }
}

#[test]
fn the_logic_gets_as_far_as_it_does_there() {
    for (name, passes, filled) in LOGIC {
        let puzzle = grid(name);
        let outcome = run("hidden-single", &puzzle, &Task::count());
        assert_eq!(outcome.counters.of(Event::Pass), passes, "{name}");
        let reached = puzzle.clue_count() as u64 + outcome.counters.of(Event::Place);
        assert_eq!(reached, filled as u64, "{name}");
        if filled == 81 {
            assert_eq!((outcome.solutions, outcome.stop, outcome.partial), (1, None, None), "{name}");
        } else {
            assert_eq!((outcome.solutions, outcome.stop), (0, Some(Stop::Stuck)), "{name}");
            assert_eq!(outcome.partial.unwrap().clue_count(), filled, "{name}");
        }
    }
}

#[test]
fn the_specification_checks_every_board() {
    let four = puzzle("1......3..2....4");
    let spec = run("bird-spec", &four, &Task::count());
    assert_eq!((spec.counters.nodes, spec.stop), (1 << 24, None));
    let pruned = run("bird-prune", &four, &Task::count());
    assert_eq!((pruned.counters.nodes, pruned.stop), (864, None));
    let searched = run("bird", &four, &Task::count());
    assert_eq!((spec.solutions, pruned.solutions), (searched.solutions, searched.solutions));
}
