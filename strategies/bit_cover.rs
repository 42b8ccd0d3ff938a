//! `bit-cover`: exact cover on bit rows of options.
//!
//! **Origin.** The matrix of conflicts between options is as old as backtracking for cliques. Searching it
//! with bit rows is the method of fast clique programs (San Segundo, Rodríguez-Losada and Jiménez, "An exact
//! bit-parallel algorithm for the maximum clique problem", 2011). Choosing the item with the fewest remaining
//! options is Knuth's MRV heuristic.
//!
//! **Idea.** An exact cover is a set of options without conflicts that covers every primary item. Which
//! options conflict never changes, so it is computed once: one bit row per option. Choosing an option removes
//! the bits of its row from the row of live options, in a few word operations. Nothing has to be undone, since each
//! level has its own copy. Secondary items and colors are part of the rows and cost nothing more. The number of
//! options left for an item is the population count of the conjunction of its row and the row of live options. The
//! rows of several items are interleaved, so that vector instructions count eight or sixteen of them at once. A
//! covered item has no options left, and neither has an item that can no longer be covered. So a node is a dead end
//! if more items have no options than are covered.
//!
//! **Cost.** The memory is quadratic in the number of options: one bit for each pair of options, and four
//! bits for each item and option. That is half a megabyte for 2000 options and 50 for 20 000, if items are
//! few. A node is a pass over the rows of all items, covered or not: about `items * options / 64` words,
//! eight at a time. [`narrow`] keeps a level in registers; [`wide`] skips zero words.
//!
//! **What did not work.** Building a new matrix for the remaining options, deep in the search: the copy is
//! used too few times. Maintaining counts and subtracting the removed options: this enumerates the removed
//! options one by one, which is the work that the rows avoid.

pub(crate) mod matrix;
mod narrow;
mod row;
mod trace_steps;
pub(crate) mod weigh;
mod wide;

use crate::support::option_order::OptionOrder;
use crate::support::silent::{Silent, silently};
use crate::support::simd::{self, Lanes, Work};
use coverlab_model::{
    About, CoverSize, ExactCover, Flow, Observer, Parameter, Purpose, Refusal, Script, Strategy, Values,
};
use matrix::Matrix;
use narrow::Narrow;
use row::Pair;
use wide::Wide;

/// Up to this many words of 32 options, a row fits in one vector.
const NARROW: usize = simd::LANES;

/// Up to this average number of options per item, all forced items are covered in one step.
const FEW_OPTIONS: usize = 9;

/// The strategy, with its parameters.
#[derive(Clone, Default)]
pub(crate) struct BitCover {
    options: OptionOrder,
    portable: bool,
}

impl Strategy for BitCover {
    type Problem = ExactCover;
    type Scratch = ();

    const ABOUT: About = About {
        name: "bit-cover",
        purpose: Purpose::Fast,
        sentence: "Exact cover on bit rows: a conflict matrix of the options, with vector instructions",
        source: "bit-parallel clique search (San Segundo, Rodríguez-Losada and Jiménez, 2011), with Knuth's MRV",
        node: "a set of options without conflicts, the empty set first",
        complete: true,
        interruptible: true,
        events: &[],
        parameters: &[
            OptionOrder::PARAMETER,
            Parameter {
                name: "instructions",
                meaning: "the machine's widest vector instructions, or those that every machine has",
                values: Values::OneOf(&["best", "portable"]),
                default: "best",
            },
        ],
        note: "Its matrix is quadratic in the number of options: up to 32 768 of them. No multiplicities.",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        match parameter {
            "options" => self.options = OptionOrder::named(value),
            _ => self.portable = value == "portable",
        }
    }

    fn accepts(&self, problem: &ExactCover) -> Result<(), Refusal> {
        Refusal::multiplicities(problem)?;
        Matrix::accepts(problem)
    }

    const SCRIPT: Script = &[
        ("search(options left):", &[]),
        ("  if every item is covered, the options taken are a solution", &["solution"]),
        ("  choose the item with the fewest options in the row of bits", &["select"]),
        ("  for each option of it (of up to 512 options, look at each before searching any):", &[]),
        ("    take it", &["take"]),
        ("      and-not the rows of options that conflict with it", &["hide"]),
        (
            "      at first sight it is a node; if an item has no option, the node fails",
            &["node", "starve", "fail"],
        ),
        ("      search(what is left), or keep it for later", &["skip"]),
        ("    give the option back: the previous row is still there", &["give-back", "done"]),
    ];

    fn bytes(&self, size: CoverSize) -> u64 {
        // `narrow` and `wide` store the rows of the items a second time, interleaved.
        Matrix::bytes(size).saturating_mul(2)
    }

    fn solve(
        &self,
        problem: &ExactCover,
        seed: u64,
        _scratch: &mut (),
        observer: &mut impl Observer<ExactCover>,
    ) -> Flow {
        self.search(&Matrix::in_order(problem, self.options.of(problem.options(), seed), round), observer)
    }
}

/// Aligns rows of many words to cache lines.
pub(crate) fn round(words: usize) -> usize {
    if words > 4 { words.next_multiple_of(8) } else { words }
}

impl BitCover {
    /// Searches an instance whose matrix was already built.
    pub(crate) fn search<O: Observer<ExactCover>>(&self, matrix: &Matrix, observer: &mut O) -> Flow {
        // If items have few options, many items are forced at once.
        let uses: u32 = matrix.widths.iter().sum();
        let all = uses as usize <= matrix.primary * FEW_OPTIONS;
        let halves = matrix.ids.len().div_ceil(32);
        if !O::WATCHES {
            return silently(observer, |observer| self.fast(matrix, halves, all, observer));
        }
        // Reporting steps takes more time than the search, so one width suffices.
        match halves {
            0..=NARROW => simd::portable(Narrow::<Lanes, NARROW, _>::new(matrix, all, observer)),
            _ => simd::portable(Wide { matrix, observer }),
        }
    }

    fn fast(&self, matrix: &Matrix, halves: usize, all: bool, observer: &mut Silent<'_>) -> Flow {
        match halves {
            0..=2 => self.run(Narrow::<Pair, 2, _>::new(matrix, all, observer)),
            3 => self.run(Narrow::<Pair, 3, _>::new(matrix, all, observer)),
            4 => self.run(Narrow::<Pair, 4, _>::new(matrix, all, observer)),
            5 => self.run(Narrow::<Lanes, 5, _>::new(matrix, all, observer)),
            6 => self.run(Narrow::<Lanes, 6, _>::new(matrix, all, observer)),
            7 => self.run(Narrow::<Lanes, 7, _>::new(matrix, all, observer)),
            8 => self.run(Narrow::<Lanes, 8, _>::new(matrix, all, observer)),
            9..=12 => self.run(Narrow::<Lanes, 12, _>::new(matrix, all, observer)),
            13..=NARROW => self.run(Narrow::<Lanes, NARROW, _>::new(matrix, all, observer)),
            _ => self.run(Wide { matrix, observer }),
        }
    }

    fn run<W: Work>(&self, work: W) -> W::Output {
        if self.portable { simd::portable(work) } else { simd::best(work) }
    }
}
