//! The observer of a traced search.

use crate::observer::{Flow, Observer};
use crate::outcome::{Listener, Outcome};
use crate::step::{Step, TraceEvent};
use crate::watch::Watch;
use crate::{Natural, Problem, Stop};

/// Forwards everything to the [`Watch`] of the search, so that limits and counts equal those of an untraced
/// search, and passes every event to a callback.
pub(crate) struct Traced<'a, 'b, P: Problem> {
    watch: Watch<'a, P>,
    listener: Listener<'b>,
    /// Set if the callback asked to stop: the search stops at its next opportunity.
    enough: Option<Stop>,
}

impl<'a, 'b, P: Problem> Traced<'a, 'b, P> {
    /// Passes the instance to the callback.
    pub(crate) fn begin(problem: &P, watch: Watch<'a, P>, listener: Listener<'b>) -> Self {
        let mut traced = Traced { watch, listener, enough: None };
        traced.report(TraceEvent::Begin(problem.clone().into()));
        traced
    }

    /// The outcome of the search, which ended with `flow`.
    pub(crate) fn outcome(self, flow: Flow) -> Outcome<P> {
        self.watch.outcome(flow)
    }

    fn report(&mut self, event: TraceEvent) {
        if self.enough.is_none() {
            self.enough = (self.listener)(event).break_value();
        }
    }

    fn listener_flow(&self) -> Flow {
        self.enough.map_or(Flow::Continue(()), Flow::Break)
    }
}

impl<P: Problem> Observer<P> for Traced<'_, '_, P> {
    const WATCHES: bool = true;

    crate::forward!(self => self.watch; P: start entered ahead limits chose count);
    crate::forward!(self => self.watch; P: branch follows_branches partial);

    fn node(&mut self, depth: usize) -> Flow {
        self.listener_flow()?;
        self.watch.node(depth)?;
        self.report(TraceEvent::Node(depth));
        Flow::Continue(())
    }

    /// The callback receives every node.
    fn unwatched(&self) -> u64 {
        0
    }

    fn poll(&mut self) -> Flow {
        self.listener_flow()?;
        self.watch.poll()
    }

    fn step(&mut self, build: impl FnOnce() -> Step) {
        self.report(TraceEvent::Step(build()));
    }

    fn solution(&mut self, build: impl FnOnce() -> P::Solution) -> Flow {
        let solution = build();
        self.report(TraceEvent::Solution(solution.clone().into()));
        self.watch.solution(|| solution)
    }

    // A traced search reports every solution.
    fn only_counts(&self) -> bool {
        false
    }

    fn will_only_count(&self) -> bool {
        false
    }

    fn solutions(&mut self, _many: &Natural) -> Flow {
        unreachable!("a listener wants to see every solution")
    }
}
