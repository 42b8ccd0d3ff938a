//! `coverlab list experiments`: lists the built-in experiments.

use super::print_rows;
use crate::support::{Exit, Failure};
use clap::Args;
use coverlab_bench::experiment::{BUILTIN, LoadedExperiment};
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text::hang;
use serde_json::json;

/// Arguments of `coverlab list experiments`.
#[derive(Debug, Args)]
pub struct ExperimentsArgs {
    /// Print one JSON object per experiment
    #[arg(long)]
    pub json: bool,
}

/// Runs `coverlab list experiments`.
pub(super) fn run(arguments: &ExperimentsArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let width = BUILTIN.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let rows = BUILTIN.iter().map(|(name, _)| {
        let question = LoadedExperiment::open(name)?.experiment.question;
        let words = hang(&question, width + 2, width + 2, terminal.width);
        Ok((json!({ "name": name, "question": question }), format!("{name:width$}  {words}")))
    });
    print_rows(rows, arguments.json)
}
