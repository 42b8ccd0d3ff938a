//! A block as it grows, trial by trial.

use super::machine;
use crate::plan::{Contender, Plan};
use crate::record::{Head, Mode, Row, journal};
use std::time::{Duration, Instant};

/// Trials of one lane and repetition, not yet written.
pub(super) struct Draft {
    head: Head,
    rows: Vec<Row>,
    since: Instant,
}

/// The time that one or more searches took, nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    pub(super) cpu_ns: u64,
    pub(super) wall_ns: u64,
    pub(super) encode_ns: u64,
    pub(super) decode_ns: u64,
}

impl Spent {
    /// Adds the time of `more`.
    pub(super) fn add(&mut self, more: Spent) {
        self.cpu_ns += more.cpu_ns;
        self.wall_ns += more.wall_ns;
        self.encode_ns += more.encode_ns;
        self.decode_ns += more.decode_ns;
    }
}

impl Draft {
    /// An empty block of `lane`, over the list of instances with `digest`.
    pub(super) fn new(plan: &Plan, lane: &Contender, digest: &str) -> Draft {
        let head = Head {
            lane: lane.key.clone(),
            strategy: lane.label.clone(),
            corpus: digest.to_string(),
            seed: plan.seed,
            repeat: 0,
            mode: Mode::Between,
            started_utc: 0,
            limits: plan.limits,
            errors: Vec::new(),
        };
        Draft { head, rows: Vec::new(), since: Instant::now() }
    }

    /// Makes ready for trials of a repetition with a seed. The block must be empty.
    pub(super) fn begin(&mut self, (seed, repeat): (u64, u32), mode: Mode) {
        self.since = Instant::now();
        (self.head.seed, self.head.repeat) = (seed, repeat);
        (self.head.mode, self.head.started_utc) = (mode, machine::now());
    }

    /// Adds a trial, without its place and time.
    pub(super) fn push(&mut self, row: Row, error: Option<String>) {
        self.head.errors.extend(error.map(|words| (self.rows.len() as u32, words)));
        self.rows.push(row);
    }

    /// Sets place and time of the last trial.
    pub(super) fn time_last(&mut self, order: u64, spent: Spent) {
        self.rows.iter_mut().next_back().into_iter().for_each(|row| time(row, order, spent));
    }

    /// Sets the place of the first trial, and the time of all together.
    pub(super) fn time_all(&mut self, order: u64, spent: Spent) {
        self.rows.iter_mut().for_each(|row| time(row, order, spent));
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// How long the oldest trial in it has waited.
    pub(super) fn age(&self) -> Duration {
        if self.rows.is_empty() { Duration::ZERO } else { self.since.elapsed() }
    }

    /// Forgets its trials.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.head.errors.clear();
    }

    /// Encodes the block into `bytes`, whose contents it replaces, and is empty again.
    pub(super) fn finish(&mut self, bytes: &mut Vec<u8>) {
        bytes.clear();
        journal::encode_trials(&self.head, &self.rows, bytes);
        self.clear();
    }
}

fn time(row: &mut Row, order: u64, spent: Spent) {
    row.order = order;
    let Spent { cpu_ns, wall_ns, encode_ns, decode_ns } = spent;
    (row.cpu_ns, row.wall_ns, row.encode_ns, row.decode_ns) = (cpu_ns, wall_ns, encode_ns, decode_ns);
}
