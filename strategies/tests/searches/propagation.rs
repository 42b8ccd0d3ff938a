//! How many puzzles of the public collections unit propagation decides, by encoding. The collections are not
//! part of the project: without them, these tests check nothing.
//!
//! The shares on all 49 158 puzzles with 17 clues take minutes. Here a fixed sample of them, and the whole of
//! the smallest set, are checked against known facts.

use crate::common::{collection, run};
use coverlab_model::{Shape, Stop, Sudoku, Task};
use std::path::Path;

fn puzzles(path: &Path, step: usize) -> Vec<Sudoku> {
    let text = std::fs::read_to_string(path).unwrap();
    let digit = |c: u8| if c.is_ascii_digit() { c - b'0' } else { 0 };
    let lines =
        text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.as_bytes().get(..81));
    let clues = lines.map(|cells| cells.iter().map(|&c| digit(c)).collect::<Vec<u8>>());
    clues.map(|clues| Sudoku::new(Shape::NINE, &clues).unwrap()).step_by(step).collect()
}

/// The number of `puzzles` that are decided; each must have its one solution.
fn decided(spec: &str, puzzles: &[Sudoku]) -> usize {
    let mut decided = 0;
    for (outcome, puzzle) in run(spec, puzzles, &Task::first(2)).iter().zip(puzzles) {
        assert_eq!(outcome.verify(puzzle), Ok(()), "{spec}");
        match (outcome.stop, outcome.solutions) {
            (None, 1) => decided += 1,
            (Some(Stop::Stuck), 0) => {}
            other => panic!("{spec} on {puzzle:?}: {other:?}"),
        }
    }
    decided
}

#[test]
fn the_hardest_are_decided_by_none_but_one() {
    let Some(folder) = collection("sudoku9") else { return };
    let hardest = puzzles(&folder.join("puzzles6_forum_hardest_1106"), 8);
    for encoding in ["minimal", "extended", "augmented"] {
        for failed in ["no", "yes", "decisive"] {
            let spec = format!("unit-propagation:encoding={encoding},failed={failed}");
            // Trying candidates alone decides number 361, but only if minirows and minicolumns are in the
            // encoding.
            let one = usize::from(encoding == "augmented" && failed != "no");
            assert_eq!(decided(&spec, &hardest), one, "{spec}");
        }
    }
}

#[test]
fn seventeen_clues_are_decided_by_failed_literals() {
    let Some(folder) = collection("sudoku9") else { return };
    let few = puzzles(&folder.join("puzzles2_17_clue"), 400);
    assert!(few.len() > 100);
    let count = |spec: &str| decided(&format!("unit-propagation:{spec}"), &few);
    assert_eq!(count("encoding=minimal"), 0);
    let (extended, augmented) = (count("encoding=extended"), count("encoding=augmented"));
    assert!(0 < extended && extended < augmented && augmented < few.len(), "{extended} {augmented}");
    assert_eq!(count("encoding=extended,failed=yes"), few.len());
    assert_eq!(count("encoding=augmented,failed=yes"), few.len());
    // Auxiliary variables of "at most one" constraints change nothing.
    for amo in ["sequential", "product", "totalizer"] {
        assert_eq!(count(&format!("encoding=extended,amo={amo}")), extended, "{amo}");
    }
}
