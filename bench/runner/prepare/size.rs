//! Checks that a plan fits in memory before any of it is created.

use crate::corpus::{Corpus, Instances};
use crate::error::Error;
use crate::experiment::LoadedExperiment;
use crate::plan::Design;
use crate::record::Shard;
use coverlab_model::memory::fits;

/// Bytes per trial: its slot in the plan, the location of its row, and its place in the order of its round.
const TRIAL_BYTES: f64 = 64.0;
/// Bytes per symmetric image of a Sudoku: the board, its solution and its name.
const IMAGE_BYTES: f64 = 1024.0;

/// Checks that a plan of `strategies` strategies over `corpora` fits in memory. The corpora have no images yet.
///
/// # Errors
/// The plan does not fit.
pub(super) fn check(
    loaded: &LoadedExperiment,
    design: &Design,
    corpora: &[Corpus],
    strategies: usize,
    shard: Option<Shard>,
) -> Result<(), Error> {
    let rounds = f64::from(design.repetitions) * f64::from(design.seeds);
    let shards = shard.map_or(1, |shard| shard.of as usize);
    if rounds > f64::from(u32::MAX) {
        let what = format!("each instance would be searched {rounds} times, but {} is the maximum", u32::MAX);
        return Err(loaded.error_at("", "repetitions", what, "reduce `repetitions` or `seeds`"));
    }
    let (mut trials, mut bytes) = (0.0, 0.0);
    for corpus in corpora {
        let images = match corpus.instances {
            Instances::Sudoku(_) => f64::from(design.isomorphs),
            _ => 1.0,
        };
        let instances = corpus.instances.len();
        let own = instances.div_ceil(shards);
        let of_each = images * rounds * strategies as f64;
        trials += own as f64 * of_each;
        bytes += own as f64 * of_each * TRIAL_BYTES;
        if images > 1.0 {
            // Images of all instances are made before a shard takes its own.
            bytes += instances as f64 * images * IMAGE_BYTES;
        }
    }
    let Err(large) = fits(bytes as u64, format!("{trials} trials")) else { return Ok(()) };
    let factors =
        [("repetitions", design.repetitions), ("seeds", design.seeds), ("isomorphs", design.isomorphs)];
    let largest = factors.into_iter().max_by_key(|(_, factor)| *factor).filter(|(_, factor)| *factor > 1);
    let key = largest.map_or("corpora", |(key, _)| key);
    let help = "reduce `repetitions`, `seeds` or `isomorphs`, draw a `sample` of a corpus, or run a shard of the instances: \
                `coverlab run --shard 1/100`";
    Err(loaded.error_at("", key, format!("the plan {large}"), help))
}
