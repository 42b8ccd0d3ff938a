//! Searches one exact cover problem on several threads, with any backend.
//!
//! The instance is split by the first choices of a search: for each option of an item with the fewest
//! options, the rest of the problem becomes an instance. The largest parts are split further until there are
//! many more parts than threads, so that a large part does not keep the other threads waiting. Every cover of
//! the instance consists of a cover of exactly one part and the choices that led to the part. So the totals
//! equal those of one search, in whatever order the parts end. A part is an ordinary instance, so every
//! backend can search it.
//!
//! A strategy whose threads share what they learn is used instead of this: see
//! [`Strategy::solve_together`](crate::Strategy::solve_together).
//!
//! [`solve`] searches the parts in any order; it counts, or finds any solutions. [`stream`] delivers
//! solutions in the order of the parts, so the list depends only on the number of threads.

mod split;

use crate::backend::{Backend, ParallelOutcome, Session};
use crate::observer::{Flow, Stop};
use crate::outcome::{Counters, Outcome, Sink};
use crate::pool::{self, ChannelCapacity, Ordered, Received, Threads, lock};
use crate::progress::Progress;
use crate::task::{Cancel, Task};
use crate::{Cover, ExactCover};
pub use split::{Subproblem, split};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Number of parts per thread.
const PARTS_PER_THREAD: usize = 16;

/// Maximum number of solutions of a part that wait to be received.
const MAX_WAITING_SOLUTIONS: usize = 1024;

/// The interval of the pool's monitor, which does nothing here; the end of a thread wakes the caller anyway.
const MONITOR_INTERVAL: Duration = Duration::from_secs(1);

/// Searches `problem` with `backend` on `threads` threads. Also returns the CPU time of all threads.
///
/// If the task asks for all solutions, they equal those of [`Session::run`], and the nodes are those of all
/// parts together. If the task ends earlier, the parts race: the solutions may differ between runs, but their
/// number does not. Node and time limits apply to all threads together. [`Task::progress`], if set, shows all
/// threads together.
pub fn solve(
    backend: &dyn Backend<ExactCover>,
    problem: &ExactCover,
    task: &Task,
    threads: usize,
) -> (Outcome<ExactCover>, Duration) {
    let cancel = task.cancel.shared(task);
    let mut before = SearchResult::none();
    let mut taught = None;
    if threads > 1 && task.solutions == u64::MAX && task.keep == 0 {
        let task = Task { cancel: cancel.clone(), ..task.clone() };
        if let Some(ParallelOutcome { in_parts, outcome, cpu }) =
            backend.solve_together(problem, &task, threads)
        {
            if in_parts.is_none() {
                return (outcome, cpu);
            }
            (before.outcome.counters, before.cpu, taught) = (outcome.counters, cpu, in_parts);
        }
    }
    let backend = taught.as_deref().unwrap_or(backend);
    let search = Search::new(problem, task, cancel, threads);
    let parts = Mutex::new(search.parts());
    let all = Mutex::new(before);
    let race = |_| {
        let mut session = backend.session();
        loop {
            let part = lock(&parts).next();
            let Some(part) = part else { return };
            search.race(&mut *session, part, &all);
        }
    };
    let threads = Threads { count: search.threads, stack: None };
    pool::run(threads, MONITOR_INTERVAL, race, || ()).unwrap_or_else(|broken| broken.resume());
    search.end(all.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Searches `problem` with `backend` on `threads` threads and passes each solution to `sink`: first those of
/// the first part in the order of discovery, then those of the second, and so on. If no limit ends the
/// search, the list depends only on the number of threads. Limits apply as in [`solve`]; the output ends with
/// the part that reached a limit.
pub fn stream(
    backend: &dyn Backend<ExactCover>,
    problem: &ExactCover,
    task: &Task,
    threads: usize,
    sink: Sink<'_, ExactCover>,
) -> (Outcome<ExactCover>, Duration) {
    let search = Search::new(problem, task, task.cancel.shared(task), threads);
    let bounds = ChannelCapacity { items: u64::MAX, results: MAX_WAITING_SOLUTIONS };
    let (parts, channel) = (&Mutex::new(search.parts()), &Ordered::new(bounds));
    let mut all = SearchResult::none();
    std::thread::scope(|scope| {
        for _ in 0..search.threads {
            scope.spawn(|| {
                let _guard = EndOnPanic { cancel: &search.cancel, channel };
                let mut session = backend.session();
                while let Some((ticket, part)) = channel.take(parts) {
                    let end =
                        search.list(&mut *session, part, &mut |cover| ticket.send(PartMessage::Cover(cover)));
                    ticket.send(PartMessage::End(part, end));
                }
            });
        }
        let _guard = EndOnPanic { cancel: &search.cancel, channel };
        loop {
            match (channel.receive(MONITOR_INTERVAL), all.outcome.stop) {
                (Received::Result(PartMessage::Cover(cover)), None) => {
                    all.outcome.stop = all.deliver(cover, task, sink).break_value();
                }
                // Parts after the one that ended the output cost time too.
                (Received::Result(PartMessage::End(part, end)), _) => {
                    all.add(part, &end);
                    all.outcome.stop = all.outcome.stop.or(end.outcome.stop);
                }
                (Received::Result(_) | Received::Late, _) => {}
                (Received::End, _) => break,
            }
            if all.outcome.stop.is_some() {
                search.cancel.raise();
            }
        }
    });
    search.end(all)
}

/// A message from a thread of [`stream`] about a part.
enum PartMessage<'a> {
    Cover(Cover),
    /// The last message about the part.
    End(&'a TrackedPart, SearchResult),
}

/// A part and its progress.
struct TrackedPart {
    part: Subproblem,
    progress: Option<Progress>,
}

/// The state shared by the threads of a search.
struct Search<'a> {
    parts: Vec<TrackedPart>,
    task: &'a Task,
    /// Ends the search of every part.
    cancel: Cancel,
    threads: usize,
}

impl<'a> Search<'a> {
    fn new(problem: &ExactCover, task: &'a Task, cancel: Cancel, threads: usize) -> Search<'a> {
        let threads = threads.max(1);
        let mut parts = split(problem, if threads == 1 { 1 } else { threads * PARTS_PER_THREAD });
        if parts.is_empty() {
            // The splitting has proved that no cover exists; search the whole instance, so that the strategy
            // confirms it.
            parts = split(problem, 1);
        }
        let progress = |part: &Subproblem| task.progress.as_ref().map(|p| p.part(part.share));
        let parts: Vec<TrackedPart> =
            parts.into_iter().map(|part| TrackedPart { progress: progress(&part), part }).collect();
        let threads = threads.min(parts.len());
        Search { parts, task, cancel, threads }
    }

    /// The parts, in order, until the search is to stop.
    fn parts(&self) -> impl Iterator<Item = &TrackedPart> {
        self.parts.iter().take_while(|_| !self.cancel.is_raised())
    }

    /// The task for one part. The shared flag enforces its limits.
    fn task(&self, part: &TrackedPart) -> Task {
        Task { progress: part.progress.clone(), cancel: self.cancel.clone(), ..self.task.clone() }
    }

    /// The result of the whole search, which may have been cancelled from outside between two parts.
    fn end(&self, SearchResult { mut outcome, cpu }: SearchResult) -> (Outcome<ExactCover>, Duration) {
        outcome.stop = outcome.stop.or(self.task.cancel.is_raised().then_some(Stop::Cancelled));
        (outcome, cpu)
    }

    /// Searches one part for as many solutions as are still needed in total.
    fn race(&self, session: &mut dyn Session<ExactCover>, part: &TrackedPart, all: &Mutex<SearchResult>) {
        let (found, kept) = {
            let all = lock(all);
            (all.outcome.solutions, all.outcome.kept.len())
        };
        // A search for all solutions may report many at once, so no number found before limits it.
        let endless = self.task.solutions == u64::MAX;
        let own = Task {
            solutions: if endless { u64::MAX } else { self.task.solutions.saturating_sub(found) },
            keep: self.task.keep.saturating_sub(kept),
            ..self.task(part)
        };
        let (outcome, cost) = session.run_one(&part.part.problem, &own);
        let end = SearchResult { outcome, cpu: cost.solve };
        let mut all = lock(all);
        all.take(part, &end, self.task);
        if all.outcome.stop.is_some() {
            self.cancel.raise();
        }
    }

    /// Searches one part and passes each solution, as a cover of the whole instance, to `send`.
    fn list(
        &self,
        session: &mut dyn Session<ExactCover>,
        part: &TrackedPart,
        send: &mut dyn FnMut(Cover),
    ) -> SearchResult {
        let own = Task { keep: 0, ..self.task(part) };
        let (outcome, cost) = session.stream(&part.part.problem, &own, &mut |cover| {
            send(part.part.cover(cover));
            if self.cancel.is_raised() { Flow::Break(Stop::Cancelled) } else { Flow::Continue(()) }
        });
        SearchResult { outcome, cpu: cost.solve }
    }
}

/// If a thread panics, cancels the other parts and wakes the threads that wait to send or receive.
struct EndOnPanic<'a, T> {
    cancel: &'a Cancel,
    channel: &'a Ordered<T>,
}

impl<T> Drop for EndOnPanic<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.cancel.raise();
            self.channel.close();
        }
    }
}

/// The result of a part, or of all parts so far.
struct SearchResult {
    outcome: Outcome<ExactCover>,
    cpu: Duration,
}

impl SearchResult {
    /// The result before any part has ended.
    fn none() -> SearchResult {
        let outcome = Outcome::with_solutions(None, Vec::new(), Counters::default());
        SearchResult { outcome, cpu: Duration::ZERO }
    }

    /// Adds the result of a part of a race.
    fn take(&mut self, part: &TrackedPart, end: &SearchResult, task: &Task) {
        self.add(part, end);
        let (all, own) = (&mut self.outcome, &end.outcome);
        if task.solutions == u64::MAX {
            all.found(own);
        } else {
            all.solutions += own.solutions.min(task.solutions.saturating_sub(all.solutions));
        }
        let keep = task.keep.saturating_sub(all.kept.len());
        all.kept.extend(own.kept.iter().take(keep).map(|cover| part.part.cover(cover)));
        let enough = task.solutions != u64::MAX && all.solutions >= task.solutions;
        // A part stops at the number that was still needed when it started; other parts may have found
        // more since.
        let stop = if enough { Some(Stop::Enough) } else { own.stop.filter(|s| *s != Stop::Enough) };
        all.stop = all.stop.or(stop);
    }

    /// Adds the cost of a part.
    fn add(&mut self, part: &TrackedPart, SearchResult { outcome, cpu }: &SearchResult) {
        self.cpu += *cpu;
        let depth = outcome.counters.max_depth + part.part.chosen.len() as u64;
        self.outcome.counters.add(&Counters { max_depth: depth, ..outcome.counters });
    }

    /// Passes a solution to `sink`, and keeps it if the task asks for it.
    fn deliver(&mut self, cover: Cover, task: &Task, sink: &mut dyn FnMut(&Cover) -> Flow) -> Flow {
        let all = &mut self.outcome;
        all.solutions += 1;
        let flow = sink(&cover);
        if all.kept.len() < task.keep {
            all.kept.push(cover);
        }
        flow?;
        if all.solutions >= task.solutions { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
    }
}
