//! Pins threads to processors.

/// The number of processors that this thread may be pinned to.
#[cfg(target_os = "linux")]
pub(crate) fn processors() -> usize {
    rustix::thread::sched_getaffinity(None).map_or(0, |allowed| allowed.count() as usize)
}

/// Zero: this system does not support pinning.
#[cfg(not(target_os = "linux"))]
pub(crate) fn processors() -> usize {
    0
}

/// Pins this thread to processor number `thread`, from 0, of those that it may use. Returns whether that succeeded:
/// there may be too few processors, or the system may forbid it.
#[cfg(target_os = "linux")]
pub(crate) fn pin(thread: usize) -> bool {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let Ok(allowed) = sched_getaffinity(None) else { return false };
    let Some(processor) = (0..CpuSet::MAX_CPU).filter(|&at| allowed.is_set(at)).nth(thread) else {
        return false;
    };
    let mut only = CpuSet::new();
    only.set(processor);
    sched_setaffinity(None, &only).is_ok()
}

/// Returns `false`: this system does not support pinning.
#[cfg(not(target_os = "linux"))]
pub(crate) fn pin(_thread: usize) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_pinned_thread_has_one_processor() {
        let pinned =
            std::thread::spawn(|| pin(0) && rustix::thread::sched_getaffinity(None).unwrap().count() == 1);
        assert!(pinned.join().unwrap());
        assert!(!std::thread::spawn(|| pin(100_000)).join().unwrap());
    }
}
