//! Detects a guard that has failed, and kills everything that its program started. The guard itself enforces the
//! limits of the program, and the grace period between `SIGTERM` and `SIGKILL` (`guard/program.rs`).
//!
//! The guard runs as the same user as its program, so the program may stop it, kill it, or keep its pipes
//! open. While a program runs, the guard wakes at least every 20 ms. Linux counts how often a process was
//! scheduled; if this count does not change, the guard hangs. Except for the deadline of a job, the watchdog counts its
//! checks instead of reading a clock: if the caller and the guard are suspended together, no check runs, and no time passes.

use crate::guard::KILL_TIMEOUT;
use crate::process_tree::{ProcessStat, descendants, processes};
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};
use std::fs;
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// One in this many calls of [`GuardWatchdog::check`] checks the guard: about ten a second.
const CALLS_PER_CHECK: u32 = 20;
/// The guard has failed after this many consecutive checks that found it stopped.
const MAX_STOPPED_CHECKS: u32 = 10;
/// The guard has failed after this many consecutive checks between which it was not scheduled.
const MAX_IDLE_CHECKS: u32 = 100;
/// How much longer than the wall time limit of its job the guard may take.
const GUARD_OVERTIME: Duration = Duration::from_secs(30);

/// Watches a guard while it executes a request.
pub(crate) struct GuardWatchdog {
    guard: i32,
    /// The guard has failed if it has not replied by then.
    deadline: Option<Instant>,
    calls: u32,
    /// How often the guard had been scheduled at the last check.
    timeslices: Option<u64>,
    stopped_checks: u32,
    idle_checks: u32,
}

impl GuardWatchdog {
    /// Watches the process `guard`, whose job may take the wall time `max_wall`.
    pub(crate) fn new(guard: i32, max_wall: Option<Duration>) -> GuardWatchdog {
        let deadline =
            max_wall.and_then(|max_wall| Instant::now().checked_add(max_wall.saturating_add(GUARD_OVERTIME)));
        GuardWatchdog { guard, deadline, calls: 0, timeslices: None, stopped_checks: 0, idle_checks: 0 }
    }

    /// Checks the guard, which has not replied yet, and describes its failure, if any. Must be called every
    /// few milliseconds.
    pub(crate) fn check(&mut self) -> Option<&'static str> {
        self.calls += 1;
        if !self.calls.is_multiple_of(CALLS_PER_CHECK) {
            return None;
        }
        let Some(state) = ProcessStat::of(self.guard).map(|stat| stat.state).filter(|state| !is_dead(*state))
        else {
            return Some("the process that guards the program died");
        };
        self.stopped_checks = if is_stopped_state(state) { self.stopped_checks + 1 } else { 0 };
        if self.stopped_checks >= MAX_STOPPED_CHECKS {
            return Some("the process that guards the program was stopped, and killed with the program");
        }
        let timeslices = timeslices(self.guard);
        let is_idle = timeslices.is_some() && timeslices == self.timeslices;
        self.idle_checks = if is_idle { self.idle_checks + 1 } else { 0 };
        self.timeslices = timeslices;
        if self.idle_checks >= MAX_IDLE_CHECKS
            || self.deadline.is_some_and(|deadline| Instant::now() > deadline)
        {
            return Some("the process that guards the program hung, and was killed with the program");
        }
        None
    }
}

fn is_dead(state: char) -> bool {
    matches!(state, 'Z' | 'X')
}

/// Whether the state is "stopped", by a signal or by a debugger.
fn is_stopped_state(state: char) -> bool {
    matches!(state, 'T' | 't')
}

pub(crate) fn is_stopped(pid: i32) -> bool {
    ProcessStat::of(pid).is_some_and(|stat| is_stopped_state(stat.state))
}

/// How often the first thread of a process was scheduled. `None` if unknown; a kernel that does not count
/// this reports 0.
fn timeslices(pid: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/schedstat")).ok()?;
    text.split_whitespace().nth(2)?.parse().ok().filter(|count| *count > 0)
}

/// Makes this process the parent of descendants whose guard was killed.
pub(crate) fn adopt_orphans() {
    static ONCE: Once = Once::new();
    // Otherwise an ancestor of this process would become their parent. Only the first process of a job dies
    // with its guard.
    ONCE.call_once(|| _ = set_child_subreaper(Some(getpid())));
}

/// Kills every descendant of `guard`, their subreaper. The guard may be stopped.
pub(crate) fn kill_descendants(guard: i32) {
    repeat_until_none_found(|| {
        let living = descendants(guard);
        living.iter().for_each(|&pid| kill(pid));
        living.len()
    });
}

/// Kills the processes whose guard was killed, with all their descendants.
pub(crate) fn kill_orphans() {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    repeat_until_none_found(|| {
        let orphans = orphans();
        for &orphan in &orphans {
            descendants(orphan).into_iter().for_each(kill);
            kill(orphan);
            let _ = waitpid(Pid::from_raw(orphan), WaitOptions::NOHANG);
        }
        orphans.len()
    });
}

/// The children of this process that a guard started, recognized by their session: a guard starts each
/// program in a new session, no process can join an existing session, and children that this process started
/// itself share its session.
fn orphans() -> Vec<i32> {
    let own = getpid().as_raw_nonzero().get();
    // Not `getsid`: the ID of a session that began outside this container is 0, which `Pid` cannot represent.
    let Some(session) = ProcessStat::of(own).map(|stat| stat.session) else {
        return Vec::new();
    };
    let is_orphan =
        |pid: &i32| ProcessStat::of(*pid).is_some_and(|stat| stat.parent == own && stat.session != session);
    processes().filter(is_orphan).collect()
}

fn kill(pid: i32) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = kill_process(pid, Signal::KILL);
    }
}

/// Repeats `kill` until it has found no process three times in a row, because a process may start another
/// before it dies. `kill` returns the number of processes found.
fn repeat_until_none_found(mut kill: impl FnMut() -> usize) {
    let (begun, mut empty_rounds) = (Instant::now(), 0);
    while empty_rounds < 3 && begun.elapsed() < KILL_TIMEOUT {
        empty_rounds = if kill() == 0 { empty_rounds + 1 } else { 0 };
        std::thread::sleep(Duration::from_millis(2));
    }
}
