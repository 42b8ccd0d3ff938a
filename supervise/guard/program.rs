//! A running program: its output, its questions, its processes and their resources.

use crate::cgroup::Cgroup;
use crate::job::End;
use crate::launch::{Reaped, reap};
use crate::process_tree::{Usage, descendants_quickly, usage};
use rustix::process::getpid;
use std::io::Write;
use std::process::{Child, ChildStdin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, channel};

/// The maximum number of bytes of standard error that are kept.
const MAX_ERRORS: usize = 1 << 14;

/// A pipe of a program.
#[derive(Clone, Copy)]
pub(super) enum Stream {
    Output,
    Errors,
}

/// A running program.
pub(super) struct Program {
    number: u64,
    pub(super) pid: i32,
    /// The control group of all processes of the program. Removed when all of them have ended.
    pub(super) cgroup: Option<Cgroup>,
    /// Keeps the pipes open. `wait4` waits for the process by its ID.
    _child: Child,
    pub(super) input: Option<ChildStdin>,
    pub(super) output: Captured,
    /// The number of bytes of output since the last question.
    output_bytes: Arc<AtomicU64>,
    /// Whether the output contains a complete line.
    pub(super) has_line: bool,
    pub(super) errors: Captured,
    /// How the first process ended.
    pub(super) end: Option<End>,
    /// CPU time of the processes that were waited for.
    pub(super) reaped: Usage,
    /// The highest peak memory of these processes, in bytes.
    pub(super) peak_memory: u64,
}

/// The output of a program to one pipe.
#[derive(Default)]
pub(super) struct Captured {
    pub(super) bytes: Vec<u8>,
    pub(super) ended: bool,
}

impl Program {
    /// Program number `number`, whose threads count the bytes of its output in `output_bytes`.
    pub(super) fn new(
        number: u64,
        mut child: Child,
        cgroup: Option<Cgroup>,
        output_bytes: Arc<AtomicU64>,
    ) -> Program {
        Program {
            number,
            pid: child.id() as i32,
            cgroup,
            input: child.stdin.take(),
            _child: child,
            output: Captured::default(),
            output_bytes,
            has_line: false,
            errors: Captured::default(),
            end: None,
            reaped: Usage::default(),
            peak_memory: 0,
        }
    }

    pub(super) fn receive(&mut self, number: u64, stream: Stream, bytes: &[u8]) {
        if number != self.number {
            return;
        }
        let captured = match stream {
            Stream::Output => &mut self.output,
            Stream::Errors => &mut self.errors,
        };
        captured.ended |= bytes.is_empty();
        captured.bytes.extend(bytes);
        match stream {
            Stream::Output => self.has_line |= bytes.contains(&b'\n'),
            Stream::Errors => {
                let over = captured.bytes.len().saturating_sub(MAX_ERRORS);
                captured.bytes.drain(..over);
            }
        }
    }

    /// Writes a question in a new thread, since a program that does not read would block this one. That thread
    /// sends the input back when the question is written.
    pub(super) fn ask(&mut self, question: &str) -> Option<Receiver<ChildStdin>> {
        let (mut input, line) = (self.input.take()?, format!("{question}\n"));
        self.output_bytes.store(0, Relaxed);
        let (sender, written) = channel();
        std::thread::spawn(move || {
            if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_ok() {
                let _ = sender.send(input);
            }
        });
        Some(written)
    }

    /// Removes the first line from the output.
    pub(super) fn take_line(&mut self) -> Vec<u8> {
        let bytes = &mut self.output.bytes;
        let length = bytes.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let line = bytes.drain(..length).collect();
        self.has_line = bytes.contains(&b'\n');
        line
    }

    /// Reaps the processes that have ended. Returns whether none is left.
    pub(super) fn reap(&mut self) -> bool {
        loop {
            match reap() {
                Reaped::One { pid, end, cpu, peak_memory } => {
                    self.reaped.cpu += cpu;
                    self.peak_memory = self.peak_memory.max(peak_memory);
                    if pid == self.pid {
                        self.end = Some(end);
                    }
                }
                Reaped::NoneYet => return false,
                Reaped::NoneLeft => return true,
            }
        }
    }

    /// The resources that all processes of the program have used so far.
    pub(super) fn usage(&self) -> Usage {
        descendants_quickly(own_pid()).into_iter().map(usage).fold(self.reaped, |sum, usage| sum + usage)
    }
}

/// The ID of the guard.
pub(super) fn own_pid() -> i32 {
    getpid().as_raw_nonzero().get()
}
