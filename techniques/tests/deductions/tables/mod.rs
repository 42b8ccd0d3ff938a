//! The tables of README.md: the cases of HoDoKu's library each technique passes, and the share of
//! puzzles the techniques solve. `examples/tables.rs` writes them, and `readme.rs` checks them.
//!
//! Public collections are not part of the project: they are searched in `COVERLAB_CORPORA`, or in
//! `shared/corpora` beside the repository.

#![allow(dead_code, reason = "each user of these takes a part")]
#![allow(unreachable_pub, reason = "a module of tests and of an example")]

pub mod library;
pub mod rates;

use coverlab_techniques::{Premise, TECHNIQUES};
use std::path::{Path, PathBuf};

/// The names of the tables.
pub const NAMES: [&str; 3] = ["library", "committed", "public"];

/// The file with the tables.
pub fn readme() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")
}

/// The folder of public collections.
pub fn public() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpora");
    std::env::var_os("COVERLAB_CORPORA").map_or(beside, PathBuf::from)
}

/// HoDoKu's library, if present.
pub fn library_text() -> Option<String> {
    std::fs::read_to_string(public().join("hodoku/reglib-1.4.txt")).ok()
}

/// A table in Markdown; `None` if its puzzles are missing.
pub fn table(name: &str) -> Option<String> {
    match name {
        "library" => library_text().map(|text| of_library(&text)),
        "committed" => Some(rates::table(&rates::committed())),
        _ => Some(rates::table(&rates::public())).filter(|_| public().join("sudoku9").is_dir()),
    }
}

/// The range of `page` between the marks of a table.
pub fn place(page: &str, name: &str) -> Option<std::ops::Range<usize>> {
    let mark = format!("<!-- table {name} -->\n");
    let begin = page.find(&mark)? + mark.len();
    Some(begin..begin + page[begin..].find("<!-- /table -->")?)
}

/// Formats a row for each technique.
fn of_library(text: &str) -> String {
    let tried = library::tried(text);
    let mut rows = "| technique | codes | cases | passed |\n|---|---|--:|--:|\n".to_string();
    let (mut cases, mut passed) = (0, 0);
    for technique in TECHNIQUES {
        let own: Vec<_> =
            tried.iter().filter(|case| case.technique.about.name == technique.about.name).collect();
        let codes: Vec<_> = library::CASES
            .iter()
            .filter(|(_, name)| *name == technique.about.name)
            .map(|(code, _)| *code)
            .collect();
        let mark = if technique.premise == Premise::OneSolution { " (unique)" } else { "" };
        let good = own.iter().filter(|case| case.passes).count();
        let codes = if codes.is_empty() { "none".to_string() } else { codes.join(", ") };
        rows += &format!("| {}{mark} | {codes} | {} | {good} |\n", technique.about.name, own.len());
        cases += own.len();
        passed += good;
    }
    rows + &format!("| all | | {cases} | {passed} |\n")
}
