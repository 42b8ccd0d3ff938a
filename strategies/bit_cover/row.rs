//! A row of all options that fits in registers: a pair of plain words, or one vector.
//!
//! Up to 128 options, two plain words are faster than a vector. Finding the only option of a forced item and
//! clearing its conflicts takes a few cycles with words, but some thirty to move between vector and general
//! registers. A step that covers forced items one after the other consists of these operations.

use crate::support::simd::{LANES, Lanes, Vector};

/// A set of options, with the operations of the search.
pub(super) trait Row: Copy + Default {
    /// The state of an iteration over a row, from the last option to the first.
    type Rest;

    /// Row `index` of a matrix with `words` words in a row.
    fn new(rows: &[u64], words: usize, index: usize) -> Self;
    /// Word number `half` of 32 options.
    fn half(&self, half: usize) -> u32;
    /// Intersection.
    fn and<V: Vector>(&self, other: &Self) -> Self;
    /// The options in this row and not in the other.
    fn without<V: Vector>(&self, other: &Self) -> Self;
    /// The first option, if there is one.
    fn first<V: Vector>(&self) -> Option<u32>;
    /// Starts an iteration by [`Self::last`].
    fn rest<V: Vector>(self) -> Self::Rest;
    /// Removes and returns the last option. The rest must not be empty.
    fn last(rest: &mut Self::Rest) -> u32;
}

/// Two plain words, for up to 128 options.
#[derive(Clone, Copy, Default)]
pub(super) struct Pair(u64, u64);

impl Row for Pair {
    type Rest = Pair;

    fn new(rows: &[u64], words: usize, index: usize) -> Self {
        let row = &rows[index * words..][..words];
        Pair(row[0], row.get(1).copied().unwrap_or(0))
    }
    #[inline(always)]
    fn half(&self, half: usize) -> u32 {
        ((if half < 2 { self.0 } else { self.1 }) >> (half % 2 * 32)) as u32
    }
    #[inline(always)]
    fn and<V: Vector>(&self, other: &Self) -> Self {
        Pair(self.0 & other.0, self.1 & other.1)
    }
    #[inline(always)]
    fn without<V: Vector>(&self, other: &Self) -> Self {
        Pair(self.0 & !other.0, self.1 & !other.1)
    }
    #[inline(always)]
    fn first<V: Vector>(&self) -> Option<u32> {
        let (low, high) = (self.0.trailing_zeros(), 64 + self.1.trailing_zeros());
        (self.0 | self.1 != 0).then_some(if self.0 == 0 { high } else { low })
    }
    #[inline(always)]
    fn rest<V: Vector>(self) -> Self {
        self
    }
    #[inline(always)]
    fn last(rest: &mut Self) -> u32 {
        let (word, base) = if rest.1 == 0 { (rest.0, 0) } else { (rest.1, 64) };
        let bit = word.ilog2();
        let without = word ^ 1 << bit;
        *rest = if base == 0 { Pair(without, 0) } else { Pair(rest.0, without) };
        base + bit
    }
}

/// One vector, for up to 512 options.
impl Row for Lanes {
    /// The numbers, and a mask of those that are not zero.
    type Rest = (Lanes, u32);

    fn new(rows: &[u64], words: usize, index: usize) -> Self {
        let row = &rows[index * words..][..words];
        Lanes(std::array::from_fn(|w| row.get(w / 2).map_or(0, |word| (word >> (w % 2 * 32)) as u32)))
    }
    #[inline(always)]
    fn half(&self, half: usize) -> u32 {
        self.0[half]
    }
    #[inline(always)]
    fn and<V: Vector>(&self, other: &Self) -> Self {
        V::load(self).and(V::load(other)).store()
    }
    #[inline(always)]
    fn without<V: Vector>(&self, other: &Self) -> Self {
        V::load(self).without(V::load(other)).store()
    }
    #[inline(always)]
    fn first<V: Vector>(&self) -> Option<u32> {
        let numbers = V::load(self).nonzero();
        let number = numbers.trailing_zeros();
        (numbers != 0).then(|| number * 32 + self.0[number as usize % LANES].trailing_zeros())
    }
    #[inline(always)]
    fn rest<V: Vector>(self) -> (Lanes, u32) {
        (self, V::load(&self).nonzero())
    }
    #[inline(always)]
    fn last((lanes, numbers): &mut (Lanes, u32)) -> u32 {
        let number = numbers.ilog2();
        let word = &mut lanes.0[number as usize % LANES];
        let bit = word.ilog2();
        *word ^= 1 << bit;
        *numbers ^= u32::from(*word == 0) << number;
        number * 32 + bit
    }
}
