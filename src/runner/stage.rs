//! The state of a stage while it runs: what is done, how fast each strategy is, what comes next.

use super::bench::{Bench, STRETCH};
use crate::corpus::generator;
use crate::kind::Kind;
use crate::plan::{Plan, Stage};
use crate::record::Mode;
use coverlab_model::pool::lock;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, OnceLock};
use std::time::Duration;

/// Below this mean time a strategy is timed by the block.
pub(super) const STREAM_BELOW_NS: u64 = 100_000;
/// A corpus with fewer instances is never streamed: its reports show every instance, and a block
/// would give all of its instances the same time.
pub(super) const STREAM_FROM: usize = 256;
/// The least time of a streamed block.
pub(super) const LEAST_BLOCK_NS: u64 = 1_000_000;
/// No block has more instances.
pub(super) const LARGEST_BLOCK: usize = 4096;
/// A streamed block is searched in batches of this many instances: few enough that the outcomes of one are still in
/// the cache when the referee looks at them, and enough that a search of many side by side is not often short
/// of work.
pub(super) const BATCH: usize = 1024;

/// So much is searched between two visits of an instance, where it takes several searches to spend it: the branches of
/// a longer search are more than a predictor remembers.
const APART_NS: u64 = 10_000_000;
/// A unit of lanes that are timed one by one takes no longer, but for a single instance.
const LONGEST_UNIT_NS: u64 = 1_000_000_000;
/// Most instances of such a unit.
const MOST_SINGLE: u64 = 128;

/// A stage at work.
pub(super) struct Running<'a, P: Kind> {
    pub(super) stage: &'a Stage,
    pub(super) bench: &'a Bench<P>,
    pub(super) lanes: Vec<LaneState>,
    /// Per repetition, the order in which instances are taken: their places.
    pub(super) orders: Vec<Vec<u32>>,
    paces: &'a Paces,
    next_pilot: AtomicUsize,
    pilots: Mutex<usize>,
    piloted: Condvar,
    units: OnceLock<Vec<Unit>>,
    next_unit: AtomicUsize,
}

/// What is known of a lane.
pub(super) struct LaneState {
    /// By repetition and place: recorded by an earlier start. Empty: nothing is.
    done: Vec<bool>,
    instances: usize,
    /// What the pilot has found.
    pace: OnceLock<Pace>,
    /// Whether its blocks are timed one by one though its pace is that of streams.
    heavy: AtomicBool,
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

/// The paces found so far in a run, by corpus and lane: what is run part by part has one pilot.
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

/// Work for one worker: a range of an order, for the lanes of one mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) repeat: u32,
    pub(super) range: Range<usize>,
    pub(super) mode: Mode,
}

impl LaneState {
    /// The state of a lane with `instances` and `trials`; `done`: see there.
    fn new(instances: usize, trials: usize, done: Vec<bool>) -> LaneState {
        let missing = (trials - done.iter().filter(|d| **d).count()) as u64;
        LaneState {
            pace: OnceLock::new(),
            heavy: AtomicBool::new(false),
            count: AtomicU64::new(0),
            spent: AtomicU64::new(0),
            missing: AtomicU64::new(missing),
            done,
            instances,
        }
    }

    /// Whether an earlier start has recorded the trial.
    fn is_recorded(&self, repeat: u32, place: u32) -> bool {
        !self.done.is_empty() && self.done[repeat as usize * self.instances + place as usize]
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
        self.pace.get().is_some_and(|pace| pace.streamed)
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
        stage: &'a Stage,
        bench: &'a Bench<P>,
        is_done: Option<&dyn Fn(usize) -> bool>,
        paces: &'a Paces,
    ) -> Self {
        let (instances, repetitions) = (stage.instances.len(), plan.repetitions);
        let trials = instances * repetitions as usize;
        let lane = |lane: usize| {
            let Some(is_done) = is_done else {
                return LaneState::new(instances, trials, Vec::new());
            };
            let done = (0..repetitions).flat_map(|repeat| {
                let slot = move |&i: &u32| stage.slot(repetitions, i as usize, lane, repeat);
                bench.instances().iter().map(move |i| is_done(slot(i)))
            });
            LaneState::new(instances, trials, done.collect())
        };
        let order = |repeat: u32| {
            let mut random = generator(&["order", &stage.corpus, &repeat.to_string()], plan.seed);
            order(instances, repeat, &mut random)
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
            orders: (0..repetitions).map(order).collect(),
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
            let batched = (0..self.lanes.len()).any(|lane| self.bench.is_batched(lane));
            let streamed = self.means(true).min().map(streamed_unit);
            let streamed = if batched { Some(LARGEST_BLOCK) } else { streamed };
            let single = self.means(false).min().map(|fastest| single_unit(fastest, self.means(false).sum()));
            units(self.orders.len() as u32, self.stage.instances.len(), streamed, single)
        });
        units.get(self.next_unit.fetch_add(1, Relaxed))
    }

    fn means(&self, streamed: bool) -> impl Iterator<Item = u64> {
        self.lanes.iter().filter(move |lane| lane.in_streams() == streamed).filter_map(LaneState::mean)
    }

    /// The places of the pending instances of a lane within a range of an order.
    pub(super) fn pending(&self, lane: usize, repeat: u32, range: Range<usize>, into: &mut Vec<u32>) {
        let state = &self.lanes[lane];
        let order = &self.orders[repeat as usize][range];
        into.clear();
        match state.done[..] {
            [] => into.extend_from_slice(order),
            _ => into.extend(order.iter().copied().filter(|&place| !state.is_recorded(repeat, place))),
        }
    }

    /// CPU time still to spend, as far as lanes have been tried.
    pub(super) fn left(&self) -> Duration {
        self.lanes.iter().filter_map(LaneState::left).sum()
    }
}

/// Instances in a unit of streamed lanes of which the fastest takes `mean_ns`: as many as take the least time of a
/// block, and where that is more than a batch, a power of two, so that batches are full.
fn streamed_unit(mean_ns: u64) -> usize {
    let least = LEAST_BLOCK_NS.div_ceil(mean_ns.max(1)) as usize;
    if least > BATCH { least.next_power_of_two().min(LARGEST_BLOCK) } else { least }
}

/// Instances in a unit of lanes that are timed one by one: so many that the fastest, which takes `fastest_ns`, is busy for
/// a while, and not so many that one thread has all the work of the lanes, which take `all_ns` together.
fn single_unit(fastest_ns: u64, all_ns: u64) -> usize {
    let many = (APART_NS / fastest_ns.max(1)).min(LONGEST_UNIT_NS / all_ns.max(1));
    many.clamp(1, MOST_SINGLE) as usize
}

/// The order in which repetition `repeat` goes through the places: stretches in random order, a shorter one
/// at the end. Within a stretch the first repetition goes from place to place, for problems lie in a random
/// order already, and the others draw an order of their own.
fn order(instances: usize, repeat: u32, random: &mut Pcg64Mcg) -> Vec<u32> {
    let mut stretches: Vec<usize> = (0..instances).step_by(STRETCH).collect();
    stretches[..instances / STRETCH].shuffle(random);
    let mut order = Vec::with_capacity(instances);
    for from in stretches {
        let at = order.len();
        order.extend(from as u32..(from + STRETCH).min(instances) as u32);
        if repeat > 0 {
            order[at..].shuffle(random);
        }
    }
    order
}

/// Cuts every repetition into ranges: of `streamed` instances for streamed lanes, with the pieces
/// of `single` instances for the others next to them, so that what is compared is run close
/// together.
fn units(repetitions: u32, instances: usize, streamed: Option<usize>, single: Option<usize>) -> Vec<Unit> {
    let pieces = |range: Range<usize>, size: usize| {
        range.clone().step_by(size).map(move |from| from..(from + size).min(range.end))
    };
    let mut units = Vec::new();
    for repeat in 0..repetitions {
        for range in pieces(0..instances, streamed.unwrap_or(LARGEST_BLOCK)) {
            if streamed.is_some() {
                units.push(Unit { repeat, range: range.clone(), mode: Mode::Stream });
            }
            if let Some(size) = single {
                units.extend(pieces(range, size).map(|range| Unit { repeat, range, mode: Mode::Between }));
            }
        }
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{InstanceList, Lane, Limits, Profile};
    use coverlab_model::{Shape, Sudoku};

    #[test]
    fn an_order_has_every_place_once_and_stretch_by_stretch() {
        let order = |instances, repeat| order(instances, repeat, &mut generator(&["test"], 1));
        for (instances, repeat) in [0, 1, 5, STRETCH, STRETCH + 1].into_iter().zip([0, 1].into_iter().cycle())
        {
            let mut all = order(instances, repeat);
            all.sort_unstable();
            assert!(all.into_iter().eq(0..instances as u32));
        }
        for repeat in 0..2 {
            let long = order(5 * STRETCH + 7, repeat);
            let stretch = |place: &u32| *place as usize / STRETCH;
            let met: Vec<usize> =
                long.chunk_by(|a, b| stretch(a) == stretch(b)).map(|s| stretch(&s[0])).collect();
            assert_eq!((met.len(), met[5]), (6, 5));
            assert!(!met.is_sorted(), "{met:?}");
            let rising = long.windows(2).filter(|pair| pair[0] < pair[1]).count();
            if repeat == 0 {
                assert!(rising > 5 * STRETCH, "{rising}: as they lie");
            } else {
                assert!((4 * STRETCH..7 * STRETCH).contains(&(2 * rising)), "{rising} of {}", long.len());
            }
        }
    }

    #[test]
    fn what_is_recorded_is_not_pending() {
        const COUNT: usize = STRETCH + 100;
        let lane = Lane {
            label: "x".into(),
            strategy: "x".into(),
            params: String::new(),
            via: String::new(),
            profile: Profile { enforcer: "cooperative".into(), counts: Vec::new() },
            key: "3".into(),
        };
        let mut list = InstanceList::default();
        (0..COUNT).for_each(|k| list.push(&format!("i{k}"), k as u64, None));
        let stage = Stage::new("c".into(), list, vec![lane]);
        let mut bench = Bench::new(Vec::new(), COUNT);
        (0..COUNT).for_each(|_| bench.add(Sudoku::empty(Shape::NINE), None));
        bench.shuffle(0, "c", 1);
        let plan = Plan {
            experiment: "x".into(),
            seed: 1,
            other_seeds: Vec::new(),
            repetitions: 2,
            solutions: Some(2),
            limits: Limits::default(),
            stages: Vec::new(),
        };
        // Of repetition 0 every third instance is recorded.
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

    #[test]
    fn units_of_lanes_timed_one_by_one_are_long_for_the_fastest_and_short_for_all() {
        let units = [(1, 5), (100_000, 500_000), (2_000_000, 9_000_000), (20_000_000, 30_000_000)];
        assert_eq!(units.map(|(fastest, all)| single_unit(fastest, all)), [128, 100, 5, 1]);
        assert_eq!(single_unit(1_000, 500_000_000), 2);
    }

    #[test]
    fn units_of_many_have_full_batches() {
        assert_eq!([100_000, 1_000, 980, 977, 976].map(streamed_unit), [10, 1_000, 1_021, 1_024, 2048]);
        assert_eq!([500, 450, 245, 1, 0].map(streamed_unit), [2048, 4096, 4096, 4096, 4096]);
    }

    #[test]
    fn units_cover_every_instance_once_per_mode() {
        for (streamed, single) in [(Some(7), Some(2)), (None, Some(3)), (Some(100), None)] {
            let list = units(2, 20, streamed, single);
            for (mode, size) in [(Mode::Stream, streamed), (Mode::Between, single)] {
                for repeat in 0..2 {
                    let mut seen: Vec<usize> = list
                        .iter()
                        .filter(|u| u.mode == mode && u.repeat == repeat)
                        .flat_map(|u| u.range.clone())
                        .collect();
                    seen.sort_unstable();
                    let all: Vec<usize> = if size.is_some() { (0..20).collect() } else { vec![] };
                    assert_eq!(seen, all);
                }
            }
        }
    }
}
