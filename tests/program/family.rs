//! Exact covers on the command line: counts on several threads, lists, random solutions and limits.

use crate::common::coverlab;
use coverlab_model::family::{self, FAMILIES};
use coverlab_model::format::knuth;

fn out(arguments: &str) -> String {
    let words: Vec<&str> = arguments.split(' ').collect();
    let run = coverlab(&words);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{arguments}");
    run.out
}

/// The options of each solution in the output of a command.
fn solutions(text: &str) -> Vec<Vec<&str>> {
    text.split("\n\n").map(|block| block.lines().collect::<Vec<_>>()).filter(|s| !s.is_empty()).collect()
}

#[test]
fn counts_are_the_same_on_any_number_of_threads() {
    for strategy in [
        "auto",
        "dlx",
        "xcc",
        "dancing-cells",
        "bit-cover",
        "mcc",
        "zdd-cover",
        "frontier-cover",
        "algorithm-x",
        "dlx-rs",
    ] {
        for threads in ["1", "3"] {
            let count =
                out(&format!("solve --family queens:8 --count --strategy {strategy} --threads {threads}"));
            assert_eq!(count, "92\n", "{strategy}");
        }
    }
    // A frame one cell wide, which is a cycle.
    let frame = format!("dominoes:##########{}/##########", "/#........#".repeat(20));
    assert_eq!(out(&format!("solve {frame} --count")), "2\n");
}

/// If the first choices prove that no cover exists, the threads have nothing to search.
#[test]
fn threads_end_if_there_is_nothing_to_search() {
    for question in ["--all", "--unique", "--count", "--limit=3"] {
        let run = coverlab(&["solve", "queens:3", "--threads", "2", question]);
        assert_eq!(run.code, Some(1), "{question}: {}{}", run.out, run.err);
    }
}

#[test]
fn a_list_has_every_solution_once() {
    let text = out("solve --family langford:7 --all --threads 2");
    let mut all = solutions(&text);
    assert_eq!(all.len(), 52);
    let few = out("solve --family langford:7 --limit 5 --threads 2");
    assert_eq!(solutions(&few), all[..5]);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 52);
}

#[test]
fn random_solutions_are_valid_and_depend_on_the_seed() {
    let draw = |seed: u64| out(&format!("solve --family queens:8 --random --limit 92 --seed {seed}"));
    let (one, again, other) = (draw(1), draw(1), draw(2));
    assert!(one == again && one != other);
    let mut all = solutions(&one);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 92, "each solution comes once");
}

#[test]
fn generated_files_are_read_again() {
    for spec in ["queens:6", "word-square:ab,ba", "dominating-queens:4x2", "soma"] {
        let text = out(&format!("generate {spec}"));
        assert_eq!(knuth::read(&text).unwrap(), family::parse(spec).unwrap(), "{spec}");
    }
}

#[test]
fn an_uninterruptible_search_is_stopped() {
    let run =
        coverlab(&["solve", "latin:9", "--count", "--strategy", "dlx-rs", "--time-limit", "100ms", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&json["status"], &json["stop"], run.code), (&"timeout".into(), &"deadline".into(), Some(4)));
    // Its first solution would take days, so only the watchdog can end the search.
    let run = coverlab(&["solve", "quasigroup:30:316:1", "--strategy", "dlx-rs", "--time-limit", "200ms"]);
    assert_eq!((run.out.as_str(), run.code), ("timeout\n", Some(4)), "{}", run.err);
    assert_eq!(out("solve queens:8 --count --strategy dlx-rs --time-limit 10min"), "92\n");
    let list = out("solve queens:6 --all --strategy dlx-rs --time-limit 10min");
    assert_eq!(solutions(&list).len(), 4);
}

#[test]
fn families_are_listed() {
    let list = out("list families");
    for family in FAMILIES {
        assert!(list.contains(family.form) && list.contains(family.example), "{}", family.name);
    }
    assert_eq!(out("list families --json").lines().count(), FAMILIES.len());
}
