//! A single observer type for kernels that are compiled for several widths and instruction sets.
//!
//! **Idea.** Such a kernel would be compiled once more for every type of observer. [`Silent`] is one type
//! that wraps every observer that does not watch steps. It counts nodes by itself as long as the observer
//! need not see them ([`Observer::unwatched`]), and reports them before it reports anything else. So limits
//! and counts are the same as in a search that reports directly.
//!
//! **Cost.** A node costs the same as with the observer of a session. There is one virtual call for each
//! solution, and one each time a limit must be checked.

use coverlab_model::{Choice, Cover, Event, ExactCover, Flow, Limits, Natural, Observer, Step};
use std::time::Duration;

/// Runs `search` with a silent observer that forwards to `observer`.
pub(crate) fn silently<O: Observer<ExactCover>, R>(
    observer: &mut O,
    search: impl FnOnce(&mut Silent<'_>) -> R,
) -> R {
    let (left, follows_branches) = (observer.unwatched(), observer.follows_branches());
    let mut silent = Silent { to: observer, allowed: left, left, deepest: 0, follows_branches };
    let result = search(&mut silent);
    let Entered { nodes, deepest } = silent.take();
    silent.to.entered(nodes, deepest);
    result
}

/// An observer behind a pointer, with a node counter of its own.
pub(crate) struct Silent<'a> {
    to: &'a mut dyn Target,
    /// How many nodes the observer allowed at the last call, and how many of them remain.
    allowed: u64,
    left: u64,
    /// The greatest depth of the nodes since the last call.
    deepest: usize,
    follows_branches: bool,
}

/// Nodes that were entered but not yet reported.
#[derive(Clone, Copy)]
struct Entered {
    nodes: u64,
    deepest: usize,
}

/// The observer calls that a kernel needs. Each first receives the unreported nodes. Those that check limits
/// return how many nodes may follow until the next call.
trait Target {
    fn entered(&mut self, nodes: u64, deepest: usize);
    fn node(&mut self, before: Entered, depth: usize) -> (Flow, u64);
    fn solution(&mut self, before: Entered, build: &mut dyn FnMut() -> Cover) -> (Flow, u64);
    fn branch(&mut self, depth: usize, index: usize, of: usize);
}

impl<O: Observer<ExactCover>> Target for O {
    fn entered(&mut self, nodes: u64, deepest: usize) {
        Observer::entered(self, nodes, deepest);
    }
    fn node(&mut self, before: Entered, depth: usize) -> (Flow, u64) {
        Observer::entered(self, before.nodes, before.deepest);
        (Observer::node(self, depth), self.unwatched())
    }
    fn solution(&mut self, before: Entered, build: &mut dyn FnMut() -> Cover) -> (Flow, u64) {
        Observer::entered(self, before.nodes, before.deepest);
        (Observer::solution(self, build), self.unwatched())
    }
    fn branch(&mut self, depth: usize, index: usize, of: usize) {
        Observer::branch(self, depth, index, of);
    }
}

impl Silent<'_> {
    /// Takes the unreported nodes, so that none remain.
    fn take(&mut self) -> Entered {
        let entered = Entered { nodes: self.allowed - self.left, deepest: self.deepest };
        (self.allowed, self.deepest) = (self.left, 0);
        entered
    }

    #[cold]
    #[inline(never)]
    fn ask(&mut self, depth: usize) -> Flow {
        let before = self.take();
        let (flow, unwatched) = self.to.node(before, depth);
        (self.allowed, self.left) = (unwatched, unwatched);
        flow
    }
}

/// Only the methods that kernels call are implemented.
impl Observer<ExactCover> for Silent<'_> {
    const WATCHES: bool = false;

    #[inline(always)]
    fn node(&mut self, depth: usize) -> Flow {
        if self.left == 0 {
            return self.ask(depth);
        }
        self.left -= 1;
        self.deepest = self.deepest.max(depth);
        Flow::Continue(())
    }
    fn solution(&mut self, build: impl FnOnce() -> Cover) -> Flow {
        let (before, mut build) = (self.take(), Some(build));
        let mut built = || (build.take().expect("a solution is built once"))();
        let (flow, unwatched) = self.to.solution(before, &mut built);
        (self.allowed, self.left) = (unwatched, unwatched);
        flow
    }
    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize) {
        if self.follows_branches {
            self.to.branch(depth, index, of);
        }
    }
    #[inline(always)]
    fn follows_branches(&self) -> bool {
        self.follows_branches
    }
    #[inline(always)]
    fn step(&mut self, _build: impl FnOnce() -> Step) {}
    fn unwatched(&self) -> u64 {
        self.left
    }
    fn entered(&mut self, _nodes: u64, _deepest: usize) {
        unreachable!("a kernel reports each node");
    }
    fn start(&mut self) {
        unreachable!("the search has begun");
    }
    fn poll(&mut self) -> Flow {
        unreachable!("a kernel has no long work between nodes");
    }
    fn ahead(&mut self, _time: Duration) -> Flow {
        unreachable!("a kernel has no long work between nodes");
    }
    fn limits(&self) -> Limits {
        unreachable!("a kernel tries no other method");
    }
    fn chose(&mut self, _choice: Choice) {
        unreachable!("a kernel hands the instance to no other strategy");
    }
    fn count(&mut self, _event: Event, _by: u64) {
        unreachable!("a kernel counts no events");
    }
    fn only_counts(&self) -> bool {
        unreachable!("a kernel enumerates");
    }
    fn will_only_count(&self) -> bool {
        unreachable!("a kernel enumerates");
    }
    fn solutions(&mut self, _many: &Natural) -> Flow {
        unreachable!("a kernel enumerates");
    }
    fn partial(&mut self, _build: impl FnOnce() -> ExactCover) {
        unreachable!("a kernel is complete");
    }
}
