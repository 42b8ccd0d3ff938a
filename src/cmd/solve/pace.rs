//! The size of batches: one puzzle at first, and as many as take a few milliseconds when that is known. So easy
//! puzzles cost little besides their search, and hard ones are shared among the workers and answered one by one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How many puzzles make a batch.
pub(super) struct Pace(AtomicUsize);

impl Default for Pace {
    fn default() -> Self {
        Pace(AtomicUsize::new(1))
    }
}

impl Pace {
    const MOST: usize = 256;
    const SHORT: Duration = Duration::from_millis(2);
    const LONG: Duration = Duration::from_millis(20);

    pub(super) fn size(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// A batch of `size` puzzles took `time`.
    pub(super) fn learn(&self, size: usize, time: Duration) {
        if time > Self::LONG && size > 1 {
            self.0.fetch_min(size / 2, Ordering::Relaxed);
        } else if time < Self::SHORT && size >= self.size() {
            self.0.store((2 * size).min(Self::MOST), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_grow_while_they_are_short_and_shrink_when_they_are_long() {
        let pace = Pace::default();
        let mut sizes = Vec::new();
        for _ in 0..10 {
            sizes.push(pace.size());
            pace.learn(pace.size(), Duration::from_micros(7 * pace.size() as u64));
        }
        assert_eq!(sizes, [1, 2, 4, 8, 16, 32, 64, 128, 256, 256]);
        pace.learn(256, Duration::from_millis(30));
        pace.learn(256, Duration::from_millis(30));
        assert_eq!(pace.size(), 128);
        pace.learn(64, Duration::from_millis(1));
        assert_eq!(pace.size(), 128);
        pace.learn(1, Duration::from_secs(9));
        assert_eq!(pace.size(), 128);
    }
}
