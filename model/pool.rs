//! Worker threads: a pool of them, and a channel that puts their results into order.
//!
//! [`run`] is the pool: scoped threads, and a monitor on the calling thread until all have ended.
//! [`Ordered`] is the channel: workers take items from one source, in its order, and send results
//! for each; the results are received in the order of the items. The number of items that are
//! under way is bounded, and so is memory, however long one item holds up those behind it.

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

/// The threads of a pool.
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    /// How many.
    pub count: usize,
    /// Bytes of stack for each; `None`: the system's default.
    pub stack: Option<usize>,
}

/// Why a pool did not come to its end.
#[derive(Debug)]
pub enum Broken {
    /// A thread could not be started.
    Start(io::Error),
    /// A thread panicked with this payload.
    Panic(Box<dyn Any + Send>),
}

impl Broken {
    /// Goes on with the panic of the thread, on this one.
    ///
    /// # Panics
    /// Always.
    pub fn resume(self) -> ! {
        match self {
            Broken::Start(_) => panic!("{self}"),
            Broken::Panic(payload) => std::panic::resume_unwind(payload),
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Start(error) => write!(f, "cannot start a worker: {error}"),
            Broken::Panic(_) => f.write_str("a worker broke down"),
        }
    }
}

impl std::error::Error for Broken {}

/// Calls `work` on each thread, with the thread's number, and `monitor` on this one: every `tick`, and when a
/// thread ends, until all have ended.
///
/// # Errors
/// A thread could not be started, or panicked. The others have ended all the same.
pub fn run(
    threads: Threads,
    tick: Duration,
    work: impl Fn(usize) + Sync,
    mut monitor: impl FnMut(),
) -> Result<(), Broken> {
    let running = Running { threads: AtomicUsize::new(0), monitor: std::thread::current() };
    std::thread::scope(|scope| {
        let (work, running) = (&work, &running);
        let start = |number| {
            let mut builder = Builder::new().name(format!("worker {number}"));
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
            Ok(handle) => handle.join().map_err(Broken::Panic),
            Err(error) => Err(Broken::Start(error)),
        });
        // Every thread is joined, also behind the first that failed.
        ends.fold(Ok(()), Result::and)
    })
}

/// The number of threads that have not ended, and the thread that waits for their end.
struct Running {
    threads: AtomicUsize,
    monitor: Thread,
}

/// Counts a thread as running until it is dropped, by a panic as well.
struct Guard<'a>(&'a Running);

impl Running {
    fn begin(&self) -> Guard<'_> {
        self.threads.fetch_add(1, Ordering::Relaxed);
        Guard(self)
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.threads.fetch_sub(1, Ordering::Release);
        self.0.monitor.unpark();
    }
}

/// Bounds of what an [`Ordered`] holds.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Items of the source that may be under way: taken, and their results not all received.
    pub items: u64,
    /// Results of one item that may wait to be received.
    pub results: usize,
}

/// Results of several workers, received in the order of the items that they are of.
pub struct Ordered<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    /// A copy of [`State::turn`] that is read without the lock.
    turn: AtomicU64,
    bounds: Bounds,
}

struct State<T> {
    /// The number of the item whose results are received now. Numbers begin at 0.
    turn: u64,
    /// The items under way, from that of `turn` on.
    under_way: VecDeque<Slot<T>>,
    /// The source has ended: no further item is taken.
    ended: bool,
    /// No further item is taken, and no thread waits for another.
    closed: bool,
    /// Threads that wait for a change: waking none would be a system call all the same.
    asleep: usize,
}

/// An item under way.
struct Slot<T> {
    results: VecDeque<T>,
    /// No further result follows.
    finished: bool,
}

/// The result of [`Ordered::receive`].
#[derive(Debug, PartialEq, Eq)]
pub enum Received<T> {
    /// The next result.
    Result(T),
    /// None has come in time.
    Late,
    /// There are no further ones.
    End,
}

impl<T> Ordered<T> {
    /// A channel that nothing was sent to.
    pub fn new(bounds: Bounds) -> Ordered<T> {
        let state = State { turn: 0, under_way: VecDeque::new(), ended: false, closed: false, asleep: 0 };
        Ordered { state: Mutex::new(state), changed: Condvar::new(), turn: AtomicU64::new(0), bounds }
    }

    /// The next item of `source`, the only one of this channel, with the ticket for its results; waits while as
    /// many are under way as the bounds allow. `None`: the source has ended, or the channel is closed.
    pub fn take<S: Iterator>(&self, source: &Mutex<S>) -> Option<(Ticket<'_, T>, S::Item)> {
        // Taken one by one, so that numbers follow the source's order.
        let mut source = lock(source);
        let ticket = self.admit()?;
        let item = source.next();
        if item.is_none() {
            self.settle(|state| state.ended = true);
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

    /// The next result, if it is there.
    pub fn try_receive(&self) -> Option<T> {
        let mut state = lock(&self.state);
        let result = state.under_way.front_mut()?.results.pop_front()?;
        self.wake(state);
        Some(result)
    }

    /// The next result; waits for it until `patience` is over.
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

    /// Whether [`Self::try_receive`] would give a result.
    pub fn is_ready(&self) -> bool {
        lock(&self.state).under_way.front().is_some_and(|slot| !slot.results.is_empty())
    }

    /// Lets no further item be taken, and ends the waiting for a turn or for room. Items sent afterwards are
    /// still received.
    pub fn close(&self) {
        self.settle(|state| state.closed = true);
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

    fn settle(&self, change: impl FnOnce(&mut State<T>)) {
        let mut state = lock(&self.state);
        change(&mut state);
        self.wake(state);
    }

    /// Passes over items that are done with, and wakes the threads that wait for a change.
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

/// An item that is under way. Dropping it says that no further result follows.
pub struct Ticket<'a, T> {
    channel: &'a Ordered<T>,
    number: u64,
}

impl<T> Ticket<'_, T> {
    /// The number of the item, from 0.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whether results of this item are received now: those of all items before it were.
    pub fn is_next(&self) -> bool {
        self.channel.turn.load(Ordering::Relaxed) == self.number
    }

    /// Waits until [`Self::is_next`]. `false`: the channel was closed before.
    pub fn wait(&self) -> bool {
        !self.channel.wait_while(|state| state.turn < self.number).closed
    }

    /// Sends a result; waits while as many wait to be received as the bounds allow.
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
        self.channel.settle(|state| {
            let slot = (self.number - state.turn) as usize;
            state.under_way[slot].finished = true;
        });
    }
}

/// Locks a value that is consistent at every moment, so that a panic elsewhere does it no harm.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
