//! "Sudoku solver in Haskell (logic only)": hidden singles and nothing else.
//!
//! The possibles of an empty cell are the digits that its block, row and column do not contain. A possible
//! that no other cell of the block, or of the row, or of the column can take belongs in the cell; the
//! smallest such digit is placed. All cells of a pass see the grid as it was when the pass began. Passes
//! repeat until one changes nothing, the grid is full, or the limit on passes is reached (`passes`; the
//! author's is 5000). His code is lost; this implementation follows his description.
//!
//! The strategy never guesses, so it may get stuck; it then reports how far it came. Every placement is
//! forced, so a grid that it fills is the only solution. Two cells may place the same digit in a house in one
//! pass, without seeing each other. This proves that the puzzle has no solution. The author considered only
//! puzzles with a solution and did not check for this.
//!
//! The author compares each possible with those of every other cell. Here one pass over a house finds the
//! same digits: a digit is possible in exactly one cell if it is seen once and not twice. The strategy does
//! not detect naked singles as such. It finds them, if at all, as the last place for a digit in some house,
//! one or more passes later.

use crate::support::board::{Board, Mask, Order, Scratch, Search};
use coverlab_model::{
    About, Event, Flow, Observer, Parameter, Purpose, Script, Step, Stop, Strategy, Sudoku, Values,
};

/// Places hidden singles, pass by pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HiddenSingle {
    passes: u64,
}

impl Default for HiddenSingle {
    fn default() -> Self {
        HiddenSingle { passes: 5000 }
    }
}

impl Strategy for HiddenSingle {
    type Problem = Sudoku;
    type Scratch = Scratch<HiddenSingle>;

    const ABOUT: About = About {
        name: "hidden-single",
        purpose: Purpose::Learn,
        sentence: "Places digits that only one cell of a house can take; never guesses",
        source: "Sudoku solver in Haskell (logic only)",
        node: "one call of solve: a look at the grid, before every pass and after the last",
        complete: false,
        interruptible: true,
        events: &[Event::Pass, Event::Place, Event::Conflict],
        parameters: &[Parameter {
            name: "passes",
            meaning: "maximum number of passes over the grid",
            values: Values::Integer(0, 1_000_000),
            default: "5000",
        }],
        note: "A grid that it fills is the only solution. If it gets stuck, every digit that it has placed is \
               forced.",
    };

    fn set(&mut self, _passes: &str, value: &str) {
        self.passes = value.parse().unwrap_or(self.passes);
    }

    const SCRIPT: Script = &[
        ("read the clues, and take them from their peers' candidates", &["clue", "remove", "wipe-twice"]),
        ("repeat until a whole pass places nothing:", &["node", "pass", "skip", "fail"]),
        ("  for each house and digit with one place left: place it", &["hidden"]),
        ("    take the digit from the candidates of its peers", &["remove"]),
        ("  if a digit has no place, there is no solution", &["wipe-digit", "wipe-cell"]),
        ("every cell is filled: this is the solution", &["solution"]),
    ];

    fn solve(
        &self,
        problem: &Sudoku,
        _seed: u64,
        scratch: &mut Self::Scratch,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        scratch.search(self, Order::Rows, problem, observer)
    }
}

/// A grid, and the possibles of its cells.
#[derive(Default)]
pub(crate) struct Space<M> {
    /// The digit of each cell; empty if the cell is.
    grid: Vec<M>,
    empty: usize,
    /// The digits placed in each house.
    taken: Vec<M>,
    /// The possibles of each empty cell.
    possibles: Vec<M>,
    /// The digits possible in at least one cell of each house.
    once: Vec<M>,
    /// The digits possible in at least two cells of each house.
    twice: Vec<M>,
}

/// The conflict: two equal digits in a house.
struct Clash<M> {
    digit: M,
    house: u16,
}

impl Search for HiddenSingle {
    type Space<M: Mask> = Space<M>;

    fn search<M: Mask>(
        &self,
        board: &Board,
        problem: &Sudoku,
        space: &mut Space<M>,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        let mut placed = space.start(board, problem, observer).map(|()| 1);
        for pass in 0.. {
            observer.node(0)?;
            match placed {
                Err(Clash { digit, house }) => {
                    observer.step(|| board.clash(digit, house));
                    observer.count(Event::Conflict, 1);
                    return Flow::Continue(());
                }
                Ok(_) if space.empty == 0 => return observer.solution(|| board.grid(&space.grid)),
                Ok(0) => break,
                Ok(_) if pass == self.passes => break,
                Ok(_) => {}
            }
            observer.count(Event::Pass, 1);
            observer.step(|| Step::Pass { over: "cells".into() });
            space.find_possibles(board, observer);
            placed = space.place_uniques(board, observer);
        }
        observer.partial(|| board.puzzle(&space.grid));
        Flow::Break(Stop::Stuck)
    }
}

impl<M: Mask> Space<M> {
    fn start(
        &mut self,
        board: &Board,
        problem: &Sudoku,
        observer: &mut impl Observer<Sudoku>,
    ) -> Result<(), Clash<M>> {
        for (masks, length, digits) in [
            (&mut self.grid, board.cells(), M::NONE),
            (&mut self.possibles, board.cells(), M::all(board.side())),
            (&mut self.taken, 3 * board.side(), M::NONE),
        ] {
            masks.clear();
            masks.resize(length, digits);
        }
        self.empty = board.cells();
        board.clues(problem).try_for_each(|(cell, digit)| {
            observer.step(|| board.clue(cell, digit));
            self.place(board, cell, digit)
        })
    }

    fn place(&mut self, board: &Board, cell: usize, digit: M) -> Result<(), Clash<M>> {
        for house in board.houses(cell) {
            let taken = &mut self.taken[usize::from(house)];
            if taken.meets(digit) {
                return Err(Clash { digit, house });
            }
            *taken = *taken | digit;
        }
        self.grid[cell] = digit;
        self.empty -= 1;
        Ok(())
    }

    /// Computes the possibles of every empty cell, and which are possible once or several times in each
    /// house.
    fn find_possibles(&mut self, board: &Board, observer: &mut impl Observer<Sudoku>) {
        let all = M::all(board.side());
        for masks in [&mut self.once, &mut self.twice] {
            masks.clear();
            masks.resize(3 * board.side(), M::NONE);
        }
        for cell in 0..board.cells() {
            if self.grid[cell].is_empty() {
                let houses = board.houses(cell).map(usize::from);
                let possibles = houses.iter().fold(all, |left, &house| left.minus(self.taken[house]));
                if observer.watches() {
                    let mut gone = self.possibles[cell].minus(possibles);
                    while let Some(digit) = gone.take_lowest() {
                        observer.step(|| board.removed(cell, digit));
                    }
                }
                self.possibles[cell] = possibles;
                for house in houses {
                    self.twice[house] = self.twice[house] | self.once[house] & possibles;
                    self.once[house] = self.once[house] | possibles;
                }
            }
        }
    }

    /// Places in each empty cell its smallest possible that no other cell of some house can take. Returns the
    /// number of placed digits.
    fn place_uniques(
        &mut self,
        board: &Board,
        observer: &mut impl Observer<Sudoku>,
    ) -> Result<usize, Clash<M>> {
        let before = self.empty;
        for cell in 0..board.cells() {
            if self.grid[cell].is_empty() {
                let possibles = self.possibles[cell];
                let unique = |house: u16| possibles.minus(self.twice[usize::from(house)]);
                let [row, column, block] = board.houses(cell).map(unique);
                let digit = (row | column | block).lowest();
                if !digit.is_empty() {
                    observer.count(Event::Place, 1);
                    observer.step(|| {
                        let house = board.houses(cell).into_iter().find(|&house| unique(house).meets(digit));
                        board.hidden(cell, digit, house.expect("one of the three"))
                    });
                    self.place(board, cell, digit)?;
                }
            }
        }
        Ok(before - self.empty)
    }
}
