//! `digit-lanes`: one puzzle at a time, a lane is a digit.
//!
//! # Origin
//! Ours; the rules are those of `bands`, the other way to lay them into registers
//! than [`lockstep`](crate::lockstep)'s. It is meant for whoever has one puzzle and waits for it.
//!
//! # Idea
//! Three registers hold the puzzle, one for each band; lane `d` has the cells that digit `d` can
//! take, three rows of nine bits with a guard bit above each. What concerns one digit stays in its
//! lane: the band rule turns boxes by three bits and rows by ten, the stack rule combines the
//! registers and turns columns by one. A row with one candidate left, a hidden single, is found
//! by the guard bits as in `lockstep`, a row of a digit here being what a cell is there. What
//! concerns a cell is a matter between lanes: *once* and *twice* over the nine digits in four
//! steps of exchanging lanes, which finds the naked singles; and a disjunction over the lanes of
//! the hidden singles, which take their cells.
//!
//! Singles are sought in rows alone: by the reasoning of `bands` a naked single that clears its
//! row, and a hidden single of a row, are enough where the line rules hold. The rounds differ from
//! those of the others, the state at rest does not, and neither does the choice; so the trees are
//! the same, node by node, which is tested.
//!
//! A state is 192 bytes, a branch removes candidates of one digit in one band: a single word.
//!
//! **Across the lanes.** Nine is three times three: with AVX-512 each lane is combined with two companions,
//! twice, three operands in one instruction. Halving sixteen lanes takes four steps instead of two.
//!
//! **The choice** is counted in the lanes as well: the configurations of a digit in three lines are
//! added as fields of its word, then the words of all digits. What is left to plain code is the least of six
//! sums and a look-up in a table.
//!
//! # Cost
//! A round is a chain of dependent operations, and its length is what a round costs; the units
//! of the processor are mostly idle. With AVX2 each register is two, and the first of the four
//! steps across the lanes is free.
//!
//! Where puzzles have several solutions, nearly every guess leads on towards the second of them, so there is a
//! guess for every few rounds and what a guess costs weighs more than elsewhere. The choice by
//! sixty-odd population counts took a quarter of the samples of a profile on such a set; counted in the
//! lanes, all of the search takes a seventh less.
//!
//! # What did not work
//! - Finding hidden singles on the same board as naked ones, so that both cross the lanes side by
//!   side: the chain became shorter by less than the rounds became more.
//! - Changing the lane of one band in place: to pick one register of three by its number sends all three
//!   through memory. Each band is now changed by itself, two of them by nothing.
//! - Packing the minirows of all three bands into one word, with a third fewer operations in the
//!   band rule, and crossing the lanes in half registers: no gain, the chain being as long.
//! - Several puzzles in turn would fill the idle units; that is `lockstep`.

mod branch;
mod kernel;
mod place;

use crate::bands::{self, Bands, EVENTS};
use crate::lockstep::dispatch::Width;
use crate::lockstep::kernel::FULL;
use crate::lockstep::lanes::{Across, OnePuzzle, Portable, Row, Vector, lane};
use crate::lockstep::lines::Solved;
use crate::lockstep::nine;
use crate::lockstep::parse::first_bad;
#[cfg(target_arch = "x86_64")]
use crate::lockstep::x86::{Avx2, Avx2Pair, Avx512, Row16};
use branch::{choose, open_line};
use coverlab_model::{About, Event, Flow, Grid, Observer, Parameter, Shape, Stop, Strategy, Sudoku, Values};
use kernel::{Rows, Seen, Verdict, round, round_apart};
use place::Crowd;
use std::ops::ControlFlow;

/// The strategy.
#[derive(Clone, Default)]
pub(crate) struct DigitLanes {
    width: Width,
}

/// Memory kept between instances: boards to be searched, by their kind of register.
#[derive(Default)]
pub(crate) struct Scratch {
    bands: bands::Scratch,
    plain: Vec<Saved<[u32; 12]>>,
    #[cfg(target_arch = "x86_64")]
    vectors: Vec<Saved<Row16>>,
}

/// The side of a branch that is still to be searched, and its depth.
type Saved<R> = ([R; 3], usize);

impl Strategy for DigitLanes {
    type Problem = Sudoku;
    type Scratch = Scratch;

    const ABOUT: About = About {
        name: "digit-lanes",
        sentence: "Solves one puzzle in three registers, a band each, with a lane for every digit, \
                   by the rules of bands",
        source: "ours; the rules are those of bands",
        node: "the root, and each side of a choice that is entered",
        complete: true,
        interruptible: true,
        events: EVENTS,
        parameters: &[Parameter {
            name: "width",
            meaning: "registers of 16 lanes, two of 8 each, or plain code; \
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
        let Some(clues) = nine(problem) else {
            return Bands.solve(problem, seed, &mut scratch.bands, observer);
        };
        dispatch(self.width, clues, 1, scratch, &mut Told(observer))
    }
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
    search(Portable::<12>, bytes, first, &mut scratch.plain, watch)
}

#[cfg(not(target_arch = "x86_64"))]
fn dispatch(
    _width: Width,
    bytes: &[u8; 81],
    first: u8,
    scratch: &mut Scratch,
    watch: &mut impl Watch,
) -> Flow {
    search(Portable::<12>, bytes, first, &mut scratch.plain, watch)
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
    let mut depth = 0;
    watch.node(depth)?;
    loop {
        let (mut verdict, seen) = rest(lanes, &mut rows, watch);
        if !verdict.dead && verdict.open {
            let line = open_line(lanes, seen.configurations);
            let crowd = Crowd::of(lanes, &seen, line.line);
            if !crowd.is_any::<L>() {
                let branch = choose(lanes, &line);
                watch.count(Event::Guess, 1);
                depth += 1;
                let lane = lanes.only(branch.lane);
                let mut saved = [L::Row::ZERO; 3];
                for (k, (row, saved)) in rows.iter_mut().zip(&mut saved).enumerate() {
                    row.without(lane.and(lanes.splat(branch.edits.elsewhere[k]))).store(saved);
                    *row = row.without(lane.and(lanes.splat(branch.edits.there[k])));
                }
                stack.push((saved, depth));
                watch.node(depth)?;
                continue;
            }
            if !crowd.is_dead::<L>() {
                crowd.leave(lanes, &mut rows);
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
        rows = [lanes.load(&saved[0]), lanes.load(&saved[1]), lanes.load(&saved[2])];
        watch.node(depth)?;
    }
}

/// Rounds until one changes nothing or finds a contradiction.
#[inline(always)]
fn rest<L: OnePuzzle>(lanes: L, rows: &mut Rows<L>, watch: &mut impl Watch) -> (Verdict, Seen<L::Vector>) {
    let mut passes = 0;
    loop {
        let (verdict, seen) = if L::APART { round_apart(lanes, rows) } else { round(lanes, rows) };
        passes += 1;
        if verdict.dead || !verdict.changed {
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

/// The candidates that clues leave: all digits in a cell that has none of them.
#[inline(always)]
fn given<L: OnePuzzle>(lanes: L, bytes: &[u8; 81], first: u8) -> [L::Vector; 3] {
    let mut bands = [L::Row::ZERO; 3];
    for (digit, places) in lanes.places(bytes, first).iter().enumerate() {
        for (band, &cells) in bands.iter_mut().zip(places) {
            band.words_mut()[lane(digit)] = cells;
        }
    }
    let bands = [lanes.load(&bands[0]), lanes.load(&bands[1]), lanes.load(&bands[2])];
    let [a, b, c] = bands;
    let mut rows = [
        picked(lanes, a, b.shl::<10>(), c.shl::<20>()),
        picked(lanes, a.shr::<9>(), b.shl::<1>(), c.shl::<11>()),
        picked(lanes, a.shr::<18>(), b.shr::<8>(), c.shl::<2>()),
    ];
    let mut digits = L::Row::ZERO;
    (0..9).for_each(|digit| digits.words_mut()[lane(digit)] = FULL);
    let digits = lanes.load(&digits);
    for row in &mut rows {
        *row = row.or(digits.without(row.any()));
    }
    rows
}

/// A row of each band.
#[inline(always)]
fn picked<L: OnePuzzle>(lanes: L, a: L::Vector, b: L::Vector, c: L::Vector) -> L::Vector {
    let row = |band: u32| lanes.splat(0x1ff << (10 * band));
    a.and(row(0)).or_and(b, row(1)).or_and(c, row(2))
}

/// Writes a board with one candidate in each cell, the digit 1 as the byte `one`.
#[inline(always)]
fn write_digits<R: Row>(rows: &[R; 3], cells: &mut [u8; 81], one: u8) {
    for (k, row) in rows.iter().enumerate() {
        for digit in 0..9 {
            let word = row.words()[lane(digit)];
            for band in 0..3 {
                // Each digit stands once in a row. The last column, lest there be none.
                let column = (word >> (10 * band) | 1 << 8).trailing_zeros() as usize;
                cells[27 * band + 9 * k + column] = one + digit as u8;
            }
        }
    }
}

/// Who follows a search, and wants its solutions in one form or another.
trait Watch {
    fn node(&mut self, depth: usize) -> Flow;
    fn count(&mut self, event: Event, by: u64);
    fn solution<R: Row>(&mut self, rows: &[R; 3]) -> Flow;
}

/// The observer of a strategy.
struct Told<'a, O>(&'a mut O);

impl<O: Observer<Sudoku>> Watch for Told<'_, O> {
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

/// Solves lines of text one at a time, for whoever has but one.
#[derive(Default)]
pub struct OneSolver {
    width: Width,
    scratch: Scratch,
}

impl OneSolver {
    /// A solver in registers of `width`.
    pub fn new(width: Width) -> Self {
        OneSolver { width, scratch: Scratch::default() }
    }

    /// Looks for up to `limit` solutions of the puzzle of 81 characters (1: any, 2: is it unique).
    ///
    /// # Errors
    /// The index of the first character that is none of a puzzle's.
    pub fn solve(&mut self, line: &[u8; 81], limit: u64) -> Result<Solved, usize> {
        if !is_plain(line)
            && let Some(index) = first_bad(line)
        {
            return Err(index);
        }
        let solved = Solved { line: 1, start: 0, solutions: 0, grid: [b'.'; 81], guesses: 0 };
        let mut found = Found { solved, limit };
        let _ = dispatch(self.width, line, b'1', &mut self.scratch, &mut found);
        Ok(found.solved)
    }
}

/// Whether there is nothing but digits and dots, as mostly: seen by sixteen characters at a time.
#[inline(always)]
fn is_plain(line: &[u8; 81]) -> bool {
    line.iter().fold(true, |plain, &byte| plain & (byte == b'.' || byte.wrapping_sub(b'0') < 10))
}

/// What [`OneSolver`] makes of a search.
struct Found {
    solved: Solved,
    limit: u64,
}

impl Watch for Found {
    #[inline(always)]
    fn node(&mut self, _depth: usize) -> Flow {
        ControlFlow::Continue(())
    }
    #[inline(always)]
    fn count(&mut self, event: Event, by: u64) {
        if event == Event::Guess {
            self.solved.guesses += by;
        }
    }
    #[inline(always)]
    fn solution<R: Row>(&mut self, rows: &[R; 3]) -> Flow {
        if self.solved.solutions == 0 {
            write_digits(rows, &mut self.solved.grid, b'1');
        }
        self.solved.solutions += 1;
        if self.solved.solutions < self.limit {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(Stop::Enough)
    }
}
