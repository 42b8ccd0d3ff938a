//! Traces: limits are respected, and the commands write, check and export them. `trace_corpora.rs` checks the traces of
//! every strategy.

use crate::common::{coverlab, file};
use crate::support::EASY;
use crate::tracing::{bounds, check_trace, checked, sudokus, trace};
use coverlab_model::Task;
use coverlab_model::family::formula;
use coverlab_strategies::all_sudoku;
use coverlab_trace::{Level, RecordOptions, Window};

/// A puzzle from Delord's article, for which heller has to guess.
const HARD: &str = "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........";

fn names() -> impl Iterator<Item = &'static str> {
    all_sudoku().map(|(about, _)| about.name)
}

#[test]
fn input_files_are_not_overwritten() {
    let puzzle = file("same", "puzzle.txt", EASY);
    let trace = puzzle.with_extension("jsonl");
    let [puzzle, trace] = [&puzzle, &trace].map(|path| path.to_str().unwrap());
    assert_eq!(coverlab(&["trace", "heller", puzzle, "--out", trace]).code, Some(0));
    let before = std::fs::read(trace).unwrap();
    for arguments in [
        &["trace", "heller", puzzle, "--out", puzzle][..],
        &["trace", "export", trace, "--to", "csv", "--out", trace],
    ] {
        let run = coverlab(arguments);
        assert!(run.code == Some(2) && run.err.contains("is both read and written"), "{}", run.err);
    }
    assert_eq!(std::fs::read(puzzle).unwrap(), EASY.as_bytes());
    assert!(std::fs::read(trace).unwrap() == before);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let exported =
        crate::common::program().args(["trace", "export", trace, "--to", "csv"]).stdout(writer).output();
    assert_eq!(exported.unwrap().status.code(), Some(0));
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

#[test]
fn the_command_writes_checks_and_exports() {
    let path = file("trace", "delord.jsonl", "");
    let path = path.to_str().unwrap();
    let run = coverlab(&["trace", "delord", EASY, "--out", path]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
    let run = coverlab(&["trace", "check", path]);
    run.answers(0, &["accepted; nodes: 52, solutions: 1"]);

    let run = coverlab(&["trace", "export", path, "--to", "dot"]);
    assert!(run.out.starts_with("digraph search {") && run.out.contains("shape=diamond"), "{}", run.out);
    let run = coverlab(&["trace", "export", path, "--to", "csv"]);
    assert!(run.out.starts_with("line,kind,node,depth,cell,digit,"), "{}", run.out);
    assert!(run.out.contains("suppose that r"), "{}", run.out);
    let profile = format!("{path}.profile");
    let run = coverlab(&["trace", "export", path, "--to", "cp-profiler", "--out", &profile]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let (mut bytes, mut types) = (&std::fs::read(&profile).unwrap()[..], Vec::new());
    while let Some((length, rest)) = bytes.split_first_chunk::<4>() {
        let (message, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        types.push(message[0]);
        bytes = rest;
    }
    assert_eq!((types[0], types.last(), types.len()), (2, Some(&1), 54));
    assert!(types[1..53].iter().all(|kind| *kind == 0));

    let text = std::fs::read_to_string(path).unwrap();
    let wrong = file("trace", "wrong.jsonl", text.replacen("\"kind\":\"remove\"", "\"kind\":\"naked\"", 1));
    let run = coverlab(&["trace", "check", wrong.to_str().unwrap()]);
    run.fails(1, &["wrong.jsonl:3: a naked single", "candidates"]);
}

#[test]
fn the_command_prints_sentences_and_reports_errors() {
    let run = coverlab(&["trace", "hidden-single", EASY, "--words"]);
    assert!(run.out.contains(": the only place in "), "{}", run.out);
    assert!(run.out.contains("as many solutions were found"), "{}", run.out);
    let run = coverlab(&["trace", "dlx-rs", EASY]);
    run.fails(2, &["dlx-rs cannot be traced", "heller"]);
    let run = coverlab(&["trace", "check", "no-such-trace.jsonl"]);
    assert_eq!(run.code, Some(3), "{}", run.err);
    let run = coverlab(&["trace", "export", file("trace", "none", "x\n").to_str().unwrap(), "--to", "dot"]);
    assert_eq!(run.code, Some(3), "{}", run.err);
    let run = coverlab(&["trace", "delord", EASY, "--window", "7..3"]);
    assert_eq!(run.code, Some(2), "{}", run.err);
    let run = coverlab(&["trace", "delord", EASY, "--node-limit", "3"]);
    assert_eq!(run.code, Some(4), "{}", run.err);
    let run = coverlab(&["trace", "heller", HARD, "--max-events", "100"]);
    assert!(run.err.contains("events are left out"), "{}", run.err);
}

#[test]
fn a_trace_of_a_cover_that_splits_models_comes_with_a_warning() {
    let cnf = file("trace", "shown.cnf", "p cnf 3 1\nc p show 1 0\n1 2 3 0\n");
    for (strategy, warns) in [("dlx", true), ("cdcl", false)] {
        let run = coverlab(&["trace", strategy, cnf.to_str().unwrap(), "--all"]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert_eq!(run.err.contains("count as one solution"), warns, "{strategy}: {}", run.err);
    }
}
