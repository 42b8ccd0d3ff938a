//! Solutions as an iterator: a thread searches, and waits while its solutions are unread.

use super::{Answer, Search, rejected};
use crate::diagnostic::Diagnostic;
use crate::worker::Transfer;
use coverlab_model::memory::Extent;
use coverlab_model::{Cancel, Flow, Problem, Stop, Task};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Most solutions that wait to be read, and most bytes of instances as large as these.
const MAX_WAITING: u64 = 4096;
const MAX_WAITING_BYTES: u64 = 64 << 20;

/// Bytes of stack of the searching thread: strategies may recurse deeply. Only touched pages take memory.
const STACK: usize = 256 << 20;

/// The end of a search.
type Ended<P> = Result<Answer<P>, Box<Diagnostic>>;

/// The solutions of an instance, found while they are read. Dropped, it ends the search.
pub struct Solutions<P: Problem> {
    /// `None` after the last solution, or if no more are wanted. The mutex is never locked: it makes this type [`Sync`].
    found: Mutex<Option<Receiver<P::Solution>>>,
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

impl<P: Transfer> Solutions<P> {
    /// Starts the search.
    pub(super) fn start(search: Search<P>, task: Task) -> Solutions<P> {
        let task = Task { keep: 0, ..task };
        let most = (MAX_WAITING_BYTES / search.problem.size().bytes().max(1)).clamp(1, MAX_WAITING) as usize;
        let (send, found) = sync_channel(most);
        let cancel = task.cancel.clone();
        let work = move || list(&search, &task, &send);
        let thread = std::thread::Builder::new().name("coverlab search".into()).stack_size(STACK).spawn(work);
        let found = Mutex::new(Some(found));
        match thread {
            Ok(thread) => Solutions { found, cancel, thread: Some(thread), answer: None },
            Err(error) => {
                let error = Diagnostic::error(format!("no thread can be started for the search: {error}"));
                Solutions { found, cancel, thread: None, answer: Some(Err(Box::new(error))) }
            }
        }
    }
}

/// Searches, and hands over each solution; waits while too many are unread.
fn list<P: Transfer>(search: &Search<P>, task: &Task, send: &SyncSender<P::Solution>) -> Ended<P> {
    let mut wrong = None;
    let mut session = search.configured.backend.session();
    let (outcome, cost) = session.stream(&search.problem, task, &mut |solution| {
        if let Err(violation) = search.problem.verify(solution) {
            wrong = Some(violation);
            return Flow::Break(Stop::Cancelled);
        }
        match send.send(solution.clone()) {
            Ok(()) => Flow::Continue(()),
            Err(_) => Flow::Break(Stop::Cancelled),
        }
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
    fn found(&mut self) -> &mut Option<Receiver<P::Solution>> {
        self.found.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next solution, if one was found already.
    pub fn ready(&mut self) -> Option<P::Solution> {
        self.found().as_ref()?.try_recv().ok()
    }

    /// Waits for the next solution, but no longer than `patience`.
    pub fn wait(&mut self, patience: Duration) -> Waited<P::Solution> {
        let Some(found) = self.found() else { return Waited::End };
        match found.recv_timeout(patience) {
            Ok(solution) => Waited::Solution(solution),
            Err(RecvTimeoutError::Timeout) => Waited::Nothing,
            Err(RecvTimeoutError::Disconnected) => {
                self.join();
                Waited::End
            }
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
        self.join();
    }

    /// Closes the channel, so that the thread ends, and waits for it.
    fn join(&mut self) {
        *self.found() = None;
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
