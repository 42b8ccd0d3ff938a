//! The sweep over the items, layer by layer.

use super::block::{Block, Span, Spent};
use super::merge::Merger;
use super::tables::Tables;
use crate::support::silent::silently;
use coverlab_model::{ExactCover, Flow, Natural, Stop, ThreadGroup, memory};
use std::sync::{Mutex, PoisonError};

/// The number of nested layers that may be split if the memory of a sweep is full.
pub(crate) const NESTED: usize = 256;

/// The minimum number of states per thread.
const STATES_PER_THREAD: usize = 2048;

/// After a layer of this many bytes, the available memory is checked.
const LARGE_LAYER: usize = 32 << 20;

/// A sweep in progress. It can pause between two states.
pub(crate) struct Sweep<const W: usize> {
    tables: Tables<W>,
    /// The memory limit, and the memory of lists that are still needed, in bytes.
    most_bytes: usize,
    used_bytes: usize,
    /// The number of layers that may be split at a time.
    nested: usize,
    /// Unfinished layers; each follows from a part of the one before.
    stack: Vec<Level<W>>,
    total: Natural,
    /// Work done so far.
    pub(super) spent: u64,
}

/// A layer that is being searched.
struct Level<const W: usize> {
    here: Layers,
    /// The block that follows it.
    block: usize,
    /// The total work before this layer.
    begun: u64,
    /// If the sweep is paused: the states after the block, and those before it that were not yet searched.
    making: Option<(Merger<W>, Vec<Span>)>,
}

/// The number of states in these spans.
fn states(queue: &[Span], stride: usize) -> usize {
    queue.iter().map(|(_, range)| range.len() / stride).sum()
}

/// The states of a layer with their numbers, as lists of entries.
struct Layers {
    lists: Vec<Vec<u64>>,
    limbs: usize,
    /// The entries that were not yet searched.
    queue: Vec<Span>,
}

impl Layers {
    fn new(lists: Vec<Vec<u64>>, limbs: usize) -> Layers {
        let queue = (0..).zip(&lists).map(|(k, list)| (k, 0..list.len())).collect();
        Layers { lists, limbs, queue }
    }

    fn bytes(&self) -> usize {
        self.lists.iter().map(Vec::len).sum::<usize>() * 8
    }

    /// The states that were not yet searched, with one more limb per number.
    fn widened<const W: usize>(&self) -> Layers {
        let entries = self
            .queue
            .iter()
            .flat_map(|(list, range)| self.lists[*list][range.clone()].chunks_exact(W + self.limbs));
        let list = entries.flat_map(|entry| entry.iter().copied().chain([0])).collect();
        Layers::new(vec![list], self.limbs + 1)
    }
}

impl<const W: usize> Sweep<W> {
    /// Creates a sweep with at most `most_bytes` for states. If they do not fit, up to `nested` layers may be
    /// split.
    pub(super) fn new(tables: Tables<W>, most_bytes: usize, nested: usize) -> Self {
        let mut root = vec![0; W + 1];
        root[W] = 1;
        let here = Layers::new(vec![root], 1);
        let used_bytes = here.bytes();
        let stack = vec![Level { here, block: 0, begun: 0, making: None }];
        Sweep { tables, most_bytes, used_bytes, nested, stack, total: Natural::default(), spent: 0 }
    }

    /// Continues until the total work reaches about this amount; returns the number of covers if the sweep
    /// ends, or [`Stop::Stuck`] if one state takes more work than `most`.
    pub(super) fn turn(
        &mut self,
        until: u64,
        most: u64,
        group: &mut impl ThreadGroup<ExactCover>,
    ) -> Result<Option<Natural>, Stop> {
        while let Some(mut level) = self.stack.pop() {
            let Some(next) = self.block(&mut level, until, most, group)? else {
                self.stack.push(level);
                return Ok(None);
            };
            let block = level.block + 1;
            let done = level.here.queue.is_empty();
            if done {
                self.used_bytes -= level.here.bytes();
            } else if self.stack.len() == self.nested {
                return Err(Stop::Memory);
            } else {
                self.stack.push(level);
            }
            if block == self.tables.stops.len() {
                next.lists.iter().for_each(|entry| self.total += &Natural::from_limbs(&entry[W..]));
            } else {
                self.used_bytes += next.bytes();
                self.stack.push(Level { here: next, block, begun: self.spent, making: None });
            }
        }
        Ok(Some(std::mem::take(&mut self.total)))
    }

    /// A lower bound on the total work: the work done, and the rest of the current layer.
    pub(super) fn least(&self) -> f64 {
        let spent = self.spent as f64;
        let Some(level) = self.stack.last() else { return spent };
        let Some((_, queue)) = &level.making else { return spent };
        let stride = W + level.here.limbs;
        let (all, left) = (states(&level.here.queue, stride), states(queue, stride));
        spent + (self.spent - level.begun) as f64 * left as f64 / (all - left).max(1) as f64
    }

    /// The average number of ways that lead to a state of the current layer.
    pub(super) fn ways(&self) -> f64 {
        let Some(level) = self.stack.last() else { return 1.0 };
        let entries = level.here.lists.iter().flat_map(|list| list.chunks_exact(W + level.here.limbs));
        let (mut ways, mut states) = (0.0, 0.0);
        for entry in entries {
            ways += entry[W..].iter().rev().fold(0.0, |high, &limb| high * 2_f64.powi(64) + limb as f64);
            states += 1.0;
        }
        ways / states
    }

    /// Computes the states after a block from the queued states before it, until the memory is full; the
    /// other states stay in the queue. `None` if the work is paused.
    fn block(
        &mut self,
        level: &mut Level<W>,
        until: u64,
        most: u64,
        group: &mut impl ThreadGroup<ExactCover>,
    ) -> Result<Option<Layers>, Stop> {
        loop {
            let here = &mut level.here;
            let start = if level.block == 0 { 0 } else { self.tables.stops[level.block - 1] };
            let stride = W + here.limbs;
            let states = states(&here.queue, stride);
            if here.bytes() > LARGE_LAYER {
                self.most_bytes =
                    self.most_bytes.min(self.used_bytes.saturating_add(memory::available() as usize));
            }
            let most_bytes = self.most_bytes.saturating_sub(self.used_bytes) / 3 * 2;
            let made = level.making.take();
            let (merger, queue) =
                made.unwrap_or_else(|| (Merger::new(states, here.limbs, most_bytes), here.queue.clone()));
            let block = Block {
                tables: &self.tables,
                positions: start..self.tables.stops[level.block],
                live: self.tables.live[level.block],
                lists: &here.lists,
                stride,
                queue: Mutex::new(queue),
                merger,
                spent: Spent::new(self.spent, until, most),
            };
            let threads = group.threads().min(states / STATES_PER_THREAD).max(1);
            let flow =
                group.together(threads, &|observer| silently(observer, |observer| block.work(observer)));
            if let Flow::Break(stop) = flow {
                return Err(stop);
            }
            self.spent = block.spent.total();
            let Block { merger, queue, .. } = block;
            let queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
            if merger.overflowed() {
                let before = here.bytes();
                *here = here.widened::<W>();
                self.used_bytes = self.used_bytes + here.bytes() - before;
            } else if queue.is_empty() || merger.is_halted() {
                here.queue = queue;
                return Ok(Some(Layers::new(merger.lists(), here.limbs)));
            } else {
                level.making = Some((merger, queue));
                return Ok(None);
            }
        }
    }
}
