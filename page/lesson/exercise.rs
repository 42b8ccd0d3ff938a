//! The conditions of an exercise: `clues <= 24, solutions = 1, nodes of dlx < nodes of heller`.
//!
//! Conditions are separated by commas. Each side is a number, a fact about the reader's puzzle, or a count of a search.

use super::comparison::Comparison;
use super::count::Counting;
use coverlab_bench::error::Error;

/// Facts about a puzzle that need no strategy.
const FACTS: [&str; 3] = ["clues", "blanks", "cells"];

/// The strategy that counts solutions.
const COUNTER: &str = "dlx";

fn condition(words: &str) -> Result<Comparison<'_>, Error> {
    Comparison::parse(words).ok_or_else(|| {
        let error = Error::new(format!("`{words}` is not a condition"));
        error.help(
            "write `clues <= 24`, `solutions = 1` or `nodes of dlx < nodes of heller`, separated by commas",
        )
    })
}

/// A side of a condition as a lesson writes a count.
fn count_words(side: &str, puzzle: &str) -> String {
    if side.parse::<f64>().is_ok() {
        side.to_string()
    } else if FACTS.contains(&side) {
        format!("{side} in {puzzle}")
    } else if side == "solutions" {
        format!("solutions of {COUNTER} on {puzzle}")
    } else {
        format!("{side} on {puzzle}")
    }
}

/// Fails if the conditions are malformed, or the solution does not meet them.
pub(super) fn check(check: &str, solution: Option<&str>, counting: &Counting) -> Result<(), Error> {
    let conditions = check.split(',').map(str::trim).map(condition).collect::<Result<Vec<_>, _>>()?;
    let Some(puzzle) = solution else { return Ok(()) };
    for condition in conditions {
        let Comparison { left, sign, right } = condition;
        let ((a, _), (b, _)) =
            (counting.count(&count_words(left, puzzle))?, counting.count(&count_words(right, puzzle))?);
        if !condition.holds(a, b) {
            return Err(Error::new(format!(
                "the solution is wrong: `{left} {sign} {right}` is {a} {sign} {b}"
            )));
        }
    }
    Ok(())
}
