//! `coverlab lesson`: writes a 45-minute lecture as one HTML file that runs the strategies.

use super::page::{Target, module, save};
use super::{Exit, Failure};
use crate::lesson::{self, LESSONS};
use clap::Args;
use clap::builder::PossibleValuesParser;
use coverlab_bench::diagnostic::Diagnostic;
use std::path::PathBuf;

const NOTES: &str = "\
Lessons:
  bird           from 9^b boards to a tree: one prune after another, where pruning stalls, and guessing
  dancing-links  exact cover link by link, a Sudoku as a cover, a hard grid and two ways to search it
  cdcl           backtracking, unit propagation and learning on one formula, and where learning does not help
  five-programs  one puzzle solved by the programs of five articles, their claims, and all on one clock

A lesson is a text with questions and interactive figures: predict, click, step, change the puzzle. It needs no \
network. Its numbers are counted when it is written.

Examples:
  coverlab lesson dancing-links
  coverlab lesson cdcl --out friday.html";

/// Arguments of `coverlab lesson`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct LessonArgs {
    /// The lesson to write
    #[arg(value_name = "LESSON", value_parser = PossibleValuesParser::new(LESSONS.map(|(name, _)| name)))]
    pub name: String,
    /// The file to write, or - for standard output [default: the lesson's name with .html]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// A WebAssembly module of coverlab to use instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub module: Option<PathBuf>,
}

/// Runs `coverlab lesson`.
///
/// # Errors
/// The module cannot be read, or the file cannot be written.
pub fn run(arguments: &LessonArgs) -> Result<Exit, Failure> {
    let out = arguments.out.clone().unwrap_or_else(|| format!("{}.html", arguments.name).into());
    let target = Target { out, module: arguments.module.clone() };
    let source = LESSONS.iter().find(|(name, _)| *name == arguments.name).map_or("", |(_, source)| source);
    let module = module(&target)?;
    let broken = |error| Failure::new(Exit::Internal, Diagnostic::of(&error));
    save(&target, &lesson::page(source, &module).map_err(broken)?)
}
