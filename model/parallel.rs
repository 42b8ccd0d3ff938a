//! One exact cover on several threads, whatever the engine.
//!
//! The instance is split into parts by the choices at the top of a search: an item with the
//! fewest options is covered by each of them in turn, and what is left is an instance of its own.
//! Parts are split further, the largest first, until there are many more than threads, so that
//! a large one does not leave the others waiting. Every cover of the whole is a cover of exactly
//! one part with the choices that led to it, so the totals are those of one search, in whatever
//! order the parts end. Because a part is an instance like any other, every engine can search it.
//!
//! [`solve`] takes the parts as they come: for counting, and for any solution. [`stream`] hands
//! over solutions in the order of the parts, so that one number of threads gives one list.

mod split;

use crate::backend::{Backend, Session};
use crate::observer::{Flow, Stop};
use crate::outcome::{Counters, Outcome, Sink};
use crate::progress::Progress;
use crate::task::{Cancel, Task};
use crate::{Cover, ExactCover};
pub use split::{Part, split};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Parts for each thread.
const PARTS: usize = 16;

/// Solutions that a part may be ahead of whoever reads them.
const AHEAD: usize = 1024;

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
    let crew = Crew::new(problem, task, threads);
    let all = Mutex::new(Gathered::default());
    std::thread::scope(|scope| {
        for _ in 0..crew.threads {
            scope.spawn(|| crew.race(backend.session(), &all));
        }
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner).outcome()
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
    let crew = Crew::new(problem, task, threads);
    let ends: Vec<Mutex<Option<End>>> = crew.parts.iter().map(|_| Mutex::default()).collect();
    let (senders, receivers): (Vec<_>, Vec<_>) = crew.parts.iter().map(|_| sync_channel(AHEAD)).unzip();
    let senders: Vec<_> = senders.into_iter().map(|sender| Mutex::new(Some(sender))).collect();
    let mut all = Gathered::default();
    std::thread::scope(|scope| {
        for _ in 0..crew.threads {
            scope.spawn(|| crew.queue(backend.session(), &senders, &ends));
        }
        for (number, receiver) in receivers.into_iter().enumerate() {
            if let Flow::Break(stop) = all.listen(receiver, task, sink) {
                all.stop = Some(stop);
            } else if let Some(end) = lock(&ends[number]).take() {
                all.add(&crew.parts[number], &end);
                all.stop = end.outcome.stop;
            }
            if all.stop.is_some() {
                break;
            }
        }
        // Nobody reads on: the other parts may end.
        crew.cancel.raise();
    });
    // What was searched in vain cost time all the same.
    for (part, end) in crew.parts.iter().zip(&ends) {
        if let Some(end) = lock(end).take() {
            all.add(part, &end);
        }
    }
    all.outcome()
}

/// What a part came to.
struct End {
    outcome: Outcome<ExactCover>,
    cpu: Duration,
}

/// What the threads share.
struct Crew<'a> {
    parts: Vec<Part>,
    progress: Vec<Option<Progress>>,
    task: &'a Task,
    cancel: Cancel,
    threads: usize,
    next: AtomicUsize,
}

impl<'a> Crew<'a> {
    fn new(problem: &ExactCover, task: &'a Task, threads: usize) -> Crew<'a> {
        let threads = threads.max(1);
        let parts = split(problem, if threads == 1 { 1 } else { threads * PARTS });
        let progress = |part: &Part| task.progress.as_ref().map(|p| p.part(part.share, part.chosen.len()));
        let progress = parts.iter().map(progress).collect();
        let threads = threads.min(parts.len());
        Crew { parts, progress, task, cancel: task.cancel.shared(task), threads, next: AtomicUsize::new(0) }
    }

    /// The next part, unless there is a reason to stop.
    fn next(&self) -> Option<usize> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < self.parts.len() && !self.cancel.is_raised()).then_some(number)
    }

    /// The task of one part. Its limits are kept by the flag that all parts share.
    fn task(&self, number: usize) -> Task {
        Task { progress: self.progress[number].clone(), cancel: self.cancel.clone(), ..self.task.clone() }
    }

    /// One thread of a race: takes parts until there are none, or a reason to stop.
    fn race(&self, mut session: Box<dyn Session<ExactCover>>, all: &Mutex<Gathered>) {
        while let Some(number) = self.next() {
            let (found, kept) = {
                let all = lock(all);
                (all.solutions, all.kept.len())
            };
            // Whoever looks for all of them may be told of many at once, whatever was found.
            let endless = self.task.solutions == u64::MAX;
            let own = Task {
                solutions: if endless { u64::MAX } else { self.task.solutions.saturating_sub(found) },
                keep: self.task.keep.saturating_sub(kept),
                ..self.task(number)
            };
            let mut outcomes = Vec::with_capacity(1);
            let part = &self.parts[number];
            let cpu = session.run(std::slice::from_ref(&part.problem), &own, &mut outcomes).solve;
            let Some(outcome) = outcomes.pop() else { return };
            let mut all = lock(all);
            all.take(part, &End { outcome, cpu }, self.task);
            if all.stop.is_some() {
                self.cancel.raise();
            }
        }
    }

    /// One thread of a queue: takes parts in order and sends what it finds.
    fn queue(
        &self,
        mut session: Box<dyn Session<ExactCover>>,
        senders: &[Mutex<Option<SyncSender<Cover>>>],
        ends: &[Mutex<Option<End>>],
    ) {
        let _leaving = Leaving { crew: self, senders };
        while let Some(number) = self.next() {
            let Some(sender) = lock(&senders[number]).take() else { return };
            let part = &self.parts[number];
            let own = Task { keep: 0, ..self.task(number) };
            let clock = crate::clock::ThreadTime::now();
            let outcome =
                session.stream(&part.problem, &own, &mut |cover| match sender.send(part.cover(cover)) {
                    Ok(()) => Flow::Continue(()),
                    Err(_) => Flow::Break(Stop::Cancelled),
                });
            let cpu = clock.elapsed();
            *lock(&ends[number]) = Some(End { outcome, cpu });
            drop(sender);
        }
    }
}

/// Sees to it that parts which nobody will take have no sender, or else their reader would wait.
struct Leaving<'a> {
    crew: &'a Crew<'a>,
    senders: &'a [Mutex<Option<SyncSender<Cover>>>],
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.crew.cancel.raise();
        }
        if self.crew.cancel.is_raised() {
            self.senders.iter().for_each(|sender| drop(lock(sender).take()));
        }
    }
}

/// What the threads have found.
#[derive(Default)]
struct Gathered {
    stop: Option<Stop>,
    solutions: u64,
    kept: Vec<Cover>,
    counters: Counters,
    cpu: Duration,
}

impl Gathered {
    /// Takes what a part of a race came to.
    fn take(&mut self, part: &Part, end: &End, task: &Task) {
        self.add(part, end);
        let (outcome, room) = (&end.outcome, task.solutions.saturating_sub(self.solutions));
        self.solutions += outcome.solutions.min(room);
        let keep = task.keep.saturating_sub(self.kept.len());
        self.kept.extend(outcome.kept.iter().take(keep).map(|cover| part.cover(cover)));
        let enough = self.solutions >= task.solutions;
        // A part stops at what was still wanted when it began; others may have found more since.
        let stop = if enough { Some(Stop::Enough) } else { outcome.stop.filter(|s| *s != Stop::Enough) };
        self.stop = self.stop.or(stop);
    }

    /// Adds what a part cost.
    fn add(&mut self, part: &Part, End { outcome, cpu }: &End) {
        self.cpu += *cpu;
        self.counters.nodes += outcome.counters.nodes;
        let depth = outcome.counters.max_depth + part.chosen.len() as u64;
        self.counters.max_depth = self.counters.max_depth.max(depth);
        self.counters.events.iter_mut().zip(outcome.counters.events).for_each(|(all, own)| *all += own);
    }

    /// Hands on the solutions of one part.
    fn listen(&mut self, from: Receiver<Cover>, task: &Task, sink: &mut dyn FnMut(&Cover) -> Flow) -> Flow {
        for cover in from {
            self.solutions += 1;
            let flow = sink(&cover);
            if self.kept.len() < task.keep {
                self.kept.push(cover);
            }
            flow?;
            if self.solutions >= task.solutions {
                return Flow::Break(Stop::Enough);
            }
        }
        if task.cancel.is_raised() { Flow::Break(Stop::Cancelled) } else { Flow::Continue(()) }
    }

    fn outcome(self) -> (Outcome<ExactCover>, Duration) {
        let Gathered { stop, solutions, kept, counters, cpu } = self;
        (Outcome { stop, solutions, kept, partial: None, counters, choice: None }, cpu)
    }
}

/// What is behind a lock is whole at every moment, so a panic elsewhere does no harm.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
