//! The clock of every measurement: the CPU time of the calling thread.
//!
//! The time of a search is read only in this file. On a loaded machine wall time is wrong by a factor of two
//! or more, CPU time by about a percent. The wall clock is used on systems without a CPU clock.

use std::time::Duration;

/// The nanoseconds of `time`, at most [`u64::MAX`].
pub fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// An instant on the calling thread's CPU clock.
#[derive(Clone, Copy, Debug)]
pub struct ThreadTime(Duration);

impl ThreadTime {
    /// Reads the clock. On Linux this is a system call of about 0.2 µs.
    #[cfg(unix)]
    pub fn now() -> Self {
        let t = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        ThreadTime(Duration::new(t.tv_sec as u64, t.tv_nsec as u32))
    }

    /// Always zero: a WebAssembly module without imports has no clock, so searches are limited by
    /// nodes.
    #[cfg(target_family = "wasm")]
    pub fn now() -> Self {
        ThreadTime(Duration::ZERO)
    }

    /// Reads the wall clock.
    #[cfg(not(any(unix, target_family = "wasm")))]
    pub fn now() -> Self {
        use std::{sync::OnceLock, time::Instant};
        static EPOCH: OnceLock<Instant> = OnceLock::new();
        ThreadTime(EPOCH.get_or_init(Instant::now).elapsed())
    }

    /// CPU time this thread has spent since `self`.
    pub fn elapsed(self) -> Duration {
        ThreadTime::now().0.saturating_sub(self.0)
    }
}

/// CPU time of all threads of this process together. A watchdog thread uses it for a search that cannot be
/// interrupted.
#[cfg(unix)]
pub fn process_time() -> Duration {
    let t = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(t.tv_sec as u64, t.tv_nsec as u32)
}

/// Wall time since the first call: this system has no CPU clock.
#[cfg(not(unix))]
pub fn process_time() -> Duration {
    ThreadTime::now().0
}
