//! Solutions as an iterator: a thread searches, and waits while its solutions are unread.

use super::{Answer, Search, rejected};
use crate::diagnostic::Diagnostic;
use crate::worker::Transfer;
use coverlab_model::memory::Extent;
use coverlab_model::{Cancel, Flow, Problem, Stop, Task};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Most solutions that wait to be read, and most bytes of instances as large as these.
const MAX_WAITING: u64 = 4096;
const MAX_WAITING_BYTES: u64 = 64 << 20;

/// Bytes of stack of the searching thread: strategies may recurse deeply. Only touched pages take memory.
const STACK: usize = 256 << 20;

/// The solutions of an instance, found while they are read. Dropped, it ends the search.
pub struct Solutions<P: Problem> {
    channel: Arc<Channel<P>>,
    cancel: Cancel,
    thread: Option<JoinHandle<()>>,
    /// Solutions taken from the channel, the next one last.
    ready: Vec<P::Solution>,
    answer: Option<Result<Answer<P>, Box<Diagnostic>>>,
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

/// The channel between the searching thread and the reader.
struct Channel<P: Problem> {
    state: Mutex<State<P>>,
    /// Signals a solution or the end of the search to the reader.
    filled: Condvar,
    /// Signals to the searching thread that solutions were taken, or that no more are wanted.
    taken: Condvar,
    most: usize,
}

struct State<P: Problem> {
    found: Vec<P::Solution>,
    answer: Option<Result<Answer<P>, Box<Diagnostic>>>,
    is_reader_waiting: bool,
    is_closed: bool,
}

impl<P: Problem> Channel<P> {
    fn lock(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands over a solution; waits while too many are unread.
    fn send(&self, solution: P::Solution) -> Flow {
        let mut state = self.lock();
        while state.found.len() >= self.most && !state.is_closed {
            state = self.taken.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_closed {
            return Flow::Break(Stop::Cancelled);
        }
        state.found.push(solution);
        if state.is_reader_waiting {
            self.filled.notify_one();
        }
        Flow::Continue(())
    }
}

impl<P: Transfer> Solutions<P> {
    /// Starts the search.
    pub(super) fn start(search: Search<P>, task: Task) -> Solutions<P> {
        let task = Task { keep: 0, ..task };
        let most = (MAX_WAITING_BYTES / search.problem.size().bytes().max(1)).clamp(1, MAX_WAITING) as usize;
        let state = State { found: Vec::new(), answer: None, is_reader_waiting: false, is_closed: false };
        let channel = Arc::new(Channel {
            state: Mutex::new(state),
            filled: Condvar::new(),
            taken: Condvar::new(),
            most,
        });
        let (cancel, shared) = (task.cancel.clone(), channel.clone());
        let work = move || {
            let answer = catch_unwind(AssertUnwindSafe(|| list(&search, &task, &shared)));
            let answer = answer.unwrap_or_else(|panic| Err(Box::new(broken(&*panic))));
            shared.lock().answer = Some(answer);
            shared.filled.notify_one();
        };
        let thread = std::thread::Builder::new().name("coverlab search".into()).stack_size(STACK).spawn(work);
        let thread = thread.map_err(|error| {
            let error = Diagnostic::error(format!("no thread can be started for the search: {error}"));
            channel.lock().answer = Some(Err(Box::new(error)));
        });
        Solutions { channel, cancel, thread: thread.ok(), ready: Vec::new(), answer: None }
    }
}

/// Searches, and hands over each solution.
fn list<P: Transfer>(
    search: &Search<P>,
    task: &Task,
    channel: &Channel<P>,
) -> Result<Answer<P>, Box<Diagnostic>> {
    let mut wrong = None;
    let mut session = search.configured.backend.session();
    let (outcome, cost) = session.stream(&search.problem, task, &mut |solution| {
        if let Err(violation) = search.problem.verify(solution) {
            wrong = Some(violation);
            return Flow::Break(Stop::Cancelled);
        }
        channel.send(solution.clone())
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
    /// The next solution, if one was found already.
    pub fn ready(&mut self) -> Option<P::Solution> {
        self.ready.pop()
    }

    /// Waits for the next solution, but no longer than `patience`.
    pub fn wait(&mut self, patience: Duration) -> Waited<P::Solution> {
        if let Some(solution) = self.ready.pop() {
            return Waited::Solution(solution);
        }
        let until = Instant::now() + patience;
        let mut state = self.channel.lock();
        loop {
            if !state.found.is_empty() {
                std::mem::swap(&mut self.ready, &mut state.found);
                drop(state);
                self.channel.taken.notify_one();
                self.ready.reverse();
                return self.ready.pop().map_or(Waited::Nothing, Waited::Solution);
            }
            if let Some(answer) = state.answer.take() {
                self.answer = Some(answer);
            }
            if self.answer.is_some() {
                return Waited::End;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Waited::Nothing;
            }
            state.is_reader_waiting = true;
            state = self.channel.filled.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
            state.is_reader_waiting = false;
        }
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
        self.channel.lock().is_closed = true;
        self.channel.taken.notify_one();
        if let Some(thread) = self.thread.take() {
            // A panic was caught by the thread.
            let _ = thread.join();
        }
        let mut state = self.channel.lock();
        state.found = Vec::new();
        self.ready = Vec::new();
        if let Some(answer) = state.answer.take() {
            self.answer = Some(answer);
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
                Waited::Solution(solution) => return Some(solution),
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
