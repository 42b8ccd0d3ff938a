//! A family of exact covers as the command line names it: `queens:12`, or `polyominoes:@FILE` for
//! a board and pieces that a file draws.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::error::{Error, nearest};
use crate::input;
use coverlab_model::BadSpec;
use coverlab_model::family::{self, Family, KINDS, formula};
use std::path::Path;

/// The family that `spec` names.
///
/// # Errors
/// There is none of that name, it does not take these numbers, or the file is missing or wrong.
pub fn open(spec: &str) -> Result<Box<dyn Family>, Failure> {
    if let Some(path) = spec.strip_prefix("polyominoes:@") {
        return drawn(path);
    }
    if formula::is_named(spec) {
        let error = Diagnostic::error(format!("{spec} is a formula, not an exact cover"));
        return Err(Failure::usage(error.help(format!("try `coverlab generate {spec} | coverlab sat -`"))));
    }
    family::open(spec).map_err(|bad| Failure::usage(told(&bad)))
}

/// Whether an argument names a family rather than a file or a puzzle.
pub fn is_named(argument: &str) -> bool {
    let name = argument.split(':').next().unwrap_or_default();
    KINDS.iter().any(|kind| kind.name == name) && !Path::new(argument).exists()
}

fn drawn(path: &str) -> Result<Box<dyn Family>, Failure> {
    let file = Path::new(path);
    if !file.exists() {
        return Err(Failure::input(Diagnostic::of(&input::missing(path))));
    }
    let bytes = input::read(file)
        .map_err(|e| Failure::input(Diagnostic::of(&Error::file("read the drawing", file, &e))))?;
    let text = String::from_utf8_lossy(&bytes);
    family::read_drawing(&text).map_err(|error| Failure::input(Diagnostic::of_input(path, &error)))
}

/// What is wrong with a family's name or numbers.
pub fn told(bad: &BadSpec) -> Diagnostic {
    let diagnostic = Diagnostic::error(&bad.what);
    match (nearest(&bad.word, bad.known.iter().map(String::as_str)), &bad.known[..]) {
        (Some(near), _) => diagnostic.help(format!("did you mean `{near}`?")),
        (None, [example]) => diagnostic.help(format!("for example `{example}`")),
        (None, _) => diagnostic.help("`coverlab families` lists the families"),
    }
}
