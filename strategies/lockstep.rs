//! `lockstep`: solves one puzzle in each lane of a vector register.
//!
//! # Origin
//! Ours, as far as we know. Other solvers with vector instructions search one puzzle, and put a part of it
//! into a register: a box (T. Dillon, *Tdoku*, 2019) or the cells of a digit (M. Dobrichev, *fsss2*, 2015).
//! Here each lane of each register holds a puzzle of its own: 16 with AVX-512, 8 with AVX2. The rules of
//! `bands` are conjunctions, disjunctions and a few shifts; they run in all lanes at once without branches.
//! The essay of `bands` explains why these rules suffice.
//!
//! # Idea
//! **The word.** A puzzle is 27 words of 32 bits. Word `3 r + k` holds three cells: those of row `r` in
//! column `k` of the three stacks. Each cell has nine candidate bits, with a guard bit above:
//!
//! ```text
//! bit   29     28…20      19     18…10       9      8…0
//!      guard  (r, 6+k)  guard   (r, 3+k)   guard   (r, k)
//! ```
//!
//! So three of the four coordinates of a cell (band, row of the band, stack, column of the stack) select the
//! word, and one is the position within it. The rules combine whole words, and very little moves within a
//! word:
//! - A minirow is the disjunction of three words, for three boxes and nine digits. The band rule combines the
//!   three rows of a band, rotated by one box and by two; these are the only rotations.
//! - A minicolumn is another disjunction of three words. The stack rule, which combines bands and columns,
//!   needs no rotation.
//! - A box is nine words, so singles need neither.
//!
//! **The guard bits** show how many candidates a cell has, for three cells at a time. In a state they are
//! clear. Adding 511 to a cell `x` adds its guard bit, 512, and subtracts 1: the guard is set in the sum
//! unless the cell was empty, and the field is `x - 1`. So `x & (x - 1)`, the cell without its lowest
//! candidate, plus 511 sets the guards of the cells with two or more candidates, and `g - (g >> 9)` turns
//! each guard bit into a mask of its cell. The digits seen *once* and *twice* over the nine words of a box
//! give the hidden singles.
//!
//! **The round.** Naked singles clear their boxes; then follow the band rule, the stack rule and hidden
//! singles, without branches. A round reports for each lane whether it is dead, has fixed a digit, and has an
//! open cell. It detects these contradictions: an empty cell, a digit alone in two cells of a box, a digit
//! without a cell in a box, a cell that is the only one left for two digits. A board is solved when a round
//! finds every cell single and no contradiction, since the line rules have then seen the final board.
//!
//! **At rest**, when a round changes nothing, the configurations of the six lines are computed in all lanes
//! at once. Those of one puzzle then go into one register, one line per lane, for the place rule of `bands`
//! and for counting. A configuration down the diagonals and one up the diagonals share one place, and each of
//! the nine places belongs to one such pair. So two words of configurations show which digits have a place
//! and no other, and the guard bits count them.
//!
//! **The driver** gives each lane its own puzzle, stack and observer. Lanes do not wait for each other, so in
//! all but the last rounds of a batch every lane is busy. A search is independent of the other lanes:
//! counters, limits and interruption apply per lane, and a batch gives the same answers and counters as its
//! puzzles solved one by one. Tests check this.
//!
//! # Cost
//! A lane takes 250 to 440 instructions per round with AVX2. An easy puzzle takes three rounds, and reading
//! and writing it cost as much. On hard ones half of the time is moving boards to a stack and back. Boards of
//! 16x16 use the same rules in another layout, `hexadoku`; other sizes are searched by `bands`. Measurements
//! and failed attempts are in docs/STRATEGY-NOTES.md.

mod branch;
pub(crate) mod dispatch;
mod driver;
mod hexadoku;
pub(crate) mod kernel;
pub(crate) mod lanes;
pub mod lines;
mod nine;
pub(crate) mod parse;
pub(crate) mod quarters;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86;

pub use dispatch::Width;

use crate::bands::{self, Bands, EVENTS};
use coverlab_model::{
    About, Event, Flow, Grid, Observer, Observers, Parameter, Purpose, Shape, Strategy, Sudoku, Values,
};
use driver::{InLane, Jobs, Rules, SearchCounters, Searches};
use hexadoku::Hexadoku;
use kernel::Board;
use lanes::Row;
use nine::Nine;
use parse::{CELLS, digits, from_clues};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The strategy, with its width.
#[derive(Clone, Default)]
pub(crate) struct Lockstep {
    width: Width,
}

/// Memory reused between batches.
#[derive(Default)]
pub(crate) struct Scratch {
    nine: Searches<{ kernel::WORDS }>,
    hexadoku: Searches<{ hexadoku::WORDS }>,
    bands: bands::Scratch,
}

impl Strategy for Lockstep {
    type Problem = Sudoku;
    type Scratch = Scratch;

    const ABOUT: About = About {
        name: "lockstep",
        purpose: Purpose::Fast,
        sentence: "Solves as many puzzles side by side as a register has lanes, \
                   by the rules of bands, without branches",
        source: "ours, with the rules of bands",
        node: "the root, and each side of a choice that is entered",
        complete: true,
        interruptible: true,
        events: EVENTS,
        parameters: &[Parameter {
            name: "width",
            meaning: "puzzles side by side: 16, 8, or 4, which any processor supports; a width that the processor \
                      lacks falls back to the next one",
            values: Values::OneOf(Width::NAMES),
            default: "auto",
        }],
        note: "Meant for batches: one puzzle alone occupies one lane of many. The time limit of a \
               puzzle also runs while other lanes are searched. Boards other than 9x9 and 16x16 are searched by bands.",
    };

    /// Only boards with a lane layout are searched side by side.
    fn side_by_side(&self, problem: &Sudoku) -> bool {
        goes_into_lanes(problem)
    }

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
        if let Some(board) = Nine::read(problem) {
            return self.alone(Nine, board, &mut scratch.nine, observer);
        }
        if let Some(board) = Hexadoku::read(problem) {
            return self.alone(Hexadoku, board, &mut scratch.hexadoku, observer);
        }
        Bands.solve(problem, seed, &mut scratch.bands, observer)
    }

    fn solve_batch(
        &self,
        problems: &[Sudoku],
        seed: u64,
        scratch: &mut Scratch,
        observers: &mut impl Observers<Sudoku>,
    ) {
        self.batch(Nine, problems, &mut scratch.nine, observers);
        if problems.iter().all(|problem| problem.shape() == Shape::NINE) {
            return;
        }
        self.batch(Hexadoku, problems, &mut scratch.hexadoku, observers);
        for (k, problem) in problems.iter().enumerate() {
            if !goes_into_lanes(problem) {
                let mut observer = observers.one();
                observers.begin(k, &mut observer);
                let flow = Bands.solve(problem, seed, &mut scratch.bands, &mut observer);
                observers.end(k, &mut observer, flow);
            }
        }
    }
}

impl Lockstep {
    /// Searches one puzzle.
    fn alone<R: Reads<WORDS>, const WORDS: usize>(
        &self,
        rules: R,
        board: [u32; WORDS],
        searches: &mut Searches<WORDS>,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        let flow = ControlFlow::Continue(());
        let mut alone = Alone { board: Some(board), rules: PhantomData::<R>, observer, flow };
        dispatch::search(self.width, rules, searches, &mut alone);
        alone.flow
    }

    /// Searches the puzzles of a batch that have the size of `rules`.
    fn batch<R: Reads<WORDS>, const WORDS: usize>(
        &self,
        rules: R,
        problems: &[Sudoku],
        searches: &mut Searches<WORDS>,
        observers: &mut impl Observers<Sudoku>,
    ) {
        let mut batch = Batch {
            problems,
            rules: PhantomData::<R>,
            observers,
            seats: Vec::new(),
            free: Vec::new(),
            next: 0,
        };
        dispatch::search(self.width, rules, searches, &mut batch);
    }
}

/// The shape with 4x4 boxes.
pub(crate) const SIXTEEN: Shape = Shape::new(4, 4).expect("a shape");

/// Whether boards of this size have a layout in lanes.
pub(crate) fn goes_into_lanes(problem: &Sudoku) -> bool {
    problem.shape() == Shape::NINE || problem.shape() == SIXTEEN
}

/// Conversions between puzzles, boards in lanes, and grids.
trait Reads<const WORDS: usize>: Rules<WORDS> + Copy {
    /// The board of the puzzle, if it has the right size.
    fn read(problem: &Sudoku) -> Option<[u32; WORDS]>;
    /// The grid of a solved board.
    fn grid(board: &[u32; WORDS]) -> Grid;
}

impl Reads<{ kernel::WORDS }> for Nine {
    #[inline(always)]
    fn read(problem: &Sudoku) -> Option<Board> {
        clues_of_nine(problem).map(from_clues)
    }
    #[inline(always)]
    fn grid(board: &Board) -> Grid {
        Grid::new(Shape::NINE, &digits(board)).expect("81 cells")
    }
}

impl Reads<{ hexadoku::WORDS }> for Hexadoku {
    fn read(problem: &Sudoku) -> Option<hexadoku::Board> {
        let clues = (problem.shape() == SIXTEEN).then(|| problem.clues().try_into().ok()).flatten();
        clues.map(hexadoku::from_clues)
    }
    fn grid(board: &hexadoku::Board) -> Grid {
        Grid::new(SIXTEEN, &hexadoku::digits(board)).expect("256 cells")
    }
}

/// The clues of a 9x9 puzzle.
pub(crate) fn clues_of_nine(problem: &Sudoku) -> Option<&[u8; CELLS]> {
    (problem.shape() == Shape::NINE).then(|| problem.clues().try_into().ok()).flatten()
}

#[inline(always)]
fn count_events(observer: &mut impl Observer<Sudoku>, tally: SearchCounters) {
    observer.count(Event::Guess, tally.guesses);
    observer.count(Event::Pass, tally.passes);
    observer.count(Event::Conflict, tally.conflicts);
}

/// A job with one puzzle; the other lanes stay empty.
struct Alone<'a, O, R, const WORDS: usize> {
    board: Option<[u32; WORDS]>,
    rules: PhantomData<R>,
    observer: &'a mut O,
    flow: Flow,
}

impl<O: Observer<Sudoku>, R: Reads<WORDS>, const WORDS: usize> Jobs<WORDS> for Alone<'_, O, R, WORDS> {
    fn next<W: Row>(&mut self, mut lane: InLane<'_, W, WORDS>) -> Option<usize> {
        lane.put(&self.board.take()?);
        Some(0)
    }
    fn node(&mut self, _job: usize, depth: usize) -> Flow {
        self.observer.node(depth)
    }
    fn solution<W: Row>(&mut self, _job: usize, board: InLane<'_, W, WORDS>) -> Flow {
        self.observer.solution(|| R::grid(&board.board()))
    }
    fn end(&mut self, _job: usize, flow: Flow, tally: SearchCounters) {
        count_events(self.observer, tally);
        self.flow = flow;
    }
}

/// Jobs from the puzzles of a batch that have one size.
struct Batch<'a, O: Observers<Sudoku>, R> {
    problems: &'a [Sudoku],
    rules: PhantomData<R>,
    observers: &'a mut O,
    /// By seat, the observer of an active search and the index of its puzzle. A seat identifies a search;
    /// when it ends, another one reuses the seat. There are as many seats as lanes.
    seats: Vec<(O::One, usize)>,
    free: Vec<usize>,
    next: usize,
}

impl<O: Observers<Sudoku>, R> Batch<'_, O, R> {
    /// Assigns a seat to the search of puzzle `k`.
    #[inline(always)]
    fn seat(&mut self, k: usize) -> usize {
        let seat = self.free.pop().unwrap_or_else(|| {
            self.seats.push((self.observers.one(), 0));
            self.seats.len() - 1
        });
        let (observer, puzzle) = &mut self.seats[seat];
        *puzzle = k;
        self.observers.begin(k, observer);
        seat
    }
}

impl<O: Observers<Sudoku>, R: Reads<WORDS>, const WORDS: usize> Jobs<WORDS> for Batch<'_, O, R> {
    fn next<W: Row>(&mut self, mut lane: InLane<'_, W, WORDS>) -> Option<usize> {
        while let Some(problem) = self.problems.get(self.next) {
            let k = self.next;
            self.next += 1;
            if let Some(board) = R::read(problem) {
                lane.put(&board);
                return Some(self.seat(k));
            }
        }
        None
    }
    fn node(&mut self, seat: usize, depth: usize) -> Flow {
        self.seats[seat].0.node(depth)
    }
    fn solution<W: Row>(&mut self, seat: usize, board: InLane<'_, W, WORDS>) -> Flow {
        self.seats[seat].0.solution(|| R::grid(&board.board()))
    }
    fn end(&mut self, seat: usize, flow: Flow, tally: SearchCounters) {
        let (observer, k) = &mut self.seats[seat];
        count_events(observer, tally);
        self.observers.end(*k, observer, flow);
        self.free.push(seat);
    }
}
