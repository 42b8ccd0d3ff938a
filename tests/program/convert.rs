//! `coverlab convert`, `check`, `list corpora` and `help man`.

use crate::common::{coverlab, with_input};
use coverlab_model::format::notation::Notation;
use coverlab_model::format::notations::NOTATIONS;

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
fn the_help_describes_every_notation() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let help = words(&coverlab(&["convert", "--help"]).out);
    for notation in NOTATIONS {
        let line = format!("{notation} {}", notation.sentence());
        assert!(help.contains(&line), "{line}\n{help}");
    }
}
