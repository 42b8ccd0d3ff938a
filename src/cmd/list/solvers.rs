//! `coverlab list solvers`: lists the external solvers whose definitions are built in, or prints one definition.

use super::print_rows;
use crate::support::{Exit, Failure, print, print_json};
use clap::Args;
use coverlab_bench::experiment::{SolverDefinition, parse_toml};
use coverlab_bench::external_solver::builtin::{self, BuiltinSolver};
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text::hang;
use serde_json::{Value, json};

const NOTES: &str = "\
Examples:
  coverlab list solvers             which solvers are defined, and which of them are installed
  coverlab list solvers kissat      a definition to copy and change
  coverlab doctor kissat            test a solver

To add a solver to an experiment, see docs/SOLVERS.md and `coverlab help experiment`.";

/// The width of the columns before the path of the program.
const INDENT: usize = 25;

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
pub(super) fn run(arguments: &SolversArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let solvers = builtin::list()?;
    if let Some(name) = &arguments.name {
        let solver = find(name, &solvers)?;
        match arguments.json {
            true => print_json(&with_definition(&check(solver).0)?)?,
            false => print(solver.text)?,
        }
        return Ok(Exit::Answered);
    }
    let rows = solvers.iter().map(check).map(|(solver, failed_check)| {
        let installed = match (&solver.program, failed_check) {
            (Some(program), _) => program.clone(),
            (None, Some(command)) => format!("not installed: this command fails: {command}"),
            (None, None) => "not installed".to_string(),
        };
        let installed = hang(&installed, INDENT, INDENT, terminal.width);
        Ok((object(&solver), format!("{:10}  {:11}  {installed}", solver.name, solver.problem)))
    });
    print_rows(rows, arguments.json)
}

/// The solver without its program if the command for its version fails, and that command.
fn check(solver: &BuiltinSolver) -> (BuiltinSolver, Option<String>) {
    let failed_check = solver.program.as_ref().and_then(|_| solver.failed_check());
    let program = solver.program.clone().filter(|_| failed_check.is_none());
    (BuiltinSolver { program, ..solver.clone() }, failed_check)
}

fn object(BuiltinSolver { name, problem, program, .. }: &BuiltinSolver) -> Value {
    json!({ "name": name, "problem": problem, "program": program })
}

fn with_definition(solver: &BuiltinSolver) -> Result<Value, Failure> {
    let definition: SolverDefinition = parse_toml(solver.text, solver.name)?;
    let mut object = object(solver);
    object["definition"] = json!(definition);
    Ok(object)
}

fn find<'a>(name: &str, solvers: &'a [BuiltinSolver]) -> Result<&'a BuiltinSolver, Failure> {
    solvers.iter().find(|solver| solver.name == name).ok_or_else(|| {
        let names: Vec<&str> = solvers.iter().map(|solver| solver.name).collect();
        Failure::input(format!("there is no solver `{name}`"), format!("known: {}", names.join(", ")))
    })
}
