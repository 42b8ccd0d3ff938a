//! The manners of the command line that need no strategy: help, errors, exit codes.

mod common;

use common::{coverlab, file};

const EASY: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn usage_errors_are_2_and_help_is_0() {
    assert_eq!(coverlab(&[]).code, Some(2));
    assert_eq!(coverlab(&["slove"]).code, Some(2));
    assert_eq!(coverlab(&["solve"]).code, Some(2));
    assert_eq!(coverlab(&["solve", EASY, "--count", "--all"]).code, Some(2));
    assert_eq!(coverlab(&["solve", EASY, "--limit", "0"]).code, Some(2));
    assert_eq!(coverlab(&["solve", EASY, "--time-limit", "soon"]).code, Some(2));
    assert_eq!(coverlab(&["solve", EASY, "--shape", "16x16"]).code, Some(2));
    let help = coverlab(&["--help"]);
    assert_eq!(help.code, Some(0));
    assert!(help.out.contains("Examples:") && help.out.contains("Exit codes:"), "{}", help.out);
    let help = coverlab(&["solve", "--help"]);
    assert!(help.out.contains("puzzle, strategy, took, status, solutions,"), "{}", help.out);
}

#[test]
fn completions_for_a_shell() {
    let run = coverlab(&["completions", "bash"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("-F _coverlab coverlab"), "{}", run.out);
}

#[test]
fn an_unknown_strategy_is_a_usage_error() {
    for arguments in [&["solve", EASY, "--strategy", "kissat-9"][..], &["strategies", "kissat-9"]] {
        let run = coverlab(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
        assert!(run.err.starts_with("error: there is no strategy "), "{}", run.err);
        assert!(run.err.contains(" called `kissat-9`\n"), "{}", run.err);
    }
    assert_eq!(coverlab(&["solve", EASY, "--strategy", "bird:prune"]).code, Some(2));
}

#[test]
fn an_alphabet_with_a_symbol_twice() {
    let run = coverlab(&["solve", EASY, "--symbols", "TONYBLAIT"]);
    let expected = "\
error: `T` stands twice in the alphabet
 --> --symbols:1:9
  |
1 | TONYBLAIT
  |         ^ already the symbol of 1
  |
  = help: give each digit a symbol of its own
";
    assert_eq!((run.err.as_str(), run.code), (expected, Some(2)));
}

#[test]
fn a_missing_file_names_its_neighbour() {
    let path = file("missing", "puzzles.txt", EASY);
    let wrong = path.with_file_name("puzzels.txt");
    let run = coverlab(&["solve", wrong.to_str().unwrap()]);
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""));
    let expected = format!(
        "error: there is no file `{}`\n |\n = help: did you mean `{}`?\n",
        wrong.display(),
        path.display()
    );
    assert_eq!(run.err, expected);
    let run = coverlab(&["solve", path.parent().unwrap().to_str().unwrap()]);
    assert!(run.err.contains("is a folder"), "{}", run.err);
    assert_eq!(run.code, Some(3));
}

#[test]
fn the_experiments_that_are_built_in_are_listed_with_their_questions() {
    let run = coverlab(&["run", "--list"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines.len() >= 10 && run.code == Some(0), "{}", run.out);
    assert!(lines.iter().all(|line| line.contains("  ") && (line.ends_with('?') || line.ends_with('.'))));
    assert!(lines[0].starts_with("sources  "), "{}", lines[0]);
    let json = coverlab(&["run", "--list", "--json"]);
    let first: serde_json::Value = serde_json::from_str(json.out.lines().next().unwrap()).unwrap();
    assert_eq!((&first["name"], json.out.lines().count()), (&"sources".into(), lines.len()));
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_3_and_a_closed_pipe_is_no_error() {
    let puzzles = file("unwritten", "puzzles.txt", format!("{EASY}\n").repeat(3));
    let (puzzles, results) = (puzzles.to_str().unwrap(), puzzles.with_file_name("results"));
    let results = results.to_str().unwrap();
    assert_eq!(coverlab(&["run", "sources", "--out", results, "--no-report", "--fresh"]).code, Some(0));
    for arguments in [
        &["solve", EASY][..],
        &["solve", puzzles],
        &["solve", puzzles, "--count", "--json"],
        &["solve", "--family", "queens:6"],
        &["encode", EASY],
        &["convert", puzzles, "--to", "line"],
        &["check", puzzles],
        &["corpora"],
        &["generate", "--count", "1"],
        &["run", "--list"],
        &["run", "sources", "--out", results, "--no-report"],
        &["run", "sources", "--out", results, "--json"],
        &["export", results],
        &["diff", results, results],
        &["report", results],
        &["strategies"],
        &["families"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["--version"],
        &["solve", "--help"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = common::program().args(arguments).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {err}");
        assert!(err.contains("error: results cannot be written: No space left"), "{arguments:?}: {err}");

        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = common::program().args(arguments).stdout(writer).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), err.contains("cannot be written")),
            (Some(0), false),
            "{arguments:?}: {err}"
        );
    }
}
