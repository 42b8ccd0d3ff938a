//! The state of a stage while it runs: the trials done, the pace of each strategy, the next piece of work.

use super::bench::Bench;
use super::units::{LARGEST_BLOCK, Unit, order, piece, pieces_of_unit, streamed_unit, units};
use crate::corpus::generator;
use crate::kind::Kind;
use crate::plan::{CorpusPlan, Plan};
use coverlab_model::pool::lock;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, OnceLock};
use std::time::Duration;

/// Below this mean time a strategy is timed by the block.
pub(super) const STREAM_BELOW_NS: u64 = 100_000;
/// A streamed block is searched in batches of this many instances: few enough that the outcomes of one are still in
/// the cache when the referee looks at them, and enough that a search of many side by side is not often short
/// of work.
pub(super) const BATCH: usize = 1024;

/// A stage at work.
pub(super) struct Running<'a, P: Kind> {
    pub(super) stage: &'a CorpusPlan,
    pub(super) bench: &'a Bench<P>,
    pub(super) lanes: Vec<LaneState>,
    /// Per round, the order in which instances are taken: their places.
    pub(super) orders: Vec<Vec<u32>>,
    paces: &'a Paces,
    next_pilot: AtomicUsize,
    pilots: Mutex<usize>,
    piloted: Condvar,
    units: OnceLock<Vec<Unit>>,
    next_unit: AtomicUsize,
}

/// The state of a lane.
pub(super) struct LaneState {
    /// By round and place: recorded by an earlier start. Empty: nothing is.
    done: Vec<bool>,
    instances: usize,
    /// The pace found by the pilot.
    pace: OnceLock<Pace>,
    /// Whether its blocks are timed one by one though its pace is that of streams.
    heavy: AtomicBool,
    /// Whether it is timed one by one because another lane is.
    with_others: AtomicBool,
    /// Trials run here, and their CPU time in nanoseconds.
    count: AtomicU64,
    spent: AtomicU64,
    missing: AtomicU64,
}

/// How fast a lane is, before its first trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    /// CPU time of a search, in nanoseconds; a search that takes long is cut short.
    pub(super) mean_ns: u64,
    /// Whether it is timed by the block: in which units the lane takes part.
    pub(super) streamed: bool,
}

/// The paces found so far in a run, by corpus and lane: a corpus that is run part by part has one pilot.
pub(super) type Paces = Mutex<HashMap<(String, String), Pace>>;

/// A pilot under way. Others wait for its end, which comes even if the pilot's thread breaks down.
pub(super) struct Flight<'a> {
    pilots: &'a Mutex<usize>,
    piloted: &'a Condvar,
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        *lock(self.pilots) -= 1;
        self.piloted.notify_all();
    }
}

impl LaneState {
    /// The state of a lane with `instances` and `trials`; `done`: see there.
    fn new(instances: usize, trials: usize, done: Vec<bool>) -> LaneState {
        let missing = (trials - done.iter().filter(|d| **d).count()) as u64;
        LaneState {
            pace: OnceLock::new(),
            heavy: AtomicBool::new(false),
            with_others: AtomicBool::new(false),
            count: AtomicU64::new(0),
            spent: AtomicU64::new(0),
            missing: AtomicU64::new(missing),
            done,
            instances,
        }
    }

    /// Whether an earlier start has recorded the trial.
    fn is_recorded(&self, round: u32, place: u32) -> bool {
        !self.done.is_empty() && self.done[round as usize * self.instances + place as usize]
    }

    /// `count` trials took `ns` of CPU time.
    pub(super) fn note(&self, count: usize, ns: u64) {
        self.count.fetch_add(count as u64, Relaxed);
        self.spent.fetch_add(ns, Relaxed);
        self.missing.fetch_sub(count as u64, Relaxed);
    }

    /// Whether its blocks are solved as one.
    pub(super) fn is_streamed(&self) -> bool {
        self.in_streams() && !self.heavy.load(Relaxed)
    }

    /// Whether it takes part in the units of streamed lanes.
    pub(super) fn in_streams(&self) -> bool {
        self.pace.get().is_some_and(|pace| pace.streamed) && !self.with_others.load(Relaxed)
    }

    /// Whether its pace is known.
    pub(super) fn has_pace(&self) -> bool {
        self.pace.get().is_some()
    }

    /// From now on its instances are solved one by one.
    pub(super) fn stop_streaming(&self) {
        self.heavy.store(true, Relaxed);
    }

    /// CPU time spent so far, in nanoseconds.
    pub(super) fn spent(&self) -> u64 {
        self.spent.load(Relaxed)
    }

    /// Mean CPU time of a trial so far, in nanoseconds.
    pub(super) fn mean(&self) -> Option<u64> {
        self.spent().checked_div(self.count.load(Relaxed)).or_else(|| Some(self.pace.get()?.mean_ns))
    }

    /// CPU time that the missing trials will take at the mean so far.
    fn left(&self) -> Option<Duration> {
        let missing = self.missing.load(Relaxed);
        if missing == 0 { Some(Duration::ZERO) } else { Some(Duration::from_nanos(self.mean()? * missing)) }
    }
}

impl<'a, P: Kind> Running<'a, P> {
    /// A stage of which the trials in slots that are `is_done` need not be run; `None`: all are run.
    pub(super) fn new(
        plan: &Plan,
        stage: &'a CorpusPlan,
        bench: &'a Bench<P>,
        is_done: Option<&dyn Fn(usize) -> bool>,
        paces: &'a Paces,
    ) -> Self {
        let (instances, rounds) = (stage.instances.len(), plan.rounds());
        let trials = instances * rounds as usize;
        let lane = |lane: usize| {
            let Some(is_done) = is_done else {
                return LaneState::new(instances, trials, Vec::new());
            };
            let done = (0..rounds).flat_map(|round| {
                let slot = move |&i: &u32| stage.slot(rounds, i as usize, lane, round);
                bench.instances().iter().map(move |i| is_done(slot(i)))
            });
            LaneState::new(instances, trials, done.collect())
        };
        let order = |round: u32| {
            let mut random = generator(&["order", &stage.corpus, &round.to_string()], plan.seed);
            order(instances, round, &mut random)
        };
        let lanes: Vec<LaneState> = (0..stage.lanes.len()).map(lane).collect();
        for (state, lane) in lanes.iter().zip(&stage.lanes) {
            let known = lock(paces).get(&(stage.corpus.clone(), lane.key.clone())).copied();
            known.map(|pace| state.pace.set(pace));
        }
        Running {
            stage,
            bench,
            lanes,
            paces,
            orders: (0..rounds).map(order).collect(),
            next_pilot: AtomicUsize::new(0),
            pilots: Mutex::new(stage.lanes.len()),
            piloted: Condvar::new(),
            units: OnceLock::new(),
            next_unit: AtomicUsize::new(0),
        }
    }

    /// The next lane without a pilot; it counts as having had it when the second value is dropped.
    pub(super) fn next_pilot(&self) -> Option<(usize, Flight<'_>)> {
        let lane = self.next_pilot.fetch_add(1, Relaxed);
        (lane < self.lanes.len()).then(|| (lane, Flight { pilots: &self.pilots, piloted: &self.piloted }))
    }

    /// Waits until every lane has had its pilot.
    pub(super) fn wait_for_pilots(&self) {
        let mut pilots = lock(&self.pilots);
        while *pilots > 0 {
            pilots = self.piloted.wait(pilots).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }

    /// A pilot has found the pace of a lane.
    pub(super) fn found(&self, lane: usize, pace: Pace) {
        let _ = self.lanes[lane].pace.set(pace);
        lock(self.paces).insert((self.stage.corpus.clone(), self.stage.lanes[lane].key.clone()), pace);
    }

    /// The next piece of work. Every lane must have had its pilot.
    pub(super) fn next_unit(&self) -> Option<&Unit> {
        let units = self.units.get_or_init(|| {
            self.choose_mode();
            let batched = (0..self.lanes.len()).any(|lane| self.bench.is_batched(lane));
            let instances = self.stage.instances.len();
            let streamed = self.means(true).min().map(|fastest| streamed_unit(fastest, instances));
            let streamed = if batched { Some(LARGEST_BLOCK) } else { streamed };
            let single = self.means(false).min().map(|fastest| {
                let piece = piece(fastest, instances);
                (piece, pieces_of_unit(piece, self.means(false).sum()))
            });
            units(self.orders.len() as u32, instances, streamed, single)
        });
        units.get(self.next_unit.fetch_add(1, Relaxed))
    }

    /// One mode for all lanes, since what is compared must be timed alike: they are streamed if all are fast. A program
    /// that solves the instances of a block by one process is streamed in any case.
    fn choose_mode(&self) {
        let lanes = || self.lanes.iter().enumerate().filter(|(at, _)| !self.bench.is_batched(*at));
        if lanes().any(|(_, lane)| lane.has_pace() && !lane.in_streams()) {
            lanes().for_each(|(_, lane)| lane.with_others.store(true, Relaxed));
        }
    }

    fn means(&self, streamed: bool) -> impl Iterator<Item = u64> {
        self.lanes.iter().filter(move |lane| lane.in_streams() == streamed).filter_map(LaneState::mean)
    }

    /// The places of the pending instances of a lane within a range of an order.
    pub(super) fn pending(&self, lane: usize, round: u32, range: Range<usize>, into: &mut Vec<u32>) {
        let state = &self.lanes[lane];
        let order = &self.orders[round as usize][range];
        into.clear();
        match state.done[..] {
            [] => into.extend_from_slice(order),
            _ => into.extend(order.iter().copied().filter(|&place| !state.is_recorded(round, place))),
        }
    }

    /// CPU time still to spend, as far as lanes have been tried.
    pub(super) fn left(&self) -> Duration {
        self.lanes.iter().filter_map(LaneState::left).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::STRETCH;
    use super::*;
    use crate::plan::{Contender, Limits, PlannedInstance, Profile};
    use coverlab_model::{Shape, Sudoku};

    #[test]
    fn what_is_recorded_is_not_pending() {
        const COUNT: usize = STRETCH + 100;
        let lane = Contender {
            label: "x".into(),
            strategy: "x".into(),
            params: String::new(),
            via: String::new(),
            profile: Profile { enforcer: "cooperative".into(), counts: Vec::new() },
            key: "3".into(),
        };
        let instance =
            |k| PlannedInstance { name: format!("i{k}").into(), isomorph: 0, content: k as u64, count: None };
        let list = (0..COUNT).map(instance).collect();
        let stage = CorpusPlan::new("c".into(), list, vec![lane]);
        let mut bench = Bench::new(Vec::new(), COUNT);
        (0..COUNT).for_each(|_| bench.add(Sudoku::empty(Shape::NINE), None));
        bench.shuffle(0, "c", 1);
        let plan = Plan {
            experiment: "x".into(),
            seed: 1,
            other_seeds: Vec::new(),
            seeds: 1,
            isomorphs: 1,
            repetitions: 2,
            solutions: Some(2),
            limits: Limits::default(),
            stages: Vec::new(),
        };
        // In repetition 0, every third instance is recorded.
        let recorded = |slot: usize| slot.is_multiple_of(2) && (slot / 2).is_multiple_of(3);
        for recorded in [None, Some(&recorded as &dyn Fn(usize) -> bool)] {
            let paces = Paces::default();
            let running = Running::new(&plan, &stage, &bench, recorded, &paces);
            let is_recorded = |repeat: u32, place: u32| {
                let instance = bench.instances()[place as usize] as usize;
                recorded.is_some_and(|recorded| recorded(stage.slot(2, instance, 0, repeat)))
            };
            for (repeat, order) in running.orders.iter().enumerate() {
                let is_pending = |at: usize| !is_recorded(repeat as u32, order[at]);
                for range in [0..COUNT, 0..500, 0..501, 499..COUNT, COUNT..COUNT] {
                    let mut pending = vec![7];
                    running.pending(0, repeat as u32, range.clone(), &mut pending);
                    assert!(range.filter(|&at| is_pending(at)).map(|at| order[at]).eq(pending));
                }
            }
            let pace = Pace { mean_ns: 5, streamed: true };
            running.found(0, pace);
            assert!(running.lanes[0].is_streamed() && running.lanes[0].mean() == Some(5));
            let next = Running::new(&plan, &stage, &bench, recorded, &paces);
            assert_eq!(next.lanes[0].pace.get(), Some(&pace), "one pilot for all parts of a corpus");
            let before = if recorded.is_some() { COUNT.div_ceil(3) } else { 0 };
            assert_eq!(running.lanes[0].missing.load(Relaxed), (2 * COUNT - before) as u64);
        }
    }
}
