//! The supervisor: runs jobs in a temporary folder, on Linux under a guard.

#[cfg(target_os = "linux")]
use crate::guard_client::GuardClient as Runner;
use crate::job::{Job, JobError, JobReport, Request};
#[cfg(not(target_os = "linux"))]
use crate::unguarded::UnguardedRunner as Runner;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use tempfile::TempDir;

/// Runs one job after another in a guard process with a temporary folder. When the supervisor is dropped or
/// the calling process ends, all processes of jobs are killed and the folder is removed.
///
/// [`Supervisor::start`] makes the calling process adopt orphaned descendants (`PR_SET_CHILD_SUBREAPER`). If
/// a guard dies, every child of the calling process in another session is killed.
///
/// On other systems than Linux there is no guard; [the package](crate) says what that means.
#[derive(Debug)]
pub struct Supervisor {
    // Dropped before the folder, in which its programs run.
    runner: Runner,
    folder: TempDir,
}

impl Supervisor {
    /// Starts a guard from this program, whose `main` must call [`init`](crate::init).
    ///
    /// # Errors
    /// If the process or the temporary folder cannot be created, or `init` was not called.
    pub fn start() -> io::Result<Supervisor> {
        if cfg!(target_os = "linux") && !crate::IS_INITIALIZED.load(Relaxed) {
            return Err(io::Error::other("the program has to call coverlab_supervise::init first"));
        }
        Supervisor::start_command(&crate::own_command()?)
    }

    /// Starts a guard from another program, whose `main` must call [`init`](crate::init).
    ///
    /// # Errors
    /// If the process or the temporary folder cannot be created.
    pub fn start_from(program: &Path) -> io::Result<Supervisor> {
        Supervisor::start_command(&[program.into()])
    }

    fn start_command(words: &[OsString]) -> io::Result<Supervisor> {
        let folder = tempfile::Builder::new().prefix("supervise-").tempdir().map_err(|error| {
            let parent = std::env::temp_dir();
            io::Error::other(format!("no temporary folder can be made in {}: {error}", parent.display()))
        })?;
        Ok(Supervisor { runner: Runner::start(words)?, folder })
    }

    /// The temporary folder, which is the default working directory of jobs.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a job to its end or to a limit. Calls `cancelled` every few milliseconds and ends the job when it
    /// returns `true`.
    ///
    /// # Errors
    /// If there is no report; see [`JobError`].
    pub fn run(&mut self, job: &Job, cancelled: impl Fn() -> bool) -> Result<JobReport, JobError> {
        self.execute(job, None, &cancelled)
    }

    /// Writes the line `question` to a program and waits for a line in reply. The question goes to the
    /// program that answered the last one, even if `job` has another command, or to a new program. Limits
    /// apply to each question. If the program ends without an answer, the report says how, as for
    /// [`Self::run`], and the next question starts it again.
    ///
    /// # Errors
    /// If there is no report; see [`JobError`].
    pub fn ask(
        &mut self,
        job: &Job,
        question: &str,
        cancelled: impl Fn() -> bool,
    ) -> Result<JobReport, JobError> {
        self.execute(job, Some(question.to_string()), &cancelled)
    }

    fn execute(
        &mut self,
        job: &Job,
        question: Option<String>,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<JobReport, JobError> {
        let request = Request { job: job.clone(), folder: self.folder().to_path_buf(), question };
        self.runner.execute(&request, cancelled)
    }
}
