//! What lies between who reads puzzles and who solves them: a queue of batches with a bound on how
//! many are under way, so that memory stays bounded however long the input is and however long one
//! puzzle holds up the order of results.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};

/// A queue from one reader to many workers, with a printer that says what is done with.
pub(super) struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    bound: usize,
}

struct State<T> {
    waiting: VecDeque<T>,
    /// Pushed and not yet released.
    under_way: usize,
    /// Released so far: the number of the first that is not.
    released: u64,
    /// Nothing more will be pushed.
    complete: bool,
    /// Nobody wants anything any more.
    closed: bool,
    /// How many wait for a change. To wake nobody would be a call of the system all the same.
    asleep: usize,
}

impl<T> Queue<T> {
    /// A queue of which at most `bound` are under way.
    pub(super) fn new(bound: usize) -> Queue<T> {
        let state = State {
            waiting: VecDeque::new(),
            under_way: 0,
            released: 0,
            complete: false,
            closed: false,
            asleep: 0,
        };
        Queue { state: Mutex::new(state), changed: Condvar::new(), bound }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().expect("nobody panics while holding it")
    }

    fn wait_while(&self, condition: impl Fn(&State<T>) -> bool) -> MutexGuard<'_, State<T>> {
        let mut state = self.state();
        while !state.closed && condition(&state) {
            state.asleep += 1;
            state = self.changed.wait(state).expect("nobody panics while holding it");
            state.asleep -= 1;
        }
        state
    }

    fn change(&self, change: impl FnOnce(&mut State<T>)) {
        let mut state = self.state();
        change(&mut state);
        self.changed(state);
    }

    /// Tells those who wait that `state` has changed.
    fn changed(&self, state: MutexGuard<'_, State<T>>) {
        let asleep = state.asleep;
        drop(state);
        if asleep > 0 {
            self.changed.notify_all();
        }
    }

    /// Waits until there is room for one more under way, and counts it as such: for whoever makes
    /// items without a queue. `false`: nobody wants it.
    pub(super) fn admit(&self) -> bool {
        let mut state = self.wait_while(|state| state.under_way >= self.bound);
        state.under_way += 1;
        !state.closed
    }

    /// Waits until there is room, and puts `item` there. `false`: nobody wants it.
    pub(super) fn push(&self, item: T) -> bool {
        let mut state = self.wait_while(|state| state.under_way >= self.bound);
        if state.closed {
            return false;
        }
        state.under_way += 1;
        state.waiting.push_back(item);
        self.changed(state);
        true
    }

    /// The next item, if there is or will be one.
    pub(super) fn pop(&self) -> Option<T> {
        let mut state = self.wait_while(|state| state.waiting.is_empty() && !state.complete);
        if state.closed { None } else { state.waiting.pop_front() }
    }

    /// Nothing more will be pushed.
    pub(super) fn complete(&self) {
        self.change(|state| state.complete = true);
    }

    /// Nobody wants anything any more: everybody who waits is told so.
    pub(super) fn close(&self) {
        self.change(|state| state.closed = true);
    }

    /// The first item that is under way is done with.
    pub(super) fn release(&self) {
        self.change(|state| {
            state.under_way -= 1;
            state.released += 1;
        });
    }

    /// Whether all items before that of `number`, counted from 0, are done with.
    pub(super) fn is_first(&self, number: u64) -> bool {
        self.state().released >= number
    }

    /// Waits until all items before that of `number` are done with. `false`: nobody wants it.
    pub(super) fn wait_for_turn(&self, number: u64) -> bool {
        !self.wait_while(|state| state.released < number).closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn no_more_are_under_way_than_the_bound_allows() {
        const BOUND: u64 = 3;
        let (queue, pushed, taken) = (Queue::new(BOUND as usize), AtomicU64::new(0), AtomicU64::new(0));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for k in 0..1000 {
                    assert!(queue.push(k));
                    pushed.fetch_add(1, Ordering::SeqCst);
                }
                queue.complete();
            });
            for _ in 0..2 {
                scope.spawn(|| {
                    while queue.pop().is_some() {
                        taken.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
            for released in 0..1000 {
                assert!(queue.wait_for_turn(released) && queue.is_first(released));
                while taken.load(Ordering::SeqCst) <= released {
                    std::thread::yield_now();
                }
                assert!(pushed.load(Ordering::SeqCst) <= released + BOUND);
                queue.release();
            }
        });
        assert_eq!(taken.into_inner(), 1000);
    }

    #[test]
    fn whoever_waits_is_told_that_it_is_closed() {
        let queue = Queue::new(1);
        assert!(queue.push('a'));
        std::thread::scope(|scope| {
            let waiting = [
                scope.spawn(|| queue.push('b')),
                scope.spawn(|| queue.wait_for_turn(1)),
                scope.spawn(|| queue.pop() != Some('a') && queue.pop().is_some()),
            ];
            queue.close();
            assert!(waiting.into_iter().all(|thread| !thread.join().unwrap()));
        });
    }
}
