//! `coverlab list techniques`: lists the human techniques, easiest first, or explains one.

use super::print_rows;
use crate::support::{Exit, Failure, print};
use clap::Args;
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_techniques::{About, Entry, OtherName, Premise, TECHNIQUES, UnknownTechnique};
use serde_json::{Value, json};

const NOTES: &str = "\
`coverlab lesson TECHNIQUE` writes a page about a technique: its rule, an example, puzzles to practice on, its history.

Other common names are accepted, too: y-wing is another name of xy-wing, and a skyscraper is found as a turbot-fish.

Examples:
  coverlab list techniques              all techniques, one per line
  coverlab list techniques swordfish    one technique: its rule and source
  coverlab list techniques skyscraper   the techniques that find a pattern
  coverlab lesson swordfish             its page";

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
    let Some(name) = &arguments.name else {
        return print_rows(TECHNIQUES.iter().map(|technique| Ok(row(technique, terminal))), arguments.json);
    };
    let (meaning, techniques) = look_up(name)?;
    if let Some(meaning) = meaning.filter(|_| !arguments.json) {
        print(&format!("{name}: {meaning}.\n\n"))?;
    }
    let last = techniques.len() - 1;
    let rows = techniques.iter().enumerate().map(|(k, technique)| {
        let gap = if k < last { "\n" } else { "" };
        Ok((object(technique), description(technique, terminal) + gap))
    });
    print_rows(rows, arguments.json)
}

/// A technique in the list, as a JSON object and as a line.
fn row(technique: &Entry, terminal: &Terminal) -> (Value, String) {
    let About { name, title, .. } = technique.about;
    let width = TECHNIQUES.iter().map(|technique| technique.about.name.len()).max().unwrap_or(0);
    let mark = match technique.premise {
        Premise::Rules => "",
        Premise::OneSolution => " (with --unique)",
    };
    let name = paint(&format!("{name:width$}"), GIVEN, terminal.color);
    let mark = paint(mark, FAINT, terminal.color);
    (object(technique), format!("{:>2}  {name}  {title}{mark}", technique.place() + 1))
}

/// The technique with this name. For a pattern that techniques here find under other names: what it means, and those.
fn look_up(name: &str) -> Result<(Option<OtherName>, Vec<&'static Entry>), UnknownTechnique> {
    let unknown = match coverlab_techniques::find_by_any_name(name) {
        Ok(technique) => return Ok((None, vec![technique])),
        Err(unknown) => unknown,
    };
    let names = unknown.other_name.as_ref().map_or(&[][..], OtherName::techniques);
    match names.iter().map(|name| coverlab_techniques::find(name)).collect::<Result<Vec<_>, _>>()? {
        techniques if techniques.is_empty() => Err(unknown),
        techniques => Ok((unknown.other_name, techniques)),
    }
}

/// The title, the rule and the source of a technique.
fn description(technique: &Entry, terminal: &Terminal) -> String {
    let about = technique.about;
    let title = paint(about.title, GIVEN, terminal.color);
    let mut text = format!("{title}\n\n{}.\nSource: {}.\n", about.sentence, about.source);
    if technique.premise == Premise::OneSolution {
        text += "It assumes that the puzzle has one solution; `coverlab explain --unique` uses it.\n";
    }
    let page = format!("`coverlab lesson {}` writes a page with an example and puzzles.", about.name);
    text + &paint(&page, FAINT, terminal.color)
}
