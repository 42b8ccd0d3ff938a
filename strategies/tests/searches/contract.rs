//! The contract of every registered strategy. A new strategy needs no tests of its own: these cover every
//! strategy in a registry, with every value of every parameter.

use crate::common::{
    CoverSize, exact_covers, on_all_processors, pigeonhole, projected_formula, random_cover, solve,
    with_every_value,
};
use crate::puzzles::{Puzzles, known};
use coverlab_model::{Counters, Outcome, Problem, Shape, Spec, Stop, Sudoku, Task, Values, family};
use coverlab_strategies::{CNF, Configured, cnf};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
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

#[test]
fn sudokus_are_searched_by_the_rules() {
    let mut samples = Vec::new();
    for (rows, columns, count) in [(3, 3, 12), (2, 2, 12), (2, 3, 12), (1, 1, 1), (3, 3, 12), (4, 4, 1)] {
        let mut puzzles = Puzzles::new(Shape::new(rows, columns).unwrap(), 11);
        samples.extend((0..count).map(|_| puzzles.puzzle()));
    }
    search_by_the_rules(&everyone(), &samples, &Sudoku::empty(Shape::new(4, 4).unwrap()));
}

#[test]
fn exact_covers_are_searched_by_the_rules() {
    let mut random = Pcg64Mcg::seed_from_u64(11);
    let parse = |spec| family::parse(spec).unwrap();
    let mut samples = ["queens:6", "langford:7", "dominoes:4x5"].map(parse).to_vec();
    let size = CoverSize { max_primary: 6, max_options: 13 };
    samples.extend((0..20).map(|k| random_cover(&mut random, size, k % 3 == 0)));
    search_by_the_rules(&exact_covers(), &samples, &parse("latin:9"));
}

#[test]
fn formulas_are_searched_by_the_rules() {
    let mut random = Pcg64Mcg::seed_from_u64(11);
    let parse = |spec| family::formula::parse(spec).unwrap();
    let mut samples = ["random-sat:3:60:250:3", "pigeonhole:6", "queens:6"].map(parse).to_vec();
    samples.extend((0..20).map(|_| projected_formula(&mut random, 8)));
    let everyone: Vec<_> = CNF.iter().flat_map(|entry| with_every_value(entry.about, cnf)).collect();
    search_by_the_rules(&everyone, &samples, &pigeonhole(14));
}

/// Checks what holds for every search. No strategy finishes `endless`.
fn search_by_the_rules<P: Problem>(strategies: &[Configured<P>], samples: &[P], endless: &P) {
    on_all_processors(strategies, |strategy| {
        warm_scratch_equals_cold_and_batch_equals_single(strategy, samples);
        node_limits_are_exact(strategy, &samples[..6]);
        the_same_seed_gives_the_same_search(strategy, &samples[..4]);
        counting_changes_nothing(strategy, &samples[..10]);
        if strategy.about.interruptible && strategy.about.complete {
            a_search_stops_when_told(strategy, endless);
        }
    });
}

/// The parts of an outcome that must not depend on how the strategy is called.
fn essence<P: Problem>(outcome: &Outcome<P>) -> (Option<Stop>, u64, Vec<P::Solution>, Counters) {
    (outcome.stop, outcome.solutions, outcome.kept.clone(), outcome.counters)
}

/// Compares searches that finish and searches that stop at a limit.
fn warm_scratch_equals_cold_and_batch_equals_single<P: Problem>(strategy: &Configured<P>, samples: &[P]) {
    for nodes in [3000, 5] {
        let task = Task { nodes, seed: 5, ..Task::first(3) };
        let cold: Vec<_> = samples.iter().map(|p| essence(&solve(strategy, p, &task))).collect();
        let mut session = strategy.backend.session();
        let mut batch = Vec::new();
        for (round, count) in [samples.len(), 7, samples.len()].into_iter().enumerate() {
            // The batch still holds the outcomes of the previous round.
            session.run(&samples[..count], &task, &mut batch);
            let warm: Vec<_> = batch.iter().map(essence).collect();
            assert_eq!(warm, cold[..count], "{} in round {round}", strategy.spec);
        }
    }
}

fn node_limits_are_exact<P: Problem>(strategy: &Configured<P>, samples: &[P]) {
    for problem in samples {
        let full = solve(strategy, problem, &Task { nodes: 5000, ..Task::first(2) });
        let nodes = full.counters.nodes;
        for limit in [0, 1, 2, 3, 15, 16, 17, 100, nodes.saturating_sub(1), nodes, nodes + 1] {
            let limit = limit.min(5000);
            let limited = solve(strategy, problem, &Task { nodes: limit, ..Task::first(2) });
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

fn the_same_seed_gives_the_same_search<P: Problem>(strategy: &Configured<P>, samples: &[P]) {
    for (seed, problem) in (0..).zip(samples) {
        let task = Task { nodes: 3000, seed, ..Task::first(2) };
        let [once, again] = [(); 2].map(|()| essence(&solve(strategy, problem, &task)));
        assert_eq!(once, again, "{}", strategy.spec);
    }
}

fn counting_changes_nothing<P: Problem>(strategy: &Configured<P>, samples: &[P]) {
    for problem in samples {
        let kept = solve(strategy, problem, &Task { nodes: 5000, ..Task::first(5) });
        let counted = solve(strategy, problem, &Task { nodes: 5000, keep: 0, ..Task::first(5) });
        assert_eq!(kept.counters, counted.counters, "{}", strategy.spec);
        assert_eq!(kept.solutions, counted.solutions, "{}", strategy.spec);
    }
}

fn a_search_stops_when_told<P: Problem>(strategy: &Configured<P>, endless: &P) {
    let late = Task { time: Some(Duration::from_millis(20)), ..Task::count() };
    assert_eq!(solve(strategy, endless, &late).stop, Some(Stop::Deadline), "{}", strategy.spec);
    let cancelled = Task::count();
    cancelled.cancel.raise();
    assert_eq!(solve(strategy, endless, &cancelled).stop, Some(Stop::Cancelled), "{}", strategy.spec);
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
