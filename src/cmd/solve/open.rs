//! The inputs of a command line, looked up and, where that is asked for, understood before anything is solved.

use super::Arguments;
use super::kind::Kind;
use crate::cmd::Failure;
use crate::cmd::feed::{self, Feed, Step};
use coverlab_bench::argument::Source;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::input::Input;
use coverlab_bench::terminal::Terminal;
use coverlab_model::format;
use coverlab_model::format::notation::Notation;
use coverlab_model::format::sudoku::Options;

/// A source, and its text from the start if all of it was looked at already.
pub(super) struct Opened {
    pub(super) source: Source,
    understood: Option<Input>,
}

impl Opened {
    /// `source`; where nothing is to be solved before all of it is understood, read to its end.
    ///
    /// # Errors
    /// That is asked for, and there is a place that is not understood.
    pub(super) fn new(source: Source, arguments: &Arguments, terminal: &Terminal) -> Result<Opened, Failure> {
        if !arguments.fail_fast || matches!(source, Source::Family(_)) {
            return Ok(Opened { source, understood: None });
        }
        let (input, again) = source.open_twice().map_err(|e| Failure::input(Diagnostic::of(&e)))?;
        let understood = match kind(arguments, &input) {
            Kind::Sudoku(notation) => understood(input, again, &options(arguments, notation)?, terminal)?,
            // A file of one instance is not solved in part.
            _ => input,
        };
        Ok(Opened { source, understood: Some(understood) })
    }

    /// Its text from the start.
    ///
    /// # Errors
    /// It cannot be opened.
    pub(super) fn input(&mut self) -> Result<Input, Failure> {
        match self.understood.take() {
            Some(input) => Ok(input),
            None => self.source.open().map_err(|e| Failure::input(Diagnostic::of(&e))),
        }
    }
}

/// The kind of problem in `input`.
pub(super) fn kind(arguments: &Arguments, input: &Input) -> Kind {
    arguments.format.unwrap_or_else(|| Kind::of_extension(&input.extension))
}

/// The sources that the arguments name, all looked up before the first is read.
pub(super) fn sources(arguments: &Arguments) -> Result<Vec<Source>, Failure> {
    let options = options(arguments, None)?;
    let source = |argument: &String| match arguments.format {
        Some(Kind::ExactCover | Kind::Cnf | Kind::Families) => {
            Source::of(argument, |_| true).map_err(|e| Failure::input(Diagnostic::of(&e)))
        }
        _ => feed::source(argument, &options),
    };
    arguments.inputs.iter().map(source).collect()
}

/// How puzzles are to be read.
pub(super) fn options(arguments: &Arguments, notation: Option<Notation>) -> Result<Options, Failure> {
    let symbols = feed::symbols(arguments.symbols.as_deref())?;
    Ok(Options { symbols, shape: arguments.shape, notation })
}

/// `again`, if every place of `input`, which is the same text, is understood.
fn understood(input: Input, again: Input, options: &Options, terminal: &Terminal) -> Result<Input, Failure> {
    const CHUNK_BYTES: usize = 1 << 20;
    let mut feed = Feed::of(input, options, true, terminal);
    let mut bar = feed.bar();
    loop {
        while feed.plain(CHUNK_BYTES).is_some() {}
        match feed.step()? {
            Step::Puzzle(_) | Step::Bad(_) => {}
            Step::Wait => {
                bar.puzzles(feed.read, || feed.position());
                feed.wait()?;
            }
            Step::End => return Ok(again),
        }
    }
}

/// The instance of a file that holds one.
pub(super) fn read_one<P>(
    input: &mut Input,
    arguments: &Arguments,
    read: impl Fn(&[u8]) -> Result<P, format::Error>,
) -> Result<P, Failure> {
    let text = input.bytes(arguments.memory_limit).map_err(|e| Failure::input(Diagnostic::of(&e)))?;
    read(&text).map_err(|error| Failure::input(Diagnostic::of_input(&input.name, &error)))
}
