//! Seeded random numbers, for searches that break ties at random or walk at random.

/// A random word, by the generator SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, *Fast Splittable
/// Pseudorandom Number Generators*, 2014).
#[inline]
pub(crate) fn word(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A random number below `bound`.
#[inline]
pub(crate) fn below(state: &mut u64, bound: u64) -> u64 {
    ((u128::from(word(state)) * u128::from(bound)) >> 64) as u64
}
