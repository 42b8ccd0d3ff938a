//! `coverlab doctor SOLVER`: tests an external solver on a few instances with known answers.

use crate::cmd::{Exit, Failure};
use coverlab_bench::output;
use coverlab_bench::solver::self_test;
use coverlab_bench::terminal::Terminal;
use std::io::Write;
use std::time::Duration;

/// Tests `solver`: the name of a built-in definition, or a file. A wrong answer exits with "no".
pub(super) fn test(
    solver: &str,
    time_limit: Duration,
    json: bool,
    terminal: &Terminal,
) -> Result<Exit, Failure> {
    let mut out = output::stdout();
    let tested = self_test::run(solver, time_limit);
    let (name, attempts) = tested?;
    for attempt in &attempts {
        if json {
            writeln!(out, "{}", serde_json::to_string(attempt).expect("plain data"))?;
        } else {
            print(&mut out, attempt, terminal)?;
        }
    }
    let right = attempts.iter().filter(|attempt| attempt.right).count();
    if !json {
        writeln!(out, "{name}: {right} of {} answers are right", attempts.len())?;
    }
    Ok(if right == attempts.len() { Exit::Answered } else { Exit::No })
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
