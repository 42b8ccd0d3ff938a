//! Human solutions in lessons: the strategy `person`, which may have options.
//!
//! `person:unique` may assume that the solution is unique, `person:without=chain/w-wing` omits techniques, and
//! `person:until=x-wing` ends with the first X-wing.

use coverlab_bench::error::Error;
use coverlab_model::{Cell, Sudoku};
use coverlab_techniques::{AppliedStep, Board, Entry, Premise, SolveSteps, supposing};

/// The strategy that stands for a human solution.
pub(super) const PERSON: &str = "person";

/// The techniques of a human solution such as `person:unique` or `person:without=chain/w-wing`; `None` for a search.
pub fn techniques(strategy: &str) -> Option<Vec<&'static Entry>> {
    let (person, options) = strategy.split_once(':').unwrap_or((strategy, ""));
    let mut techniques = match options.split(',').any(|option| option == "unique") {
        true => supposing(Premise::OneSolution),
        false => supposing(Premise::Rules),
    };
    techniques.retain(|technique| !without(strategy).any(|name| name == technique.about.name));
    (person == PERSON).then_some(techniques)
}

/// The techniques that a human solution such as `person:without=chain/w-wing` omits.
fn without(strategy: &str) -> impl Iterator<Item = &str> {
    option(strategy, "without=").unwrap_or_default().split('/').filter(|name| !name.is_empty())
}

/// The technique whose first step ends a human solution such as `person:until=x-wing`.
pub(super) fn until(strategy: &str) -> Option<&str> {
    option(strategy, "until=")
}

fn option<'a>(strategy: &'a str, key: &str) -> Option<&'a str> {
    let (_, options) = strategy.split_once(':')?;
    options.split(',').find_map(|option| option.strip_prefix(key))
}

/// The steps of a human solution of a puzzle; `None` if the strategy is a search.
pub(super) fn solution(strategy: &str, puzzle: &Sudoku) -> Result<Option<Vec<AppliedStep>>, Error> {
    let Some(techniques) = techniques(strategy) else { return Ok(None) };
    for name in without(strategy).chain(until(strategy)) {
        coverlab_techniques::find(name).map_err(|unknown| {
            Error::new(unknown.to_string()).help(unknown.suggestion().unwrap_or_default())
        })?;
    }
    let board = Board::new(puzzle).map_err(|refused| Error::new(refused.to_string()))?;
    let mut solving = SolveSteps::new(board, &techniques);
    Ok(Some(match until(strategy) {
        Some(last) => solving.until(last),
        None => solving.collect(),
    }))
}

/// The number of steps of a human solution, all or those by one technique; or what is open after a number of steps.
pub(super) fn count(path: &[AppliedStep], what: &str, more: &[&str]) -> Option<f64> {
    let by = |name: &str| path.iter().filter(|taken| taken.technique.about.name == name).count();
    let is_technique = coverlab_techniques::find(what).is_ok();
    match more {
        [] if what == "steps" => Some(path.len() as f64),
        [] if is_technique => Some(by(what) as f64),
        [steps, unit] if what == "at" => count_open(path, steps, unit),
        _ => None,
    }
}

/// The open cells of a human solution, or their candidates, after a number of steps or at its end.
fn count_open(path: &[AppliedStep], steps: &str, unit: &str) -> Option<f64> {
    let steps: usize = steps.parse().ok()?;
    let (last, end) = (path.last()?, steps >= path.len());
    let mut board = if end { last.before.clone() } else { path[steps].before.clone() };
    if end {
        last.step.apply(&mut board);
    }
    match unit {
        "blanks" => Some(board.empty() as f64),
        "candidates" => {
            Some(board.empty_cells().map(|cell| board.candidates_of(cell).count()).sum::<usize>() as f64)
        }
        _ => None,
    }
}

/// The step that a moment such as `x-wing:2` names.
pub(super) fn step_named<'a>(path: &'a [AppliedStep], moment: &str) -> Option<&'a AppliedStep> {
    let (name, count) = moment.split_once(':').unwrap_or((moment, "1"));
    let nth = count.parse::<usize>().ok()?.checked_sub(1)?;
    path.iter().filter(|taken| taken.technique.about.name == name).nth(nth)
}

/// The candidate that a step places or removes first, such as `r3c4 ≠ 5`.
pub(super) fn conclusion(taken: &AppliedStep) -> Option<String> {
    let shape = taken.before.layout().shape();
    let (sign, candidate) = match (taken.step.placements.first(), taken.step.removals.first()) {
        (Some(placed), _) => ('=', placed),
        (None, Some(removed)) => ('≠', removed),
        (None, None) => return None,
    };
    Some(format!("{} {sign} {}", Cell::of(shape, candidate.cell), candidate.digit))
}
