//! Kills a program with all its processes: first `SIGTERM`, and `SIGKILL` after a grace period.

use super::program::{Program, own_pid};
use crate::process_tree::descendants;
use rustix::process::{Pid, Signal, kill_process};
use std::time::{Duration, Instant};

/// The grace period of a program at a limit: the time between `SIGTERM` and `SIGKILL`.
pub(super) const GRACE_PERIOD: Duration = Duration::from_millis(300);
/// How long the guard waits for killed processes.
pub(super) const KILL_TIMEOUT: Duration = Duration::from_secs(5);

impl Program {
    /// Kills every descendant of the guard, after sending `SIGTERM` if `grace` is not zero. Returns how many
    /// processes outlived the program.
    pub(super) fn kill(&mut self, grace: Duration) -> u32 {
        self.pipes.close_input();
        let (begun, mut strays, mut was_asked) = (Instant::now(), 0, false);
        while begun.elapsed() < grace + KILL_TIMEOUT && !self.reap() {
            let living = descendants(own_pid());
            if self.end.is_some() {
                strays = strays.max(living.len() as u32);
            }
            let is_late = begun.elapsed() >= grace;
            if let Some(cgroup) = self.cgroup.as_ref().filter(|_| is_late) {
                cgroup.kill();
            }
            let signals: &[Signal] = match (is_late, was_asked) {
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
