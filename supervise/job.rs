//! Jobs: the program, its limits, and how it ended.

use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A program to run, with its limits.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Job {
    /// The program and its arguments. A program without a `/` is looked up on the `PATH`.
    pub command: Vec<OsString>,
    /// The working directory. `None`: the supervisor's temporary folder, which is also the program's
    /// `TMPDIR`.
    pub directory: Option<PathBuf>,
    /// The file on standard input. `None`: `/dev/null`. [`Supervisor::ask`](crate::Supervisor::ask) ignores
    /// it.
    pub input: Option<PathBuf>,
    /// The limits for all its processes together.
    pub limits: JobLimits,
}

impl Job {
    /// A job without limits, except 64 MiB of output.
    pub fn new<W: Into<OsString>>(command: impl IntoIterator<Item = W>) -> Job {
        Job { command: command.into_iter().map(Into::into).collect(), ..Job::default() }
    }

    /// Replaces the limits.
    #[must_use]
    pub fn limits(self, limits: JobLimits) -> Job {
        Job { limits, ..self }
    }
}

/// Limits for all processes of a job together. Without a value there is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobLimits {
    /// CPU time. Two more limits follow from it, so that a program cannot sleep forever: a program may be
    /// idle (neither running nor waiting for a processor) for this time plus half a second, and its wall time
    /// is limited to 20 times this time plus a minute.
    pub cpu: Option<Duration>,
    /// Wall time.
    pub wall: Option<Duration>,
    /// Memory in use, in bytes.
    pub memory: Option<u64>,
    /// Whether the kernel also limits the address space of each process to `memory`.
    pub address_space: bool,
    /// Bytes of standard output.
    pub output: u64,
}

impl Default for JobLimits {
    fn default() -> JobLimits {
        JobLimits { cpu: None, wall: None, memory: None, address_space: false, output: 64 << 20 }
    }
}

impl JobLimits {
    /// The maximum wall time, which the limits of wall time and of CPU time imply.
    #[cfg(target_os = "linux")]
    pub(crate) fn max_wall(&self) -> Option<Duration> {
        let by_cpu = self.cpu.map(|cpu| cpu.saturating_mul(20).saturating_add(Duration::from_secs(60)));
        self.wall.into_iter().chain(by_cpu).min()
    }
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobEnd {
    /// It exited with this code.
    Exit(i32),
    /// It was killed by this signal, but not by the supervisor.
    Signal(i32),
    /// It answered a question ([`Supervisor::ask`](crate::Supervisor::ask)) and continues to run.
    Answered,
    /// It was killed at its limit of CPU time, idle time or wall time.
    TimeLimit,
    /// It was killed at its memory limit.
    MemoryLimit,
    /// It was killed at its output limit.
    OutputLimit,
}

impl fmt::Display for JobEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobEnd::Exit(code) => write!(f, "exit code {code}"),
            JobEnd::Signal(signal) => write!(f, "signal {signal}"),
            JobEnd::Answered => f.write_str("answered"),
            JobEnd::TimeLimit => f.write_str("killed at its time limit"),
            JobEnd::MemoryLimit => f.write_str("killed at its memory limit"),
            JobEnd::OutputLimit => f.write_str("killed at its output limit"),
        }
    }
}

/// The result of a job or of a question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JobReport {
    /// How the job ended.
    pub end: JobEnd,
    /// CPU time of all processes of the job.
    pub cpu: Duration,
    /// Wall time from the start to the end, or from the question to the answer.
    pub wall: Duration,
    /// The highest peak memory of a single process of the job, in bytes; 0 if unknown.
    pub peak_memory: u64,
    /// Number of processes that outlived the program and were killed.
    pub strays: u32,
    /// Standard output; for [`JobEnd::Answered`], the line of the answer.
    #[serde(skip)]
    pub output: Vec<u8>,
    /// The last 16 KiB of standard error.
    #[serde(skip)]
    pub errors: Vec<u8>,
}

impl JobReport {
    /// The last line of standard error that is not blank.
    pub fn last_error(&self) -> String {
        let errors = String::from_utf8_lossy(&self.errors);
        errors.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().to_string()
    }
}

/// Why there is no [`JobReport`]. After any error except [`JobError::NotStarted`] the supervisor cannot be used
/// again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobError {
    /// The caller cancelled the job.
    Cancelled,
    /// The program could not be started, for this reason.
    NotStarted(String),
    /// The program could not be watched to its end, usually because the guard died.
    GuardFailed(String),
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobError::Cancelled => f.write_str("it was cancelled"),
            JobError::NotStarted(why) => write!(f, "it does not start: {why}"),
            JobError::GuardFailed(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for JobError {}

/// A job or a question. The guard receives it as a line of JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) job: Job,
    /// The temporary folder of the supervisor.
    pub(crate) folder: PathBuf,
    /// The line to write to a program that answers questions. `None`: the program runs to its end.
    pub(crate) question: Option<String>,
}

impl Request {
    /// The command that starts the program, with its output connected to pipes, and its input if it answers questions.
    pub(crate) fn command(&self) -> Result<Command, String> {
        let Request { job, folder, question } = self;
        let [program, arguments @ ..] = &job.command[..] else {
            return Err("there is no command".to_string());
        };
        let mut command = Command::new(program);
        command.args(arguments).current_dir(job.directory.as_ref().unwrap_or(folder));
        for variable in ["TMPDIR", "TMP", "TEMP"] {
            command.env(variable, folder);
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.stdin(match (&job.input, question) {
            (_, Some(_)) => Stdio::piped(),
            (Some(path), None) => File::open(path).map_err(|e| format!("{}: {e}", path.display()))?.into(),
            (None, None) => Stdio::null(),
        });
        Ok(command)
    }
}

/// The first line of the guard's reply: the report and the lengths of output and errors, which follow it, or
/// the reason why the program did not start.
#[cfg(target_os = "linux")]
pub(crate) type ReplyHeader = Result<(JobReport, usize, usize), String>;
