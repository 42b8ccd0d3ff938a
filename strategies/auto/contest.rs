//! A diagram and a sweep take turns, competing with a search that would enumerate. If both the sweep and
//! the search are hopeless, the covers are counted as models of a formula.
//!
//! Each continues where it paused. The length of a turn is an amount of work, counted in units of about a
//! nanosecond and never taken from a clock, so the same instance and limits always give the same run.

use super::price::Price;
use super::tuning::{
    FINISH_SHARE, FIRST_TURN, HEADSTART, HOPEFUL_REUSE, HOPEFUL_WAYS, HOPELESS, MAX_BYTES, MAX_SWEEP_BYTES,
    MODEL_NODE, MODELS, PROBATION, PROMISING_SHARE, RIVAL_SHARE, STATE, TRIAL_SHARE, TURN_GROWTH,
};
use super::{DIAGRAM, FORMULA, SWEEP, models};
use crate::bit_cover::matrix::Matrix;
use crate::frontier_cover::{SweepOrder, Sweepable};
use crate::support::silent::silently;
use crate::support::simd;
use crate::zdd_cover::{Build, Building, Diagram};
use coverlab_model::{
    Choice, ExactCover, Limits, Natural, Observer, OptionId, Stop, ThreadGroup, forward, memory,
};

/// The memory for one of them, at most `most` bytes: half of the available memory, or a quarter if that is
/// little, since a growing table exists twice for a while.
fn room(most: u64) -> usize {
    let half = memory::available() / 2;
    let room = if half >= MAX_BYTES { half.min(most) } else { half / 2 };
    usize::try_from(room).unwrap_or(usize::MAX)
}

/// The work that the limits of a task allow, if a node takes as much as a state of a sweep.
fn work_within(limits: Limits) -> f64 {
    let time = limits.time.map_or(f64::INFINITY, |time| time.as_nanos() as f64);
    time.min(limits.nodes as f64 * STATE)
}

/// The result of the strategy that finished first.
pub(super) enum Winner {
    /// The diagram, with the instance's numbers of its options.
    Diagram(Diagram, Vec<OptionId>),
    /// The number of covers, and the strategy that counted them.
    Count(Natural, Choice),
}

/// A contest in progress between a diagram and a sweep.
pub(super) struct Contest<'a> {
    problem: &'a ExactCover,
    matrix: &'a Matrix,
    price: Price,
    /// The work at which each one's next turn ends.
    until: f64,
    /// `None` if it ended without an answer, or must not begin.
    diagram: Option<Building<'a>>,
    sweep: Option<LazySweep>,
    /// An approximate upper bound on the work of the sweep, from its order.
    bound: f64,
    /// The work that the limits of the task allow, and the share of it for each strategy.
    limit: f64,
    diagram_share: f64,
    sweep_share: f64,
    /// The strategy that had the last turn.
    pub(super) last: Choice,
    /// The current estimate of the work of the search.
    rival: f64,
}

/// A sweep whose order is computed only when that pays.
enum LazySweep {
    Later,
    Now(Box<Sweepable>),
}

/// The result of a turn.
enum Turn {
    Done(Winner),
    GoesOn,
    /// It would finish too late.
    Rests,
}

impl<'a> Contest<'a> {
    /// Starts a contest, without a sweep unless `may_sweep`.
    pub(super) fn new(problem: &'a ExactCover, matrix: &'a Matrix, price: Price, may_sweep: bool) -> Self {
        let diagram = Some(Building::new(matrix, problem.items() > problem.primary()));
        let sweep = may_sweep.then_some(LazySweep::Later);
        Contest {
            problem,
            matrix,
            price,
            until: FIRST_TURN,
            diagram,
            sweep,
            bound: f64::INFINITY,
            limit: f64::INFINITY,
            diagram_share: TRIAL_SHARE,
            sweep_share: TRIAL_SHARE,
            last: DIAGRAM,
            rival: f64::INFINITY,
        }
    }

    /// The work of each of them so far, at most.
    pub(super) fn work(&self) -> f64 {
        self.until
    }

    /// The share of the limits for a strategy that is expected to take `total` units of work.
    fn share(&self, total: f64, promising: bool) -> f64 {
        match promising {
            _ if total <= self.limit * FINISH_SHARE => FINISH_SHARE,
            true => PROMISING_SHARE,
            false => TRIAL_SHARE,
        }
    }

    /// Continues until one of them finishes, or none is expected to finish before a search of `rival` units
    /// of work, or each has used its share of the limits.
    pub(super) fn hold(
        &mut self,
        rival: f64,
        group: &mut impl ThreadGroup<ExactCover>,
    ) -> Result<Option<Winner>, Stop> {
        self.rival = rival;
        self.limit = work_within(group.alone(|observer| observer.limits()));
        let (mut sweeps, mut builds) = (true, true);
        loop {
            sweeps = sweeps && self.until <= self.limit * self.sweep_share;
            builds = builds && self.until <= self.limit * self.diagram_share;
            if !sweeps && !builds {
                return Ok(None);
            }
            if sweeps {
                self.last = SWEEP;
                match self.sweep(group)? {
                    Turn::Done(winner) => return Ok(Some(winner)),
                    Turn::GoesOn => {}
                    Turn::Rests => sweeps = false,
                }
            }
            // The cost of a sweep has a known bound; the cost of a diagram is unknown until it is built.
            let waits = sweeps && self.until > self.bound * HEADSTART;
            if builds && !waits {
                self.last = DIAGRAM;
                match self.build(group)? {
                    Turn::Done(winner) => return Ok(Some(winner)),
                    Turn::GoesOn => {}
                    Turn::Rests => builds = false,
                }
            }
            self.until *= TURN_GROWTH;
        }
    }

    fn sweep(&mut self, group: &mut impl ThreadGroup<ExactCover>) -> Result<Turn, Stop> {
        let most = self.rival * RIVAL_SHARE;
        if matches!(self.sweep, Some(LazySweep::Later)) {
            if self.until < self.price.layout {
                return Ok(if self.until < most { Turn::GoesOn } else { Turn::Rests });
            }
            let laid = SweepOrder::best(self.problem);
            let first = self.bound.is_infinite();
            self.bound = laid.promise.exp2() * STATE;
            if first && self.bound.min(most) > HOPELESS {
                self.last = FORMULA;
                let nodes = MODELS.min(self.limit * TRIAL_SHARE) / MODEL_NODE;
                if let Some(number) =
                    group.alone(|observer| models::count(self.problem, nodes as u64, observer))?
                {
                    return Ok(Turn::Done(Winner::Count(number, FORMULA)));
                }
                self.last = SWEEP;
            }
            self.sweep_share = self.share(self.bound, false);
            // A sweep with layers in parts would meet the same states repeatedly.
            self.sweep = laid.sweep(room(MAX_SWEEP_BYTES), 0).map(|sweep| LazySweep::Now(Box::new(sweep)));
        }
        let Some(LazySweep::Now(sweep)) = &mut self.sweep else { return Ok(Turn::Rests) };
        let most_per_state = most.min(self.limit * self.sweep_share);
        match sweep.turn(self.until as u64, most_per_state as u64, group) {
            Ok(Some(number)) => return Ok(Turn::Done(Winner::Count(number, SWEEP))),
            Ok(None) => {
                let promising = sweep.ways() >= HOPEFUL_WAYS;
                let hopeful = self.until <= most * PROBATION || promising;
                let worth = hopeful && sweep.least() <= most;
                self.sweep_share = self.share(self.bound, promising);
                return Ok(if worth { Turn::GoesOn } else { Turn::Rests });
            }
            // It starts over for a larger rival.
            Err(Stop::Stuck) => self.sweep = Some(LazySweep::Later),
            Err(Stop::Memory) => self.sweep = None,
            Err(stop) => return Err(stop),
        }
        Ok(Turn::Rests)
    }

    fn build(&mut self, group: &mut impl ThreadGroup<ExactCover>) -> Result<Turn, Stop> {
        let Some(mut building) = self.diagram.take() else { return Ok(Turn::Rests) };
        let until = (self.until / self.price.diagram) as u64;
        let most_bytes = room(MAX_BYTES);
        let done = group.alone(|observer| {
            let observer = &mut OwnBranches(observer);
            let building = &mut building;
            silently(observer, |observer| {
                simd::best(Build { building, fewest: true, most_bytes, until, observer })
            })
        });
        match done {
            Ok(true) => {
                let ids = self.matrix.ids.clone();
                return Ok(Turn::Done(Winner::Diagram(building.diagram, ids)));
            }
            Ok(false) => {}
            Err(Stop::Memory) => return Ok(Turn::Rests),
            Err(stop) => return Err(stop),
        }
        let worth = self.is_worth(&building);
        self.diagram = Some(building);
        Ok(if worth { Turn::GoesOn } else { Turn::Rests })
    }

    /// Whether a diagram is expected to finish before the search, or may be later. Updates the estimate of
    /// the search from the states of the diagram, which record how many nodes the search would have below
    /// them. Both estimates shrink in the same way as the work proceeds, so an old one must not be compared
    /// with a new one.
    fn is_worth(&mut self, building: &Building<'_>) -> bool {
        let Some(promise) = building.promise() else { return self.until <= self.rival * RIVAL_SHARE };
        let gain = building.gain();
        self.diagram_share = self.share(promise * self.price.diagram, false);
        self.rival = promise * gain * self.price.search();
        let most = self.rival * RIVAL_SHARE;
        let hopeful = self.until <= most * PROBATION || building.reuse() >= HOPEFUL_REUSE;
        self.price.diagram < gain * self.price.search() || self.until <= most && hopeful
    }
}

/// Hides the branches of a diagram, which are not those of the search whose progress is shown.
struct OwnBranches<O>(O);

impl<O: Observer<ExactCover>> Observer<ExactCover> for OwnBranches<O> {
    const WATCHES: bool = O::WATCHES;

    forward!(self => self.0; ExactCover: start node unwatched entered poll ahead limits chose count step);
    forward!(self => self.0; ExactCover: solution only_counts will_only_count solutions partial);

    #[inline(always)]
    fn branch(&mut self, _depth: usize, _index: usize, _of: usize) {}
    #[inline(always)]
    fn follows_branches(&self) -> bool {
        false
    }
}
