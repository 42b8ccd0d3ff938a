//! The sweep over the items, layer by layer.

use super::layer::{Layer, Overflow, add};
use super::plan::Plan;
use coverlab_model::{ExactCover, Flow, Observer, Stop};

/// States that wait to be merged.
const WAITING: usize = 256;

/// How often a list may be split before the parts of others are done with.
const NESTED: usize = 256;

/// The words of one option.
#[derive(Clone, Copy)]
struct Choice<const W: usize> {
    tests: [u64; W],
    sets: [u64; W],
}

/// A sweep under way.
pub(super) struct Sweep<'a, const W: usize, O> {
    /// Where the choices of each position begin.
    starts: Vec<u32>,
    choices: Vec<Choice<W>>,
    /// The bit of each position that says that its item is covered.
    covered: Vec<[u64; W]>,
    stops: &'a [usize],
    live: Vec<[u64; W]>,
    /// Bytes that may be used, and that lists of states use which are not done with.
    most_bytes: usize,
    held: usize,
    /// States that were reached and not merged yet, each with where its number stands.
    waiting: Vec<([u64; W], usize)>,
    layer: Layer,
    observer: &'a mut O,
}

/// Why a part of a sweep ended early.
enum End {
    Stop(Stop),
    Overflow,
}

/// The block that is searched through, and the states before it.
#[derive(Clone, Copy)]
struct Block<'a> {
    /// Its number.
    number: usize,
    /// The position behind it.
    stop: usize,
    list: &'a [u64],
    /// Limbs of the numbers in the list.
    limbs: usize,
}

impl From<Overflow> for End {
    fn from(_: Overflow) -> End {
        End::Overflow
    }
}

fn row<const W: usize>(slots: &[u32]) -> [u64; W] {
    let mut row = [0; W];
    slots.iter().for_each(|&slot| row[slot as usize / 64] |= 1 << (slot % 64));
    row
}

impl<'a, const W: usize, O: Observer<ExactCover>> Sweep<'a, W, O> {
    pub(super) fn new(plan: &'a Plan, most_bytes: usize, observer: &'a mut O) -> Self {
        let mut starts = vec![0];
        let mut choices = Vec::new();
        for own in &plan.choices {
            choices.extend(own.iter().map(|c| Choice { tests: row(&c.tests), sets: row(&c.sets) }));
            starts.push(choices.len() as u32);
        }
        let covered = plan.covered.iter().map(|slot| row(slot.as_slice())).collect();
        let live = plan.live.iter().map(|slots| row(slots)).collect();
        let waiting = Vec::with_capacity(WAITING);
        Sweep {
            starts,
            choices,
            covered,
            stops: &plan.stops,
            live,
            most_bytes,
            held: 0,
            waiting,
            layer: Layer::new(W, 1),
            observer,
        }
    }

    /// The number of covers, in limbs from the lowest on.
    pub(super) fn count(&mut self) -> Result<Vec<u64>, Stop> {
        if let Flow::Break(stop) = self.observer.node(0) {
            return Err(stop);
        }
        let mut root = vec![0; W + 1];
        root[W] = 1;
        self.from(root, 1, 0, 0)
    }

    /// The number of covers that follow on the states of a list before block `block`, which is a part of a part of
    /// a list, `nested` times.
    fn from(
        &mut self,
        mut list: Vec<u64>,
        mut limbs: usize,
        mut block: usize,
        nested: usize,
    ) -> Result<Vec<u64>, Stop> {
        let mut total = Vec::new();
        let mut begin = 0;
        loop {
            self.held += list.len() * 8;
            let here = Block { number: block, stop: self.stops[block], list: &list, limbs };
            let (layer, end) = match self.block(here, begin) {
                Ok(done) => done,
                Err(End::Stop(stop)) => return Err(stop),
                Err(End::Overflow) => {
                    self.held -= list.len() * 8;
                    list = widened(&list[begin..], W, limbs);
                    (limbs, begin) = (limbs + 1, 0);
                    continue;
                }
            };
            let all = end == list.len();
            if all {
                self.held -= list.len() * 8;
                list = Vec::new();
            }
            let next = layer.list();
            if block + 1 == self.stops.len() {
                sum(&mut total, next.get(W..).unwrap_or(&[]));
            } else if all {
                // Nothing is left to return to: the same loop goes on.
                (list, block, begin) = (next, block + 1, 0);
                continue;
            } else {
                if nested == NESTED {
                    return Err(Stop::Memory);
                }
                let more = self.from(next, limbs, block + 1, nested + 1)?;
                sum(&mut total, &more);
            }
            if all {
                return Ok(total);
            }
            self.held -= list.len() * 8;
            begin = end;
        }
    }

    /// The states after a block, of those before it from `begin` on until the memory is full; and where that was.
    fn block(&mut self, block: Block<'_>, begin: usize) -> Result<(Layer, usize), End> {
        let from = if block.number == 0 { 0 } else { self.stops[block.number - 1] };
        let most = self.most_bytes.saturating_sub(self.held) / 2;
        self.layer = Layer::new(W, block.limbs);
        self.waiting.clear();
        let mut at = begin;
        while at < block.list.len() {
            let state: [u64; W] = std::array::from_fn(|k| block.list[at + k]);
            self.search(block, state, from, at + W)?;
            at += W + block.limbs;
            if self.layer.is_tight(WAITING) && self.layer.bytes() * 2 > most {
                break;
            }
        }
        self.merge(block)?;
        Ok((std::mem::replace(&mut self.layer, Layer::new(W, 1)), at))
    }

    /// Searches from a state at a position to the end of the block; its number stands at `source` in the list.
    fn search(
        &mut self,
        block: Block<'_>,
        state: [u64; W],
        mut position: usize,
        source: usize,
    ) -> Result<(), End> {
        loop {
            if position == block.stop {
                let live = &self.live[block.number];
                self.waiting.push((std::array::from_fn(|k| state[k] & live[k]), source));
                if self.waiting.len() == WAITING {
                    self.merge(block)?;
                }
                return Ok(());
            }
            let covered = &self.covered[position];
            if (0..W).all(|k| state[k] & covered[k] == 0) {
                break;
            }
            position += 1;
        }
        for choice in self.starts[position]..self.starts[position + 1] {
            let Choice { tests, sets } = self.choices[choice as usize];
            if (0..W).all(|k| state[k] & tests[k] == 0) {
                if let Flow::Break(stop) = self.observer.node(position + 1) {
                    return Err(End::Stop(stop));
                }
                self.search(block, std::array::from_fn(|k| state[k] | sets[k]), position + 1, source)?;
            }
        }
        Ok(())
    }

    /// Adds the states that wait to the layer.
    #[inline(never)]
    fn merge(&mut self, block: Block<'_>) -> Result<(), Overflow> {
        while self.layer.is_tight(self.waiting.len()) {
            self.layer.grow();
        }
        // The entries are brought near all at once: one alone would take as long.
        let near = self.waiting.iter().fold(0, |near, (state, _)| near ^ self.layer.touch(state));
        std::hint::black_box(near);
        for (state, source) in self.waiting.drain(..) {
            self.layer.add(&state, &block.list[source..][..block.limbs])?;
        }
        Ok(())
    }
}

/// A list of states of `words` words, with one limb more for each number.
fn widened(list: &[u64], words: usize, limbs: usize) -> Vec<u64> {
    let entries = list.chunks_exact(words + limbs);
    entries.flat_map(|entry| entry.iter().copied().chain([0])).collect()
}

/// Adds to a number of any length.
fn sum(total: &mut Vec<u64>, number: &[u64]) {
    total.resize(total.len().max(number.len()), 0);
    if add(total, number).is_err() {
        total.push(1);
    }
}
