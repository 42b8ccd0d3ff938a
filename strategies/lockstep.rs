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
//! and not a single branch. A round says of each lane whether it is dead, has fixed a digit, and has an
//! open cell. A lane that has not is at rest, and branches. What a round
//! must find for itself: an empty cell, a digit alone in two cells of a box, a digit without a
//! cell in a box, a cell alone for two digits. A board is solved when a round found every cell
//! single and no contradiction, for then the line rules have seen the final board. Whatever can be asked of
//! the digits of a box is not asked of its cells: no cell is open if nine digits are alone in one, and a digit is
//! alone in two if one that was alone still has a second cell when the line rules are through.
//!
//! **At rest** the configurations of the six lines are computed in all lanes at once. Those of one
//! puzzle then go into a register, a line in each lane, for the place rule of `bands` and to count them. A
//! configuration down the diagonals and one up have one place in common, and each of the nine places is
//! common to one such pair; so two words of configurations tell which digits are in a place and
//! nowhere else, and the guard bits count them, three places at a time.
//!
//! **The driver** gives each lane a search of its own: its puzzle, its stack, its observer. Lanes
//! do not wait for each other, so all but the last few rounds of a batch are full, and no search
//! depends on its company: counters, limits and interruption hold per lane, and a batch is equal
//! to its puzzles solved one by one, to the last counter. The tests demand that.
//!
//! # Cost
//! On the hardest puzzles of 2011 the AVX2 path executes 275 instructions per lane and round, reading,
//! branching and the driver included, on those of 17 clues 250, and on easy ones 440: there a puzzle takes
//! three rounds, and what it takes once weighs more. Callgrind counts them (`benches/sudoku9.rs` says how); it
//! cannot run AVX-512, which does with one ternary instruction what takes two, has twice the
//! lanes, and registers enough to keep what AVX2 puts aside.
//!
//! On easy puzzles three rounds, and then reading 81 characters and writing a grid cost as much as
//! solving. On hard ones about half of the time is rounds; the rest is the events,
//! where 30 words of one lane go to its stack or come back, each from a register row of its own.
//!
//! From file to file the solver has company: the system copies every line in and out, the referee
//! looks at every grid, and the answers are put into order. `cargo bench --bench files` sets
//! them side by side. A file of the 17-clue set (Zen 5, AVX-512, CPU time) takes 1.21 to 1.24 times
//! as long as the search in memory, with `--unique` as without; a copy of the file alone would take
//! 0.13 to 0.17 of it. Two threads are 1.90 to 1.95 times as fast as one. What was slow before:
//! - a thread that reads, one that solves and one that writes wake each other all the time. Now
//!   a thread that solves reads and writes as well, and leaves its answers with one that is writing already;
//! - a referee that looks up each cell: it took about as long as a copy of the file. It has registers now;
//! - answers that end anywhere in a page of a file: the system takes longer than for whole blocks;
//! - a window that moves on through the input: where it is new, the memory is in no cache, and at
//!   first not even there. Small batches, on the other hand, leave lanes empty at their ends.
//!
//! # Larger boards
//! Boards of 16x16 are searched in lanes as well, by the same rules in another layout:
//! `hexadoku`. `cargo bench --bench hexadoku` (Zen 5, AVX-512, a loaded machine, CPU
//! time, paired with `bands`, which makes the same guesses):
//! - images of the 20 puzzles of 120 clues (`unique-16x16`), eight rounds and no guess: 0.8 to 1.0 µs, 45 to
//!   57 times as fast. Half of that is not the search but what is kept of each puzzle.
//! - images of the 10 minimal ones (`minimal-16x16`), 29 guesses in the mean, where it took 137 without the
//!   place rule: 37 µs, 40 times as fast. `sat` takes about 300 times as long there.
//!
//! A sketch that branched on the cell with the fewest candidates needed up to 36 000 guesses for the
//! minimal ones: it is the choice by configurations that makes them easy, not the width. It does stop at
//! 25x25: a cell no longer fits into half a word, a line has 120 configurations a digit, a state of 16
//! puzzles (40 KB) hardly fits into the first cache, and puzzles of that size are few. Other sizes
//! are searched by `bands`.
//!
//! # What did not work
//! - The layout that comes to mind first, and was our prototype's: a word for each digit and band,
//!   rows of nine bits. Its band rule needs the minirows of three digits packed into one word and
//!   spread again, its stack rule the same, and the rules cost several times as many operations as
//!   here; a whole round, about twice as many. Where a lane is a digit, in
//!   [`digit-lanes`](crate::digit_lanes), a word of nine bits a row is right, but of a row of each band.
//! - Branching on the first cell with two candidates: nearly twice the guesses on the hardest
//!   puzzles. Preferring lines that have a digit with two configurations over lines with few in
//!   all: a sixth more. The line with the most configurations, or the most such digits: much worse.
//! - Choosing among the digits of a line with care (most or fewest choices elsewhere, both
//!   configurations of one kind, or not): within a few percent, and dearer. The lowest does.
//! - The choice in scalar code alone: more than the rounds themselves took on hard puzzles.
//! - The place rule in all lines and all lanes whenever one lane rests: 14 % slower on the hardest puzzles than
//!   without it, though it saves a fifth of the guesses. In plain code, only in the line of the choice: no
//!   faster. The lines of one puzzle side by side in a register are what makes it pay.
//! - Two groups of lanes taking turns, so that the events of one are handled while the registers are busy with the
//!   round of the other: within 2 %, either way (Emerald Rapids).
//! - The words of a board by their number modulo the size of the board, instead of a comparison with it: the compiler
//!   made vectors of the division, and hard puzzles took a sixth to a fifth more time (AVX2, AVX-512).
//! - Digits written by the exponents of their masks as floating-point numbers, a register of words at a time, but
//!   then byte by byte: on easy puzzles a twentieth slower with AVX2, a seventh with AVX-512. Nine rows at once, whose
//!   digits are then moved by eights, are what pays: with puzzles read into their lane, 0.71, 0.81 and 0.85 of the time on
//!   easy ones (AVX-512, AVX2, SSE2; Emerald Rapids).
//! - Looking at all boards at rest before anything is decided of the first, for a processor that foresees none of the
//!   decisions: 2 % to 9 % more time (17 clues, the hardest; Emerald Rapids).
//! - Finding a cell for two digits a round later, by one comparison in each band: 3 % more rounds, as much as it
//!   saves. Not looking for empty cells at all: a tenth more at 17 clues.
//! - The other side of a branch first: no difference where there is one solution, and within the
//!   noise where there are many.
//! - Vectors passed through closures of the standard library (`map`, `from_fn`): the closures are
//!   compiled without the caller's features and every operation becomes a call. A closure that writes a grid, or reads a
//!   puzzle, is too large to be inlined and has none of the features either.
//! - A new answer made for each puzzle, blank until it is solved: to fill 81 bytes with blanks and to
//!   move them into place shows in a profile. Answers are written over those of the block before.
//! - Without AVX2, eight puzzles in two registers of four: what the one cannot hold of a round goes through memory
//!   for the other as well. Four in one take two thirds of the time (SSE2 on Zen 3).
//! - Reading puzzles by comparing registers of characters with each digit: right for
//!   [`digit-lanes`](crate::digit_lanes), but here a word has cells of three boxes side by side,
//!   and 81 look-ups in tables, several a cycle, bring them there.

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
use driver::{InLane, Jobs, Rules, Searches, Tally};
use hexadoku::Hexadoku;
use kernel::Board;
use lanes::Row;
use nine::Nine;
use parse::{CELLS, digits, from_clues};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The strategy.
#[derive(Clone, Default)]
pub(crate) struct Lockstep {
    width: Width,
}

/// Memory kept between batches.
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
                   by the rules of bands without a branch",
        source: "ours; the rules are those of bands",
        node: "the root, and each side of a choice that is entered",
        complete: true,
        interruptible: true,
        events: EVENTS,
        parameters: &[Parameter {
            name: "width",
            meaning: "puzzles side by side: 16, 8, or 4 in what any processor has; \
                      what the processor lacks falls back to the next",
            values: Values::OneOf(Width::NAMES),
            default: "auto",
        }],
        note: "Meant for batches: one puzzle alone occupies one lane of many. A time limit of one \
               puzzle runs while its neighbours are searched. Boards other than 9x9 and 16x16 are searched by bands.",
    };

    /// Only boards that go into lanes.
    fn side_by_side(&self, problem: &Sudoku) -> bool {
        problem.shape() == Shape::NINE || problem.shape() == SIXTEEN
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
            if problem.shape() != Shape::NINE && problem.shape() != SIXTEEN {
                let mut observer = observers.one();
                observers.begin(k, &mut observer);
                let flow = Bands.solve(problem, seed, &mut scratch.bands, &mut observer);
                observers.end(k, &mut observer, flow);
            }
        }
    }
}

impl Lockstep {
    /// One puzzle.
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

    /// The puzzles of a batch that are of the size of `rules`.
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

/// Boxes of 4x4.
const SIXTEEN: Shape = Shape::new(4, 4).expect("a shape");

/// A puzzle as a board of some rules, and a board that is solved as a grid.
trait Reads<const WORDS: usize>: Rules<WORDS> + Copy {
    /// The puzzle, if it is of their size.
    fn read(problem: &Sudoku) -> Option<[u32; WORDS]>;
    /// The solution.
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
        let clues = (problem.shape() == SIXTEEN).then(|| problem.clues().try_into().ok());
        clues.flatten().map(hexadoku::from_clues)
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
fn tell(observer: &mut impl Observer<Sudoku>, tally: Tally) {
    observer.count(Event::Guess, tally.guesses);
    observer.count(Event::Pass, tally.passes);
    observer.count(Event::Conflict, tally.conflicts);
}

/// One puzzle, the other lanes empty.
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
    fn end(&mut self, _job: usize, flow: Flow, tally: Tally) {
        tell(self.observer, tally);
        self.flow = flow;
    }
}

/// The puzzles of a batch that are of the size of some rules.
struct Batch<'a, O: Observers<Sudoku>, R> {
    problems: &'a [Sudoku],
    rules: PhantomData<R>,
    observers: &'a mut O,
    /// Of each search under way its observer and the number of its puzzle. A search is known by its seat, which
    /// another takes when it is over: there are as many as lanes.
    seats: Vec<(O::One, usize)>,
    free: Vec<usize>,
    next: usize,
}

impl<O: Observers<Sudoku>, R> Batch<'_, O, R> {
    /// A seat for the search of puzzle `k`.
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
    fn end(&mut self, seat: usize, flow: Flow, tally: Tally) {
        let (observer, k) = &mut self.seats[seat];
        tell(observer, tally);
        self.observers.end(*k, observer, flow);
        self.free.push(seat);
    }
}
