//! Whether memory holds a plan, before any of it is made.

use crate::corpus::{Corpus, FileCorpus, Instances, PART_PUZZLES};
use crate::error::Error;
use crate::experiment::Loaded;
use crate::plan::Plan;
use crate::record::Shard;
use coverlab_model::memory::fits;

/// Memory of a trial: its place in the plan, where its row is, and its place in the order of execution.
const TRIAL_BYTES: u128 = 64;
/// Memory of a symmetric image of a Sudoku: the board, its solution and its name.
const IMAGE_BYTES: u128 = 1024;

/// The size of a plan.
#[derive(Default)]
struct Size {
    trials: u128,
    /// Bytes that are in use at the same time.
    bytes: u128,
}

/// Checks that memory holds a plan of `strategies` strategies over `corpora`, which have no images yet.
///
/// # Errors
/// It does not, or a trial is repeated more often than repetitions are counted.
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
            format!("each strategy is to search each instance {rounds} times, and {} are the most", u32::MAX)
        }
        Ok(()) => return Ok(()),
    };
    let factors = [("repetitions", plan.repetitions), ("seeds", plan.seeds), ("isomorphs", plan.isomorphs)];
    let (key, _) = factors
        .into_iter()
        .max_by_key(|(_, factor)| *factor)
        .filter(|(_, factor)| *factor > 1)
        .unwrap_or(("corpora", 1));
    let help = "write fewer `repetitions`, `seeds` or `isomorphs`, draw a `sample` of a corpus, or run a part of the \
                instances: `--shard 1/100`";
    Err(loaded.error_at("", key, what, help))
}

/// The size of a plan of `each` trials an instance. The parts of a corpus that is not held are run one by one.
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
