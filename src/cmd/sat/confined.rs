//! Solves in a child process of this program with limited memory.

use super::SatArgs;
use super::decide::SatOutcome;
use super::print::AnswerWriter;
use crate::support::interrupt::cancel_on_interrupt;
use crate::support::{Exit, Failure, ignore_closed_pipe};
use coverlab_bench::output;
use coverlab_bench::refused_memory::was_refused_memory;
use coverlab_bench::terminal::Terminal;
use coverlab_model::{Cancel, Stop};
use coverlab_supervise::{Job, JobEnd, JobError, JobLimits, Supervisor};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Maximum number of bytes that the child process may print.
const MAX_OUTPUT: u64 = 4 << 30;

/// Solves in a child process, which limits its own memory.
pub(super) fn run(arguments: &SatArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    if !cfg!(target_os = "linux") {
        let what = "the memory of built-in solvers can be limited only on Linux";
        return Err(Failure::usage(what, "limit the memory of the shell instead, with ulimit -v"));
    }
    let mut supervisor = Supervisor::start().map_err(|error| failed(&error))?;
    let job = job(arguments, supervisor.folder()).map_err(|error| failed(&error))?;
    let show = |stop| {
        ignore_closed_pipe(AnswerWriter::new(arguments, terminal).end(&SatOutcome::stopped(stop), None))
    };
    let cancel = Cancel::default();
    cancel_on_interrupt(&cancel, None);
    let report = match supervisor.run(&job, || cancel.is_raised()) {
        Ok(report) => report,
        Err(JobError::Cancelled) => {
            show(Stop::Cancelled)?;
            return Err(Failure::interrupted("interrupted before there was an answer"));
        }
        Err(error) => return Err(failed(&error)),
    };
    ignore_closed_pipe(output::stdout().write_all(&report.output))?;
    match report.end {
        JobEnd::Exit(code) => {
            // A failed write to standard error is ignored: no other place could report it.
            let _ = output::stderr().write_all(&report.errors);
            return Exit::of_code(code).ok_or_else(|| failed(&format!("it ended with exit code {code}")));
        }
        _ if was_refused_memory(&report.errors) => {}
        end => return Err(failed(&format!("it was killed ({end}) {}", report.last_error()))),
    }
    show(Stop::Memory)?;
    Ok(Exit::Answered)
}

fn failed(what: &dyn std::fmt::Display) -> Failure {
    Failure::internal(format!("the solving process failed: {what}"))
}

/// A job that runs this command line again, in the user's folder. Standard input is copied to a file in `folder`.
fn job(arguments: &SatArgs, folder: &Path) -> io::Result<Job> {
    let copy = || -> io::Result<PathBuf> {
        let path = folder.join("input");
        io::copy(&mut io::stdin().lock(), &mut File::create(&path)?)?;
        Ok(path)
    };
    let input = (arguments.input == "-").then(copy).transpose()?;
    let first = coverlab_supervise::own_command()?.into_iter().chain([OsString::from("--confined")]);
    let limits = JobLimits { output: MAX_OUTPUT, ..JobLimits::default() };
    let job = Job::new(first.chain(crate::command_line::words().into_iter().skip(1))).limits(limits);
    Ok(Job { directory: Some(std::env::current_dir()?), input, ..job })
}

/// Limits the memory of this process, the child.
pub(super) fn limit(memory: u64) -> Result<(), Failure> {
    coverlab_bench::separate_process::limit_memory(memory)
        .map_err(|error| Failure::usage(error.to_string(), "omit --memory-limit"))
}
