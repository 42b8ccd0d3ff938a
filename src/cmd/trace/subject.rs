//! The problem to trace: a puzzle, an exact cover or a formula.

use super::TraceArgs;
use crate::cmd::Failure;
use crate::cmd::encode::{bytes, nth};
use crate::cmd::family::{self, Members};
use crate::cmd::feed::{self, Feed};
use coverlab_bench::argument::Source;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::terminal::Terminal;
use coverlab_model::format::{dimacs, read_cover};
use coverlab_model::{Cnf, ExactCover, Sudoku};

/// A problem of any kind.
pub(super) enum Subject {
    Sudoku(Sudoku),
    ExactCover(ExactCover),
    Cnf(Cnf),
}

impl Subject {
    /// Reads the problem that `argument` names, and returns it with its name.
    ///
    /// # Errors
    /// The input is missing or malformed.
    pub(super) fn read(
        argument: &str,
        arguments: &TraceArgs,
        terminal: &Terminal,
    ) -> Result<(String, Subject), Failure> {
        let options = arguments.reading.options()?;
        let source = feed::source(argument, &options)?;
        if let Source::Family(_) = &source {
            return member(&Members::of(&source)?, arguments.puzzle);
        }
        let mut input = source.open().map_err(|e| Failure::input(Diagnostic::of(&e)))?;
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
            "families" => member(&Members::read(input)?, arguments.puzzle),
            _ => {
                let mut feed = Feed::of(input, &options, true, terminal);
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

/// Instance `number` of families.
fn member(members: &Members, number: u64) -> Result<(String, Subject), Failure> {
    let spec = members.nth(number)?;
    let subject = match members.formulas {
        true => Subject::Cnf(family::formula(spec)?),
        false => Subject::ExactCover(family::open(spec)?.problem()),
    };
    Ok((spec.to_string(), subject))
}
