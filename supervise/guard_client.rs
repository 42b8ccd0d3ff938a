//! The process that starts a guard and sends it jobs.

use crate::guard::{GRACE_PERIOD, KILL_TIMEOUT};
use crate::job::{JobError, JobReport, ReplyHeader, Request};
use crate::orphans::{adopt_orphans, kill_orphans};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The argument that starts a guard.
pub(crate) const GUARD_ARGUMENT: &str = "--supervise-guard";
/// The time between two calls of `cancelled`.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long the guard may take to exit after its input was closed. It may be killing a program at a limit, which
/// takes up to [`GRACE_PERIOD`] and [`KILL_TIMEOUT`]; one second more is for a busy machine.
const EXIT_TIMEOUT: Duration =
    Duration::from_secs(1).saturating_add(GRACE_PERIOD).saturating_add(KILL_TIMEOUT);

/// A guard process, which runs jobs.
#[derive(Debug)]
pub(crate) struct GuardClient {
    guard: Child,
    /// The guard's input. Closing it asks the guard to exit.
    requests: Option<ChildStdin>,
    replies: Receiver<Result<JobReport, String>>,
}

impl GuardClient {
    /// Starts a guard with the command `words`.
    pub(crate) fn start(words: &[OsString]) -> io::Result<GuardClient> {
        let [program, arguments @ ..] = words else { return Err(io::Error::other("the command is empty")) };
        adopt_orphans();
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
        let (requests, Some(output)) = (guard.stdin.take(), guard.stdout.take()) else {
            return Err(io::Error::other("the guard has no output"));
        };
        let (sender, replies) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(reply) = read_reply(&mut output) {
                if sender.send(reply).is_err() {
                    break;
                }
            }
        });
        Ok(GuardClient { guard, requests, replies })
    }

    /// Sends a request, and waits for the report. Calls `cancelled` every few milliseconds.
    pub(crate) fn execute(
        &mut self,
        request: &Request,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<JobReport, JobError> {
        let mut line =
            serde_json::to_vec(request).map_err(|error| JobError::NotStarted(error.to_string()))?;
        line.push(b'\n');
        if let Some(requests) = &mut self.requests {
            // If the guard died, the missing reply shows it.
            let _ = requests.write_all(&line);
        }
        loop {
            match self.replies.recv_timeout(POLL_INTERVAL) {
                Ok(reply) => return reply.map_err(JobError::NotStarted),
                Err(RecvTimeoutError::Timeout) if cancelled() => {
                    self.shut_down();
                    return Err(JobError::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.kill_all();
                    let what = "the process that guards the program died";
                    return Err(JobError::GuardFailed(what.to_string()));
                }
            }
        }
    }

    /// Asks the guard to exit by closing its input, and kills it if it does not.
    fn shut_down(&mut self) {
        self.requests = None;
        let deadline = Instant::now() + EXIT_TIMEOUT;
        while Instant::now() < deadline {
            match self.guard.try_wait() {
                Ok(Some(status)) if status.success() => return,
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                _ => break,
            }
        }
        self.kill_all();
    }

    /// Kills the guard and every process that its programs started.
    fn kill_all(&mut self) {
        self.requests = None;
        let _ = self.guard.kill().and_then(|()| self.guard.wait());
        kill_orphans();
    }
}

impl Drop for GuardClient {
    fn drop(&mut self) {
        self.shut_down();
    }
}

/// Reads a reply. `None` if the guard has died.
fn read_reply(output: &mut impl BufRead) -> Option<Result<JobReport, String>> {
    let mut line = String::new();
    output.read_line(&mut line).ok().filter(|length| *length > 0)?;
    let header: ReplyHeader = serde_json::from_str(&line).ok()?;
    let (report, output_length, errors_length) = match header {
        Ok(parts) => parts,
        Err(why) => return Some(Err(why)),
    };
    let (bytes, errors) = (read_exactly(output, output_length)?, read_exactly(output, errors_length)?);
    Some(Ok(JobReport { output: bytes, errors, ..report }))
}

fn read_exactly(input: &mut impl Read, length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes).ok()?;
    Some(bytes)
}
