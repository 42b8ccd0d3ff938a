//! `coverlab doctor SOLVER`: tests external solvers on a few instances with known answers.

use crate::support::{Exit, Failure, ignore_closed_pipe, write_json};
use coverlab_bench::external_solver::self_test::{self, SelfTestResult};
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text::wrap;
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
    let mut exit = Exit::Answered;
    for test in self_test::open(solver)? {
        let (mut right, mut tested) = (0, 0);
        test.run(time_limit, |result| {
            tested += 1;
            right += usize::from(result.right);
            let mut out = output::stdout();
            ignore_closed_pipe(match json {
                true => write_json(&mut out, &result),
                false => print(&mut out, &result, terminal),
            })
        })?;
        if right < tested {
            exit = Exit::No;
        }
        if !json {
            let line = format!("{}: {right} of {tested} answers are right", test.name());
            ignore_closed_pipe(writeln!(output::stdout(), "{line}"))?;
        }
    }
    Ok(exit)
}

/// Maximum number of lines shown of a text.
const MAX_LINES: usize = 4;

fn print(out: &mut impl Write, attempt: &SelfTestResult, terminal: &Terminal) -> io::Result<()> {
    writeln!(out, "{}, asked for {}", attempt.instance, attempt.asked)?;
    let width = terminal.width.unwrap_or(100).max(40) - 11;
    let mut excerpt = |title: &str, text: &str| -> io::Result<()> {
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
    excerpt("command", &attempt.command)?;
    excerpt("sent", &attempt.sent)?;
    excerpt("output", &attempt.output)?;
    excerpt("errors", &attempt.errors)?;
    let time = Duration::from_nanos(attempt.cpu_ns);
    excerpt("end", &format!("{}, {} of CPU time", attempt.end, plain_time(time)))?;
    let mut words = |title: &str, text: &str| -> io::Result<()> {
        let text = wrap(text, width).join(&format!("\n{:11}", ""));
        writeln!(out, "  {title:8} {text}")
    };
    words("referee", &attempt.referee)?;
    attempt.warnings.iter().try_for_each(|warning| words("odd", warning))
}
