//! Kills the processes of a program whose guard has died, for example because the machine ran out of memory. The kernel
//! ends only the first process of the program with its guard (`launch`).

use crate::guard::KILL_TIMEOUT;
use crate::process_tree::{ProcessStat, descendants, processes};
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// Makes this process the parent of descendants whose guard has died. Otherwise an ancestor of this process would
/// become their parent.
pub(crate) fn adopt_orphans() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| _ = set_child_subreaper(Some(getpid())));
}

/// Kills the processes whose guard has died, with all their descendants.
pub(crate) fn kill_orphans() {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let begun = Instant::now();
    loop {
        let orphans = orphans();
        if orphans.is_empty() || begun.elapsed() >= KILL_TIMEOUT {
            return;
        }
        for orphan in orphans {
            descendants(orphan).into_iter().for_each(kill);
            kill(orphan);
            let _ = waitpid(Pid::from_raw(orphan), WaitOptions::NOHANG);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
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
