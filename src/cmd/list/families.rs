//! `coverlab list families`: lists the families of exact covers and formulas, with their parameters.

use super::print_rows;
use crate::support::{Exit, Failure};
use clap::Args;
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_bench::text::hang;
use coverlab_model::family::{self, FAMILIES};
use coverlab_model::step::Instance;
use serde_json::json;

const EXAMPLES: &str = "\
Examples:
  coverlab solve --family queens:12 --count
  coverlab solve --family pentominoes:6x10 --random --svg tiling.svg
  coverlab solve --family 'polyominoes:###/###:##/#.,##/#.' --all
  coverlab generate langford:8 > langford.dlx
  coverlab generate random-sat:3:250:1065:1 > random.cnf
  coverlab convert queens:8 --to cnf > queens.cnf
  coverlab solve 'quasigroup:{10,15}:{20%..60%/20%}:{1..5}'

A set of values in braces names several instances: see `coverlab help names`.";

/// Arguments of `coverlab list families`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct FamiliesArgs {
    /// Print one JSON object per family
    #[arg(long)]
    pub json: bool,
}

/// Runs `coverlab list families`.
pub(super) fn run(arguments: &FamiliesArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let rows = FAMILIES.iter().map(|family| {
        let (options, clauses) = match family::instance(family.example) {
            Ok(Instance::ExactCover(cover)) => (Some(cover.options()), None),
            Ok(Instance::Cnf(cnf)) => (None, Some(cnf.clauses().len())),
            _ => (None, None),
        };
        let object = json!({
            "name": family.name,
            "form": family.form,
            "example": family.example,
            "sentence": family.sentence,
            "options": options,
            "clauses": clauses,
        });
        let note = if clauses.is_some() { " (a formula)" } else { "" };
        let form = hang(family.form, 0, 2, terminal.width.map(|width| width.saturating_sub(note.len())));
        let example = hang(&format!("For example {}", family.example), 2, 4, terminal.width);
        let (form, example) = (paint(&form, GIVEN, terminal.color), paint(&example, FAINT, terminal.color));
        let sentence = hang(family.sentence, 2, 2, terminal.width);
        Ok((object, format!("{form}{note}\n  {sentence}\n  {example}")))
    });
    print_rows(rows, arguments.json)
}
