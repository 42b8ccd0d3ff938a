//! Human solutions and hints.

use crate::error::Error;
use crate::puzzle::Puzzle;
use coverlab_model::step::Instance;
use coverlab_techniques::json::{self, Grade};
use coverlab_techniques::{AppliedStep, Board, Entry, SolveSteps, TECHNIQUES, words};
use serde_json::{Value, json};

/// The steps from a puzzle to its solution, or until no technique applies. With `until` they end with the first one by the
/// technique of that name, if there is one, and `end` is null.
pub(crate) fn explain(
    text: &str,
    techniques: Option<&[String]>,
    until: Option<&str>,
) -> Result<Value, Error> {
    let (board, techniques) = (board(text)?, chosen(techniques)?);
    let mut walk = SolveSteps::new(board, &techniques);
    let mut steps = Vec::new();
    if let Some(name) = until {
        coverlab_techniques::find(name)?;
        steps = walk.until(name);
    }
    let is_reached = steps.last().is_some_and(|taken| Some(taken.technique.about.name) == until);
    let (steps, end) = if is_reached {
        (steps, Value::Null)
    } else {
        let path = walk.into_path(steps);
        let end = json::end(1, &path);
        (path.steps, end)
    };
    let steps = steps.iter().enumerate().map(|(k, taken)| json::step(1, k + 1, taken));
    Ok(json!({ "steps": steps.collect::<Vec<_>>(), "end": end }))
}

/// A hint: the next step, in the detail that the grade allows.
pub(crate) fn hint(text: &str, grade: Grade, techniques: Option<&[String]>) -> Result<Value, Error> {
    let board = board(text)?;
    if let Some(wrong) = board.contradiction() {
        let why = format!("There is no solution: {}.", words::contradiction(&board, wrong));
        return Ok(json::no_hint(1, &why));
    }
    match coverlab_techniques::next(&board, &chosen(techniques)?) {
        Some((technique, step)) => Ok(json::hint(1, grade, &AppliedStep { technique, step, before: board })),
        None if board.is_full() => Ok(json::no_hint(1, "Every cell has a digit.")),
        None => Ok(json::no_hint(1, "No enabled technique applies.")),
    }
}

fn board(text: &str) -> Result<Board, Error> {
    match Puzzle::read(text)?.problem {
        Instance::Sudoku(puzzle) => Board::new(&puzzle).map_err(|refused| Error::new(refused.to_string())),
        _ => Err(Error::new("solving techniques are for Sudokus")),
    }
}

/// The techniques with these names; all techniques if `names` is `None`.
fn chosen(names: Option<&[String]>) -> Result<Vec<&'static Entry>, Error> {
    let Some(names) = names else { return Ok(coverlab_techniques::all()) };
    let known = names.iter().try_for_each(|name| coverlab_techniques::find(name).map(|_| ()));
    known?;
    Ok(TECHNIQUES.iter().filter(|technique| names.iter().any(|name| name == technique.about.name)).collect())
}
