//! The conditions of an exercise: `clues <= 24, solutions = 1, nodes of dlx < nodes of heller`.
//!
//! Conditions are separated by commas. Each side is a number, a fact about the reader's puzzle, or a count of a search.

use super::count::Counting;
use super::count_comparison::CountComparison;
use coverlab_bench::error::Error;
use coverlab_bench::problem_kind::ProblemKind;
use coverlab_bench::strategy_source::BuiltInStrategies;
use coverlab_model::{Cnf, ExactCover, Spec, Sudoku};

/// Facts about a puzzle that need no strategy.
const FACTS: [&str; 3] = ["clues", "blanks", "cells"];

/// The strategy that counts solutions.
const COUNTER: &str = "dlx";

fn condition(words: &str) -> Result<CountComparison<'_>, Error> {
    CountComparison::parse(words).ok_or_else(|| {
        let error = Error::new(format!("`{words}` is not a condition"));
        error.help(
            "write `clues <= 24`, `solutions = 1` or `nodes of dlx < nodes of heller`, separated by commas",
        )
    })
}

/// The numbers of a search that a condition may name, besides the kinds of events.
const NUMBERS: [&str; 7] = ["nodes", "depth", "solutions", "items", "options", "variables", "clauses"];

/// Fails if a side is not something that the page can count on the reader's puzzle.
fn check_side(side: &str) -> Result<(), Error> {
    if side.parse::<f64>().is_ok() || FACTS.contains(&side) || side == "solutions" {
        return Ok(());
    }
    let Some((what, strategy)) = side.split_once(" of ") else {
        let error = Error::new(format!("`{side}` cannot be counted"));
        return Err(error.help("write a number, `clues`, `blanks`, `cells`, `solutions` or `nodes of dlx`"));
    };
    if !NUMBERS.contains(&what) && !coverlab_trace::EVENT_KINDS.contains(&what) {
        let error = Error::new(format!("`{what}` of a search cannot be counted"));
        return Err(error.help(format!("write a kind of event such as `fail`, or {}", NUMBERS.join(", "))));
    }
    if strategy.parse().is_ok_and(|spec| is_strategy(&spec)) {
        return Ok(());
    }
    let error = Error::new(format!("there is no strategy `{strategy}`"));
    Err(error.help("`coverlab list strategies` lists the strategies and their parameters"))
}

/// Whether `spec` is a strategy for any kind of problem.
fn is_strategy(spec: &Spec) -> bool {
    Sudoku::configure(&BuiltInStrategies, spec).is_ok()
        || ExactCover::configure(&BuiltInStrategies, spec).is_ok()
        || Cnf::configure(&BuiltInStrategies, spec).is_ok()
}

/// Fails if a condition depends on how many solutions there are beyond two, because a search ends at the second.
fn check_solutions(condition: &CountComparison<'_>) -> Result<(), Error> {
    let CountComparison { left, sign, right } = condition;
    let counts_solutions = |side: &str| side == "solutions" || side.starts_with("solutions of ");
    if !counts_solutions(left) && !counts_solutions(right) {
        return Ok(());
    }
    let holds = |solutions: f64| {
        let value = |side: &str| if counts_solutions(side) { Some(solutions) } else { side.parse().ok() };
        Some(condition.holds(value(left)?, value(right)?))
    };
    let number = [left, right].into_iter().find_map(|side| side.parse().ok()).unwrap_or(0.0);
    let mut more = [number, number + 1.0, f64::INFINITY].into_iter().filter(|&solutions| solutions > 2.0);
    if holds(2.0).is_some() && more.all(|solutions| holds(solutions) == holds(2.0)) {
        return Ok(());
    }
    let error = Error::new(format!("`{left} {sign} {right}` may depend on more than two solutions"));
    Err(error.help("a search ends at the second; write `solutions = 0`, `solutions = 1` or `solutions >= 2`"))
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
    conditions.iter().try_for_each(|condition| {
        check_side(condition.left)?;
        check_side(condition.right)?;
        check_solutions(condition)
    })?;
    let Some(puzzle) = solution else { return Ok(()) };
    for condition in conditions {
        let CountComparison { left, sign, right } = condition;
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
