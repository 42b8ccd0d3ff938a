//! Accepts puzzles as arguments, even if they begin with `-`.

use clap::builder::{StringValueParser, TypedValueParser};
use std::ffi::OsString;

/// Marks a puzzle that begins with `-`. No process argument can contain this character.
const MARK: char = '\0';

/// The commands that accept puzzles as arguments.
pub(crate) const PUZZLE_COMMANDS: [&str; 8] =
    ["solve", "explain", "rate", "trace", "page", "check", "certify", "convert"];

/// Marks each puzzle that begins with `-` among the arguments of a process.
pub(crate) fn marked(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut takes_puzzles = false;
    let mark = |argument: OsString| match argument.to_str() {
        Some(text) if takes_puzzles && is_dashed_puzzle(text) => format!("{MARK}{text}").into(),
        text => {
            takes_puzzles |= text.is_some_and(|text| PUZZLE_COMMANDS.contains(&text));
            argument
        }
    };
    arguments.map(mark).collect()
}

/// Whether an argument that begins with `-` is a puzzle. It must be long enough for a small board, and either no word
/// follows the leading dashes or it consists mostly of dashes and digits.
fn is_dashed_puzzle(text: &str) -> bool {
    let word = text.trim_start_matches('-');
    let blank = |c: &char| c.is_ascii_digit() || "-._*\n".contains(*c);
    let blanks = text.chars().filter(blank).count();
    let is_word = word.starts_with(|c: char| c.is_ascii_lowercase());
    text.starts_with('-')
        && text.len() >= 16
        && (!is_word || 3 * blanks >= 2 * text.len() && !text.contains('='))
}

/// A parser for an argument that may be a marked puzzle.
pub(super) fn puzzles() -> impl TypedValueParser<Value = String> {
    StringValueParser::new().map(|text| text.trim_start_matches(MARK).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_that_begin_with_a_dash_are_not_options() {
        let word = |text: &str| is_dashed_puzzle(text);
        assert!(
            word(&"-".repeat(81)) && word(&format!("-{}", "12-".repeat(5))) && word("--A3-----------------")
        );
        assert!(word("--a-------b-----") && word("-----\n|1-|\n..........."));
        for option in [
            "--hint",
            "--strategy",
            "--time-limit=500ms",
            "-",
            "--",
            "-1",
            "-s",
            "-sbird-bits:prune=fixpoint",
        ] {
            assert!(!word(option), "{option}");
        }
        let line = ["coverlab", "--strategy=------------------", "solve", "-- --------------", "--count"];
        let marks: Vec<bool> = marked(line.into_iter().map(OsString::from))
            .iter()
            .map(|a| a.to_string_lossy().contains(MARK))
            .collect();
        assert_eq!(marks, [false, false, false, true, false]);
    }
}
