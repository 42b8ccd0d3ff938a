//! The random generator for instances. Equal seeds give equal instances on every machine.

/// SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, *Fast Splittable Pseudorandom Number
/// Generators*, 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A random number less than `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * bound as u128) >> 64) as usize
    }

    /// Permutes `list`.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for k in (1..list.len()).rev() {
            list.swap(k, self.below(k + 1));
        }
    }
}
