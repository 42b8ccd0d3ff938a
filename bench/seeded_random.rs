//! Random generators that depend on a seed and a purpose alone. They make every random choice of a run repeatable.
//! Different purposes draw independently.

use crate::corpus::hash;
use rand_pcg::Pcg64Mcg;

/// The generator for a choice in a corpus or a run, such as a sample or an order.
pub(crate) fn seeded_random(purpose: &[&str], seed: u64) -> Pcg64Mcg {
    let hash = hash(purpose);
    Pcg64Mcg::new(u128::from(seed) << 64 | u128::from(hash))
}
