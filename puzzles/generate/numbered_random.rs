//! Random choices that can be repeated.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

/// A random generator that depends on these three alone. Different purposes draw independently.
pub(super) fn numbered_random(purpose: &str, seed: u64, index: u64) -> Pcg64Mcg {
    let mut hash = blake3::Hasher::new();
    hash.update(purpose.as_bytes()).update(&seed.to_le_bytes()).update(&index.to_le_bytes());
    let mut bytes = [0; 16];
    hash.finalize_xof().fill(&mut bytes);
    Pcg64Mcg::from_seed(bytes)
}
