//! The contract of every registered strategy. A new strategy needs no tests of its own: these cover every
//! strategy in a registry, with every value of every parameter.

use crate::common::{on_all_processors, solve, with_every_value};
use crate::puzzles::{Puzzles, known};
use coverlab_model::{Counters, Outcome, Shape, Spec, Stop, Sudoku, Task, Values};
use coverlab_strategies::Configured;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// The number of nodes after which a strategy may leave a puzzle undecided in the tests of agreement.
///
/// Bird's first two stages, `bird-spec` and `bird-prune`, check every board that the choices leave, by
/// design. On a 9x9 puzzle they would never finish. They are tested on the puzzles that they decide within
/// this many boards, which covers the small sizes.
const PATIENCE: u64 = 300_000;

/// The limit for an incomplete strategy. Local search uses all of them on a puzzle without solutions.
const SHORT_PATIENCE: u64 = 10_000;

/// Every strategy that accepts a Sudoku, with defaults and once per value of each parameter.
fn everyone() -> Vec<Configured<Sudoku>> {
    let each = |(about, _)| with_every_value(about, coverlab_strategies::sudoku);
    coverlab_strategies::all_sudoku().flat_map(each).collect()
}

/// Up to `limit` solutions of `puzzle`, sorted; `None` if the strategy stopped without an answer.
fn answers(strategy: &Configured<Sudoku>, puzzle: &Sudoku, limit: u64) -> Option<Vec<Vec<u8>>> {
    let nodes = if strategy.about.complete { PATIENCE } else { SHORT_PATIENCE };
    let task = Task { nodes, ..Task::first(limit) };
    let outcome = solve(strategy, puzzle, &task);
    assert_eq!(outcome.solutions, outcome.kept.len() as u64, "{} on {puzzle:?}", strategy.spec);
    let mut found: Vec<_> = outcome.kept.iter().map(|g| g.cells().to_vec()).collect();
    found.sort();
    match outcome.stop {
        None => Some(found),
        Some(Stop::Enough) => {
            assert_eq!(outcome.solutions, limit, "{} on {puzzle:?}", strategy.spec);
            Some(found)
        }
        Some(Stop::NodeLimit) => None,
        Some(Stop::Stuck) if !strategy.about.complete => None,
        Some(stop) => panic!("{} on {puzzle:?}: {stop:?}", strategy.spec),
    }
}

#[test]
fn known_counts_come_out() {
    let known = known();
    for strategy in everyone() {
        let mut decided = 0;
        for (puzzle, count) in &known {
            let nodes = if strategy.about.complete { 3_000_000 } else { SHORT_PATIENCE };
            let task = Task { nodes, ..Task::count() };
            let outcome = solve(&strategy, puzzle, &task);
            if outcome.stop.is_none() {
                assert_eq!(outcome.solutions, *count, "{} on {puzzle:?}", strategy.spec);
                decided += 1;
            } else {
                assert!(outcome.solutions <= *count, "{} on {puzzle:?}", strategy.spec);
                let incomplete = outcome.stop == Some(Stop::Stuck) && !strategy.about.complete;
                assert!(
                    incomplete || outcome.stop == Some(Stop::NodeLimit),
                    "{}: {:?}",
                    strategy.spec,
                    outcome.stop
                );
            }
        }
        // A strategy without guesses or passes still decides boards that are full or contradictory.
        let least = if strategy.about.complete { 6 } else { 1 };
        assert!(decided >= least, "{} decides only {decided} of {}", strategy.spec, known.len());
    }
}

#[test]
fn complete_strategies_agree_on_thousands_of_puzzles() {
    let everyone = everyone();
    let decided: Vec<AtomicUsize> = everyone.iter().map(|_| AtomicUsize::new(0)).collect();
    let sizes = [
        (1, 1, 20),
        (1, 2, 50),
        (2, 2, 1200),
        (2, 3, 500),
        (3, 2, 300),
        (1, 5, 200),
        (3, 3, 900),
        (3, 4, 40),
    ];
    for (rows, columns, count) in sizes {
        let mut puzzles = Puzzles::new(Shape::new(rows, columns).unwrap(), 7);
        let puzzles: Vec<Sudoku> = std::iter::repeat_with(|| puzzles.puzzle()).take(count).collect();
        on_all_processors(&puzzles, |puzzle| {
            let mut reference: Option<(Vec<Vec<u8>>, &Spec)> = None;
            for (strategy, decided) in everyone.iter().zip(&decided) {
                let Some(found) = answers(strategy, puzzle, 40) else { continue };
                decided.fetch_add(1, Relaxed);
                match &reference {
                    None => reference = Some((found, &strategy.spec)),
                    Some((other, by)) => {
                        // If there are more solutions than the limit, strategies may find different ones.
                        let same = if other.len() < 40 { *other == found } else { found.len() == 40 };
                        assert!(
                            same,
                            "{by}: {}, {}: {} on {puzzle:?}",
                            other.len(),
                            strategy.spec,
                            found.len()
                        );
                    }
                }
            }
        });
    }
    for (strategy, decided) in everyone.iter().zip(decided.into_iter().map(AtomicUsize::into_inner)) {
        assert!(decided >= 100, "{} decided only {decided}", strategy.spec);
    }
}

#[test]
fn clashing_clues_have_no_solution() {
    for strategy in everyone() {
        for (rows, columns) in [(1, 2), (2, 2), (2, 3), (3, 3), (4, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            let side = shape.side();
            let in_box = shape.cells_of_box(0).nth(side - 1).unwrap();
            for other in [1, side, in_box] {
                let puzzle = Sudoku::empty(shape).with(0, 1).with(other, 1);
                let outcome = solve(&strategy, &puzzle, &Task { nodes: 1000, ..Task::count() });
                let limited =
                    matches!(outcome.stop, Some(Stop::NodeLimit)) && strategy.about.name.starts_with("bird-");
                assert!(
                    outcome.stop.is_none() || limited,
                    "{} on {puzzle:?}: {:?}",
                    strategy.spec,
                    outcome.stop
                );
                assert_eq!(outcome.solutions, 0, "{} on {puzzle:?}", strategy.spec);
            }
        }
    }
}

/// The parts of an outcome that must not depend on how the strategy is called.
fn essence(outcome: &Outcome<Sudoku>) -> (Option<Stop>, u64, Vec<Vec<u8>>, Counters) {
    let kept = outcome.kept.iter().map(|g| g.cells().to_vec()).collect();
    (outcome.stop, outcome.solutions, kept, outcome.counters)
}

#[test]
fn warm_scratch_equals_cold_and_batch_equals_single() {
    let mut mixed = Vec::new();
    for (rows, columns, count) in [(2, 2, 12), (3, 3, 12), (2, 3, 12), (1, 1, 1), (3, 3, 12), (4, 4, 1)] {
        let mut puzzles = Puzzles::new(Shape::new(rows, columns).unwrap(), 11);
        mixed.extend((0..count).map(|_| puzzles.puzzle()));
    }
    let task = Task { nodes: 3000, seed: 5, ..Task::first(3) };
    for strategy in everyone() {
        let cold: Vec<_> = mixed.iter().map(|p| essence(&solve(&strategy, p, &task))).collect();
        let mut session = strategy.backend.session();
        let mut batch = Vec::new();
        for (round, count) in [mixed.len(), 7, mixed.len()].into_iter().enumerate() {
            // The batch still holds the outcomes of the previous round.
            session.run(&mixed[..count], &task, &mut batch);
            let warm: Vec<_> = batch.iter().map(essence).collect();
            assert_eq!(warm, cold[..count], "{} in round {round}", strategy.spec);
        }
    }
}

#[test]
fn streaming_hands_over_what_running_keeps() {
    let mut puzzles = Puzzles::new(Shape::new(2, 3).unwrap(), 13);
    let task = Task { nodes: 20_000, ..Task::first(10) };
    for strategy in everyone() {
        for _ in 0..20 {
            let puzzle = puzzles.puzzle();
            let run = solve(&strategy, &puzzle, &task);
            let mut seen = Vec::new();
            let (streamed, _) = strategy.backend.session().stream(&puzzle, &task, &mut |grid| {
                seen.push(grid.clone());
                coverlab_model::Flow::Continue(())
            });
            assert_eq!(seen, run.kept, "{}", strategy.spec);
            assert_eq!(essence(&streamed), essence(&run), "{}", strategy.spec);

            let (broken, _) = strategy
                .backend
                .session()
                .stream(&puzzle, &task, &mut |_| coverlab_model::Flow::Break(Stop::Cancelled));
            assert_eq!(broken.solutions, run.solutions.min(1), "{}", strategy.spec);
        }
    }
}

#[test]
fn node_limits_are_exact() {
    let mut puzzles = Puzzles::new(Shape::NINE, 17);
    let sample: Vec<Sudoku> = (0..6).map(|_| puzzles.puzzle()).collect();
    for strategy in everyone() {
        for puzzle in &sample {
            let full = solve(&strategy, puzzle, &Task { nodes: 5000, ..Task::first(2) });
            let nodes = full.counters.nodes;
            for limit in [0, 1, 2, 3, 15, 16, 17, 100, nodes.saturating_sub(1), nodes, nodes + 1] {
                let limited = solve(&strategy, puzzle, &Task { nodes: limit.min(5000), ..Task::first(2) });
                let limit = limit.min(5000);
                assert!(limited.counters.nodes <= limit, "{} limited to {limit}", strategy.spec);
                if limit < nodes {
                    assert_eq!(limited.stop, Some(Stop::NodeLimit), "{} limited to {limit}", strategy.spec);
                    assert_eq!(limited.counters.nodes, limit, "{}", strategy.spec);
                } else {
                    assert_eq!(essence(&limited), essence(&full), "{} limited to {limit}", strategy.spec);
                }
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let mut puzzles = Puzzles::new(Shape::NINE, 19);
    let task = |seed| Task { nodes: 3000, seed, ..Task::first(2) };
    for strategy in everyone() {
        for seed in 0..4 {
            let puzzle = puzzles.puzzle();
            let (once, again) =
                (solve(&strategy, &puzzle, &task(seed)), solve(&strategy, &puzzle, &task(seed)));
            assert_eq!(essence(&once), essence(&again), "{}", strategy.spec);
        }
    }
}

#[test]
fn an_interruptible_strategy_stops_when_told() {
    // The empty board of side 16 has too many solutions to enumerate.
    let endless = Sudoku::empty(Shape::new(4, 4).unwrap());
    for strategy in everyone().iter().filter(|s| s.about.interruptible && s.about.complete) {
        let late = Task { time: Some(Duration::from_millis(20)), ..Task::count() };
        assert_eq!(solve(strategy, &endless, &late).stop, Some(Stop::Deadline), "{}", strategy.spec);
        let cancelled = Task { keep: 0, ..Task::count() };
        cancelled.cancel.raise();
        assert_eq!(solve(strategy, &endless, &cancelled).stop, Some(Stop::Cancelled), "{}", strategy.spec);
    }
}

#[test]
fn counting_changes_nothing() {
    let mut puzzles = Puzzles::new(Shape::NINE, 23);
    for strategy in everyone() {
        for _ in 0..10 {
            let puzzle = puzzles.puzzle();
            let kept = solve(&strategy, &puzzle, &Task { nodes: 5000, ..Task::first(5) });
            let counted = solve(&strategy, &puzzle, &Task { nodes: 5000, keep: 0, ..Task::first(5) });
            assert_eq!(kept.counters, counted.counters, "{}", strategy.spec);
            assert_eq!(kept.solutions, counted.solutions, "{}", strategy.spec);
        }
    }
}

#[test]
fn every_strategy_is_described() {
    let mut names = std::collections::HashSet::new();
    for (about, _) in coverlab_strategies::all_sudoku() {
        assert!(names.insert(about.name), "{} is registered twice", about.name);
        let kebab = about.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        assert!(kebab, "{} is not a kebab-case name", about.name);
        for text in [about.sentence, about.source] {
            assert!(!text.trim().is_empty(), "{} lacks a part of its description", about.name);
        }
        assert!(!about.sentence.ends_with('.'), "{}: lists add the full stop", about.name);
        assert!(
            about.interruptible || !about.note.is_empty(),
            "{} does not say why it cannot be stopped",
            about.name
        );
        for parameter in about.parameters {
            let default = match parameter.values {
                Values::OneOf(words) => words.contains(&parameter.default),
                Values::Integer(low, high) => {
                    parameter.default.parse().is_ok_and(|v| (low..=high).contains(&v))
                }
            };
            assert!(default, "{}: {} does not take its default", about.name, parameter.name);
        }
    }
}
