//! `coverlab solve` and `coverlab list strategies` with built-in strategies.

#[cfg(unix)]
use crate::common::interrupted;
use crate::common::{coverlab, file, program, with_input};
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

const EASY: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLVED: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
const CLASH: &str = "5..5.............................................................................";
const FOUR: &str = "................";

#[test]
fn a_puzzle_in_a_pipe_is_one_line() {
    let run = coverlab(&["solve", EASY]);
    assert_eq!((run.out, run.err.as_str(), run.code), (format!("{SOLVED}\n"), "", Some(0)));
    let run = with_input(&["solve", "-", "--strategy", "delord"], EASY.as_bytes());
    assert_eq!((run.out, run.code), (format!("{SOLVED}\n"), Some(0)));
}

#[test]
fn a_boxed_solution_has_statistics() {
    let run = coverlab(&["solve", "--boxed", EASY]);
    let drawing = "\
8 1 2 | 7 5 3 | 6 4 9
9 4 3 | 6 8 2 | 1 7 5
6 7 5 | 4 9 1 | 2 8 3
------+-------+------
1 5 4 | 2 3 7 | 8 9 6
3 6 9 | 8 4 5 | 7 2 1
2 8 7 | 1 6 9 | 5 3 4
------+-------+------
5 2 1 | 9 7 4 | 3 6 8
4 3 8 | 5 2 6 | 9 1 7
7 9 6 | 3 1 8 | 4 5 2
solved · auto: digit-lanes · 27 nodes · ";
    assert!(run.out.starts_with(drawing), "{}", run.out);
    let colored = coverlab(&["solve", "--boxed", "--color", "always", EASY]);
    assert!(colored.out.starts_with("\u{1b}[1m8\u{1b}[0m \u{1b}[36m1\u{1b}[0m"), "{}", colored.out);
}

#[test]
fn json_has_exactly_its_keys_in_order() {
    let run = coverlab(&["solve", "--json", EASY, "--strategy", "bird-bits"]);
    let start = format!(
        "{{\"puzzle\":\"{EASY}\",\"strategy\":\"bird-bits\",\"took\":null,\"status\":\"solved\",\
         \"solutions\":1,\"exact\":false,\"solution\":\"{SOLVED}\",\"nodes\":4247,\"stop\":\"enough\",\"solve_cpu_ns\":"
    );
    let rest = run.out.strip_prefix(&start).unwrap_or_else(|| panic!("{}", run.out));
    let end = ",\"source\":\"<argument>\",\"line\":1,\"name\":null}\n";
    assert!(rest.strip_suffix(end).unwrap().bytes().all(|b| b.is_ascii_digit()), "{rest}");
    let run = coverlab(&["solve", "--json", "--quiet", CLASH]);
    assert!(
        run.out.contains("\"status\":\"none\",\"solutions\":0,\"exact\":true,\"solution\":null,"),
        "{}",
        run.out
    );
    assert!(run.out.contains("\"stop\":null,"), "{}", run.out);
}

#[test]
fn a_solution_of_several_is_reported_as_such() {
    let four = "..343412..434321";
    let run = coverlab(&["solve", four]);
    let note =
        "note: <argument>: solved, one of several solutions, first difference: row 1, column 1: 1 or 2\n";
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("1234341221434321\n", note, Some(0)));
    let drawn = coverlab(&["solve", "--boxed", four]);
    assert!(
        drawn
            .out
            .contains("\nsolved, one of several solutions, first difference: row 1, column 1: 1 or 2 · ")
    );
    let many = "..1......364........58........5.27..72.6...1..4....9.2...16...4.82....51.1.4...7.";
    let lockstep = coverlab(&["solve", "--strategy", "lockstep", many]);
    assert!(
        lockstep.err.contains(": solved, one of several solutions, first difference: "),
        "{}",
        lockstep.err
    );
    // No note is printed with --quiet, with --json or for several puzzles.
    assert_eq!(coverlab(&["solve", "--quiet", four]).err, "");
    assert_eq!(coverlab(&["solve", "--json", four]).err, "");
    assert_eq!(with_input(&["solve", "-"], format!("{four}\n{four}\n").as_bytes()).err, "");
    assert_eq!(coverlab(&["solve", EASY]).err, "");
}

#[test]
fn counts_lists_and_uniqueness_are_printed() {
    let output_of = |arguments: &[&str]| {
        let run = coverlab(arguments);
        (run.out, run.code)
    };
    assert_eq!(output_of(&["solve", FOUR, "--count"]), ("288\n".into(), Some(0)));
    assert_eq!(output_of(&["solve", FOUR, "--count", "--limit", "5"]), ("5+\n".into(), Some(0)));
    assert_eq!(output_of(&["solve", EASY, "--count"]), ("1\n".into(), Some(0)));
    assert_eq!(output_of(&["solve", CLASH, "--count"]), ("0\n".into(), Some(1)));
    assert_eq!(output_of(&["solve", EASY, "--unique"]), (format!("{SOLVED}\n"), Some(0)));
    assert_eq!(output_of(&["solve", FOUR, "--unique"]), ("multiple\n".into(), Some(1)));
    let (all, code) = output_of(&["solve", FOUR, "--all"]);
    let lines: std::collections::HashSet<&str> = all.lines().collect();
    assert_eq!((all.lines().count(), lines.len(), code), (288, 288, Some(0)));
    assert_eq!(
        output_of(&["solve", FOUR, "--limit", "3"]).0,
        all.split_inclusive('\n').take(3).collect::<String>()
    );
    assert_eq!(output_of(&["solve", CLASH, "--all"]), ("none\n".into(), Some(1)));
}

#[test]
fn json_lists_solutions() {
    let object = |arguments: &[&str]| -> (serde_json::Value, Option<i32>) {
        let run = coverlab(&[&["solve", "--json"], arguments].concat());
        (serde_json::from_str(&run.out).unwrap_or_else(|e| panic!("{e}: {}{}", run.out, run.err)), run.code)
    };
    let lines = coverlab(&["solve", FOUR, "--all"]).out;
    let first = |count| serde_json::json!(lines.lines().take(count).collect::<Vec<_>>());
    let (all, code) = object(&[FOUR, "--all"]);
    assert_eq!(all["listed"], first(288));
    assert_eq!(
        (&all["solutions"], &all["exact"], &all["solution"]),
        (&288.into(), &true.into(), &all["listed"][0])
    );
    assert_eq!((&all["status"], code), (&"multiple".into(), Some(0)));
    let (three, _) = object(&[FOUR, "--limit", "3"]);
    assert_eq!(three["listed"], first(3));
    assert_eq!((&three["solutions"], &three["exact"]), (&3.into(), &false.into()));
    let (none, code) = object(&[CLASH, "--all", "--quiet"]);
    assert_eq!((&none["listed"], &none["status"], code), (&serde_json::json!([]), &"none".into(), Some(1)));
    assert!(none["solution"].is_null(), "{none}");
    let (covers, _) = object(&["queens:4", "--all"]);
    assert_eq!(covers["listed"].as_array().unwrap().len(), 2);
    assert!(covers["listed"][0].as_array().unwrap().iter().all(serde_json::Value::is_string), "{covers}");
    let formula = file("listed", "two.cnf", "p cnf 2 2\n1 2 0\n-1 -2 0\n");
    let (models, _) = object(&[formula.to_str().unwrap(), "--all"]);
    let mut models: Vec<_> = models["listed"].as_array().unwrap().iter().filter_map(|m| m.as_str()).collect();
    models.sort_unstable();
    assert_eq!(models, ["v -1 2 0", "v 1 -2 0"]);
    assert!(object(&[FOUR, "--count"]).0["listed"].is_null());
}

#[test]
fn solutions_of_several_instances_are_labeled() {
    let out = |arguments: &[&str]| coverlab(&[&["solve"], arguments].concat()).out;
    let (one, two) = (out(&["queens:1", "--all"]), out(&["queens:4", "--all"]));
    assert_eq!(out(&["queens:1", "queens:4", "--all"]), format!("| queens:1\n{one}| queens:4\n{two}"));
    let names = |text: &str| -> Vec<String> {
        text.lines().filter_map(|line| Some(line.strip_prefix("| ")?.to_string())).collect()
    };
    assert_eq!(names(&out(&["queens:3..5"])), ["queens:3", "queens:4", "queens:5"]);
    assert_eq!(out(&["queens:3..5", "--count"]), "0\n2\n10\n");
    let formula = |name: &str| file("apart", name, "p cnf 1 1\n1 0\n").to_str().unwrap().to_string();
    let (a, b) = (formula("a.cnf"), formula("b.cnf"));
    assert_eq!(out(&[&a, &b]), format!("c {a}\nv 1 0\nc {b}\nv 1 0\n"));
}

#[test]
fn a_limit_or_a_stuck_strategy_is_exit_code_4() {
    let run = coverlab(&["solve", EASY, "--node-limit", "10"]);
    assert_eq!((run.out.as_str(), run.code), ("node-limit\n", Some(4)));
    assert_eq!(run.err, "note: <argument>: node limit reached, none found so far\n");
    let run = coverlab(&["solve", &".".repeat(81), "--count", "--time-limit", "50ms"]);
    assert!(run.out.ends_with("+\n"), "{}", run.out);
    assert_eq!(run.code, Some(4));
    let run = coverlab(&["solve", &".".repeat(81), "--count", "--node-limit", "1000", "--json", "--quiet"]);
    assert!(
        run.out.contains("\"status\":\"node-limit\"") && run.out.contains("\"exact\":false"),
        "{}",
        run.out
    );
    let run = coverlab(&["solve", EASY, "--strategy", "hidden-single"]);
    assert_eq!((run.out.as_str(), run.code), ("stuck\n", Some(4)));
    assert_eq!(run.err, "note: <argument>: stuck, 21 of 81 cells filled\n");
}

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
fn an_alphabet_is_read_and_written() {
    let symbols: Vec<char> = "TONYBLAIR".chars().collect();
    let blair = |text: &str| -> String {
        text.chars().map(|c| c.to_digit(10).map_or(c, |d| symbols[d as usize - 1])).collect()
    };
    let run = coverlab(&["solve", &blair(EASY), "--symbols", "TONYBLAIR"]);
    assert_eq!((run.out, run.code), (blair(SOLVED) + "\n", Some(0)));
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
    assert!(err.starts_with("error: interrupted: 0 of 1 puzzles answered"), "{err}");
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

#[test]
fn an_unsupported_instance_does_not_end_a_list() {
    let path = |name: &str, text: &str| file("refused", name, text).to_str().unwrap().to_string();
    let first = path("a.dlx", "a b c\na b\nc\n");
    let twice = path("mult.dlx", "2:2|a b\na b\na\n");
    let last = path("b.dlx", "a b\na\nb\n");
    let inputs = ["solve", "-s", "dlx", "--count", &first, &twice, &last];
    let run = coverlab(&inputs);
    assert_eq!((run.out.as_str(), run.code), ("1\n0+\n1\n", Some(4)), "{}", run.err);
    let what = format!("note: {twice}: unsupported, dlx has no multiplicities");
    assert!(run.err.starts_with(&what) && run.err.contains("auto accepts every instance"), "{}", run.err);
    let run = coverlab(&[&inputs[..], &["--json"]].concat());
    let objects: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let status: Vec<_> = objects.iter().map(|object| object["status"].as_str().unwrap()).collect();
    assert_eq!(status, ["unique", "unsupported", "unique"], "{}", run.out);
    assert_eq!((objects[1]["source"].as_str(), run.code), (Some(twice.as_str()), Some(4)));
    assert_eq!((&objects[1]["solution"], &objects[1]["items"]), (&serde_json::Value::Null, &2.into()));
}

#[test]
fn a_count_of_millions_of_digits_is_printed_at_once() {
    let free = file("long-count", "free.cnf", "p cnf 16000000 0\n");
    let arguments = ["solve", free.to_str().unwrap(), "--count", "-s", "model-count"];
    let run = coverlab(&arguments);
    assert_eq!((run.out.as_str(), run.code), ("2^16000000\n", Some(0)), "{}", run.err);
    let free = file("long-count", "shorter.cnf", "p cnf 300000 0\n");
    let run = coverlab(&["solve", free.to_str().unwrap(), "--count", "-s", "model-count", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&object["count"], &object["exact"]), (&"2^300000".into(), &true.into()), "{}", run.err);
}

#[test]
fn strategies_are_listed_and_explained() {
    let list = coverlab(&["list", "strategies"]);
    assert!(
        list.out.starts_with("Sudoku\n choose another strategy, auto by default\n  auto "),
        "{}",
        list.out
    );
    let (fast, learn) = list.out.split_once("\n to learn from\n").unwrap();
    assert!(fast.contains("\n fast\n") && fast.contains("\n  lockstep "), "{}", list.out);
    assert!(learn.starts_with("  bird-spec ") && learn.contains("\n  bird-bits "), "{}", list.out);
    let one = coverlab(&["list", "strategies", "bird-bits"]);
    assert!(one.out.contains("Richard Bird") && one.out.contains("\nprune=once\n"), "{}", one.out);
    let json = coverlab(&["list", "strategies", "--json"]);
    let names: Vec<String> = json
        .out
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["name"].as_str().unwrap().to_string()
        })
        .collect();
    for name in ["bird", "bird-bits", "delord", "heller", "move-list"] {
        assert_eq!(names.iter().filter(|n| *n == name).count(), 1, "{name} in {names:?}");
    }
    let misspelled = coverlab(&["solve", EASY, "--strategy", "bird-bist"]);
    assert_eq!(
        misspelled.err,
        "error: there is no strategy for Sudoku called `bird-bist`\n |\n = help: did you mean `bird-bits`?\n"
    );
    let parameter = coverlab(&["solve", EASY, "--strategy", "bird-bits:prune=allways"]);
    parameter.fails(2, &["known: once, fixpoint"]);
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

#[test]
fn auto_reports_the_strategy_it_chose() {
    let chosen = |arguments: &[&str]| {
        let run = coverlab(&[&["solve", "--json", "--quiet"], arguments].concat());
        let record = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
        run.out.lines().map(|line| record(line)["took"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(chosen(&[EASY]), ["digit-lanes"]);
    assert_eq!(chosen(&[FOUR]), ["bands"]);
    assert_eq!(chosen(&[&".".repeat(256)]), ["lockstep"]);
    assert_eq!(chosen(&[&".".repeat(625)]), ["sat-auto"]);
    assert_eq!(chosen(&["--family", "queens:8"]), ["bit-cover"]);
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
    let requested = coverlab(&["solve", "-v", "--strategy", "dlx", EASY]);
    assert_eq!(requested.err, "note: <argument>: searched by dlx, as requested\n");
    let cover = coverlab(&["solve", "-v", "--family", "queens:8", "--count"]);
    assert_eq!((cover.out.as_str(), cover.code), ("92\n", Some(0)));
    assert!(cover.err.starts_with("note: queens:8: auto chose "), "{}", cover.err);
}

#[test]
fn auto_solves_puzzles_of_every_size() {
    for (shape, side) in
        [("1x1", 1), ("1x2", 2), ("1x7", 7), ("2x5", 10), ("3x4", 12), ("5x5", 25), ("6x6", 36)]
    {
        let run = with_input(&["solve", "-", "--shape", shape], ".".repeat(side * side).as_bytes());
        assert_eq!(run.code, Some(0), "{shape}: {}", run.err);
    }
    let run = with_input(&["solve", "-", "--count", "--shape", "2x3"], ".".repeat(36).as_bytes());
    assert_eq!((run.out.as_str(), run.code), ("28200960\n", Some(0)));
}

#[test]
fn strategies_to_learn_from_are_named_in_the_help() {
    let help = coverlab(&["solve", "--help"]).out;
    let (_, learn) = help.split_once("to learn from").unwrap();
    let learn = learn.split_once("`coverlab list strategies").unwrap().0;
    assert!(["bird-bits", "delord", "heller", "cdcl"].iter().all(|name| learn.contains(name)), "{help}");
    assert!(!learn.contains("lockstep"), "{help}");
}

#[test]
fn exact_covers_and_formulas_are_solved() {
    let toy = file("others", "toy.dlx", "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n");
    let run = coverlab(&["solve", toy.to_str().unwrap()]);
    assert_eq!((run.out.as_str(), run.code), ("p r x:A y\nq x:A\n", Some(0)));
    let formula = file("others", "two.cnf", "p cnf 2 2\n1 -2 0\n2 0\n");
    let run = coverlab(&["solve", formula.to_str().unwrap()]);
    assert_eq!((run.out.as_str(), run.code), ("v 1 2 0\n", Some(0)));
    let run = with_input(&["solve", "-", "--format", "cnf"], b"p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!((run.out.as_str(), run.code), ("none\n", Some(1)));
    let run = with_input(&["solve", "-", "--format", "cnf"], b"p cnf 1 1\n2 0\n");
    assert_eq!(run.code, Some(3), "{}", run.err);
}
