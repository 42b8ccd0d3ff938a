//! `frontier-cover`: counts covers by a sweep over the items, which keeps states of the frontier only.
//!
//! **Origin.** The transfer-matrix method of statistical mechanics; as a search over the items of a
//! problem in a fixed order, J. Kawahara, T. Inoue, H. Iwashita and S. Minato, *Frontier-Based Search for
//! Enumerating All Constrained Subgraphs with Compressed Representation*, 2017.
//!
//! **Idea.** `zdd-cover` keeps every state that it has met, lest it be searched again. If the items are
//! taken in a fixed order, states meet only where they stand at the same place, and a state
//! is no more than a bit for each item of the *frontier*: one behind that place which an option before
//! it may have covered. So the search goes on by layers. A layer has the states at one place, each with the number of ways
//! that lead to it; the next is made by trying the options of a few items, states that are equal adding their
//! numbers, and then the layer before is forgotten. No diagram is left, only the number, so there is nothing to
//! draw a cover from.
//!
//! **The order** decides. Tried are the order as given, and orders that begin somewhere and always take the item next
//! that opens the fewest others, or go by the distance from the beginning; the one with the least sum of two to the
//! width of the frontier wins. Secondary items, and each color of one, are bits like others.
//!
//! **Where to merge.** States are put into a table only where many can meet, which is where the frontier is
//! narrow: after each row of a Latin square, say, and not within it. Between two such places a state is searched from
//! by plain backtracking. That is most of what there is to gain: in the middle of a row there are many times as many
//! states, hardly any of them twice.
//!
//! **Numbers** have as many words as they need: a layer in which one overflows is made again with one word more.
//!
//! **Threads** share the states. A layer is a table for each range of hashes; states that a thread reaches wait, sorted by
//! table, until there are enough to be worth a lock.
//!
//! **Memory.** A layer that does not fit is made in parts, and each part is followed to the end
//! before the next; what the parts have in common is searched once for each.
//!
//! **Cost.** Reduced Latin squares of order 8 (535 281 401 856) take 169 seconds on two threads of a Zen 5
//! (308 of CPU time), 255 (484) on those of an Emerald Rapids, and 4.5 GB, for 10.7 billion nodes. Most of
//! the time goes into the search within blocks, a quarter into the tables. CPU time on a Zen 3 with company:
//! reduced Latin squares of order 7 0.27 seconds, where `zdd-cover` takes 17 and `bit-cover` 14; Latin
//! squares of order 5 3.9 milliseconds, for 19 and 57; dominoes on 8x8 0.5 milliseconds, for 0.5 by the
//! diagram.
//!
//! **What did not work.** To merge only where the frontier is narrower than on both sides: a frontier that
//! does nothing but shrink, as in matchings of a complete graph, was never merged, at seven times the time for 22
//! vertices.
//!
//! **What it is not for.** There is no look ahead: a dead end is found when the order comes to it. Queens and Langford
//! pairs, whose states are met once, take five to ten times as long as with `bit-cover`, and pentominoes, whose pieces come late
//! in any order, more than 20 seconds for 0.04 (8x8). Components that arise on the way are not recognised: `component-cover` does that.

mod block;
mod layer;
mod merge;
mod plan;
mod sweep;
mod tables;
#[cfg(test)]
mod tests;

use crate::dancing_cells::DancingCells;
use crate::support::few::first_few;
use crate::support::item_orders::orders;
use coverlab_model::{
    About, Cover, CoverSize, ExactCover, Filter, Filtered, Flow, Item, Natural, Observer, ParallelAnswer,
    Parameter, Purpose, Refusal, SingleThread, Stop, Strategy, ThreadGroup, Values,
};
use plan::Order;
use std::ops::ControlFlow;
use sweep::{NESTED, Sweep};
use tables::Tables;

/// The strategy.
#[derive(Clone)]
pub(crate) struct FrontierCover {
    mebibytes: usize,
}

impl Default for FrontierCover {
    fn default() -> Self {
        FrontierCover { mebibytes: 1024 }
    }
}

/// The most words of a state.
const WORDS: usize = 16;

impl Strategy for FrontierCover {
    type Problem = ExactCover;
    type Scratch = <DancingCells as Strategy>::Scratch;

    const ABOUT: About = About {
        name: "frontier-cover",
        purpose: Purpose::Fast,
        sentence: "Counts covers by a sweep over the items that keeps the states of the frontier only",
        source: "Kawahara, Inoue, Iwashita and Minato, Frontier-Based Search, 2017; the transfer-matrix method",
        node: "an option added to a state of the frontier, or to what followed on one",
        complete: true,
        interruptible: true,
        events: &[],
        parameters: &[Parameter {
            name: "memory",
            meaning: "the most memory for states, in MiB",
            values: Values::Integer(1, 1 << 20),
            default: "1024",
        }],
        note: "Where covers are to be shown, or a state would be too wide, it searches as dancing-cells. No multiplicities.",
    };

    fn set(&mut self, _parameter: &str, value: &str) {
        self.mebibytes = value.parse().expect("a checked number");
    }

    fn accepts(&self, problem: &ExactCover) -> Result<(), Refusal> {
        if problem.has_multiplicities() { Err("has no multiplicities".into()) } else { Ok(()) }
    }

    fn bytes(&self, size: CoverSize) -> u64 {
        // The states have a limit of their own.
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
        let Some(mut sweepable) = Sweepable::new(problem, self.mebibytes << 20) else {
            let mut rest = Filtered { filter: SkipReported { known }, to: observer };
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
        let Some(mut sweepable) = Sweepable::new(problem, self.mebibytes << 20) else {
            return ParallelAnswer::InParts(self.clone());
        };
        ParallelAnswer::Done(match sweepable.count(group) {
            ControlFlow::Break(stop) => Flow::Break(stop),
            ControlFlow::Continue(all) => group.alone(|observer| observer.solutions(&all)),
        })
    }
}

/// An instance and the order of a sweep.
pub(crate) struct SweepOrder<'a> {
    problem: &'a ExactCover,
    order: Order,
    /// The logarithm to base two of the number of states, if all were possible.
    pub(crate) promise: f64,
}

impl<'a> SweepOrder<'a> {
    /// In the best of these orders.
    pub(crate) fn best(problem: &'a ExactCover, orders: &[Vec<Item>]) -> SweepOrder<'a> {
        let (promise, order) = Order::best(problem, orders);
        SweepOrder { problem, order, promise }
    }

    /// A sweep with at most `most_bytes` for states, where `nested` layers may be split if they are not enough; `None` if a
    /// state is too wide.
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

/// The sweep of an instance, whatever the width of its states.
pub(crate) enum Sweepable {
    One(Sweep<1>),
    Two(Sweep<2>),
    Four(Sweep<4>),
    Many(Sweep<WORDS>),
}

impl Sweepable {
    /// A sweep in the best order that was found, with at most `most_bytes` for states; `None` if a state is too wide.
    fn new(problem: &ExactCover, most_bytes: usize) -> Option<Sweepable> {
        SweepOrder::best(problem, &orders(problem)).sweep(most_bytes, NESTED)
    }

    /// Goes on until about so much work was done in all; the number of covers, if that is the end. Gives up, as stuck,
    /// where one state takes more than `most`.
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

    /// A lower estimate of the work that it will take in all.
    pub(crate) fn least(&self) -> f64 {
        match self {
            Sweepable::One(sweep) => sweep.least(),
            Sweepable::Two(sweep) => sweep.least(),
            Sweepable::Four(sweep) => sweep.least(),
            Sweepable::Many(sweep) => sweep.least(),
        }
    }

    /// The ways that lead to a state of the layer that it stands in, on average: how many a search would have for each.
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

/// Leaves out the covers that were reported before: the same search finds the same first.
struct SkipReported {
    known: u64,
}

impl Filter<ExactCover> for SkipReported {
    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> Cover, to: &mut impl Observer<ExactCover>) -> Flow {
        if self.known > 0 {
            self.known -= 1;
            return Flow::Continue(());
        }
        to.solution(build)
    }
}
