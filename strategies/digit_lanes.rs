//! `digit-lanes`: one puzzle at a time, a lane is a digit.
//!
//! # Origin
//! Ours; the rules are those of `bands`, the other way to lay them into registers
//! than [`lockstep`](crate::lockstep)'s. It is meant for one puzzle whose answer is waited for.
//!
//! # Idea
//! Three registers hold the puzzle. Register `r` has row `r` of each band; its lane `d` the cells of those three
//! rows that digit `d` can take, nine bits each with a free one above. What concerns one digit stays in its
//! lane:
//! - the band rule combines the three registers, a row of the matrix each, and turns boxes by three bits;
//! - the stack rule asks in which columns of a band a digit can be: the disjunction of the three registers,
//!   one word for all bands. It turns bands by ten bits and columns by one, and what it keeps holds
//!   for each register as it is;
//! - a hidden single is a column that is the only one of its box, which the stack rule is about to know, and
//!   that only one of the three registers has.
//!
//! What concerns a cell is a matter between lanes: a naked single is what no other lane has, and a hidden single
//! takes its cell from all other lanes. If two digits take the same cell, neither is left in it, and
//! the next round finds it empty.
//!
//! These are the rules of `bands`, so the board at rest is the same; only a contradiction may take a round more
//! or less to be found. The choice and the place rule are the same too; so the trees are, node
//! by node, which is tested.
//!
//! A state is 256 bytes, with the digits that the last round fixed. A branch removes candidates of one digit: a
//! lane of one register, or of three.
//!
//! **Across the lanes.** Nine is three times three. With AVX-512 each quarter of a register has three digits
//! (and a lane that is always empty), and a lane meets its two companions within the quarter, which is as
//! fast as a shift, and then those in the two other quarters. Halving sixteen lanes takes four steps.
//!
//! **The choice** needs little work of its own: the permutations of the stacks that a round has looked at are the
//! configurations, for where it fixed nothing they are those of the board; of the bands they are looked at once more.
//! They are counted in the lanes, as fields of a word, and the words of all digits are added. What is left to
//! plain code is the least of six sums and a look-up in a table. Before, `place` counts how many digits need a place.
//!
//! # Cost
//! A round is a chain of some forty dependent operations, and with AVX-512 its length is what a round costs:
//! the units of the processor are half idle (Zen 5 needs two cycles for each link, and five where lanes
//! are crossed between quarters). With AVX2 each register is two, and the number of operations counts as well;
//! callgrind sees 650 instructions a round on puzzles of several solutions, reading, choosing and
//! writing included.
//!
//! Such a puzzle takes 32 rounds and seven guesses, nearly all of which lead on towards its second solution.
//! Seven tenths of the samples of a profile are in the rounds, an eighth in the choice. A guess ends the
//! prediction of branches: the same few puzzles over and over take an eighth less time.
//!
//! An easy puzzle takes three rounds, so reading and writing count. The first solution is written by the
//! solver of lines where it is wanted, without a grid in between, and characters are checked sixteen at a
//! time: a fifth less on easy puzzles.
//!
//! With the layout of before, a register for each band, both line rules had to turn rows within the words, and
//! the singles of rows were counted in ten-bit fields by guard bits. On easy puzzles this one takes half the
//! time of that, a third less where there are several solutions, and a quarter less on the hardest (Zen 5,
//! AVX-512, CPU time, taking turns on a loaded machine).
//!
//! # What did not work
//! - The stack rule on the same board as the band rule, side by side: a round takes a tenth less time, but there
//!   are 2 % (several solutions) to 19 % (17 clues) more of them. On Zen 5 that gains 8 % with AVX-512
//!   on puzzles of several solutions and 6 % on the hardest, and loses 7 % to 13 % with AVX2 on easy ones. A
//!   round for each width would be faster still; but then rounds would not count the same everywhere.
//! - Finding hidden singles on the same board as naked ones, so that both cross the lanes side by
//!   side: the chain became shorter by less than the rounds became more.
//! - Changing one register of three by its number: that sends all three through memory. Each is changed by
//!   itself, some of them by nothing.
//! - Packing the minirows of all three bands into one word, with a third fewer operations in the band rule: no
//!   gain in the layout of before, the chain being as long.
//! - Plain code for the compiler to make vectors of, where there is no AVX2: it did so half of the time at most, and
//!   changes that had nothing to do with a round made it half as fast again or as slow. Three registers of
//!   four, which any processor has, take 28 % of the time on puzzles of 17 clues and 25 % on the hardest
//!   (SSE2 on Zen 3), and 1.3 to 1.5 times as long as AVX2. What crosses the lanes is mostly within a lane there, three
//!   registers side by side. The same three registers for AVX2, instead of two of eight, are a third slower.
//! - Several puzzles in turn would fill the idle units; that is `lockstep`.

mod branch;
mod kernel;
mod place;
#[cfg(test)]
mod tests;
mod text;

use crate::bands::{self, Bands, EVENTS};
use crate::lockstep::dispatch::Width;
use crate::lockstep::lanes::{OnePuzzle, Row, Vector};
use crate::lockstep::clues_of_nine;
use crate::lockstep::quarters::{Portable, Words};
#[cfg(target_arch = "x86_64")]
use crate::lockstep::x86::{Avx2, Avx2Pair, Avx512, Row16};
use branch::{choose, open_line};
use coverlab_model::{
    About, Event, Flow, Grid, Observer, Parameter, Purpose, Shape, Strategy, Sudoku, Values,
};
use kernel::{Rows, Seen, Verdict, round};
use place::Places;
use std::ops::ControlFlow;
use text::given;
pub(crate) use text::{is_plain, write_digits};

/// The strategy.
#[derive(Clone, Default)]
pub(crate) struct DigitLanes {
    width: Width,
}

/// Memory kept between instances: boards to be searched, by their kind of register.
#[derive(Default)]
pub(crate) struct Scratch {
    bands: bands::Scratch,
    plain: Vec<Saved<Words<3>>>,
    #[cfg(target_arch = "x86_64")]
    vectors: Vec<Saved<Row16>>,
}

/// The side of a branch that is still to be searched, its digits that are fixed, and its depth.
type Saved<R> = ([R; 4], usize);

impl Strategy for DigitLanes {
    type Problem = Sudoku;
    type Scratch = Scratch;

    const ABOUT: About = About {
        name: "digit-lanes",
        purpose: Purpose::Fast,
        sentence: "Solves one puzzle in three registers, a row of each band in each, with a lane for every digit, \
                   by the rules of bands",
        source: "ours; the rules are those of bands",
        node: "the root, and each side of a choice that is entered",
        complete: true,
        interruptible: true,
        events: EVENTS,
        parameters: &[Parameter {
            name: "width",
            meaning: "registers of 16 lanes, two of 8, or three of 4, which any processor has; \
                      what the processor lacks falls back to the next",
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

/// Searches the puzzle of 81 characters; see [`is_plain`].
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
        // SAFETY: the licence says that the processor has these features.
        return unsafe { avx512(lanes, bytes, first, &mut scratch.vectors, watch) };
    }
    if width.wants_avx2()
        && let Some(lanes) = Avx2::detect()
    {
        // SAFETY: the licence says that the processor has these features.
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

/// Searches the puzzle of these clues.
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
                // What no line can choose another round removes.
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

/// Rounds until one fixes nothing or finds a contradiction.
#[inline(always)]
fn rest<L: OnePuzzle>(
    lanes: L,
    rows: &mut Rows<L>,
    fixed: &mut L::Vector,
    watch: &mut impl Watch,
) -> (Verdict, Seen<L::Vector>) {
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

/// What the registers hold.
#[inline(always)]
fn stored<V: Vector>(rows: &[V; 3]) -> [V::Row; 3] {
    let mut stored = [V::Row::ZERO; 3];
    for (row, stored) in rows.iter().zip(&mut stored) {
        row.store(stored);
    }
    stored
}

/// Callbacks of a search, whose solutions are the cells in registers: each user wants them in another form.
pub(crate) trait Watch {
    /// A node is entered.
    fn node(&mut self, depth: usize) -> Flow;
    /// An event happened so many times.
    fn count(&mut self, event: Event, by: u64);
    /// A solution was found.
    fn solution<R: Row>(&mut self, rows: &[R; 3]) -> Flow;
}

/// The observer of a strategy.
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
