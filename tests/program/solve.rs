//! `coverlab solve`: order, sizes, closed pipes and interruptions.

#[cfg(unix)]
use crate::common::interrupted;
use crate::common::{coverlab, file, program, with_input};
use crate::support::{EASY, Fakes, HARD, SOLVED};
use coverlab::cmd::solve::{self, SolveArgs};
use coverlab::support::Exit;
use coverlab::terminal::Terminal;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

const CLASH: &str = "5..5.............................................................................";

#[test]
fn several_puzzles_keep_their_order_and_the_worst_exit_code() {
    let text = format!("# three\n{EASY}\n{CLASH}\n{EASY} again\n").repeat(20);
    let path = file("several", "puzzles.txt", text);
    let path = path.to_str().unwrap();
    let expected = format!("{SOLVED}\nnone\n{SOLVED}\n").repeat(20);
    for threads in ["1", "4"] {
        let run = coverlab(&["solve", path, "--quiet", "--threads", threads]);
        assert_eq!((run.out.as_str(), run.code), (expected.as_str(), Some(1)));
    }
    let all = coverlab(&["solve", path, "--quiet", "--all", "--threads", "4"]);
    assert_eq!(all.out, expected);
}

#[test]
fn a_reader_that_stops_early_is_no_failure() {
    let mut command = program();
    command.args(["solve", &".".repeat(81), "--all"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((line.trim_end().len(), err.as_str(), child.wait().unwrap().code()), (81, "", Some(0)));
}

#[cfg(unix)]
#[test]
fn an_interruption_is_exit_code_130() {
    let mut command = program();
    command.args(["solve", &".".repeat(81), "--all"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    // The first solution shows that the search is running.
    out.read_line(&mut String::new()).unwrap();
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    std::io::copy(&mut out, &mut std::io::sink()).unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert!(err.starts_with("error: interrupted: 0 of 1 puzzle answered"), "{err}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[cfg(unix)]
#[test]
fn the_first_interruption_ends_an_uninterruptible_strategy() {
    // The strategy checks limits only between solutions, and this puzzle has none.
    let (out, err, code) =
        interrupted(&["solve", "--strategy", "dlx-rs", "--count", "--family", "langford:14"]);
    assert_eq!((out.as_str(), code), ("", Some(130)), "{err}");
    assert_eq!(err, "error: interrupted: dlx-rs cannot be interrupted between two solutions\n");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_after_an_answer_that_is_missing() {
    // The strategy examines all boards, and finds the second answer first.
    let path = file("missing", "puzzles.txt", format!("{HARD}\n{SOLVED}\n"));
    let arguments = ["solve", path.to_str().unwrap(), "--strategy", "bird-spec", "--threads", "2"];
    let (out, err, code) = interrupted(&arguments);
    let expected = "error: interrupted: 0 of 2 puzzles answered\n";
    assert_eq!((out.as_str(), err.as_str(), code), ("", expected, Some(130)));
}

#[cfg(unix)]
#[test]
fn a_count_that_is_interrupted_gives_the_count_so_far() {
    let nine = ".".repeat(81);
    let free = file("interrupted", "free.cnf", "p cnf 40 1\n1 2 0\n");
    let free = free.to_str().unwrap();
    for arguments in [
        &["solve", "--count", &nine][..],
        &["solve", "--count", &nine, "--strategy", "dlx"],
        &["solve", "--count", "--family", "queens:20"],
        &["solve", "--count", "--family", "queens:20", "--threads", "2"],
        &["solve", "--count", free, "--strategy", "cdcl"],
        &["solve", "--count", "random-sat:3:200:300:1"],
    ] {
        let (out, err, code) = interrupted(arguments);
        let count: u64 = out.strip_suffix("+\n").unwrap_or_else(|| panic!("{out} {err}")).parse().unwrap();
        assert!(count > 0 && code == Some(130), "{arguments:?}: {out} {err}");
        assert!(err.starts_with("error: interrupted: "), "{err}");
        assert!(err.ends_with(&format!("at least {count} solutions\n")), "{err}");
        let json = interrupted(&[arguments, &["--json"]].concat()).0;
        let record: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&record["status"], &record["exact"]), (&"interrupted".into(), &false.into()), "{json}");
        assert!(record["solutions"].as_u64().unwrap() > 0 && record["stop"] == "cancelled", "{json}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_json_answer_has_the_solutions_so_far() {
    for (arguments, lists) in [
        (&["solve", "--json", "--all", "queens:20"][..], true),
        (&["solve", "--json", "--all", &".".repeat(81)], true),
        (&["solve", "--json", "--strategy", "dlx", "pigeonhole:14"], false),
    ] {
        let (out, err, code) = interrupted(arguments);
        let record: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
        assert_eq!((&record["status"], code), (&"interrupted".into(), Some(130)), "{err}");
        let listed = record["listed"].as_array().map(|list| list.len() as u64);
        assert_eq!(
            listed.filter(|count| *count > 0),
            record["solutions"].as_u64().filter(|_| lists),
            "{err}"
        );
    }
}

#[test]
fn auto_reports_the_strategies_it_chose() {
    let many = file("chosen", "many.txt", format!("{EASY}\n").repeat(1000));
    let run = coverlab(&["solve", "--verbose", many.to_str().unwrap()]);
    assert_eq!(run.out, format!("{SOLVED}\n").repeat(1000));
    // The first puzzle may be answered before the program knows that others follow.
    let start = format!("note: {}: auto chose ", many.display());
    let counts = run.err.lines().map(|line| {
        let (strategy, rest) = line.strip_prefix(&start).unwrap().split_once(" for ").unwrap();
        (strategy, rest.split(' ').next().unwrap().parse::<u64>().unwrap())
    });
    let counts: Vec<_> = counts.collect();
    assert_eq!(counts.iter().map(|(_, puzzles)| puzzles).sum::<u64>(), 1000, "{}", run.err);
    assert!(counts.iter().any(|&(strategy, puzzles)| strategy == "lockstep" && puzzles > 900), "{}", run.err);
}

#[test]
fn auto_solves_puzzles_of_every_size() {
    for (shape, side) in
        [("1x1", 1), ("1x2", 2), ("1x7", 7), ("2x5", 10), ("3x4", 12), ("5x5", 25), ("6x6", 36)]
    {
        let run = with_input(&["solve", "-", "--shape", shape], ".".repeat(side * side).as_bytes());
        assert_eq!(run.code, Some(0), "{shape}: {}", run.err);
    }
}

#[test]
fn wrong_answers_and_panics_are_reported_and_the_work_continues() {
    // The strategy `panics` panics at a puzzle that begins with 8.
    let eight = format!("8{}", ".".repeat(80));
    let path = file("rogues", "puzzles.txt", format!("{EASY}\n{eight}\n{EASY}\n"));
    for (strategy, expected) in
        [("liar", "error\nerror\nerror\n".to_string()), ("panics", format!("{SOLVED}\ncrash\n{SOLVED}\n"))]
    {
        for all in [false, true] {
            let inputs = vec![path.to_str().unwrap().to_string()];
            let strategy = Some(strategy.to_string());
            let arguments =
                SolveArgs { inputs, strategy, all, unique: !all, threads: 1, ..SolveArgs::default() };
            let output = path.with_extension("out");
            let open = || Box::new(File::create(&output).unwrap()) as Box<_>;
            let exit = solve::run_with(&arguments, &Terminal::SILENT, &Fakes, &open).unwrap();
            let written = std::fs::read_to_string(&output).unwrap();
            assert_eq!((&written, exit), (&expected, Exit::Internal));
        }
    }
}
