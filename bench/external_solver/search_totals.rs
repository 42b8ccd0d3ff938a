//! The resources and counters of one search, summed over the runs of a program or the questions to a worker.

use super::printed_counters::{self, MAX_DEPTH, NODES};
use coverlab_model::{Cost, CounterSet, Counters, Event, Fault, ProcessFacts};
use coverlab_supervise::JobReport;
use std::collections::HashMap;
use std::time::Duration;

/// The resources and counters of a search.
#[derive(Default)]
pub(super) struct SearchTotals {
    pub(super) cpu: Duration,
    pub(super) wall: Duration,
    pub(super) peak_memory: u64,
    pub(super) encode: Duration,
    pub(super) decode: Duration,
    pub(super) counters: Counters,
    /// The number of runs or questions.
    pub(super) runs: usize,
    /// The number of those that reported each counter.
    pub(super) reports: HashMap<&'static str, usize>,
    /// Messages about missing counters and other faults that do not change the answer.
    pub(super) warnings: Vec<String>,
    /// Whether to keep the last exchange, for a self-test.
    pub(super) keeps_exchange: bool,
    pub(super) exchange: Option<Exchange>,
}

/// A run of a program, or a question to a worker, with what was sent and received.
pub(super) struct Exchange {
    pub(super) command: Vec<String>,
    pub(super) sent: String,
    pub(super) report: JobReport,
}

impl SearchTotals {
    /// Keeps the last exchange, if requested.
    pub(super) fn keep(&mut self, command: &[String], sent: &str, report: &JobReport) {
        if self.keeps_exchange {
            let (command, sent, report) = (command.to_vec(), sent.to_string(), report.clone());
            self.exchange = Some(Exchange { command, sent, report });
        }
    }

    /// Adds a counter that the run reported.
    pub(super) fn count(&mut self, counter: &'static str, count: u64) {
        printed_counters::add(&mut self.counters, counter, count);
        *self.reports.entry(counter).or_default() += 1;
    }

    /// The counters that every run reported. The sums of others are unknown.
    fn reported(&self) -> CounterSet {
        let is_reported =
            |counter| self.runs > 0 && self.reports.get(counter).is_some_and(|&reports| reports == self.runs);
        CounterSet {
            nodes: is_reported(NODES),
            max_depth: is_reported(MAX_DEPTH),
            events: Event::ALL.map(|event| is_reported(event.name())),
        }
    }

    /// Adds the resources of a run.
    pub(super) fn add(&mut self, report: &JobReport) {
        self.cpu += report.cpu;
        self.wall += report.wall;
        self.peak_memory = self.peak_memory.max(report.peak_memory);
        if report.strays > 0 {
            self.warnings.push(format!("it left {} processes behind, which were killed", report.strays));
        }
    }

    pub(super) fn cost(&self) -> Cost {
        Cost { encode: self.encode, solve: self.cpu, decode: self.decode }
    }

    /// The process facts of each of `count` searches that share this process.
    pub(super) fn facts(&self, count: usize, fault: Option<Fault>) -> Box<ProcessFacts> {
        let wall = self.wall / u32::try_from(count.max(1)).unwrap_or(u32::MAX);
        let reported = Some(self.reported());
        Box::new(ProcessFacts { peak_memory: self.peak_memory, wall, reported, fault })
    }
}
