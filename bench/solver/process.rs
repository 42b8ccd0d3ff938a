//! The guard, seen by its client, which has it run programs.

use super::guard::COMMAND;
use super::order::{Bounds, MemoryBy, Order, Reply};
#[cfg(target_os = "linux")]
use super::watchdog::{self, Watchdog};
use crate::error::Error;
use coverlab_model::Cancel;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How often it is asked whether the search is still wanted.
const TICK: Duration = Duration::from_millis(5);
/// How long the guard may take to end after it was asked to, and after its output has ended.
const FAREWELL: Duration = Duration::from_secs(6);
const DYING: Duration = Duration::from_secs(2);

/// The output of a program that ended or answered.
#[derive(Clone, Debug)]
pub(super) struct Finished {
    pub(super) reply: Reply,
    pub(super) output: Vec<u8>,
    pub(super) errors: Vec<u8>,
}

/// A guard with a folder of its own.
pub(super) struct Guard {
    child: Child,
    /// Takes orders to the guard, by a thread: a guard that its program has stopped does not read. Closed, it asks the
    /// guard to end.
    input: Option<Sender<Vec<u8>>>,
    replies: Receiver<Finished>,
}

impl Guard {
    /// Starts one, from the program that runs.
    pub(super) fn start() -> Result<Guard, Error> {
        let failed = |e: std::io::Error| Error::new(format!("no process can be started for a solver: {e}"));
        // A place for control groups has to be made before the guard looks for one.
        super::groups_are_here();
        #[cfg(target_os = "linux")]
        watchdog::adopt_orphans();
        let mut command = Command::new(std::env::current_exe().map_err(failed)?);
        command.arg(COMMAND).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C goes to this process, which passes it on.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let (pipe, output) = (child.stdin.take(), child.stdout.take());
        let (input, orders) = channel::<Vec<u8>>();
        std::thread::spawn(move || {
            let Some(mut pipe) = pipe else { return };
            // If the guard died, its silence says so.
            let _ = orders.iter().try_for_each(|line| pipe.write_all(&line).and_then(|()| pipe.flush()));
        });
        let (sender, replies) = channel();
        std::thread::spawn(move || {
            let Some(output) = output else { return };
            let mut output = BufReader::new(output);
            while let Some(finished) = read_reply(&mut output) {
                if sender.send(finished).is_err() {
                    break;
                }
            }
        });
        Ok(Guard { child, input: Some(input), replies })
    }

    /// Has `order` done. `None`: it was cancelled, and the guard is gone.
    ///
    /// # Errors
    /// The guard is gone, which it should not be.
    pub(super) fn run(&mut self, order: &Order, cancel: &Cancel) -> Result<Option<Finished>, String> {
        let mut line = serde_json::to_vec(order).expect("plain data");
        line.push(b'\n');
        if let Some(input) = &self.input {
            let _ = input.send(line);
        }
        #[cfg(target_os = "linux")]
        let mut watchdog = Watchdog::new(self.child.id() as i32, order.bounds.time_ns);
        loop {
            match self.replies.recv_timeout(TICK) {
                Ok(finished) => return Ok(Some(finished)),
                Err(RecvTimeoutError::Timeout) if cancel.is_raised() => {
                    self.end();
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) =>
                {
                    #[cfg(target_os = "linux")]
                    if let Some(fault) = watchdog.look() {
                        self.end_by_force();
                        return Err(fault.to_string());
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let is_dead = self.has_ended_within(DYING);
                    self.end_by_force();
                    let fault = match is_dead {
                        true => "the process that guards the program died",
                        false => "the process that guards the program sent a damaged reply",
                    };
                    return Err(fault.to_string());
                }
            }
        }
    }

    /// Asks the guard to end by closing its input. One that does not is ended by force.
    fn end(&mut self) {
        self.input = None;
        if !self.has_ended_within(FAREWELL) {
            self.end_by_force();
        }
    }

    /// Waits for the guard to end, for `patience` at most, and not at all once it is stopped.
    fn has_ended_within(&mut self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        while Instant::now() < until {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                return true;
            }
            #[cfg(target_os = "linux")]
            if watchdog::is_stopped(self.child.id() as i32) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        false
    }

    /// Kills the guard and every process that its program started.
    fn end_by_force(&mut self) {
        self.input = None;
        #[cfg(target_os = "linux")]
        watchdog::kill_below(self.child.id() as i32);
        // Until the guard is waited for, its number stays taken, and its control groups look like those of a living one.
        let _ = self.child.kill().and_then(|()| self.child.wait());
        #[cfg(target_os = "linux")]
        {
            watchdog::kill_orphans();
            super::group::sweep();
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.end();
    }
}

fn read_reply(output: &mut impl BufRead) -> Option<Finished> {
    let mut line = String::new();
    output.read_line(&mut line).ok().filter(|length| *length > 0)?;
    let reply: Reply = serde_json::from_str(&line).ok()?;
    let (output_length, errors_length) = (reply.output, reply.errors);
    let (output_bytes, errors) = (read_exactly(output, output_length)?, read_exactly(output, errors_length)?);
    Some(Finished { reply, output: output_bytes, errors })
}

/// Reads `length` bytes. Memory grows with the bytes that come: the guarded program may have forged the length.
fn read_exactly(input: &mut impl BufRead, length: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(length as u64).read_to_end(&mut bytes).ok()?;
    (bytes.len() == length).then_some(bytes)
}

/// A folder of our own for the time being, removed with this value.
pub struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    /// A new, empty folder.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn new() -> Result<Scratch, String> {
        let made = tempfile::Builder::new().prefix("coverlab-solver-").tempdir();
        made.map(|folder| Scratch { folder }).map_err(|error| {
            format!("no temporary folder can be made in {}: {error}", std::env::temp_dir().display())
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Removes the files that a program has left in it, but for those called `kept`.
    pub(super) fn clean(&self, kept: &[&str]) {
        for entry in std::fs::read_dir(self.path()).into_iter().flatten().flatten() {
            if kept.iter().any(|name| entry.file_name() == *name) {
                continue;
            }
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let path = entry.path();
            let _ = if is_folder { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
        }
    }
}

/// The most bytes of output.
pub(super) const MOST_OUTPUT: u64 = 64 << 20;

/// Bounds of `time` and `memory`; without the latter, most of what the machine has.
pub(super) fn bounds(time: Option<Duration>, memory: Option<u64>) -> Bounds {
    Bounds {
        time_ns: time.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)),
        memory: memory.or_else(|| Some(coverlab_model::memory::available())),
        memory_by: if memory.is_some() { MemoryBy::AddressSpace } else { MemoryBy::Looking },
        output: MOST_OUTPUT,
    }
}
