//! The threads that search one instance together: [`ThreadGroup`].

use crate::Problem;
use crate::clock::ThreadTime;
use crate::observer::{Flow, Observer, Stop};
use crate::outcome::{Counters, Outcome};
use crate::pool::lock;
use crate::task::Task;
use crate::watch::Watch;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Threads that search one instance together. Each has its own observer while it works.
pub trait ThreadGroup<P: Problem> {
    /// The observer of one thread.
    type Member: Observer<P>;

    /// The number of threads.
    fn threads(&self) -> usize;

    /// Runs `work` on this thread.
    fn alone<R>(&mut self, work: impl FnOnce(&mut Self::Member) -> R) -> R;

    /// Runs `work` on at most `threads` threads at once. Returns the first reason to stop.
    fn together(&mut self, threads: usize, work: &(impl Fn(&mut Self::Member) -> Flow + Sync)) -> Flow;
}

/// A thread group of one thread, with one observer.
#[derive(Debug)]
pub struct SingleThread<'a, O>(pub &'a mut O);

impl<P: Problem, O: Observer<P>> ThreadGroup<P> for SingleThread<'_, O> {
    type Member = O;

    fn threads(&self) -> usize {
        1
    }

    fn alone<R>(&mut self, work: impl FnOnce(&mut O) -> R) -> R {
        work(self.0)
    }

    fn together(&mut self, _threads: usize, work: &(impl Fn(&mut O) -> Flow + Sync)) -> Flow {
        work(self.0)
    }
}

/// The result of [`Strategy::solve_together`](crate::Strategy::solve_together) for strategy `S`.
#[derive(Clone, Debug)]
pub enum ParallelAnswer<S> {
    /// The strategy searched, and reported its solutions.
    Done(Flow),
    /// The strategy reported no solution. The instance is to be searched in parts (see
    /// [`parallel`](crate::parallel)) by this strategy, which may know what was tried.
    InParts(S),
}

/// The thread group of a [`Backend`](crate::Backend): every thread has a [`Watch`], and all share the limits
/// of `task`.
pub(crate) struct WatchedGroup<'a, P: Problem> {
    task: &'a Task,
    threads: usize,
    /// The outcome and the CPU time of the threads so far.
    all: Mutex<(Outcome<P>, Duration)>,
}

impl<'a, P: Problem> WatchedGroup<'a, P> {
    /// Creates a group of `threads` threads for `task`.
    pub(crate) fn new(task: &'a Task, threads: usize) -> Self {
        let all = Mutex::new((Outcome::unsearched(Stop::Cancelled), Duration::ZERO));
        WatchedGroup { task, threads, all }
    }

    /// The outcome, the CPU time, and the strategy that is to search the instance in parts, if any.
    pub(crate) fn end<S>(self, end: ParallelAnswer<S>) -> (Outcome<P>, Duration, Option<S>) {
        let (mut outcome, cpu) = self.all.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (flow, in_parts) = match end {
            ParallelAnswer::Done(flow) => (Some(flow), None),
            ParallelAnswer::InParts(strategy) => (None, Some(strategy)),
        };
        outcome.stop = flow.and_then(Flow::break_value);
        if let Some(progress) = &self.task.progress {
            progress.set(if flow == Some(Flow::Continue(())) { 1.0 } else { 0.0 });
        }
        (outcome, cpu, in_parts)
    }

    fn observe<R>(&self, work: impl FnOnce(&mut Watch<'a, P>) -> R) -> R {
        let clock = ThreadTime::now();
        let mut watch = Watch::new(self.task, None);
        watch.start();
        let result = work(&mut watch);
        // One part of the search has ended, not the search.
        let outcome = watch.outcome(Flow::Break(Stop::Cancelled));
        let (all, cpu) = &mut *lock(&self.all);
        all.found(&outcome);
        all.counters.add(&outcome.counters);
        all.choice = outcome.choice.or(all.choice);
        *cpu += clock.elapsed();
        result
    }
}

impl<'a, P: Problem> ThreadGroup<P> for WatchedGroup<'a, P> {
    type Member = Watch<'a, P>;

    fn threads(&self) -> usize {
        self.threads
    }

    fn alone<R>(&mut self, work: impl FnOnce(&mut Watch<'a, P>) -> R) -> R {
        self.observe(work)
    }

    fn together(&mut self, threads: usize, work: &(impl Fn(&mut Watch<'a, P>) -> Flow + Sync)) -> Flow {
        let this = &*self;
        std::thread::scope(|scope| {
            let others = 1..threads.min(this.threads);
            let others: Vec<_> = others.map(|_| scope.spawn(|| this.observe(work))).collect();
            let own = this.observe(work);
            let join = |thread: std::thread::ScopedJoinHandle<'_, Flow>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            others
                .into_iter()
                .map(join)
                .fold(own, |first, other| if first.is_break() { first } else { other })
        })
    }
}

impl Counters {
    /// Adds the counters of another part of the same search.
    pub(crate) fn add(&mut self, other: &Counters) {
        self.nodes += other.nodes;
        self.max_depth = self.max_depth.max(other.max_depth);
        self.events.iter_mut().zip(other.events).for_each(|(all, own)| *all += own);
    }
}
