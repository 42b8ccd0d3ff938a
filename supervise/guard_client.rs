//! The process that starts a guard, sends it jobs and watches it.

use crate::guard::{GRACE_PERIOD, KILL_TIMEOUT};
use crate::guard_watchdog::{self, GuardWatchdog};
use crate::job::{JobError, JobReport, ReplyHeader, Request};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// The argument that starts a guard.
pub(crate) const GUARD_ARGUMENT: &str = "--supervise-guard";
/// The time between two calls of `cancelled`.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long the guard may take to exit after its input was closed. It may be killing a program at a limit, which
/// takes up to [`GRACE_PERIOD`] and [`KILL_TIMEOUT`]; one second more is for a busy machine.
const EXIT_TIMEOUT: Duration =
    Duration::from_secs(1).saturating_add(GRACE_PERIOD).saturating_add(KILL_TIMEOUT);
/// How long a guard that closed its output may take to exit.
const DEATH_TIMEOUT: Duration = Duration::from_secs(2);

/// A guard process, which runs jobs.
#[derive(Debug)]
pub(crate) struct GuardClient {
    guard: Child,
    /// To a thread that writes requests to the guard, because a stopped guard does not read. Dropping the
    /// sender closes the guard's input, which asks the guard to exit.
    requests: Option<Sender<Vec<u8>>>,
    replies: Receiver<Result<JobReport, String>>,
}

impl GuardClient {
    /// Starts a guard with the command `words`.
    pub(crate) fn start(words: &[OsString]) -> io::Result<GuardClient> {
        let [program, arguments @ ..] = words else { return Err(io::Error::other("the command is empty")) };
        guard_watchdog::adopt_orphans();
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
        Ok(GuardClient { guard, requests: Some(requests), replies })
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
        if let Some(requests) = &self.requests {
            let _ = requests.send(line);
        }
        let mut watchdog = GuardWatchdog::new(self.guard.id() as i32, request.job.limits.max_wall());
        loop {
            match self.replies.recv_timeout(POLL_INTERVAL) {
                Ok(reply) => return reply.map_err(JobError::NotStarted),
                Err(RecvTimeoutError::Timeout) if cancelled() => {
                    self.shut_down();
                    return Err(JobError::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(fault) = watchdog.check() {
                        self.kill_all();
                        return Err(JobError::GuardFailed(fault.to_string()));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let is_dead = self.exits_within(DEATH_TIMEOUT);
                    self.kill_all();
                    let how = if is_dead { "died" } else { "sent a damaged reply" };
                    return Err(JobError::GuardFailed(format!("the process that guards the program {how}")));
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
            if guard_watchdog::is_stopped(self.guard.id() as i32) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        false
    }

    /// Kills the guard and every process that its programs started.
    fn kill_all(&mut self) {
        self.requests = None;
        guard_watchdog::kill_descendants(self.guard.id() as i32);
        let _ = self.guard.kill().and_then(|()| self.guard.wait());
        guard_watchdog::kill_orphans();
    }
}

impl Drop for GuardClient {
    fn drop(&mut self) {
        self.shut_down();
    }
}

/// Reads a reply. `None` if the output has ended or the reply is invalid.
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

/// Reads `length` bytes. Memory grows only with the bytes received, since the program may have forged the
/// length.
fn read_exactly(input: &mut impl BufRead, length: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(length as u64).read_to_end(&mut bytes).ok()?;
    (bytes.len() == length).then_some(bytes)
}
