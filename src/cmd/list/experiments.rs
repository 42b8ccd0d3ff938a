//! `coverlab list experiments`: lists the built-in experiments.

use crate::cmd::{Exit, Failure};
use clap::Args;
use coverlab_bench::experiment::{BUILTIN, Loaded};
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use std::io::Write;

/// Arguments of `coverlab list experiments`.
#[derive(Debug, Args)]
pub struct ExperimentsArgs {
    /// Print one JSON object per experiment
    #[arg(long)]
    pub json: bool,
}

/// Runs `coverlab list experiments`.
pub(super) fn run(arguments: &ExperimentsArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let mut out = output::stdout();
    let width = BUILTIN.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, _) in BUILTIN {
        let loaded = Loaded::open(name)?;
        let question = loaded.experiment.question;
        if arguments.json {
            let line = serde_json::json!({ "name": name, "question": question });
            writeln!(out, "{line}")?;
        } else {
            let question = text::hang(&question, width + 2, width + 2, terminal.width);
            writeln!(out, "{name:width$}  {question}")?;
        }
    }
    Ok(Exit::Answered)
}
