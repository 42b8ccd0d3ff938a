//! Totals of a run over its parts.

use super::machine;
use crate::record::{Ledger, Machine};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The totals of a run so far.
pub(super) struct Totals {
    /// Trials planned.
    pub(super) planned: u64,
    /// Trials that an earlier start had recorded, as far as the run has come.
    pub(super) reused: u64,
    /// Trials run since the start, in parts that are done.
    pub(super) done: u64,
    /// Trials recorded, in parts that are done.
    pub(super) recorded: u64,
    /// The place in the order of execution that the next trial takes.
    pub(super) next_order: u64,
    /// Parts that were come to.
    pub(super) parts: usize,
    /// When this process began, seconds since 1970-01-01 UTC.
    pub(super) started: u64,
    clock: Instant,
    /// Trials of the parts that were begun.
    begun: u64,
    /// Of the part at work, what an earlier start had recorded.
    reused_here: u64,
    /// The most processes that wrote the journal of one part, and those that wrote any.
    most_starts: usize,
    starts: BTreeSet<(u64, String)>,
    /// The machines that ran the trials of the parts that are done.
    machines: Vec<Machine>,
}

impl Totals {
    /// The totals of a run with `planned` trials, before it begins.
    pub(super) fn new(planned: u64) -> Totals {
        Totals {
            planned,
            reused: 0,
            done: 0,
            recorded: 0,
            next_order: 0,
            parts: 0,
            started: machine::now(),
            clock: Instant::now(),
            begun: 0,
            reused_here: 0,
            most_starts: 0,
            starts: BTreeSet::new(),
            machines: Vec::new(),
        }
    }

    /// This process begins later than one that is recorded, whatever the clock of its machine said: the last counts.
    pub(super) fn begin_after(&mut self, recorded: u64) {
        self.started = self.started.max(recorded.saturating_add(1));
    }

    /// A part begins, of which `ledger` is recorded.
    pub(super) fn open(&mut self, ledger: &Ledger) {
        self.reused_here = ledger.recorded() as u64;
        self.reused += self.reused_here;
        self.begun += ledger.planned() as u64;
        self.next_order = self.next_order.max(ledger.next_order);
    }

    /// The part is done, of which `ledger` is recorded now.
    pub(super) fn close(&mut self, ledger: &Ledger) {
        let recorded = ledger.recorded() as u64;
        self.recorded += recorded;
        self.done += recorded - self.reused_here;
        self.next_order = self.next_order.max(ledger.next_order);
        self.most_starts = self.most_starts.max(ledger.starts.len());
        self.starts.extend(ledger.starts.iter().cloned());
        for machine in ledger.writers() {
            if !self.machines.contains(machine) {
                self.machines.push(machine.clone());
            }
        }
    }

    /// The machines that ran the trials, if they are several hosts or processors: seconds of one are not
    /// those of another.
    pub(super) fn machines(&self) -> Vec<Machine> {
        let Some(first) = self.machines.first() else { return Vec::new() };
        let same = |other: &Machine| (&other.host, &other.cpu) == (&first.host, &first.cpu);
        if self.machines.iter().all(same) { Vec::new() } else { self.machines.clone() }
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

    /// When the first process began.
    pub(super) fn first_start(&self) -> Option<u64> {
        self.starts.first().map(|(started, _)| *started)
    }

    /// How many processes were at work: two that began in the same second count as one only where
    /// they have written of no part in common.
    pub(super) fn starts(&self) -> u32 {
        self.most_starts.max(self.starts.len()) as u32
    }
}
