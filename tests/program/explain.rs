//! `coverlab explain` and `coverlab list techniques`, as text and as JSON.

use crate::common::{coverlab, with_input};

/// The puzzle in the Wikipedia article; singles solve it.
const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// A puzzle that needs chains.
const HARD: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

#[test]
fn a_solution_is_explained_in_sentences() {
    let run = coverlab(&["explain", EASY]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("1. ") && lines[0].ends_with('.'), "{}", lines[0]);
    assert_eq!(lines.last(), Some(&"Solved."));
    // The output consists of the steps, the board and the end.
    assert!(lines.iter().filter(|line| line.contains(". Hidden single.")).count() > 20);
    assert!(run.out.contains("| 5 3 4 | 6 7 8 | 9 1 2 |"), "{}", run.out);
}

/// A. Inkala's puzzle of 2012, which needs nested forcing chains.
const NETS: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn a_net_takes_twelve_lines_or_its_whole_proof() {
    let [short, full] = [&["explain", NETS][..], &["explain", "--full", NETS]].map(coverlab);
    assert_eq!((short.code, full.code), (Some(0), Some(0)));
    let is_step =
        |line: &&str| line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
    let steps = |out: &str| out.lines().filter(is_step).count();
    assert_eq!(steps(&short.out), steps(&full.out));
    let mut length = 0;
    for line in short.out.lines().take_while(|line| !line.starts_with('+')) {
        length = if is_step(&line) { 1 } else { length + 1 };
        assert!(length <= 12, "{line}");
    }
    assert!(full.out.lines().count() > short.out.lines().count());
    assert!(full.out.contains("\n      Suppose (0) that"), "{}", full.out);
    let note = "steps are abridged; `coverlab explain --full` proves all of them.";
    assert!(short.out.contains(note) && !full.out.contains(note), "{}", short.out);
}

#[test]
fn a_stuck_explanation_names_the_techniques_that_were_skipped() {
    let empty = ".".repeat(256);
    let run = coverlab(&["explain", "--up-to", "nishio", &empty]);
    assert_eq!(run.code, Some(4));
    let skipped = "Skipped because they are too slow on a 16x16 board: franken-fish, mutant-fish, template-set, template-delete and nishio.";
    assert!(run.out.contains(skipped), "{}", run.out);
    let run = coverlab(&["explain", "--up-to", "nishio", "--json", &empty]);
    let end: serde_json::Value = serde_json::from_str(run.out.trim()).unwrap();
    assert_eq!((&end["end"], end["skipped"].as_array().unwrap().len()), (&"stuck".into(), 5));
}

#[test]
fn steps_have_json() {
    let run = coverlab(&["explain", "--json", HARD]);
    let lines: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (end, steps) = lines.split_last().unwrap();
    let expected = if end["end"] == "solved" { 0 } else { 4 };
    assert_eq!(run.code, Some(expected));
    for (k, step) in steps.iter().enumerate() {
        assert_eq!(step["step"], k + 1);
        let count = |key: &str| step[key].as_array().unwrap().len();
        assert!(count("placements") + count("removals") > 0, "{step}");
        assert!(step["sentence"].as_str().unwrap().ends_with('.'));
    }
    let counted: u64 = end["techniques"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(counted, steps.len() as u64);
}

#[test]
fn hints_come_in_three_grades() {
    let hint = |grade: &str| coverlab(&["explain", grade, HARD]).out;
    let (place, rule, step) = (hint("--next=where"), hint("--next=rule"), hint("--next"));
    assert!(place.starts_with("Look at ") && place.lines().count() == 1, "{place}");
    assert!(rule.starts_with(&place) && rule.lines().count() == 2, "{rule}");
    assert!(step.lines().count() > 10, "{step}");
    assert_eq!(coverlab(&["explain", "--next", "rule", HARD]).out, rule);
    let json = coverlab(&["explain", "--json", "--next=where", HARD]).out;
    assert!(json.contains("\"where\"") && !json.contains("technique"), "{json}");
}

#[test]
fn fewer_techniques_solve_less() {
    let run = coverlab(&["explain", "--up-to", "naked-single", HARD]);
    run.answers(4, &["no enabled technique applies"]);
    let run = coverlab(&["explain", "--without", "hidden-singel", EASY]);
    run.fails(2, &["did you mean `hidden-single`?"]);
}

#[test]
fn a_puzzle_without_a_solution_is_reported() {
    let clash = coverlab(&["explain", "11.............."]);
    clash.fails(1, &["1 twice in row 1", "<argument>:1:1"]);
    let numbers = vec!["0 ".repeat(65); 65].join("\n");
    let large = with_input(&["explain", "-"], numbers.as_bytes());
    large.fails(4, &["side 65", "coverlab solve"]);
    let contradictory = coverlab(&["explain", "12.....3........"]);
    contradictory.answers(1, &["3 has no place left in row 1"]);
}

#[test]
fn techniques_are_listed_easiest_first() {
    let run = coverlab(&["list", "techniques"]);
    assert!(run.out.starts_with(" 1  full-house"), "{}", run.out);
    let one = coverlab(&["list", "techniques", "w-wing"]);
    assert!(one.out.contains("Source:"), "{}", one.out);
    assert_eq!(coverlab(&["list", "techniques", "w-wings"]).code, Some(2));
}

#[test]
fn clashing_clues_are_reported_at_the_end_of_the_steps() {
    let clash = "12....3.........";
    let note = coverlab(&["solve", clash]).err;
    let explained = coverlab(&["explain", clash]).out;
    let (_, wrong) = explained.split_once("There is no solution: ").expect("a way that ends");
    assert!(note.contains(wrong.trim_end().trim_end_matches('.')), "{note}\n{explained}");
}

#[test]
fn cells_may_be_dashes_wherever_puzzles_are_accepted() {
    let dashes = "--1---2---3---4-";
    for (arguments, code) in
        [(vec!["explain"], 4), (vec!["rate", "--axes", "techniques"], 0), (vec!["trace", "dlx"], 0)]
    {
        let run = coverlab(&[&arguments[..], &["--", dashes]].concat());
        assert!(
            run.code == Some(code) && !run.err.contains("unexpected argument"),
            "{arguments:?}: {}",
            run.err
        );
    }
}

/// A puzzle whose solution uses a unique rectangle.
const RECTANGLES: &str = "..1..68.25..2....7.....3..16...3.794.7.....5.3..9......5.1......3..6......7..2..6";

/// A puzzle with several solutions, some of which a unique rectangle excludes.
const SEVERAL: &str = ".6..2..4.47...1..9.9.4672....893.7......5......4.16.98...1.5....1.....5...3.9...4";

#[test]
fn uniqueness_is_assumed_on_request() {
    let assumed = |arguments: &[&str]| {
        let run = coverlab(&[&["explain", "--json"], arguments, &[RECTANGLES]].concat());
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out.matches("\"premise\":\"one-solution\"").count()
    };
    assert_eq!(assumed(&[]), 0);
    // At least one step and the end assume a unique solution.
    assert!(assumed(&["--unique"]) >= 2);
    let refused = coverlab(&["explain", "--up-to", "hidden-rectangle", RECTANGLES]);
    refused.fails(2, &["one solution", "--unique"]);
    assert!(coverlab(&["list", "techniques"]).out.contains("(with --unique)"));
    assert!(coverlab(&["list", "techniques", "bug-plus-one"]).out.contains("coverlab explain --unique"));
}

#[test]
fn a_second_solution_is_reported_if_uniqueness_was_assumed() {
    let run = coverlab(&["explain", "--unique", SEVERAL]);
    run.answers(1, &["more than the assumed one"]);
    assert_eq!(coverlab(&["explain", SEVERAL]).code, Some(4));
}

#[test]
fn clashing_clues_have_json() {
    let clash = format!("11{}", &HARD[2..]);
    let lines = |arguments: &[&str]| -> Vec<serde_json::Value> {
        let run = coverlab(&[&["explain", "--json"], arguments, &[&clash]].concat());
        assert_eq!(run.code, Some(1), "{}", run.err);
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let [end] = &lines(&[])[..] else { panic!("one object") };
    assert_eq!((&end["end"], &end["line"]), (&"no-solution".into(), &1.into()));
    assert!(end["wrong"].as_str().unwrap().contains("appears twice"), "{end}");
    let [hint] = &lines(&["--next"])[..] else { panic!("one object") };
    assert!(hint["where"].is_null() && hint["why"].as_str().unwrap().contains("appears twice"), "{hint}");
}
