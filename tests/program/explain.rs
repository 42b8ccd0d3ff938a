//! `coverlab explain` on hard puzzles, as text and as JSON.

use crate::common::coverlab;

/// A puzzle that needs chains.
const HARD: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

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
