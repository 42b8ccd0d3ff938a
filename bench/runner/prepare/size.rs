//! Checks that a plan fits in memory before any of it is created.

use crate::corpus::Corpus;
use crate::error::Error;
use crate::experiment::LoadedExperiment;
use crate::plan::Design;
use crate::record::Shard;
use coverlab_model::memory::fits;

/// Bytes per trial: its slot in the plan, the location of its row, and its place in the order of its round.
const TRIAL_BYTES: f64 = 64.0;

/// Checks that a plan of `strategies` strategies over `corpora` fits in memory.
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
    let instances: usize = corpora.iter().map(|corpus| corpus.instances.len().div_ceil(shards)).sum();
    let trials = instances as f64 * rounds * strategies as f64;
    let Err(large) = fits((trials * TRIAL_BYTES) as u64, format!("{trials} trials")) else { return Ok(()) };
    let factors = [("repetitions", design.repetitions), ("seeds", design.seeds)];
    let largest = factors.into_iter().max_by_key(|(_, factor)| *factor).filter(|(_, factor)| *factor > 1);
    let key = largest.map_or("corpora", |(key, _)| key);
    let help = "reduce `repetitions` or `seeds`, draw a `sample` of a corpus, or run a shard of the instances: \
                `coverlab run --shard 1/100`";
    Err(loaded.error_at("", key, format!("the plan {large}"), help))
}
