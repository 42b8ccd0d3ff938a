//! Sudoku puzzles from an argument, one after the other, for the commands that read them: a bad
//! place is reported and counted, and the others go on.

use super::{Exit, Failure, tell};
use crate::cli;
use crate::diagnostic::Diagnostic;
use crate::input::{self, Input};
use crate::terminal::Terminal;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use coverlab_model::Shape;
use coverlab_model::format::notation::Notation;
use coverlab_model::format::stream::{Stream, Trouble};
use coverlab_model::format::sudoku::{Options, Puzzle};
use coverlab_model::format::symbols::Symbols;
use std::io::Read;

/// How many errors are shown in full; the rest are only counted.
const SHOWN: u64 = 20;

/// How input is to be read.
#[derive(Clone, Debug, Args)]
pub struct Reading {
    /// The notation, where looking at the text would mislead
    #[arg(long, value_name = "NOTATION", value_parser = notations())]
    pub format: Option<Notation>,
    /// The symbols of digits 1, 2, 3, …: TONYBLAIR
    #[arg(long, value_name = "ALPHABET")]
    pub symbols: Option<String>,
    /// Rows and columns of a box: 2x3
    #[arg(long, value_name = "RxC", value_parser = cli::shape)]
    pub shape: Option<Shape>,
    /// Stop at the first place that is not understood
    #[arg(long)]
    pub fail_fast: bool,
}

/// Takes the name of a notation.
pub(super) fn notations() -> impl TypedValueParser<Value = Notation> {
    let names = PossibleValuesParser::new(Notation::ALL.map(Notation::name));
    names.try_map(|name| name.parse::<Notation>())
}

impl Reading {
    /// The same for the readers.
    ///
    /// # Errors
    /// An alphabet that is none.
    pub(super) fn options(&self) -> Result<Options, Failure> {
        let symbols = symbols(self.symbols.as_deref())?;
        Ok(Options { symbols, shape: self.shape, notation: self.format })
    }
}

/// The alphabet asked for.
pub(super) fn symbols(text: Option<&str>) -> Result<Symbols, Failure> {
    let symbols = text.map(Symbols::new).transpose();
    Ok(symbols.map_err(|e| Failure::usage(Diagnostic::of_input("--symbols", &e)))?.unwrap_or_default())
}

/// The puzzles of an input.
pub(super) struct Feed<'a> {
    /// For diagnostics.
    pub(super) name: String,
    stream: Stream<Box<dyn Read + Send>>,
    literal: Option<String>,
    terminal: &'a Terminal,
    fail_fast: bool,
    /// Puzzles read so far.
    pub(super) read: u64,
    /// Places that were not understood.
    pub(super) bad: u64,
}

impl<'a> Feed<'a> {
    /// The puzzles that `argument` means.
    ///
    /// # Errors
    /// It cannot be read, or the options contradict each other.
    pub(super) fn open(argument: &str, reading: &Reading, terminal: &'a Terminal) -> Result<Self, Failure> {
        let options = reading.options()?;
        let input = input::open(argument).map_err(|e| Failure::input(Diagnostic::of(&e)))?;
        Ok(Feed::of(input, &options, reading.fail_fast, terminal))
    }

    /// The puzzles in `input`.
    pub(super) fn of(input: Input, options: &Options, fail_fast: bool, terminal: &'a Terminal) -> Self {
        let Input { name, source, literal, .. } = input;
        let stream = Stream::new(source, options);
        Feed { name, stream, literal, terminal, fail_fast, read: 0, bad: 0 }
    }

    /// The next puzzle. Errors on the way to it are shown.
    ///
    /// # Errors
    /// The input cannot be read on, or is not understood and that is to be the end.
    pub(super) fn next(&mut self) -> Result<Option<Puzzle>, Failure> {
        loop {
            match self.stream.next() {
                None => return self.end(),
                Some(Ok(puzzle)) => {
                    self.read += 1;
                    return Ok(Some(puzzle));
                }
                Some(Err(Trouble::Source(error))) => {
                    let what = format!("{} cannot be read: {error}", self.name);
                    return Err(Failure::input(Diagnostic::error(what)));
                }
                Some(Err(Trouble::Input(error))) => {
                    if let Some(argument) = self.literal.as_ref().filter(|a| input::looks_like_file(a)) {
                        return Err(Failure::input(Diagnostic::of(&input::missing(argument))));
                    }
                    self.refuse(Diagnostic::of_input(&self.name, &error))?;
                }
            }
        }
    }

    /// Counts a puzzle that nothing can be done with, and shows why.
    ///
    /// # Errors
    /// That is to be the end.
    pub(super) fn refuse(&mut self, diagnostic: Diagnostic) -> Result<(), Failure> {
        self.bad += 1;
        if self.fail_fast {
            return Err(Failure::input(diagnostic));
        }
        if self.bad <= SHOWN {
            tell(&diagnostic, self.terminal);
        } else if self.bad == SHOWN + 1 {
            tell(&Diagnostic::note("more errors are counted, not shown"), self.terminal);
        }
        Ok(())
    }

    /// The text of the lines on which `puzzle`, the last one, has `cells`.
    pub(super) fn quote(&self, puzzle: &Puzzle, cells: &[usize]) -> (usize, String) {
        let lines = || cells.iter().map(|&cell| puzzle.place(cell).line);
        let (first, last) = (lines().min().unwrap_or(puzzle.line), lines().max().unwrap_or(puzzle.line));
        (first, self.stream.quote(first, last))
    }

    /// An input without any puzzle is an error.
    fn end(&self) -> Result<Option<Puzzle>, Failure> {
        if self.read > 0 || self.bad > 0 {
            return Ok(None);
        }
        let empty = Diagnostic::error(format!("{}: no puzzle in the input", self.name));
        Err(Failure::input(
            empty.help("give one puzzle a line (a 9x9 puzzle is 81 characters), or a grid row by row"),
        ))
    }

    /// How a command that did its work with the rest ends: places that were not understood are
    /// counted aloud.
    pub(super) fn exit(&self) -> Exit {
        if self.bad == 0 {
            return Exit::Answered;
        }
        // What was shown needs no counting where it was all there is.
        if self.bad == 1 && self.read == 0 {
            return Exit::Input;
        }
        let plural = if self.bad == 1 { "" } else { "s" };
        let what = format!("{}: {} error{plural}, {} went on", self.name, self.bad, puzzles(self.read));
        tell(&Diagnostic::error(what), self.terminal);
        Exit::Input
    }
}

/// `1 puzzle`, `2 puzzles`.
pub(super) fn puzzles(count: u64) -> String {
    if count == 1 { "1 puzzle".to_string() } else { format!("{count} puzzles") }
}
