//! `coverlab list families`: lists the families of exact covers and formulas, with their parameters.

use crate::cmd::{Exit, Failure};
use clap::Args;
use coverlab_bench::output;
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_bench::text::hang;
use coverlab_model::family::{self, KINDS, formula};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write as _;

const EXAMPLES: &str = "\
Examples:
  coverlab solve --family queens:12 --count
  coverlab solve --family pentominoes:6x10 --random --svg tiling.svg
  coverlab solve --family polyominoes:@drawing.txt --all
  coverlab generate langford:8 > langford.dlx
  coverlab generate random-sat:3:250:1065:1 > random.cnf
  coverlab convert queens:8 --to cnf > queens.cnf
  coverlab solve --count 'random-cover:60:{300%..600%/100%}:3:{1..5}'

A set of values in braces names several instances: see `coverlab help names`.

A drawing is a board of `#`, followed by pieces of `#`, separated by empty lines. A line `name:` above a \
piece names it; `name 3:` uses it three times, `name *:` any number of times.";

/// Arguments of `coverlab list families`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct FamiliesArgs {
    /// Print one JSON object per family
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Record {
    name: &'static str,
    form: &'static str,
    example: &'static str,
    sentence: &'static str,
    /// Options of the example, if it is an exact cover.
    options: Option<usize>,
    /// Clauses of the example, if it is a formula.
    clauses: Option<usize>,
}

fn records() -> impl Iterator<Item = Record> {
    let covers = KINDS.iter().map(|kind| Record {
        name: kind.name,
        form: kind.form,
        example: kind.example,
        sentence: kind.sentence,
        options: family::parse(kind.example).ok().map(|problem| problem.options()),
        clauses: None,
    });
    let formulas = formula::KINDS.iter().map(|kind| Record {
        name: kind.name,
        form: kind.form,
        example: kind.example,
        sentence: kind.sentence,
        options: None,
        clauses: formula::parse(kind.example).ok().map(|cnf| cnf.clauses().len()),
    });
    covers.chain(formulas)
}

/// Runs `coverlab list families`.
pub(super) fn run(arguments: &FamiliesArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let mut text = String::new();
    for record in records() {
        if arguments.json {
            let line = serde_json::to_string(&record).expect("strings have a JSON form");
            let _ = writeln!(text, "{line}");
            continue;
        }
        let kind = if record.clauses.is_some() { " (a formula)" } else { "" };
        let form = hang(record.form, 0, 2, terminal.width.map(|width| width.saturating_sub(kind.len())));
        let _ = writeln!(text, "{}{kind}", paint(&form, GIVEN, terminal.color));
        let _ = writeln!(text, "  {}", hang(record.sentence, 2, 2, terminal.width));
        let example = format!("For example {}", record.example);
        let _ = writeln!(text, "  {}", paint(&hang(&example, 2, 4, terminal.width), FAINT, terminal.color));
    }
    output::stdout().write_all(text.as_bytes())?;
    Ok(Exit::Answered)
}
