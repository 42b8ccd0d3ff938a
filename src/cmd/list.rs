//! `coverlab list`: lists what an argument can name, or explains a strategy, technique, corpus or solver.

mod corpora;
mod experiments;
mod families;
mod solvers;
mod strategies;
mod techniques;

use crate::support::{Exit, Failure};
use clap::{Args, Subcommand};
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use serde_json::Value;
use std::io::Write;

const NOTES: &str = "\
Examples:
  coverlab list strategies                 all strategies, by kind of problem
  coverlab list strategies bird-bits       one strategy: source, nodes, parameters
  coverlab list corpora unique-9x9         statistics of a corpus, or of a file of puzzles
  coverlab list corpora queens:6..9        the sizes of generated instances
  coverlab list solvers kissat             a definition to copy and change
  coverlab list experiments --json";

/// Arguments of `coverlab list`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct ListArgs {
    /// The topic.
    #[command(subcommand)]
    pub topic: Topic,
}

/// Topics that can be listed.
#[derive(Debug, Subcommand)]
pub enum Topic {
    /// Strategies, or one of them: its source, parameters and limits
    Strategies(strategies::StrategiesArgs),
    /// Human techniques, easiest first, or one of them
    Techniques(techniques::TechniquesArgs),
    /// Built-in corpora, or statistics of one of them, of a file of puzzles, or of a family
    Corpora(corpora::CorporaArgs),
    /// Families of generated instances: queens, pentominoes, Latin squares, …
    Families(families::FamiliesArgs),
    /// External solvers whose definitions are built in, or one definition
    Solvers(solvers::SolversArgs),
    /// Built-in experiments and their questions
    Experiments(experiments::ExperimentsArgs),
}

/// Runs `coverlab list`.
pub fn run(arguments: &ListArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    match &arguments.topic {
        Topic::Strategies(arguments) => strategies::run(arguments, terminal),
        Topic::Techniques(arguments) => techniques::run(arguments, terminal),
        Topic::Corpora(arguments) => corpora::run(arguments, terminal),
        Topic::Families(arguments) => families::run(arguments, terminal),
        Topic::Solvers(arguments) => solvers::run(arguments, terminal),
        Topic::Experiments(arguments) => experiments::run(arguments, terminal),
    }
}

/// Prints rows in one of their two forms: as JSON objects, one per line, or as text.
fn print_rows(
    rows: impl IntoIterator<Item = Result<(Value, String), Failure>>,
    as_json: bool,
) -> Result<Exit, Failure> {
    let mut out = output::stdout();
    for row in rows {
        let (object, text) = row?;
        let text = if as_json { object.to_string() } else { text };
        writeln!(out, "{text}")?;
    }
    Ok(Exit::Answered)
}
