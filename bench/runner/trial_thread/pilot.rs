//! Measures how fast each strategy is, before its trials.
//!
//! The *pilot* of a strategy searches blocks of increasing size until one takes a millisecond. Its searches are not
//! recorded, because they find cold caches. It takes the last instances of the order, so that an instance is not searched
//! again soon, except in a small shard. If the mean time is below [`FAST_BELOW_NS`], the strategy can be *streamed*: clocks
//! are read once per block. Otherwise each search is timed separately, and so is every search of a small corpus.

use super::timed_search::BATCH_SIZE;
use super::{OUTLIER_FACTOR, TrialThread};
use crate::problem_kind::ProblemKind;
use crate::runner::corpus_run::PilotResult;
use crate::runner::schedule::{MAX_BLOCK, MIN_BLOCK_NS, STREAM_FROM};
use std::time::Duration;

/// Maximum mean time, in nanoseconds, of a strategy that is timed by the block.
const FAST_BELOW_NS: u64 = 100_000;
/// Time limit of a search in a pilot. A strategy that needs more time is slow.
const MAX_PILOT_SEARCH: Duration = Duration::from_millis(20);
/// The result for a strategy that was not measured.
const SLOW: PilotResult = PilotResult { mean_ns: MAX_PILOT_SEARCH.as_nanos() as u64, is_fast: false };

impl<P: ProblemKind> TrialThread<'_, P> {
    /// Runs pilots until each strategy has a result.
    pub(in crate::runner) fn pilot(&mut self) {
        while let Some(strategy) = self.run.next_pilot() {
            if let Some(result) = self.find_pilot_result(strategy) {
                self.run.strategies[strategy].set_pilot(result);
            }
        }
    }

    /// The result of a pilot of a strategy. `None` if no trial is pending.
    fn find_pilot_result(&mut self, strategy: usize) -> Option<PilotResult> {
        let run = self.run;
        let profile = &run.corpus.contenders[strategy].profile;
        if profile.is_external() {
            // The definition of an external solver says whether it takes one instance or a block.
            return Some(PilotResult { is_fast: profile.takes_blocks(), ..SLOW });
        }
        if !run.workload.backends[strategy].allows_rehearsal() {
            return Some(SLOW);
        }
        let mut pending = Vec::new();
        let round = (0..self.state.design.rounds()).find(|&round| {
            run.pending(strategy, round, 0..run.corpus.instances.len(), &mut pending);
            !pending.is_empty()
        })?;
        pending.reverse();
        Some(self.run_pilot(strategy, round, &pending))
    }

    /// Measures the speed of a strategy by searches of the instances at some of the places in `pending`.
    fn run_pilot(&mut self, strategy: usize, round: u32, pending: &[u32]) -> PilotResult {
        // A block that takes longer than the limit of one trial is not recorded, so blocks must stay well below it.
        let limit = self.state.design.limits.cpu_ns;
        let fits_limit = limit.is_none_or(|limit| limit > 2 * OUTLIER_FACTOR * MIN_BLOCK_NS);
        let is_large = self.run.workload.corpus_size >= STREAM_FROM;
        let mut task = self.task(round);
        task.time = Some(task.time.map_or(MAX_PILOT_SEARCH, |limit| limit.min(MAX_PILOT_SEARCH)));
        let (mut done, mut result) = (0, SLOW);
        while done < pending.len() && !self.state.is_cancelled() {
            let next = if is_large { after_pilot_block(done).min(pending.len()) } else { 1 };
            let block = &pending[done..next];
            let time = self.search(strategy, block, BATCH_SIZE, &task);
            if self.outcomes(block.len(), BATCH_SIZE).any(|outcome| outcome.fault().is_some()) {
                // The fault will occur again in a trial, which records it.
                return result;
            }
            result.mean_ns = time.cpu_ns / block.len() as u64;
            result.is_fast = is_large && fits_limit && result.mean_ns < FAST_BELOW_NS;
            done = next;
            if time.cpu_ns >= MIN_BLOCK_NS || !is_large {
                break;
            }
        }
        result
    }
}

/// The number of instances that a pilot has searched after its next block. The first block has one instance, because a
/// search may be slow. Blocks grow quickly to whole batches, because a strategy that searches many instances at once runs
/// out of work at the end of each block.
fn after_pilot_block(done: usize) -> usize {
    if done < BATCH_SIZE { (done * 16).clamp(1, BATCH_SIZE) } else { done + (3 * done).min(MAX_BLOCK) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_a_pilot_end_where_batches_do() {
        let ends: Vec<usize> =
            std::iter::successors(Some(0), |&done| Some(after_pilot_block(done))).take(8).collect();
        assert_eq!(ends, [0, 1, 16, 256, 1024, 3072, 5120, 7168]);
    }
}
