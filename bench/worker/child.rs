//! A worker process as a plain child, seen by its client.

use super::carried::Carried;
use super::{COMMAND, Order, Searched, TICK, ended, lost, understood};
use crate::error::Error;
use coverlab_model::{Cancel, Stop};
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A process that waits for orders. It is killed when this is dropped.
pub(super) struct Child {
    child: std::process::Child,
    input: ChildStdin,
    /// Its output, line by line.
    lines: Receiver<String>,
}

impl Child {
    /// Starts one, from the program that runs. One whose memory is limited may die with a message that must
    /// not be shown: `silent`.
    ///
    /// # Errors
    /// The system has none for us.
    pub(super) fn start(silent: bool) -> Result<Child, Error> {
        let failed = |e: std::io::Error| Error::new(format!("no process can be started for the search: {e}"));
        let mut command = Command::new(std::env::current_exe().map_err(failed)?);
        command.arg(COMMAND).stdin(Stdio::piped()).stdout(Stdio::piped());
        if silent {
            command.stderr(Stdio::null());
        }
        // Ctrl-C goes to the client, which kills the worker.
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
        Ok(Child { child, input, lines })
    }

    /// Has it do `order`, which is about `problems`. After an error or a killed search the process is gone.
    ///
    /// # Errors
    /// The process ends without an answer.
    pub(super) fn search<P: Carried>(
        &mut self,
        order: &Order,
        problems: &[P],
        cancel: &Cancel,
    ) -> Result<Searched<P>, Error> {
        let started = Instant::now();
        // A loaded machine gives a process a share of the time that passes, and loading takes time too.
        let limit =
            order.time_ns.map(|ns| Duration::from_nanos(ns).saturating_mul(20) + Duration::from_secs(60));
        // If it died, its silence says so.
        let _ = self.input.write_all(order.line().as_bytes()).and_then(|()| self.input.flush());
        loop {
            match self.lines.recv_timeout(TICK) {
                Ok(line) => return understood(&line, order, problems),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.died(order, problems.len()),
            }
            let late = limit.is_some_and(|limit| started.elapsed() > limit);
            if late || cancel.is_raised() {
                self.kill();
                return Ok(ended(if late { Stop::Deadline } else { Stop::Cancelled }, problems.len()));
            }
        }
    }

    /// It ended without an answer, which is one if its memory was limited.
    fn died<P: Carried>(&mut self, order: &Order, count: usize) -> Result<Searched<P>, Error> {
        let status = self.child.wait().ok();
        match status {
            Some(status) if order.memory.is_some() && is_out_of_memory(status) => {
                Ok(ended(Stop::Memory, count))
            }
            Some(status) => Err(lost(order, &format!(" ({status})"))),
            None => Err(lost(order, "")),
        }
    }

    fn kill(&mut self) {
        // A process that is gone already cannot be killed, and need not be.
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
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
