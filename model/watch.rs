//! The observer of every session: it turns the events of a search into an [`Outcome`].

use crate::allowance::Allowance;
use crate::clock::ThreadTime;
use crate::observer::{Choice, Event, Flow, Observer, Stop};
use crate::outcome::{Counters, Outcome, Sink};
use crate::progress::Progress;
use crate::task::{Limits, Task};
use crate::{Natural, Problem, Step};
use std::ops::ControlFlow;
use std::time::Duration;

/// Counts, keeps solutions and enforces limits.
///
/// A node costs an increment and a comparison with `check_at`, the next node at which a limit is checked. The
/// clock is read about every half millisecond: the number of nodes between two checks adapts to the time per
/// node.
///
/// One watch observes many searches in turn. The fastest searches take a third of a microsecond, so creating
/// a watch for each would be measurable. Rarely used state is boxed.
pub(crate) struct Watch<'a, P: Problem> {
    counters: Counters,
    check_at: u64,
    /// The number of nodes between two readings of the clock.
    stride: u64,
    node_limit: u64,
    solutions: u64,
    /// The exact number of solutions, if `solutions` is saturated.
    beyond: Option<Natural>,
    kept: Vec<P::Solution>,
    partial: Option<Box<P>>,
    sink: Option<Sink<'a, P>>,
    started: Option<ThreadTime>,
    checked: Duration,
    polls: u64,
    poll_at: u64,
    /// The number of polls between two readings of the clock. Polls of a set-up say nothing about the time of a node.
    poll_stride: u64,
    task: &'a Task,
    path: Option<Box<SearchPath>>,
    choice: Option<Choice>,
}

/// If a task keeps at most this many solutions, the others may be counted without being built.
const MAX_KEPT_WHEN_COUNTING: usize = 1000;

/// The node at which the clock is read for the first time.
const FIRST_CLOCK_CHECK: u64 = 16;
const MAX_STRIDE: u64 = 4096;
const CLOCK_CHECK_INTERVAL: Duration = Duration::from_micros(500);

impl<'a, P: Problem> Watch<'a, P> {
    pub(crate) fn new(task: &'a Task, sink: Option<Sink<'a, P>>) -> Self {
        let mut watch = Watch {
            counters: Counters::default(),
            check_at: 0,
            stride: 0,
            node_limit: 0,
            solutions: 0,
            beyond: None,
            kept: Vec::new(),
            partial: None,
            sink,
            started: None,
            checked: Duration::ZERO,
            polls: 0,
            poll_at: 0,
            poll_stride: 0,
            task,
            path: None,
            choice: None,
        };
        watch.begin();
        watch
    }

    /// Resets the watch for another search.
    #[inline]
    pub(crate) fn begin(&mut self) {
        match (&mut self.path, &self.task.progress) {
            (Some(path), _) => path.begin(),
            (None, Some(shown)) => self.path = Some(Box::new(SearchPath::new(shown.clone()))),
            (None, None) => {}
        }
        // Nodes of a shared budget are taken in lots as needed.
        let shared = self.task.cancel.allowance().is_some() && self.task.nodes != u64::MAX;
        self.node_limit = if shared { 0 } else { self.task.nodes };
        self.check_at = FIRST_CLOCK_CHECK.min(self.node_limit);
        self.stride = FIRST_CLOCK_CHECK;
        (self.polls, self.poll_at, self.poll_stride) = (0, FIRST_CLOCK_CHECK, FIRST_CLOCK_CHECK);
        (self.counters, self.solutions, self.beyond) = (Counters::default(), 0, None);
        self.kept.clear();
        (self.partial, self.choice) = (None, None);
        (self.started, self.checked) = (None, Duration::ZERO);
    }

    /// The outcome of the search, which ended with `flow`.
    pub(crate) fn outcome(mut self, flow: Flow) -> Outcome<P> {
        let mut outcome = Outcome::unsearched(Stop::Cancelled);
        self.end(flow, &mut outcome);
        outcome
    }

    /// Writes the outcome of the search, which ended with `flow`, into `outcome`. The old outcome's
    /// memory is reused for the next search.
    #[inline]
    pub(crate) fn end(&mut self, flow: Flow, outcome: &mut Outcome<P>) {
        if let Some(allowance) = self.task.cancel.allowance() {
            if self.node_limit != u64::MAX {
                allowance.return_nodes(self.node_limit - self.counters.nodes);
            }
            if let Some(started) = self.started {
                allowance.spend(started.elapsed().saturating_sub(self.checked));
            }
        }
        if let Some(path) = &mut self.path {
            path.end(flow, self.counters.nodes, self.solutions);
        }
        outcome.stop = flow.break_value();
        outcome.solutions = self.solutions;
        outcome.beyond = self.beyond.take();
        std::mem::swap(&mut outcome.kept, &mut self.kept);
        outcome.partial = self.partial.take();
        outcome.counters = self.counters;
        outcome.choice = self.choice;
        outcome.process = None;
    }

    /// The slow path of [`Observer::node`], before the node is counted.
    #[cold]
    #[inline(never)]
    fn check(&mut self) -> Flow {
        if self.counters.nodes >= self.node_limit {
            let more = self.task.cancel.allowance().map_or(0, Allowance::take_nodes);
            self.node_limit += more;
            if more == 0 {
                return Flow::Break(Stop::NodeLimit);
            }
        }
        self.stride = self.look(self.stride)?;
        self.check_at = (self.counters.nodes + self.stride).min(self.node_limit);
        Flow::Continue(())
    }

    /// Checks the limits other than that of nodes. `stride` is the number of nodes or polls since their last check; returns
    /// the number until the next one.
    fn look(&mut self, stride: u64) -> ControlFlow<Stop, u64> {
        if let Some(path) = &mut self.path {
            path.show();
            path.report(self.counters.nodes, self.solutions);
        }
        if self.task.cancel.is_raised() {
            return ControlFlow::Break(Stop::Cancelled);
        }
        let (Some(limit), Some(started)) = (self.task.time, self.started) else {
            return ControlFlow::Continue(MAX_STRIDE);
        };
        let elapsed = started.elapsed();
        if elapsed >= limit {
            return ControlFlow::Break(Stop::Deadline);
        }
        let since = elapsed.saturating_sub(self.checked);
        self.checked = elapsed;
        if self.task.cancel.allowance().is_some_and(|allowance| !allowance.spend(since)) {
            return ControlFlow::Break(Stop::Deadline);
        }
        ControlFlow::Continue(if since < CLOCK_CHECK_INTERVAL / 2 {
            (stride * 2).min(MAX_STRIDE)
        } else if since > CLOCK_CHECK_INTERVAL * 2 {
            (stride / 4).max(1)
        } else {
            stride
        })
    }
}

impl<P: Problem> Observer<P> for Watch<'_, P> {
    const WATCHES: bool = false;

    #[inline]
    fn start(&mut self) {
        self.started = self.task.time.map(|_| ThreadTime::now());
    }

    #[inline(always)]
    fn node(&mut self, depth: usize) -> Flow {
        if self.counters.nodes >= self.check_at {
            self.check()?;
        }
        self.counters.nodes += 1;
        self.counters.max_depth = self.counters.max_depth.max(depth as u64);
        Flow::Continue(())
    }

    #[inline]
    fn unwatched(&self) -> u64 {
        self.check_at.saturating_sub(self.counters.nodes)
    }

    #[inline]
    fn entered(&mut self, nodes: u64, deepest: usize) {
        self.counters.nodes += nodes;
        self.counters.max_depth = self.counters.max_depth.max(deepest as u64);
    }

    #[inline]
    fn poll(&mut self) -> Flow {
        self.polls += 1;
        if self.polls < self.poll_at {
            return Flow::Continue(());
        }
        self.poll_stride = self.look(self.poll_stride)?;
        self.poll_at = self.polls + self.poll_stride;
        Flow::Continue(())
    }

    fn ahead(&mut self, time: Duration) -> Flow {
        let late = |(limit, started): (Duration, ThreadTime)| started.elapsed() + time > limit;
        if self.task.time.zip(self.started).is_some_and(late) {
            return Flow::Break(Stop::Deadline);
        }
        Flow::Continue(())
    }

    fn limits(&self) -> Limits {
        Limits { nodes: self.task.nodes, time: self.task.time }
    }

    #[inline]
    fn chose(&mut self, choice: Choice) {
        self.choice = Some(choice);
    }

    #[inline(always)]
    fn step(&mut self, _build: impl FnOnce() -> Step) {}

    #[inline(always)]
    fn count(&mut self, event: Event, by: u64) {
        self.counters.events[event as usize] += by;
    }

    #[inline]
    fn solution(&mut self, build: impl FnOnce() -> P::Solution) -> Flow {
        self.solutions += 1;
        let keep = self.kept.len() < self.task.keep;
        if keep || self.sink.is_some() {
            let solution = build();
            let flow = self.sink.as_mut().map_or(Flow::Continue(()), |sink| sink(&solution));
            if keep {
                // Most searches keep one solution, but a vector that grows automatically reserves room for
                // four.
                if self.kept.is_empty() {
                    self.kept.reserve_exact(1);
                }
                self.kept.push(solution);
            }
            flow?;
        }
        if self.solutions >= self.task.solutions { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
    }

    #[inline]
    fn only_counts(&self) -> bool {
        self.kept.len() >= self.task.keep && self.sink.is_none() && self.task.solutions == u64::MAX
    }

    #[inline]
    fn will_only_count(&self) -> bool {
        self.task.keep <= MAX_KEPT_WHEN_COUNTING && self.sink.is_none() && self.task.solutions == u64::MAX
    }

    fn solutions(&mut self, many: &Natural) -> Flow {
        let mut all = self.beyond.take().unwrap_or_else(|| self.solutions.into());
        all += many;
        (self.solutions, self.beyond) = all.saturated();
        Flow::Continue(())
    }

    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize) {
        if let Some(path) = &mut self.path {
            path.branch(depth, index, of);
        }
    }

    #[inline]
    fn follows_branches(&self) -> bool {
        self.path.is_some()
    }

    fn partial(&mut self, build: impl FnOnce() -> P) {
        self.partial = Some(Box::new(build()));
    }
}

/// The branches on the current path; maintained only if [`Progress`] was requested.
struct SearchPath {
    branches: Vec<(usize, u32, u32)>,
    shown: Progress,
    /// Nodes and solutions already added to `shown`.
    reported: (u64, u64),
}

impl SearchPath {
    fn new(shown: Progress) -> SearchPath {
        SearchPath { branches: Vec::new(), shown, reported: (0, 0) }
    }

    /// Resets the state for another search.
    fn begin(&mut self) {
        self.branches.clear();
        self.reported = (0, 0);
    }

    /// Adds the nodes and solutions since the last call.
    fn report(&mut self, nodes: u64, found: u64) {
        self.shown.add(nodes - self.reported.0, found - self.reported.1);
        self.reported = (nodes, found);
    }

    /// Records the end of the search.
    fn end(&mut self, flow: Flow, nodes: u64, found: u64) {
        // Two additions to shared counters are too expensive for a short search that has reported nothing
        // yet.
        if self.reported != (0, 0) {
            self.report(nodes, found);
        }
        if flow.is_continue() {
            self.shown.set(1.0);
        }
    }

    fn branch(&mut self, depth: usize, index: usize, of: usize) {
        while self.branches.last().is_some_and(|b| b.0 >= depth) {
            self.branches.pop();
        }
        self.branches.push((depth, index as u32, of as u32));
    }

    fn show(&self) {
        let (mut done, mut share) = (0.0, 1.0);
        for &(_, index, of) in &self.branches {
            share /= f64::from(of.max(1));
            done += share * f64::from(index);
        }
        self.shown.set(done);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cnf;

    #[test]
    fn the_pace_of_a_setup_does_not_delay_the_first_checks_of_nodes() {
        let task = Task { time: Some(Duration::from_millis(5)), ..Task::first(1) };
        let mut watch = Watch::<Cnf>::new(&task, None);
        watch.start();
        for _ in 0..20_000 {
            assert!(watch.poll().is_continue());
        }
        while watch.node(0).is_continue() {
            let started = ThreadTime::now();
            while started.elapsed() < Duration::from_micros(50) {}
        }
        assert!(watch.counters.nodes < 1000, "{} nodes of 50 µs", watch.counters.nodes);
    }
}
