//! One exact cover on several threads, whatever the engine.
//!
//! The instance is split into parts by the choices at the top of a search: an item with the fewest options is
//! covered by each of them in turn, and the rest is an instance of its own. Parts are split further, the
//! largest first, until there are many more than threads, so that a large one does not leave the others
//! waiting. Every cover of the whole is a cover of exactly one part with the choices that led to it, so the
//! totals are those of one search, in whatever order the parts end. Because a part is an instance like any
//! other, every engine can search it.
//!
//! A strategy whose threads share what they find out is asked first: see
//! [`Strategy::solve_together`](crate::Strategy::solve_together).
//!
//! [`solve`] takes the parts as they come: for counting, and for any solution. [`stream`] hands
//! over solutions in the order of the parts, so that one number of threads gives one list.

mod split;

use crate::backend::{Backend, Joint, Session};
use crate::clock::ThreadTime;
use crate::observer::{Flow, Stop};
use crate::outcome::{Counters, Outcome, Sink};
use crate::pool::{self, Bounds, Ordered, Received, Threads, lock};
use crate::progress::Progress;
use crate::task::{Cancel, Task};
use crate::{Cover, ExactCover, Natural};
pub use split::{Part, split};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Parts for each thread.
const PARTS: usize = 16;

/// Solutions of one part that may wait to be received.
const AHEAD: usize = 1024;

/// No monitor looks at these pools, and the end of a thread wakes it in any case.
const TICK: Duration = Duration::from_secs(1);

/// Searches `problem` by `backend` on `threads` threads; returns the CPU time of all threads too.
///
/// The totals are those of [`Session::run`] for a task that looks for all solutions: solutions
/// are equal, nodes are those of the parts together. For a task that ends earlier the parts race,
/// so which solutions are found may differ from one run to the next, but never that there are
/// as many as asked for, or all. A node or time limit is that of the whole search: the nodes of all
/// threads together, the CPU time of all threads together. If [`Task::progress`] is set, it shows all threads together.
pub fn solve(
    backend: &dyn Backend<ExactCover>,
    problem: &ExactCover,
    task: &Task,
    threads: usize,
) -> (Outcome<ExactCover>, Duration) {
    let cancel = task.cancel.shared(task);
    let mut before = Gathered::default();
    let mut taught = None;
    if threads > 1 && task.solutions == u64::MAX && task.keep == 0 {
        let task = Task { cancel: cancel.clone(), ..task.clone() };
        if let Some(Joint { in_parts, outcome, cpu }) = backend.solve_together(problem, &task, threads) {
            if in_parts.is_none() {
                return (outcome, cpu);
            }
            (before.counters, before.cpu, taught) = (outcome.counters, cpu, in_parts);
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
    pool::run(threads, TICK, race, || ()).unwrap_or_else(|broken| broken.resume());
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.stop = all.stop.or(search.cancelled());
    all.outcome()
}

/// Searches `problem` by `backend` on `threads` threads and hands each solution to `sink`: first
/// those of the first part in the order in which they are found, then those of the second, and so
/// on. The list depends on the number of threads, and on nothing else, as long as no limit ends it.
/// Limits hold as for [`solve`]; a part that ends at a limit is the last that is heard of.
pub fn stream(
    backend: &dyn Backend<ExactCover>,
    problem: &ExactCover,
    task: &Task,
    threads: usize,
    sink: Sink<'_, ExactCover>,
) -> (Outcome<ExactCover>, Duration) {
    let search = Search::new(problem, task, task.cancel.shared(task), threads);
    let bounds = Bounds { items: u64::MAX, results: AHEAD };
    let (parts, channel) = (&Mutex::new(search.parts()), &Ordered::new(bounds));
    let mut all = Gathered::default();
    std::thread::scope(|scope| {
        for _ in 0..search.threads {
            scope.spawn(|| {
                let _guard = EndOnPanic { cancel: &search.cancel, channel };
                let mut session = backend.session();
                while let Some((ticket, part)) = channel.take(parts) {
                    let end = search.list(&mut *session, part, &mut |cover| ticket.send(Found::Cover(cover)));
                    ticket.send(Found::End(part, end));
                }
            });
        }
        let _guard = EndOnPanic { cancel: &search.cancel, channel };
        loop {
            match (channel.receive(TICK), all.stop) {
                (Received::Result(Found::Cover(cover)), None) => {
                    all.stop = all.hand_on(cover, task, sink).break_value();
                }
                // Past a stop, a search in vain cost time all the same.
                (Received::Result(Found::End(part, end)), _) => {
                    all.add(part, &end);
                    all.stop = all.stop.or(end.outcome.stop);
                }
                (Received::Result(_) | Received::Late, _) => {}
                (Received::End, _) => break,
            }
            if all.stop.is_some() {
                search.cancel.raise();
            }
        }
    });
    all.stop = all.stop.or(search.cancelled());
    all.outcome()
}

/// The messages of [`stream`]'s threads about a part.
enum Found<'a> {
    Cover(Cover),
    /// The last message of the part.
    End(&'a Numbered, End),
}

/// The result of a part.
struct End {
    outcome: Outcome<ExactCover>,
    cpu: Duration,
}

/// A part, and where its progress is shown.
struct Numbered {
    part: Part,
    progress: Option<Progress>,
}

/// A search that is shared among threads.
struct Search<'a> {
    parts: Vec<Numbered>,
    task: &'a Task,
    /// Ends the search of every part.
    cancel: Cancel,
    threads: usize,
}

impl<'a> Search<'a> {
    fn new(problem: &ExactCover, task: &'a Task, cancel: Cancel, threads: usize) -> Search<'a> {
        let threads = threads.max(1);
        let mut parts = split(problem, if threads == 1 { 1 } else { threads * PARTS });
        if parts.is_empty() {
            // Splitting has shown that there is no cover; a strategy that is asked says so itself.
            parts = split(problem, 1);
        }
        let progress = |part: &Part| task.progress.as_ref().map(|p| p.part(part.share, part.chosen.len()));
        let parts: Vec<Numbered> =
            parts.into_iter().map(|part| Numbered { progress: progress(&part), part }).collect();
        let threads = threads.min(parts.len());
        Search { parts, task, cancel, threads }
    }

    /// The parts, until there is a reason to stop.
    fn parts(&self) -> impl Iterator<Item = &Numbered> {
        self.parts.iter().take_while(|_| !self.cancel.is_raised())
    }

    /// The task of one part. Its limits are held by the flag that all parts share.
    fn task(&self, part: &Numbered) -> Task {
        Task { progress: part.progress.clone(), cancel: self.cancel.clone(), ..self.task.clone() }
    }

    /// The stop of a search that was cancelled from outside, maybe between two parts.
    fn cancelled(&self) -> Option<Stop> {
        self.task.cancel.is_raised().then_some(Stop::Cancelled)
    }

    /// Searches one part for the solutions still wanted of the whole.
    fn race(&self, session: &mut dyn Session<ExactCover>, part: &Numbered, all: &Mutex<Gathered>) {
        let (found, kept) = {
            let all = lock(all);
            (all.solutions, all.kept.len())
        };
        // A search for all solutions may be told of many at once, regardless of those found.
        let endless = self.task.solutions == u64::MAX;
        let own = Task {
            solutions: if endless { u64::MAX } else { self.task.solutions.saturating_sub(found) },
            keep: self.task.keep.saturating_sub(kept),
            ..self.task(part)
        };
        let mut outcomes = Vec::with_capacity(1);
        let cpu = session.run(std::slice::from_ref(&part.part.problem), &own, &mut outcomes).solve;
        let end = End { outcome: outcomes.pop().expect("one outcome an instance"), cpu };
        let mut all = lock(all);
        all.take(part, &end, self.task);
        if all.stop.is_some() {
            self.cancel.raise();
        }
    }

    /// Searches one part and hands each cover of the whole to `send`.
    fn list(
        &self,
        session: &mut dyn Session<ExactCover>,
        part: &Numbered,
        send: &mut dyn FnMut(Cover),
    ) -> End {
        let own = Task { keep: 0, ..self.task(part) };
        let clock = ThreadTime::now();
        let outcome = session.stream(&part.part.problem, &own, &mut |cover| {
            send(part.part.cover(cover));
            if self.cancel.is_raised() { Flow::Break(Stop::Cancelled) } else { Flow::Continue(()) }
        });
        End { outcome, cpu: clock.elapsed() }
    }
}

/// Cancels the parts under way if a thread panics, and ends the waiting of those that it would have sent to, or
/// received from.
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

/// The results of the threads so far.
#[derive(Default)]
struct Gathered {
    stop: Option<Stop>,
    solutions: u64,
    /// The number of solutions, where that is more than `solutions` can say.
    beyond: Option<Natural>,
    kept: Vec<Cover>,
    counters: Counters,
    cpu: Duration,
}

impl Gathered {
    /// Takes the result of a part of a race.
    fn take(&mut self, part: &Numbered, end: &End, task: &Task) {
        self.add(part, end);
        let (outcome, room) = (&end.outcome, task.solutions.saturating_sub(self.solutions));
        if task.solutions == u64::MAX {
            let mut all = self.beyond.take().unwrap_or_else(|| self.solutions.into());
            all += &outcome.count();
            (self.solutions, self.beyond) = all.saturated();
        } else {
            self.solutions += outcome.solutions.min(room);
        }
        let keep = task.keep.saturating_sub(self.kept.len());
        self.kept.extend(outcome.kept.iter().take(keep).map(|cover| part.part.cover(cover)));
        let enough = task.solutions != u64::MAX && self.solutions >= task.solutions;
        // A part stops at the number still wanted when it began; others may have found more since.
        let stop = if enough { Some(Stop::Enough) } else { outcome.stop.filter(|s| *s != Stop::Enough) };
        self.stop = self.stop.or(stop);
    }

    /// Adds the cost of a part.
    fn add(&mut self, part: &Numbered, End { outcome, cpu }: &End) {
        self.cpu += *cpu;
        let depth = outcome.counters.max_depth + part.part.chosen.len() as u64;
        self.counters.add(&Counters { max_depth: depth, ..outcome.counters });
    }

    /// Hands on a solution.
    fn hand_on(&mut self, cover: Cover, task: &Task, sink: &mut dyn FnMut(&Cover) -> Flow) -> Flow {
        self.solutions += 1;
        let flow = sink(&cover);
        if self.kept.len() < task.keep {
            self.kept.push(cover);
        }
        flow?;
        if self.solutions >= task.solutions { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
    }

    fn outcome(self) -> (Outcome<ExactCover>, Duration) {
        let Gathered { stop, solutions, beyond, kept, counters, cpu } = self;
        (Outcome { stop, solutions, beyond, kept, partial: None, counters, choice: None }, cpu)
    }
}
