//! The rows of one strategy that wait to be handed to the record, as text.

use super::machine;
use super::referee::Answer;
use crate::build_info;
use crate::plan::{Contender, CorpusPlan, Plan, PlannedInstance};
use crate::record::{Mode, RowWriter, Status, Trial, Verdict, judge_alone};
use coverlab_model::{Counters, Event};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Rows of one lane and round. One trial is filled in again and again: its text is all that is kept.
pub(super) struct LaneRows {
    /// The next row, with the fields that all rows of the lane share.
    trial: Trial,
    is_encoded: bool,
    counts_nodes: bool,
    counts: [bool; Event::ALL.len()],
    rows: RowWriter,
    count: usize,
    since: Instant,
}

/// The time that one or more searches took, nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    pub(super) cpu_ns: u64,
    pub(super) wall_ns: u64,
    pub(super) encode_ns: u64,
    pub(super) decode_ns: u64,
}

impl Spent {
    /// Adds the time of `more`.
    pub(super) fn add(&mut self, more: Spent) {
        self.cpu_ns += more.cpu_ns;
        self.wall_ns += more.wall_ns;
        self.encode_ns += more.encode_ns;
        self.decode_ns += more.decode_ns;
    }

    /// The share of search `k` of `count` that were timed together.
    pub(super) fn share(self, k: usize, count: usize) -> Spent {
        let share = |total| share(total, k as u64, count as u64);
        Spent {
            cpu_ns: share(self.cpu_ns),
            wall_ns: share(self.wall_ns),
            encode_ns: share(self.encode_ns),
            decode_ns: share(self.decode_ns),
        }
    }
}

/// Part `k` of `total` in `parts` equal parts, which add up to it exactly.
fn share(total: u64, k: u64, parts: u64) -> u64 {
    let (share, rest) = (total / parts, total % parts);
    share + (k + 1) * rest / parts - k * rest / parts
}

impl LaneRows {
    /// No rows of `lane` yet, which is at work on the instances of `stage`. Records call this machine `host`.
    pub(super) fn new(plan: &Plan, stage: &CorpusPlan, lane: &Contender, host: &str) -> LaneRows {
        let trial = Trial {
            experiment: plan.experiment.clone(),
            corpus: stage.corpus.clone(),
            strategy: lane.strategy.clone(),
            params: lane.params.clone(),
            via: lane.via.clone(),
            task_solutions: plan.solutions,
            limit_nodes: plan.limits.nodes,
            limit_cpu_ns: plan.limits.cpu_ns,
            host: host.to_string(),
            enforcer: lane.profile.enforcer.to_string(),
            commit: build_info::get().commit.to_string(),
            ..Trial::default()
        };
        LaneRows {
            trial,
            is_encoded: !lane.via.is_empty(),
            counts_nodes: lane.profile.counts_nodes(),
            counts: lane.profile.events(),
            rows: RowWriter::new(),
            count: 0,
            since: Instant::now(),
        }
    }

    /// Makes ready for trials of a repetition with a seed. There must be no rows.
    pub(super) fn begin(&mut self, (seed, repeat): (u64, u32), mode: Mode) {
        self.since = Instant::now();
        let trial = &mut self.trial;
        (trial.seed, trial.repeat, trial.mode) = (seed, repeat, mode);
        (trial.started_utc, trial.block) = (machine::now(), None);
    }

    /// Adds a trial: `order` is its place in the order of execution.
    pub(super) fn add(
        &mut self,
        instance: &PlannedInstance,
        answer: Answer,
        counters: &Counters,
        order: u64,
        spent: Spent,
    ) {
        let trial = &mut self.trial;
        instance.name.as_str().clone_into(&mut trial.instance);
        trial.isomorph = instance.isomorph;
        trial.instance_hash.clear();
        let _ = write!(trial.instance_hash, "{:016x}", instance.content);
        trial.order_index = order;
        trial.block.get_or_insert(order);
        set_answer(trial, answer);
        let is_counted = trial.status != Status::Crash;
        trial.nodes = (is_counted && self.counts_nodes).then_some(counters.nodes);
        trial.max_depth = (is_counted && self.counts_nodes).then_some(counters.max_depth);
        for ((field, count), counts) in trial.events_mut().into_iter().zip(counters.events).zip(self.counts) {
            *field = (is_counted && counts).then_some(count);
        }
        trial.solve_cpu_ns = Some(spent.cpu_ns);
        trial.solve_wall_ns = Some(spent.wall_ns);
        trial.encode_ns = self.is_encoded.then_some(spent.encode_ns);
        trial.decode_ns = self.is_encoded.then_some(spent.decode_ns);
        trial.noise = (spent.cpu_ns > 0).then(|| spent.wall_ns as f64 / spent.cpu_ns as f64);
        // The other strategies are heard when all trials of the instance are there.
        trial.verdict = Verdict::Unverified;
        judge_alone(trial, instance.count);
        self.rows.push(trial);
        self.count += 1;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How long the oldest row has waited.
    pub(super) fn age(&self) -> Duration {
        if self.is_empty() { Duration::ZERO } else { self.since.elapsed() }
    }

    /// Takes the text of the rows, and their number.
    pub(super) fn take(&mut self) -> (Vec<u8>, usize) {
        (self.rows.take(), std::mem::take(&mut self.count))
    }
}

fn set_answer(trial: &mut Trial, answer: Answer) {
    let Answer { status, stop, solutions, answer, filled, peak_rss, error } = answer;
    trial.status = status;
    trial.stop.clear();
    trial.stop.push_str(stop.map_or("", |stop| stop.name()));
    trial.solutions = (status != Status::Crash).then_some(solutions);
    trial.answer_hash.clear();
    if let Some(hash) = answer {
        let _ = write!(trial.answer_hash, "{hash:08x}");
    }
    trial.filled = filled;
    trial.peak_rss_bytes = peak_rss;
    trial.error = error.unwrap_or_default();
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
