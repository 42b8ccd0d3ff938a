//! The strategy that CONTRIBUTING.md shows: it is identical to this one, it compiles, and it finds all
//! solutions.

#[path = "newcomer/first_cell.rs"]
mod first_cell;

use coverlab_model::format::sudoku::{Options, read};
use coverlab_model::{Backend, Stop, Task};

#[test]
fn the_recipe_works() {
    let contributing = concat!(env!("CARGO_MANIFEST_DIR"), "/../CONTRIBUTING.md");
    let shown = std::fs::read_to_string(contributing).unwrap();
    assert!(shown.contains(include_str!("newcomer/first_cell.rs")), "CONTRIBUTING.md shows another strategy");

    // One solution, all solutions of an empty board, and contradictory clues.
    let puzzles =
        read(b"1......3..2....4\n................\n11..............\n", &Options::default()).unwrap();
    let puzzles: Vec<_> = puzzles.into_iter().map(|found| found.puzzle).collect();
    let (mut outcomes, strategy) = (Vec::new(), first_cell::FirstCell);
    strategy.session().run(&puzzles, &Task::first(1000), &mut outcomes);
    for (puzzle, outcome) in puzzles.iter().zip(&outcomes) {
        outcome.verify(puzzle).unwrap();
    }
    assert_eq!(outcomes.iter().map(|outcome| outcome.solutions).collect::<Vec<_>>(), [1, 288, 0]);

    let limited = Task { nodes: 5, ..Task::first(1) };
    strategy.session().run(&puzzles[1..2], &limited, &mut outcomes);
    assert_eq!((outcomes[0].stop, outcomes[0].counters.nodes), (Some(Stop::NodeLimit), 5));
}
