//! Checks whether a running program has reached a limit.

use super::program::Program;
use crate::job::{JobEnd, JobLimits};
use crate::process_tree::{Usage, usage};
use std::time::{Duration, Instant};

/// A program may be idle for its limit of CPU time plus this time.
const IDLE_OVERTIME: Duration = Duration::from_millis(500);
/// The time between two full measurements, of all processes of a program, if its memory is limited. Every check
/// measures only its first process.
const MEMORY_INTERVAL: Duration = Duration::from_millis(20);
/// The time between two measurements of its idle time. Shorter ones would be inexact where the kernel counts ticks.
const IDLE_INTERVAL: Duration = Duration::from_millis(100);
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
    last_idle_measurement: Instant,
    /// All processes and the length of the output at the last measurement of idle time.
    before: Usage,
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
            last_idle_measurement: now,
            before: all,
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
        let interval = if limits.memory.is_some() { MEMORY_INTERVAL } else { IDLE_INTERVAL };
        if now - self.last_full_measurement >= interval {
            (self.all, self.first, self.last_full_measurement) = (program.usage(), first, now);
            self.measure_idle_time(now, program.pipes.output.len());
        }
        let memory = self.all.memory + first.memory.saturating_sub(self.first.memory);
        self.peak_memory = self.peak_memory.max(first.memory);
        if limits.memory.is_some_and(|limit| memory > limit) {
            return Some(JobEnd::MemoryLimit);
        }
        let cpu = (self.all.cpu + first.cpu.saturating_sub(self.first.cpu)).saturating_sub(self.base.cpu);
        let is_spent =
            limits.cpu.is_some_and(|limit| cpu >= limit || self.idle >= limit.saturating_add(IDLE_OVERTIME));
        let is_late = limits.max_wall().is_some_and(|max_wall| self.since.elapsed() >= max_wall);
        (is_spent || is_late).then_some(JobEnd::TimeLimit)
    }

    /// Adds the time since the last measurement in which the program was idle, if it is due. `output_bytes` is the
    /// length of the output so far.
    fn measure_idle_time(&mut self, now: Instant, output_bytes: usize) {
        let elapsed = now - self.last_idle_measurement;
        if elapsed < IDLE_INTERVAL {
            return;
        }
        let busy = (self.all.cpu + self.all.waited).saturating_sub(self.before.cpu + self.before.waited);
        // A program that prints more than a pipe holds is not idle: it may wait for the guard to read.
        if output_bytes.saturating_sub(self.output_bytes) < PIPE_CAPACITY {
            self.idle += elapsed.saturating_sub(busy);
        }
        (self.before, self.output_bytes, self.last_idle_measurement) = (self.all, output_bytes, now);
    }
}
