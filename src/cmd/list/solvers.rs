//! `coverlab list solvers`: lists the external solvers whose definitions are built in, or prints one definition.

use crate::cmd::{Exit, Failure};
use clap::Args;
use coverlab_bench::experiment::{Definition, parse_toml};
use coverlab_bench::output;
use coverlab_bench::solver::known::{self, KnownSolver};
use serde_json::{Value, json};
use std::io::Write;

const NOTES: &str = "\
Examples:
  coverlab list solvers             which solvers are defined, and which of them are installed
  coverlab list solvers kissat      a definition to copy and change
  coverlab doctor kissat            test a solver

To add a solver to an experiment, see docs/SOLVERS.md and `coverlab help experiment`.";

/// Arguments of `coverlab list solvers`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct SolversArgs {
    /// The solver whose definition to print, as TOML [default: list all]
    #[arg(value_name = "SOLVER")]
    pub name: Option<String>,
    /// Print one JSON object per solver; with a name, it includes the definition
    #[arg(long)]
    pub json: bool,
}

/// Runs `coverlab list solvers`.
///
/// # Errors
/// The solver is unknown, or the output cannot be written.
pub(super) fn run(arguments: &SolversArgs) -> Result<Exit, Failure> {
    let solvers = known::list()?;
    let mut out = output::stdout();
    if let Some(name) = &arguments.name {
        let solver = find(name, &solvers)?;
        match arguments.json {
            true => writeln!(out, "{}", with_definition(solver)?)?,
            false => write!(out, "{}", solver.text)?,
        }
        return Ok(Exit::Answered);
    }
    for solver @ KnownSolver { name, problem, program, .. } in &solvers {
        if arguments.json {
            writeln!(out, "{}", object(solver))?;
        } else {
            writeln!(out, "{name:10}  {problem:11}  {}", program.as_deref().unwrap_or("not installed"))?;
        }
    }
    Ok(Exit::Answered)
}

fn object(KnownSolver { name, problem, program, .. }: &KnownSolver) -> Value {
    json!({ "name": name, "problem": problem, "program": program })
}

fn with_definition(solver: &KnownSolver) -> Result<Value, Failure> {
    let definition: Definition = parse_toml(solver.text, solver.name)?;
    let mut object = object(solver);
    object["definition"] = json!(definition);
    Ok(object)
}

fn find<'a>(name: &str, solvers: &'a [KnownSolver]) -> Result<&'a KnownSolver, Failure> {
    solvers.iter().find(|solver| solver.name == name).ok_or_else(|| {
        let names: Vec<&str> = solvers.iter().map(|solver| solver.name).collect();
        Failure::input(format!("there is no solver `{name}`"), format!("known: {}", names.join(", ")))
    })
}
