//! A worker process, seen by whoever orders searches of it.

use super::{COMMAND, Order, Reply, TICK};
use crate::error::Error;
use coverlab_model::{Cancel, Counters, ExactCover, Outcome, Stop};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A process that waits for orders. It is killed when this is dropped.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    /// What it writes, line by line.
    lines: Receiver<String>,
}

impl Process {
    /// Starts one, from the program that runs. One that is to be refused memory dies with words that
    /// are for nobody: `silent`.
    ///
    /// # Errors
    /// The system has none for us.
    pub(super) fn start(silent: bool) -> Result<Process, Error> {
        let failed = |e: std::io::Error| Error::new(format!("no process can be started for the search: {e}"));
        let mut command = Command::new(std::env::current_exe().map_err(failed)?);
        command.arg(COMMAND).stdin(Stdio::piped()).stdout(Stdio::piped());
        if silent {
            command.stderr(Stdio::null());
        }
        // Ctrl-C is for whoever ordered the search, and he kills it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Error::new("the search's process has no pipes"));
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Ok(Process { child, input, lines })
    }

    /// Has it do `order`; its CPU time comes with the outcome. After an error or a killed search the
    /// process is gone.
    ///
    /// # Errors
    /// The process ends without an answer.
    pub(super) fn search(
        &mut self,
        order: &Order,
        cancel: &Cancel,
    ) -> Result<(Outcome<ExactCover>, Duration), Error> {
        let started = Instant::now();
        // A loaded machine gives a process a share of the time that passes, and loading takes time too.
        let limit =
            order.time_ns.map(|ns| Duration::from_nanos(ns).saturating_mul(20) + Duration::from_secs(60));
        // If it died, its silence says so.
        let _ = self.input.write_all(order.line().as_bytes()).and_then(|()| self.input.flush());
        loop {
            match self.lines.recv_timeout(TICK) {
                Ok(line) => {
                    let reply: Result<Reply, _> = serde_json::from_str(&line);
                    return reply.map(Reply::outcome).map_err(|_| lost(order, None));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.died(order),
            }
            let late = limit.is_some_and(|limit| started.elapsed() > limit);
            if late || cancel.is_raised() {
                self.kill();
                return Ok(ended(if late { Stop::Deadline } else { Stop::Cancelled }));
            }
        }
    }

    /// It ended without an answer, which is one if its memory was limited.
    fn died(&mut self, order: &Order) -> Result<(Outcome<ExactCover>, Duration), Error> {
        let status = self.child.wait().ok();
        match status {
            Some(status) if order.memory.is_some() && is_out_of_memory(status) => Ok(ended(Stop::Memory)),
            _ => Err(lost(order, status)),
        }
    }

    fn kill(&mut self) {
        // One that is gone already cannot be killed, and need not.
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A search that was ended from outside; what it had found is lost.
fn ended(stop: Stop) -> (Outcome<ExactCover>, Duration) {
    let counters = Counters::default();
    (
        Outcome { stop: Some(stop), solutions: 0, kept: Vec::new(), partial: None, counters, choice: None },
        Duration::ZERO,
    )
}

fn lost(order: &Order, status: Option<ExitStatus>) -> Error {
    let how = status.map_or(String::new(), |status| format!(" ({status})"));
    Error::new(format!("the process that searches by {} died{how}", order.strategy))
}

/// A program that is refused memory aborts.
#[cfg(unix)]
fn is_out_of_memory(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(rustix::process::Signal::ABORT.as_raw())
}

#[cfg(not(unix))]
fn is_out_of_memory(_: ExitStatus) -> bool {
    false
}
