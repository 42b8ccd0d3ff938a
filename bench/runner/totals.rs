//! Totals of a run over its parts.

use crate::record::Index;
use std::time::{Duration, Instant};

/// The totals of a run so far.
pub(super) struct Totals {
    /// Trials planned.
    pub(super) planned: u64,
    /// Trials that an earlier start had recorded, as far as the run has come.
    pub(super) reused: u64,
    /// Trials run since the start, in parts that are done.
    pub(super) done: u64,
    /// The place in the order of execution that the next trial takes.
    pub(super) next_order: u64,
    clock: Instant,
    /// Trials of the parts that were begun.
    begun: u64,
    /// Trials of the current part that an earlier start had recorded.
    reused_here: u64,
}

impl Totals {
    /// The totals of a run with `planned` trials, before it begins.
    pub(super) fn new(planned: u64) -> Totals {
        let clock = Instant::now();
        Totals { planned, reused: 0, done: 0, next_order: 0, clock, begun: 0, reused_here: 0 }
    }

    /// A part of `trials` trials begins, of which those of `index` are recorded.
    pub(super) fn open(&mut self, trials: usize, index: &Index) {
        self.reused_here = index.recorded as u64;
        self.reused += self.reused_here;
        self.begun += trials as u64;
        self.next_order = self.next_order.max(index.next_order);
    }

    /// The part is done, of which those of `index` are recorded now.
    pub(super) fn close(&mut self, index: &Index) {
        self.done += index.recorded as u64 - self.reused_here;
        self.next_order = self.next_order.max(index.next_order);
    }

    /// The time that the parts after this one will take, of which `done` trials are done, at the
    /// pace so far.
    pub(super) fn later(&self, done: u64) -> Duration {
        let (later, done) = (self.planned - self.begun, self.done + done);
        if later == 0 || done == 0 {
            return Duration::ZERO;
        }
        self.clock.elapsed().mul_f64(later as f64 / done as f64)
    }
}
