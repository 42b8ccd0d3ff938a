//! `coverlab convert`: converts a stream of puzzles from one notation to another, or one instance to a formula or an
//! exact cover.

mod encode;

use crate::support::inputs;
use crate::support::instance::{self, NamedInstance};
use crate::support::puzzle_input::PuzzleInput;
use crate::support::read_options::ReadOptions;
use crate::support::{Exit, Failure, check_not_input, show_diagnostic, unwritable, write_json};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use coverlab_bench::argument::Source;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::output::{self, SafeWriter};
use coverlab_bench::terminal::Terminal;
use coverlab_model::format::line;
use coverlab_model::format::notation::{Notation, Style};
use coverlab_model::format::notations::NOTATIONS;
use coverlab_model::format::sudoku::Puzzle;
use coverlab_model::{Shape, Spec};
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

const NOTES: &str = "\
Input compressed by gzip or zstd is decompressed. A malformed puzzle is reported and skipped; the exit code is \
then 3. The notations line, boxed and sdk keep the names of puzzles.

A puzzle, an exact cover (.dlx, .xc, .xcc, queens:8) or a formula (.cnf, pigeonhole:4) becomes a formula with \
--to cnf and an exact cover with --to dlx. The encodings of a Sudoku, after --encoding:
  minimal, natural, extended, augmented
They take parameters after a colon, as in extended:amo=product,clues=reduced
  amo     encoding of \"at most one\": pairwise, sequential, ladder, bitwise, commander, bimander, \
          product, totalizer
  clues   units: one unit clause per clue; reduced: remove variables that the clues decide
An exact cover has one encoding, `extended` with the parameter `amo`, in which variable k stands for option k. \
A formula has no encoding.

Comments name the variables: `c 5 r1c1=5`; r2b1=5 says that the first minirow of row 2 contains 5. \
`c p show 1 2 … 0` lists the variables that distinguish solutions; `coverlab sat --unique`, `coverlab \
solve --count` and model counters read it.

Examples:
  coverlab convert puzzles.sdk --to line
  coverlab convert puzzles.sdk --to line --json   with the name and the line of each
  coverlab convert unique-9x9 --puzzle 3 --to cnf
  coverlab convert puzzle.txt --to cnf --encoding augmented:clues=reduced
  coverlab convert queens.dlx --to cnf --encoding extended:amo=ladder
  coverlab convert formula.cnf --to dlx
  coverlab convert puzzle.txt --to cnf | coverlab sat --unique --check -";

/// Names of the formats for formulas and exact covers.
const CNF: &str = "cnf";
const DLX: &str = "dlx";

/// The list of notations, followed by the notes.
fn notes() -> String {
    let line = |name: &str, sentence: &str| format!("  {name:<10}  {sentence}\n");
    let list: String = NOTATIONS.iter().map(|notation| line(notation.name(), notation.sentence())).collect();
    let formats = line(CNF, "a formula in DIMACS") + &line(DLX, "an exact cover in Knuth's format");
    format!("Notations and formats:\n{list}{formats}\n{NOTES}")
}

/// The format of the output.
#[derive(Clone, Copy, Debug)]
pub enum OutputFormat {
    /// Sudokus in a notation.
    Notation(Notation),
    /// A formula in DIMACS.
    Formula,
    /// An exact cover in Knuth's format.
    ExactCover,
}

/// A parser for names of notations and formats.
fn targets() -> impl TypedValueParser<Value = OutputFormat> {
    let names = PossibleValuesParser::new(NOTATIONS.iter().map(Notation::name).chain([CNF, DLX]));
    names.try_map(|name| match name.as_str() {
        CNF => Ok(OutputFormat::Formula),
        DLX => Ok(OutputFormat::ExactCover),
        name => name.parse().map(OutputFormat::Notation),
    })
}

/// Arguments of `coverlab convert`.
#[derive(Debug, Args)]
#[command(after_long_help = notes())]
pub struct ConvertArgs {
    /// Files of puzzles, corpora (unique-9x9), - for standard input, or puzzles; with --to cnf and --to dlx also an exact
    /// cover (.dlx, queens:8) or a formula (.cnf, pigeonhole:4)
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<String>,
    /// The notation or format to write
    #[arg(long, value_name = "NOTATION", value_parser = targets())]
    pub to: OutputFormat,
    /// With --to cnf: the encoding, optionally with parameters [default: extended]
    #[arg(long, short, value_name = "SPEC")]
    pub encoding: Option<Spec>,
    /// With --to cnf and --to dlx: the number of the instance in the input, from 1 [default: 1]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub puzzle: Option<u64>,
    /// The character for an empty cell [default: that of the notation]
    #[arg(long, value_name = "CHARACTER", value_parser = blank)]
    pub blank: Option<char>,
    /// Print one JSON object per puzzle or instance
    #[arg(long)]
    pub json: bool,
    /// The file to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Options for reading the input.
    #[command(flatten)]
    pub reading: ReadOptions,
}

/// Parses a character.
fn blank(text: &str) -> Result<char, &'static str> {
    text.parse().map_err(|_| "write one character")
}

/// A puzzle, or another instance, as a JSON object.
#[derive(Serialize)]
struct JsonInstance<'a> {
    source: &'a str,
    line: Option<usize>,
    name: Option<&'a str>,
    format: &'a str,
    /// As it is written without --json.
    text: &'a str,
}

/// Runs `coverlab convert`.
pub fn run(arguments: &ConvertArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let is_formula = matches!(arguments.to, OutputFormat::Formula);
    if arguments.encoding.is_some() && !is_formula {
        return Err(Failure::usage("--encoding applies only to formulas", "add --to cnf to write a formula"));
    }
    if arguments.blank.is_some() && !matches!(arguments.to, OutputFormat::Notation(_)) {
        let what = "--blank applies only to notations of puzzles";
        return Err(Failure::usage(what, "omit --blank, or write a notation such as --to line"));
    }
    match arguments.to {
        OutputFormat::Notation(_) if arguments.puzzle.is_some() => Err(Failure::usage(
            "--puzzle applies only to formulas and exact covers",
            "add --to cnf or --to dlx to write one",
        )),
        OutputFormat::Notation(to) => notation(arguments, to, terminal),
        OutputFormat::Formula | OutputFormat::ExactCover => encoded(arguments, is_formula, terminal),
    }
}

/// Writes puzzles in the notation `to`.
fn notation(arguments: &ConvertArgs, to: Notation, terminal: &Terminal) -> Result<Exit, Failure> {
    let style = style(arguments)?;
    let out = BufWriter::with_capacity(1 << 16, writer(arguments)?);
    // The header goes before the first puzzle, if there is one.
    let text = if arguments.json { String::new() } else { to.header().to_string() };
    let mut writer = NotationWriter { to, style, json: arguments.json, text, out };
    let mut unusual_shape = None;
    let exit =
        PuzzleInput::each_puzzle(&arguments.inputs, &arguments.reading, terminal, |input, bar, puzzle| {
            bar.puzzles(input.read, || input.position());
            let shape = puzzle.puzzle.shape();
            if !records_shape(to, shape) {
                unusual_shape = Some(shape);
            }
            if let Some(diagnostic) = writer.write(input, puzzle)? {
                bar.suspend(|| show_diagnostic(&diagnostic, terminal));
            }
            Ok(Exit::Answered)
        });
    writer.out.flush()?;
    if let Some(shape) = unusual_shape {
        let what = format!("{to} does not record the layout of boxes, here {shape}");
        let warning = Diagnostic::warning(what);
        show_diagnostic(
            &warning.help(format!("read it with --shape {shape}, or write --to boxed")),
            terminal,
        );
    }
    exit
}

/// Writes one instance as a formula or an exact cover.
fn encoded(arguments: &ConvertArgs, is_formula: bool, terminal: &Terminal) -> Result<Exit, Failure> {
    let [input] = arguments.inputs.as_slice() else {
        return Err(Failure::usage(
            "--to cnf and --to dlx convert one instance, but several inputs are given",
            "give one input; --puzzle K selects an instance of it",
        ));
    };
    let NamedInstance { name, source, puzzle, instance } =
        instance::read(input, arguments.puzzle.unwrap_or(1), &arguments.reading, terminal)?;
    let text = match is_formula {
        true => encode::formula(&instance, arguments.encoding.as_ref())?,
        false => encode::exact_cover(&instance, &name, terminal)?,
    };
    let mut out = writer(arguments)?;
    if arguments.json {
        let format = if is_formula { CNF } else { DLX };
        let (line, name) = puzzle.as_ref().map(|(line, name)| (*line, name.as_deref())).unzip();
        let (source, name, text) = (&*source, name.flatten(), text.trim_end());
        write_json(&mut out, &JsonInstance { source, line, name, format, text })?;
    } else {
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// The output. A file that is also an input is rejected before it is truncated.
fn writer(arguments: &ConvertArgs) -> Result<Box<dyn Write>, Failure> {
    let Some(path) = &arguments.out else { return Ok(Box::new(output::stdout())) };
    let options = arguments.reading.options()?;
    let found = arguments.inputs.iter().map(|argument| inputs::source(argument, &options));
    for source in found.collect::<Result<Vec<_>, _>>()? {
        if let Source::File(from) = source {
            check_not_input(path, &from)?;
        }
    }
    let file = File::create(path).map_err(|error| unwritable(path, &error))?;
    Ok(Box::new(SafeWriter::new(file)))
}

/// Whether a puzzle in this notation is read as a board of `shape` without `--shape`.
fn records_shape(notation: Notation, shape: Shape) -> bool {
    match notation.name() {
        "boxed" | "ss" => true,
        "line" | "sdm" | "csv" | "hodoku" => line::shows(shape),
        _ => Shape::of_side(shape.side()) == Some(shape),
    }
}

fn style(arguments: &ConvertArgs) -> Result<Style, Failure> {
    let symbols = arguments.reading.options()?.symbols;
    if let Some(blank) = arguments.blank {
        let digit = (1..=255).find(|&digit| symbols.symbol(digit) == Some(blank));
        let help = match digit {
            Some(digit) => format!("`{blank}` is the symbol of digit {digit}; . 0 _ * - are free"),
            None if ".0_*-xX".contains(blank) => String::new(),
            None => "readers accept . 0 _ * - x for an empty cell".to_string(),
        };
        // Only the writer of small boards may use x and X, which are digits of large ones.
        if !help.is_empty() && !"xX".contains(blank) {
            let what = format!("{blank:?} cannot represent an empty cell");
            return Err(Failure::usage(what, help));
        }
    }
    Ok(Style { symbols, blank: arguments.blank })
}

/// Writes puzzles in a notation.
struct NotationWriter<W: Write> {
    to: Notation,
    style: Style,
    json: bool,
    /// The header, until it is written; then the text of one puzzle.
    text: String,
    out: W,
}

impl<W: Write> NotationWriter<W> {
    /// Writes a puzzle of `input`. Returns the diagnostic of one that the notation cannot hold.
    fn write(&mut self, input: &mut PuzzleInput, puzzle: &Puzzle) -> Result<Option<Diagnostic>, Failure> {
        let NotationWriter { to, style, json, text, out } = self;
        let shape = puzzle.puzzle.shape();
        if !to.writes(shape, &style.symbols) {
            input.read -= 1;
            return input.reject(|name| {
                let (place, side) = (format!("{name}:{}", puzzle.line), shape.side());
                let what = format!("{place}: {to} cannot hold a board of side {side}");
                Diagnostic::error(what).help("--to numbers can hold boards of any size")
            });
        }
        to.write(puzzle, style, text);
        if *json {
            let (source, line, name) = (&*input.name, Some(puzzle.line), puzzle.name.as_deref());
            let text = text.trim_end_matches('\n');
            write_json(out, &JsonInstance { source, line, name, format: to.name(), text })?;
        } else {
            out.write_all(text.as_bytes())?;
        }
        text.clear();
        Ok(None)
    }
}
