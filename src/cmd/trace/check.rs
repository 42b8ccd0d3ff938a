//! `coverlab trace check`: checks a trace with code that is independent of the strategies.

use super::input::{open, rejected};
use crate::support::{Exit, Failure, print, print_json, show_diagnostic};
use clap::Args;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::terminal::Terminal;
use coverlab_trace::check::{self, Checked, Rejection};
use serde_json::{Value, json};

/// Arguments of `coverlab trace check`.
#[derive(Debug, Args)]
pub struct CheckTraceArgs {
    /// A trace, plain or compressed by gzip or zstd, or - for standard input
    #[arg(value_name = "FILE|-")]
    pub input: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The result of a check as a JSON object.
fn verdict(source: &str, checked: &Result<Checked, Rejection>) -> Value {
    match checked {
        Ok(Checked { stats, steps, underived }) => json!({
            "source": source,
            "accepted": true,
            "nodes": stats.nodes,
            "solutions": stats.solutions,
            "steps": steps,
            "underived": underived,
        }),
        Err(Rejection { line, what, why }) => {
            json!({ "source": source, "accepted": false, "line": line, "what": what, "why": why })
        }
    }
}

/// Runs `coverlab trace check`.
pub(super) fn run(arguments: &CheckTraceArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let (name, source) = open(&arguments.input)?;
    let checked = check::check(source);
    if arguments.json {
        print_json(&verdict(&name, &checked))?;
        return Ok(if checked.is_ok() { Exit::Answered } else { Exit::No });
    }
    let checked = checked.map_err(|rejection| Failure::new(Exit::No, rejected(&name, &rejection)))?;
    let (nodes, solutions) = (checked.stats.nodes, checked.stats.solutions);
    print(&format!(
        "{name}: accepted; nodes: {nodes}, solutions: {solutions}, steps verified: {}\n",
        checked.steps
    ))?;
    if checked.underived > 0 {
        let what = format!(
            "{} clauses could not be derived, because clauses learned before them are left out",
            checked.underived
        );
        show_diagnostic(&Diagnostic::note(what), terminal);
    }
    Ok(Exit::Answered)
}
