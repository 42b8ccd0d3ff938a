//! Runs tests that take seconds on all processors.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Calls `work` with each of the items once, on as many threads as there are processors. A panic of `work` is one of
/// this function.
pub(crate) fn on_all<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let turns = || {
        while let Some(item) = items.get(next.fetch_add(1, Relaxed)) {
            work(item);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(turns)));
}
