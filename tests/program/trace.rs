//! Traces: limits and windows are respected. `trace_corpora.rs` checks the traces of every strategy.

use crate::tracing::{bounds, check_trace, checked, sudokus, trace};
use coverlab_model::family::formula;
use coverlab_model::{ExactCoverBuilder, Task};
use coverlab_strategies::all_sudoku;
use coverlab_trace::{Level, RecordOptions, Window};

fn names() -> impl Iterator<Item = &'static str> {
    all_sudoku().map(|(about, _)| about.name)
}

/// More solutions than [`trace_corpora`](crate::trace_corpora) asks for, and parameters.
#[test]
fn traces_of_many_solutions_are_accepted() {
    for family in ["random-sat:3:10:30:2", "pigeonhole:4"] {
        let cnf = formula::parse(family).unwrap();
        for name in names().chain(["cdcl:models=backtrack", "cdcl:learn=no"]) {
            check_trace(name, &cnf, &Task { nodes: 150, ..Task::first(9) });
        }
    }
    let cover = coverlab_model::family::parse("queens:5").unwrap();
    let checked = |name| check_trace(name, &cover, &Task { nodes: 100, ..Task::first(u64::MAX) });
    assert!(names().filter(|name| checked(name)).count() > 5);
}

/// After an option was tried for an item that needs two, later alternatives do without it, and another item may starve.
#[test]
fn a_trace_with_multiplicities_need_not_report_which_options_were_tried() {
    let mut builder = ExactCoverBuilder::named(&["a", "b"], &["c"]);
    builder.multiplicity(0, 2, 2).unwrap();
    for option in [&[0, 1][..], &[0, 2], &[0], &[1, 2]] {
        builder.option(option.iter().copied()).unwrap();
    }
    let (cover, task) = (builder.build(), Task::first(u64::MAX));
    let (lines, ..) = trace("mcc", &cover, &task, bounds(Level::Step)).unwrap();
    assert!(lines.iter().any(|line| line.contains("\"starve\",\"item\":1")), "{}", lines.join("\n"));
    check_trace("mcc", &cover, &task);
}

#[test]
fn past_the_limit_failed_subtrees_are_counted_and_the_path_to_the_solution_is_kept() {
    let puzzles = sudokus("sources", 20);
    let mut collapsed = 0;
    for name in names() {
        for puzzle in &puzzles[..4] {
            let task = Task { nodes: 3000, ..Task::first(1) };
            let Some((_, full, _)) = trace(name, puzzle, &task, bounds(Level::Step)) else { continue };
            if full.left_out > 0 {
                continue;
            }
            for events in [0, 1, 500, 1000] {
                let mut few = bounds(Level::Step);
                few.limits.events = events;
                let (lines, stats, _) = trace(name, puzzle, &task, few).unwrap();
                let accepted = checked(&lines).unwrap_or_else(|e| panic!("{name}, {events}: {e}"));
                assert_eq!(accepted.stats, stats);
                assert_eq!((&stats.counts, stats.nodes), (&full.counts, full.nodes), "{name}");
                assert_eq!(stats.written + stats.left_out, full.written + subtree_lines(&lines), "{name}");
                assert_eq!(
                    lines.iter().any(|line| line.contains("\"kind\":\"solution\"")),
                    full.solutions > 0
                );
                collapsed += stats.left_out;
            }
        }
    }
    assert!(collapsed > 0);
}

/// The number of lines that each stand for a subtree left out.
fn subtree_lines(lines: &[String]) -> u64 {
    lines.iter().filter(|line| line.starts_with("{\"kind\":\"sub\"")).count() as u64
}

#[test]
fn a_long_search_keeps_only_a_path_in_memory() {
    let puzzle = &sudokus("sources", 20)[0];
    let mut few = bounds(Level::Step);
    few.limits.events = 0;
    // The limit ends the search before the solution, so the trace has one path and counts.
    let task = Task { nodes: 1500, ..Task::first(1) };
    let (lines, stats, _) = trace("delord", puzzle, &task, few).unwrap();
    assert_eq!((stats.solutions, stats.nodes), (0, 1500));
    assert!(lines.len() < 1500, "{} lines", lines.len());
    checked(&lines).unwrap();
}

#[test]
fn a_window_is_the_same_part_of_the_full_trace() {
    let puzzle = &sudokus("sources", 20)[0];
    let mut compared = 0;
    for name in names() {
        let task = Task { nodes: 400, ..Task::first(1) };
        let Some((full, stats, _)) = trace(name, puzzle, &task, bounds(Level::Step)) else { continue };
        if stats.nodes < 9 {
            continue;
        }
        let window = Window { first: stats.nodes / 3, last: stats.nodes / 2 };
        let (lines, part, _) =
            trace(name, puzzle, &task, RecordOptions { window: Some(window), ..bounds(Level::Step) })
                .unwrap();
        checked(&lines).unwrap_or_else(|e| panic!("{name}: {e}"));
        let slice = |lines: &[String]| {
            let at = |id| {
                lines
                    .iter()
                    .position(|line| line.starts_with(&format!("{{\"kind\":\"node\",\"id\":{id},")))
                    .unwrap()
            };
            lines[at(window.first)..=at(window.last)].to_vec()
        };
        assert_eq!(slice(&lines), slice(&full), "{name}");
        assert_eq!((part.nodes, part.counts), (stats.nodes, stats.counts), "{name}");
        compared += 1;
    }
    assert!(compared > 0);
}
