//! `component-cover`: counts covers by components, each component once.
//!
//! **Origin.** For formulas: R. J. Bayardo and J. D. Pehoushek, *Counting Models Using Connected Components*,
//! 2000, and with cached counts T. Sang et al., *Combining Component Caching and Clause Learning for
//! Effective Model Counting*, 2004. For exact covers: L. Fang, Y. Luo, D. Li, X. Huang and Q. Guan, *A
//! Parallel Approach to Counting Exact Covers Based on Decomposability Property*, 2026 (DXD). Elimination
//! trees are known from sparse matrices.
//!
//! **Idea.** If no live option connects two groups of remaining items, their counts multiply. So the search
//! caches components instead of states as in `zdd-cover`. A component is its remaining items, and with
//! secondary items also its live options. Each is counted once. Two arms of a board with a thousand states
//! each are two thousand components, but a million states.
//!
//! **The order** of the items is as decisive as in `frontier-cover`, and chosen among the same candidates. It
//! fixes the possible components in advance: each item is the root of the items that options connect with it
//! when the items before it are covered. These form a tree. Components with the same root differ only in
//! lower items that an option above the root may have covered. Two to the number of these items, summed over
//! all items, is the predicted work; the order with the least wins. Items are numbered so that those below an
//! item follow it. So the remaining items are split by cutting a bit row repeatedly at the end of its first
//! item, without a graph traversal.
//!
//! **The rest** is a search with sparse sets of options, as in `dancing-cells`; an item with one option left
//! is covered at once.
//!
//! **Memory.** Counts are in a log that overwrites its oldest entries when it is full. An overwritten
//! component is counted again: with 1 MiB, Latin squares of order 5 take 31 milliseconds instead of 19.
//! Tilings suffer more, because one lost component leads to many others: dominoes on 12x12 take 5
//! milliseconds with 600 kB, and with 300 kB are not finished after 200 times as many nodes. There, rewriting
//! an entry when it is used gains nothing, and keeping the oldest entries instead takes more nodes. Besides
//! the log, the keys of the components in progress take at most one bit per pair of items in all, plus one
//! per item and option if there are secondary items.
//!
//! **Cost.** Milliseconds of CPU time, medians of three on an Emerald Rapids by `coverlab solve --count`;
//! boards for dominoes, the first six from `experiments/peers/branches.py`:
//!
//! | | nodes | `component-cover` | `frontier-cover` | `zdd-cover` |
//! |---|---|---|---|---|
//! | `comb 6 6 12` | 71 883 | 26 | 35 | over 8000 |
//! | `rooms 4 6` | 17 034 | 9.0 | 7.0 | over 8000 |
//! | `rooms 6 6` | 326 490 | 154 | 72 | over 8000 |
//! | `tree 4 3 8` | 7977 | 8.4 | 95 | over 8000 |
//! | `tree 6 3 12` | 160 154 | 72 | over 8000 | over 8000 |
//! | `tree 4 5 8` | 43 401 | 18 | over 8000 | over 8000 |
//! | 8x8 | 867 | 0.39 | 0.32 | 0.35 |
//! | 16x16 | 367 309 | 108 | 92 | 761 |
//! | matchings of a cube of 5 dimensions | 9798 | 2.1 | 0.67 | 3.4 |
//! | matchings of a complete graph of 18 | 30 611 | 11 | 5.6 | 2.1 |
//! | Latin squares of order 5 | 54 974 | 19 | 4.8 | 12 |
//! | Langford pairs 8 | 3479 | 1.9 | 0.83 | 0.33 |
//!
//! With `components=together`, `tree 6 3 12` is not finished after 117 times as many nodes. On boards with
//! many cells, trying the orders takes much of the time.
//!
//! **Where others are better.** If the frontier is a line, a sweep has the same states with less work for
//! each. Queens, Langford pairs and pentominoes have one component, and suffer from the fixed order of items.
//!
//! **What did not work.** Searching for components after each choice, choosing the item with the fewest
//! options, and orders by nested dissection. More is in docs/STRATEGY-NOTES.md.

mod elimination_tree;
mod keys;
mod memo;
mod numbers;
mod search;
mod sets;
#[cfg(test)]
mod tests;

use crate::dancing_cells::DancingCells;
use crate::support::few::first_few;
use crate::support::item_orders::orders;
use crate::support::memory_limit;
use coverlab_model::{
    About, CoverSize, ExactCover, Flow, Item, Natural, Observer, Parameter, Purpose, Refusal, Stop, Strategy,
    Values,
};
use elimination_tree::Order;
use search::Search;
use sets::Sets;

/// The strategy, with its parameters.
#[derive(Clone)]
pub(crate) struct ComponentCover {
    apart: bool,
    most_bytes: usize,
}

impl Default for ComponentCover {
    fn default() -> Self {
        ComponentCover { apart: true, most_bytes: 1 << 30 }
    }
}

impl Strategy for ComponentCover {
    type Problem = ExactCover;
    type Scratch = <DancingCells as Strategy>::Scratch;

    const ABOUT: About = About {
        name: "component-cover",
        purpose: Purpose::Fast,
        sentence: "Counts covers by independent components, each counted once, and multiplies the counts",
        source: "Bayardo and Pehoushek, Counting Models Using Connected Components, 2000; Fang et al., DXD, 2026",
        node: "an option taken in a component that is not in the cache",
        complete: true,
        interruptible: true,
        events: &[],
        parameters: &[
            Parameter {
                name: "components",
                meaning: "whether to count components separately, or together as one state",
                values: Values::OneOf(&["apart", "together"]),
                default: "apart",
            },
            Parameter {
                name: "memory",
                meaning: "maximum memory for counts of components, in MiB",
                values: Values::Integer(1, 1 << 20),
                default: "1024",
            },
        ],
        note: "If covers are to be listed, it uses dancing-cells. No multiplicities.",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        match parameter {
            "components" => self.apart = value == "apart",
            _ => self.most_bytes = memory_limit(value),
        }
    }

    fn accepts(&self, problem: &ExactCover) -> Result<(), Refusal> {
        Refusal::multiplicities(problem)
    }

    fn bytes(&self, size: CoverSize) -> u64 {
        // The counts have their own memory limit; each component in progress has a key.
        let bits = (size.items as u64).saturating_add(size.options as u64);
        let keys = (size.items as u64).saturating_mul(bits) / 8;
        DancingCells::default().bytes(size).saturating_mul(2).saturating_add(keys)
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
        match self.count(problem, observer) {
            Ok(mut all) => {
                all -= known;
                observer.solutions(&all)
            }
            Err(stop) => Flow::Break(stop),
        }
    }
}

impl ComponentCover {
    /// The number of covers.
    fn count(&self, problem: &ExactCover, observer: &mut impl Observer<ExactCover>) -> Result<Natural, Stop> {
        ComponentOrder::best(problem, &orders(problem), self.apart).count(self.most_bytes, observer)
    }
}

/// An instance, and the order in which its items are covered.
pub(crate) struct ComponentOrder<'a> {
    problem: &'a ExactCover,
    order: Order,
    /// An upper bound on the number of components, if there are no colors.
    pub(crate) promise: f64,
}

impl<'a> ComponentOrder<'a> {
    /// Chooses the best of these orders. Unless `apart`, everything is treated as one component.
    pub(crate) fn best(problem: &'a ExactCover, orders: &[Vec<Item>], apart: bool) -> ComponentOrder<'a> {
        let (promise, order) = Order::best(problem, orders, apart);
        ComponentOrder { problem, order, promise }
    }

    /// The number of covers, with at most `most_bytes` for counts of components.
    pub(crate) fn count(
        self,
        most_bytes: usize,
        observer: &mut impl Observer<ExactCover>,
    ) -> Result<Natural, Stop> {
        let sets = Sets::new(self.problem, &self.order.items);
        let by_options = self.problem.items() > self.problem.primary();
        Search::new(sets, self.order.ends, by_options, most_bytes).count(observer)
    }
}
