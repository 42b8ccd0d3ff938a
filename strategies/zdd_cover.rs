//! `zdd-cover`: counts covers without enumerating them, and draws them at random.
//!
//! **Origin.** M. Nishino, N. Yasuda, S. Minato and M. Nagata, *Dancing with Decision Diagrams: A Combined
//! Approach to Exact Cover*, 2017 (DXZ; Knuth's DLX6). Any decision diagram can be sampled by its counts
//! (Knuth, TAOCP 7.1.4).
//!
//! **Idea.** The rest of a search does not depend on which options were chosen, only on what they left: the items to
//! cover and the live options. So each such state is searched once, and its result is stored as a node of a diagram.
//! The node's branches are the options of the item that the search branched on. The diagram contains every cover. The
//! number of covers below a node is the sum over its branches. If many paths lead to few states, as in tilings, the
//! diagram is smaller than the list of covers by any factor. If every path leads to its own state, as with Langford
//! pairs or Latin squares, it is a slow search that consumes memory.
//!
//! Covers can be reported in the order of the diagram, or in random order: then the first is uniformly
//! distributed over all covers, the second over all others, and so on. Indices are drawn without repetition
//! by a shuffle that stores only the drawn part, and an index is converted to a cover by descending along the
//! counts.
//!
//! An item with one option left is covered at once. Such a state is not stored, only the state that it leads
//! to.
//!
//! **Which item.** `first` takes the items in order, which keeps the frontier short on a board that is
//! numbered along its short side. `fewest` is MRV; it does not depend on the numbering.
//!
//! **Cost.** A state is a bit set of covered items and, if there are secondary items, of live options, rounded up to
//! words of eight bytes. The matrix takes a bit for each pair of options, and two for each item and option.

mod build;
mod diagram;
mod table;
#[cfg(test)]
mod tests;

use crate::bit_cover::BitCover;
use crate::bit_cover::matrix::Matrix;
use crate::support::silent::silently;
use crate::support::{memory_limit, simd};
pub(crate) use build::{Build, Building};
use coverlab_model::random::word;
use coverlab_model::{
    About, Cover, CoverSize, ExactCover, Flow, Observer, OptionId, Parameter, Purpose, Refusal, Stop,
    Strategy, Values,
};
pub(crate) use diagram::Diagram;
use diagram::Walk;
use std::collections::HashMap;

/// The strategy, with its parameters.
#[derive(Clone)]
pub(crate) struct ZddCover {
    fewest: bool,
    random: bool,
    most_bytes: usize,
}

impl Default for ZddCover {
    fn default() -> Self {
        ZddCover { fewest: true, random: false, most_bytes: 512 << 20 }
    }
}

impl Strategy for ZddCover {
    type Problem = ExactCover;
    type Scratch = ();

    const ABOUT: About = About {
        name: "zdd-cover",
        purpose: Purpose::Fast,
        sentence: "Counts covers without enumerating them, by a decision diagram; also samples them at random",
        source: "Nishino, Yasuda, Minato and Nagata, Dancing with Decision Diagrams, 2017",
        node: "a set of options without conflicts, reached through states that are not in the diagram",
        complete: true,
        interruptible: true,
        events: &[],
        parameters: &[
            Parameter {
                name: "heuristic",
                meaning: "the item to branch on: the first, or one with the fewest options",
                values: Values::OneOf(&["first", "fewest"]),
                default: "fewest",
            },
            Parameter {
                name: "order",
                meaning: "solutions in the diagram's order, or drawn at random without repetition",
                values: Values::OneOf(&["diagram", "random"]),
                default: "diagram",
            },
            Parameter {
                name: "memory",
                meaning: "maximum memory for the diagram, in MiB",
                values: Values::Integer(1, 1 << 20),
                default: "512",
            },
        ],
        note: "If states do not repeat and the memory is full, it starts over as bit-cover; in random order it stops. No multiplicities.",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        match parameter {
            "heuristic" => self.fewest = value == "fewest",
            "order" => self.random = value == "random",
            _ => self.most_bytes = memory_limit(value),
        }
    }

    fn accepts(&self, problem: &ExactCover) -> Result<(), Refusal> {
        // It keeps the same matrix.
        BitCover::default().accepts(problem)
    }

    fn bytes(&self, size: CoverSize) -> u64 {
        // The diagram has its own memory limit.
        Matrix::bytes(size).saturating_mul(2)
    }

    fn solve(
        &self,
        problem: &ExactCover,
        seed: u64,
        _scratch: &mut (),
        observer: &mut impl Observer<ExactCover>,
    ) -> Flow {
        let matrix = Matrix::new(problem, |words| words);
        let keyed_by_options = problem.items() > problem.primary();
        let mut building = Building::new(&matrix, keyed_by_options);
        let (fewest, most_bytes, until) = (self.fewest, self.most_bytes, u64::MAX);
        let done = silently(observer, |observer| {
            simd::best(Build { building: &mut building, fewest, most_bytes, until, observer })
        });
        match done {
            Ok(_) => {}
            // Nothing was reported yet, so another search can start from the beginning.
            Err(Stop::Memory) if !self.random => {
                return BitCover::default().solve(problem, seed, &mut (), observer);
            }
            Err(stop) => return Flow::Break(stop),
        }
        report(&building.diagram, &matrix.ids, 0, self.random.then_some(seed), observer)
    }
}

/// Reports the covers of a diagram whose options are `ids`, by number or one by one, without the first
/// `known`.
pub(crate) fn report(
    diagram: &Diagram,
    ids: &[OptionId],
    known: u64,
    random: Option<u64>,
    observer: &mut impl Observer<ExactCover>,
) -> Flow {
    let total = diagram.count();
    let mut shown = u128::from(known);
    let mut shuffle = random.map(Shuffle::new);
    let mut walk = Walk::new(diagram);
    while shown < total {
        if observer.only_counts() {
            let mut rest = diagram.exact_count();
            rest -= u64::try_from(shown).expect("covers that were handed over one by one");
            return observer.solutions(&rest);
        }
        match &mut shuffle {
            Some(shuffle) => walk.seek(shuffle.draw(shown, total)),
            None if walk.is_empty() => walk.seek(shown),
            None => walk.advance(),
        }
        observer.solution(|| Cover::new(walk.options().map(|option| ids[option as usize]).collect()))?;
        observer.poll()?;
        shown += 1;
        if total == u128::MAX && shuffle.is_some() {
            // If the count overflowed, uniform drawing is not possible.
            return Flow::Break(Stop::Memory);
        }
    }
    Flow::Continue(())
}

/// A random permutation that stores only the drawn part (R. Durstenfeld's shuffle, 1964).
struct Shuffle {
    state: u64,
    moved: HashMap<u128, u128>,
}

impl Shuffle {
    fn new(seed: u64) -> Shuffle {
        Shuffle { state: seed, moved: HashMap::new() }
    }

    fn next(&mut self) -> u128 {
        let mut half = || u128::from(word(&mut self.state));
        half() << 64 | half()
    }

    /// Element `done` of the shuffled numbers below `total`.
    fn draw(&mut self, done: u128, total: u128) -> u128 {
        let left = total - done;
        // Numbers beyond the last whole multiple of `left` would favor small results.
        let fair = u128::MAX - u128::MAX % left;
        let pick = loop {
            let number = self.next();
            if number < fair {
                break done + number % left;
            }
        };
        let here = self.moved.remove(&done).unwrap_or(done);
        if pick == done { here } else { self.moved.insert(pick, here).unwrap_or(pick) }
    }
}
