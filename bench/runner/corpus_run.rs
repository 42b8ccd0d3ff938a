//! The state of a corpus while its trials run: which ones are pending, how fast each strategy is, and which unit is next.

use super::schedule::{MAX_BLOCK, Unit, order, piece_size, pieces_per_unit, streamed_unit_size, units};
use super::workload::Workload;
use crate::plan::{Contender, CorpusPlan, Plan, PlannedInstance};
use crate::problem_kind::ProblemKind;
use crate::record::TimedTrials;
use crate::seeded_random::seeded_random;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// A corpus whose trials run.
pub(super) struct CorpusRun<'a, P: ProblemKind> {
    plan: &'a Plan,
    /// The number of the corpus in the plan.
    number: usize,
    pub(super) corpus: &'a CorpusPlan,
    pub(super) workload: &'a Workload<P>,
    pub(super) strategies: Vec<StrategyState>,
    /// By round, the places of the instances in the order of the searches.
    pub(super) orders: Vec<Vec<u32>>,
    /// Whether the trial in a slot is recorded (see [`Plan::slot`]).
    is_recorded: Box<dyn Fn(usize) -> bool + Sync + 'a>,
    next_pilot: AtomicUsize,
    units: Vec<Unit>,
    next_unit: AtomicUsize,
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
    /// The result of the pilot, if there was one.
    pilot: OnceLock<PilotResult>,
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
#[derive(Clone, Copy, Debug)]
pub(super) struct PilotResult {
    /// Mean CPU time of a search in nanoseconds. The pilot cuts long searches short, so this is a lower bound for slow
    /// strategies.
    pub(super) mean_ns: u64,
    /// Whether the strategy is fast enough to be timed by the block.
    pub(super) is_fast: bool,
}

impl StrategyState {
    /// Stores the result of the pilot.
    pub(super) fn set_pilot(&self, result: PilotResult) {
        let _ = self.pilot.set(result);
    }

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
        self.spent_ns().checked_div(self.count.load(Relaxed)).or_else(|| Some(self.pilot.get()?.mean_ns))
    }
}

impl<'a, P: ProblemKind> CorpusRun<'a, P> {
    /// The run of corpus `number` of the plan, without the trials that earlier starts recorded: those for which `is_recorded`
    /// holds. `timed` says how they were timed, by contender.
    pub(super) fn new(
        plan: &'a Plan,
        number: usize,
        workload: &'a Workload<P>,
        is_recorded: Box<dyn Fn(usize) -> bool + Sync + 'a>,
        timed: &[TimedTrials],
    ) -> Self {
        let corpus = &plan.corpora[number];
        let state =
            |alone: bool| StrategyState { is_streaming_stopped: alone.into(), ..StrategyState::default() };
        let order = |round: u32| {
            let mut random = seeded_random(&["order", &corpus.name, &round.to_string()], plan.design.seed);
            order(corpus.instances.len(), round, &mut random)
        };
        CorpusRun {
            plan,
            number,
            corpus,
            workload,
            strategies: to_time_alone(&corpus.contenders, timed).map(state).collect(),
            orders: (0..plan.design.rounds()).map(order).collect(),
            is_recorded,
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

    /// Divides the work into units, once all pilots have ended. Strategies that are compared must be timed in the same way, so
    /// they are streamed only if all are fast and earlier starts did not time all of them alone. External solvers that take
    /// blocks are always streamed.
    pub(super) fn choose_units(&mut self) {
        let takes_blocks: Vec<bool> =
            self.corpus.contenders.iter().map(|contender| contender.profile.takes_blocks()).collect();
        let is_slow = |state: &StrategyState| state.pilot.get().is_some_and(|pilot| !pilot.is_fast);
        let own =
            || self.strategies.iter().zip(&takes_blocks).filter(|(_, blocks)| !**blocks).map(|one| one.0);
        let is_single = own().any(is_slow) || own().all(StrategyState::is_streaming_stopped);
        for (state, blocks) in self.strategies.iter_mut().zip(&takes_blocks) {
            let is_fast = state.pilot.get().is_some_and(|pilot| pilot.is_fast);
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
        self.units = units(self.plan.design.rounds(), instances, streamed, single);
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
            !(self.is_recorded)(self.plan.slot(self.number, instance, strategy, round))
        };
        let places = self.orders[round as usize][range].iter().copied();
        into.clear();
        into.extend(places.filter(is_pending));
    }
}

/// By contender, whether to time its searches alone, given how its recorded trials were timed. The way of timing can decide which
/// strategy is faster, so a resumed run keeps it: trials are timed alone if most recorded ones of the contender were, or if no
/// recorded one of the corpus was streamed. External solvers that take blocks always get blocks.
fn to_time_alone(contenders: &[Contender], timed: &[TimedTrials]) -> impl Iterator<Item = bool> {
    let takes_blocks = |contender: &Contender| contender.profile.takes_blocks();
    let each = || contenders.iter().zip(timed);
    let others = || each().filter(|(contender, _)| !takes_blocks(contender)).map(|(_, timed)| timed);
    let are_all_alone = others().all(|timed| timed.streamed == 0) && others().any(|timed| timed.alone > 0);
    each().map(move |(contender, timed)| {
        !takes_blocks(contender) && (are_all_alone || timed.alone > timed.streamed)
    })
}

#[cfg(test)]
mod tests {
    use super::super::workload::STRETCH;
    use super::*;
    use crate::plan::{Design, Profile, Searcher, TrialLimits};
    use coverlab_model::{Shape, Sudoku};

    #[test]
    fn what_is_recorded_is_not_pending() {
        const COUNT: usize = STRETCH + 100;
        let instance = |k| PlannedInstance { content_hash: k as u64, ..PlannedInstance::default() };
        let (instances, contenders) = ((0..COUNT).map(instance).collect(), vec![Contender::default()]);
        let corpus = CorpusPlan { name: "c".into(), size: COUNT, contenders, instances };
        let design = Design {
            experiment: "x".into(),
            seed: 1,
            seeds: 1,
            repetitions: 2,
            solutions: None,
            limits: TrialLimits::default(),
        };
        let plan = Plan { design, corpora: vec![corpus] };
        let mut workload = Workload::new(Vec::new(), COUNT);
        (0..COUNT).for_each(|_| workload.add(Sudoku::empty(Shape::NINE), None));
        workload.shuffle("c", 1);
        // In repetition 0, every third instance is recorded.
        let recorded = |slot: usize| slot.is_multiple_of(2) && (slot / 2).is_multiple_of(3);
        let started = |timed| CorpusRun::new(&plan, 0, &workload, Box::new(recorded), &[timed]);
        let run = started(TimedTrials::default());
        let is_recorded = |repeat: u32, place: u32| {
            let instance = workload.numbers[place as usize] as usize;
            recorded(plan.slot(0, instance, 0, repeat))
        };
        for (repeat, order) in run.orders.iter().enumerate() {
            let is_pending = |at: usize| !is_recorded(repeat as u32, order[at]);
            for range in [0..COUNT, 0..500, 0..501, 499..COUNT, COUNT..COUNT] {
                let mut pending = vec![7];
                run.pending(0, repeat as u32, range.clone(), &mut pending);
                assert!(range.filter(|&at| is_pending(at)).map(|at| order[at]).eq(pending));
            }
        }
        for (alone, is_streamed) in [(0, true), (9, false)] {
            let mut next = started(TimedTrials { streamed: 0, alone });
            next.strategies[0].set_pilot(PilotResult { mean_ns: 5, is_fast: true });
            next.choose_units();
            assert_eq!(
                (next.strategies[0].is_streamed, next.strategies[0].mean_ns()),
                (is_streamed, Some(5))
            );
        }
    }

    #[test]
    fn trials_to_come_are_timed_as_the_recorded_ones() {
        let taking_blocks = Profile { searcher: Searcher::ExternalWithBlocks, ..Profile::default() };
        let contenders = [Profile::default(), Profile::default(), taking_blocks]
            .map(|profile| Contender { profile, ..Contender::default() });
        // By contender, the numbers of streamed trials and of those timed alone.
        let of = |timed: [(u64, u64); 3]| {
            let timed = timed.map(|(streamed, alone)| TimedTrials { streamed, alone });
            to_time_alone(&contenders, &timed).collect::<Vec<_>>()
        };
        assert_eq!(of([(0, 0); 3]), [false, false, false], "nothing is recorded");
        assert_eq!(of([(9, 1), (0, 0), (0, 0)]), [false, false, false]);
        assert_eq!(of([(9, 1), (1, 9), (0, 0)]), [false, true, false], "heavy tails");
        assert_eq!(
            of([(0, 9), (0, 0), (0, 0)]),
            [true, true, false],
            "an added strategy is timed as the other one"
        );
        assert_eq!(
            of([(0, 9), (0, 0), (9, 0)]),
            [true, true, false],
            "blocks of an external solver say nothing"
        );
    }
}
