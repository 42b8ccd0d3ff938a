//! Watches the guard from outside, and ends it by force together with everything that its program started.
//!
//! The guard runs as the same user as the program that it guards, so the program may stop it, kill it, or hold its
//! pipes open. The guard wakes at least every 20 ms while a program runs, and Linux counts how often a process was given
//! a processor: a guard whose count stands still does not work any more. Time is counted in looks, not by a clock:
//! when the whole job is suspended and resumed, this process was suspended as well.

use crate::process_tree::{Stat, descendants, processes};
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};
use std::fs;
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// One in so many calls looks at the guard: about ten looks a second.
const CALLS_PER_LOOK: u32 = 20;
/// Looks in a row at a stopped guard, and at one that was given no processor, after which it is given up.
const STOPPED_LOOKS: u32 = 10;
const IDLE_LOOKS: u32 = 100;
/// How much longer than its job the guard may take.
const GUARD_OVERTIME: Duration = Duration::from_secs(30);
/// How long killed processes are searched for.
const SEARCH: Duration = Duration::from_secs(5);

/// Watches a guard while it carries out an order.
pub(crate) struct Watchdog {
    guard: i32,
    /// When the guard is given up in any case.
    deadline: Option<Instant>,
    calls: u32,
    /// How often the guard had been given a processor at the last look.
    timeslices: Option<u64>,
    stopped_looks: u32,
    idle_looks: u32,
}

impl Watchdog {
    /// Watches the process `guard`, whose job takes `longest` by the wall clock.
    pub(crate) fn new(guard: i32, longest: Option<Duration>) -> Watchdog {
        let deadline =
            longest.and_then(|longest| Instant::now().checked_add(longest.saturating_add(GUARD_OVERTIME)));
        Watchdog { guard, deadline, calls: 0, timeslices: None, stopped_looks: 0, idle_looks: 0 }
    }

    /// Looks at the guard, which has not replied yet, and returns its fault, if it has one. Call it every few
    /// milliseconds.
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

/// Stopped by a signal, or by a debugger.
fn is_stopped_state(state: char) -> bool {
    matches!(state, 'T' | 't')
}

/// Whether a process is stopped.
pub(crate) fn is_stopped(process: i32) -> bool {
    Stat::of(process).is_some_and(|stat| is_stopped_state(stat.state))
}

/// How often the first thread of a process was given a processor; `None`: not every kernel counts, and those say 0.
fn timeslices(process: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
    text.split_whitespace().nth(2)?.parse().ok().filter(|count| *count > 0)
}

/// Makes this process the parent of processes whose guard was killed.
pub(crate) fn adopt_orphans() {
    static ONCE: Once = Once::new();
    // Otherwise a process above becomes their parent, and only the first one dies with its guard.
    ONCE.call_once(|| _ = set_child_subreaper(Some(getpid())));
}

/// Kills every descendant of `guard`, their subreaper, whether it runs or is stopped.
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

/// The children of this process that a guard has started. A guard puts each program into a session of its own, and no
/// process can join an existing session; children that this process has started itself share its session.
fn orphans() -> Vec<i32> {
    let own = getpid().as_raw_nonzero().get();
    // Not by `getsid`: where the session began outside of this container its number is 0, which `Pid` cannot hold.
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

/// Repeats `kill`, which returns the number of processes that it found, until it finds none: a process may have started
/// another one before it died.
fn until_none_is_left(mut kill: impl FnMut() -> usize) {
    let (begun, mut empty_rounds) = (Instant::now(), 0);
    while empty_rounds < 3 && begun.elapsed() < SEARCH {
        empty_rounds = if kill() == 0 { empty_rounds + 1 } else { 0 };
        std::thread::sleep(Duration::from_millis(2));
    }
}
