//! `coverlab convert`: converts a stream of puzzles from one notation to another.

use super::feed::{self, Feed, ReadOptions, notations};
use super::puzzle_argument;
use super::{Exit, Failure, completions, not_the_input, show_diagnostic};
use clap::Args;
use coverlab_bench::argument::Source;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::output::{self, Safe};
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use coverlab_model::Shape;
use coverlab_model::format::notation::{Notation, Style};
use coverlab_model::format::notations::NOTATIONS;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

const NOTES: &str = "\
gzip and zstd input is decompressed. A malformed puzzle is reported and skipped; the exit code is \
then 3.";

/// The list of notations, followed by the notes.
fn notes() -> String {
    let line = |notation: &Notation| format!("  {:<10}  {}\n", notation, notation.sentence());
    let list: String = NOTATIONS.iter().map(line).collect();
    format!("Notations:\n{list}\n{NOTES}")
}

/// Arguments of `coverlab convert`.
#[derive(Debug, Args)]
#[command(after_long_help = text::help(&notes()))]
pub struct ConvertArgs {
    /// Files of puzzles, corpora (unique-9x9), - for standard input, or puzzles
    #[arg(value_name = "INPUT", required = true, value_parser = puzzle_argument::puzzles(), add = completions::inputs())]
    pub inputs: Vec<String>,
    /// The notation to write
    #[arg(long, value_name = "NOTATION", value_parser = notations())]
    pub to: Notation,
    /// The character for an empty cell [default: that of the notation]
    #[arg(long, value_name = "CHARACTER")]
    pub blank: Option<char>,
    /// The symbols to write [default: those of the input]
    #[arg(long, value_name = "ALPHABET")]
    pub to_symbols: Option<String>,
    /// The file to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Options for reading the input.
    #[command(flatten)]
    pub reading: ReadOptions,
}

/// Runs `coverlab convert`.
///
/// # Errors
/// The input is missing, the blank is a digit, or the output cannot be written.
pub fn run(arguments: &ConvertArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let style = style(arguments)?;
    // An output file that is also an input is rejected before it is truncated.
    let mut out: Box<dyn Write> = match &arguments.output {
        None => Box::new(output::stdout()),
        Some(path) => {
            let options = arguments.reading.options()?;
            let found = arguments.inputs.iter().map(|argument| feed::source(argument, &options));
            let sources: Result<Vec<Source>, Failure> = found.collect();
            Box::new(Safe::new(create(path, &sources?)?))
        }
    };
    let mut out = BufWriter::with_capacity(1 << 16, &mut out);
    // The header goes before the first puzzle, if there is one.
    let mut text = arguments.to.header().to_string();
    let exit = Feed::each(&arguments.inputs, &arguments.reading, terminal, |feed| {
        convert(feed, arguments.to, &style, terminal, &mut text, &mut out)?;
        Ok(feed.exit())
    });
    out.flush()?;
    exit
}

/// The notations that draw the boxes.
const DRAW_BOXES: [&str; 2] = ["boxed", "ss"];

fn style(arguments: &ConvertArgs) -> Result<Style, Failure> {
    let symbols = arguments.to_symbols.as_deref().or(arguments.reading.symbols.as_deref());
    let symbols = feed::symbols(symbols)?;
    if let Some(blank) = arguments.blank {
        let digit = (1..=255).find(|&digit| symbols.symbol(digit) == Some(blank));
        let help = match digit {
            Some(digit) => format!("`{blank}` is the symbol of digit {digit}; . 0 _ * - are free"),
            None if ".0_*-xX".contains(blank) => String::new(),
            None => "readers take . 0 _ * - x for an empty cell".to_string(),
        };
        // Only the writer of small boards may use x and X, which are digits of large ones.
        if !help.is_empty() && !"xX".contains(blank) {
            let what = format!("{blank:?} cannot represent an empty cell");
            return Err(Failure::usage(Diagnostic::error(what).help(help)));
        }
    }
    Ok(Style { symbols, blank: arguments.blank })
}

/// Creates the output file, which must not be one of the inputs.
fn create(path: &Path, inputs: &[Source]) -> Result<File, Failure> {
    for input in inputs {
        if let Source::File(from) = input {
            not_the_input(path, from)?;
        }
    }
    File::create(path).map_err(|e| {
        let what = format!("`{}` cannot be written: {e}", path.display());
        Failure::usage(Diagnostic::error(what).help("give -o a file in a folder that exists"))
    })
}

fn convert(
    feed: &mut Feed,
    to: Notation,
    style: &Style,
    terminal: &Terminal,
    text: &mut String,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut bar = feed.bar();
    let mut unusual = None;
    while let Some(puzzle) = feed.next(&bar)? {
        bar.puzzles(feed.read, || feed.position());
        let shape = puzzle.puzzle.shape();
        if Shape::of_side(shape.side()) != Some(shape) && !DRAW_BOXES.contains(&to.name()) {
            unusual = Some(shape);
        }
        let is_short = style.symbols.side().is_some_and(|side| side < shape.side());
        if !is_short && to.writes(shape, &style.symbols) {
            to.write(&puzzle, style, text);
            out.write_all(text.as_bytes())?;
            text.clear();
            continue;
        }
        feed.read -= 1;
        let refused = feed.refuse(|name| {
            let (place, side) = (format!("{name}:{}", puzzle.line), shape.side());
            if let Some(symbols) = style.symbols.side().filter(|_| is_short) {
                let what =
                    format!("{place}: the alphabet has {symbols} symbols, but the board has side {side}");
                return Diagnostic::error(what).help("give --to-symbols one for each digit");
            }
            let what = format!("{place}: {to} cannot hold a board of side {side}");
            Diagnostic::error(what).help("--to numbers can hold boards of any size")
        });
        if let Some(diagnostic) = refused? {
            bar.suspend(|| show_diagnostic(&diagnostic, terminal));
        }
    }
    drop(bar);
    if let Some(shape) = unusual.filter(|_| !terminal.quiet) {
        let what = format!("{to} does not record the layout of boxes, here {shape}");
        show_diagnostic(
            &Diagnostic::warning(what).help(format!("read it with --shape {shape}, or write --to boxed")),
            terminal,
        );
    }
    Ok(())
}
