//! Watches the guard from outside. If the guard fails, its processes and everything that its program started
//! are killed.
//!
//! The guard runs as the same user as its program, so the program may stop it, kill it, or keep its pipes
//! open. The guard wakes at least every 20 ms while a program runs, and Linux counts how often a process was
//! scheduled. A guard whose count does not change has stopped working. Time is measured in numbers of checks,
//! not by a clock, because if the whole job is suspended and resumed, this process was suspended as well.

use crate::process_tree::{Stat, descendants, processes};
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};
use std::fs;
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// The guard is checked on one in this many calls: about ten times a second.
const CALLS_PER_LOOK: u32 = 20;
/// Numbers of consecutive checks after which the guard has failed: checks that found it stopped, and checks
/// that found it not scheduled.
const STOPPED_LOOKS: u32 = 10;
const IDLE_LOOKS: u32 = 100;
/// How much longer than its job the guard may take.
const GUARD_OVERTIME: Duration = Duration::from_secs(30);
/// How long to search for processes that must be killed.
const SEARCH: Duration = Duration::from_secs(5);

/// Watches a guard while it executes a request.
pub(crate) struct Watchdog {
    guard: i32,
    /// When the guard has failed in any case.
    deadline: Option<Instant>,
    calls: u32,
    /// How often the guard had been scheduled by the last check.
    timeslices: Option<u64>,
    stopped_looks: u32,
    idle_looks: u32,
}

impl Watchdog {
    /// Watches the process `guard`, whose job may take `longest` in wall time.
    pub(crate) fn new(guard: i32, longest: Option<Duration>) -> Watchdog {
        let deadline =
            longest.and_then(|longest| Instant::now().checked_add(longest.saturating_add(GUARD_OVERTIME)));
        Watchdog { guard, deadline, calls: 0, timeslices: None, stopped_looks: 0, idle_looks: 0 }
    }

    /// Checks the guard, which has not replied yet. Returns a description if it has failed. To be called
    /// every few milliseconds.
    pub(crate) fn look(&mut self) -> Option<&'static str> {
        self.calls += 1;
        if !self.calls.is_multiple_of(CALLS_PER_LOOK) {
            return None;
        }
        let Some(state) = Stat::of(self.guard).map(|stat| stat.state).filter(|state| !is_dead(*state)) else {
            return Some("the process that guards the program died");
        };
        self.stopped_looks = if is_stopped_state(state) { self.stopped_looks + 1 } else { 0 };
        if self.stopped_looks >= STOPPED_LOOKS {
            return Some("the process that guards the program was stopped, and killed with the program");
        }
        let timeslices = timeslices(self.guard);
        let is_idle = timeslices.is_some() && timeslices == self.timeslices;
        self.idle_looks = if is_idle { self.idle_looks + 1 } else { 0 };
        self.timeslices = timeslices;
        if self.idle_looks >= IDLE_LOOKS || self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
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

/// Whether a process is stopped.
pub(crate) fn is_stopped(process: i32) -> bool {
    Stat::of(process).is_some_and(|stat| is_stopped_state(stat.state))
}

/// How often the first thread of a process was scheduled. `None` if the kernel does not count this and
/// reports 0.
fn timeslices(process: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
    text.split_whitespace().nth(2)?.parse().ok().filter(|count| *count > 0)
}

/// Makes this process the parent of processes whose guard was killed.
pub(crate) fn adopt_orphans() {
    static ONCE: Once = Once::new();
    // Otherwise their parent would be a process above this one, and only the first process of a job dies with
    // its guard.
    ONCE.call_once(|| _ = set_child_subreaper(Some(getpid())));
}

/// Kills every descendant of `guard`, which is their subreaper, whether the guard runs or is stopped.
pub(crate) fn kill_descendants(guard: i32) {
    until_none_is_left(|| {
        let living = descendants(guard);
        living.iter().for_each(|&process| kill(process));
        living.len()
    });
}

/// Kills the processes whose guard was killed, with all their descendants.
pub(crate) fn kill_orphans() {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    until_none_is_left(|| {
        let orphans = orphans();
        for &orphan in &orphans {
            descendants(orphan).into_iter().for_each(kill);
            kill(orphan);
            let _ = waitpid(Pid::from_raw(orphan), WaitOptions::NOHANG);
        }
        orphans.len()
    });
}

/// The children of this process that a guard has started. A guard starts each program in a new session, and
/// no process can join an existing session. Children that this process started itself share its session.
fn orphans() -> Vec<i32> {
    let own = getpid().as_raw_nonzero().get();
    // `getsid` is not used: the ID of a session that began outside of this container is 0, which `Pid` cannot
    // represent.
    let Some(session) = Stat::of(own).map(|stat| stat.session) else {
        return Vec::new();
    };
    let is_orphan =
        |process: &i32| Stat::of(*process).is_some_and(|stat| stat.parent == own && stat.session != session);
    processes().filter(is_orphan).collect()
}

fn kill(process: i32) {
    if let Some(process) = Pid::from_raw(process) {
        let _ = kill_process(process, Signal::KILL);
    }
}

/// Repeats `kill`, which returns the number of processes that it found, until it finds none: a process may
/// have started another before it died.
fn until_none_is_left(mut kill: impl FnMut() -> usize) {
    let (begun, mut empty_rounds) = (Instant::now(), 0);
    while empty_rounds < 3 && begun.elapsed() < SEARCH {
        empty_rounds = if kill() == 0 { empty_rounds + 1 } else { 0 };
        std::thread::sleep(Duration::from_millis(2));
    }
}
