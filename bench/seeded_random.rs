//! Random generators that depend on a seed and a purpose alone. They make every random choice of a run and of a generated
//! corpus repeatable. Different purposes draw independently.

use crate::corpus::hash;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

/// The generator for a choice in a corpus or a run, such as a sample or an order.
pub(crate) fn seeded_random(purpose: &[&str], seed: u64) -> Pcg64Mcg {
    let hash = hash(purpose);
    Pcg64Mcg::new(u128::from(seed) << 64 | u128::from(hash))
}

/// The generator for puzzle number `index` of a generated corpus.
pub(crate) fn numbered_random(purpose: &str, seed: u64, index: u64) -> Pcg64Mcg {
    let mut hash = blake3::Hasher::new();
    hash.update(purpose.as_bytes()).update(&seed.to_le_bytes()).update(&index.to_le_bytes());
    let mut bytes = [0; 16];
    hash.finalize_xof().fill(&mut bytes);
    Pcg64Mcg::from_seed(bytes)
}
