//! `coverlab lesson`: recomputes every number and claim of the lessons.

use crate::common::{coverlab, file};
use coverlab::lesson::count::Counting;
use coverlab::lesson::{LESSONS, PUZZLES, text};
use std::fs;

/// The smallest WebAssembly module.
const MODULE: &[u8] = b"\0asm\x01\0\0\0";

#[test]
fn the_claims_of_the_lectures_are_true() {
    let counting = Counting::new(PUZZLES).unwrap();
    let counts = [
        // Dancing links on Inkala's grid, until the solution is proved unique.
        ("dlx inkala starve", 160.0),
        ("dlx inkala select options>1", 160.0),
        ("dlx inkala select options=1 item~p", 1739.0),
        ("dlx inkala select options=1 item!p", 660.0),
        ("dlx inkala nodes", 2720.0),
        ("dlx inkala counter backtracks", 160.0),
        ("heller inkala wipe-cell", 1799.0),
        ("heller inkala nodes", 3599.0),
        ("bird:prune=fixpoint inkala nodes", 3599.0),
        ("cdcl inkala conflict", 69.0),
        // The example of Knuth's paper.
        ("dlx knuth nodes", 6.0),
        ("dlx knuth hide", 17.0),
        ("dlx knuth at node:2 hidden", 3.0),
        ("dlx knuth at node:2 in", 2.0),
        ("dlx empty items", 64.0),
        // Bird's staircase.
        ("puzzle wikipedia blanks", 51.0),
        ("bird wikipedia boards 1", 48.7),
        ("bird wikipedia boards 4", 22.2),
        ("bird:prune=fixpoint wikipedia boards last", 0.0),
        ("bird:prune=fixpoint stairs boards 10", 31.1),
        ("dlx stairs starve", 0.0),
        ("bird-spec tiny nodes", 256.0),
        ("puzzle four completions", 4_194_304.0),
        // A formula for which learning pays off, and one for which it does not.
        ("cdcl:learn=no,vsids=no,phase=no,restarts=no six/1 conflict", 6.0),
        ("cdcl:vsids=no,phase=no,restarts=no six/1 conflict", 2.0),
        ("cdcl:learn=no,vsids=no,phase=no,restarts=no nine/1 conflict", 42.0),
        ("cdcl:vsids=no,phase=no,restarts=no nine/1 conflict", 2.0),
        ("cdcl pigeonhole:4 conflict", 7.0),
        // Five strategies on one puzzle: until the first solution, and until the proof of uniqueness.
        ("bird inkala-2010/1 nodes", 197.0),
        ("heller inkala-2010/1 nodes", 53.0),
        ("heller inkala-2010 nodes", 173.0),
        ("delord inkala-2010/1 nodes", 511.0),
        ("delord inkala-2010/1 expand choices>1", 24.0),
        ("delord-fixed inkala-2010/1 nodes", 15_858.0),
        ("move-list inkala-2010/1 nodes", 1487.0),
        ("move-list worst1/1 digits", 5261.0),
        ("heller inkala-2010/1 digits", 494.0),
        ("heller turned/1 nodes", 9.0),
        ("hidden-single inkala-2010 digits", 2.0),
        ("dlx inkala-2010/1 starve", 9.0),
    ];
    for (words, expected) in counts {
        assert_eq!(counting.count(words).unwrap(), expected, "{words}");
    }
    assert_eq!(counting.name("dlx knuth starve:1").unwrap(), "e");
    // The list of moves is not sorted before the first move; all other strategies start with the fewest
    // candidates.
    assert_eq!(counting.name("move-list inkala-2010/1 try:1").unwrap(), "r1c1 = 1");
    assert_eq!(counting.name("delord inkala-2010/1 expand:1").unwrap(), "r6c2");
    assert_eq!(counting.name("hidden-single inkala-2010 hidden:1").unwrap(), "r2c5 = 5");
    assert_eq!(counting.name("cdcl:vsids=no,phase=no,restarts=no six/1 learn:1").unwrap(), "5 ∨ 1");
}

#[test]
fn every_lecture_is_written_and_its_claims_hold() {
    for (name, source) in LESSONS {
        let text = text(source).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!text.contains("{{") && !text.contains("data-claim"), "{name}");
        assert!(text.matches("<data class=\"number\"").count() > 10, "{name}");
        let minutes: u32 = source
            .split("data-minutes=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().parse::<u32>().unwrap())
            .sum();
        assert_eq!(minutes, 45, "{name}");
    }
}

/// Checks that numbers come from the program. A lesson itself contains no number of three digits except years
/// and numbers in clauses and formulas.
#[test]
fn no_number_is_typed() {
    for (name, source) in LESSONS {
        let mut prose = String::new();
        for part in source.split("{{") {
            prose += part.split_once("}}").map_or(part, |(_, rest)| rest);
        }
        let mut words = String::new();
        for part in prose.split('<') {
            words += part.split_once('>').map_or(part, |(_, rest)| rest);
            words.push(' ');
        }
        let numbers = words.split(|c: char| !c.is_ascii_digit()).filter(|digits| digits.len() > 2);
        let typed: Vec<&str> = numbers.filter(|digits| !is_year(digits)).collect();
        assert!(typed.is_empty(), "{name}: {typed:?}");
    }
}

fn is_year(digits: &str) -> bool {
    (1950..2030).contains(&digits.parse().unwrap_or(0))
}

#[test]
fn a_false_claim_is_rejected() {
    for claim in ["dlx knuth nodes = 7", "dlx knuth nodes < 6", "dlx knuth nodes > 6"] {
        let error = text(&format!("<p data-claim=\"{claim}\">so</p>")).unwrap_err();
        assert!(error.to_string().contains("but the numbers are 6 and"), "{error}");
    }
    for wrong in [
        "dlx knuth",
        "dlx knuth apples",
        "dlx nowhere nodes",
        "apples knuth nodes",
        "dlx knuth select apples",
    ] {
        assert!(text(&format!("{{{{{wrong}}}}}")).is_err(), "{wrong}");
    }
    assert!(text("{{dlx knuth nodes").is_err());
}

#[test]
fn a_lecture_is_self_contained() {
    let module = file("lesson", "coverlab.wasm", MODULE);
    let out = module.with_file_name("lesson.html");
    let paths = [module.to_str().unwrap(), out.to_str().unwrap()];
    let run = coverlab(&["lesson", "dancing-links", "--module", paths[0], "--out", paths[1]]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let page = fs::read_to_string(&out).unwrap();
    for word in [
        "src=\"",
        "<link",
        "@import",
        "url(",
        "srcset",
        "<iframe",
        "fetch(",
        "<!-- lesson -->",
        "<!-- title -->",
    ] {
        assert!(!page.contains(word), "{word}");
    }
    assert!(page.contains("default-src 'none'") && page.contains("<title>Dancing links</title>"));
    assert!(page.contains("<script type=\"application/json\" id=\"puzzles\">{"));
    let run = coverlab(&["lesson", "knitting"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("dancing-links"), "{}", run.err);
}
