//! The process of an external solver or of built-in strategies, under a supervisor that is reused for the next run.

use coverlab_model::memory::available;
use coverlab_model::{Cancel, Task};
use coverlab_supervise::{Job, JobError, JobLimits, JobReport, Supervisor};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Maximum number of bytes that a solver named by the user may print.
pub(super) const MAX_OUTPUT: u64 = 1 << 30;

/// The limits of a program that the user names.
#[derive(Clone, Debug, Default)]
pub struct ProgramLimits {
    /// CPU time.
    pub time: Option<Duration>,
    /// Memory in bytes.
    pub memory: Option<u64>,
    /// Ends the run when raised.
    pub cancel: Cancel,
}

impl ProgramLimits {
    /// The task of finding one solution within these limits.
    pub(super) fn task(&self) -> Task {
        Task { time: self.time, cancel: self.cancel.clone(), ..Task::first(1) }
    }
}

/// Runs a program, once or several times.
pub(crate) struct SupervisedProcess {
    /// `None` before the first run, and after the supervisor was lost.
    supervisor: Option<Supervisor>,
    pub(super) limits: JobLimits,
}

impl SupervisedProcess {
    /// A process with these limits. Its CPU time is limited by the task of each run.
    pub(crate) fn new(limits: JobLimits) -> SupervisedProcess {
        SupervisedProcess { supervisor: None, limits }
    }

    /// The folder in which the program runs.
    pub(super) fn folder(&mut self) -> Result<PathBuf, String> {
        Ok(self.supervisor()?.folder().to_path_buf())
    }

    /// Empties the folder in which the program runs, and returns its path.
    pub(super) fn empty_folder(&mut self) -> Result<PathBuf, String> {
        let folder = self.folder()?;
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let path = entry.path();
            // If a file cannot be removed, the next run may overwrite it.
            let _ = if is_folder { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
        }
        Ok(folder)
    }

    /// Runs `command` with the file `input` as its standard input. `None` if it was cancelled.
    pub(super) fn run<W: Into<OsString> + Clone>(
        &mut self,
        command: &[W],
        input: Option<&Path>,
        task: &Task,
    ) -> Result<Option<JobReport>, String> {
        let job = Job { input: input.map(Path::to_path_buf), ..self.job(command, task) };
        let result = self.supervisor()?.run(&job, || task.cancel.is_raised());
        self.settle(result)
    }

    /// Sends `question` to the process, which `command` starts if it does not run. `None` if it was cancelled.
    pub(crate) fn ask<W: Into<OsString> + Clone>(
        &mut self,
        command: &[W],
        question: &str,
        task: &Task,
    ) -> Result<Option<JobReport>, String> {
        let job = self.job(command, task);
        let result = self.supervisor()?.ask(&job, question, || task.cancel.is_raised());
        self.settle(result)
    }

    /// Ends the process. The next question starts it again.
    pub(super) fn end(&mut self) {
        self.supervisor = None;
    }

    fn job<W: Into<OsString> + Clone>(&self, command: &[W], task: &Task) -> Job {
        Job::new(command.to_vec()).limits(JobLimits { cpu: task.time, ..self.limits })
    }

    fn supervisor(&mut self) -> Result<&mut Supervisor, String> {
        let supervisor = self.supervisor.take().map_or_else(Supervisor::start, Ok);
        let supervisor = supervisor.map_err(|e| format!("no process can be started: {e}"))?;
        Ok(self.supervisor.insert(supervisor))
    }

    fn settle(&mut self, result: Result<JobReport, JobError>) -> Result<Option<JobReport>, String> {
        if matches!(result, Err(JobError::Cancelled | JobError::GuardFailed(_))) {
            self.supervisor = None;
        }
        match result {
            Ok(report) => Ok(Some(report)),
            Err(JobError::Cancelled) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// Limits that restrict only memory: to `memory` bytes, or else to the available memory. Other systems than Linux have no such limit.
pub(super) fn memory_limits(memory: Option<u64>) -> JobLimits {
    let address_space = memory.is_some();
    JobLimits {
        memory: memory.or_else(|| cfg!(target_os = "linux").then(available)),
        address_space,
        ..JobLimits::default()
    }
}
