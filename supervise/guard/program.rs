//! A running program: its pipes, its processes and their resources.

use crate::cgroup::Cgroup;
use crate::job::End;
use crate::launch::{Reaped, reap};
use crate::pipes::Pipes;
use crate::process_tree::{Usage, descendants_quickly, usage};
use rustix::process::getpid;

/// A running program.
pub(super) struct Program {
    pub(super) pid: i32,
    pub(super) pipes: Pipes,
    /// The control group of all processes of the program. Removed when all of them have ended.
    pub(super) cgroup: Option<Cgroup>,
    /// How the first process ended.
    pub(super) end: Option<End>,
    /// CPU time of the processes that were waited for.
    pub(super) reaped: Usage,
    /// The highest peak memory of these processes, in bytes.
    pub(super) peak_memory: u64,
}

impl Program {
    pub(super) fn new(pid: i32, pipes: Pipes, cgroup: Option<Cgroup>) -> Program {
        Program { pid, pipes, cgroup, end: None, reaped: Usage::default(), peak_memory: 0 }
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
