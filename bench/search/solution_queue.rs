//! A queue of solutions between a searching thread and a reader. The reader takes all solutions found so far, and returns the
//! memory of those that it has read. So few solutions need a signal or an allocation, except for types without an efficient
//! `clone_from`, such as models.

use coverlab_model::pool::{Received, lock};
use coverlab_model::{Flow, Stop};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Maximum number of solutions for which a reader waits. Waking it for each solution would take longer than finding one.
pub(super) const MAX_WANTED: usize = 1024;
/// Maximum time that a reader waits for that many solutions before it takes fewer.
const MAX_DELAY: Duration = Duration::from_millis(1);

/// A batch of solutions. Once read, it returns to the searching thread, which reuses its memory.
pub(super) struct SolutionBatch<S> {
    /// The solutions, followed by old ones whose memory is reused.
    slots: Vec<S>,
    len: usize,
}

impl<S> SolutionBatch<S> {
    pub(super) fn solutions(&self) -> &[S] {
        &self.slots[..self.len]
    }
}

impl<S: Clone> SolutionBatch<S> {
    fn push(&mut self, solution: &S) {
        match self.slots.get_mut(self.len) {
            Some(slot) => slot.clone_from(solution),
            None => self.slots.push(solution.clone()),
        }
        self.len += 1;
    }
}

impl<S> Default for SolutionBatch<S> {
    fn default() -> Self {
        SolutionBatch { slots: Vec::new(), len: 0 }
    }
}

/// A queue of solutions.
pub(super) struct SolutionQueue<S> {
    state: Mutex<QueueState<S>>,
    /// Signals to the reader that `wake_at` solutions were found, or that the search ended.
    filled: Condvar,
    /// Signals to the searching thread that there is room, or that no more solutions are wanted.
    emptied: Condvar,
    /// Maximum number of solutions in the queue.
    capacity: usize,
}

struct QueueState<S> {
    found: SolutionBatch<S>,
    /// The number of solutions at which the reader is woken.
    wake_at: usize,
    /// Whether the search has ended.
    is_ended: bool,
    /// Whether the reader wants no more solutions.
    is_closed: bool,
}

impl<S: Clone> SolutionQueue<S> {
    /// A queue for at most `capacity` solutions.
    pub(super) fn new(capacity: usize) -> SolutionQueue<S> {
        let state =
            QueueState { found: SolutionBatch::default(), wake_at: 1, is_ended: false, is_closed: false };
        SolutionQueue { state: Mutex::new(state), filled: Condvar::new(), emptied: Condvar::new(), capacity }
    }

    /// Adds a solution, after waiting until the queue has room.
    pub(super) fn send(&self, solution: &S) -> Flow {
        let mut state = lock(&self.state);
        while state.found.len >= self.capacity && !state.is_closed {
            state = self.emptied.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_closed {
            return Flow::Break(Stop::Cancelled);
        }
        state.found.push(solution);
        if state.found.len == state.wake_at {
            self.filled.notify_one();
        }
        Flow::Continue(())
    }

    /// Exchanges `read` for the solutions in the queue. If there are none, first waits up to [`MAX_DELAY`] for `wanted` of them,
    /// and then up to `timeout` for one.
    pub(super) fn take(&self, read: &mut SolutionBatch<S>, wanted: usize, timeout: Duration) -> Received<()> {
        let mut state = lock(&self.state);
        for (wake_at, time) in [(wanted.min(self.capacity), MAX_DELAY), (1, timeout)] {
            if state.found.len == 0 && !state.is_ended {
                state.wake_at = wake_at;
                state = self.wait(state, time);
            }
        }
        if state.found.len == 0 {
            return if state.is_ended { Received::End } else { Received::Late };
        }
        let is_full = state.found.len >= self.capacity;
        read.len = 0;
        std::mem::swap(read, &mut state.found);
        if is_full {
            self.emptied.notify_one();
        }
        Received::Result(())
    }

    /// Ends the search at its next solution.
    pub(super) fn close(&self) {
        lock(&self.state).is_closed = true;
        self.emptied.notify_one();
    }

    fn wait<'a>(
        &self,
        state: MutexGuard<'a, QueueState<S>>,
        time: Duration,
    ) -> MutexGuard<'a, QueueState<S>> {
        self.filled.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Signals the end of the search to the reader when it is dropped.
pub(super) struct EndSignal<'a, S>(&'a SolutionQueue<S>);

impl<'a, S> EndSignal<'a, S> {
    pub(super) fn new(queue: &'a SolutionQueue<S>) -> Self {
        EndSignal(queue)
    }
}

impl<S> Drop for EndSignal<'_, S> {
    fn drop(&mut self) {
        lock(&self.0.state).is_ended = true;
        self.0.filled.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn a_sender_waits_for_its_reader_and_ends_with_it() {
        let queue = Arc::new(SolutionQueue::new(4));
        let target = queue.clone();
        let sender = std::thread::spawn(move || {
            let _signal = EndSignal::new(&target);
            (0..1000_u32).take_while(|number| target.send(number).is_continue()).count()
        });
        let (mut batch, mut read) = (SolutionBatch::default(), Vec::new());
        while read.len() < 100 {
            if let Received::Result(()) = queue.take(&mut batch, 256, Duration::from_secs(1)) {
                assert!(batch.solutions().len() <= 4);
                read.extend_from_slice(batch.solutions());
            }
        }
        assert!(read.iter().copied().eq(0..read.len() as u32));
        queue.close();
        let sent = sender.join().unwrap();
        assert!((read.len()..=read.len() + 4).contains(&sent));
        assert!(lock(&queue.state).is_ended);
    }
}
