//! Converts the outcome of a search into a trial. Each strategy has one trial that is filled in again for every search, which
//! saves allocations.

use super::answer;
use super::corpus_run::PreparedInstance;
use super::machine;
use crate::build_info;
use crate::plan::{Contender, CorpusPlan, Design};
use crate::problem_kind::ProblemKind;
use crate::record::{Status, TimingMode, Trial, Verdict, judge, no_recount};
use coverlab_model::{Backend, CounterSet, Outcome};
use std::fmt::Write;
use std::slice;
use std::time::{Duration, Instant};

/// The trial of one strategy, filled in for each search.
pub(super) struct TrialTemplate {
    /// The fields that all trials of the strategy share; the others are those of the last search.
    trial: Trial,
    /// The counters of the strategy, if it is a built-in one.
    counted: CounterSet,
    /// When the current block began.
    block_start: Instant,
}

/// The time of one or more searches, in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SearchTime {
    pub(super) cpu_ns: u64,
    pub(super) wall_ns: u64,
    pub(super) encode_ns: u64,
    pub(super) decode_ns: u64,
}

impl SearchTime {
    /// Adds the time of other searches.
    pub(super) fn add(&mut self, other: SearchTime) {
        self.cpu_ns += other.cpu_ns;
        self.wall_ns += other.wall_ns;
        self.encode_ns += other.encode_ns;
        self.decode_ns += other.decode_ns;
    }

    /// The share of search `k`, from 0, of `count` searches that were timed together.
    pub(super) fn share(self, k: usize, count: usize) -> SearchTime {
        let share = |total| share(total, k as u64, count as u64);
        SearchTime {
            cpu_ns: share(self.cpu_ns),
            wall_ns: share(self.wall_ns),
            encode_ns: share(self.encode_ns),
            decode_ns: share(self.decode_ns),
        }
    }
}

/// Share `k`, from 0, of `total` divided into `count` shares. They differ by at most 1 and add up to `total`.
fn share(total: u64, k: u64, count: u64) -> u64 {
    let (share, rest) = (total / count, total % count);
    share + (k + 1) * rest / count - k * rest / count
}

impl TrialTemplate {
    /// The template for the trials of `contender` on a corpus. `host` is the name of this machine in the record.
    pub(super) fn new(
        design: &Design,
        corpus: &CorpusPlan,
        contender: &Contender,
        host: &str,
    ) -> TrialTemplate {
        let trial = Trial {
            experiment: design.experiment.clone(),
            corpus: corpus.name.clone(),
            strategy: contender.strategy.clone(),
            params: contender.params.clone(),
            via: contender.via.clone(),
            task_solutions: design.solutions,
            limit_nodes: design.limits.nodes,
            limit_cpu_ns: design.limits.cpu_ns,
            host: host.to_string(),
            enforcer: contender.profile.enforcer.to_string(),
            commit: build_info::get().commit.to_string(),
            ..Trial::default()
        };
        TrialTemplate { trial, counted: contender.profile.counters(), block_start: Instant::now() }
    }

    /// Begins a block of trials with this seed and repetition.
    pub(super) fn begin_block(&mut self, (seed, repeat): (u64, u32), mode: TimingMode) {
        self.block_start = Instant::now();
        let trial = &mut self.trial;
        (trial.seed, trial.repeat, trial.mode) = (seed, repeat, mode);
        (trial.started_utc, trial.block) = (machine::now(), None);
    }

    /// The time since the block began.
    pub(super) fn block_age(&self) -> Duration {
        self.block_start.elapsed()
    }

    /// Fills in the trial of a search of `instance` by `backend`. `order` is its `order_index`.
    pub(super) fn fill<P: ProblemKind>(
        &mut self,
        instance: &PreparedInstance<'_, P>,
        backend: &dyn Backend<P>,
        outcome: &Outcome<P>,
        order: u64,
        time: SearchTime,
    ) -> &Trial {
        let trial = &mut self.trial;
        instance.planned.name.as_str().clone_into(&mut trial.instance);
        trial.instance_hash.clear();
        let _ = write!(trial.instance_hash, "{:016x}", instance.planned.content_hash);
        trial.order_index = order;
        trial.block.get_or_insert(order);
        answer::fill_in(instance, backend, outcome, trial);
        let (counters, reported) =
            (&outcome.counters, outcome.process.as_ref().and_then(|facts| facts.reported));
        let counted = match trial.status {
            Status::Crash => CounterSet::default(),
            _ => reported.unwrap_or(self.counted),
        };
        trial.nodes = counted.nodes.then_some(counters.nodes);
        trial.max_depth = counted.max_depth.then_some(counters.max_depth);
        let events = trial.events_mut().into_iter().zip(counters.events);
        for ((field, count), is_counted) in events.zip(counted.events) {
            *field = is_counted.then_some(count);
        }
        trial.solve_cpu_ns = Some(time.cpu_ns);
        trial.solve_wall_ns = Some(time.wall_ns);
        let is_encoded = !trial.via.is_empty();
        trial.encode_ns = is_encoded.then_some(time.encode_ns);
        trial.decode_ns = is_encoded.then_some(time.decode_ns);
        trial.noise = (time.cpu_ns > 0).then(|| time.wall_ns as f64 / time.cpu_ns as f64);
        // Strategies are compared once all trials of the instance are recorded.
        trial.verdict = Verdict::Unverified;
        judge(slice::from_mut(trial), instance.planned.count, no_recount);
        trial
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_a_streamed_block_add_up_to_it() {
        for total in [0, 6, 1_000_003, u64::MAX] {
            let shares: Vec<u64> = (0..7).map(|k| share(total, k, 7)).collect();
            assert_eq!(shares.iter().sum::<u64>(), total);
            assert!(shares.iter().all(|&share| share.abs_diff(total / 7) <= 1));
        }
    }
}
