//! An iterator over the solutions of a thread that searches, and waits while too many are unread.

use super::solution_queue::{EndSignal, MAX_WANTED, SolutionBatch, SolutionQueue};
use super::{Search, SearchAnswer, rejected};
use crate::diagnostic::Diagnostic;
use crate::error::panic_message;
use crate::problem_kind::ProblemKind;
use coverlab_model::memory::Extent;
use coverlab_model::pool::Received;
use coverlab_model::{Cancel, Flow, Problem, Stop, Task};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// Maximum number of solutions in the queue. The reader may hold as many again.
const MAX_QUEUED: u64 = 4096;
/// Maximum size of the queue in bytes, estimated from the size of the instance.
const MAX_QUEUED_BYTES: u64 = 64 << 20;

/// Stack size of the searching thread in bytes: strategies may recurse deeply. Unused pages take no memory.
const STACK: usize = 256 << 20;

/// The result of a search.
type SearchResult<P> = Result<SearchAnswer<P>, Box<Diagnostic>>;

/// An iterator over the solutions of a search, which it ends when dropped.
pub struct Solutions<P: Problem> {
    queue: Arc<SolutionQueue<P::Solution>>,
    /// The solutions that were taken from the queue.
    taken: SolutionBatch<P::Solution>,
    /// The number of taken solutions that were returned.
    read: usize,
    /// The number of solutions to wait for next.
    wanted: usize,
    cancel: Cancel,
    thread: Option<JoinHandle<SearchResult<P>>>,
    answer: Option<SearchResult<P>>,
}

impl<P: ProblemKind> Solutions<P> {
    /// Starts the search.
    pub(super) fn start(search: Search<P>, task: Task) -> Solutions<P> {
        let task = Task { keep: 0, ..task };
        let capacity =
            (MAX_QUEUED_BYTES / search.problem.size().bytes().max(1)).clamp(1, MAX_QUEUED) as usize;
        let queue = Arc::new(SolutionQueue::new(capacity));
        let (cancel, target) = (task.cancel.clone(), queue.clone());
        let work = move || {
            let _signal = EndSignal::new(&target);
            stream(&search, &task, &target)
        };
        let thread = std::thread::Builder::new().name("coverlab search".into()).stack_size(STACK).spawn(work);
        let (thread, answer) = match thread {
            Ok(thread) => (Some(thread), None),
            Err(error) => {
                let error = Diagnostic::error(format!("no thread can be started for the search: {error}"));
                (None, Some(Err(Box::new(error))))
            }
        };
        Solutions { queue, taken: SolutionBatch::default(), read: 0, wanted: 1, cancel, thread, answer }
    }
}

/// Searches, and hands over each solution.
fn stream<P: ProblemKind>(
    search: &Search<P>,
    task: &Task,
    queue: &SolutionQueue<P::Solution>,
) -> SearchResult<P> {
    let mut wrong = None;
    let (mut session, referee) = (search.configured.backend.session(), search.problem.referee());
    let (outcome, cost) = session.stream(&search.problem, task, &mut |solution| {
        if let Err(violation) = referee(solution) {
            wrong = Some(violation);
            return Flow::Break(Stop::Cancelled);
        }
        queue.send(solution)
    });
    match wrong {
        Some(violation) => Err(rejected(&violation)),
        None => Ok(SearchAnswer { outcome, cpu_time: cost.total() }),
    }
}

/// The error for a search that panicked.
fn panicked(panic: &(dyn std::any::Any + Send)) -> Diagnostic {
    Diagnostic::error(panic_message(panic).unwrap_or("the search broke down"))
}

impl<P: Problem> Solutions<P> {
    /// The next solution, if it was taken from the queue already.
    pub fn ready(&mut self) -> Option<&P::Solution> {
        let next = self.taken.solutions().get(self.read)?;
        self.read += 1;
        Some(next)
    }

    /// Waits for the next solution, but not much longer than `timeout`: up to a millisecond more.
    pub fn wait(&mut self, timeout: Duration) -> Received<&P::Solution> {
        if self.read == self.taken.solutions().len() {
            if self.thread.is_none() {
                return Received::End;
            }
            match self.queue.take(&mut self.taken, self.wanted, timeout) {
                Received::Result(()) => (self.read, self.wanted) = (0, (2 * self.wanted).min(MAX_WANTED)),
                Received::End => {
                    self.join();
                    return Received::End;
                }
                Received::Late => return Received::Late,
            }
        }
        self.ready().map_or(Received::Late, Received::Result)
    }

    /// The answer of the search, once it has ended and every solution was read. It is an error if the search panicked or the
    /// referee rejected a solution.
    pub fn answer(&self) -> Option<&Result<SearchAnswer<P>, Box<Diagnostic>>> {
        self.answer.as_ref()
    }

    /// Ends the search, waits for its thread, and discards unread solutions.
    pub fn close(&mut self) {
        self.cancel.raise();
        self.queue.close();
        self.join();
        (self.taken, self.read) = (SolutionBatch::default(), 0);
    }

    /// Waits for the thread, which has ended or is about to.
    fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            let ended = thread.join().unwrap_or_else(|panic| Err(Box::new(panicked(&*panic))));
            self.answer = Some(ended);
        }
    }
}

/// Timeout of the iterator, after which it waits again.
const ITERATOR_TIMEOUT: Duration = Duration::from_secs(3600);

impl<P: Problem> Iterator for Solutions<P> {
    type Item = P::Solution;

    fn next(&mut self) -> Option<P::Solution> {
        loop {
            match self.wait(ITERATOR_TIMEOUT) {
                Received::Result(solution) => return Some(solution.clone()),
                Received::End => return None,
                Received::Late => {}
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
    fn all_solutions_are_returned_in_the_order_of_the_search() {
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
