//! Asks before an experiment runs external programs, because a file from elsewhere may name any program.

use crate::support::{Failure, show_diagnostic};
use coverlab_bench::experiment::LoadedExperiment;
use coverlab_bench::external_solver;
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use std::io::{IsTerminal, Write};

/// Whether `loaded` names external programs, all of which may run: they are `allowed`, or the user agrees at a terminal. Fails
/// without permission. Warns about solvers that are defined and never run.
pub(in crate::cmd) fn ask_consent(
    loaded: &LoadedExperiment,
    allowed: bool,
    terminal: &Terminal,
) -> Result<bool, Failure> {
    external_solver::unused(loaded)?.iter().for_each(|warning| show_diagnostic(warning, terminal));
    let commands = external_solver::commands(loaded)?;
    if commands.is_empty() || allowed {
        return Ok(allowed && !commands.is_empty());
    }
    let list: String = commands.iter().map(|command| format!("\n  {command}")).collect();
    if terminal.interactive_errors && std::io::stdin().is_terminal() && confirm(&loaded.path, &list) {
        return Ok(true);
    }
    let title = format!("{} runs external programs:{list}", loaded.path);
    let help = "check these commands, then use --allow-programs to run them";
    Err(Failure::usage(title, help))
}

/// Shows `list` and asks the user for permission. Returns whether it was given.
fn confirm(path: &str, list: &str) -> bool {
    let mut errors = output::stderr();
    let asked = write!(errors, "{path} runs external programs:{list}\nRun them? [y/N] ")
        .and_then(|()| errors.flush());
    let mut answer = String::new();
    asked.is_ok()
        && std::io::stdin().read_line(&mut answer).is_ok()
        && matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}
