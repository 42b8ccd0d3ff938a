//! Solves in a child process of this program with limited memory.

use super::{SatArgs, usage};
use crate::cmd::{Exit, Failure};
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;

/// Solves in a child process that may use `memory` bytes.
///
/// # Errors
/// The child process cannot be started, or failed.
#[cfg(target_os = "linux")]
pub(super) fn run(arguments: &SatArgs, terminal: &Terminal, memory: u64) -> Result<Exit, Failure> {
    use super::ask::{Answer, Outcome};
    use super::print::Printer;
    use coverlab_bench::diagnostic::Diagnostic;
    use coverlab_bench::solver::{Once, OnceEnd, Scratch, once};
    use coverlab_bench::worker::was_refused;
    use coverlab_model::{Cancel, Stop};
    use coverlab_strategies::solvers::Statistics;
    use std::fs::File;
    use std::io::Write;
    use std::time::Duration;

    let failed = |what: String| {
        Failure::new(Exit::Internal, Diagnostic::error(format!("the solving process: {what}")))
    };
    let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let first = [program.to_string_lossy().into_owned(), "--confined".to_string()];
    let command = first.into_iter().chain(words).collect();
    let scratch = Scratch::new().map_err(failed)?;
    let copy = || {
        let path = scratch.path().join("input");
        std::io::copy(&mut std::io::stdin().lock(), &mut File::create(&path)?).map(|_| path)
    };
    let input = (arguments.input == "-").then(copy).transpose().map_err(|error| failed(error.to_string()))?;
    let cancel = Cancel::default();
    let _interruption = crate::cmd::solve::interruption(&cancel);
    let Some(Once { output, errors, end }) = once(command, input, memory, &cancel).map_err(failed)? else {
        let what = "interrupted before there was an answer";
        return Err(Failure::new(Exit::Interrupted, Diagnostic::error(what)));
    };
    output::stdout().write_all(&output)?;
    let message = String::from_utf8_lossy(&errors);
    let killed = match end {
        OnceEnd::Exit(code) => {
            // A failed write to standard error is ignored, for it could not be reported anywhere.
            let _ = output::stderr().write_all(&errors);
            let known = Exit::of_code(code);
            return known.ok_or_else(|| failed(format!("it ended with exit code {code}")));
        }
        OnceEnd::Memory => None,
        OnceEnd::Killed(_) if was_refused(&message) => None,
        OnceEnd::Killed(how) => Some(how),
    };
    if let Some(how) = killed {
        return Err(failed(format!(
            "it was killed ({how}) {}",
            message.lines().next_back().unwrap_or_default()
        )));
    }
    let outcome = Outcome {
        answer: Answer::Unknown(Stop::Memory),
        statistics: Statistics::default(),
        load: Duration::ZERO,
        solve: Duration::ZERO,
        checked: None,
    };
    Printer::new(arguments, terminal).end(&outcome, None)?;
    Ok(Exit::Answered)
}

/// Fails: only Linux supports this.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub(super) fn run(_: &SatArgs, _: &Terminal, _: u64) -> Result<Exit, Failure> {
    Err(usage(
        "the memory of built-in solvers cannot be limited on this system",
        "set ulimit -v in the shell, or use Linux",
    ))
}

/// Limits the memory of this process, the child.
///
/// # Errors
/// The system does not allow it.
pub(super) fn limit(memory: u64) -> Result<(), Failure> {
    coverlab_bench::worker::limit_memory(memory)
        .map_err(|error| usage(error.to_string(), "omit --memory-limit"))
}
