//! `digit-lanes`: solves one puzzle at a time, with one digit per lane.
//!
//! # Origin
//! Ours. The rules are those of `bands`, with digits in place of the puzzles of
//! [`lockstep`](crate::lockstep). It is meant for a single puzzle whose answer is needed quickly.
//!
//! # Idea
//! Three registers hold the puzzle. Register `r` has row `r` of each band; its lane `d` has the cells of
//! those three rows that digit `d` can take, nine bits each with a free one above. A rule for one digit stays
//! in its lane:
//! - The band rule combines the three registers, each a row of the matrix, and rotates boxes by three bits.
//! - The stack rule needs the columns of a band in which a digit can be: the disjunction of the three
//!   registers, one word for all bands. It rotates bands by ten bits and columns by one, and its result
//!   applies to each register unchanged.
//! - A hidden single is a column that is the only one of its box, in only one of the three registers.
//!
//! A rule for a cell combines lanes: a naked single is a candidate that no other lane has, and a hidden
//! single removes its cell from all other lanes. If two digits take the same cell, both are removed, and the
//! next round finds it empty.
//!
//! The rules, the choice and the place rule are those of `bands`, so the board at rest is the same and the
//! trees are equal node by node, as tests check. Only a contradiction may be detected a round earlier or
//! later. A state is 256 bytes, including the digits that the last round fixed. A branch removes candidates
//! of one digit: a lane of one register, or of three.
//!
//! **Across the lanes.** With AVX-512 each quarter of a register has three digits and an empty lane. A lane
//! is combined with its two companions within the quarter, which is as fast as a shift, and then with those
//! in the two other quarters.
//!
//! **The choice.** The permutations of the stacks that a round computes are the configurations; those of the
//! bands are computed separately. They are counted in the lanes, as fields of a word, and the words of all
//! digits are added. Scalar code only takes the minimum of six sums and looks up a table.
//!
//! # Cost
//! A round is a chain of some forty dependent operations. With AVX-512 the latency of the chain is the cost
//! of a round, and half of the execution units are idle; `lockstep` uses them by searching several puzzles. An easy
//! puzzle takes three rounds, so reading and writing matter. Measurements and failed attempts are in
//! docs/STRATEGY-NOTES.md.

mod branch;
mod kernel;
mod place;
#[cfg(test)]
mod tests;
mod text;

use crate::bands::{self, Bands, EVENTS};
use crate::lockstep::clues_of_nine;
use crate::lockstep::dispatch::Width;
use crate::lockstep::lanes::{OnePuzzle, Row, Vector};
use crate::lockstep::quarters::{Portable, Words};
#[cfg(target_arch = "x86_64")]
use crate::lockstep::x86::{Avx2, Avx2Pair, Avx512, Row16};
use branch::{choose, open_line};
use coverlab_model::{
    About, Event, Flow, Grid, Observer, Parameter, Purpose, Shape, Strategy, Sudoku, Values,
};
use kernel::{RoundFacts, Rows, Verdict, round};
use place::Places;
use std::ops::ControlFlow;
use text::given;
pub(crate) use text::{is_plain, write_digits};

/// The strategy, with its width.
#[derive(Clone, Default)]
pub(crate) struct DigitLanes {
    width: Width,
}

/// Memory reused between instances: the boards to be searched, by type of register.
#[derive(Default)]
pub(crate) struct Scratch {
    bands: bands::Scratch,
    plain: Vec<Saved<Words<3>>>,
    #[cfg(target_arch = "x86_64")]
    vectors: Vec<Saved<Row16>>,
}

/// An unsearched side of a branch with its fixed digits, and its depth.
type Saved<R> = ([R; 4], usize);

impl Strategy for DigitLanes {
    type Problem = Sudoku;
    type Scratch = Scratch;

    const ABOUT: About = About {
        name: "digit-lanes",
        purpose: Purpose::Fast,
        sentence: "Solves one puzzle by the rules of bands, in three registers with a lane for each digit; a \
                   register holds a row of each band",
        source: "ours, with the rules of bands",
        node: "the root, and each side of a choice that is entered",
        complete: true,
        interruptible: true,
        events: EVENTS,
        parameters: &[Parameter {
            name: "width",
            meaning: "registers of 16 lanes, two of 8, or three of 4, which any processor has; a width that the \
                      processor lacks falls back to the next one",
            values: Values::OneOf(Width::NAMES),
            default: "auto",
        }],
        note: "Boards other than 9x9 are searched by bands.",
    };

    fn set(&mut self, _parameter: &str, value: &str) {
        self.width = Width::named(value).unwrap_or_default();
    }

    fn solve(
        &self,
        problem: &Sudoku,
        seed: u64,
        scratch: &mut Scratch,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        let Some(clues) = clues_of_nine(problem) else {
            return Bands.solve(problem, seed, &mut scratch.bands, observer);
        };
        dispatch(self.width, clues, 1, scratch, &mut Observed(observer))
    }
}

/// Searches the puzzle of 81 characters, for which [`is_plain`] must hold.
pub(crate) fn search_line(
    width: Width,
    line: &[u8; 81],
    scratch: &mut Scratch,
    watch: &mut impl Watch,
) -> Flow {
    dispatch(width, line, b'1', scratch, watch)
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
fn dispatch(
    width: Width,
    bytes: &[u8; 81],
    first: u8,
    scratch: &mut Scratch,
    watch: &mut impl Watch,
) -> Flow {
    if width.wants_avx512()
        && let Some(lanes) = Avx512::detect()
    {
        // SAFETY: the token `lanes` proves that the processor has these features.
        return unsafe { avx512(lanes, bytes, first, &mut scratch.vectors, watch) };
    }
    if width.wants_avx2()
        && let Some(lanes) = Avx2::detect()
    {
        // SAFETY: the token `lanes` proves that the processor has these features.
        return unsafe { avx2(lanes.into(), bytes, first, &mut scratch.vectors, watch) };
    }
    search(Portable::<3>, bytes, first, &mut scratch.plain, watch)
}

#[cfg(not(target_arch = "x86_64"))]
fn dispatch(
    _width: Width,
    bytes: &[u8; 81],
    first: u8,
    scratch: &mut Scratch,
    watch: &mut impl Watch,
) -> Flow {
    search(Portable::<3>, bytes, first, &mut scratch.plain, watch)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx512(
    lanes: Avx512,
    bytes: &[u8; 81],
    first: u8,
    stack: &mut Vec<Saved<Row16>>,
    watch: &mut impl Watch,
) -> Flow {
    search(lanes, bytes, first, stack, watch)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2(
    lanes: Avx2Pair,
    bytes: &[u8; 81],
    first: u8,
    stack: &mut Vec<Saved<Row16>>,
    watch: &mut impl Watch,
) -> Flow {
    search(lanes, bytes, first, stack, watch)
}

/// Searches the puzzle with these clues.
#[inline(always)]
fn search<L: OnePuzzle>(
    lanes: L,
    bytes: &[u8; 81],
    first: u8,
    stack: &mut Vec<Saved<L::Row>>,
    watch: &mut impl Watch,
) -> Flow {
    stack.clear();
    let mut rows = given(lanes, bytes, first);
    let (mut fixed, mut depth) = (lanes.splat(0), 0);
    watch.node(depth)?;
    loop {
        let (mut verdict, seen) = rest(lanes, &mut rows, &mut fixed, watch);
        if !verdict.dead && verdict.open {
            let places = Places::of(lanes, &rows, &seen);
            if !places.are_crowded::<L>() {
                // If every line is decided, another round removes the superfluous candidates.
                let Some(line) = open_line(lanes, places.configurations) else { continue };
                let branch = choose(lanes, &line);
                watch.count(Event::Guess, 1);
                depth += 1;
                let lane = lanes.only(branch.lane);
                let mut saved = [L::Row::ZERO; 4];
                for (k, (row, saved)) in rows.iter_mut().zip(&mut saved).enumerate() {
                    row.without(lane.and(lanes.splat(branch.edits.elsewhere[k]))).store(saved);
                    *row = row.without(lane.and(lanes.splat(branch.edits.there[k])));
                }
                fixed.store(&mut saved[3]);
                stack.push((saved, depth));
                watch.node(depth)?;
                continue;
            }
            if !places.are_too_few::<L>() {
                places.leave(lanes, &mut rows);
                continue;
            }
            verdict.dead = true;
        }
        if verdict.dead {
            watch.count(Event::Conflict, 1);
        } else {
            watch.solution(&stored(&rows))?;
        }
        let Some((saved, at)) = stack.pop() else { return ControlFlow::Continue(()) };
        depth = at;
        let [a, b, c, d] = &saved;
        (rows, fixed) = ([lanes.load(a), lanes.load(b), lanes.load(c)], lanes.load(d));
        watch.node(depth)?;
    }
}

/// Applies rounds until one fixes no digit or finds a contradiction.
#[inline(always)]
fn rest<L: OnePuzzle>(
    lanes: L,
    rows: &mut Rows<L>,
    fixed: &mut L::Vector,
    watch: &mut impl Watch,
) -> (Verdict, RoundFacts<L::Vector>) {
    let mut passes = 0;
    loop {
        let (verdict, seen) = round(lanes, rows, fixed);
        passes += 1;
        if verdict.dead || !verdict.open || !verdict.changed {
            watch.count(Event::Pass, passes);
            return (verdict, seen);
        }
    }
}

/// Stores the registers to memory.
#[inline(always)]
fn stored<V: Vector>(rows: &[V; 3]) -> [V::Row; 3] {
    let mut stored = [V::Row::ZERO; 3];
    for (row, stored) in rows.iter().zip(&mut stored) {
        row.store(stored);
    }
    stored
}

/// Callbacks of a search. Solutions are passed as registers, because each caller needs another form.
pub(crate) trait Watch {
    /// A node is entered.
    fn node(&mut self, depth: usize) -> Flow;
    /// An event happened `by` times.
    fn count(&mut self, event: Event, by: u64);
    /// A solution was found.
    fn solution<R: Row>(&mut self, rows: &[R; 3]) -> Flow;
}

/// Adapts an observer to the callbacks of the search.
struct Observed<'a, O>(&'a mut O);

impl<O: Observer<Sudoku>> Watch for Observed<'_, O> {
    #[inline(always)]
    fn node(&mut self, depth: usize) -> Flow {
        self.0.node(depth)
    }
    #[inline(always)]
    fn count(&mut self, event: Event, by: u64) {
        self.0.count(event, by);
    }
    #[inline(always)]
    fn solution<R: Row>(&mut self, rows: &[R; 3]) -> Flow {
        self.0.solution(|| {
            let mut cells = [0; 81];
            write_digits(rows, &mut cells, 1);
            Grid::new(Shape::NINE, &cells).expect("81 cells")
        })
    }
}
