//! A thread that runs trials of a corpus: pilots first (`pilot`), then streamed blocks and single searches, in the order
//! that `schedule` explains.
//!
//! A mean hides an instance that takes a thousand times as long as the others. So if a block takes much longer than
//! expected, the following searches of the strategy are timed separately. The block itself is recorded, because searching
//! such blocks again doubled the cost of a run. A block is not recorded if a trial in it may have exceeded its limits or the
//! strategy panicked. Its instances are searched again separately, each under the limits of a trial.

mod pilot;
mod timed_search;

use super::corpus_run::CorpusRun;
use super::run_state::RunState;
use super::schedule::{MIN_BLOCK_NS, Unit, cut};
use super::sessions::Sessions;
use super::trial_template::{SearchTime, TrialTemplate};
use super::workload::Gatherer;
use crate::problem_kind::ProblemKind;
use crate::record::{MAX_SHOWN, RowWriter, TimingMode};
use crate::seeded_random::seeded_random;
use coverlab_model::{Cancel, Outcome, Stop, Task};
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::slice;
use std::time::Duration;
use timed_search::BATCH_SIZE;

/// Maximum age of a block to which single searches are added.
const MAX_BLOCK_AGE: Duration = Duration::from_millis(250);
/// A streamed block that takes this many times as long as expected contains an outlier.
const OUTLIER_FACTOR: u64 = 4;
/// If the mean time in a block with an outlier is above this, in nanoseconds, the strategy is not streamed any more.
const STOP_STREAMING_ABOVE_NS: u64 = 20_000;

/// A thread that runs trials of a corpus.
pub(super) struct TrialThread<'a, P: ProblemKind> {
    id: usize,
    state: &'a RunState<'a>,
    run: &'a CorpusRun<'a, P>,
    random: Pcg64Mcg,
    sessions: Sessions<P>,
    /// By strategy.
    templates: Vec<TrialTemplate>,
    rows: RowWriter,
    /// The outcomes of the last block, by batch.
    outcomes: Vec<Vec<Outcome<P>>>,
    gatherer: Gatherer<'a, P>,
}

/// Why a block is not recorded.
enum NotRecorded {
    /// A search may have exceeded the limits of a trial.
    Limit,
    /// The strategy panicked, or its process had a fault.
    Fault,
    /// The run was cancelled.
    RunCancelled,
}

impl<'a, P: ProblemKind> TrialThread<'a, P> {
    pub(super) fn new(id: usize, state: &'a RunState<'a>, run: &'a CorpusRun<'a, P>) -> Self {
        let contenders = &run.corpus.contenders;
        let template = |contender| TrialTemplate::new(state.design, run.corpus, contender, state.host);
        TrialThread {
            id,
            state,
            run,
            // This word determines the order of searches, so it stays.
            random: seeded_random(&["worker", &id.to_string()], state.design.seed),
            sessions: Sessions::new(
                contenders.len(),
                state.design.limits.memory.is_none(),
                seeded_random(&["memory", &id.to_string()], state.design.seed),
            ),
            templates: contenders.iter().map(template).collect(),
            rows: RowWriter::new(),
            outcomes: Vec::new(),
            gatherer: Gatherer::new(run.workload),
        }
    }

    /// Runs units until none is left or the run is cancelled.
    pub(super) fn work(&mut self) {
        while !self.state.is_cancelled()
            && let Some(unit) = self.run.next_unit()
        {
            match unit.piece {
                None => self.run_streamed_unit(unit),
                Some(size) => self.run_single_unit(unit, size),
            }
        }
    }

    /// The numbers of the streamed strategies, or of the others, in random order.
    fn strategies(&mut self, streamed: bool) -> Vec<usize> {
        let states = self.run.strategies.iter().enumerate();
        let mut chosen: Vec<usize> =
            states.filter(|(_, state)| state.is_streamed == streamed).map(|(number, _)| number).collect();
        chosen.shuffle(&mut self.random);
        chosen
    }

    /// Runs a unit of all streamed strategies, one after the other.
    fn run_streamed_unit(&mut self, unit: &Unit) {
        let mut pending = Vec::new();
        for strategy in self.strategies(true) {
            self.run.pending(strategy, unit.round, unit.range.clone(), &mut pending);
            if !pending.is_empty() && !self.state.is_cancelled() {
                self.sessions.renew(strategy, &*self.run.workload.backends[strategy]);
                self.run_streamed_block(strategy, unit.round, &pending);
            }
        }
    }

    /// Runs a unit of all other strategies. They take turns, each with a different piece of `size` instances. If there are
    /// fewer pieces than strategies, some have the same.
    fn run_single_unit(&mut self, unit: &Unit, size: usize) {
        let run = self.run;
        let strategies = self.strategies(false);
        let pieces: Vec<_> = cut(unit.range.clone(), size).collect();
        let first = |turn: usize| turn * pieces.len() / strategies.len();
        let mut turns: Vec<(usize, usize)> =
            strategies.iter().enumerate().map(|(turn, strategy)| (*strategy, first(turn))).collect();
        let mut pending = Vec::new();
        for step in 0..pieces.len() {
            turns.shuffle(&mut self.random);
            spread_pieces(&mut turns);
            for &(strategy, first) in &turns {
                let piece = pieces[(first + step) % pieces.len()].clone();
                run.pending(strategy, unit.round, piece, &mut pending);
                self.sessions.renew(strategy, &*run.workload.backends[strategy]);
                self.one_by_one(strategy, unit.round, &pending);
            }
        }
    }

    /// Runs the trials at the places in `block` as one block, or one by one if the block cannot be recorded.
    fn run_streamed_block(&mut self, strategy: usize, round: u32, block: &[u32]) {
        let state = &self.run.strategies[strategy];
        if block.len() == 1 || state.is_streaming_stopped() {
            return self.one_by_one(strategy, round, block);
        }
        let (count, expected_mean) = (block.len() as u64, state.mean_ns());
        self.templates[strategy]
            .begin_block(self.state.design.seed_and_repetition(round), TimingMode::Stream);
        let (cpu_ns, has_outlier, has_fault) =
            match self.run_block(strategy, round, block, TimingMode::Stream) {
                Ok(cpu_ns) => {
                    let is_outlier = |mean: u64| cpu_ns > OUTLIER_FACTOR * (mean * count).max(MIN_BLOCK_NS);
                    (cpu_ns, expected_mean.is_some_and(is_outlier), false)
                }
                Err(NotRecorded::RunCancelled) => return,
                Err(reason) => {
                    let before = state.spent_ns();
                    self.one_by_one(strategy, round, block);
                    (state.spent_ns() - before, true, matches!(reason, NotRecorded::Fault))
                }
            };
        let takes_blocks = self.run.corpus.contenders[strategy].profile.takes_blocks();
        if has_fault || !takes_blocks && has_outlier && cpu_ns / count > STOP_STREAMING_ABOVE_NS {
            state.stop_streaming();
        }
    }

    /// Runs the trials at `places`, each timed separately.
    fn one_by_one(&mut self, strategy: usize, round: u32, places: &[u32]) {
        let mut is_first = true;
        for place in places {
            if self.state.is_cancelled() {
                return;
            }
            let template = &mut self.templates[strategy];
            if is_first || template.block_age() > MAX_BLOCK_AGE {
                template.begin_block(self.state.design.seed_and_repetition(round), TimingMode::Alone);
                is_first = false;
            }
            // A block of one is recorded unless the run is cancelled.
            let _ = self.run_block(strategy, round, slice::from_ref(place), TimingMode::Alone);
        }
    }

    /// Searches the instances at the places in `block`, timed together, and records their trials. Returns their CPU time in
    /// nanoseconds.
    fn run_block(
        &mut self,
        strategy: usize,
        round: u32,
        block: &[u32],
        mode: TimingMode,
    ) -> Result<u64, NotRecorded> {
        let (run, state) = (self.run, self.state);
        let is_block = mode == TimingMode::Stream;
        // One process searches all instances of the block, under the time limits of all of them together.
        let is_one_process = is_block && run.corpus.contenders[strategy].profile.takes_blocks();
        // The main thread ends any other block that takes too long (`RunState::watch`).
        let is_watched = is_block && !is_one_process;
        let batch = if is_one_process { block.len() } else { BATCH_SIZE };
        let mut task = self.task(round);
        if is_watched {
            (task.cancel, task.time) = (Cancel::default(), None);
            state.begin_watched_block(self.id, &task.cancel);
        }
        let time = self.search(strategy, block, batch, &task);
        if is_watched {
            state.end_watched_block(self.id);
        }
        let outcomes = || self.outcomes(block.len(), batch);
        if outcomes().any(|outcome| outcome.stop == Some(Stop::Cancelled)) {
            return Err(if state.is_cancelled() { NotRecorded::RunCancelled } else { NotRecorded::Limit });
        }
        if block.len() > 1 && outcomes().any(|outcome| outcome.fault().is_some()) {
            return Err(NotRecorded::Fault);
        }
        if is_watched && state.design.limits.cpu_ns.is_some_and(|limit| time.cpu_ns > limit) {
            return Err(NotRecorded::Limit);
        }
        self.record(strategy, block, &time);
        Ok(time.cpu_ns)
    }

    /// Records the trials at the places in `block`, which took `time` together.
    fn record(&mut self, strategy: usize, block: &[u32], time: &SearchTime) {
        let order = self.state.take_order(block.len());
        let backend = &*self.run.workload.backends[strategy];
        for (k, (&place, outcome)) in block.iter().zip(self.outcomes.iter().flatten()).enumerate() {
            let share = time.share(k, block.len());
            let (instance, order) = (self.run.instance_at(place), order + k as u64);
            let trial = self.templates[strategy].fill(&instance, backend, outcome, order, share);
            self.rows.push(trial);
        }
        self.state.append(&self.rows.take(), block.len());
        self.run.strategies[strategy].add(block.len(), time.cpu_ns);
    }

    /// The outcomes of the last `count` searches, which were made in batches of `batch`.
    fn outcomes(&self, count: usize, batch: usize) -> impl Iterator<Item = &Outcome<P>> {
        self.outcomes.iter().take(count.div_ceil(batch)).flatten()
    }

    fn task(&self, round: u32) -> Task {
        let design = self.state.design;
        let solutions = design.solutions.unwrap_or(u64::MAX);
        Task {
            solutions,
            keep: solutions.min(MAX_SHOWN) as usize,
            nodes: design.limits.nodes.unwrap_or(u64::MAX),
            time: design.limits.time(),
            seed: design.seed_and_repetition(round).0,
            cancel: self.state.cancel.clone(),
            progress: None,
        }
    }
}

/// Reorders turns, pairs of a strategy and a piece, so that few neighbors have the same piece.
fn spread_pieces(turns: &mut [(usize, usize)]) {
    for at in 1..turns.len() {
        let last = turns[at - 1].1;
        if let Some(next) = (at..turns.len()).find(|&next| turns[next].1 != last) {
            turns.swap(at, next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_with_the_same_piece_do_not_follow_each_other() {
        let spread = |pieces: &[usize]| {
            let mut turns: Vec<_> = pieces.iter().copied().enumerate().collect();
            spread_pieces(&mut turns);
            turns.into_iter().map(|(_, piece)| piece).collect::<Vec<_>>()
        };
        assert_eq!(spread(&[0, 0, 0, 1, 1, 1]), [0, 1, 0, 1, 0, 1]);
        assert_eq!(spread(&[2, 0, 1]), [2, 0, 1]);
        assert_eq!((spread(&[0, 0]), spread(&[])), (vec![0, 0], vec![]));
    }
}
