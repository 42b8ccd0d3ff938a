//! The search from the states before a block to those behind it, by any number of threads.

use super::merge::{Merger, Waiting};
use super::tables::Tables;
use coverlab_model::pool::lock;
use coverlab_model::{ExactCover, Flow, Observer};
use std::ops::Range;
use std::sync::Mutex;

/// States that a thread takes at a time.
const LOT: usize = 256;

/// Entries of a list, by where they lie.
pub(super) type Span = (usize, Range<usize>);

/// A block, and the states before it that are not searched from yet.
pub(super) struct Block<'a, const W: usize> {
    pub(super) tables: &'a Tables<W>,
    /// The positions in it.
    pub(super) positions: Range<usize>,
    /// The bits that count behind it.
    pub(super) live: [u64; W],
    pub(super) lists: &'a [Vec<u64>],
    /// Words of an entry.
    pub(super) stride: usize,
    pub(super) queue: Mutex<Vec<Span>>,
    pub(super) merger: Merger<W>,
}

impl<const W: usize> Block<'_, W> {
    /// One thread: searches from one state after the other, until none is left or the memory is full.
    pub(super) fn work(&self, observer: &mut impl Observer<ExactCover>) -> Flow {
        let mut waiting = Waiting::new(&self.merger);
        while let Some((list, Range { start: mut at, end })) = self.take() {
            while at < end {
                let entry = &self.lists[list][at..][..self.stride];
                let (state, number) = entry.split_first_chunk::<W>().expect("an entry has a state");
                let mut search = Search { block: self, number, waiting: &mut waiting, observer };
                if let Flow::Break(stop) = search.search(state, self.positions.start) {
                    self.merger.halt();
                    return Flow::Break(stop);
                }
                at += self.stride;
                if self.merger.is_halted() {
                    break;
                }
            }
            if at < end {
                lock(&self.queue).push((list, at..end));
            }
            if self.merger.is_halted() {
                break;
            }
        }
        waiting.flush();
        Flow::Continue(())
    }

    fn take(&self) -> Option<Span> {
        let mut queue = lock(&self.queue);
        let (list, range) = queue.pop()?;
        let end = range.end.min(range.start + LOT * self.stride);
        if end < range.end {
            queue.push((list, end..range.end));
        }
        Some((list, range.start..end))
    }
}

/// The search from one state.
struct Search<'a, 'b, const W: usize, O> {
    block: &'a Block<'a, W>,
    /// The ways that lead to the state.
    number: &'a [u64],
    waiting: &'a mut Waiting<'b, W>,
    observer: &'a mut O,
}

impl<const W: usize, O: Observer<ExactCover>> Search<'_, '_, W, O> {
    fn search(&mut self, state: &[u64; W], mut position: usize) -> Flow {
        let block = self.block;
        loop {
            if position == block.positions.end {
                self.waiting.push(&std::array::from_fn(|k| state[k] & block.live[k]), self.number);
                return Flow::Continue(());
            }
            if !block.tables.is_covered(position, state) {
                break;
            }
            position += 1;
        }
        for choice in block.tables.choices(position) {
            if let Some(next) = choice.after(state) {
                self.observer.node(position + 1)?;
                self.search(&next, position + 1)?;
            }
        }
        Flow::Continue(())
    }
}
