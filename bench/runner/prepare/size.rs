//! Checks that a plan fits in memory before any of it is created.

use crate::corpus::{Corpus, FileCorpus, Instances, PART_PUZZLES};
use crate::error::Error;
use crate::experiment::Loaded;
use crate::plan::Plan;
use crate::record::Shard;
use coverlab_model::memory::fits;

/// Bytes per trial: its slot in the plan, the location of its row, and its place in the order of its round.
const TRIAL_BYTES: u128 = 64;
/// Bytes per symmetric image of a Sudoku: the board, its solution and its name.
const IMAGE_BYTES: u128 = 1024;

/// The size of a plan.
#[derive(Default)]
struct Size {
    trials: u128,
    /// The maximum number of bytes in use at the same time.
    bytes: u128,
}

/// Checks that a plan of `strategies` strategies over `corpora` fits in memory. The corpora have no images yet.
///
/// # Errors
/// The plan does not fit, or has more than `u32::MAX` rounds.
pub(super) fn check(
    loaded: &Loaded,
    plan: &Plan,
    corpora: &[FileCorpus],
    strategies: usize,
    shard: Option<Shard>,
) -> Result<(), Error> {
    let rounds = u128::from(plan.repetitions) * u128::from(plan.seeds);
    let size = size(plan, corpora, rounds.saturating_mul(strategies as u128), shard);
    let what = match fits(u64::try_from(size.bytes).unwrap_or(u64::MAX), format!("{} trials", size.trials)) {
        Err(large) => format!("the plan {large}"),
        Ok(()) if rounds > u128::from(u32::MAX) => {
            format!(
                "each strategy would search each instance {rounds} times, but {} is the maximum",
                u32::MAX
            )
        }
        Ok(()) => return Ok(()),
    };
    let factors = [("repetitions", plan.repetitions), ("seeds", plan.seeds), ("isomorphs", plan.isomorphs)];
    let (key, _) = factors
        .into_iter()
        .max_by_key(|(_, factor)| *factor)
        .filter(|(_, factor)| *factor > 1)
        .unwrap_or(("corpora", 1));
    let help = "reduce `repetitions`, `seeds` or `isomorphs`, draw a `sample` of a corpus, or run a shard of the instances: \
                `coverlab run --shard 1/100`";
    Err(loaded.error_at("", key, what, help))
}

/// The size of a plan with `each` trials per instance. A corpus that does not fit in memory runs part by part.
fn size(plan: &Plan, corpora: &[FileCorpus], each: u128, shard: Option<Shard>) -> Size {
    let shards = shard.map_or(1, |shard| shard.of as usize);
    let mut all = Size::default();
    let mut largest_part: u128 = 0;
    for corpus in corpora {
        let instances = match corpus {
            FileCorpus::InMemory(corpus) => corpus.instances.len(),
            FileCorpus::Large(corpus) => corpus.puzzles,
        };
        let own = instances.div_ceil(shards) as u128;
        let images = match corpus {
            FileCorpus::InMemory(Corpus { instances: Instances::Sudoku(_), .. }) => {
                u128::from(plan.isomorphs)
            }
            _ => 1,
        };
        let trials = own.saturating_mul(images).saturating_mul(each);
        all.trials = all.trials.saturating_add(trials);
        if let FileCorpus::Large(_) = corpus {
            let part = own.min(PART_PUZZLES as u128).saturating_mul(each);
            largest_part = largest_part.max(part.saturating_mul(TRIAL_BYTES));
            continue;
        }
        all.bytes = all.bytes.saturating_add(trials.saturating_mul(TRIAL_BYTES));
        if images > 1 {
            // Images of all instances are made before a shard takes its own.
            let made = (instances as u128).saturating_mul(images);
            all.bytes = all.bytes.saturating_add(made.saturating_mul(IMAGE_BYTES));
        }
    }
    Size { bytes: all.bytes.saturating_add(largest_part), ..all }
}
