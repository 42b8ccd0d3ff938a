//! `coverlab convert`, `check`, `list corpora` and `help man`.

use crate::common::{coverlab, file, with_input};
use coverlab_model::format::notation::Notation;
use coverlab_model::format::notations::NOTATIONS;
use std::io::Write;

const EASY: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLVED: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

#[test]
fn converting_there_and_back_restores_the_puzzles() {
    let lines = include_str!("../../experiments/corpora/unique-9x9.txt");
    let plain = with_input(&["convert", "-", "--to", "sdm", "--blank", "."], lines.as_bytes()).out;
    assert_eq!(plain.lines().count(), 200);
    for notation in NOTATIONS.iter().map(Notation::name) {
        let there = with_input(&["convert", "-", "--to", notation], plain.as_bytes());
        assert_eq!((there.err.as_str(), there.code), ("", Some(0)), "{notation}");
        let back = with_input(&["convert", "-", "--to", "line"], there.out.as_bytes());
        assert_eq!((back.out, back.err.as_str()), (plain.clone(), ""), "{notation}");
    }
}

#[test]
fn an_alphabet_that_is_too_short_leaves_no_digit_out() {
    for notation in NOTATIONS.iter().map(Notation::name) {
        let run = coverlab(&["convert", EASY, "--to", notation, "--to-symbols", "ABC"]);
        assert!(run.code == Some(3) && run.err.contains("alphabet has 3 symbols"), "{notation}: {}", run.err);
        assert!(!run.out.contains(['A', 'B']), "{notation}: {}", run.out);
    }
}

#[test]
fn a_notation_that_lacks_symbols_is_refused() {
    let run = with_input(&["convert", "-", "--to", "sdm"], ["0"; 40 * 40].join(",").as_bytes());
    let error = "<stdin>:1: sdm cannot hold a board of side 40\n |\n = help: --to numbers can hold boards of any size";
    assert!(run.code == Some(3) && run.err.contains(error), "{}", run.err);
}

#[test]
fn an_unusual_box_layout_is_reported() {
    let made = coverlab(&["generate", "--shape", "3x2", "--minimal", "--tries", "5000", "--seed", "4"]).out;
    assert!(made.contains("read them with --shape 3x2") && made.contains("--tries 5000 --seed 4"), "{made}");
    let puzzle =
        made.lines().find(|line| !line.starts_with('#')).and_then(|line| line.split(':').next()).unwrap();
    let line = coverlab(&["convert", puzzle, "--shape", "3x2", "--to", "line"]);
    assert!(line.code == Some(0) && line.err.contains("read it with --shape 3x2"), "{}", line.err);
    let boxed = coverlab(&["convert", puzzle, "--shape", "3x2", "--to", "boxed"]);
    assert_eq!((boxed.err.as_str(), boxed.code), ("", Some(0)));
    let back = with_input(&["convert", "-", "--to", "boxed"], boxed.out.as_bytes());
    assert_eq!(back.out, boxed.out);
}

#[test]
fn a_complete_board_has_no_cover_file() {
    let run = coverlab(&["convert", "--to=dlx", SOLVED]);
    assert!(run.code == Some(3) && run.err.contains("the board is complete"), "{}", run.err);
}

#[test]
fn a_formula_keeps_its_models_and_the_variables_that_it_shows() {
    for text in ["p cnf 3 1\n1 2 0\n", "c p show 1 3 0\np cnf 3 1\n1 2 0\n", "c p show 0\np cnf 3 1\n1 2 0\n"]
    {
        let path = file("convert-formula", "formula.cnf", text);
        let run = coverlab(&["convert", path.to_str().unwrap(), "--to", "cnf"]);
        assert_eq!((run.out.as_str(), run.code), (text, Some(0)), "{}", run.err);
    }
}

#[test]
fn the_help_describes_every_notation() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let help = words(&coverlab(&["convert", "--help"]).out);
    for notation in NOTATIONS {
        let line = format!("{notation} {}", notation.sentence());
        assert!(help.contains(&line), "{line}\n{help}");
    }
}

#[test]
fn compressed_files_are_read() {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(format!("{EASY}\n").as_bytes()).unwrap();
    let path = file("convert", "easy.sdm.gz", packer.finish().unwrap());
    let path = path.to_str().unwrap();
    assert_eq!(coverlab(&["solve", path]).out, format!("{SOLVED}\n"));
    let to = file("convert", "easy.ss", "");
    let run = coverlab(&["convert", path, "--to", "ss", "-o", to.to_str().unwrap()]);
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", "", Some(0)));
    assert!(std::fs::read_to_string(&to).unwrap().starts_with("*-----------*\n|8..|"));
    let same = coverlab(&["convert", path, "--to", "ss", "-o", path]);
    assert_eq!(same.code, Some(2), "{}", same.err);
}

#[test]
fn claims_are_checked() {
    let text = format!("{EASY}:1:{SOLVED}\n{EASY}:2+\n{EASY}\n5{}:0 # a lie\n", &EASY[1..]);
    let path = file("convert", "claims.txt", text);
    let run = coverlab(&["check", path.to_str().unwrap(), "--solutions", "1"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].ends_with("claims.txt:2: 2+ solutions claimed, but there is 1"), "{}", lines[0]);
    let last = lines.last().unwrap();
    assert!(last.starts_with("4 puzzles, 5 claims, "), "{last}");
    assert_eq!(run.code, Some(1));
    let right = coverlab(&["check", &format!("{EASY}:1:{SOLVED}")]);
    assert_eq!((right.out.as_str(), right.code), ("1 puzzle, 2 claims, 0 false\n", Some(0)));
}

#[test]
fn list_corpora_describes_a_file() {
    // In the second puzzle rows 1 and 2 are exchanged; the third puzzle equals the first.
    let swapped = format!("{}{}{}", &EASY[9..18], &EASY[..9], &EASY[18..]);
    let path = file("convert", "three.txt", format!("{EASY}\n{swapped}\n{EASY}\n{}\n", ".".repeat(81)));
    let run = coverlab(&["list", "corpora", path.to_str().unwrap()]);
    for line in [
        "puzzles     4",
        "boxes       3x3: 4",
        "clues       0 to 21, median 21",
        "solutions   one: 3, several: 1",
        "different   3 by their cells, 2 up to isomorphism",
    ] {
        assert!(run.out.lines().any(|l| l == line), "{line}\n{}", run.out);
    }
    let list = coverlab(&["list", "corpora"]);
    assert!(list.out.lines().any(|l| l.starts_with("sources") && l.contains(" 8 Sudoku")), "{}", list.out);
}

#[test]
fn manual_pages_are_written() {
    assert!(coverlab(&["help", "man"]).out.contains(".TH coverlab"));
    let folder = file("convert", ".man", "").parent().unwrap().join("man");
    assert_eq!(coverlab(&["help", "man", folder.to_str().unwrap()]).code, Some(0));
    assert!(folder.join("coverlab-convert.1").is_file());
}

#[test]
fn puzzles_and_claims_are_objects_with_json() {
    let text = format!("{EASY}:1:{SOLVED} # good\n{EASY}:2\n");
    let run = with_input(&["convert", "-", "--to", "sdm", "--json"], text.as_bytes());
    let object = |line, name: &str| {
        format!(r#"{{"source":"<stdin>","line":{line},"name":{name},"format":"sdm","text":"{EASY}"}}"#)
    };
    let plain = with_input(&["convert", "-", "--to", "sdm"], EASY.as_bytes()).out;
    let expected =
        [object(1, "\"good\""), object(2, "null")].map(|line| line.replace(EASY, plain.trim_end()) + "\n");
    assert_eq!((run.out, run.code), (expected.concat(), Some(0)), "{}", run.err);
    let run = with_input(&["check", "-", "--json"], text.as_bytes());
    let expected = r#"{"source":"<stdin>","line":1,"name":"good","claim":"solution","verdict":"holds","reason":null}
{"source":"<stdin>","line":1,"name":"good","claim":"solutions","verdict":"holds","reason":null}
{"source":"<stdin>","line":2,"name":null,"claim":"solutions","verdict":"false","reason":"2 solutions claimed, but there is 1"}
"#;
    assert_eq!((run.out.as_str(), run.code), (expected, Some(1)), "{}", run.err);
    let run = coverlab(&["convert", "queens:1", "--to", "dlx", "--json"]);
    assert!(
        run.out.starts_with(r#"{"source":"queens:1","line":null,"name":null,"format":"dlx","text":""#),
        "{}",
        run.out
    );
}
