//! `coverlab page`: writes one HTML file that runs the strategies on a puzzle, or shows recorded traces.

use super::trace;
use crate::page;
use crate::support::inputs;
use crate::support::instance::{self, NamedInstance};
use crate::support::read_options::ReadOptions;
use crate::support::{Exit, Failure, check_not_input, print, show_diagnostic, unwritable};
use clap::Args;
use coverlab_bench::argument::Source;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::Error;
use coverlab_bench::input;
use coverlab_bench::terminal::Terminal;
use coverlab_model::Spec;
use coverlab_model::family::is_family;
use coverlab_model::format::{dimacs, knuth, sudoku};
use coverlab_model::step::Instance;
use coverlab_trace::{Trace, check};
use serde_json::{Map, Value};
use std::io::Read;
use std::path::{Path, PathBuf};

const NOTES: &str = "\
The file is self-contained and needs no network or server: it holds the strategies as WebAssembly, and any browser \
opens it. The page steps through one or two searches side by side, quizzes you on the next step, and answers what-if \
questions.

A page written for a puzzle opens on it and offers everything else, too. A page written for traces shows only them, \
so it can show searches that take too long for a browser.

Examples:
  coverlab page
  coverlab page puzzle.txt --strategy heller --strategy dlx
  coverlab page queens:8 --out queens.html
  coverlab trace dlx puzzle.txt --out dlx.jsonl
  coverlab trace heller puzzle.txt --out heller.jsonl
  coverlab page dlx.jsonl heller.jsonl --out both.html";

/// Arguments of `coverlab page`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct PageArgs {
    /// The puzzle to open on, an exact cover or a formula; or one or two traces to show, plain or compressed by gzip or zstd
    #[arg(value_name = "INPUT", num_args = 0..=2)]
    pub inputs: Vec<String>,
    /// A strategy to run on the puzzle; give two to compare them [default: the page's choice]
    #[arg(long, short, value_name = "SPEC", requires = "inputs")]
    pub strategy: Vec<Spec>,
    /// The output file and the module.
    #[command(flatten)]
    pub file: PageFile,
}

/// The output file of a page, and its module.
#[derive(Debug, Args)]
pub struct PageFile {
    /// The file to write, or - for standard output
    #[arg(long, short, value_name = "FILE", default_value = "coverlab.html")]
    pub out: PathBuf,
    /// A WebAssembly module of coverlab to use instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub module: Option<PathBuf>,
}

/// Runs `coverlab page`.
pub fn run(arguments: &PageArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let PageArgs { inputs, strategy, file } = arguments;
    inputs.iter().try_for_each(|input| check_not_input(&file.out, Path::new(input)))?;
    let page = match &inputs[..] {
        [] => page::page(&module(file)?, &[]),
        [first, ..] if strategy.is_empty() && (first == "-" || is_trace(first)) => {
            let traces = inputs
                .iter()
                .map(|argument| packed_trace(argument, terminal))
                .collect::<Result<Vec<_>, _>>()?;
            page::page(&module(file)?, &traces)
        }
        [trace, ..] if is_trace(trace) => {
            return Err(Failure::usage(
                format!("`{trace}` is a trace, which has its own strategy"),
                "omit --strategy, or give a puzzle",
            ));
        }
        [puzzle] => {
            let start = start_fields(puzzle, strategy, terminal)?;
            page::page_at(&module(file)?, &Value::Object(start))
        }
        _ => {
            for input in inputs {
                inputs::source(input, &sudoku::Options::default())?;
            }
            return Err(Failure::usage(
                "a page opens on one puzzle, or shows one or two traces",
                "to compare strategies: coverlab page PUZZLE --strategy A --strategy B",
            ));
        }
    };
    save(file, &page)
}

/// Whether `argument` is a trace: a file that begins like a JSON object.
fn is_trace(argument: &str) -> bool {
    let begins_with_brace = || {
        let mut input = Source::stdin_or_file(argument, "").ok()?.open().ok()?;
        let mut first = [0];
        input.source.read_exact(&mut first).ok()?;
        Some(first == *b"{")
    };
    // Reading a pipe would consume it.
    Path::new(argument).is_file() && begins_with_brace() == Some(true)
}

/// Reads a trace, checks it and compresses it. A trace with a wrong step causes a warning and is still shown.
fn packed_trace(argument: &str, terminal: &Terminal) -> Result<Vec<u8>, Failure> {
    let mut input = trace::input(argument)?;
    let text = input.bytes(None)?;
    Trace::read(&*text)
        .map_err(|rejection| Failure::of_instance(Exit::Input, trace::rejected(&input.name, &rejection)))?;
    if let Err(rejection) = check::check(&*text) {
        let what = format!("{}:{}: the trace is wrong: {}", input.name, rejection.line, rejection.what);
        show_diagnostic(&Diagnostic::warning(what).help(rejection.why), terminal);
    }
    Ok(page::gzip(&text))
}

/// The fields of the page's address that open it on `puzzle`, searched by the strategies side by side.
fn start_fields(
    puzzle: &str,
    strategies: &[Spec],
    terminal: &Terminal,
) -> Result<Map<String, Value>, Failure> {
    if let [_, _, third, ..] = strategies {
        return Err(Failure::usage(
            format!("`{third}` is one strategy too many"),
            "the page shows one or two searches side by side",
        ));
    }
    let NamedInstance { name, instance, .. } = instance::read(puzzle, 1, &ReadOptions::default(), terminal)?;
    strategies.iter().try_for_each(|spec| trace::check_strategy(spec, &name, &instance))?;
    let labels = strategies.iter().map(|spec| Value::String(spec.to_string()));
    let fields = ["s1", "s2"].map(str::to_string).into_iter().zip(labels);
    let text = ("p".to_string(), Value::String(text(&name, &instance)?));
    Ok(std::iter::once(text).chain(fields).collect())
}

/// `instance` as the page reads it.
fn text(name: &str, instance: &Instance) -> Result<String, Failure> {
    Ok(match instance {
        _ if is_family(name) => name.to_string(),
        Instance::Sudoku(puzzle) => sudoku::write(puzzle),
        Instance::ExactCover(cover) => knuth::write(cover),
        Instance::Cnf(cnf) => dimacs::write(cnf, &[]),
    })
}

/// Writes a page to its file.
pub(super) fn save(file: &PageFile, page: &str) -> Result<Exit, Failure> {
    if file.out == Path::new("-") {
        return print(page).map(|()| Exit::Answered);
    }
    std::fs::write(&file.out, page).map_err(|error| unwritable(&file.out, &error))?;
    print(&format!("{}\n", file.out.display())).map(|()| Exit::Answered)
}

/// The compressed module.
pub(super) fn module(file: &PageFile) -> Result<Vec<u8>, Failure> {
    let Some(path) = &file.module else { return Ok(page::gzip(page::MODULE)) };
    let bytes = input::read(path).map_err(|error| Error::file("read", path, &error))?;
    if !bytes.starts_with(b"\0asm") {
        return Err(Failure::input(
            format!("{} is not a WebAssembly module", path.display()),
            "a module begins with a zero byte and `asm`",
        ));
    }
    Ok(page::gzip(&bytes))
}
