//! A block as it grows, trial by trial, and how it becomes a record.

use super::machine;
use super::referee::Finding;
use crate::plan::{Lane, Limits};
use crate::record::journal;
use crate::record::{Block, Column, Mode};
use coverlab_model::Counters;
use std::time::{Duration, Instant};

/// Trials of one lane and repetition, not yet written.
pub(super) struct Draft {
    block: Block,
    since: Instant,
}

/// The time that one or more searches took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    pub(super) cpu: u64,
    pub(super) wall: u64,
    pub(super) encode: u64,
    pub(super) decode: u64,
}

impl Draft {
    /// An empty block of `lane`, over the corpus with `digest`.
    pub(super) fn new(lane: &Lane, digest: &str, limits: &Limits) -> Draft {
        let lane_key = format!("{:016x}", lane.key);
        let block = empty(lane_key, lane.label.clone(), digest.to_string(), (limits.nodes, limits.time_ns()));
        Draft { block, since: Instant::now() }
    }

    /// Makes ready for trials of repetition `repeat`. The block must be empty.
    pub(super) fn begin(&mut self, repeat: u32, mode: Mode) {
        self.since = Instant::now();
        (self.block.repeat, self.block.mode, self.block.started) = (repeat, mode, machine::now());
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
        let block = &mut self.block;
        if let Some(words) = finding.error {
            block.errors.push((block.instance.len() as u32, words));
        }
        block.instance.push(instance);
        block.status.push(finding.status);
        block.ending.push(finding.ending);
        block.proven.push(finding.proven);
        block.answer.push(finding.answer);
        block.solutions.push(found);
        block.nodes.push(counters.nodes);
        block.depth.push(counters.max_depth);
        for (column, count) in block.events.iter_mut().zip(counters.events) {
            column.push(count);
        }
        block.filled.push(filled);
    }

    /// Adds a place in the order and a time: once per trial, or once for a streamed block.
    pub(super) fn push_time(&mut self, order: u64, spent: Spent) {
        let block = &mut self.block;
        block.order.push(order);
        block.cpu.push(spent.cpu);
        block.wall.push(spent.wall);
        block.encode.push(spent.encode);
        block.decode.push(spent.decode);
    }

    pub(super) fn len(&self) -> usize {
        self.block.len()
    }

    /// How long the oldest trial in it has waited.
    pub(super) fn age(&self) -> Duration {
        if self.block.is_empty() { Duration::ZERO } else { self.since.elapsed() }
    }

    /// Writes the block as a record into `line` and hands it over; an empty one takes its place.
    pub(super) fn finish(&mut self, line: &mut Vec<u8>) -> Block {
        line.clear();
        self.block.condense();
        journal::encode_block(&self.block, line);
        let Block { lane, strategy, corpus, limit_nodes, limit_cpu, .. } = &self.block;
        let next = empty(lane.clone(), strategy.clone(), corpus.clone(), (*limit_nodes, *limit_cpu));
        std::mem::replace(&mut self.block, next)
    }
}

/// A block without trials.
fn empty(lane: String, strategy: String, corpus: String, limits: (Option<u64>, Option<u64>)) -> Block {
    Block {
        lane,
        strategy,
        corpus,
        repeat: 0,
        mode: Mode::Between,
        started: 0,
        order: Column::default(),
        limit_nodes: limits.0,
        limit_cpu: limits.1,
        cpu: Column::default(),
        wall: Column::default(),
        encode: Column::default(),
        decode: Column::default(),
        instance: Vec::new(),
        status: Column::default(),
        ending: Column::default(),
        solutions: Column::default(),
        proven: Column::default(),
        answer: Column::default(),
        nodes: Column::default(),
        depth: Column::default(),
        events: Default::default(),
        filled: Column::default(),
        errors: Vec::new(),
    }
}
