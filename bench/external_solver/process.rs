//! The process of an external solver, under a supervisor that is reused for the next search.

use super::checked_definition::Solver;
use coverlab_model::Task;
use coverlab_model::memory::available;
use coverlab_supervise::{Error, Job, JobLimits, MemoryEnforcement, Report, Supervisor};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Runs the program of a session.
pub(super) struct SolverProcess {
    pub(super) solver: Arc<Solver>,
    /// `None` before the first search, and after the supervisor was lost.
    supervisor: Option<Supervisor>,
    limits: JobLimits,
}

impl SolverProcess {
    pub(super) fn new(solver: Arc<Solver>) -> SolverProcess {
        let limits = memory_limits(solver.memory);
        SolverProcess { solver, supervisor: None, limits }
    }

    /// Empties the folder in which the program runs, and returns its path.
    pub(super) fn empty_folder(&mut self) -> Result<PathBuf, String> {
        let folder = self.supervisor()?.folder().to_path_buf();
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let path = entry.path();
            // If a file cannot be removed, the next run may overwrite it.
            let _ = if is_folder { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
        }
        Ok(folder)
    }

    /// Runs `command` with the file `input` as its standard input. `None` if it was cancelled.
    pub(super) fn run(
        &mut self,
        command: &[String],
        input: Option<&Path>,
        task: &Task,
    ) -> Result<Option<Report>, String> {
        let job = Job { input: input.map(Path::to_path_buf), ..self.job(command, task) };
        let result = self.supervisor()?.run(&job, || task.cancel.is_raised());
        self.settle(result)
    }

    /// Sends `question` to the worker, which `command` starts if it does not run. `None` if it was cancelled.
    pub(super) fn ask(
        &mut self,
        command: &[String],
        question: &str,
        task: &Task,
    ) -> Result<Option<Report>, String> {
        let job = self.job(command, task);
        let result = self.supervisor()?.ask(&job, question, || task.cancel.is_raised());
        self.settle(result)
    }

    fn job(&self, command: &[String], task: &Task) -> Job {
        Job::new(command).limits(JobLimits { cpu: task.time, ..self.limits })
    }

    fn supervisor(&mut self) -> Result<&mut Supervisor, String> {
        let supervisor = self.supervisor.take().map_or_else(Supervisor::start, Ok);
        let supervisor = supervisor.map_err(|e| format!("no process can be started for a solver: {e}"))?;
        Ok(self.supervisor.insert(supervisor))
    }

    fn settle(&mut self, result: Result<Report, Error>) -> Result<Option<Report>, String> {
        if matches!(result, Err(Error::Cancelled | Error::GuardFailed(_))) {
            self.supervisor = None;
        }
        match result {
            Ok(report) => Ok(Some(report)),
            Err(Error::Cancelled) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// Limits that restrict only memory: to `memory` bytes, or else to the available memory.
pub(super) fn memory_limits(memory: Option<u64>) -> JobLimits {
    let without_cgroup =
        if memory.is_some() { MemoryEnforcement::AddressSpace } else { MemoryEnforcement::Polling };
    JobLimits { memory: memory.or_else(|| Some(available())), without_cgroup, ..JobLimits::default() }
}
