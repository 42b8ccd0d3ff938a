//! `auto` for Sudoku: looks at the size of the board and at the company it has, and forwards it.
//!
//! # Origin
//!
//! Choosing among solvers by what an instance looks like: J. R. Rice, *The Algorithm Selection Problem*, 1976.
//! A quick search that gives up and a thorough one behind it: C. Gomes and B. Selman, *Algorithm Portfolios*,
//! 2001.
//!
//! # Idea
//!
//! **9x9.** A board alone goes to `digit-lanes`, which has the least start-up; from eight boards on they go to
//! `lockstep`, a lane each. Both visit the same nodes, so company changes no answer and no count.
//!
//! **Other sizes.** `lockstep` for 16x16 and `bands` for the rest begin at once, without a translation, and
//! most puzzles that people print end there within a few nodes. A search that has used up its allowance of
//! nodes is judged. If it finds solutions all the time it enumerates, and goes on; a mere count
//! goes to `auto` for exact covers instead, which may count by a diagram. If it finds hardly any,
//! it is lost somewhere, and the board becomes a formula: `sat-auto` learns from its conflicts.
//! Solutions found before are not reported again.
//!
//! Nodes decide, never time, so the same seed gives the same search on any machine.
//!
//! # Cost
//!
//! The allowance is what a hard board wastes. CPU time in milliseconds, means over a file (an EPYC with AVX-512):
//!
//! | boards | `lockstep` or `bands` alone | `sat-auto` alone |
//! |---|---|---|
//! | 36x36, nearly full (`unique-36x36`) | 0.40 | 2.6 |
//! | 25x25, minimal (`minimal-25x25`) | more than 4000 | 6.7 |
//! | 16x16, minimal (`minimal-16x16`) | 0.11 | 1.3 |
//! | 16x16, 206 of a forum | 7.0 | 2.3 |
//! | 16x16, 15 others of that forum | 21 | 62 |
//! | 12x12, minimal (`minimal-12x12`) | 0.14 | 0.64 |
//!
//! These are of formulas of pairs. With the groups of today the medians of `lockstep` and `sat-auto` (an Emerald
//! Rapids in use) are 32 and 1.7 milliseconds on the 206, 59 and 81 on the 15. So lanes get 128 nodes, half a
//! millisecond. With 64 minimal boards take twice as long in all (`minimal-16x16`), with 512 the 206 took 3.8.
//! Mostly empty boards get more: to the empty board of 49x49 `bands` finds a solution in 0.16 seconds and 47 MB, `sat-auto` in 3.3 seconds and 1.5 GB.
//!
//! Counting the 28 200 960 boards of 6x6 takes `bands` more than 40 seconds, dancing cells eleven and a
//! diagram 1.2; on 9x9 boards of 14 million solutions a diagram takes four times as long as `digit-lanes`, so there
//! none is made.
//!
//! # What did not work
//!
//! - `dancing-cells:heuristic=weighted` to begin with: faster than `bands` on easy large boards, and on a hard
//!   16x16 board 0.5 milliseconds where lanes take 3.4; but each board has to be translated first, so that
//!   easy ones by the thousand take longer.
//! - A larger allowance for 16x16, 4096 nodes: with formulas the 206 took half as long again, the 15 no less.
//! - A race of both against the clock: the same seed would not give the same search.

mod covers;
mod scout;

use crate::bands::{self, Bands};
use crate::digit_lanes::{self, DigitLanes};
use crate::lockstep::{self, Lockstep};
use crate::sat_auto;
use coverlab_model::{
    About, Choice, Event, Filtered, Flow, Observer, Observers, Purpose, Shape, Strategy, Sudoku,
};
use scout::{Scout, Unseen};

/// The strategy.
#[derive(Clone, Default)]
pub(crate) struct Auto {
    formulas: sat_auto::SudokuAuto,
}

/// Memory kept between instances.
#[derive(Default)]
pub(crate) struct Scratch {
    alone: digit_lanes::Scratch,
    lanes: lockstep::Scratch,
    bands: bands::Scratch,
}

/// The choice for boards that are searched side by side.
pub const LANES: Choice =
    Choice { taken: "lockstep", why: "several boards of 9x9 or 16x16: each gets a lane of its own" };
const ALONE: Choice = Choice { taken: "digit-lanes", why: "one 9x9 board: its digits share the lanes" };
const SIXTEEN_ALONE: Choice = Choice { taken: "lockstep", why: "a 16x16 board fits into lanes" };
const BANDS: Choice =
    Choice { taken: "bands", why: "it begins without a translation, and few nodes were enough" };
const ENUMERATED: Choice = Choice { taken: "bands", why: "too large for a formula" };
const FORMULA: Choice =
    Choice { taken: "sat-auto", why: "the first nodes left it open, and clauses learn from conflicts" };

/// So many 9x9 boards make up for the start-up of lanes.
const COMPANY: usize = 8;

/// Boxes of 4x4.
const SIXTEEN: Shape = Shape::new(4, 4).expect("a shape");

/// The most pairs of candidates that exclude each other in a formula: beyond, it would take gigabytes.
const MOST_PAIRS: u64 = 1 << 25;

/// Beyond so many a board is mostly empty, and its formula takes longer to write than a solution to find.
const OPEN_PAIRS: u64 = 1 << 22;

/// Nodes after which the first search is judged.
fn allowance(puzzle: &Sudoku) -> u64 {
    let shape = puzzle.shape();
    match shape.side() {
        9 if shape == Shape::NINE => u64::MAX,
        ..=9 => 512,
        // A board with hardly a clue is searched without wrong turns, and enumerated.
        ..=16 if puzzle.clue_count() < 2 * shape.side() => 512,
        16 if shape == SIXTEEN => 128,
        10..=16 => 16,
        // Without a single wrong turn a solution takes about as many nodes as there are cells.
        _ if pairs(puzzle) > OPEN_PAIRS => 4 * shape.cells() as u64,
        _ if puzzle.clue_count() < 2 * shape.side() => 8,
        _ => 2,
    }
}

impl Strategy for Auto {
    type Problem = Sudoku;
    type Scratch = Scratch;

    const ABOUT: About = About {
        name: "auto",
        purpose: Purpose::Choose,
        sentence: "Looks at size and number of the boards and forwards them: lanes up to 16x16, formulas beyond \
                   where a few nodes are not enough",
        source: "J. R. Rice, The Algorithm Selection Problem, 1976; C. Gomes and B. Selman, Algorithm Portfolios, 2001",
        node: "a node of the strategies that it hands the board to",
        complete: true,
        interruptible: true,
        events: &[Event::Guess, Event::Conflict, Event::Propagate],
        parameters: &[],
        note: "The choice is made by numbers of nodes, not by time. solve --verbose and --json say what it was.",
    };

    fn side_by_side(&self, problem: &Sudoku) -> bool {
        goes_into_lanes(problem)
    }

    fn solve(
        &self,
        puzzle: &Sudoku,
        seed: u64,
        scratch: &mut Scratch,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        let shape = puzzle.shape();
        let mut scout = Filtered { filter: Scout::new(allowance(puzzle)), to: observer };
        let flow = if shape == Shape::NINE {
            scout.chose(ALONE);
            DigitLanes::default().solve(puzzle, seed, &mut scratch.alone, &mut scout)
        } else if shape == SIXTEEN {
            scout.chose(SIXTEEN_ALONE);
            Lockstep::default().solve(puzzle, seed, &mut scratch.lanes, &mut scout)
        } else {
            scout.chose(BANDS);
            scout.filter.counts_elsewhere = true;
            Bands.solve(puzzle, seed, &mut scratch.bands, &mut scout)
        };
        if scout.filter.left { self.go_on(puzzle, seed, &mut scout) } else { flow }
    }

    fn solve_batch(
        &self,
        problems: &[Sudoku],
        seed: u64,
        scratch: &mut Scratch,
        observers: &mut impl Observers<Sudoku>,
    ) {
        let mut first = 0;
        for boards in problems.chunk_by(|one, next| one.shape() == next.shape()) {
            if goes_into_lanes(&boards[0]) && boards.len() >= COMPANY {
                let mut company = Company { auto: self, boards, first, seed, observers: &mut *observers };
                Lockstep::default().solve_batch(boards, seed, &mut scratch.lanes, &mut company);
            } else {
                let mut observer = observers.one();
                for (k, board) in (first..).zip(boards) {
                    observers.begin(k, &mut observer);
                    let flow = self.solve(board, seed, scratch, &mut observer);
                    observers.end(k, &mut observer, flow);
                }
            }
            first += boards.len();
        }
    }
}

fn goes_into_lanes(puzzle: &Sudoku) -> bool {
    puzzle.shape() == Shape::NINE || puzzle.shape() == SIXTEEN
}

impl Auto {
    /// Goes on with a board that the first search has left.
    #[cold]
    fn go_on<O: Observer<Sudoku>>(&self, puzzle: &Sudoku, seed: u64, scout: &mut Filtered<Scout, O>) -> Flow {
        let Filtered { filter: scout, to: observer } = scout;
        if scout.enumerates() {
            return covers::count(puzzle, seed, scout.found, observer);
        }
        let filter = Unseen { seen: std::mem::take(&mut scout.seen) };
        if pairs(puzzle) > MOST_PAIRS {
            observer.chose(ENUMERATED);
            return Bands.solve(
                puzzle,
                seed,
                &mut bands::Scratch::default(),
                &mut Filtered { filter, to: observer },
            );
        }
        observer.chose(FORMULA);
        self.formulas.solve(
            puzzle,
            seed,
            &mut sat_auto::Scratch::default(),
            &mut Filtered { filter, to: observer },
        )
    }
}

/// Boards of one size side by side; those that lanes leave are gone on with alone.
struct Company<'a, O> {
    auto: &'a Auto,
    boards: &'a [Sudoku],
    /// The number of the first of them in the whole batch.
    first: usize,
    seed: u64,
    observers: &'a mut O,
}

impl<O: Observers<Sudoku>> Observers<Sudoku> for Company<'_, O> {
    type One = Filtered<Scout, O::One>;

    fn one(&mut self) -> Self::One {
        Filtered { filter: Scout::new(allowance(&self.boards[0])), to: self.observers.one() }
    }

    fn begin(&mut self, k: usize, scout: &mut Self::One) {
        scout.filter.begin();
        self.observers.begin(self.first + k, &mut scout.to);
        scout.chose(LANES);
    }

    fn end(&mut self, k: usize, scout: &mut Self::One, flow: Flow) {
        let flow = if scout.filter.left { self.auto.go_on(&self.boards[k], self.seed, scout) } else { flow };
        self.observers.end(self.first + k, &mut scout.to, flow);
    }
}

/// How many pairs of candidates exclude each other: as many clauses a formula has, about.
fn pairs(puzzle: &Sudoku) -> u64 {
    let shape = puzzle.shape();
    let side = shape.side();
    // Whether a digit is taken in a house, then how many cells can take it: rows, columns, boxes.
    let mut taken = vec![false; 3 * side * side];
    let places = |cell: usize, digit: usize| {
        let houses = [shape.row(cell), side + shape.column(cell), 2 * side + shape.box_of(cell)];
        houses.map(|house| house * side + digit)
    };
    for (cell, &clue) in puzzle.clues().iter().enumerate().filter(|(_, clue)| **clue > 0) {
        places(cell, usize::from(clue) - 1).into_iter().for_each(|place| taken[place] = true);
    }
    let (mut open, mut pairs) = (vec![0_u64; taken.len()], 0);
    for (cell, _) in puzzle.clues().iter().enumerate().filter(|(_, clue)| **clue == 0) {
        let mut candidates = 0;
        for digit in 0..side {
            let places = places(cell, digit);
            if places.iter().any(|&place| taken[place]) {
                continue;
            }
            // Each one excludes those that were there before, in every house.
            for place in places {
                pairs += open[place];
                open[place] += 1;
            }
            pairs += candidates;
            candidates += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::{Backend, Outcome, Stop, Task};

    fn run(puzzles: &[Sudoku], task: &Task) -> Vec<Outcome<Sudoku>> {
        let mut outcomes = Vec::new();
        Auto::default().session().run(puzzles, task, &mut outcomes);
        outcomes
    }

    fn taken(puzzles: &[Sudoku], task: &Task) -> Vec<&'static str> {
        run(puzzles, task).iter().map(|outcome| outcome.choice.unwrap().taken).collect()
    }

    #[test]
    fn the_size_and_the_company_decide() {
        let board = |rows, columns| Sudoku::empty(Shape::new(rows, columns).unwrap());
        let one = Task::first(1);
        assert_eq!(taken(&[board(3, 3)], &one), ["digit-lanes"]);
        assert_eq!(taken(&vec![board(3, 3); COMPANY], &one), vec!["lockstep"; COMPANY]);
        let mixed = [board(3, 3), board(2, 2), board(4, 4), board(1, 1), board(3, 3)];
        assert_eq!(taken(&mixed, &one), ["digit-lanes", "bands", "lockstep", "bands", "digit-lanes"]);
        assert_eq!(taken(&[board(5, 5)], &one), ["sat-auto"]);
        assert_eq!(taken(&[board(7, 7)], &one), ["bands"]);
    }

    #[test]
    fn a_board_that_was_left_is_gone_on_with_and_nothing_is_reported_twice() {
        let board = Sudoku::empty(Shape::new(5, 5).unwrap());
        let first = run(std::slice::from_ref(&board), &Task { nodes: 8, ..Task::first(20) });
        assert_eq!(first[0].stop, Some(Stop::NodeLimit));
        let found = run(std::slice::from_ref(&board), &Task::first(20));
        assert_eq!((found[0].solutions, found[0].stop), (20, Some(Stop::Enough)));
        found[0].verify(&board).unwrap();
    }

    #[test]
    fn a_count_of_many_goes_to_covers_and_forgets_none() {
        let board = Sudoku::empty(Shape::new(2, 3).unwrap()).with(0, 1).with(1, 2).with(2, 3);
        for keep in [0, 1, 30] {
            let counted = &run(std::slice::from_ref(&board), &Task { keep, ..Task::count() })[0];
            assert_eq!((counted.solutions, counted.stop), (28_200_960 / 120, None), "{keep}");
            assert_eq!(counted.kept.len(), keep);
            counted.verify(&board).unwrap();
            assert!(!["bands", "sat-auto"].contains(&counted.choice.unwrap().taken));
        }
    }

    #[test]
    fn pairs_are_those_of_the_candidates_that_are_left() {
        let four = Sudoku::empty(Shape::new(2, 2).unwrap());
        // Sixteen cells and three houses for each of four digits, four places each.
        assert_eq!(pairs(&four), 4 * 16 * 6);
        let full = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        assert_eq!(pairs(&Sudoku::new(four.shape(), &full).unwrap()), 0);
        assert!(pairs(&Sudoku::empty(Shape::new(10, 10).unwrap())) > MOST_PAIRS);
    }
}
