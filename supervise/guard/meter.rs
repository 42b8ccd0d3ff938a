//! Compares the resources that a program uses with its limits while it runs.

use super::Program;
use crate::job::{End, Limits, MemoryEnforcement};
use crate::process_tree::{Usage, usage};
use std::time::{Duration, Instant};

/// A program may be idle for its CPU time limit plus this time.
const IDLE_OVERTIME: Duration = Duration::from_millis(500);
/// Time between two measurements of all processes of a program. Its first process is measured on every tick.
const LOOK: Duration = Duration::from_millis(100);
/// The capacity of a pipe, in bytes.
const PIPE: usize = 1 << 16;

/// The resources that a program has used since its start or since the question.
pub(crate) struct Meter {
    pub(crate) since: Instant,
    pub(crate) last_tick: Instant,
    last_look: Instant,
    /// Usage of all processes at the beginning, of all at the last full measurement, and of the first process
    /// then.
    pub(crate) base: Usage,
    all: Usage,
    first: Usage,
    /// The highest memory use of the first process that was measured.
    pub(crate) peak_memory: u64,
    idle: Duration,
    /// Bytes of output at the last full measurement.
    printed: usize,
}

impl Meter {
    pub(crate) fn new(since: Instant, program: &Program) -> Meter {
        let now = Instant::now();
        // A program that was just started has used nothing; a program that answers questions has an open
        // input.
        let stays = program.input.is_some();
        let (all, first) = if stays {
            (program.usage(), usage(program.process))
        } else {
            (Usage::default(), Usage::default())
        };
        let (idle, printed) = (Duration::ZERO, 0);
        Meter { since, last_tick: now, last_look: now, base: all, all, first, peak_memory: 0, idle, printed }
    }

    /// The pause before the next tick: short at first, and for a program that has closed its output.
    pub(crate) fn pause(&self, program: &Program) -> Duration {
        let longest = Duration::from_millis(if program.output.ended { 1 } else { 20 });
        let shortest = Duration::from_micros(if program.output.ended { 50 } else { 500 });
        (self.since.elapsed() / 8).clamp(shortest, longest)
    }

    /// Compares the resources of the program with its limits. Returns how the program must end, if at a
    /// limit.
    pub(crate) fn tick(&mut self, program: &Program, limits: &Limits) -> Option<End> {
        let now = Instant::now();
        self.last_tick = now;
        let first = usage(program.process);
        // Measuring all processes takes long.
        if now - self.last_look >= LOOK {
            let before = std::mem::replace(&mut self.all, program.usage());
            self.first = first;
            let busy = (self.all.cpu + self.all.waited).saturating_sub(before.cpu + before.waited);
            let printed = program.output.bytes.len();
            // A program that prints more than a pipe holds may be waiting for the guard to read.
            if printed.saturating_sub(self.printed) < PIPE {
                self.idle += (now - self.last_look).saturating_sub(busy);
            }
            (self.printed, self.last_look) = (printed, now);
        }
        let memory = self.all.memory + first.memory.saturating_sub(self.first.memory);
        self.peak_memory = self.peak_memory.max(first.memory);
        let polls = program.cgroup.is_none() && limits.without_cgroup != MemoryEnforcement::Program;
        if polls && limits.memory.is_some_and(|limit| memory > limit) {
            return Some(End::MemoryLimit);
        }
        let cpu = (self.all.cpu + first.cpu.saturating_sub(self.first.cpu)).saturating_sub(self.base.cpu);
        let spent =
            limits.cpu.is_some_and(|limit| cpu >= limit || self.idle >= limit.saturating_add(IDLE_OVERTIME));
        let late = limits.longest().is_some_and(|longest| self.since.elapsed() >= longest);
        (spent || late).then_some(End::TimeLimit)
    }
}
