//! Solutions as an iterator: a thread searches, and waits while its solutions are unread.

use super::{Answer, Search, rejected};
use crate::diagnostic::Diagnostic;
use crate::worker::Transfer;
use coverlab_model::memory::Extent;
use coverlab_model::pool::lock;
use coverlab_model::{Cancel, Flow, Problem, Stop, Task};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Most solutions that wait to be read, and most bytes of instances as large as these.
const MAX_WAITING: u64 = 4096;
const MAX_WAITING_BYTES: u64 = 64 << 20;

/// A reader without solutions waits for this many, but no longer than a moment if fewer are found. Waking it for each
/// solution would take longer than finding one.
const BATCH: usize = 256;
const MOMENT: Duration = Duration::from_millis(1);

/// Bytes of stack of the searching thread: strategies may recurse deeply. Only touched pages take memory.
const STACK: usize = 256 << 20;

/// The end of a search.
type Ended<P> = Result<Answer<P>, Box<Diagnostic>>;

/// The solutions of an instance, found while they are read. Dropped, it ends the search.
pub struct Solutions<P: Problem> {
    shared: Arc<Shared<P::Solution>>,
    /// The solutions that the reader took from the searching thread, and how many of them it has read.
    taken: Batch<P::Solution>,
    read: usize,
    /// The number of solutions for which the reader waits next.
    wanted: usize,
    cancel: Cancel,
    thread: Option<JoinHandle<Ended<P>>>,
    answer: Option<Ended<P>>,
}

/// The result of [`Solutions::wait`].
pub enum Waited<S> {
    /// A solution.
    Solution(S),
    /// The search ended.
    End,
    /// Nothing happened in time.
    Nothing,
}

/// Solutions in memory that is used again: a batch goes back to the searching thread when it was read.
struct Batch<S> {
    /// The solutions, followed by old ones whose memory is reused.
    slots: Vec<S>,
    len: usize,
}

impl<S: Clone> Batch<S> {
    fn push(&mut self, solution: &S) {
        match self.slots.get_mut(self.len) {
            Some(slot) => slot.clone_from(solution),
            None => self.slots.push(solution.clone()),
        }
        self.len += 1;
    }
}

impl<S> Default for Batch<S> {
    fn default() -> Self {
        Batch { slots: Vec::new(), len: 0 }
    }
}

/// The solutions on their way from the searching thread to the reader.
struct Shared<S> {
    state: Mutex<State<S>>,
    /// Signals to the reader that `wake_at` solutions were found, or that the search ended.
    filled: Condvar,
    /// Signals to the searching thread that there is room, or that no more solutions are wanted.
    emptied: Condvar,
    most: usize,
}

struct State<S> {
    found: Batch<S>,
    wake_at: usize,
    is_ended: bool,
    is_closed: bool,
}

impl<S: Clone> Shared<S> {
    fn new(most: usize) -> Shared<S> {
        let state = State { found: Batch::default(), wake_at: 1, is_ended: false, is_closed: false };
        Shared { state: Mutex::new(state), filled: Condvar::new(), emptied: Condvar::new(), most }
    }

    /// Hands over a solution; waits while too many are unread.
    fn send(&self, solution: &S) -> Flow {
        let mut state = lock(&self.state);
        while state.found.len >= self.most && !state.is_closed {
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

    /// Exchanges `read` for the solutions that were found; false if there are none. If there are none yet, waits a moment
    /// for `wanted` of them, and then for one, but no longer than `patience`.
    fn take(&self, read: &mut Batch<S>, wanted: usize, patience: Duration) -> Waited<()> {
        let mut state = lock(&self.state);
        for (wake_at, time) in [(wanted.min(self.most), MOMENT), (1, patience)] {
            if state.found.len == 0 && !state.is_ended {
                state.wake_at = wake_at;
                state = self.wait(state, time);
            }
        }
        if state.found.len == 0 {
            return if state.is_ended { Waited::End } else { Waited::Nothing };
        }
        let is_full = state.found.len >= self.most;
        read.len = 0;
        std::mem::swap(read, &mut state.found);
        if is_full {
            self.emptied.notify_one();
        }
        Waited::Solution(())
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<S>>, time: Duration) -> MutexGuard<'a, State<S>> {
        self.filled.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Tells the reader, when it is dropped, that the search has ended.
struct EndSignal<'a, S>(&'a Shared<S>);

impl<S> Drop for EndSignal<'_, S> {
    fn drop(&mut self) {
        lock(&self.0.state).is_ended = true;
        self.0.filled.notify_one();
    }
}

impl<P: Transfer> Solutions<P> {
    /// Starts the search.
    pub(super) fn start(search: Search<P>, task: Task) -> Solutions<P> {
        let task = Task { keep: 0, ..task };
        let most = (MAX_WAITING_BYTES / search.problem.size().bytes().max(1)).clamp(1, MAX_WAITING) as usize;
        let shared = Arc::new(Shared::new(most));
        let (cancel, target) = (task.cancel.clone(), shared.clone());
        let work = move || {
            let _signal = EndSignal(&target);
            list(&search, &task, &target)
        };
        let thread = std::thread::Builder::new().name("coverlab search".into()).stack_size(STACK).spawn(work);
        let (thread, answer) = match thread {
            Ok(thread) => (Some(thread), None),
            Err(error) => {
                let error = Diagnostic::error(format!("no thread can be started for the search: {error}"));
                (None, Some(Err(Box::new(error))))
            }
        };
        Solutions { shared, taken: Batch::default(), read: 0, wanted: 1, cancel, thread, answer }
    }
}

/// Searches, and hands over each solution.
fn list<P: Transfer>(search: &Search<P>, task: &Task, shared: &Shared<P::Solution>) -> Ended<P> {
    let mut wrong = None;
    let mut session = search.configured.backend.session();
    let (outcome, cost) = session.stream(&search.problem, task, &mut |solution| {
        if let Err(violation) = search.problem.verify(solution) {
            wrong = Some(violation);
            return Flow::Break(Stop::Cancelled);
        }
        shared.send(solution)
    });
    match wrong {
        Some(violation) => Err(rejected(&violation)),
        None => Ok(Answer { outcome, cpu_time: cost.total() }),
    }
}

/// The error for a search that panicked.
fn broken(panic: &(dyn std::any::Any + Send)) -> Diagnostic {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
    Diagnostic::error(message.unwrap_or("the search broke down"))
}

impl<P: Problem> Solutions<P> {
    /// The next solution, if one was found already and taken from the searching thread.
    pub fn ready(&mut self) -> Option<&P::Solution> {
        let next = self.taken.slots[..self.taken.len].get(self.read)?;
        self.read += 1;
        Some(next)
    }

    /// Waits for the next solution, but no longer than `patience` and a millisecond.
    pub fn wait(&mut self, patience: Duration) -> Waited<&P::Solution> {
        if self.read == self.taken.len {
            if self.thread.is_none() {
                return Waited::End;
            }
            match self.shared.take(&mut self.taken, self.wanted, patience) {
                Waited::Solution(()) => (self.read, self.wanted) = (0, (2 * self.wanted).min(BATCH)),
                Waited::End => {
                    self.join();
                    return Waited::End;
                }
                Waited::Nothing => return Waited::Nothing,
            }
        }
        self.ready().map_or(Waited::Nothing, Waited::Solution)
    }

    /// The answer of the search, once it has ended and every solution was read.
    ///
    /// # Errors
    /// The search broke down, or the referee rejected a solution.
    pub fn answer(&self) -> Option<&Result<Answer<P>, Box<Diagnostic>>> {
        self.answer.as_ref()
    }

    /// Ends the search and waits for its thread. No more solutions are handed over.
    pub fn close(&mut self) {
        self.cancel.raise();
        lock(&self.shared.state).is_closed = true;
        self.shared.emptied.notify_one();
        self.join();
        (self.taken, self.read) = (Batch::default(), 0);
    }

    /// Waits for the thread, which has ended or is about to.
    fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            let ended = thread.join().unwrap_or_else(|panic| Err(Box::new(broken(&*panic))));
            self.answer = Some(ended);
        }
    }
}

/// How long the iterator waits at a time.
const LONG: Duration = Duration::from_secs(3600);

impl<P: Problem> Iterator for Solutions<P> {
    type Item = P::Solution;

    fn next(&mut self) -> Option<P::Solution> {
        loop {
            match self.wait(LONG) {
                Waited::Solution(solution) => return Some(solution.clone()),
                Waited::End => return None,
                Waited::Nothing => {}
            }
        }
    }
}

impl<P: Problem> Drop for Solutions<P> {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::{Cover, ExactCover};

    fn queens(strategy: &str) -> Search<ExactCover> {
        let problem = coverlab_model::family::parse("queens:8").unwrap();
        Search::new(problem, "queens:8", strategy).unwrap()
    }

    #[test]
    fn all_solutions_are_handed_over_in_the_order_of_the_search() {
        let search = queens("dlx");
        let listed: Vec<Cover> = search.solutions(Task::count()).collect();
        let kept = search.run(&Task::first(u64::MAX)).unwrap().outcome.kept;
        assert_eq!((listed.len(), listed), (92, kept));
    }

    #[test]
    fn a_search_ends_when_its_solutions_are_dropped() {
        let search = queens("dlx");
        let task = Task::count();
        let cancel = task.cancel.clone();
        let mut solutions = search.solutions(task);
        assert!(solutions.next().is_some() && solutions.next().is_some());
        drop(solutions);
        assert!(cancel.is_raised());
    }

    #[test]
    fn the_answer_is_that_of_the_search() {
        let mut solutions = queens("dlx").solutions(Task { nodes: 100, ..Task::count() });
        let found = solutions.by_ref().count() as u64;
        let answer = solutions.answer().unwrap().as_ref().unwrap();
        assert_eq!((answer.outcome.stop, answer.outcome.counters.nodes), (Some(Stop::NodeLimit), 100));
        assert_eq!(answer.outcome.solutions, found);
    }
}
