//! Merging of the states that threads reach.

use super::layer::{Layer, Overflow, hash};
use coverlab_model::pool::lock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of states that each thread collects for each table before it merges them.
const WAITING: usize = 192;

/// The maximum number of tables, as a logarithm to base 2.
const MAX_TABLES: u32 = 7;

/// The number of states that justifies another table.
const STATES_PER_TABLE: usize = 4096;

/// The states after a block: a table for each range of hashes, each accessed by one thread at a time.
pub(super) struct Merger<const W: usize> {
    limbs: usize,
    bits: u32,
    tables: Vec<Mutex<Layer<W>>>,
    bytes: AtomicUsize,
    most_bytes: usize,
    /// Whether no further states may be searched: the memory is full, a number overflowed, or a thread was
    /// stopped.
    halt: AtomicBool,
    overflow: AtomicBool,
}

impl<const W: usize> Merger<W> {
    /// Creates a merger for about `states` states, whose numbers have `limbs` limbs.
    pub(super) fn new(states: usize, limbs: usize, most_bytes: usize) -> Self {
        let bits = (states / STATES_PER_TABLE).max(1).ilog2().min(MAX_TABLES);
        let tables: Vec<_> = (0..1 << bits).map(|_| Mutex::new(Layer::new(bits, limbs))).collect();
        let bytes = tables.iter().map(|table| lock(table).bytes()).sum::<usize>();
        let [halt, overflow] = [(); 2].map(|()| AtomicBool::new(false));
        Merger { limbs, bits, tables, bytes: AtomicUsize::new(bytes), most_bytes, halt, overflow }
    }

    /// Makes all threads stop before their next state.
    pub(super) fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Whether no further states may be searched.
    #[inline(always)]
    pub(super) fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// Whether a number did not fit into an entry.
    pub(super) fn overflowed(&self) -> bool {
        self.overflow.load(Ordering::Relaxed)
    }

    /// The states as lists of entries.
    pub(super) fn lists(self) -> Vec<Vec<u64>> {
        let tables = self.tables.into_iter().map(|t| t.into_inner().unwrap_or_else(PoisonError::into_inner));
        tables.filter(|table| table.entries > 0).map(Layer::list).collect()
    }

    fn merge(&self, table: usize, waiting: &mut Vec<u64>) {
        if self.overflowed() {
            waiting.clear();
            return;
        }
        let mut layer = lock(&self.tables[table]);
        let before = layer.bytes();
        layer.reserve(waiting.len() / (W + 1 + self.limbs));
        let grown = layer.bytes() - before;
        if grown > 0 && self.bytes.fetch_add(grown, Ordering::Relaxed) + grown > self.most_bytes {
            self.halt();
        }
        if merged(&mut layer, self.limbs, waiting).is_err() {
            self.overflow.store(true, Ordering::Relaxed);
            self.halt();
        }
        waiting.clear();
    }
}

#[inline(never)]
fn merged<const W: usize>(layer: &mut Layer<W>, limbs: usize, waiting: &[u64]) -> Result<(), Overflow> {
    let stride = 1 + W + limbs;
    // Prefetch all entries at once: a single one would take as long.
    let near = waiting.chunks_exact(stride).fold(0, |near, entry| near ^ layer.touch(entry[0]));
    std::hint::black_box(near);
    for entry in waiting.chunks_exact(stride) {
        let (state, number) = entry[1..].split_first_chunk::<W>().expect("an entry has a state");
        layer.add(entry[0], state, number)?;
    }
    Ok(())
}

/// The states that one thread has reached and not yet merged.
pub(super) struct Waiting<'a, const W: usize> {
    merger: &'a Merger<W>,
    /// By table: hash, state and number of each entry.
    lists: Vec<Vec<u64>>,
}

impl<'a, const W: usize> Waiting<'a, W> {
    pub(super) fn new(merger: &'a Merger<W>) -> Self {
        Waiting { merger, lists: vec![Vec::new(); merger.tables.len()] }
    }

    /// Adds `number` ways that lead to a state.
    #[inline(always)]
    pub(super) fn push(&mut self, state: &[u64; W], number: &[u64]) {
        let hash = hash(state);
        let bits = self.merger.bits;
        let table = (hash.rotate_left(bits) & ((1 << bits) - 1)) as usize;
        let list = &mut self.lists[table];
        list.push(hash);
        list.extend_from_slice(state);
        list.extend_from_slice(number);
        if list.len() >= WAITING * (1 + W + self.merger.limbs) {
            self.merger.merge(table, list);
        }
    }

    /// Merges the collected states.
    pub(super) fn flush(&mut self) {
        for (table, list) in self.lists.iter_mut().enumerate() {
            self.merger.merge(table, list);
        }
    }
}
