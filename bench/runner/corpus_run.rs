//! The state of a corpus while its trials run: which ones are pending, how fast each strategy is, and which unit is next.

use super::schedule::{MAX_BLOCK, Unit, order, piece_size, pieces_per_unit, streamed_unit_size, units};
use super::workload::Workload;
use crate::plan::{PartCorpusPlan, PlannedInstance};
use crate::problem_kind::ProblemKind;
use crate::seeded_random::seeded_random;
use coverlab_model::pool::lock;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// A corpus whose trials run.
pub(super) struct CorpusRun<'a, P: ProblemKind> {
    pub(super) corpus: &'a PartCorpusPlan,
    pub(super) workload: &'a Workload<P>,
    pub(super) strategies: Vec<StrategyState>,
    /// By round, the places of the instances in the order of the searches.
    pub(super) orders: Vec<Vec<u32>>,
    is_recorded: Box<dyn Fn(usize) -> bool + Sync + 'a>,
    pilots: &'a PilotResults,
    next_pilot: AtomicUsize,
    units: Vec<Unit>,
    next_unit: AtomicUsize,
}

/// The trials on a corpus that earlier starts recorded.
pub(super) struct EarlierTrials<'a> {
    /// Whether the trial in a slot is recorded (see [`PartCorpusPlan::slot`]).
    pub(super) is_recorded: Box<dyn Fn(usize) -> bool + Sync + 'a>,
    /// By contender, whether each search is timed alone, as before.
    pub(super) timed_alone: Vec<bool>,
}

/// An instance with its problem and its known solution.
pub(super) struct PreparedInstance<'a, P: ProblemKind> {
    pub(super) planned: &'a PlannedInstance,
    pub(super) problem: &'a P,
    /// Its only solution, if the corpus has it.
    pub(super) known_solution: Option<&'a P::Solution>,
}

/// The state of a strategy on a corpus.
#[derive(Default)]
pub(super) struct StrategyState {
    /// The result of the pilot. Set when the work is divided into units.
    pilot: Option<PilotResult>,
    /// Whether it takes part in streamed units.
    pub(super) is_streamed: bool,
    /// Whether it is not streamed any more: an outlier or a fault ended that, or its recorded trials were timed alone.
    is_streaming_stopped: AtomicBool,
    /// The number of trials run so far.
    count: AtomicU64,
    /// The CPU time of these trials in nanoseconds.
    spent_ns: AtomicU64,
}

/// The result of a pilot of a strategy, before its first trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PilotResult {
    /// Mean CPU time of a search in nanoseconds. The pilot cuts long searches short, so this is a lower bound for slow
    /// strategies.
    pub(super) mean_ns: u64,
    /// Whether the strategy is fast enough to be timed by the block.
    pub(super) is_fast: bool,
}

/// The results of pilots so far in a run, by the name of the corpus and the key of the strategy. A corpus that runs in several
/// parts needs one pilot per strategy.
pub(super) type PilotResults = Mutex<HashMap<(String, String), PilotResult>>;

impl StrategyState {
    /// Adds `count` trials that took `ns` of CPU time.
    pub(super) fn add(&self, count: usize, ns: u64) {
        self.count.fetch_add(count as u64, Relaxed);
        self.spent_ns.fetch_add(ns, Relaxed);
    }

    /// Whether each of its searches is timed separately, even in streamed units.
    pub(super) fn is_streaming_stopped(&self) -> bool {
        self.is_streaming_stopped.load(Relaxed)
    }

    /// Times each of its searches separately from now on.
    pub(super) fn stop_streaming(&self) {
        self.is_streaming_stopped.store(true, Relaxed);
    }

    /// CPU time of its trials so far, in nanoseconds.
    pub(super) fn spent_ns(&self) -> u64 {
        self.spent_ns.load(Relaxed)
    }

    /// Mean CPU time of its trials so far, or of the pilot's searches before the first trial, in nanoseconds.
    pub(super) fn mean_ns(&self) -> Option<u64> {
        self.spent_ns().checked_div(self.count.load(Relaxed)).or_else(|| Some(self.pilot?.mean_ns))
    }
}

impl<'a, P: ProblemKind> CorpusRun<'a, P> {
    /// The run of `corpus`, without the trials that `earlier` has. If all strategies are timed alone, no unit is streamed.
    /// `seed` determines the orders.
    pub(super) fn new(
        seed: u64,
        corpus: &'a PartCorpusPlan,
        workload: &'a Workload<P>,
        earlier: EarlierTrials<'a>,
        pilots: &'a PilotResults,
    ) -> Self {
        let state =
            |alone: bool| StrategyState { is_streaming_stopped: alone.into(), ..StrategyState::default() };
        let order = |round: u32| {
            let mut random = seeded_random(&["order", &corpus.name, &round.to_string()], seed);
            order(corpus.instances.len(), round, &mut random)
        };
        CorpusRun {
            corpus,
            workload,
            strategies: earlier.timed_alone.into_iter().map(state).collect(),
            orders: (0..corpus.rounds).map(order).collect(),
            is_recorded: earlier.is_recorded,
            pilots,
            next_pilot: AtomicUsize::new(0),
            units: Vec::new(),
            next_unit: AtomicUsize::new(0),
        }
    }

    /// The instance at `place`.
    pub(super) fn instance_at(&self, place: u32) -> PreparedInstance<'_, P> {
        let number = self.workload.numbers[place as usize];
        PreparedInstance {
            planned: &self.corpus.instances[number as usize],
            problem: &self.workload.problems[place as usize],
            known_solution: self.workload.known_solution(number),
        }
    }

    /// The next strategy that needs a pilot. Each strategy is returned once.
    pub(super) fn next_pilot(&self) -> Option<usize> {
        Some(self.next_pilot.fetch_add(1, Relaxed)).filter(|strategy| *strategy < self.strategies.len())
    }

    /// Stores what a pilot found.
    pub(super) fn set_pilot_result(&self, strategy: usize, result: PilotResult) {
        lock(self.pilots).insert(self.pilot_key(strategy), result);
    }

    /// The result of the pilot of a strategy, if there was one.
    pub(super) fn pilot_result(&self, strategy: usize) -> Option<PilotResult> {
        lock(self.pilots).get(&self.pilot_key(strategy)).copied()
    }

    fn pilot_key(&self, strategy: usize) -> (String, String) {
        (self.corpus.name.clone(), self.corpus.contenders[strategy].key.clone())
    }

    /// Divides the work into units, once all pilots have ended. Strategies that are compared must be timed in the same way, so
    /// they are streamed only if all are fast and earlier starts did not time all of them alone. External solvers that take
    /// blocks are always streamed.
    pub(super) fn choose_units(&mut self) {
        for strategy in 0..self.strategies.len() {
            self.strategies[strategy].pilot = self.pilot_result(strategy);
        }
        let takes_blocks: Vec<bool> =
            self.corpus.contenders.iter().map(|contender| contender.profile.takes_blocks()).collect();
        let is_slow = |state: &StrategyState| state.pilot.is_some_and(|pilot| !pilot.is_fast);
        let own =
            || self.strategies.iter().zip(&takes_blocks).filter(|(_, blocks)| !**blocks).map(|one| one.0);
        let is_single = own().any(is_slow) || own().all(StrategyState::is_streaming_stopped);
        for (state, blocks) in self.strategies.iter_mut().zip(&takes_blocks) {
            let is_fast = state.pilot.is_some_and(|pilot| pilot.is_fast);
            state.is_streamed = is_fast && (*blocks || !is_single);
        }
        let instances = self.corpus.instances.len();
        let streamed = self.means(true).min().map(|fastest| match takes_blocks.contains(&true) {
            true => MAX_BLOCK,
            false => streamed_unit_size(fastest, instances),
        });
        let single = self.means(false).min().map(|fastest| {
            let piece = piece_size(fastest, instances);
            (piece, pieces_per_unit(piece, self.means(false).sum()))
        });
        self.units = units(self.corpus.rounds, instances, streamed, single);
    }

    /// The mean CPU times, in nanoseconds, of the strategies that are streamed, or of the others.
    fn means(&self, streamed: bool) -> impl Iterator<Item = u64> {
        let chosen = self.strategies.iter().filter(move |state| state.is_streamed == streamed);
        chosen.filter_map(StrategyState::mean_ns)
    }

    /// The next unit. Each unit is returned once.
    pub(super) fn next_unit(&self) -> Option<&Unit> {
        self.units.get(self.next_unit.fetch_add(1, Relaxed))
    }

    /// Fills `into` with the places in a range of the order of `round` where `strategy` has a pending trial.
    pub(super) fn pending(&self, strategy: usize, round: u32, range: Range<usize>, into: &mut Vec<u32>) {
        let is_pending = |place: &u32| {
            let instance = self.workload.numbers[*place as usize] as usize;
            !(self.is_recorded)(self.corpus.slot(instance, strategy, round))
        };
        let places = self.orders[round as usize][range].iter().copied();
        into.clear();
        into.extend(places.filter(is_pending));
    }
}

#[cfg(test)]
mod tests {
    use super::super::workload::STRETCH;
    use super::*;
    use crate::plan::Contender;
    use coverlab_model::{Shape, Sudoku};

    #[test]
    fn what_is_recorded_is_not_pending() {
        const COUNT: usize = STRETCH + 100;
        let contender = Contender { key: "3".into(), ..Contender::default() };
        let instance = |k| PlannedInstance { content_hash: k as u64, ..PlannedInstance::default() };
        let (instances, contenders) = ((0..COUNT).map(instance).collect(), vec![contender]);
        let corpus =
            PartCorpusPlan { name: "c".into(), corpus_size: COUNT, instances, contenders, rounds: 2 };
        let mut workload = Workload::new(Vec::new(), COUNT);
        (0..COUNT).for_each(|_| workload.add(Sudoku::empty(Shape::NINE), None));
        workload.shuffle(0, "c", 1);
        // In repetition 0, every third instance is recorded.
        let recorded = |slot: usize| slot.is_multiple_of(2) && (slot / 2).is_multiple_of(3);
        let pilots = PilotResults::default();
        let earlier = |alone| EarlierTrials { is_recorded: Box::new(recorded), timed_alone: vec![alone] };
        let run = CorpusRun::new(1, &corpus, &workload, earlier(false), &pilots);
        let is_recorded = |repeat: u32, place: u32| {
            let instance = workload.numbers[place as usize] as usize;
            recorded(corpus.slot(instance, 0, repeat))
        };
        for (repeat, order) in run.orders.iter().enumerate() {
            let is_pending = |at: usize| !is_recorded(repeat as u32, order[at]);
            for range in [0..COUNT, 0..500, 0..501, 499..COUNT, COUNT..COUNT] {
                let mut pending = vec![7];
                run.pending(0, repeat as u32, range.clone(), &mut pending);
                assert!(range.filter(|&at| is_pending(at)).map(|at| order[at]).eq(pending));
            }
        }
        let found = PilotResult { mean_ns: 5, is_fast: true };
        run.set_pilot_result(0, found);
        let mut next = CorpusRun::new(1, &corpus, &workload, earlier(false), &pilots);
        assert_eq!(next.pilot_result(0), Some(found), "one pilot for all parts of a corpus");
        next.choose_units();
        assert!(next.strategies[0].is_streamed && next.strategies[0].mean_ns() == Some(5));
        let mut next = CorpusRun::new(1, &corpus, &workload, earlier(true), &pilots);
        next.choose_units();
        assert!(!next.strategies[0].is_streamed, "its recorded trials were timed alone");
    }
}
