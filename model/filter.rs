//! Observers that wrap another observer: a [`Filter`] overrides some methods, and [`Filtered`] forwards the
//! others.

use crate::observer::{Choice, Event, Flow, Observer};
use crate::task::Limits;
use crate::{Natural, Problem};
use std::time::Duration;

/// A layer between a search and its observer `to`. Every method forwards its arguments to `to` unless it is
/// overridden.
pub trait Filter<P: Problem> {
    /// See [`Observer::start`].
    #[inline(always)]
    fn start(&mut self, to: &mut impl Observer<P>) {
        to.start();
    }

    /// See [`Observer::node`].
    #[inline(always)]
    fn node(&mut self, depth: usize, to: &mut impl Observer<P>) -> Flow {
        to.node(depth)
    }

    /// See [`Observer::unwatched`]. A filter that overrides [`Self::node`] overrides this and
    /// [`Self::entered`] as well.
    #[inline(always)]
    fn unwatched(&self, to: &impl Observer<P>) -> u64 {
        to.unwatched()
    }

    /// See [`Observer::entered`].
    #[inline(always)]
    fn entered(&mut self, nodes: u64, deepest: usize, to: &mut impl Observer<P>) {
        to.entered(nodes, deepest);
    }

    /// See [`Observer::poll`].
    #[inline(always)]
    fn poll(&mut self, to: &mut impl Observer<P>) -> Flow {
        to.poll()
    }

    /// See [`Observer::ahead`].
    #[inline(always)]
    fn ahead(&mut self, time: Duration, to: &mut impl Observer<P>) -> Flow {
        to.ahead(time)
    }

    /// See [`Observer::limits`].
    fn limits(&self, to: &impl Observer<P>) -> Limits {
        to.limits()
    }

    /// See [`Observer::chose`].
    #[inline(always)]
    fn chose(&mut self, choice: Choice, to: &mut impl Observer<P>) {
        to.chose(choice);
    }

    /// See [`Observer::count`].
    #[inline(always)]
    fn count(&mut self, event: Event, by: u64, to: &mut impl Observer<P>) {
        to.count(event, by);
    }

    /// See [`Observer::step`].
    #[inline(always)]
    fn step(&mut self, build: impl FnOnce() -> P::Step, to: &mut impl Observer<P>) {
        to.step(build);
    }

    /// See [`Observer::solution`].
    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> P::Solution, to: &mut impl Observer<P>) -> Flow {
        to.solution(build)
    }

    /// See [`Observer::only_counts`].
    #[inline(always)]
    fn only_counts(&self, to: &impl Observer<P>) -> bool {
        to.only_counts()
    }

    /// See [`Observer::will_only_count`].
    #[inline(always)]
    fn will_only_count(&self, to: &impl Observer<P>) -> bool {
        to.will_only_count()
    }

    /// See [`Observer::solutions`].
    #[inline(always)]
    fn solutions(&mut self, many: &Natural, to: &mut impl Observer<P>) -> Flow {
        to.solutions(many)
    }

    /// See [`Observer::branch`].
    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize, to: &mut impl Observer<P>) {
        to.branch(depth, index, of);
    }

    /// See [`Observer::follows_branches`]. A filter that overrides [`Self::branch`] overrides this as well.
    #[inline(always)]
    fn follows_branches(&self, to: &impl Observer<P>) -> bool {
        to.follows_branches()
    }

    /// See [`Observer::partial`].
    #[inline(always)]
    fn partial(&mut self, build: impl FnOnce() -> P, to: &mut impl Observer<P>) {
        to.partial(build);
    }
}

/// An observer wrapped by a [`Filter`].
#[derive(Debug)]
pub struct Filtered<F, O> {
    /// The filter.
    pub filter: F,
    /// The wrapped observer.
    pub to: O,
}

impl<P: Problem, F: Filter<P>, O: Observer<P>> Observer<P> for Filtered<F, O> {
    const WATCHES: bool = O::WATCHES;

    #[inline(always)]
    fn start(&mut self) {
        self.filter.start(&mut self.to);
    }
    #[inline(always)]
    fn node(&mut self, depth: usize) -> Flow {
        self.filter.node(depth, &mut self.to)
    }
    #[inline(always)]
    fn unwatched(&self) -> u64 {
        self.filter.unwatched(&self.to)
    }
    #[inline(always)]
    fn entered(&mut self, nodes: u64, deepest: usize) {
        self.filter.entered(nodes, deepest, &mut self.to);
    }
    #[inline(always)]
    fn poll(&mut self) -> Flow {
        self.filter.poll(&mut self.to)
    }
    #[inline(always)]
    fn ahead(&mut self, time: Duration) -> Flow {
        self.filter.ahead(time, &mut self.to)
    }
    fn limits(&self) -> Limits {
        self.filter.limits(&self.to)
    }
    #[inline(always)]
    fn chose(&mut self, choice: Choice) {
        self.filter.chose(choice, &mut self.to);
    }
    #[inline(always)]
    fn count(&mut self, event: Event, by: u64) {
        self.filter.count(event, by, &mut self.to);
    }
    #[inline(always)]
    fn step(&mut self, build: impl FnOnce() -> P::Step) {
        self.filter.step(build, &mut self.to);
    }
    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> P::Solution) -> Flow {
        self.filter.solution(build, &mut self.to)
    }
    #[inline(always)]
    fn only_counts(&self) -> bool {
        self.filter.only_counts(&self.to)
    }
    #[inline(always)]
    fn will_only_count(&self) -> bool {
        self.filter.will_only_count(&self.to)
    }
    #[inline(always)]
    fn solutions(&mut self, many: &Natural) -> Flow {
        self.filter.solutions(many, &mut self.to)
    }
    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize) {
        self.filter.branch(depth, index, of, &mut self.to);
    }
    #[inline(always)]
    fn follows_branches(&self) -> bool {
        self.filter.follows_branches(&self.to)
    }
    #[inline(always)]
    fn partial(&mut self, build: impl FnOnce() -> P) {
        self.filter.partial(build, &mut self.to);
    }
}
