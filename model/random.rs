//! The generator SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, *Fast Splittable Pseudorandom Number
//! Generators*, 2014), for instances and searches. Equal seeds give equal numbers on every machine.

/// A bijection of words that destroys patterns: the finalizer of the generator.
#[inline]
pub fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// A random word. The initial state is the seed.
#[inline]
pub fn word(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mix(*state)
}

/// A random number below `bound`.
#[inline]
pub fn below(state: &mut u64, bound: u64) -> u64 {
    ((u128::from(word(state)) * u128::from(bound)) >> 64) as u64
}

/// The generator as a value, for instances.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A random number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        below(&mut self.0, bound as u64) as usize
    }

    /// Permutes `list`.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for k in (1..list.len()).rev() {
            list.swap(k, self.below(k + 1));
        }
    }
}
