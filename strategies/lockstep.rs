//! `lockstep`: a lane is a puzzle.
//!
//! # Origin
//! Ours, as far as we know: solvers with vector instructions put one puzzle into a register
//! (T. Dillon, *Tdoku*, 2019, a box; M. Dobrichev, *fsss2*, 2015, a digit). Here each lane of each
//! register holds a puzzle of its own, 16 of them with AVX-512, 8 with AVX2, and the rules of
//! `bands`, which are nothing but conjunctions, disjunctions and a few shifts, run
//! in all lanes at once without a branch. The reasons why the rules suffice are told there.
//!
//! # Idea
//! **The word.** A puzzle is 27 words of 32 bits. Word `3 r + k` holds three cells: those of row
//! `r` in column `k` of the three stacks, nine candidates each, with a guard bit above:
//!
//! ```text
//! bit   29     28…20      19     18…10       9      8…0
//!      guard  (r, 6+k)  guard   (r, 3+k)   guard   (r, k)
//! ```
//!
//! So the four coordinates of a cell, band, row of the band, stack, column of the stack, are
//! three times the number of a word and once the place in it. What the rules combine are then
//! whole words, and hardly anything has to be moved within one:
//! - a minirow is the disjunction of three words, for three boxes and nine digits; the band rule
//!   combines the three rows of a band, turned by one box and by two: the only turns there are;
//! - a minicolumn is another disjunction of three words, and the stack rule, which combines bands
//!   and columns, turns nothing at all;
//! - a box is nine words, so singles need neither.
//!
//! **The guard bits** tell how many candidates a cell has, three cells at a time. Adding 511 to
//! each cell borrows 1 from its guard: the guard is set unless the cell was empty, and what is
//! below has lost its lowest candidate (`x - 1` in each field). So `x & (x - 1)`, once more plus
//! 511, sets the guard of the cells with two or more; and `g - (g >> 9)` makes of each guard bit
//! a mask of its cell. Hidden singles are found by *once* and *twice* over the nine words of a
//! box, three boxes at a time.
//!
//! **The round.** Naked singles clear their boxes, the band rule, the stack rule, hidden singles,
//! and not a single branch. A round says of each lane whether it is dead, has changed, and has an
//! open cell. A lane that has not changed is at rest: it is solved, or it branches. What a round
//! must find for itself: an empty cell, a digit alone in two cells of a box, a digit without a
//! cell in a box, a cell alone for two digits. A board is solved when a round found every cell
//! single and changed nothing, for then the line rules have seen the final board.
//!
//! **The branch** is that of `bands`. The configurations of the six lines are computed in all
//! lanes at once; the choice itself is a few population counts in one lane. A search that is wary, as
//! on open boards, looks for crowded places in its lane alone: that is rare and not worth a register.
//!
//! **The driver** gives each lane a search of its own: its puzzle, its stack, its observer. Lanes
//! do not wait for each other, so all but the last few rounds of a batch are full, and no search
//! depends on its company: counters, limits and interruption hold per lane, and a batch is equal
//! to its puzzles solved one by one, to the last counter. The tests demand that.
//!
//! # Cost
//! On the hardest puzzles of 2011 and on those of 17 clues the AVX2 path executes 290 instructions per lane and
//! round, reading, branching and the driver included, and on easy ones 450: there a puzzle takes
//! three rounds, and what it takes once weighs more. Callgrind counts them (`benches/sudoku9.rs` says how); it
//! cannot run AVX-512, which does with one ternary instruction what takes two, has twice the
//! lanes, and registers enough to keep what AVX2 puts aside.
//!
//! On easy puzzles three rounds, and then reading 81 characters and writing a grid cost as much as
//! solving. On hard ones somewhat more than half of the time is rounds; the rest is the events,
//! where 27 words of one lane go to its stack or come back, each from a register row of its own.
//!
//! From file to file the solver has company: the system copies every line in and out, the referee
//! looks at every grid, and somebody puts the answers into order. `cargo bench --bench files` sets
//! them side by side. A thread that reads, one that solves and one that writes wake each other all
//! the time, which cost more than the referee; now whoever solves reads and writes as well.
//!
//! # Larger boards
//! Only 9x9 is searched in lanes. That is not where it stops to pay. A sketch for 16x16, a cell a
//! lane of 16 bits and so 32 puzzles in 256 registers' worth of memory, with naked and hidden
//! singles and candidates locked in minirows and minicolumns, took 2.0 to 3.1 µs a round for all
//! lanes on a loaded machine (Zen 5, AVX-512), so less than a tenth of a microsecond for one:
//! - On the 20 puzzles of 120 clues (`unique-16x16`, 2000 images each) seven rounds and no guess do:
//!   0.65 µs a puzzle, where `dlx` takes 33 µs and `bands` 47 µs.
//! - On the 10 minimal ones (`minimal-16x16`, 256 images each) a puzzle takes from 56 µs to 30 ms,
//!   and 69 to 36000 guesses where `bands` has 255 nodes in the mean: the cell with the fewest
//!   candidates is a poor choice there, and a fifth to two fifths of the lanes are idle at the end of
//!   a batch, as the searches differ by whole factors.
//!
//! So what is missing is the choice by configurations, of which a line of 16x16 has 24 kinds a digit
//! and not six, and not the width. It does stop at 25x25: a cell no longer fits into 16 bits, a state
//! of 16 puzzles (40 KB) hardly into the first cache, and whoever has puzzles of that size has few.
//!
//! # What did not work
//! - The layout that comes to mind first, and was our prototype's: a word for each digit and band,
//!   rows of nine bits. Its band rule needs the minirows of three digits packed into one word and
//!   spread again, its stack rule the same, and the rules cost several times as many operations as
//!   here; a whole round, about twice as many. That layout is right where a lane is a digit, in [`digit-lanes`](crate::digit_lanes).
//! - Branching on the first cell with two candidates: nearly twice the guesses on the hardest
//!   puzzles. Preferring lines that have a digit with two configurations over lines with few in
//!   all: a sixth more. The line with the most configurations, or the most such digits: much worse.
//! - Choosing among the digits of a line with care (most or fewest choices elsewhere, both
//!   configurations of one kind, or not): within a few percent, and dearer. The lowest does.
//! - The choice in scalar code alone: more than the rounds themselves took on hard puzzles.
//! - The other side of a branch first: no difference where there is one solution, and within the
//!   noise where there are many.
//! - Vectors passed through closures of the standard library (`map`, `from_fn`): the closures are
//!   compiled without the caller's features and every operation becomes a call.
//! - A new answer made for each puzzle, blank until it is solved: to fill 81 bytes with blanks and to
//!   move them into place shows in a profile. Answers are written over those of the block before.
//! - Reading puzzles by comparing registers of characters with each digit: right for
//!   [`digit-lanes`](crate::digit_lanes), but here a word has cells of three boxes side by side,
//!   and 81 look-ups in tables, several a cycle, bring them there.

mod branch;
pub(crate) mod dispatch;
mod driver;
pub(crate) mod kernel;
pub(crate) mod lanes;
pub mod lines;
pub(crate) mod parse;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86;

pub use dispatch::Width;

use crate::bands::{self, Bands, EVENTS};
use coverlab_model::{About, Event, Flow, Grid, Observer, Parameter, Shape, Strategy, Sudoku, Values};
use driver::{Jobs, Searches, Tally};
use kernel::Board;
use parse::{CELLS, digits, from_clues};
use std::ops::ControlFlow;

/// The strategy.
#[derive(Clone, Default)]
pub(crate) struct Lockstep {
    width: Width,
}

/// Memory kept between batches.
#[derive(Default)]
pub(crate) struct Scratch {
    searches: Searches,
    bands: bands::Scratch,
}

impl Strategy for Lockstep {
    type Problem = Sudoku;
    type Scratch = Scratch;

    const ABOUT: About = About {
        name: "lockstep",
        sentence: "Solves as many puzzles side by side as a register has lanes, \
                   by the rules of bands without a branch",
        source: "ours; the rules are those of bands",
        node: "the root, and each side of a choice that is entered",
        complete: true,
        interruptible: true,
        events: EVENTS,
        parameters: &[Parameter {
            name: "width",
            meaning: "puzzles side by side: 16, 8, or 8 in plain code; \
                      what the processor lacks falls back to the next",
            values: Values::OneOf(Width::NAMES),
            default: "auto",
        }],
        note: "Meant for batches: one puzzle alone occupies one lane of many. A time limit of one \
               puzzle runs while its neighbours are searched. Boards other than 9x9 are searched by bands.",
    };

    const SIDE_BY_SIDE: bool = true;

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
        let Some(cells) = nine(problem) else {
            return Bands.solve(problem, seed, &mut scratch.bands, observer);
        };
        let mut alone = Alone { board: Some(from_clues(cells)), observer, flow: ControlFlow::Continue(()) };
        dispatch::search(self.width, &mut scratch.searches, &mut alone);
        alone.flow
    }

    fn solve_batch<O: Observer<Sudoku>>(
        &self,
        problems: &[Sudoku],
        seed: u64,
        scratch: &mut Scratch,
        observers: &mut [O],
    ) -> Vec<Flow> {
        let flows = vec![ControlFlow::Continue(()); problems.len()];
        let Scratch { searches, bands } = scratch;
        let mut batch = Batch { problems, observers, flows, next: 0, seed, bands };
        dispatch::search(self.width, searches, &mut batch);
        batch.flows
    }
}

/// The clues of a 9x9 puzzle.
pub(crate) fn nine(problem: &Sudoku) -> Option<&[u8; CELLS]> {
    (problem.shape() == Shape::NINE).then(|| problem.clues().try_into().ok()).flatten()
}

/// Hands `board` to `observer`.
#[inline(always)]
fn report(observer: &mut impl Observer<Sudoku>, board: &Board) -> Flow {
    observer.solution(|| Grid::new(Shape::NINE, &digits(board)).expect("81 cells"))
}

#[inline(always)]
fn tell(observer: &mut impl Observer<Sudoku>, tally: Tally) {
    observer.count(Event::Guess, tally.guesses);
    observer.count(Event::Pass, tally.passes);
    observer.count(Event::Conflict, tally.conflicts);
}

/// One puzzle, the other lanes empty.
struct Alone<'a, O> {
    board: Option<Board>,
    observer: &'a mut O,
    flow: Flow,
}

impl<O: Observer<Sudoku>> Jobs for Alone<'_, O> {
    fn next(&mut self) -> Option<(usize, Board)> {
        self.board.take().map(|board| (0, board))
    }
    fn node(&mut self, _job: usize, depth: usize) -> Flow {
        self.observer.node(depth)
    }
    fn solution(&mut self, _job: usize, board: &Board) -> Flow {
        report(self.observer, board)
    }
    fn end(&mut self, _job: usize, flow: Flow, tally: Tally) {
        tell(self.observer, tally);
        self.flow = flow;
    }
}

/// A batch, with an observer for each puzzle.
struct Batch<'a, O> {
    problems: &'a [Sudoku],
    observers: &'a mut [O],
    flows: Vec<Flow>,
    next: usize,
    seed: u64,
    bands: &'a mut bands::Scratch,
}

impl<O: Observer<Sudoku>> Jobs for Batch<'_, O> {
    fn next(&mut self) -> Option<(usize, Board)> {
        while let Some(problem) = self.problems.get(self.next) {
            let job = self.next;
            self.next += 1;
            self.observers[job].start();
            if let Some(cells) = nine(problem) {
                return Some((job, from_clues(cells)));
            }
            self.flows[job] = Bands.solve(problem, self.seed, self.bands, &mut self.observers[job]);
        }
        None
    }
    fn node(&mut self, job: usize, depth: usize) -> Flow {
        self.observers[job].node(depth)
    }
    fn solution(&mut self, job: usize, board: &Board) -> Flow {
        report(&mut self.observers[job], board)
    }
    fn end(&mut self, job: usize, flow: Flow, tally: Tally) {
        tell(&mut self.observers[job], tally);
        self.flows[job] = flow;
    }
}
