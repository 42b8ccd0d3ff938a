//! Runs a program that the user names once: a SAT solver or a proof checker.

use coverlab_model::{Cancel, Stop};
use coverlab_supervise::{End, Error, Job, JobLimits, MemoryEnforcement, Report, Supervisor};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Maximum number of bytes that a program may print.
const MAX_OUTPUT: u64 = 1 << 30;

/// The limits of a run.
#[derive(Clone, Debug, Default)]
pub struct RunLimits {
    /// CPU time.
    pub time: Option<Duration>,
    /// Memory in bytes.
    pub memory: Option<u64>,
    /// Ends the run when raised.
    pub cancel: Cancel,
}

/// A supervisor with a folder for the files of a run.
pub(super) struct ProgramRun(Supervisor);

/// How a run ended.
pub(super) enum RunEnd {
    /// The program ended by itself.
    Ended(Report),
    /// A limit or the user ended it, after this CPU time.
    Stopped(Stop, Duration),
}

impl ProgramRun {
    pub(super) fn new() -> Result<ProgramRun, String> {
        let supervisor = Supervisor::start();
        supervisor.map(ProgramRun).map_err(|e| format!("no process can be started for a solver: {e}"))
    }

    /// The path of the file `name` in the folder.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.folder().join(name)
    }

    /// Writes the file `name`, and returns its path.
    pub(super) fn file(&self, name: &str, content: &[u8]) -> Result<PathBuf, String> {
        let path = self.path(name);
        match std::fs::write(&path, content) {
            Ok(()) => Ok(path),
            Err(error) => Err(format!("{} cannot be written: {error}", path.display())),
        }
    }

    /// Runs `program` in the folder.
    ///
    /// # Errors
    /// The program does not start or prints too much, or the supervisor fails.
    pub(super) fn run(
        &mut self,
        program: &Path,
        arguments: Vec<OsString>,
        limits: &RunLimits,
    ) -> Result<RunEnd, String> {
        let program = std::path::absolute(program).map_err(|error| format!("it does not start: {error}"))?;
        let command = std::iter::once(program.into_os_string()).chain(arguments);
        let without_cgroup = MemoryEnforcement::AddressSpace;
        let (cpu, memory, output) = (limits.time, limits.memory, MAX_OUTPUT);
        let job = Job::new(command).limits(JobLimits { cpu, wall: None, memory, without_cgroup, output });
        let report = match self.0.run(&job, || limits.cancel.is_raised()) {
            Ok(report) => report,
            Err(Error::Cancelled) => return Ok(RunEnd::Stopped(Stop::Cancelled, Duration::ZERO)),
            Err(error) => return Err(error.to_string()),
        };
        match report.end {
            End::TimeLimit => {
                Ok(RunEnd::Stopped(Stop::Deadline, report.cpu.max(limits.time.unwrap_or_default())))
            }
            End::MemoryLimit => Ok(RunEnd::Stopped(Stop::Memory, report.cpu)),
            End::OutputLimit => Err(format!("it printed more than {MAX_OUTPUT} bytes")),
            End::Exit(_) | End::Signal(_) | End::Answered => Ok(RunEnd::Ended(report)),
        }
    }
}

/// How a program ended, as shells and Rust print it.
pub(super) fn status(end: End) -> String {
    match end {
        End::Exit(code) => format!("exit status: {code}"),
        End::Signal(signal) => format!("signal: {signal}"),
        other => other.to_string(),
    }
}
