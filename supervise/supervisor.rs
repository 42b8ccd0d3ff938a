//! The supervisor: starts a guard, sends it jobs and watches it.

use crate::job::{Error, Header, Job, Report, Request};
use crate::watchdog::{self, Watchdog};
use crate::{cgroup, guard};
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The argument that starts a guard.
const GUARD_ARGUMENT: &str = "--supervise-guard";
/// The time between two calls of `cancelled`.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long the guard may take to exit after its input was closed.
const EXIT_TIMEOUT: Duration = Duration::from_secs(6);
/// How long a guard that closed its output may take to exit.
const DEATH_TIMEOUT: Duration = Duration::from_secs(2);

/// Whether the command that starts guards is known to call [`init`].
static CAN_GUARD: AtomicBool = AtomicBool::new(false);

/// Lets this program run as its own guard. Call it first in `main`: in a process that was started as a guard,
/// it runs the guard and does not return.
pub fn init() {
    init_with(&std::env::args_os().skip(1).collect::<Vec<_>>());
}

/// Like [`init`], for a program run by an interpreter: `arguments` are the arguments after the program's
/// name.
pub fn init_with(arguments: &[OsString]) {
    allow_guards();
    if arguments == [GUARD_ARGUMENT] {
        std::process::exit(guard::serve());
    }
}

pub(crate) fn allow_guards() {
    CAN_GUARD.store(true, Ordering::Relaxed);
}

/// Runs one job after another in a guard process with a temporary folder. When the supervisor is dropped or
/// the calling process ends, all processes of jobs are killed and the folder is removed.
///
/// [`Supervisor::start`] makes the calling process adopt orphaned descendants (`PR_SET_CHILD_SUBREAPER`). If
/// a job kills its guard, every child of the calling process in another session is killed.
#[derive(Debug)]
pub struct Supervisor {
    guard: Child,
    /// To a thread that writes requests to the guard, because a stopped guard does not read. Dropping the
    /// sender closes the guard's input, which asks the guard to exit.
    requests: Option<Sender<Vec<u8>>>,
    replies: Receiver<Result<Report, String>>,
    folder: TempDir,
}

impl Supervisor {
    /// Starts a guard from this program, whose `main` must call [`init`].
    ///
    /// # Errors
    /// If the process or the temporary folder cannot be created, or `init` was not called.
    pub fn start() -> io::Result<Supervisor> {
        if !CAN_GUARD.load(Ordering::Relaxed) {
            return Err(io::Error::other("the program has to call coverlab_supervise::init first"));
        }
        Supervisor::start_command(&crate::own_command()?)
    }

    /// Starts a guard from another program, whose `main` must call [`init`].
    ///
    /// # Errors
    /// If the process or the temporary folder cannot be created.
    pub fn start_from(program: &Path) -> io::Result<Supervisor> {
        Supervisor::start_command(&[program.as_os_str()])
    }

    fn start_command(words: &[impl AsRef<OsStr>]) -> io::Result<Supervisor> {
        let [program, arguments @ ..] = words else { return Err(io::Error::other("the command is empty")) };
        let folder = temporary_folder()?;
        // Prepare control groups before the guard looks for them.
        cgroup::available();
        watchdog::adopt_orphans();
        let mut command = Command::new(program);
        command
            .args(arguments)
            .arg(GUARD_ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // Ctrl-C reaches only this process, which decides what to do.
        command.process_group(0);
        let mut guard = command.spawn()?;
        let (Some(mut input), Some(output)) = (guard.stdin.take(), guard.stdout.take()) else {
            return Err(io::Error::other("the guard has no pipes"));
        };
        let (requests, lines) = channel::<Vec<u8>>();
        std::thread::spawn(move || {
            // If the guard died, the missing reply shows it.
            let _ = lines.iter().try_for_each(|line| input.write_all(&line).and_then(|()| input.flush()));
        });
        let (sender, replies) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(reply) = read_reply(&mut output) {
                if sender.send(reply).is_err() {
                    break;
                }
            }
        });
        Ok(Supervisor { guard, requests: Some(requests), replies, folder })
    }

    /// The temporary folder, which is the default working directory of jobs.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a job to its end or to a limit. Calls `cancelled` every few milliseconds and ends the job when it
    /// returns `true`.
    ///
    /// # Errors
    /// If there is no report; see [`Error`].
    pub fn run(&mut self, job: &Job, cancelled: impl Fn() -> bool) -> Result<Report, Error> {
        self.request(job, None, cancelled)
    }

    /// Writes the line `question` to a program and waits for a line in reply. The question goes to the
    /// program that answered the last one, even if `job` has another command, or to a new program. Limits
    /// apply to each question. If the program ends without an answer, the report says how, as for
    /// [`Self::run`], and the next question starts it again.
    ///
    /// # Errors
    /// If there is no report; see [`Error`].
    pub fn ask(&mut self, job: &Job, question: &str, cancelled: impl Fn() -> bool) -> Result<Report, Error> {
        self.request(job, Some(question.to_string()), cancelled)
    }

    fn request(
        &mut self,
        job: &Job,
        question: Option<String>,
        cancelled: impl Fn() -> bool,
    ) -> Result<Report, Error> {
        let request = Request { job: job.clone(), folder: self.folder().to_path_buf(), question };
        let mut line = serde_json::to_vec(&request).map_err(|error| Error::NotStarted(error.to_string()))?;
        line.push(b'\n');
        if let Some(requests) = &self.requests {
            let _ = requests.send(line);
        }
        let mut watchdog = Watchdog::new(self.guard.id() as i32, job.limits.max_wall());
        loop {
            match self.replies.recv_timeout(POLL_INTERVAL) {
                Ok(reply) => return reply.map_err(Error::NotStarted),
                Err(RecvTimeoutError::Timeout) if cancelled() => {
                    self.shut_down();
                    return Err(Error::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(fault) = watchdog.check() {
                        self.kill_all();
                        return Err(Error::GuardFailed(fault.to_string()));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let is_dead = self.exits_within(DEATH_TIMEOUT);
                    self.kill_all();
                    let how = if is_dead { "died" } else { "sent a damaged reply" };
                    return Err(Error::GuardFailed(format!("the process that guards the program {how}")));
                }
            }
        }
    }

    /// Asks the guard to exit by closing its input, and kills it if it does not.
    fn shut_down(&mut self) {
        self.requests = None;
        if !self.exits_within(EXIT_TIMEOUT) {
            self.kill_all();
        }
    }

    /// Waits at most `timeout` for the guard to exit. Returns `false` at once if the guard is stopped.
    fn exits_within(&mut self, timeout: Duration) -> bool {
        let deadline = Instant::now() + timeout;
        while Instant::now() < deadline {
            if matches!(self.guard.try_wait(), Ok(Some(_)) | Err(_)) {
                return true;
            }
            if watchdog::is_stopped(self.guard.id() as i32) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        false
    }

    /// Kills the guard and every process that its programs started.
    fn kill_all(&mut self) {
        self.requests = None;
        watchdog::kill_descendants(self.guard.id() as i32);
        // `remove_stale` recognizes a dead guard by its process ID, which exists until the guard is reaped.
        let _ = self.guard.kill().and_then(|()| self.guard.wait());
        watchdog::kill_orphans();
        cgroup::remove_stale();
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.shut_down();
    }
}

fn temporary_folder() -> io::Result<TempDir> {
    tempfile::Builder::new().prefix("supervise-").tempdir().map_err(|error| {
        let parent = std::env::temp_dir();
        io::Error::other(format!("no temporary folder can be made in {}: {error}", parent.display()))
    })
}

/// Reads a reply. `None` if the output has ended or the reply is invalid.
fn read_reply(output: &mut impl BufRead) -> Option<Result<Report, String>> {
    let mut line = String::new();
    output.read_line(&mut line).ok().filter(|length| *length > 0)?;
    let header: Header = serde_json::from_str(&line).ok()?;
    let (report, output_length, errors_length) = match header {
        Ok(parts) => parts,
        Err(why) => return Some(Err(why)),
    };
    let (bytes, errors) = (read_exactly(output, output_length)?, read_exactly(output, errors_length)?);
    Some(Ok(Report { output: bytes, errors, ..report }))
}

/// Reads `length` bytes. Memory grows only with the bytes received, since the program may have forged the
/// length.
fn read_exactly(input: &mut impl BufRead, length: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(length as u64).read_to_end(&mut bytes).ok()?;
    (bytes.len() == length).then_some(bytes)
}
