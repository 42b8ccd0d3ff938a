//! Finds the item with the fewest options with vector instructions, for rows of any length.

use super::matrix::Matrix;
use super::narrow::FIRST_ITEMS;
use crate::support::simd::{LANES, Lanes, Vector};

/// The rows of all items, in interleaved chunks of sixteen.
pub(crate) struct Rows {
    halves: usize,
    /// By chunk, then by half word.
    masks: Vec<Lanes>,
    /// The number of lanes beyond the last item.
    padding: u32,
}

/// The result of counting the options of all items.
pub(crate) struct Weighed {
    /// The first of the items with the fewest options, among those that have any.
    pub(crate) item: usize,
    /// Its number of options.
    pub(crate) size: u32,
    /// The number of items without options: the covered ones, and those that can no longer be covered.
    pub(crate) none: u32,
}

impl Rows {
    pub(crate) fn new(matrix: &Matrix) -> Rows {
        let (chunks, halves) = (matrix.primary.div_ceil(LANES), matrix.words * 2);
        let mut masks = vec![Lanes::default(); chunks * halves];
        for item in 0..matrix.primary {
            for half in 0..halves {
                let word = matrix.items[item * matrix.words + half / 2] >> (half % 2 * 32);
                masks[item / LANES * halves + half].0[item % LANES] = word as u32;
            }
        }
        Rows { halves, masks, padding: (chunks * LANES - matrix.primary) as u32 }
    }

    #[inline(always)]
    pub(crate) fn weigh<V: Vector>(&self, alive: &[u64]) -> Weighed {
        let mut best = V::splat(u32::MAX);
        let mut none = 0;
        let mut item = V::load(&FIRST_ITEMS);
        for chunk in self.masks.chunks_exact(self.halves) {
            let mut count = V::splat(0);
            for (masks, &alive) in chunk.chunks_exact(2).zip(alive) {
                let [low, high] = [alive as u32, (alive >> 32) as u32].map(V::splat);
                count = count.add(V::load(&masks[0]).and(low).count_ones());
                count = count.add(V::load(&masks[1]).and(high).count_ones());
            }
            none += count.zeros();
            best = best.min(count.shift().add(item));
            item = item.add(V::splat(LANES as u32));
        }
        let best = best.least();
        let size = (best >> 16).wrapping_add(1) & 0xffff;
        Weighed { item: best as usize & 0xffff, size, none: none - self.padding }
    }
}
