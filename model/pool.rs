//! A pool of threads, and a channel that restores the order of their results.
//!
//! [`run`] is the pool: it runs scoped threads and calls a monitor on the calling thread until all have
//! ended. [`Ordered`] is the channel: threads take items from one source and send results for each, and the
//! results are received in the order of the items. The number of items in progress is bounded, and so is
//! memory, even if one item takes long and delays the items behind it.

#[cfg(test)]
mod tests;

use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Thread};
use std::time::Duration;

/// The configuration of a pool.
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    /// Number of threads.
    pub count: usize,
    /// Bytes of stack per thread; `None` for the system default.
    pub stack: Option<usize>,
}

/// The error of a pool.
#[derive(Debug)]
pub enum PoolError {
    /// A thread could not be started.
    Start(io::Error),
    /// A thread panicked with this payload.
    Panic(Box<dyn Any + Send>),
}

impl PoolError {
    /// Resumes the panic on this thread.
    ///
    /// # Panics
    /// Always.
    pub fn resume(self) -> ! {
        match self {
            PoolError::Start(_) => panic!("{self}"),
            PoolError::Panic(payload) => std::panic::resume_unwind(payload),
        }
    }
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PoolError::Start(error) => write!(f, "cannot start a thread: {error}"),
            PoolError::Panic(_) => f.write_str("a thread panicked"),
        }
    }
}

impl std::error::Error for PoolError {}

/// Calls `work` with the thread's number on each thread. Calls `monitor` on the calling thread every `tick`
/// and whenever a thread ends, until all have ended.
///
/// # Errors
/// If a thread could not be started or panicked. The other threads have ended in that case too.
pub fn run(
    threads: Threads,
    tick: Duration,
    work: impl Fn(usize) + Sync,
    mut monitor: impl FnMut(),
) -> Result<(), PoolError> {
    let running = Running { threads: AtomicUsize::new(0), monitor: std::thread::current() };
    std::thread::scope(|scope| {
        let (work, running) = (&work, &running);
        let start = |number| {
            let mut builder = Builder::new().name(format!("thread {number}"));
            if let Some(size) = threads.stack {
                builder = builder.stack_size(size);
            }
            let guard = running.begin();
            builder.spawn_scoped(scope, move || {
                work(number);
                drop(guard);
            })
        };
        let handles: Vec<_> = (0..threads.count).map(start).collect();
        while running.threads.load(Ordering::Acquire) > 0 {
            std::thread::park_timeout(tick);
            monitor();
        }
        let ends = handles.into_iter().map(|handle| match handle {
            Ok(handle) => handle.join().map_err(PoolError::Panic),
            Err(error) => Err(PoolError::Start(error)),
        });
        // Join every thread, even after one has failed.
        ends.fold(Ok(()), Result::and)
    })
}

/// The number of running threads, and the thread to unpark when one ends.
struct Running {
    threads: AtomicUsize,
    monitor: Thread,
}

/// Counts a thread as running until it is dropped, including by a panic.
struct RunningThread<'a>(&'a Running);

impl Running {
    fn begin(&self) -> RunningThread<'_> {
        self.threads.fetch_add(1, Ordering::Relaxed);
        RunningThread(self)
    }
}

impl Drop for RunningThread<'_> {
    fn drop(&mut self) {
        self.0.threads.fetch_sub(1, Ordering::Release);
        self.0.monitor.unpark();
    }
}

/// The capacity of an [`Ordered`].
#[derive(Clone, Copy, Debug)]
pub struct ChannelCapacity {
    /// Maximum number of items in progress: taken, but with results that were not all received.
    pub items: u64,
    /// Maximum number of unreceived results per item.
    pub results: usize,
}

/// A channel that delivers the results of several threads in the order of the items.
pub struct Ordered<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    /// A copy of [`State::turn`] for reading without the lock.
    turn: AtomicU64,
    bounds: ChannelCapacity,
}

struct State<T> {
    /// The number of the item whose results are received now, from 0.
    turn: u64,
    /// The items in progress, starting with that of `turn`.
    under_way: VecDeque<Slot<T>>,
    /// The source has ended; no further item will be taken.
    ended: bool,
    /// The channel is closed; no further item will be taken, and no thread waits.
    closed: bool,
    /// Number of waiting threads. A notification is a system call even if no thread waits.
    asleep: usize,
}

/// An item in progress.
struct Slot<T> {
    results: VecDeque<T>,
    /// Whether all results of the item were sent.
    finished: bool,
}

/// The result of [`Ordered::receive`].
#[derive(Debug, PartialEq, Eq)]
pub enum Received<T> {
    /// The next result.
    Result(T),
    /// No result arrived within the given time.
    Late,
    /// All results have been received.
    End,
}

impl<T> Ordered<T> {
    /// Creates an empty channel.
    pub fn new(bounds: ChannelCapacity) -> Ordered<T> {
        let state = State { turn: 0, under_way: VecDeque::new(), ended: false, closed: false, asleep: 0 };
        Ordered { state: Mutex::new(state), changed: Condvar::new(), turn: AtomicU64::new(0), bounds }
    }

    /// Takes the next item of `source`, with the ticket for its results. Every call must pass the same
    /// source. Waits while the maximum number of items is in progress. `None` if the source has ended or the
    /// channel is closed.
    pub fn take<S: Iterator>(&self, source: &Mutex<S>) -> Option<(Ticket<'_, T>, S::Item)> {
        // Hold the lock during both steps, so that the numbers follow the order of the source.
        let mut source = lock(source);
        let ticket = self.admit()?;
        let item = source.next();
        if item.is_none() {
            self.update(|state| state.ended = true);
        }
        Some((ticket, item?))
    }

    fn admit(&self) -> Option<Ticket<'_, T>> {
        let full = |state: &State<T>| state.under_way.len() as u64 >= self.bounds.items;
        let mut state = self.wait_while(|state| !state.ended && full(state));
        if state.ended || state.closed {
            return None;
        }
        let number = state.turn + state.under_way.len() as u64;
        state.under_way.push_back(Slot { results: VecDeque::new(), finished: false });
        Some(Ticket { channel: self, number })
    }

    /// The next result, if it has arrived.
    pub fn try_receive(&self) -> Option<T> {
        let mut state = lock(&self.state);
        let result = state.under_way.front_mut()?.results.pop_front()?;
        self.wake(state);
        Some(result)
    }

    /// Waits for the next result for at most `patience`.
    pub fn receive(&self, patience: Duration) -> Received<T> {
        let mut state = lock(&self.state);
        state.asleep += 1;
        let nothing = |state: &mut State<T>| {
            let none = state.under_way.front().is_none_or(|slot| slot.results.is_empty());
            none && !(state.under_way.is_empty() && (state.ended || state.closed))
        };
        let (mut state, waited) =
            self.changed.wait_timeout_while(state, patience, nothing).unwrap_or_else(PoisonError::into_inner);
        state.asleep -= 1;
        match state.under_way.front_mut().and_then(|slot| slot.results.pop_front()) {
            Some(result) => {
                self.wake(state);
                Received::Result(result)
            }
            None if waited.timed_out() => Received::Late,
            None => Received::End,
        }
    }

    /// Whether [`Self::try_receive`] would return a result.
    pub fn is_ready(&self) -> bool {
        lock(&self.state).under_way.front().is_some_and(|slot| !slot.results.is_empty())
    }

    /// Ends the taking of items, and wakes all threads that wait for their turn or for room. Results sent
    /// afterwards are still received.
    pub fn close(&self) {
        self.update(|state| state.closed = true);
    }

    fn wait_while(&self, condition: impl Fn(&State<T>) -> bool) -> MutexGuard<'_, State<T>> {
        let mut state = lock(&self.state);
        while !state.closed && condition(&state) {
            state.asleep += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.asleep -= 1;
        }
        state
    }

    fn update(&self, change: impl FnOnce(&mut State<T>)) {
        let mut state = lock(&self.state);
        change(&mut state);
        self.wake(state);
    }

    /// Skips finished items, and wakes the threads that wait for a change.
    fn wake(&self, mut state: MutexGuard<'_, State<T>>) {
        while state.under_way.front().is_some_and(|slot| slot.finished && slot.results.is_empty()) {
            state.under_way.pop_front();
            state.turn += 1;
        }
        self.turn.store(state.turn, Ordering::Relaxed);
        let asleep = state.asleep;
        drop(state);
        if asleep > 0 {
            self.changed.notify_all();
        }
    }
}

/// The right to send the results of one item. Dropping it ends the item's results.
pub struct Ticket<'a, T> {
    channel: &'a Ordered<T>,
    number: u64,
}

impl<T> Ticket<'_, T> {
    /// The number of the item, from 0.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whether all earlier items are finished, so that the results of this item are received now.
    pub fn is_next(&self) -> bool {
        self.channel.turn.load(Ordering::Relaxed) == self.number
    }

    /// Waits until [`Self::is_next`]. Returns `false` if the channel was closed before.
    pub fn wait(&self) -> bool {
        !self.channel.wait_while(|state| state.turn < self.number).closed
    }

    /// Sends a result. Waits while the maximum number of results is unreceived.
    pub fn send(&self, result: T) {
        let bound = self.channel.bounds.results;
        let slot = |state: &State<T>| (self.number - state.turn) as usize;
        let full = |state: &State<T>| state.under_way[slot(state)].results.len() >= bound;
        let mut state = self.channel.wait_while(full);
        let slot = slot(&state);
        state.under_way[slot].results.push_back(result);
        self.channel.wake(state);
    }
}

impl<T> Drop for Ticket<'_, T> {
    fn drop(&mut self) {
        self.channel.update(|state| {
            let slot = (self.number - state.turn) as usize;
            state.under_way[slot].finished = true;
        });
    }
}

/// Locks a mutex and ignores poisoning. For values that are consistent after every statement.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
