//! Streams the Sudoku puzzles that an argument names. A malformed puzzle is reported, counted and skipped.

use super::inputs::{argument, for_each_input, source};
use super::progress_bar::Bar;
use super::read_options::{InputKind, ReadOptions};
use super::{Exit, Failure, show_diagnostic};
use coverlab_bench::argument::Source;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::input::{BoundedLines, ByteCounter, Input};
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text::counted;
use coverlab_model::format::stream::{Plain, Stream};
use coverlab_model::format::sudoku::{Options, Puzzle};
use coverlab_model::format::symbols::Symbols;
use std::io::Read;

/// Maximum number of errors shown; the rest are only counted.
const MAX_SHOWN_ERRORS: u64 = 20;

/// The puzzles of an input.
pub(crate) struct PuzzleInput {
    /// The name of the input, for diagnostics.
    pub(crate) name: String,
    stream: Stream<BoundedLines<Box<dyn Read + Send>>>,
    /// The symbols of the digits.
    pub(crate) symbols: Symbols,
    literal: bool,
    counter: ByteCounter,
    terminal: Terminal,
    fail_fast: bool,
    /// Puzzles read so far.
    pub(crate) read: u64,
    /// Puzzles that were rejected so far: malformed, or not writable in the requested notation.
    pub(crate) rejected: u64,
}

/// The result of one read, which never waits for the source.
pub(crate) enum ReadResult {
    Puzzle(Puzzle),
    /// A malformed puzzle, with a diagnostic unless too many were shown.
    Malformed(Option<Diagnostic>),
    /// Nothing until [`PuzzleInput::wait`] has been called.
    Wait,
    /// The end of the input.
    End,
}

impl PuzzleInput {
    /// Does `work` with each puzzle of `arguments`, and returns the worst exit. All arguments are resolved before the
    /// first is read. See [`for_each_input`] for inputs that fail.
    pub(crate) fn each_puzzle(
        arguments: &[String],
        reading: &ReadOptions,
        terminal: &Terminal,
        mut work: impl FnMut(&mut PuzzleInput, &mut Bar, &Puzzle) -> Result<Exit, Failure>,
    ) -> Result<Exit, Failure> {
        let options = reading.options()?;
        let sources: Result<Vec<Source>, Failure> =
            arguments.iter().map(|argument| source(argument, &options)).collect();
        for_each_input(sources?, reading.boards.fail_fast, terminal, |source| {
            let mut input = PuzzleInput::open(&source, reading, terminal)?;
            let (mut bar, mut worst) = (input.bar(), Exit::Answered);
            while let Some(puzzle) = input.next(&bar)? {
                worst = worst.max(work(&mut input, &mut bar, &puzzle)?);
                if worst == Exit::Interrupted {
                    return Ok(worst);
                }
            }
            drop(bar);
            Ok(worst.max(input.exit()))
        })
    }

    fn open(source: &Source, reading: &ReadOptions, terminal: &Terminal) -> Result<Self, Failure> {
        let input = source.open()?;
        if let Some(what) = InputKind::of_input(&input, reading.format).other_than_puzzles() {
            let argument = argument(source);
            let help = format!(
                "to solve: coverlab solve {argument}; to convert: coverlab convert {argument} --to dlx, or --to cnf"
            );
            let what = format!("{} {what}, but this command takes Sudoku puzzles", input.name);
            return Err(Failure::input(what, help));
        }
        Ok(PuzzleInput::of(input, &reading.options()?, reading.boards.fail_fast, terminal))
    }

    /// The puzzles in `input`.
    pub(crate) fn of(input: Input, options: &Options, fail_fast: bool, terminal: &Terminal) -> Self {
        let Input { name, source, literal, counter, .. } = input;
        let stream = Stream::new(BoundedLines::new(source), options);
        let (symbols, terminal) = (options.symbols.clone(), *terminal);
        PuzzleInput { name, stream, symbols, literal, counter, terminal, fail_fast, read: 0, rejected: 0 }
    }

    /// Whether the argument is the text of a puzzle.
    pub(crate) fn is_literal(&self) -> bool {
        self.literal
    }

    /// A progress bar for this input.
    pub(crate) fn bar(&self) -> Bar {
        Bar::of_bytes(self.counter.total, &self.terminal)
    }

    /// Whether the source may still be growing.
    pub(crate) fn may_wait(&self) -> bool {
        self.counter.total.is_none()
    }

    /// How many bytes of the stored source have been read. For a compressed source this is an estimate that assumes
    /// an even compression ratio.
    pub(crate) fn position(&self) -> u64 {
        let (parsed, text) = self.stream.position();
        if text == 0 { 0 } else { (self.counter.read() as f64 * (parsed as f64 / text as f64)) as u64 }
    }

    /// Reads the next puzzle, if that is possible without waiting.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<ReadResult, Failure> {
        match self.stream.ready() {
            Some(Ok(puzzle)) => {
                self.read += 1;
                Ok(ReadResult::Puzzle(puzzle))
            }
            Some(Err(error)) => {
                self.reject(|name| Diagnostic::of_input(name, &error)).map(ReadResult::Malformed)
            }
            None if self.stream.is_over() => Ok(ReadResult::End),
            None => Ok(ReadResult::Wait),
        }
    }

    /// The plain lines that come next; see [`Stream::plain`].
    pub(crate) fn plain(&mut self, max_bytes: usize) -> Option<Plain<'_>> {
        let plain = self.stream.plain(max_bytes)?;
        self.read += plain.puzzles as u64;
        Some(plain)
    }

    /// Waits for more of the source.
    pub(crate) fn wait(&mut self) -> Result<(), Failure> {
        let read = self
            .stream
            .read_on()
            .map_err(|error| Failure::input(format!("{} cannot be read: {error}", self.name), ""));
        read.map(|_| ())
    }

    /// Reads the next puzzle, and shows the errors before it.
    pub(crate) fn next(&mut self, bar: &Bar) -> Result<Option<Puzzle>, Failure> {
        loop {
            match self.step()? {
                ReadResult::Puzzle(puzzle) => return Ok(Some(puzzle)),
                ReadResult::Malformed(Some(diagnostic)) => {
                    bar.suspend(|| show_diagnostic(&diagnostic, &self.terminal));
                }
                ReadResult::Malformed(None) => {}
                ReadResult::Wait => self.wait()?,
                ReadResult::End => return self.fail_if_empty().map(|()| None),
            }
        }
    }

    /// Counts a puzzle that cannot be used, and returns its diagnostic unless too many were shown. Fails with it if the
    /// first such puzzle ends the command.
    pub(crate) fn reject(
        &mut self,
        diagnostic: impl FnOnce(&str) -> Diagnostic,
    ) -> Result<Option<Diagnostic>, Failure> {
        self.rejected += 1;
        if self.fail_fast {
            return Err(Failure::of_instance(Exit::Input, diagnostic(&self.name)));
        }
        Ok((self.rejected <= MAX_SHOWN_ERRORS).then(|| diagnostic(&self.name)))
    }

    /// A warning if `puzzle`, the last one read, has equal clues in a house.
    pub(crate) fn equal_clues_warning(&self, puzzle: &Puzzle) -> Option<Diagnostic> {
        equal_clues_warning(puzzle, &self.symbols, &self.name, |cells| {
            let lines = || cells.iter().map(|&cell| puzzle.place(cell).line);
            let (first, last) = (lines().min().unwrap_or(puzzle.line), lines().max().unwrap_or(puzzle.line));
            (first, self.stream.quote(first, last))
        })
    }

    /// Ends the input.
    pub(crate) fn fail_if_empty(&self) -> Result<(), Failure> {
        if self.read > 0 || self.rejected > 0 {
            return Ok(());
        }
        Err(Failure::input(
            format!("{}: no puzzle in the input", self.name),
            "give one puzzle per line (a 9x9 puzzle is 81 characters), or a grid row by row",
        ))
    }

    /// Reports the number of rejected puzzles, and returns the exit code for them.
    pub(crate) fn exit(&self) -> Exit {
        if self.rejected == 0 {
            return Exit::Answered;
        }
        // If the only puzzle was rejected, its error says enough.
        if self.rejected == 1 && self.read == 0 {
            return Exit::Input;
        }
        let mut errors = counted(self.rejected, "error", "errors");
        if self.rejected > MAX_SHOWN_ERRORS {
            errors += &format!(" ({MAX_SHOWN_ERRORS} of them shown)");
        }
        let what = format!("{}: {errors}, {} processed", self.name, counted_puzzles(self.read));
        show_diagnostic(&Diagnostic::error(what), &self.terminal);
        Exit::Input
    }
}

/// `1 puzzle`, `2 puzzles`.
pub(crate) fn counted_puzzles(count: u64) -> String {
    counted(count, "puzzle", "puzzles")
}

/// A warning if two clues are equal in a house, which is probably a typing error. `quote` returns the lines that hold
/// the cells: the number of the first line, and their text.
pub(crate) fn equal_clues_warning(
    puzzle: &Puzzle,
    symbols: &Symbols,
    source: &str,
    quote: impl FnOnce(&[usize]) -> (usize, String),
) -> Option<Diagnostic> {
    let violation = puzzle.puzzle.check_clues_with(symbols).err()?;
    let marks: Vec<_> = violation.places.iter().map(|&cell| (puzzle.place(cell), "")).collect();
    let (first, text) = quote(&violation.places);
    let warning = Diagnostic::warning(&violation.what).at(source, first, &text, &marks);
    Some(warning.help("equal clues in a house leave no solution"))
}
