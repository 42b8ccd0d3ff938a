//! The threads of the workers, and the watch beside them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Thread;
use std::time::Duration;

/// How often at least it is looked whether anybody has interrupted.
const REST: Duration = Duration::from_millis(50);

/// Does `work` on so many threads, and `watch` on this one again and again until all have done.
///
/// # Panics
/// One of the threads did.
pub(super) fn run(threads: usize, work: impl Fn() + Sync, mut watch: impl FnMut()) {
    let left = Left { workers: AtomicUsize::new(threads), watch: std::thread::current() };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let _leaving = Leaving(&left);
                work();
            });
        }
        while left.workers.load(Ordering::Acquire) > 0 {
            std::thread::park_timeout(REST);
            watch();
        }
    });
}

/// The workers that have not left yet, and who waits for that.
struct Left {
    workers: AtomicUsize,
    watch: Thread,
}

/// Says that a worker leaves, however it does.
struct Leaving<'a>(&'a Left);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.workers.fetch_sub(1, Ordering::Release);
        self.0.watch.unpark();
    }
}
