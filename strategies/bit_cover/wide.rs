//! The search for rows of many words.
//!
//! Deep in a search most words of the row of live options are zero, and most items are covered. The search
//! skips both. It lists the words that are not zero, and it counts options in blocks of 32 items, skipping
//! blocks whose items are all covered. An item that can no longer be covered ends the evaluation at once. The
//! next evaluation begins with the block of that item, which usually has items near the option just tried,
//! and therefore near the next option.

use super::matrix::Matrix;
use super::narrow::FIRST_ITEMS;
use crate::support::simd::{LANES, Lanes, Vector, Work};
use coverlab_model::{Cover, ExactCover, Flow, Observer, Step};

const CHUNKS: usize = 2;
/// The number of items per block.
const BLOCK: usize = LANES * CHUNKS;

/// The masks of a block's items in one half word of 32 options.
type Masks = [Lanes; CHUNKS];

/// A search with rows of any length.
pub(super) struct Wide<'a, O> {
    pub(super) matrix: &'a Matrix,
    pub(super) observer: &'a mut O,
}

/// A node with untried options. Its rows are in the slot with its own index. The rows after the current
/// option are in the next slot, or in the same one if it is the last option.
#[derive(Clone, Copy)]
struct Choice {
    /// The item branched on.
    item: u32,
    /// The current word of the iteration over the item's options, and the untried options in it.
    word: u32,
    untried: u64,
    /// The number of options tried so far, and the total.
    index: u32,
    of: u32,
    depth: u32,
    /// The number of covered primary items.
    covered: u32,
}

impl Choice {
    /// Removes and returns the next untried option. There must be one.
    #[inline(always)]
    fn take(&mut self, alive: &[u64], item: &[u64]) -> usize {
        while self.untried == 0 {
            self.word += 1;
            self.untried = alive[self.word as usize] & item[self.word as usize];
        }
        let option = self.word as usize * 64 + self.untried.trailing_zeros() as usize;
        self.untried &= self.untried - 1;
        self.index += 1;
        option
    }
}

/// The masks of every block, and the items of every option as one bit set per block.
struct Blocks {
    count: usize,
    /// The number of half words in a row.
    halves: usize,
    masks: Vec<Masks>,
    items: Vec<u32>,
}

impl Blocks {
    fn new(matrix: &Matrix) -> Blocks {
        let (count, halves) = (matrix.primary.div_ceil(BLOCK), matrix.words * 2);
        let mut masks = vec![[Lanes::default(); CHUNKS]; count * halves];
        let mut items = vec![0; matrix.ids.len() * count];
        for item in 0..matrix.primary {
            let (block, place) = (item / BLOCK, item % BLOCK);
            for (w, &word) in matrix.items[item * matrix.words..][..matrix.words].iter().enumerate() {
                let masks = &mut masks[block * halves + w * 2..][..2];
                masks[0][place / LANES].0[place % LANES] = word as u32;
                masks[1][place / LANES].0[place % LANES] = (word >> 32) as u32;
                let mut word = word;
                while word != 0 {
                    let option = w * 64 + word.trailing_zeros() as usize;
                    items[option * count + block] |= 1 << place;
                    word &= word - 1;
                }
            }
        }
        Blocks { count, halves, masks, items }
    }

    /// Returns the item with the fewest options, and its number of options minus one; `None` if an item has
    /// none. `killer` is the block to start with.
    #[inline(always)]
    fn choose<V: Vector>(&self, live: &[Half], covered: &[u32], killer: &mut usize) -> Option<(u32, u32)> {
        let first = *killer;
        let mut best = u32::MAX;
        let mut best_block = 0;
        for turn in 0..self.count {
            let block = match turn {
                0 => first,
                _ if turn <= first => turn - 1,
                _ => turn,
            };
            if covered[block] == u32::MAX {
                continue;
            }
            let Some(key) =
                weigh::<V>(&self.masks[block * self.halves..][..self.halves], live, covered[block])
            else {
                *killer = block;
                return None;
            };
            // On equal numbers of options choose the first item, independent of the block evaluated first.
            let closer = key >> 16 < best >> 16 || (key >> 16 == best >> 16 && block < best_block);
            (best, best_block) = if closer { (key, block) } else { (best, best_block) };
        }
        Some(((best_block * BLOCK) as u32 + (best & 0xffff), best >> 16))
    }
}

/// A half word of live options: its index and its bits.
type Half = (u32, u32);

/// Packs the item of this block with the fewest options, and its number of options minus one, into one
/// number, ordered by the number of options; `None` if an item has no options left.
#[inline(always)]
fn weigh<V: Vector>(masks: &[Masks], live: &[Half], covered: u32) -> Option<u32> {
    let mut count = [V::splat(0); CHUNKS];
    for &(half, bits) in live {
        let (masks, bits) = (&masks[half as usize], V::splat(bits));
        for (count, masks) in count.iter_mut().zip(masks) {
            *count = count.add(V::load(masks).and(bits).count_ones());
        }
    }
    let (mut best, mut none, mut item) = (V::splat(u32::MAX), 0, V::load(&FIRST_ITEMS));
    for count in count {
        none += count.zeros();
        best = best.min(count.shift().add(item));
        item = item.add(V::splat(LANES as u32));
    }
    (none == covered.count_ones()).then(|| best.least())
}

/// Lists the nonzero half words of `row`; returns their number.
#[inline(always)]
fn list(row: &[u64], live: &mut [Half]) -> usize {
    let mut count = 0;
    for (w, &word) in (0_u32..).zip(row) {
        for (half, bits) in [(w * 2, word as u32), (w * 2 + 1, (word >> 32) as u32)] {
            live[count] = (half, bits);
            count += usize::from(bits != 0);
        }
    }
    count
}

/// The rows of all slots.
struct Rows {
    words: usize,
    blocks: usize,
    /// The options without conflict with the chosen ones.
    alive: Vec<u64>,
    /// Bit sets of covered items, one per block. Bits beyond the last item count as covered.
    covered: Vec<u32>,
}

impl Rows {
    fn new(matrix: &Matrix, blocks: &Blocks) -> Rows {
        let (words, blocks, slots) = (matrix.words, blocks.count, matrix.primary + 1);
        let mut alive = vec![0; slots * words];
        let mut covered = vec![0; slots * blocks];
        alive[..words].copy_from_slice(&matrix.all());
        if !matrix.primary.is_multiple_of(BLOCK) {
            covered[blocks - 1] = u32::MAX << (matrix.primary % BLOCK);
        }
        Rows { words, blocks, alive, covered }
    }

    #[inline(always)]
    fn alive(&self, slot: usize) -> &[u64] {
        &self.alive[slot * self.words..][..self.words]
    }

    /// Writes into slot `to` what remains of slot `from` after an option is taken; `to` is the same or the
    /// next slot.
    #[inline(always)]
    fn cover(&mut self, from: usize, to: usize, conflicts: &[u64], items: &[u32]) {
        let (words, blocks) = (self.words, self.blocks);
        if from == to {
            let alive = &mut self.alive[to * words..][..words];
            alive.iter_mut().zip(conflicts).for_each(|(alive, conflicts)| *alive &= !conflicts);
            let covered = &mut self.covered[to * blocks..][..blocks];
            covered.iter_mut().zip(items).for_each(|(covered, items)| *covered |= items);
            return;
        }
        let (above, below) = self.alive.split_at_mut(to * words);
        let rows = below[..words].iter_mut().zip(&above[from * words..]).zip(conflicts);
        rows.for_each(|((below, above), conflicts)| *below = above & !conflicts);
        let (above, below) = self.covered.split_at_mut(to * blocks);
        let sets = below[..blocks].iter_mut().zip(&above[from * blocks..]).zip(items);
        sets.for_each(|((below, above), items)| *below = above | items);
    }
}

impl<O: Observer<ExactCover>> Work for Wide<'_, O> {
    type Output = Flow;

    #[inline(always)]
    fn run<V: Vector>(self) -> Flow {
        let Wide { matrix, observer } = self;
        let words = matrix.words;
        let blocks = Blocks::new(matrix);
        let mut rows = Rows::new(matrix, &blocks);
        let mut live: Vec<Half> = vec![(0, 0); blocks.halves + 1];
        let mut chosen = vec![0_u32; matrix.primary];
        let mut choices: Vec<Choice> = Vec::with_capacity(matrix.primary);
        let (mut depth, mut covered, mut slot, mut killer) = (0, 0, 0, 0);
        loop {
            observer.node(depth)?;
            let mut tried = None;
            if covered as usize == matrix.primary {
                observer.solution(|| {
                    Cover::new(chosen[..depth].iter().map(|&o| matrix.ids[o as usize]).collect())
                })?;
            } else {
                let count = list(rows.alive(slot), &mut live);
                let sets = &rows.covered[slot * blocks.count..][..blocks.count];
                if let Some((item, more)) = blocks.choose::<V>(&live[..count], sets, &mut killer) {
                    let row = &matrix.items[item as usize * words..][..words];
                    let untried = rows.alive(slot)[0] & row[0];
                    let (depth, of) = (depth as u32, more + 1);
                    let mut choice = Choice { item, word: 0, untried, index: 0, of, depth, covered };
                    observer.step(|| Step::Select { item, options: of as usize });
                    observer.branch(depth as usize, 0, of as usize);
                    tried = Some((choice.take(rows.alive(slot), row), more > 0));
                    if more > 0 {
                        choices.push(choice);
                    }
                } else if observer.watches() {
                    matrix.report_starved(&chosen[..depth], observer);
                }
            }
            let (option, more) = if let Some(tried) = tried {
                tried
            } else {
                // Each node uses one slot; the last node on the stack uses the last slot.
                slot = choices.len().wrapping_sub(1);
                let Some(choice) = choices.last_mut() else { return Flow::Continue(()) };
                if observer.watches() {
                    matrix.report_given_back(&chosen[choice.depth as usize..depth], observer);
                }
                (depth, covered) = (choice.depth as usize, choice.covered);
                observer.branch(depth, choice.index as usize, choice.of as usize);
                let row = &matrix.items[choice.item as usize * words..][..words];
                let option = choice.take(rows.alive(slot), row);
                let more = choice.index < choice.of;
                if !more {
                    choices.pop();
                }
                (option, more)
            };
            let conflicts = &matrix.conflicts[option * words..][..words];
            let items = &blocks.items[option * blocks.count..][..blocks.count];
            rows.cover(slot, slot + usize::from(more), conflicts, items);
            slot += usize::from(more);
            chosen[depth] = option as u32;
            covered += matrix.widths[option];
            depth += 1;
            if observer.watches() {
                matrix.report_taken(&chosen[..depth], observer);
            }
        }
    }
}
