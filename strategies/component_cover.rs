//! `component-cover`: counts covers by components, each component once.
//!
//! **Origin.** For formulas R. J. Bayardo and J. D. Pehoushek, *Counting Models Using Connected Components*, 2000 (from
//! memory), and with the counts kept T. Sang et al., *Combining Component Caching and Clause Learning for Effective Model
//! Counting*, 2004; for exact covers L. Fang, Y. Luo, D. Li, X. Huang and Q. Guan, *A Parallel Approach to Counting Exact
//! Covers Based on Decomposability Property*, 2026 (DXD). That an order of elimination is a tree is known of sparse matrices.
//!
//! **Idea.** When the items left are in groups that no option alive connects, their counts multiply. So the
//! search does not keep states, as `zdd-cover` does, but components: the items that one has left, and where there are secondary
//! items the options alive. Each is counted once. Two arms of a board with a thousand states each are two thousand components
//! and a million states.
//!
//! **The order** decides here as in `frontier-cover`, and is chosen among the same ones. Items are always taken in it, so that
//! possible components are known beforehand: each item is the root of those that options connect with it when the items
//! before it are covered. These are a tree. A component at an item differs from others there only by items below it that an option above
//! may have covered; two to the number of these, summed over all items, is the work that an order promises, and the
//! least of it wins. Items are numbered so that the ones below an item follow it. To split what is left is then to cut
//! a bit row at the end of its first item's, again and again: nothing is walked through.
//!
//! **The rest** is a search with sets of options that shrink and come back, as in `dancing-cells`; an item with one option left is
//! covered at once.
//!
//! **Memory.** Counts are kept in a log that overwrites its oldest entries when it is full. What is forgotten is counted again:
//! with 1 MiB Latin squares of order 5 take 31 milliseconds for 19. Tilings do not bear it, since what is forgotten leads to much
//! else that is: dominoes on 12x12 take 5 milliseconds with 600 kB, and with 300 are not done after 200 times as many nodes.
//! To write an entry anew when it is asked for gains nothing there, and to forget nothing but to keep no more takes more nodes. Beside
//! the log there is a key for each component under way, at most a bit for each pair of items, and for each item and option
//! where there are secondary ones.
//!
//! **Cost.** Milliseconds of CPU time, medians of three on an Emerald Rapids by `coverlab solve --count`; boards for dominoes, the first
//! six drawn by `experiments/peers/branches.py`:
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
//! With `components=together` `tree 6 3 12` is not done after 117 times as many nodes. On boards with many cells much of the time
//! goes into the orders that are tried.
//!
//! **What it is not for.** Where the frontier is a line, a sweep has the same states and less to do for each. Queens,
//! Langford pairs and pentominoes have one component, and items in a fixed order besides.
//!
//! **What did not work.** To look for components by a walk after each choice, to choose the item with the fewest options, and orders by
//! nested dissection. Measurements and what did not work are in docs/STRATEGY-NOTES.md.

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
use coverlab_model::{
    About, CoverSize, ExactCover, Flow, Item, Natural, Observer, Parameter, Purpose, Refusal, Stop, Strategy,
    Values,
};
use elimination_tree::Order;
use search::Search;
use sets::Sets;

/// The strategy.
#[derive(Clone)]
pub(crate) struct ComponentCover {
    apart: bool,
    mebibytes: usize,
}

impl Default for ComponentCover {
    fn default() -> Self {
        ComponentCover { apart: true, mebibytes: 1024 }
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
        node: "an option taken in a component that was not met before",
        complete: true,
        interruptible: true,
        events: &[],
        parameters: &[
            Parameter {
                name: "components",
                meaning: "whether components are counted apart, or together as one state",
                values: Values::OneOf(&["apart", "together"]),
                default: "apart",
            },
            Parameter {
                name: "memory",
                meaning: "the most memory for counts of components, in MiB",
                values: Values::Integer(1, 1 << 20),
                default: "1024",
            },
        ],
        note: "Where covers are to be shown, it searches as dancing-cells. No multiplicities.",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        match parameter {
            "components" => self.apart = value == "apart",
            _ => self.mebibytes = value.parse().expect("a checked number"),
        }
    }

    fn accepts(&self, problem: &ExactCover) -> Result<(), Refusal> {
        if problem.has_multiplicities() { Err("has no multiplicities".into()) } else { Ok(()) }
    }

    fn bytes(&self, size: CoverSize) -> u64 {
        // The counts have a limit of their own; there is a key for each component under way.
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
        match self.count(problem, self.mebibytes << 20, observer) {
            Ok(mut all) => {
                all -= known;
                observer.solutions(&all)
            }
            Err(stop) => Flow::Break(stop),
        }
    }
}

impl ComponentCover {
    /// The number of covers, with at most `most_bytes` for counts of components.
    fn count(
        &self,
        problem: &ExactCover,
        most_bytes: usize,
        observer: &mut impl Observer<ExactCover>,
    ) -> Result<Natural, Stop> {
        ComponentOrder::best(problem, &orders(problem), self.apart).count(most_bytes, observer)
    }
}

/// An instance and the order that it is counted in.
pub(crate) struct ComponentOrder<'a> {
    problem: &'a ExactCover,
    order: Order,
    /// An upper bound on the number of components, if there are no colors: their number if all were possible.
    pub(crate) promise: f64,
}

impl<'a> ComponentOrder<'a> {
    /// In the best of these orders; as one part if not `apart`.
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
