//! What is searched: a puzzle, an exact cover or a formula.

use super::Arguments;
use crate::cmd::encode::{bytes, nth};
use crate::cmd::feed::Feed;
use crate::cmd::{Failure, family};
use crate::diagnostic::Diagnostic;
use crate::input;
use crate::terminal::Terminal;
use coverlab_model::family::formula;
use coverlab_model::format::{dimacs, read_cover};
use coverlab_model::{Cnf, ExactCover, Sudoku};
use std::path::Path;

/// An instance of any kind.
pub(super) enum Subject {
    Sudoku(Sudoku),
    ExactCover(ExactCover),
    Cnf(Cnf),
}

impl Subject {
    /// What `argument` means, with its name.
    ///
    /// # Errors
    /// It is missing or malformed.
    pub(super) fn read(
        argument: &str,
        arguments: &Arguments,
        terminal: &Terminal,
    ) -> Result<(String, Subject), Failure> {
        if formula::is_named(argument) && !Path::new(argument).exists() {
            let cnf = formula::parse(argument).map_err(|bad| Failure::usage(family::told(&bad)))?;
            return Ok((argument.to_string(), Subject::Cnf(cnf)));
        }
        if family::is_named(argument) {
            return Ok((argument.to_string(), Subject::ExactCover(family::open(argument)?.problem())));
        }
        let mut input = input::open(argument).map_err(|e| Failure::input(Diagnostic::of(&e)))?;
        let extension = input.extension.clone();
        let malformed = |name: &str, error: &_| Failure::input(Diagnostic::of_input(name, error));
        match extension.as_str() {
            "dlx" | "xc" | "xcc" | "ec" => {
                let text = bytes(&mut input)?;
                let cover = read_cover(&extension, &text).map_err(|error| malformed(&input.name, &error))?;
                Ok((input.name, Subject::ExactCover(cover)))
            }
            "cnf" | "dimacs" => {
                let text = bytes(&mut input)?;
                let cnf = dimacs::read(&text).map_err(|error| malformed(&input.name, &error))?;
                Ok((input.name, Subject::Cnf(cnf)))
            }
            _ => {
                let mut feed = Feed::of(input, &arguments.reading.options()?, true, terminal);
                let puzzle = nth(&mut feed, arguments.puzzle)?;
                let name = match feed.is_literal() {
                    true => "the puzzle".to_string(),
                    false => format!("{}#{}", feed.name, arguments.puzzle),
                };
                Ok((name, Subject::Sudoku(puzzle)))
            }
        }
    }
}
