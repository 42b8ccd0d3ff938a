//! The search from the states before a block to those after it, by any number of threads.

use super::merge::{Merger, Waiting};
use super::tables::Tables;
use crate::support::silent::Silent;
use coverlab_model::pool::lock;
use coverlab_model::{Flow, Observer, Stop};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of states that a thread takes at a time.
const LOT: usize = 256;

/// Entries of a list: its index and their range.
pub(super) type Span = (usize, Range<usize>);

/// A block, and the states before it that were not yet searched.
pub(super) struct Block<'a, const W: usize> {
    pub(super) tables: &'a Tables<W>,
    /// The positions of the block.
    pub(super) positions: Range<usize>,
    /// The bits that are still needed after the block.
    pub(super) live: [u64; W],
    pub(super) lists: &'a [Vec<u64>],
    /// Words per entry.
    pub(super) stride: usize,
    pub(super) queue: Mutex<Vec<Span>>,
    pub(super) merger: Merger<W>,
    pub(super) spent: Spent,
}

/// The work of all threads, in units of about a nanosecond.
pub(super) struct Spent {
    all: AtomicU64,
    /// The search pauses when this much work is done.
    until: u64,
    /// The search is abandoned when a single state takes this much work.
    most: u64,
}

/// The work that a thread does before it reports it.
const UNREPORTED: u64 = 4096;

/// The work to reject an option, to add one, and to merge a state.
const TRYING: u64 = 1;
const ADDING: u64 = 12;
const MERGING: u64 = 24;

impl Spent {
    pub(super) fn new(all: u64, until: u64, most: u64) -> Spent {
        Spent { all: AtomicU64::new(all), until, most }
    }

    pub(super) fn total(&self) -> u64 {
        self.all.load(Ordering::Relaxed)
    }

    /// The work for states of `W` words, given that for one word.
    #[inline(always)]
    const fn price<const W: usize>(work: u64) -> u64 {
        work * (1 + W as u64) / 2
    }

    /// Adds `more` to the total and resets it to 0. Returns whether the search must pause.
    fn report(&self, more: &mut u64) -> bool {
        self.all.fetch_add(std::mem::take(more), Ordering::Relaxed) >= self.until
    }
}

impl<const W: usize> Block<'_, W> {
    /// The loop of one thread: searches state by state, until none is left, the memory is full or the work
    /// must pause.
    pub(super) fn work(&self, observer: &mut Silent<'_>) -> Flow {
        let mut waiting = Waiting::new(&self.merger);
        let (mut work, mut full) = (0, self.spent.total() >= self.spent.until);
        while !full && let Some((list, Range { start: mut at, end })) = self.take() {
            while at < end && !full {
                let entry = &self.lists[list][at..][..self.stride];
                let (state, number) = entry.split_first_chunk::<W>().expect("an entry has a state");
                let mut search =
                    Search { block: self, number, waiting: &mut waiting, work: &mut work, observer };
                if let Flow::Break(stop) = search.search(state, self.positions.start) {
                    self.merger.halt();
                    return Flow::Break(stop);
                }
                at += self.stride;
                full = self.merger.is_halted() || work >= UNREPORTED && self.spent.report(&mut work);
            }
            if at < end {
                lock(&self.queue).push((list, at..end));
            }
        }
        self.spent.report(&mut work);
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
struct Search<'a, 'b, 'c, const W: usize> {
    block: &'a Block<'a, W>,
    /// The number of ways that lead to the state.
    number: &'a [u64],
    waiting: &'a mut Waiting<'b, W>,
    work: &'a mut u64,
    observer: &'a mut Silent<'c>,
}

impl<const W: usize> Search<'_, '_, '_, W> {
    fn search(&mut self, state: &[u64; W], mut position: usize) -> Flow {
        let block = self.block;
        loop {
            if position == block.positions.end {
                *self.work += Spent::price::<W>(MERGING);
                self.waiting.push(&std::array::from_fn(|k| state[k] & block.live[k]), self.number);
                return Flow::Continue(());
            }
            if !block.tables.is_covered(position, state) {
                break;
            }
            position += 1;
        }
        let choices = block.tables.choices(position);
        *self.work += Spent::price::<W>(TRYING * choices.len() as u64);
        if *self.work > block.spent.most {
            return Flow::Break(Stop::Stuck);
        }
        for choice in choices {
            if let Some(next) = choice.after(state) {
                self.observer.node(position + 1)?;
                *self.work += Spent::price::<W>(ADDING);
                self.search(&next, position + 1)?;
            }
        }
        Flow::Continue(())
    }
}
