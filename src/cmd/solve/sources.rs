//! The inputs of a command line, looked up and, where that is asked for, checked before anything is solved.

use super::arguments::{Kind, SolveArgs};
use crate::cmd::Failure;
use crate::cmd::feed::{self, Feed, Step};
use coverlab_bench::argument::Source;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::Error;
use coverlab_bench::input::Input;
use coverlab_bench::terminal::Terminal;
use coverlab_model::format;
use coverlab_model::format::notation::Notation;
use coverlab_model::format::sudoku::Options;

fn failed(error: &Error) -> Failure {
    Failure::input(Diagnostic::of(error))
}

/// A source, and its text from the start if it was checked already.
pub(super) struct Checked {
    pub(super) source: Source,
    input: Option<Input>,
}

impl Checked {
    /// `source`; where nothing is to be solved before all of it is understood, read to its end.
    ///
    /// # Errors
    /// That is asked for, and a place is not understood.
    pub(super) fn new(
        source: Source,
        arguments: &SolveArgs,
        terminal: &Terminal,
    ) -> Result<Checked, Failure> {
        if !arguments.fail_fast || matches!(source, Source::Family(_)) {
            return Ok(Checked { source, input: None });
        }
        let (input, again) = source.open_twice().map_err(|error| failed(&error))?;
        let input = match kind(arguments, &input) {
            Kind::Sudoku(notation) => {
                check(input, &options(arguments, notation)?, terminal)?;
                again
            }
            // A file of one instance is not solved in part.
            _ => input,
        };
        Ok(Checked { source, input: Some(input) })
    }

    /// Its text from the start.
    ///
    /// # Errors
    /// It cannot be opened.
    pub(super) fn input(&mut self) -> Result<Input, Failure> {
        self.input.take().map_or_else(|| self.source.open().map_err(|error| failed(&error)), Ok)
    }
}

/// The kind of problem in `input`.
pub(super) fn kind(arguments: &SolveArgs, input: &Input) -> Kind {
    arguments.format.unwrap_or_else(|| Kind::of_extension(&input.extension))
}

/// The sources that the arguments name, all looked up before the first is read.
pub(super) fn named(arguments: &SolveArgs) -> Result<Vec<Source>, Failure> {
    let options = options(arguments, None)?;
    let source = |argument: &String| match arguments.format {
        Some(Kind::ExactCover | Kind::Cnf | Kind::Families) => {
            Source::of(argument, |_| true).map_err(|error| failed(&error))
        }
        _ => feed::source(argument, &options),
    };
    arguments.inputs.iter().map(source).collect()
}

/// How puzzles are to be read.
pub(super) fn options(arguments: &SolveArgs, notation: Option<Notation>) -> Result<Options, Failure> {
    let symbols = feed::symbols(arguments.symbols.as_deref())?;
    Ok(Options { symbols, shape: arguments.shape, notation })
}

/// Reads `input` to its end.
///
/// # Errors
/// A place is not understood.
fn check(input: Input, options: &Options, terminal: &Terminal) -> Result<(), Failure> {
    const MAX_BLOCK_BYTES: usize = 1 << 20;
    let mut feed = Feed::of(input, options, true, terminal);
    let mut bar = feed.bar();
    loop {
        while feed.plain(MAX_BLOCK_BYTES).is_some() {}
        match feed.step()? {
            Step::Puzzle(_) | Step::Bad(_) => {}
            Step::Wait => {
                bar.puzzles(feed.read, || feed.position());
                feed.wait()?;
            }
            Step::End => return Ok(()),
        }
    }
}

/// The instance of a file that holds one.
pub(super) fn read_one<P>(
    input: &mut Input,
    arguments: &SolveArgs,
    read: impl Fn(&[u8]) -> Result<P, format::Error>,
) -> Result<P, Failure> {
    let text = input.bytes(arguments.memory_limit).map_err(|error| failed(&error))?;
    read(&text).map_err(|error| Failure::input(Diagnostic::of_input(&input.name, &error)))
}
