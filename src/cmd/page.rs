//! `coverlab page`: writes one HTML file that runs the strategies and shows recorded traces.

use super::{Exit, Failure, ignore_closed_pipe, trace};
use crate::page;
use clap::Args;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::Error;
use coverlab_bench::input;
use coverlab_bench::output;
use coverlab_trace::Trace;
use std::io::Write;
use std::path::{Path, PathBuf};

const NOTES: &str = "\
The file is self-contained and needs no network or server: it holds the strategies as WebAssembly, and any browser \
opens it. The page steps through one or two searches side by side, quizzes you on the next step, and answers what-if \
questions.

Examples:
  coverlab page
  coverlab page --out search.html
  coverlab trace dlx puzzle.txt --out dlx.jsonl
  coverlab trace heller puzzle.txt --out heller.jsonl
  coverlab page dlx.jsonl heller.jsonl --out both.html";

/// Arguments of `coverlab page`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct PageArgs {
    /// One or two traces to show in the panes, plain or compressed
    #[arg(value_name = "TRACE", num_args = 0..=2)]
    pub traces: Vec<String>,
    /// Where the page is written, and with which module.
    #[command(flatten)]
    pub target: Target,
}

/// Where a page is written, and with which module.
#[derive(Debug, Args)]
pub struct Target {
    /// The file to write, or - for standard output
    #[arg(long, short, value_name = "FILE", default_value = "coverlab.html")]
    pub out: PathBuf,
    /// A WebAssembly module of coverlab to use instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub module: Option<PathBuf>,
}

/// Runs `coverlab page`.
///
/// # Errors
/// A trace is malformed, the module cannot be read, or the file cannot be written.
pub fn run(arguments: &PageArgs) -> Result<Exit, Failure> {
    let traces =
        arguments.traces.iter().map(|argument| packed_trace(argument)).collect::<Result<Vec<_>, _>>()?;
    write(&arguments.target, &traces)
}

/// Reads a trace, checks its format and compresses it.
fn packed_trace(argument: &str) -> Result<Vec<u8>, Failure> {
    let mut input = trace::input(argument)?;
    let text = input.bytes(None)?;
    Trace::read(&*text).map_err(|rejection| Failure::input(trace::rejected(&input.name, &rejection)))?;
    Ok(page::packed(&text))
}

fn write(target: &Target, traces: &[Vec<u8>]) -> Result<Exit, Failure> {
    save(target, &page::page(&module(target)?, traces))
}

/// Writes a page to the target.
pub(super) fn save(target: &Target, page: &str) -> Result<Exit, Failure> {
    if target.out == Path::new("-") {
        ignore_closed_pipe(output::stdout().write_all(page.as_bytes()))?;
        return Ok(Exit::Answered);
    }
    std::fs::write(&target.out, page).map_err(|error| Error::file("write", &target.out, &error))?;
    ignore_closed_pipe(writeln!(output::stdout(), "{}", target.out.display()))?;
    Ok(Exit::Answered)
}

/// The compressed module.
pub(super) fn module(target: &Target) -> Result<Vec<u8>, Failure> {
    let Some(path) = &target.module else { return Ok(page::packed(page::MODULE)) };
    let bytes = input::read(path).map_err(|error| Error::file("read", path, &error))?;
    if !bytes.starts_with(b"\0asm") {
        let error = Diagnostic::error(format!("{} is not a WebAssembly module", path.display()));
        return Err(Failure::input(error.help("a module begins with a zero byte and `asm`")));
    }
    Ok(page::packed(&bytes))
}
