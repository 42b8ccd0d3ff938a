//! `coverlab solver`: external solvers, as experiments run them.

use super::{Exit, Failure};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::experiment::parse_duration;
use coverlab_bench::output;
use coverlab_bench::solver::{known, self_test};
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use std::io::Write;
use std::time::Duration;

const NOTES: &str = "\
Examples:
  coverlab solver list                     solvers that are described, and which of them are here
  coverlab solver show kissat              a description, to be copied and changed
  coverlab solver test cadical             what it is sent, what it answers, what the referee says
  coverlab solver test mine.toml

An experiment has a solver by `[[solver]]`, written out or as `file = \"mine.toml\"`, and names it among \
its strategies: see docs/SOLVERS.md and `coverlab help experiment`. `test` runs the program that a file \
names: read the file first.

Exit codes:
  0    done; every answer is right
  1    an answer is not right
  2    usage
  3    there is no such solver, or its definition is wrong";

/// Arguments of `coverlab solver`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_long_help = text::help(NOTES))]
pub struct Arguments {
    /// The subcommand
    #[command(subcommand)]
    pub action: Action,
}

/// Subcommands of `coverlab solver`.
#[derive(clap::Subcommand, Clone, Debug)]
pub enum Action {
    /// List solvers that are described here
    List,
    /// Print a description as TOML
    Show {
        /// One of the list
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Try a solver on a few instances
    Test {
        /// One of the list, or a file
        #[arg(value_name = "NAME|FILE.toml")]
        solver: String,
        /// CPU time for an instance: 10s, 500ms
        #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
        time_limit: Duration,
        /// Print what came of each as JSON, a line each
        #[arg(long)]
        json: bool,
    },
}

/// Lists, shows or tries.
///
/// # Errors
/// There is no such solver, or its definition is wrong.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Failure> {
    let input = |error| Failure::input(Diagnostic::of(&error));
    let mut out = output::stdout();
    match &arguments.action {
        Action::List => {
            for known in known::list().map_err(input)? {
                let place = known.program.unwrap_or_else(|| "not here".to_string());
                writeln!(out, "{:10}  {:11}  {place}", known.name, known.problem)?;
            }
            Ok(Exit::Answered)
        }
        Action::Show { name } => {
            let list = known::list().map_err(input)?;
            let Some(known) = list.iter().find(|known| known.name == name) else {
                let names: Vec<&str> = list.iter().map(|known| known.name).collect();
                let error = Diagnostic::error(format!("there is no solver `{name}`"));
                return Err(Failure::input(error.help(format!("described are {}", names.join(", ")))));
            };
            write!(out, "{}", known.text)?;
            Ok(Exit::Answered)
        }
        Action::Test { solver, time_limit, json } => {
            let (name, attempts) = self_test::run(solver, *time_limit).map_err(input)?;
            for attempt in &attempts {
                if *json {
                    writeln!(out, "{}", serde_json::to_string(attempt).expect("plain data"))?;
                } else {
                    print(&mut out, attempt, terminal)?;
                }
            }
            let right = attempts.iter().filter(|attempt| attempt.right).count();
            if !*json {
                writeln!(out, "{name}: {right} of {} answers are right", attempts.len())?;
            }
            Ok(if right == attempts.len() { Exit::Answered } else { Exit::No })
        }
    }
}

/// Lines of a text that are shown.
const LINES: usize = 4;

fn print(out: &mut impl Write, attempt: &self_test::Attempt, terminal: &Terminal) -> std::io::Result<()> {
    writeln!(out, "{}, asked for {}", attempt.instance, attempt.asked)?;
    let width = terminal.width.unwrap_or(100).max(40) - 11;
    let mut part = |title: &str, text: &str| -> std::io::Result<()> {
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        for (k, line) in lines.iter().take(LINES).enumerate() {
            let line: String = line.chars().filter(|c| !c.is_control()).take(width).collect();
            writeln!(out, "  {:8} {line}", if k == 0 { title } else { "" })?;
        }
        if lines.len() > LINES {
            writeln!(out, "  {:8} … {} more lines", "", lines.len() - LINES)?;
        }
        Ok(())
    };
    part("command", &attempt.command)?;
    part("sent", &attempt.sent)?;
    part("output", &attempt.output)?;
    part("errors", &attempt.errors)?;
    let time = Duration::from_nanos(attempt.cpu_ns);
    part("end", &format!("{}, {time:.1?} of CPU time", attempt.end))?;
    part("referee", &attempt.referee)?;
    attempt.odd.iter().try_for_each(|odd| part("odd", odd))
}
