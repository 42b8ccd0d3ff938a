//! A block as it grows, trial by trial, and how it becomes a record.
//!
//! The fastest searches take a quarter of a microsecond, and a trial is put down in a twentieth of one. What that
//! waits for is memory: neither counters in narrower columns while they grow, nor cheaper hashes of answers, nor
//! fewer looks at the clock made a run faster.

use super::machine;
use super::referee::Finding;
use super::stage::LARGEST;
use crate::plan::{Lane, Limits};
use crate::record::{Block, Code, Column, Ending, Mode, Status, Value, journal};
use coverlab_model::{Counters, Event};
use std::time::{Duration, Instant};

/// Trials of one lane and repetition, not yet written.
pub(super) struct Draft {
    lane: String,
    strategy: String,
    corpus: String,
    limits: (Option<u64>, Option<u64>),
    repeat: u32,
    mode: Mode,
    started: u64,
    since: Instant,
    trials: usize,
    times: Times,
    instance: Growing<u32>,
    status: Growing,
    ending: Growing,
    solutions: Growing,
    proven: Growing,
    answer: Growing<u32>,
    counters: [Growing; COUNTERS],
    filled: Growing,
    errors: Vec<(u32, String)>,
}

/// Nodes, depth, and the events.
const COUNTERS: usize = 2 + Event::ALL.len();

/// The time that one or more searches took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    pub(super) cpu: u64,
    pub(super) wall: u64,
    pub(super) encode: u64,
    pub(super) decode: u64,
}

impl Spent {
    /// The time of these and of `more`.
    pub(super) fn add(&mut self, more: Spent) {
        self.cpu += more.cpu;
        self.wall += more.wall;
        self.encode += more.encode;
        self.decode += more.decode;
    }
}

#[derive(Default)]
struct Times {
    order: Growing,
    cpu: Growing,
    wall: Growing,
    encode: Growing,
    decode: Growing,
}

impl Draft {
    /// An empty block of `lane`, over the corpus with `digest`.
    pub(super) fn new(lane: &Lane, digest: &str, limits: &Limits) -> Draft {
        Draft {
            lane: format!("{:016x}", lane.key),
            strategy: lane.label.clone(),
            corpus: digest.to_string(),
            limits: (limits.nodes, limits.time_ns()),
            repeat: 0,
            mode: Mode::Between,
            started: 0,
            since: Instant::now(),
            trials: 0,
            times: Times::default(),
            instance: Growing::default(),
            status: Growing::default(),
            ending: Growing::default(),
            solutions: Growing::default(),
            proven: Growing::default(),
            answer: Growing::default(),
            counters: Default::default(),
            filled: Growing::default(),
            errors: Vec::new(),
        }
    }

    /// Makes ready for trials of repetition `repeat`. The block must be empty.
    pub(super) fn begin(&mut self, repeat: u32, mode: Mode) {
        self.since = Instant::now();
        (self.repeat, self.mode, self.started) = (repeat, mode, machine::now());
    }

    /// Adds a trial, without its place and time.
    pub(super) fn push(
        &mut self,
        instance: u32,
        finding: Finding,
        counters: &Counters,
        found: u64,
        filled: i64,
    ) {
        if let Some(words) = finding.error {
            self.errors.push((self.trials as u32, words));
        }
        self.trials += 1;
        self.instance.repeat(instance, 1);
        self.status.repeat(finding.status.code(), 1);
        self.ending.repeat(finding.ending.code(), 1);
        self.proven.repeat(finding.proven, 1);
        self.answer.repeat(finding.answer, 1);
        self.solutions.repeat(found, 1);
        self.filled.repeat(filled.code(), 1);
        for (column, count) in self.counters.iter_mut().zip(words(counters)) {
            column.repeat(count, 1);
        }
    }

    /// Adds trials that found one solution each, which the referee accepted, and searched the whole
    /// space: their `instances`, the hashes of their answers, and what they counted.
    pub(super) fn push_plain<'a>(
        &mut self,
        instances: &[u32],
        answers: impl ExactSizeIterator<Item = u32>,
        counters: &(impl Iterator<Item = &'a Counters> + Clone),
    ) {
        let Some(first) = counters.clone().next().map(words) else { return };
        let many = instances.len();
        self.trials += many;
        self.instance.extend(instances.iter().copied());
        self.answer.extend(answers);
        self.status.repeat(Status::Unique.code(), many);
        self.ending.repeat(Ending::Exhausted.code(), many);
        self.solutions.repeat(1, many);
        self.proven.repeat(1, many);
        self.filled.repeat((-1_i64).code(), many);
        // Most of what could be counted is not, or is the same everywhere.
        let mut differing = [0; COUNTERS];
        for counters in counters.clone() {
            for ((seen, word), first) in differing.iter_mut().zip(words(counters)).zip(first) {
                *seen |= word ^ first;
            }
        }
        for (k, column) in self.counters.iter_mut().enumerate() {
            match differing[k] {
                0 => column.repeat(first[k], many),
                _ => extend(column, k, counters.clone()),
            }
        }
    }

    /// Adds a place in the order and a time: once per trial, or once for a streamed block.
    pub(super) fn push_time(&mut self, order: u64, spent: Spent) {
        let times = &mut self.times;
        times.order.repeat(order, 1);
        times.cpu.repeat(spent.cpu, 1);
        times.wall.repeat(spent.wall, 1);
        times.encode.repeat(spent.encode, 1);
        times.decode.repeat(spent.decode, 1);
    }

    pub(super) fn len(&self) -> usize {
        self.trials
    }

    /// How long the oldest trial in it has waited.
    pub(super) fn age(&self) -> Duration {
        if self.trials == 0 { Duration::ZERO } else { self.since.elapsed() }
    }

    /// Forgets its trials.
    pub(super) fn clear(&mut self) {
        let Times { order, cpu, wall, encode, decode } = &mut self.times;
        let times = [order, cpu, wall, encode, decode];
        let Draft { instance, status, ending, solutions, proven, answer, filled, .. } = self;
        [instance, answer].into_iter().for_each(Growing::clear);
        let others = [status, ending, solutions, proven, filled];
        times.into_iter().chain(others).chain(&mut self.counters).for_each(Growing::clear);
        self.errors.clear();
        self.trials = 0;
    }

    /// Writes the block as a record into `line`, hands it over and is empty again.
    pub(super) fn finish(&mut self, line: &mut Vec<u8>) -> Block {
        let [nodes, depth, events @ ..] = &self.counters;
        let block = Block {
            lane: self.lane.clone(),
            strategy: self.strategy.clone(),
            corpus: self.corpus.clone(),
            repeat: self.repeat,
            mode: self.mode,
            started: self.started,
            order: self.times.order.column(),
            limit_nodes: self.limits.0,
            limit_cpu: self.limits.1,
            cpu: self.times.cpu.column(),
            wall: self.times.wall.column(),
            encode: self.times.encode.column(),
            decode: self.times.decode.column(),
            instance: self.instance.column(),
            status: self.status.column(),
            ending: self.ending.column(),
            solutions: self.solutions.column(),
            proven: self.proven.column(),
            answer: self.answer.column(),
            nodes: nodes.column(),
            depth: depth.column(),
            events: events.each_ref().map(Growing::column),
            filled: self.filled.column(),
            errors: std::mem::take(&mut self.errors),
        };
        self.clear();
        line.clear();
        journal::encode_block(&block, line);
        block
    }
}

/// Adds word `k` of each of `counters` to `column`.
fn extend<'a>(column: &mut Growing, k: usize, counters: impl Iterator<Item = &'a Counters>) {
    match k {
        0 => column.extend(counters.map(|counters| counters.nodes)),
        1 => column.extend(counters.map(|counters| counters.max_depth)),
        _ => column.extend(counters.map(|counters| counters.events[k - 2])),
    }
}

#[inline(always)]
fn words(counters: &Counters) -> [u64; COUNTERS] {
    let mut words = [0; COUNTERS];
    (words[0], words[1]) = (counters.nodes, counters.max_depth);
    words[2..].copy_from_slice(&counters.events);
    words
}

/// A column as it grows. As long as all values are equal they are only counted.
#[derive(Default)]
struct Growing<C = u64> {
    equal: usize,
    first: C,
    /// All of them, once they are not equal.
    codes: Vec<C>,
}

impl<C: Code> Growing<C> {
    /// Adds `many` times the same.
    #[inline]
    fn repeat(&mut self, code: C, many: usize) {
        if self.codes.is_empty() && (self.equal == 0 || self.first == code) {
            (self.first, self.equal) = (code, self.equal + many);
        } else {
            self.extend(std::iter::repeat_n(code, many));
        }
    }

    /// Adds values that differ.
    #[inline]
    fn extend(&mut self, codes: impl Iterator<Item = C>) {
        if self.codes.is_empty() {
            // At once what the largest block needs.
            self.codes.reserve(LARGEST);
            self.codes.resize(self.equal, self.first);
        }
        self.codes.extend(codes);
    }

    fn column<T: Value>(&self) -> Column<T> {
        if self.codes.is_empty() { Column::one(T::of(self.first.into())) } else { Column::each(&self.codes) }
    }

    fn clear(&mut self) {
        self.equal = 0;
        self.codes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_grows_by_equal_values_and_by_others() {
        let (mut column, mut values) = (Growing::default(), Vec::new());
        for (value, many) in [(3, 1), (3, 4), (5, 2), (5, 1), (3, 7), (0, 1)] {
            column.repeat(value, many);
            values.extend(std::iter::repeat_n(value, many));
            assert_eq!(column.column::<u64>(), values.iter().copied().collect());
        }
        column.extend([9, 8, 9].into_iter());
        values.extend([9, 8, 9]);
        assert_eq!(column.column::<u64>(), values.into_iter().collect());
        column.clear();
        column.extend([4, 4].into_iter());
        assert_eq!(column.column::<u64>(), Column::one(4));
    }

    #[test]
    fn plain_trials_are_what_they_are_one_by_one() {
        let lane = Lane {
            label: "x".into(),
            strategy: "x".into(),
            params: String::new(),
            via: String::new(),
            profile: crate::plan::Profile { enforcer: "cooperative".into(), nodes: true, events: [true; 7] },
            key: 3,
        };
        let counters = |k: u64| Counters { nodes: k % 5, max_depth: 2, events: [0, k, 7, k / 90, 0, 0, 1] };
        let list: Vec<Counters> = (0..100).map(counters).collect();
        let (instances, answers): (Vec<u32>, Vec<u32>) = (0..100).map(|k| (99 - k, k << 20)).unzip();
        let draft = || {
            let mut draft = Draft::new(&lane, "d", &Limits::default());
            draft.begin(1, Mode::Stream);
            draft.push_time(5, Spent { cpu: 9, ..Spent::default() });
            draft.started = 0;
            draft
        };
        let (mut together, mut single) = (draft(), draft());
        for from in [0, 30, 31] {
            let range = from..[30, 31, 100][usize::from(from > 0) + usize::from(from > 30)];
            let answers = answers[range.clone()].iter().copied();
            together.push_plain(&instances[range.clone()], answers, &list[range].iter());
        }
        for (k, counters) in list.iter().enumerate() {
            let (status, ending) = (Status::Unique, Ending::Exhausted);
            let finding = Finding { status, ending, proven: 1, answer: answers[k], error: None };
            single.push(instances[k], finding, counters, 1, -1);
        }
        let (mut one, mut other) = (Vec::new(), Vec::new());
        assert_eq!(together.finish(&mut one), single.finish(&mut other));
        assert!(one == other && together.len() == 0);
    }
}
