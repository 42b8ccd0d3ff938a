//! `frontier-cover`: counts covers by a sweep over the items that keeps only the states of the frontier.
//!
//! **Origin.** The transfer-matrix method of statistical mechanics. As a search over the items of a problem
//! in a fixed order: J. Kawahara, T. Inoue, H. Iwashita and S. Minato, *Frontier-Based Search for Enumerating
//! All Constrained Subgraphs with Compressed Representation*, 2017.
//!
//! **Idea.** `zdd-cover` stores every state, because it may be met again. If the items are covered in a fixed
//! order, equal states only meet at the same position. A state is then one bit for each item of the
//! *frontier*: the later items that an earlier option may have covered. So the search proceeds by layers. A
//! layer has the states at one position, each with the number of ways that lead to it. The next layer is made
//! by trying the options of a few items; equal states add their numbers, and the previous layer is discarded.
//! There is no diagram in the end, only the number, so covers cannot be drawn at random.
//!
//! **The order** is decisive. The candidates are the given order, orders that start at some item and always
//! take the item that opens the fewest others, and orders by the distance from a start item. The order with the least
//! sum of 2^w over all positions wins, where w is the width of the frontier. Secondary items, and each color of one,
//! have bits too.
//!
//! **Where to merge.** States enter a table only where many can meet, that is where the frontier is narrow:
//! after each row of a Latin square, for example, not within it. Between two such positions plain
//! backtracking extends a state. This is most of the gain: in the middle of a row there are many times as
//! many states, and few of them are equal.
//!
//! **Numbers** have as many words as they need: a layer in which one overflows is computed again with one
//! word more.
//!
//! **Threads** share the states. A layer has a table for each range of hashes. Each thread collects its
//! states by table, until there are enough to justify taking a lock.
//!
//! **Memory.** A layer that does not fit is computed in parts, and each part is followed to the end before
//! the next; states that parts have in common are searched once for each.
//!
//! **Cost.** Reduced Latin squares of order 8 (535 281 401 856) take 169 seconds on two threads of a Zen 5
//! (308 of CPU time), 255 (484) on two of an Emerald Rapids, and 4.5 GB, for 10.7 billion nodes. Most of the
//! time is the search within blocks, a quarter the tables. CPU time on a Zen 3 shared with other processes:
//! reduced Latin squares of order 7 take 0.27 seconds, where `zdd-cover` takes 17 and `bit-cover` 14; Latin
//! squares of order 5 take 3.9 milliseconds, against 19 and 57; dominoes on 8x8 take 0.5 milliseconds, as
//! with the diagram.
//!
//! **What did not work.** Merging only where the frontier is narrower than on both sides: a frontier that
//! only shrinks, as in matchings of a complete graph, was never merged, which took seven times as long for 22
//! vertices.
//!
//! **Where others are better.** There is no look-ahead: a dead end is found when the order reaches it. Queens
//! and Langford pairs, whose states are met once, take five to ten times as long as with `bit-cover`.
//! Pentominoes, whose pieces come late in any order, take more than 20 seconds instead of 0.04 (8x8).
//! Components that arise during the sweep are not detected: `model-count` does that.

mod block;
mod item_orders;
mod layer;
mod merge;
mod plan;
mod sweep;
mod tables;
#[cfg(test)]
mod tests;

use crate::dancing_cells::DancingCells;
use crate::support::few::first_few;
use crate::support::memory_limit;
use coverlab_model::{
    About, Cover, CoverSize, ExactCover, Flow, Natural, Observer, ParallelAnswer, Parameter, Purpose,
    Refusal, SingleThread, Stop, Strategy, ThreadGroup, Values, forward,
};
use item_orders::orders;
use plan::Order;
use std::ops::ControlFlow;
use sweep::{NESTED, Sweep};
use tables::Tables;

/// The strategy, with its parameter.
#[derive(Clone)]
pub(crate) struct FrontierCover {
    most_bytes: usize,
}

impl Default for FrontierCover {
    fn default() -> Self {
        FrontierCover { most_bytes: 1 << 30 }
    }
}

/// The maximum number of words of a state.
const WORDS: usize = 16;

impl Strategy for FrontierCover {
    type Problem = ExactCover;
    type Scratch = <DancingCells as Strategy>::Scratch;

    const ABOUT: About = About {
        name: "frontier-cover",
        purpose: Purpose::Fast,
        sentence: "Counts covers by a sweep over the items that keeps the states of the frontier only",
        source: "Kawahara, Inoue, Iwashita and Minato, Frontier-Based Search, 2017; the transfer-matrix method",
        node: "an option added to a state of the frontier, or to a partial cover that follows from one",
        complete: true,
        interruptible: true,
        events: &[],
        parameters: &[Parameter {
            name: "memory",
            meaning: "maximum memory for states, in MiB",
            values: Values::Integer(1, 1 << 20),
            default: "1024",
        }],
        note: "If covers are to be listed, or a state would be too wide, it uses dancing-cells. No multiplicities.",
    };

    fn set(&mut self, _parameter: &str, value: &str) {
        self.most_bytes = memory_limit(value);
    }

    fn accepts(&self, problem: &ExactCover) -> Result<(), Refusal> {
        Refusal::multiplicities(problem)
    }

    fn bytes(&self, size: CoverSize) -> u64 {
        // The states have their own memory limit.
        DancingCells::default().bytes(size).saturating_mul(2)
    }

    fn solve(
        &self,
        problem: &ExactCover,
        seed: u64,
        scratch: &mut Self::Scratch,
        observer: &mut impl Observer<ExactCover>,
    ) -> Flow {
        let known = match first_few(&DancingCells::default(), problem, seed, scratch, observer) {
            Ok(known) => known,
            Err(flow) => return flow,
        };
        let Some(mut sweepable) = Sweepable::new(problem, self.most_bytes) else {
            let mut rest = SkipReported { known, to: observer };
            return DancingCells::default().solve(problem, seed, scratch, &mut rest);
        };
        let mut all = sweepable.count(&mut SingleThread(&mut *observer))?;
        all -= known;
        observer.solutions(&all)
    }

    fn solve_together(
        &self,
        problem: &ExactCover,
        _seed: u64,
        _scratch: &mut Self::Scratch,
        group: &mut impl ThreadGroup<ExactCover>,
    ) -> ParallelAnswer<Self> {
        let Some(mut sweepable) = Sweepable::new(problem, self.most_bytes) else {
            return ParallelAnswer::InParts(self.clone());
        };
        ParallelAnswer::Done(match sweepable.count(group) {
            ControlFlow::Break(stop) => Flow::Break(stop),
            ControlFlow::Continue(all) => group.alone(|observer| observer.solutions(&all)),
        })
    }
}

/// An instance, and the order of its sweep.
pub(crate) struct SweepOrder<'a> {
    problem: &'a ExactCover,
    order: Order,
    /// The logarithm to base 2 of the number of possible states.
    pub(crate) promise: f64,
}

impl<'a> SweepOrder<'a> {
    /// Chooses the best of several orders.
    pub(crate) fn best(problem: &'a ExactCover) -> SweepOrder<'a> {
        let (promise, order) = Order::best(problem, &orders(problem));
        SweepOrder { problem, order, promise }
    }

    /// Creates a sweep with at most `most_bytes` for states, which may split up to `nested` layers if they do
    /// not fit; `None` if a state is too wide.
    pub(crate) fn sweep(&self, most_bytes: usize, nested: usize) -> Option<Sweepable> {
        let plan = self.order.plan(self.problem);
        Some(match plan.slots.div_ceil(64) {
            0 | 1 => Sweepable::One(Sweep::new(Tables::new(&plan), most_bytes, nested)),
            2 => Sweepable::Two(Sweep::new(Tables::new(&plan), most_bytes, nested)),
            3 | 4 => Sweepable::Four(Sweep::new(Tables::new(&plan), most_bytes, nested)),
            5..=WORDS => Sweepable::Many(Sweep::new(Tables::new(&plan), most_bytes, nested)),
            _ => return None,
        })
    }
}

/// The sweep of an instance, for any width of its states.
pub(crate) enum Sweepable {
    One(Sweep<1>),
    Two(Sweep<2>),
    Four(Sweep<4>),
    Many(Sweep<WORDS>),
}

impl Sweepable {
    /// Creates a sweep in the best order found, with at most `most_bytes` for states; `None` if a state is
    /// too wide.
    fn new(problem: &ExactCover, most_bytes: usize) -> Option<Sweepable> {
        SweepOrder::best(problem).sweep(most_bytes, NESTED)
    }

    /// Continues until the total work reaches about this amount; returns the number of covers if the sweep
    /// ends, or [`Stop::Stuck`] if one state takes more work than `most`.
    pub(crate) fn turn(
        &mut self,
        until: u64,
        most: u64,
        group: &mut impl ThreadGroup<ExactCover>,
    ) -> Result<Option<Natural>, Stop> {
        match self {
            Sweepable::One(sweep) => sweep.turn(until, most, group),
            Sweepable::Two(sweep) => sweep.turn(until, most, group),
            Sweepable::Four(sweep) => sweep.turn(until, most, group),
            Sweepable::Many(sweep) => sweep.turn(until, most, group),
        }
    }

    /// A lower bound on the total work.
    pub(crate) fn least(&self) -> f64 {
        match self {
            Sweepable::One(sweep) => sweep.least(),
            Sweepable::Two(sweep) => sweep.least(),
            Sweepable::Four(sweep) => sweep.least(),
            Sweepable::Many(sweep) => sweep.least(),
        }
    }

    /// The average number of ways that lead to a state of the current layer. A search would visit each state
    /// that often.
    pub(crate) fn ways(&self) -> f64 {
        match self {
            Sweepable::One(sweep) => sweep.ways(),
            Sweepable::Two(sweep) => sweep.ways(),
            Sweepable::Four(sweep) => sweep.ways(),
            Sweepable::Many(sweep) => sweep.ways(),
        }
    }

    /// The number of covers.
    fn count(&mut self, group: &mut impl ThreadGroup<ExactCover>) -> ControlFlow<Stop, Natural> {
        group.alone(|observer| observer.node(0))?;
        match self.turn(u64::MAX, u64::MAX, group) {
            Ok(all) => ControlFlow::Continue(all.expect("a sweep without an end to its work")),
            Err(stop) => ControlFlow::Break(stop),
        }
    }
}

/// Skips the covers that were reported before: the search finds them again first, in the same order.
struct SkipReported<O> {
    known: u64,
    to: O,
}

impl<O: Observer<ExactCover>> Observer<ExactCover> for SkipReported<O> {
    const WATCHES: bool = O::WATCHES;

    forward!(self => self.to; ExactCover: start node unwatched entered poll ahead limits chose count step);
    forward!(self => self.to; ExactCover: only_counts will_only_count solutions partial);
    forward!(self => self.to; ExactCover: branch follows_branches);

    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> Cover) -> Flow {
        if self.known > 0 {
            self.known -= 1;
            return Flow::Continue(());
        }
        self.to.solution(build)
    }
}
