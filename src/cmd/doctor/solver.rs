//! `coverlab doctor SOLVER`: tests external solvers on a few instances with known answers.

use crate::cmd::{Exit, Failure, ignore_closed_pipe, write_json};
use coverlab_bench::external_solver::self_test::{self, SelfTestResult};
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_report::plain_time;
use std::io::{self, Write};
use std::time::Duration;

/// Tests `solver`: the name of a built-in definition, or the file of a solver or of an experiment. A wrong answer exits
/// with "no".
pub(super) fn test(
    solver: &str,
    time_limit: Duration,
    json: bool,
    terminal: &Terminal,
) -> Result<Exit, Failure> {
    let tested = self_test::run(solver, time_limit)?;
    for (name, attempts) in &tested {
        ignore_closed_pipe(print_all(name, attempts, json, terminal))?;
    }
    let is_right = tested.iter().flat_map(|(_, attempts)| attempts).all(|attempt| attempt.right);
    Ok(if is_right { Exit::Answered } else { Exit::No })
}

/// Prints the results of the solver called `name`.
fn print_all(name: &str, attempts: &[SelfTestResult], json: bool, terminal: &Terminal) -> io::Result<()> {
    let mut out = output::stdout();
    for attempt in attempts {
        if json {
            write_json(&mut out, attempt)?;
        } else {
            print(&mut out, attempt, terminal)?;
        }
    }
    let right = attempts.iter().filter(|attempt| attempt.right).count();
    if json { Ok(()) } else { writeln!(out, "{name}: {right} of {} answers are right", attempts.len()) }
}

/// Maximum number of lines shown of a text.
const MAX_LINES: usize = 4;

fn print(out: &mut impl Write, attempt: &SelfTestResult, terminal: &Terminal) -> io::Result<()> {
    writeln!(out, "{}, asked for {}", attempt.instance, attempt.asked)?;
    let width = terminal.width.unwrap_or(100).max(40) - 11;
    let mut part = |title: &str, text: &str| -> io::Result<()> {
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        for (k, line) in lines.iter().take(MAX_LINES).enumerate() {
            let line: String = line.chars().filter(|c| !c.is_control()).take(width).collect();
            writeln!(out, "  {:8} {line}", if k == 0 { title } else { "" })?;
        }
        if lines.len() > MAX_LINES {
            writeln!(out, "  {:8} … {} more lines", "", lines.len() - MAX_LINES)?;
        }
        Ok(())
    };
    part("command", &attempt.command)?;
    part("sent", &attempt.sent)?;
    part("output", &attempt.output)?;
    part("errors", &attempt.errors)?;
    let time = Duration::from_nanos(attempt.cpu_ns);
    part("end", &format!("{}, {} of CPU time", attempt.end, plain_time(time)))?;
    part("referee", &attempt.referee)?;
    attempt.odd.iter().try_for_each(|odd| part("odd", odd))
}
