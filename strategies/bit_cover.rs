//! `bit-cover`: exact cover on bit rows of options.
//!
//! **Origin.** The matrix of conflicts between options is as old as backtracking for cliques; to
//! search it with bit rows is what fast clique programs do (San Segundo, Rodríguez-Losada and
//! Jiménez, "An exact bit-parallel algorithm for the maximum clique problem", 2011). Choosing
//! the item with the fewest options left is Knuth's MRV.
//!
//! **Idea.** An exact cover is a set of options no two of which clash, large enough to cover
//! every primary item. What clashes with what never changes, so it is worked out once: a bit row
//! for each option. To choose an option is then to clear its row from the row of options alive,
//! a few words; nothing has to be undone, since each level has its own copy. Secondary items and
//! colors are in the rows too and cost nothing more. How many options an item has left is the
//! population count of its own row and that of options alive. Rows of several items lie side
//! by side, so that eight or sixteen are counted at once by whatever vector instructions there are. An item
//! that is covered has no options left, and so has one that can no longer be covered; that
//! there are more of the first kind than covered items is how a dead end shows.
//!
//! **Cost.** Memory is quadratic in the number of options, as bits: one for each pair of options
//! and four for each item and option, half a megabyte for 2000 options, 50 for 20 000 if items are few. A node is a pass over the
//! rows of all items, whatever has been covered: about `items * options / 64` words, eight of
//! them at a time. [`narrow`] keeps a level in registers; [`wide`] leaves out what is zero.
//!
//! **What did not work.** Laying the matrix out anew for the options that are left, deep in the
//! search: what is copied is used too few times. Keeping counts and subtracting what is removed
//! needs the removed options one by one, which is the work that the rows avoid.

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

/// Words of 32 options beyond which a row is no longer one vector.
const NARROW: usize = simd::LANES;

/// Options of an item, on average, up to which all forced items are covered in one step.
const FEW_OPTIONS: usize = 9;

/// Options beyond which the matrix would be too large.
pub(crate) const MOST_OPTIONS: usize = 32_768;

/// The strategy.
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
        sentence: "Exact cover on bit rows: a conflict matrix of the options, items weighed eight at a time",
        source: "bit-parallel clique search (San Segundo, Rodríguez-Losada and Jiménez, 2011), with Knuth's MRV",
        node: "a set of options without clashes, the empty one first",
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
        if problem.has_multiplicities() {
            return Err("has no multiplicities".into());
        }
        if problem.options() > MOST_OPTIONS {
            return Err("keeps a matrix of all pairs of options, which would be too large".into());
        }
        Ok(())
    }

    const SCRIPT: Script = &[
        ("search(options left):", &["node"]),
        ("  if every item is covered, the options taken are a solution", &["solution"]),
        ("  choose the item with the fewest options in the row of bits", &["select"]),
        ("  if it has none, go back", &["starve", "fail"]),
        ("  for each option of it: take it", &["take"]),
        ("    and-not the rows of options that conflict with it", &["hide"]),
        ("    search(what is left)", &[]),
        ("    give the option back: the row of before is still there", &["give-back", "fail", "done"]),
    ];

    fn bytes(&self, size: CoverSize) -> u64 {
        // The items again, for chunks of eight.
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

/// Rows of many words begin at a line of cache.
pub(crate) fn round(words: usize) -> usize {
    if words > 4 { words.next_multiple_of(8) } else { words }
}

impl BitCover {
    /// Searches an instance that was laid out already.
    pub(crate) fn search<O: Observer<ExactCover>>(&self, matrix: &Matrix, observer: &mut O) -> Flow {
        // Where items have few options, many are forced at once.
        let uses: u32 = matrix.widths.iter().sum();
        let all = uses as usize <= matrix.primary * FEW_OPTIONS;
        let halves = matrix.ids.len().div_ceil(32);
        if !O::WATCHES {
            return silently(observer, |observer| self.fast(matrix, halves, all, observer));
        }
        // A listener takes more time than the search, so one width does for all.
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
