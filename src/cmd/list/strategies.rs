//! `coverlab list strategies`: lists the strategies, or explains one.

use crate::support::registry::{RegisteredStrategy, registered_strategies};
use crate::support::{Exit, Failure, print};
use clap::Args;
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_bench::text::{WIDEST, hang};
use coverlab_model::{Parameter, Purpose, Values};
use coverlab_strategies::unknown_strategy;
use serde_json::json;
use std::fmt::Write;

/// Arguments of `coverlab list strategies`.
#[derive(Debug, Args)]
pub struct StrategiesArgs {
    /// The strategy to explain: its source, parameters and limits [default: list all]
    pub name: Option<String>,
    /// Print one JSON object per strategy
    #[arg(long)]
    pub json: bool,
}

/// Runs `coverlab list strategies`.
pub(super) fn run(arguments: &StrategiesArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let mut rows = registered_strategies();
    if let Some(name) = &arguments.name {
        let name = coverlab_strategies::current(&name.parse()?).name;
        if rows.iter().all(|row| row.about.name != name) {
            return Err(unknown_strategy("", &name, rows.iter().map(|row| row.about)).into());
        }
        rows.retain(|row| row.about.name == name);
    }
    let width = terminal.width.unwrap_or(WIDEST).min(WIDEST);
    let text = match (arguments.json, &arguments.name) {
        (true, _) => rows.iter().map(json).collect(),
        (false, Some(_)) => rows.iter().map(|row| explanation(row, width, terminal.color)).collect(),
        (false, None) => list(&rows, width, terminal.color),
    };
    print(&text).map(|()| Exit::Answered)
}

fn list(rows: &[RegisteredStrategy], columns: usize, color: bool) -> String {
    let width = rows.iter().map(|row| row.about.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    let (mut problem, mut purpose) = ("", None);
    for row in rows {
        if row.problem != problem {
            (problem, purpose) = (row.problem, None);
            let gap = if text.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{gap}{}", paint(heading(problem), FAINT, color));
        }
        if purpose.replace(row.about.purpose) != Some(row.about.purpose) {
            let _ = writeln!(text, " {}", paint(title(row.about.purpose), FAINT, color));
        }
        let name = paint(&format!("{:width$}", row.about.name), GIVEN, color);
        let sentence = hang(row.about.sentence, width + 4, width + 4, Some(columns));
        let _ = writeln!(text, "  {name}  {sentence}");
    }
    text
}

fn heading(problem: &str) -> &'static str {
    match problem {
        "sudoku" => "Sudoku",
        "exact-cover" => "Exact cover, also for Sudokus and formulas",
        _ => "Formulas (CNF), also for Sudokus and exact covers",
    }
}

fn title(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Choose => "choose another strategy, auto by default",
        Purpose::Fast => "fast",
        Purpose::Learn => "to learn from",
    }
}

fn meaning(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Choose => "to choose another strategy",
        Purpose::Fast => "to be fast",
        Purpose::Learn => "to be read and compared; auto is faster",
    }
}

fn explanation(row: &RegisteredStrategy, columns: usize, color: bool) -> String {
    let about = row.about;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}\n{}\n",
        paint(about.name, GIVEN, color),
        hang(about.sentence, 0, 0, Some(columns))
    );
    let mut field = |name: &str, value: &str| {
        if !value.is_empty() {
            let value = hang(value, 14, 14, Some(columns));
            let _ = writeln!(text, "{}  {value}", paint(&format!("{name:12}"), FAINT, color));
        }
    };
    field("source", about.source);
    field("purpose", meaning(about.purpose));
    field("problem", row.problem);
    field("sudoku via", row.sudoku_via.unwrap_or_default());
    field("a node is", if about.counts_nodes() { about.node } else { "not counted" });
    field("complete", if about.complete { "yes" } else { "no: it may not find the answer" });
    field(
        "limits",
        if about.interruptible { "checked during the search" } else { "checked only between solutions" },
    );
    field("counters", &about.events.iter().map(|e| e.name()).collect::<Vec<_>>().join(", "));
    field("note", about.note);
    for parameter in about.parameters {
        let name = paint(&format!("{}={}", parameter.name, parameter.default), GIVEN, color);
        let [meaning, values] =
            [parameter.meaning, &values(parameter)].map(|text| hang(text, 4, 4, Some(columns)));
        let _ = write!(text, "\n{name}\n    {meaning}\n    {values}\n");
    }
    text
}

fn values(parameter: &Parameter) -> String {
    match parameter.values {
        Values::OneOf(words) => format!("one of {}", words.join(", ")),
        Values::Integer(low, high) => format!("a whole number from {low} to {high}"),
    }
}

/// The strategy as a JSON object on a line of its own.
fn json(row: &RegisteredStrategy) -> String {
    let about = row.about;
    let parameter = |p: &Parameter| {
        let mut record = json!({ "name": p.name, "meaning": p.meaning });
        match p.values {
            Values::OneOf(words) => record["one_of"] = json!(words),
            Values::Integer(low, high) => record["integer"] = json!([low, high]),
        }
        record["default"] = json!(p.default);
        record
    };
    let record = json!({
        "name": about.name,
        "purpose": about.purpose.name(),
        "problem": row.problem,
        "sudoku_via": row.sudoku_via,
        "sentence": about.sentence,
        "source": about.source,
        "node": about.node,
        "complete": about.complete,
        "interruptible": about.interruptible,
        "events": about.events.iter().map(|event| event.name()).collect::<Vec<_>>(),
        "parameters": about.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "note": about.note,
    });
    format!("{record}\n")
}
