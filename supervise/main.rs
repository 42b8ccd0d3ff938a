//! The command `supervise`: runs a program under limits and reports what it used.

#![expect(clippy::disallowed_methods, reason = "forwards the output of the program")]

use coverlab_supervise::{Job, JobEnd, JobLimits, Supervisor};
use std::error::Error;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "\
usage: supervise [--cpu SECONDS] [--wall SECONDS] [--memory MIB] [--output BYTES] PROGRAM [ARGUMENT...]
Runs the program with empty standard input. Prints its output when it ends; the last line on standard error says how
it ended and what it used. The exit code is that of the program, 124 at a limit, or 125 if the program did not run.";

fn main() -> ExitCode {
    coverlab_supervise::init();
    run().unwrap_or_else(|error| {
        eprintln!("supervise: {error}");
        ExitCode::from(125)
    })
}

fn run() -> Result<ExitCode, Box<dyn Error>> {
    let (limits, command) = parse_arguments(std::env::args_os().skip(1))?;
    let job = Job { directory: Some(std::env::current_dir()?), ..Job::new(command).limits(limits) };
    let report = Supervisor::start()?.run(&job, || false)?;
    std::io::stdout().write_all(&report.output)?;
    std::io::stderr().write_all(&report.errors)?;
    let (cpu, wall) = (report.cpu.as_secs_f64(), report.wall.as_secs_f64());
    let (mebibytes, strays) = (report.peak_memory >> 20, report.strays);
    eprintln!(
        "supervise: {}, {cpu:.3} s CPU time, {wall:.3} s wall time, {mebibytes} MiB, {strays} stray processes killed",
        report.end
    );
    Ok(match report.end {
        JobEnd::Exit(code) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        JobEnd::Signal(signal) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
        _ => ExitCode::from(124),
    })
}

/// Parses the limits and the command after them.
fn parse_arguments(
    mut words: impl Iterator<Item = OsString>,
) -> Result<(JobLimits, Vec<OsString>), Box<dyn Error>> {
    let mut limits = JobLimits::default();
    while let Some(word) = words.next() {
        let option = word.to_str().filter(|word| word.starts_with("--"));
        let Some(option) = option else { return Ok((limits, std::iter::once(word).chain(words).collect())) };
        let value = words.next().ok_or(USAGE)?.into_string().map_err(|_| USAGE)?;
        let duration = || value.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        match option {
            "--cpu" => limits.cpu = Some(duration().ok_or(USAGE)?),
            "--wall" => limits.wall = Some(duration().ok_or(USAGE)?),
            "--memory" => limits.memory = Some(value.parse::<u64>()?.saturating_mul(1 << 20)),
            "--output" => limits.output = value.parse()?,
            _ => return Err(USAGE.into()),
        }
    }
    Err(USAGE.into())
}
