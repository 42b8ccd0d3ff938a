//! The sweep over the items, layer by layer.

use super::block::{Block, Span};
use super::merge::Merger;
use super::tables::Tables;
use coverlab_model::{ExactCover, Flow, Natural, Observer, Stop, ThreadGroup, memory};
use std::sync::{Mutex, PoisonError};

/// How often a layer may be split before the parts of others are done with.
const NESTED: usize = 256;

/// States that one thread should have to itself.
const SHARE: usize = 2048;

/// Bytes of a layer behind which the memory that is there is asked for.
const LARGE: usize = 32 << 20;

/// A sweep under way.
pub(super) struct Sweep<'a, const W: usize, C> {
    tables: &'a Tables<W>,
    /// Bytes that may be used, and that lists of states use which are not done with.
    most_bytes: usize,
    held: usize,
    group: &'a mut C,
}

/// States, each with its number, in lists of entries.
struct Layers {
    lists: Vec<Vec<u64>>,
    limbs: usize,
    /// The entries that are not searched from yet.
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

    /// The states that are not searched from yet, with one limb more for each number.
    fn widened<const W: usize>(&self) -> Layers {
        let entries = self
            .queue
            .iter()
            .flat_map(|(list, range)| self.lists[*list][range.clone()].chunks_exact(W + self.limbs));
        let list = entries.flat_map(|entry| entry.iter().copied().chain([0])).collect();
        Layers::new(vec![list], self.limbs + 1)
    }
}

impl<'a, const W: usize, C: ThreadGroup<ExactCover>> Sweep<'a, W, C> {
    pub(super) fn new(tables: &'a Tables<W>, most_bytes: usize, group: &'a mut C) -> Self {
        Sweep { tables, most_bytes, held: 0, group }
    }

    /// The number of covers.
    pub(super) fn count(&mut self) -> Result<Natural, Stop> {
        if let Flow::Break(stop) = self.group.alone(|observer| observer.node(0)) {
            return Err(stop);
        }
        let mut root = vec![0; W + 1];
        root[W] = 1;
        self.from(Layers::new(vec![root], 1), 0, 0)
    }

    /// The number of covers that follow on states before block `block`, which are a part of a part of a layer,
    /// `nested` times.
    fn from(&mut self, mut here: Layers, mut block: usize, nested: usize) -> Result<Natural, Stop> {
        let mut total = Natural::default();
        loop {
            self.held += here.bytes();
            let next = self.block(&mut here, block)?;
            let bytes = here.bytes();
            let done = here.queue.is_empty();
            if done {
                here.lists = Vec::new();
                self.held -= bytes;
            }
            if block + 1 == self.tables.stops.len() {
                next.lists.iter().for_each(|entry| total += &Natural::from_limbs(&entry[W..]));
            } else if done {
                // Nothing is left to return to: the same loop goes on.
                (here, block) = (next, block + 1);
                continue;
            } else if nested == NESTED {
                return Err(Stop::Memory);
            } else {
                total += &self.from(next, block + 1, nested + 1)?;
            }
            if done {
                return Ok(total);
            }
            self.held -= bytes;
        }
    }

    /// The states behind a block, of those before it in the queue until the memory is full; the others stay in it.
    fn block(&mut self, here: &mut Layers, number: usize) -> Result<Layers, Stop> {
        loop {
            let start = if number == 0 { 0 } else { self.tables.stops[number - 1] };
            let stride = W + here.limbs;
            let states = here.queue.iter().map(|(_, range)| range.len() / stride).sum::<usize>();
            if here.bytes() > LARGE {
                self.most_bytes = self.most_bytes.min(self.held.saturating_add(memory::available() as usize));
            }
            let most_bytes = self.most_bytes.saturating_sub(self.held) / 3 * 2;
            let block = Block {
                tables: self.tables,
                positions: start..self.tables.stops[number],
                live: self.tables.live[number],
                lists: &here.lists,
                stride,
                queue: Mutex::new(here.queue.clone()),
                merger: Merger::new(states, here.limbs, most_bytes),
            };
            let threads = self.group.threads().min(states / SHARE).max(1);
            if let Flow::Break(stop) = self.group.together(threads, &|observer| block.work(observer)) {
                return Err(stop);
            }
            if !block.merger.overflowed() {
                here.queue = block.queue.into_inner().unwrap_or_else(PoisonError::into_inner);
                return Ok(Layers::new(block.merger.lists(), here.limbs));
            }
            let before = here.bytes();
            *here = here.widened::<W>();
            self.held = self.held + here.bytes() - before;
        }
    }
}
