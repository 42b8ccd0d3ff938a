//! `coverlab list techniques`: lists the human techniques, easiest first, or explains one.

use crate::cmd::{Exit, Failure};
use clap::Args;
use coverlab_bench::output;
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_techniques::{Entry, Premise, TECHNIQUES};
use serde_json::{Value, json};
use std::io::Write;

const NOTES: &str = "\
`coverlab lesson TECHNIQUE` writes a page about a technique: its rule, an example, puzzles to practice on, its history.

Examples:
  coverlab list techniques             every technique, in one line each
  coverlab list techniques swordfish   one technique: its rule and source
  coverlab lesson swordfish            its page";

/// Arguments of `coverlab list techniques`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct TechniquesArgs {
    /// The technique to describe [default: list all]
    #[arg(value_name = "TECHNIQUE")]
    pub name: Option<String>,
    /// Print one JSON object per technique
    #[arg(long)]
    pub json: bool,
}

/// A technique as a JSON object.
fn object(technique: &Entry) -> Value {
    let about = technique.about;
    json!({
        "name": about.name,
        "title": about.title,
        "sentence": about.sentence,
        "source": about.source,
        "premise": technique.premise.to_string(),
    })
}

/// Runs `coverlab list techniques`.
pub(super) fn run(arguments: &TechniquesArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let mut out = output::stdout();
    let width = TECHNIQUES.iter().map(|technique| technique.about.name.len()).max().unwrap_or(0);
    let Some(name) = &arguments.name else {
        for (k, technique) in TECHNIQUES.iter().enumerate() {
            if arguments.json {
                writeln!(out, "{}", object(technique))?;
                continue;
            }
            let about = technique.about;
            let name = paint(about.name, GIVEN, terminal.color);
            let gap = " ".repeat(width - about.name.len());
            let mark = match technique.premise {
                Premise::Rules => "",
                Premise::OneSolution => " (with --unique)",
            };
            writeln!(
                out,
                "{:>2}  {name}{gap}  {}{}",
                k + 1,
                about.title,
                paint(mark, FAINT, terminal.color)
            )?;
        }
        return Ok(Exit::Answered);
    };
    let technique = coverlab_techniques::find(name)?;
    if arguments.json {
        writeln!(out, "{}", object(technique))?;
        return Ok(Exit::Answered);
    }
    let about = technique.about;
    writeln!(
        out,
        "{}\n\n{}.\nSource: {}.",
        paint(about.title, GIVEN, terminal.color),
        about.sentence,
        about.source
    )?;
    if technique.premise == Premise::OneSolution {
        writeln!(out, "It assumes that the puzzle has one solution; `coverlab explain --unique` uses it.")?;
    }
    let page = format!("`coverlab lesson {}` writes a page with an example and puzzles.", about.name);
    writeln!(out, "{}", paint(&page, FAINT, terminal.color))?;
    Ok(Exit::Answered)
}
