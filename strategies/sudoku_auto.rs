//! `auto` for Sudoku: chooses a strategy by the size and the number of boards.
//!
//! # Origin
//!
//! Algorithm selection by features of an instance: J. R. Rice, *The Algorithm Selection Problem*, 1976. A
//! quick search that gives up, followed by a thorough one: C. Gomes and B. Selman, *Algorithm Portfolios*,
//! 2001.
//!
//! # Idea
//!
//! **9x9.** A single board goes to `digit-lanes`, which has the least start-up cost. Eight or more boards go
//! to `lockstep`, one per lane. Both visit the same nodes, so the batch size changes no answer and no count.
//!
//! **Other sizes.** The first search is `lockstep` for 16x16, `dancing-cells:heuristic=weighted` for 10x10 to
//! 15x15, and `bands` for the rest. Most published puzzles end there within a few nodes. A search that has
//! used up its allowance of nodes is judged. If it finds solutions all the time, it enumerates, and
//! continues; but if only a count is wanted, the board goes to `auto` for exact covers, which may count by a
//! diagram. If it finds hardly any, the board goes to `sat-auto`, which learns from its conflicts. Solutions
//! that were already reported are not reported again.
//!
//! The decision depends on nodes, never on time, so the same seed gives the same search on any machine.
//!
//! # Cost
//!
//! On a hard board the allowance is wasted. It is 256 nodes in lanes, a millisecond, or 64 where the clues
//! leave so many candidates that the nodes are probably wasted. For a cover of 10x10 to 15x15 it is ten nodes
//! per cell, most of which are forced. Mostly empty boards get more, since `bands` enumerates them faster
//! than a formula is written. Measurements and failed attempts are in docs/STRATEGY-NOTES.md.

mod covers;
mod scout;

use crate::bands::{self, Bands};
use crate::dancing_cells::DancingCells;
use crate::digit_lanes::{self, DigitLanes};
use crate::lockstep::{self, Lockstep, SIXTEEN, goes_into_lanes};
use crate::sat_auto::{self, SudokuAuto};
use coverlab_model::{About, Choice, Flow, Observer, Observers, Purpose, Shape, Strategy, Sudoku};
use scout::{Scout, Unseen};

/// The strategy, without parameters.
#[derive(Clone, Default)]
pub(crate) struct Auto;

/// Memory kept between instances.
#[derive(Default)]
pub(crate) struct Scratch {
    alone: digit_lanes::Scratch,
    lanes: lockstep::Scratch,
    bands: bands::Scratch,
    cells: <DancingCells as Strategy>::Scratch,
    formulas: sat_auto::Scratch,
}

/// The choice for boards that are searched side by side.
pub const LANES: Choice =
    Choice { taken: "lockstep", why: "several boards of 9x9 or 16x16: each gets a lane of its own" };
const ALONE: Choice = Choice { taken: "digit-lanes", why: "one 9x9 board: its digits share the lanes" };
const SIXTEEN_ALONE: Choice = Choice { taken: "lockstep", why: "a 16x16 board fits into lanes" };
const COVER: Choice = Choice {
    taken: "dancing-cells:heuristic=weighted",
    why: "a board of this size is encoded quickly, and weights find its hard part",
};
const BANDS: Choice = Choice {
    taken: "bands",
    why: "it starts without an encoding; clause learning follows if a few nodes do not suffice",
};
const ENUMERATED: Choice = Choice { taken: "bands", why: "too large for a formula" };
const FORMULA: Choice =
    Choice { taken: "sat-auto", why: "the first search did not finish, and this one learns from conflicts" };

/// The minimum number of 9x9 boards for which lanes pay off.
const MIN_BATCH: usize = 8;

/// Bounds the pairs of candidates that exclude each other, because a formula with more would take gigabytes.
const MAX_PAIRS: u64 = 1 << 25;

/// A board with more pairs is mostly empty, and writing its formula takes longer than finding a solution.
const OPEN_PAIRS: u64 = 1 << 22;

/// The first search of a board.
#[derive(PartialEq, Eq)]
enum First {
    Alone,
    Lanes,
    Cover,
    Bands,
}

fn first(puzzle: &Sudoku) -> First {
    let shape = puzzle.shape();
    match shape.side() {
        9 if shape == Shape::NINE => First::Alone,
        16 if shape == SIXTEEN => First::Lanes,
        10..=15 if !is_bare(puzzle) => First::Cover,
        _ => First::Bands,
    }
}

/// Whether a board has hardly any clues, so that the search rarely meets a conflict and enumerates.
fn is_bare(puzzle: &Sudoku) -> bool {
    puzzle.clue_count() < 2 * puzzle.shape().side()
}

/// Whether the clues of a 16x16 board leave more candidates than those of our minimal boards. 110 of these
/// have at most 1050; 206 hard boards of a forum have 1059 and more.
fn is_crowded(puzzle: &Sudoku) -> bool {
    const MANY: u32 = 1056;
    // More clues leave fewer candidates, and counting clues takes no time.
    puzzle.clue_count() <= 96 && candidates(puzzle) > MANY
}

/// The number of candidates that the clues leave, for boards of up to 64 digits.
fn candidates(puzzle: &Sudoku) -> u32 {
    let shape = puzzle.shape();
    let side = shape.side();
    let houses = |cell| [shape.row(cell), side + shape.column(cell), 2 * side + shape.box_of(cell)];
    let mut taken = vec![0_u64; 3 * side];
    for (cell, &clue) in puzzle.clues().iter().enumerate().filter(|(_, clue)| **clue > 0) {
        houses(cell).into_iter().for_each(|house| taken[house] |= 1 << (clue - 1));
    }
    let open = puzzle.clues().iter().enumerate().filter(|(_, clue)| **clue == 0);
    open.map(|(cell, _)| {
        side as u32 - houses(cell).into_iter().fold(0, |set, house| set | taken[house]).count_ones()
    })
    .sum()
}

/// The number of nodes after which the first search is judged.
fn allowance(puzzle: &Sudoku) -> u64 {
    let shape = puzzle.shape();
    match shape.side() {
        9 if shape == Shape::NINE => u64::MAX,
        ..=9 => 512,
        ..=16 if is_bare(puzzle) => 512,
        // This is enough to see whether the search finds solutions all the time.
        16 if shape == SIXTEEN && is_crowded(puzzle) => 64,
        16 if shape == SIXTEEN => 256,
        16 => 16,
        10..=15 => 10 * shape.cells() as u64,
        // Without conflicts a solution takes about as many nodes as there are cells.
        _ if pairs(puzzle) > OPEN_PAIRS => 4 * shape.cells() as u64,
        _ if is_bare(puzzle) => 8,
        _ => 2,
    }
}

impl Strategy for Auto {
    type Problem = Sudoku;
    type Scratch = Scratch;

    const ABOUT: About = About {
        name: "auto",
        purpose: Purpose::Choose,
        sentence: "Chooses a strategy by the size and number of the boards: SIMD lanes up to 16x16, clause learning \
                   if a few nodes do not suffice",
        source: "J. R. Rice, The Algorithm Selection Problem, 1976; C. Gomes and B. Selman, Algorithm Portfolios, 2001",
        node: "a node of the strategies that search the board",
        complete: true,
        interruptible: true,
        // The strategies that search the board have no event in common.
        events: &[],
        parameters: &[],
        note: "The choice depends on numbers of nodes, not on time. solve --verbose and --json report it.",
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
        let mut scout = Scout::new(allowance(puzzle), observer);
        let flow = match first(puzzle) {
            First::Alone => {
                scout.chose(ALONE);
                DigitLanes::default().solve(puzzle, seed, &mut scratch.alone, &mut scout)
            }
            First::Lanes => {
                scout.chose(SIXTEEN_ALONE);
                Lockstep::default().solve(puzzle, seed, &mut scratch.lanes, &mut scout)
            }
            First::Cover => {
                scout.chose(COVER);
                scout.counts_elsewhere = true;
                // Without conflicts a solution takes one node per cell, including forced moves.
                scout.worth = shape.cells() as u64;
                covers::search(puzzle, seed, &mut scratch.cells, &mut scout)
            }
            First::Bands => {
                scout.chose(BANDS);
                scout.counts_elsewhere = true;
                Bands.solve(puzzle, seed, &mut scratch.bands, &mut scout)
            }
        };
        if scout.left { go_on(puzzle, seed, &mut scratch.formulas, &mut scout) } else { flow }
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
            if goes_into_lanes(&boards[0]) && boards.len() >= MIN_BATCH {
                let Scratch { lanes, formulas, .. } = scratch;
                let observers = &mut *observers;
                let mut boards_in_lanes = SideBySide { boards, first, seed, formulas, observers };
                Lockstep::default().solve_batch(boards, seed, lanes, &mut boards_in_lanes);
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

/// Continues with a board that the first search has left.
#[cold]
fn go_on(
    puzzle: &Sudoku,
    seed: u64,
    scratch: &mut sat_auto::Scratch,
    scout: &mut Scout<impl Observer<Sudoku>>,
) -> Flow {
    if scout.enumerates() {
        return covers::count(puzzle, seed, scout.found, &mut scout.to);
    }
    let mut unseen = Unseen { seen: std::mem::take(&mut scout.seen), to: &mut scout.to };
    if pairs(puzzle) > MAX_PAIRS {
        unseen.to.chose(ENUMERATED);
        return Bands.solve(puzzle, seed, &mut bands::Scratch::default(), &mut unseen);
    }
    unseen.to.chose(FORMULA);
    SudokuAuto.solve(puzzle, seed, scratch, &mut unseen)
}

/// Searches boards of one size side by side, and continues each board that the lanes leave on its own.
struct SideBySide<'a, O> {
    boards: &'a [Sudoku],
    /// The index of the first board in the whole batch.
    first: usize,
    seed: u64,
    formulas: &'a mut sat_auto::Scratch,
    observers: &'a mut O,
}

impl<O: Observers<Sudoku>> Observers<Sudoku> for SideBySide<'_, O> {
    type One = Scout<O::One>;

    fn one(&mut self) -> Self::One {
        Scout::new(u64::MAX, self.observers.one())
    }

    fn begin(&mut self, k: usize, scout: &mut Self::One) {
        scout.begin(allowance(&self.boards[k]));
        self.observers.begin(self.first + k, &mut scout.to);
        scout.chose(LANES);
    }

    fn end(&mut self, k: usize, scout: &mut Self::One, flow: Flow) {
        let flow = if scout.left { go_on(&self.boards[k], self.seed, self.formulas, scout) } else { flow };
        self.observers.end(self.first + k, &mut scout.to, flow);
    }
}

/// The number of pairs of candidates that exclude each other, which approximates the number of clauses of a
/// formula.
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
            // Each candidate excludes the earlier ones in every house.
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
        Auto.session().run(puzzles, task, &mut outcomes);
        outcomes
    }

    fn taken(puzzles: &[Sudoku], task: &Task) -> Vec<&'static str> {
        run(puzzles, task).iter().map(|outcome| outcome.choice.unwrap().taken).collect()
    }

    #[test]
    fn the_size_and_the_number_of_boards_decide() {
        let board = |rows, columns| Sudoku::empty(Shape::new(rows, columns).unwrap());
        let one = Task::first(1);
        assert_eq!(taken(&[board(3, 3)], &one), ["digit-lanes"]);
        assert_eq!(taken(&vec![board(3, 3); MIN_BATCH], &one), vec!["lockstep"; MIN_BATCH]);
        let mixed = [board(3, 3), board(2, 2), board(4, 4), board(1, 1), board(3, 3)];
        assert_eq!(taken(&mixed, &one), ["digit-lanes", "bands", "lockstep", "bands", "digit-lanes"]);
        assert_eq!(taken(&[board(5, 5)], &one), ["sat-auto"]);
        assert_eq!(taken(&[board(7, 7)], &one), ["bands"]);
    }

    #[test]
    fn boards_between_9x9_and_16x16_with_clues_become_covers() {
        let empty = Sudoku::empty(Shape::new(3, 4).unwrap());
        let full = &run(std::slice::from_ref(&empty), &Task { keep: 1, ..Task::first(1) })[0];
        let mut cells = full.kept[0].cells().to_vec();
        cells.iter_mut().step_by(3).for_each(|cell| *cell = 0);
        let board = Sudoku::new(empty.shape(), &cells).unwrap();
        assert_eq!(taken(std::slice::from_ref(&board), &Task::first(2)), [COVER.taken]);
        // A board with many solutions: an enumeration continues, a count moves elsewhere, and both find the
        // same number.
        cells.iter_mut().step_by(2).for_each(|cell| *cell = 0);
        let board = Sudoku::new(empty.shape(), &cells).unwrap();
        let task = Task { keep: 300, ..Task::first(300) };
        let some = &run(std::slice::from_ref(&board), &task)[0];
        some.verify(&board).unwrap();
        assert_eq!((some.solutions, some.kept.len()), (300, 300));
    }

    #[test]
    fn candidates_are_what_clues_leave() {
        let four = Sudoku::empty(Shape::new(2, 2).unwrap());
        assert_eq!(candidates(&four), 64);
        // One cell less, and a digit less in seven others.
        assert_eq!(candidates(&four.with(0, 1)), 64 - 4 - 7);
    }

    #[test]
    fn a_board_that_is_handed_over_reports_no_solution_twice() {
        let board = Sudoku::empty(Shape::new(5, 5).unwrap());
        let first = run(std::slice::from_ref(&board), &Task { nodes: 8, ..Task::first(20) });
        assert_eq!(first[0].stop, Some(Stop::NodeLimit));
        let found = run(std::slice::from_ref(&board), &Task::first(20));
        assert_eq!((found[0].solutions, found[0].stop), (20, Some(Stop::Enough)));
        found[0].verify(&board).unwrap();
    }

    #[test]
    fn a_large_count_goes_to_covers_and_misses_none() {
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
        // Sixteen cells, and three houses for each of four digits, with four places each.
        assert_eq!(pairs(&four), 4 * 16 * 6);
        let full = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        assert_eq!(pairs(&Sudoku::new(four.shape(), &full).unwrap()), 0);
        assert!(pairs(&Sudoku::empty(Shape::new(10, 10).unwrap())) > MAX_PAIRS);
    }
}
