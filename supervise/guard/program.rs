//! A running program: its pipes, its processes and their resources, and how it is killed.

use crate::job::JobEnd;
use crate::pipes::Pipes;
use crate::process_tree::{Usage, descendants, descendants_quickly, usage};
use rustix::process::{Pid, Signal, kill_process};
use std::time::{Duration, Instant};

/// The grace period of a program at a limit: the time between `SIGTERM` and `SIGKILL`.
pub(crate) const GRACE_PERIOD: Duration = Duration::from_millis(300);
/// How long to wait for killed processes to end.
pub(crate) const KILL_TIMEOUT: Duration = Duration::from_secs(5);

/// A running program.
pub(super) struct Program {
    pub(super) pid: i32,
    pub(super) pipes: Pipes,
    /// How the first process ended.
    pub(super) end: Option<JobEnd>,
    /// CPU time of the processes that were waited for.
    pub(super) reaped: Usage,
    /// The highest peak memory of these processes, in bytes.
    pub(super) peak_memory: u64,
}

impl Program {
    pub(super) fn new(pid: i32, pipes: Pipes) -> Program {
        Program { pid, pipes, end: None, reaped: Usage::default(), peak_memory: 0 }
    }

    /// Reaps the processes that have ended. Returns whether none is left.
    pub(super) fn reap(&mut self) -> bool {
        loop {
            let (pid, status, used) = wait4();
            if pid <= 0 {
                // 0: there are children, but none of them has ended.
                return pid != 0;
            }
            // Both include the children that the process has waited for.
            self.reaped.cpu += duration(used.ru_utime) + duration(used.ru_stime);
            self.peak_memory = self.peak_memory.max(u64::try_from(used.ru_maxrss).unwrap_or(0) * 1024);
            if pid == self.pid {
                self.end = Some(match libc::WIFEXITED(status) {
                    true => JobEnd::Exit(libc::WEXITSTATUS(status)),
                    false => JobEnd::Signal(libc::WTERMSIG(status)),
                });
            }
        }
    }

    /// The resources that all processes of the program have used so far.
    pub(super) fn usage(&self) -> Usage {
        descendants_quickly(std::process::id() as i32)
            .into_iter()
            .map(usage)
            .fold(self.reaped, |sum, usage| sum + usage)
    }

    /// Kills every descendant of the guard with `SIGKILL`; if `grace` is not zero, sends `SIGTERM` first and
    /// `SIGKILL` after this time. Returns how many processes outlived the first process of the program.
    pub(super) fn kill(&mut self, grace: Duration) -> u32 {
        self.pipes.close_input();
        let (begun, mut strays, mut was_asked) = (Instant::now(), 0, false);
        while begun.elapsed() < grace + KILL_TIMEOUT && !self.reap() {
            let living = descendants(std::process::id() as i32);
            if self.end.is_some() {
                strays = strays.max(living.len() as u32);
            }
            let signals: &[Signal] = match (begun.elapsed() >= grace, was_asked) {
                (true, _) => &[Signal::KILL],
                (false, false) => &[Signal::TERM, Signal::CONT],
                (false, true) => &[],
            };
            for pid in living.into_iter().filter_map(Pid::from_raw) {
                signals.iter().for_each(|&signal| _ = kill_process(pid, signal));
            }
            was_asked = true;
            std::thread::sleep(Duration::from_millis(1));
        }
        strays
    }
}

/// Calls `wait4` for any child that has already ended. Returns the result, the status and the resources of the child.
fn wait4() -> (i32, i32, libc::rusage) {
    let mut status = 0;
    // The kernel fills in `status` and `used`, for which zeros are a valid value.
    #[allow(unsafe_code, reason = "no safe interface reports the resources of an unknown child")]
    unsafe {
        let mut used: libc::rusage = std::mem::zeroed();
        let pid = libc::wait4(-1, &raw mut status, libc::WNOHANG, &raw mut used);
        (pid, status, used)
    }
}

fn duration(time: libc::timeval) -> Duration {
    Duration::from_micros(u64::try_from(time.tv_sec * 1_000_000 + time.tv_usec).unwrap_or(0))
}
