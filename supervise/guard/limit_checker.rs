//! Checks whether a running program has reached a limit.

use super::program::Program;
use crate::job::{JobEnd, JobLimits, MemoryEnforcement};
use crate::process_tree::{Usage, usage};
use std::time::{Duration, Instant};

/// A program may be idle for its limit of CPU time plus this time.
const IDLE_OVERTIME: Duration = Duration::from_millis(500);
/// The time between two full measurements, of all processes of a program. Every check measures only its first
/// process.
const FULL_INTERVAL: Duration = Duration::from_millis(100);
/// The capacity of a pipe, in bytes.
const PIPE_CAPACITY: usize = 1 << 16;

/// Measures the resources that a program has used since its start or since the question.
pub(crate) struct LimitChecker {
    pub(crate) since: Instant,
    pub(crate) last_check: Instant,
    last_full_measurement: Instant,
    /// All processes at the beginning.
    pub(crate) base: Usage,
    /// All processes at the last full measurement.
    all: Usage,
    /// The first process at the last full measurement.
    first: Usage,
    /// The peak of the measured memory use of the first process, in bytes.
    pub(crate) peak_memory: u64,
    /// Time in which no process ran or waited for a processor.
    idle: Duration,
    /// Length of the output at the last full measurement.
    output_bytes: usize,
}

impl LimitChecker {
    pub(crate) fn new(since: Instant, program: &Program) -> LimitChecker {
        let now = Instant::now();
        // A program that was just started has used nothing. Only one that answers questions can have run before.
        let (all, first) = if program.pipes.can_ask() {
            (program.usage(), usage(program.pid))
        } else {
            (Usage::default(), Usage::default())
        };
        LimitChecker {
            since,
            last_check: now,
            last_full_measurement: now,
            base: all,
            all,
            first,
            peak_memory: 0,
            idle: Duration::ZERO,
            output_bytes: 0,
        }
    }

    /// The pause before the next check. It grows with the time since the start, and is shorter for a program
    /// that has closed its output.
    pub(crate) fn pause(&self, program: &Program) -> Duration {
        let max_pause = Duration::from_millis(if program.pipes.is_closed { 1 } else { 20 });
        let min_pause = Duration::from_micros(if program.pipes.is_closed { 50 } else { 500 });
        (self.since.elapsed() / 8).clamp(min_pause, max_pause)
    }

    /// Measures the program. Returns how it must end, if it has reached a limit.
    pub(crate) fn check(&mut self, program: &Program, limits: &JobLimits) -> Option<JobEnd> {
        let now = Instant::now();
        self.last_check = now;
        let first = usage(program.pid);
        if now - self.last_full_measurement >= FULL_INTERVAL {
            let before = std::mem::replace(&mut self.all, program.usage());
            self.first = first;
            let busy = (self.all.cpu + self.all.waited).saturating_sub(before.cpu + before.waited);
            let output_bytes = program.pipes.output.len();
            // A program that prints more than a pipe holds is not idle: it may wait for the guard to read.
            if output_bytes.saturating_sub(self.output_bytes) < PIPE_CAPACITY {
                self.idle += (now - self.last_full_measurement).saturating_sub(busy);
            }
            (self.output_bytes, self.last_full_measurement) = (output_bytes, now);
        }
        let memory = self.all.memory + first.memory.saturating_sub(self.first.memory);
        self.peak_memory = self.peak_memory.max(first.memory);
        let is_polled = program.cgroup.is_none() && limits.without_cgroup != MemoryEnforcement::Program;
        if is_polled && limits.memory.is_some_and(|limit| memory > limit) {
            return Some(JobEnd::MemoryLimit);
        }
        let cpu = (self.all.cpu + first.cpu.saturating_sub(self.first.cpu)).saturating_sub(self.base.cpu);
        let is_spent =
            limits.cpu.is_some_and(|limit| cpu >= limit || self.idle >= limit.saturating_add(IDLE_OVERTIME));
        let is_late = limits.max_wall().is_some_and(|max_wall| self.since.elapsed() >= max_wall);
        (is_spent || is_late).then_some(JobEnd::TimeLimit)
    }
}
