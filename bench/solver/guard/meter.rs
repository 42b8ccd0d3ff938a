//! The resources that a program uses, held against its bounds as it runs.

use super::Program;
use crate::solver::order::{Bounds, End, MemoryBy};
use crate::solver::tree::{Used, used};
use std::time::{Duration, Instant};

/// For how much longer than its limit of CPU time a program may do nothing.
const PATIENCE: Duration = Duration::from_millis(500);
/// Time between two looks at all processes of a program; its first one is looked at every tick.
const LOOK: Duration = Duration::from_millis(100);
/// Capacity of a pipe.
const PIPE: usize = 1 << 16;

/// The resources that a program has used since it was asked.
pub(super) struct Meter {
    pub(super) since: Instant,
    pub(super) last: Instant,
    looked: Instant,
    /// The resources used by all processes at the beginning, by all at the last look at all, and by the first
    /// one then.
    pub(super) base: Used,
    seen: Used,
    first: Used,
    /// The most memory of the first process that was seen.
    pub(super) memory: u64,
    /// Time in which it did nothing.
    idle: Duration,
    /// Bytes that it had printed when all were last looked at.
    printed: usize,
}

impl Meter {
    pub(super) fn new(since: Instant, program: &Program) -> Meter {
        let now = Instant::now();
        // A program that has just been started has used nothing.
        let base = if program.input.is_some() { program.used_now() } else { Used::default() };
        Meter {
            since,
            last: now,
            looked: now,
            base,
            seen: base,
            first: if program.input.is_some() { used(program.process) } else { Used::default() },
            memory: 0,
            idle: Duration::ZERO,
            printed: 0,
        }
    }

    /// How long to wait before looking again: short at first, and for one that has closed its output.
    pub(super) fn pause(&self, program: &Program) -> Duration {
        let longest = Duration::from_millis(if program.output_ended { 1 } else { 20 });
        let shortest = Duration::from_micros(if program.output_ended { 50 } else { 500 });
        (self.since.elapsed() / 8).clamp(shortest, longest)
    }

    /// Looks at the resources of the program; returns the end that it has to come to, if any.
    pub(super) fn look(&mut self, program: &Program, bounds: &Bounds) -> Option<End> {
        let now = Instant::now();
        self.last = now;
        let first = used(program.process);
        // The resources of its children are looked at less often, since that takes a while.
        if now - self.looked >= LOOK {
            let before = self.seen;
            (self.seen, self.first) = (program.used_now(), first);
            let grown = (self.seen.ran + self.seen.waited).saturating_sub(before.ran + before.waited);
            let printed = program.output.len() - self.printed.min(program.output.len());
            self.printed = program.output.len();
            // A program that prints more than a pipe holds may be waiting for us.
            if printed < PIPE {
                self.idle += (now - self.looked).saturating_sub(Duration::from_nanos(grown));
            }
            self.looked = now;
        }
        let ran = self.seen.ran + first.ran.saturating_sub(self.first.ran);
        let memory = self.seen.memory + first.memory.saturating_sub(self.first.memory);
        self.memory = self.memory.max(first.memory);
        if program.group.is_none()
            && bounds.memory_by != MemoryBy::Itself
            && bounds.memory.is_some_and(|most| memory > most)
        {
            return Some(End::Memory);
        }
        let limit = Duration::from_nanos(bounds.time_ns?);
        let ran = Duration::from_nanos(ran.saturating_sub(self.base.ran));
        let late = self.since.elapsed() >= limit.saturating_mul(20) + Duration::from_secs(60);
        (ran >= limit || self.idle >= limit + PATIENCE || late).then_some(End::Time)
    }
}
