//! `coverlab encode`: encodes a puzzle as a formula or an exact cover, or one of these as the other.

use super::family::{self, Members};
use super::feed::{self, Feed, ReadOptions};
use super::puzzle_argument;
use super::{Exit, Failure, completions, has_room, show_diagnostic};
use clap::Args;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::input::Input;
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use coverlab_model::encoding::{CnfCover, SudokuCover, SudokuRules};
use coverlab_model::format::{self, dimacs, knuth, read_cover};
use coverlab_model::{BadSpec, Cnf, Encoding, ExactCover, Literal, Spec, Sudoku};
use coverlab_strategies::encodings;
use std::io::{BufWriter, Write};

const NOTES: &str = "\
Encodings of a Sudoku, after --encoding:
  minimal, natural, extended, augmented   a formula in DIMACS
  exact-cover                             Knuth's format, as dancing links take it
The first four take parameters after a colon, as in extended:amo=product,clues=reduced
  amo     encoding of \"at most one\": pairwise, sequential, ladder, bitwise, commander, bimander, \
          product, totalizer
  clues   units: one unit clause per clue; reduced: remove variables that the clues decide

An exact cover (.dlx, .xc, .xcc) becomes a formula in which variable k stands for option k; of the parameters, \
only `amo` applies. A formula (.cnf) becomes an exact cover with one cover per model.

Comments name the variables: `c 5 r1c1=5`; r2b1=5 says that the first minirow of row 2 contains 5. \
`c p show 1 2 … 0` lists the variables that distinguish solutions; `coverlab sat --unique`, `coverlab \
solve --count` and model counters read it.

Examples:
  coverlab encode ....1.....3..34.
  coverlab encode unique-9x9 --puzzle 3
  coverlab encode puzzles.txt --puzzle 3 --encoding augmented:clues=reduced
  coverlab encode queens.dlx --encoding extended:amo=ladder
  coverlab encode puzzle.txt | coverlab sat --unique --check -";

/// Arguments of `coverlab encode`.
#[derive(Debug, Args)]
#[command(after_long_help = text::help(NOTES))]
pub struct EncodeArgs {
    /// A puzzle, a file or a corpus of puzzles (unique-9x9), an exact cover (.dlx, queens:8), a formula
    /// (.cnf, pigeonhole:4), or - for standard input
    #[arg(value_name = "INPUT", value_parser = puzzle_argument::puzzles(), add = completions::inputs())]
    pub input: String,
    /// The encoding, optionally with parameters
    #[arg(long, short, value_name = "SPEC", default_value = "extended")]
    pub encoding: Spec,
    /// The number of the puzzle or instance in the input, from 1
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub puzzle: u64,
    /// Options for reading puzzles.
    #[command(flatten)]
    pub reading: ReadOptions,
}

/// Runs `coverlab encode`.
///
/// # Errors
/// The input is missing or malformed, the encoding is unknown, or the output cannot be written.
pub fn run(arguments: &EncodeArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let options = arguments.reading.options()?;
    let source = feed::source(&arguments.input, &options)?;
    let failed = |e| Failure::input(Diagnostic::of(&e));
    let mut input = source.open().map_err(failed)?;
    let text = match input.extension.as_str() {
        extension @ ("dlx" | "xc" | "xcc" | "ec") => {
            let extension = extension.to_string();
            let text = bytes(&mut input)?;
            let cover = read_cover(&extension, &text);
            of_cover(&cover.map_err(|error| misread(&input, &error))?, &arguments.encoding)?
        }
        "cnf" | "dimacs" => {
            let text = bytes(&mut input)?;
            of_formula(&input.name, &dimacs::read(&text).map_err(|error| misread(&input, &error))?, terminal)?
        }
        "families" => {
            let list = Members::of(&source)?;
            let spec = list.nth(arguments.puzzle)?;
            match list.formulas {
                true => of_formula(spec, &family::formula(spec)?, terminal)?,
                false => of_cover(&family::open(spec)?.problem(), &arguments.encoding)?,
            }
        }
        _ => {
            let mut feed = Feed::of(input, &options, arguments.reading.fail_fast, terminal);
            let puzzle = nth(&mut feed, arguments.puzzle)?;
            let text = of_puzzle(&puzzle, &arguments.encoding)?;
            if feed.bad > 0 {
                return Ok(feed.exit());
            }
            text
        }
    };
    let mut out = BufWriter::new(output::stdout());
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Answered)
}

/// Puzzle `number` of the input, from 1.
pub(super) fn nth(feed: &mut Feed, number: u64) -> Result<Sudoku, Failure> {
    let bar = feed.bar();
    while let Some(puzzle) = feed.next(&bar)? {
        if feed.read == number {
            return Ok(puzzle.puzzle);
        }
    }
    let what = match feed.read {
        0 => format!("there is no puzzle in {}", feed.name),
        read => format!("there is no puzzle {number} in {}: it has {read}", feed.name),
    };
    Err(Failure::input(Diagnostic::error(what).help("coverlab corpora FILE counts puzzles")))
}

fn of_puzzle(puzzle: &Sudoku, spec: &Spec) -> Result<String, Failure> {
    if spec.name == SudokuCover::NAME {
        none_left(&spec.parameters)?;
        has_room(SudokuCover.bound(puzzle))?;
        let cover = SudokuCover.named(puzzle);
        if cover.items() == 0 {
            let what =
                "the board is complete, so the exact cover has no items, which the format cannot express";
            return Err(Failure::input(Diagnostic::error(what).help("the empty set is its only cover")));
        }
        return Ok(knuth::write(&cover));
    }
    let (encoding, rest) = encodings::of_sudoku(&by_parameter(spec)).map_err(|bad| unknown(&bad))?;
    none_left(&rest.parameters)?;
    has_room(encoding.bound(puzzle))?;
    let cnf = encoding.encode(puzzle);
    let mut comments = vec![
        format!("Sudoku of {} clues, boxes of {}, as {spec}", puzzle.clue_count(), puzzle.shape()),
        "r1c2=3: row 1, column 2 contains 3; r1b2=3: in minirow 2 of row 1; c1b2=3: in minicolumn 2 of column 1".to_string(),
    ];
    comments.extend(encoding.names(puzzle).iter().map(|(variable, name)| format!("{variable} {name}")));
    Ok(formula(&cnf, comments))
}

fn misread(input: &Input, error: &format::Error) -> Failure {
    Failure::input(Diagnostic::of_input(&input.name, error))
}

fn of_cover(cover: &ExactCover, spec: &Spec) -> Result<String, Failure> {
    let (encoding, rest) = encodings::of_cover(spec).map_err(|bad| unknown(&bad))?;
    none_left(&rest.parameters)?;
    has_room(encoding.bound(cover))?;
    let cnf = encoding.encode(cover);
    let mut comments =
        vec![format!("exact cover of {} items and {} options", cover.items(), cover.options())];
    comments.extend(
        (0..cover.options() as u32).map(|option| format!("{} {}", option + 1, cover.option_text(option))),
    );
    Ok(formula(&cnf, comments))
}

fn of_formula(name: &str, cnf: &Cnf, terminal: &Terminal) -> Result<String, Failure> {
    has_room(CnfCover.bound(cnf))?;
    if CnfCover.merges(cnf) && !terminal.quiet {
        let what =
            format!("{name}: models that agree on the shown variables (`c p show`) count as one solution");
        let help = "the exact cover may count them separately; `coverlab solve` merges them";
        show_diagnostic(&Diagnostic::warning(what).help(help), terminal);
    }
    let cover = CnfCover.encode(cnf);
    if cover.items() == 0 {
        let what = format!("{name}: a formula without variables and clauses has no exact cover encoding");
        return Err(Failure::input(Diagnostic::error(what).help("the empty assignment is its only model")));
    }
    Ok(knuth::write(&cover))
}

fn formula(cnf: &Cnf, mut comments: Vec<String>) -> String {
    let shown: Vec<Literal> = cnf.decisive().unwrap_or_default().to_vec();
    let words: Vec<String> = shown.iter().map(ToString::to_string).chain(["0".to_string()]).collect();
    // Programs can read long lines, but short ones are easier on people.
    comments.extend(words.chunks(15).map(|words| {
        let end = if words.last().is_some_and(|word| word == "0") { "" } else { " 0" };
        format!("p show {}{end}", words.join(" "))
    }));
    let comments: Vec<&str> = comments.iter().map(String::as_str).collect();
    dimacs::write(cnf, &comments)
}

pub(super) fn bytes(input: &mut Input) -> Result<Vec<u8>, Failure> {
    input.bytes(None).map_err(|e| Failure::input(Diagnostic::of(&e)))
}

/// Converts `augmented:amo=product` to a strategy's parameters: `:encoding=augmented,amo=product`.
fn by_parameter(spec: &Spec) -> Spec {
    let rules = ("encoding".to_string(), spec.name.clone());
    let parameters = std::iter::once(rules).chain(spec.parameters.iter().cloned()).collect();
    Spec { name: "sat".to_string(), parameters }
}

fn unknown(bad: &BadSpec) -> Failure {
    let rules = SudokuRules::NAMES.iter().all(|name| bad.known.iter().any(|known| known == name));
    let what = if rules { format!("there is no encoding `{}`", bad.word) } else { bad.what.clone() };
    Failure::usage(Diagnostic::error(what).help(bad.remedy().unwrap_or_default()))
}

/// Fails if any parameters are left over.
fn none_left(parameters: &[(String, String)]) -> Result<(), Failure> {
    match parameters.first() {
        None => Ok(()),
        Some((name, _)) => {
            let what = format!("the encoding has no parameter `{name}`");
            let help =
                "formulas from Sudokus take amo and clues, from exact covers amo; exact-cover takes none";
            Err(Failure::usage(Diagnostic::error(what).help(help)))
        }
    }
}
