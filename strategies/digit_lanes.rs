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
//! the same, node by node, which is tested. What `bands` says of open boards holds here too.
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

use crate::bands::{self, Bands, EVENTS};
use crate::lockstep::dispatch::Width;
use crate::lockstep::lanes::{Portable, Row, Sixteen, Vector};
use crate::lockstep::lines::Solved;
use crate::lockstep::nine;
use crate::lockstep::parse::first_bad;
#[cfg(target_arch = "x86_64")]
use crate::lockstep::x86::{Avx2, Avx2Pair, Avx512, Row16};
use branch::{choose, is_crowded};
use coverlab_model::{About, Event, Flow, Grid, Observer, Parameter, Shape, Stop, Strategy, Sudoku, Values};
use kernel::{configurations, round, used};
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
    plain: Vec<Saved<[u32; 16]>>,
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
        dispatch(self.width, clues, 1, scratch, observer)
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
fn dispatch(
    width: Width,
    bytes: &[u8; 81],
    first: u8,
    scratch: &mut Scratch,
    observer: &mut impl Observer<Sudoku>,
) -> Flow {
    if width.wants_avx512()
        && let Some(lanes) = Avx512::detect()
    {
        // SAFETY: the licence says that the processor has these features.
        return unsafe { avx512(lanes, bytes, first, &mut scratch.vectors, observer) };
    }
    if width.wants_avx2()
        && let Some(lanes) = Avx2::detect()
    {
        // SAFETY: the licence says that the processor has these features.
        return unsafe { avx2(lanes.into(), bytes, first, &mut scratch.vectors, observer) };
    }
    search(Portable::<16>, bytes, first, &mut scratch.plain, observer)
}

#[cfg(not(target_arch = "x86_64"))]
fn dispatch(
    _width: Width,
    bytes: &[u8; 81],
    first: u8,
    scratch: &mut Scratch,
    observer: &mut impl Observer<Sudoku>,
) -> Flow {
    search(Portable::<16>, bytes, first, &mut scratch.plain, observer)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx512(
    lanes: Avx512,
    bytes: &[u8; 81],
    first: u8,
    stack: &mut Vec<Saved<Row16>>,
    observer: &mut impl Observer<Sudoku>,
) -> Flow {
    search(lanes, bytes, first, stack, observer)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2(
    lanes: Avx2Pair,
    bytes: &[u8; 81],
    first: u8,
    stack: &mut Vec<Saved<Row16>>,
    observer: &mut impl Observer<Sudoku>,
) -> Flow {
    search(lanes, bytes, first, stack, observer)
}

/// Searches the puzzle of these clues.
#[inline(always)]
fn search<L: Sixteen>(
    lanes: L,
    bytes: &[u8; 81],
    first: u8,
    stack: &mut Vec<Saved<L::Row>>,
    observer: &mut impl Observer<Sudoku>,
) -> Flow {
    stack.clear();
    let used = used(lanes);
    let nothing = [lanes.splat(0); 3];
    let start = given(lanes, bytes, first);
    let mut bands = [lanes.load(&start[0]), lanes.load(&start[1]), lanes.load(&start[2])];
    let mut claimed = nothing;
    let (mut depth, mut guesses, mut patience) = (0, 0, u64::MAX);
    observer.node(depth)?;
    loop {
        let mut passes = 1;
        let mut verdict = round(lanes, &mut bands, &mut claimed, used);
        while verdict.changed && !verdict.dead {
            passes += 1;
            verdict = round(lanes, &mut bands, &mut claimed, used);
        }
        observer.count(Event::Pass, passes);
        claimed = nothing;
        if !verdict.dead && verdict.open {
            let branch = choose(lanes, configurations(lanes, &bands));
            if guesses == 0 {
                patience = u64::MAX;
            }
            verdict.dead = guesses >= patience && is_crowded(&rows(&bands));
            if !verdict.dead {
                observer.count(Event::Guess, 1);
                (guesses, depth) = (guesses + 1, depth + 1);
                let lane = lanes.only(branch.digit);
                let mut saved = [L::Row::ZERO; 3];
                // Each band by itself: to pick one would send all three through memory.
                for (index, (band, row)) in bands.iter_mut().zip(&mut saved).enumerate() {
                    let gone = |cells: u32| if index == branch.edits.band { cells } else { 0 };
                    band.without(lane.and(lanes.splat(gone(branch.edits.elsewhere)))).store(row);
                    *band = band.without(lane.and(lanes.splat(gone(branch.edits.there))));
                }
                stack.push((saved, depth));
                observer.node(depth)?;
                continue;
            }
        }
        if verdict.dead {
            observer.count(Event::Conflict, 1);
        } else {
            let board = rows(&bands);
            observer.solution(|| Grid::new(Shape::NINE, &digits(&board)).expect("81 cells"))?;
        }
        let Some((saved, at)) = stack.pop() else { return ControlFlow::Continue(()) };
        depth = at;
        bands = [lanes.load(&saved[0]), lanes.load(&saved[1]), lanes.load(&saved[2])];
        observer.node(depth)?;
    }
}

/// What the registers hold.
#[inline(always)]
fn rows<V: Vector>(bands: &[V; 3]) -> [V::Row; 3] {
    let mut rows = [V::Row::ZERO; 3];
    for (band, row) in bands.iter().zip(&mut rows) {
        band.store(row);
    }
    rows
}

/// The candidates that clues leave: all digits in a cell that has none of them.
#[inline(always)]
fn given<L: Sixteen>(lanes: L, bytes: &[u8; 81], first: u8) -> [L::Row; 3] {
    let places = lanes.places(bytes, first);
    let mut rows = [L::Row::ZERO; 3];
    for (band, row) in rows.iter_mut().enumerate() {
        let mut taken = 0;
        for digit in &places {
            taken |= digit[band];
        }
        for (word, digit) in row.words_mut().iter_mut().zip(&places) {
            let cells = digit[band] | !taken;
            *word = cells & 0x1ff | (cells << 1) & 0x1ff << 10 | (cells << 2) & 0x1ff << 20;
        }
    }
    rows
}

/// A board with one candidate in each cell.
fn digits<R: Row>(rows: &[R; 3]) -> [u8; 81] {
    let mut cells = [0; 81];
    for (row, cells) in rows.iter().zip(cells.as_chunks_mut::<27>().0) {
        for (digit, &word) in (1..=9).zip(row.words()) {
            let mut word = word;
            while word != 0 {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                cells[bit - bit / 10] = digit;
            }
        }
    }
    cells
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
        if let Some(index) = first_bad(line) {
            return Err(index);
        }
        let solved = Solved { line: 1, start: 0, solutions: 0, grid: [b'.'; 81], guesses: 0 };
        let mut found = Found { solved, limit };
        let _ = dispatch(self.width, line, b'1', &mut self.scratch, &mut found);
        Ok(found.solved)
    }
}

/// The observer of [`OneSolver`].
struct Found {
    solved: Solved,
    limit: u64,
}

impl Observer<Sudoku> for Found {
    #[inline(always)]
    fn count(&mut self, event: Event, by: u64) {
        if event == Event::Guess {
            self.solved.guesses += by;
        }
    }
    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> Grid) -> Flow {
        if self.solved.solutions == 0 {
            let grid = build();
            for (character, &digit) in self.solved.grid.iter_mut().zip(grid.cells()) {
                *character = b'0' + digit;
            }
        }
        self.solved.solutions += 1;
        if self.solved.solutions < self.limit {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(Stop::Enough)
    }
}
