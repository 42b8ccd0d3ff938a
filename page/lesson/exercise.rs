//! The conditions of an exercise: `clues <= 24, solutions = 1, nodes of dlx < nodes of heller`.
//!
//! Commas separate conditions. A comma before `name=value` belongs to a strategy: parameters have no blanks around `=`, conditions
//! have them. Each side is a number, a fact about the reader's puzzle, or a count of a search.

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
fn check_side(side: &str, counting: &Counting) -> Result<(), Error> {
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
    if counting.strategy(strategy).parse().is_ok_and(|spec| is_strategy(&spec)) {
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

/// Splits the conditions of an exercise. As in web/exercise.js.
fn split(check: &str) -> Vec<&str> {
    let is_parameter = |rest: &str| {
        let name = rest.find(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').unwrap_or(rest.len());
        name > 0
            && rest[name..]
                .strip_prefix('=')
                .is_some_and(|value| value.starts_with(|c: char| !c.is_whitespace()))
    };
    let ends = check.match_indices(',').map(|(at, _)| at).filter(|at| !is_parameter(&check[at + 1..]));
    let mut from = 0;
    ends.chain([check.len()]).map(|end| check[std::mem::replace(&mut from, end + 1)..end].trim()).collect()
}

/// Checks the conditions, and returns them with the strategies that the lesson's names mean.
///
/// # Errors
/// The conditions are malformed, or the solution does not meet them.
pub(super) fn check(check: &str, solution: Option<&str>, counting: &Counting) -> Result<String, Error> {
    let conditions = split(check).into_iter().map(condition).collect::<Result<Vec<_>, _>>()?;
    conditions.iter().try_for_each(|condition| {
        check_side(condition.left, counting)?;
        check_side(condition.right, counting)?;
        check_solutions(condition)
    })?;
    let side = |side: &str| match side.split_once(" of ") {
        Some((what, strategy)) => format!("{what} of {}", counting.strategy(strategy)),
        None => side.to_string(),
    };
    let shown = conditions.iter().map(|one| format!("{} {} {}", side(one.left), one.sign, side(one.right)));
    let shown = shown.collect::<Vec<_>>().join(", ");
    let Some(puzzle) = solution else { return Ok(shown) };
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
    Ok(shown)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn a_comma_between_parameters_separates_no_conditions() {
        let cases = [
            (
                "clues <= 30, starve of dlx < fail of heller",
                vec!["clues <= 30", "starve of dlx < fail of heller"],
            ),
            ("clues = 1,blanks = 2", vec!["clues = 1", "blanks = 2"]),
            (
                "nodes of dlx:heuristic=first,ties=random < 9",
                vec!["nodes of dlx:heuristic=first,ties=random < 9"],
            ),
            (
                "solutions = 1, 5 < nodes of dlx:heuristic=first,ties=random",
                vec!["solutions = 1", "5 < nodes of dlx:heuristic=first,ties=random"],
            ),
        ];
        for (check, conditions) in cases {
            assert_eq!(split(check), conditions);
        }
    }
}
