//! Computes on all cores.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Maps `values` with `map` on all cores. The results are in the order of the values.
pub(crate) fn parallel_map<T: Sync, U: Send>(values: &[T], map: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Relaxed);
            let Some(value) = values.get(at) else { return done };
            done.push((at, map(value)));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<(usize, U)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|why| std::panic::resume_unwind(why)))
            .collect()
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_values() {
        let values: Vec<u64> = (0..100).collect();
        assert_eq!(
            parallel_map(&values, |value| value * value),
            values.iter().map(|v| v * v).collect::<Vec<_>>()
        );
        assert!(parallel_map(&[] as &[u64], |value| *value).is_empty());
    }
}
