//! `coverlab families`: the families of exact covers, with what they take.

use super::{Exit, Failure};
use crate::terminal::{FAINT, GIVEN, Terminal, paint};
use clap::Args;
use coverlab_model::family::KINDS;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write as _;

const EXAMPLES: &str = "\
Examples:
  coverlab solve --family queens:12 --count
  coverlab solve --family pentominoes:6x10 --random --svg tiling.svg
  coverlab solve --family polyominoes:@drawing.txt --all
  coverlab generate langford:8 > langford.dlx

A drawing is a board of `#`, then, after an empty line each, pieces of `#`. A line `name:` above a
piece names it, `name 3:` says that it is used three times, `name *:` as often as it fits.";

/// What is asked.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// One JSON object a family
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Record {
    name: &'static str,
    form: &'static str,
    example: &'static str,
    sentence: &'static str,
    options: usize,
}

/// Lists.
///
/// # Errors
/// Output that cannot be written.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Failure> {
    let mut text = String::new();
    for kind in KINDS {
        if arguments.json {
            let options = coverlab_model::family::parse(kind.example).map_or(0, |problem| problem.options());
            let record = Record {
                name: kind.name,
                form: kind.form,
                example: kind.example,
                sentence: kind.sentence,
                options,
            };
            let line = serde_json::to_string(&record).expect("strings have a JSON form");
            let _ = writeln!(text, "{line}");
        } else {
            let _ = writeln!(text, "{}", paint(kind.form, GIVEN, terminal.color));
            let example = paint(&format!("For example {}", kind.example), FAINT, terminal.color);
            let _ = writeln!(text, "  {} {example}", kind.sentence);
        }
    }
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Exit::Answered)
}
