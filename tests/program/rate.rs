//! `coverlab rate`, as text and as JSON.

use crate::common::coverlab;

/// The puzzle in the Wikipedia article; singles solve it.
const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Arto Inkala's grid of 2012.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn objects(arguments: &[&str]) -> Vec<serde_json::Value> {
    let run = coverlab(&[&["rate", "--json"], arguments].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_measure_is_printed_and_they_differ() {
    let [easy, hard] = [EASY, HARD].map(|puzzle| objects(&["--images", "3", puzzle]).remove(0));
    for rated in [&easy, &hard] {
        for key in ["log10_boards", "techniques", "explainer", "backdoor", "depth", "dead_ends"] {
            assert!(!rated[key].is_null(), "{key} of {rated}");
        }
        for effort in rated["dead_ends"].as_array().unwrap() {
            assert_eq!(effort["images"].as_array().unwrap().len(), 3, "{effort}");
        }
    }
    assert_eq!((&easy["backdoor"]["figure"], &easy["depth"]["figure"]), (&0.into(), &0.into()));
    assert_eq!((&hard["backdoor"]["figure"], &hard["depth"]["figure"]), (&2.into(), &2.into()));
    assert_eq!(easy["explainer"]["whole"], 1.2);
    assert_eq!(hard["explainer"]["whole"], 10.7);
    assert!(easy["techniques"]["hardest"].is_string() && easy["techniques"]["cells_left"] == 0);
    // With the backdoor cells given, singles solve the puzzle.
    let mut given: Vec<char> = HARD.chars().collect();
    let solution: Vec<char> = coverlab(&["solve", HARD]).out.trim().chars().collect();
    for cell in hard["backdoor"]["given"].as_array().unwrap() {
        let at = |key: &str| cell[key].as_u64().unwrap() as usize - 1;
        let at = at("row") * 9 + at("column");
        given[at] = solution[at];
    }
    let given: String = given.into_iter().collect();
    assert_eq!(objects(&["--axes", "depth", &given])[0]["depth"]["figure"], 0);
}

#[test]
fn a_pipe_gets_rows_with_tabs_as_wide_as_their_titles() {
    let run = coverlab(&["rate", "unique-4x4", "--images", "2", "--strategy", "dlx", "--strategy", "bands"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let rows: Vec<Vec<&str>> = run.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 51);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{}", run.out);
    assert_eq!(&rows[0][..3], ["puzzle", "clues", "unique"]);
    assert!(rows[0].contains(&"dead ends dlx") && rows[0].contains(&"median bands"), "{:?}", rows[0]);
    let depth = rows[0].iter().position(|title| *title == "depth").unwrap();
    assert!(rows[1..].iter().all(|row| row[depth].parse::<u32>().is_ok()), "{}", run.out);
    let fewer = coverlab(&["rate", "--axes", "backdoor", EASY]).out;
    assert_eq!(
        fewer,
        format!("puzzle\tclues\tunique\tbackdoor\tname\ttext\n{EASY}\t30\ttrue\t0\t\t{EASY}\n")
    );
}

#[test]
fn rows_are_distinguished_and_measures_are_not_repeated() {
    let run = coverlab(&["rate", "--axes", "depth,depth", EASY, HARD]);
    let rows: Vec<&str> = run.out.lines().collect();
    let expected = [
        "puzzle\tclues\tunique\tdepth\tname\ttext".to_string(),
        format!("{EASY}\t30\ttrue\t0\t\t{EASY}"),
        format!("{HARD}\t21\ttrue\t2\t\t{HARD}"),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn the_same_seed_gives_the_same_images_and_another_others() {
    let of = |seed| coverlab(&["rate", "--axes", "images", "--strategy", "dlx", "--seed", seed, HARD]).out;
    assert_eq!(of("7"), of("7"));
    assert_ne!(of("7"), of("8"));
}

#[test]
fn a_limit_gives_a_lower_bound() {
    let out =
        coverlab(&["rate", "--axes", "dead-ends", "--strategy", "dlx", "--node-limit", "300", HARD]).out;
    assert!(out.lines().nth(1).unwrap().split('\t').nth(3).unwrap().ends_with('+'), "{out}");
}

#[test]
fn puzzles_without_a_unique_solution_are_distinguished() {
    let none = coverlab(&["rate", "11.............."]);
    assert_eq!(none.code, Some(1), "{}", none.err);
    let none = coverlab(&["rate", "--axes", "depth", "12....3........."]);
    none.fails(1, &["no solution"]);
    let several = objects(&["--images", "1", "1..............."]).remove(0);
    assert_eq!(several["unique"], false);
    assert!(several["backdoor"].is_null() && several["depth"].is_null() && several["explainer"].is_null());
    // A search that finds a second solution does not search the whole tree.
    assert!(several["dead_ends"].is_null());
}

#[test]
fn each_puzzle_has_an_object_even_without_a_rating() {
    let clash = format!("55{}", &EASY[2..]);
    let none = format!("531{}", &EASY[3..]);
    let run = coverlab(&["rate", "--json", "--axes", "depth", &clash, &none, EASY]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    let rows: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let texts: Vec<&str> = rows.iter().map(|row| row["puzzle"].as_str().unwrap()).collect();
    assert_eq!(texts, [clash.as_str(), none.as_str(), EASY]);
    assert!(rows[0]["error"].as_str().unwrap().contains("twice"), "{}", rows[0]);
    assert_eq!(rows[1]["error"], "the puzzle has no solution");
    assert!(rows[2]["error"].is_null() && rows[2]["depth"]["figure"] == 0, "{}", rows[2]);
}

#[test]
fn an_input_that_cannot_be_read_has_no_titles() {
    let run = coverlab(&["rate", "no-such-file.txt"]);
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""));
}

#[test]
fn mistakes_are_reported() {
    let axis = coverlab(&["rate", "--axes", "backdor", EASY]);
    axis.fails(2, &["backdoor"]);
    let strategy = coverlab(&["rate", "--strategy", "dxl", EASY]);
    strategy.fails(2, &["dlx"]);
    let silent = coverlab(&["rate", "--strategy", "sat", EASY]);
    silent.fails(2, &["does not report its nodes"]);
    let large = coverlab(&["rate", &".".repeat(6561)]);
    assert_eq!(large.code, Some(4), "{}", large.err);
}
