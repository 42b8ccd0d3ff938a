//! Christophe Delord, "Simple Sudoku Solver in Haskell", 2018: `fillGrid` and `fillGrid'`.
//!
//! The program backtracks over the empty positions. A digit is a candidate of a position if its row, column
//! and square do not contain it. Delord's text begins with a program that fills positions in a fixed order,
//! says that it "can be very slow", and continues with one that always fills the position with the fewest
//! candidates.
//!
//! **Fewest candidates** (`order=fewest`). The program makes no deductions. But it fills a position with one
//! candidate before all others, and a position without candidates ends the branch, so it finds all naked
//! singles, at one node each. Ties go to the smallest point (x, y, x', y') of a four-dimensional grid, the
//! square and the position within it, which is the order square by square. Ties matter: programs that differ
//! from this one only in how they break ties visit several times more or fewer nodes on single puzzles.
//!
//! **A fixed order.** Delord fills square by square, in the order of the points (`order=box-major`); most
//! implementations fill row by row (`order=row-major`). The choice matters: the node counts of the two orders
//! differ by factors. A node is much cheaper than with the fewest candidates. In Delord's Haskell, where the
//! other program recomputes every candidate at every node, cheap nodes made up for the additional nodes on
//! some of his own grids. Against candidates that are updated incrementally they do not.
//!
//! Delord does not check the clues: with two equal clues in a house, his program searches and may print a board. Here they are a
//! contradiction, which ends the search at its first node.

mod fewest;
mod fixed;

use crate::support::board::{Board, Mask, Order, Scratch, Search};
use coverlab_model::{About, Event, Flow, Observer, Parameter, Purpose, Script, Strategy, Sudoku, Values};

/// The strategy, with its order of positions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Delord {
    /// The order in which positions are filled; `None` for the position with the fewest candidates first.
    fixed: Option<Order>,
}

impl Strategy for Delord {
    type Problem = Sudoku;
    type Scratch = Scratch<Delord>;

    const ABOUT: About = About {
        name: "delord",
        purpose: Purpose::Learn,
        sentence: "Backtracks on the empty position with the fewest candidates; breaks ties box by box",
        source: "Christophe Delord, Simple Sudoku Solver in Haskell, 2018: fillGrid'",
        node: "one call of fillGrid': a grid with one more position filled",
        complete: true,
        interruptible: true,
        events: &[Event::Backtrack],
        parameters: &[Parameter {
            name: "order",
            meaning: "which empty position is filled next: the one with the fewest candidates, or the first in a fixed order",
            values: Values::OneOf(&["fewest", "box-major", "row-major"]),
            default: "fewest",
        }],
        note: "delord-fixed is an older name of delord:order=box-major. Equal clues in a house are a contradiction \
               here; the original does not check the clues.",
    };

    fn set(&mut self, _order: &str, value: &str) {
        self.fixed = match value {
            "box-major" => Some(Order::Boxes),
            "row-major" => Some(Order::Rows),
            _ => None,
        };
    }

    fn profile(&self) -> &'static About {
        const FIXED: About = About {
            sentence: "Backtracks over the empty positions in a fixed order",
            source: "Christophe Delord, Simple Sudoku Solver in Haskell, 2018: fillGrid",
            node: "one call of fillGrid: a grid with one more position filled",
            ..Delord::ABOUT
        };
        if self.fixed.is_some() { const { &FIXED } } else { const { &Self::ABOUT } }
    }

    const SCRIPT: Script = &[
        ("read the clues, and take them from their peers' candidates", &["clue", "remove", "wipe-twice"]),
        ("fillGrid'(positions):", &["node"]),
        ("  if no position is left, this is a solution", &["solution"]),
        ("  take the position with the fewest candidates", &["expand"]),
        ("  if it has none, go back", &["wipe-cell", "fail"]),
        ("  for each candidate: fill the position", &["try"]),
        ("    take the digit from the candidates of its peers", &["remove"]),
        ("    fillGrid'(the others)", &["fail"]),
    ];

    fn script(&self) -> Script {
        if self.fixed.is_some() { FIXED_SCRIPT } else { Self::SCRIPT }
    }

    fn solve(
        &self,
        problem: &Sudoku,
        _seed: u64,
        scratch: &mut Self::Scratch,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        scratch.search(self, self.fixed.unwrap_or(Order::Boxes), problem, observer)
    }
}

const FIXED_SCRIPT: Script = &[
    ("read the clues; no digit may appear twice in a house", &["clue", "wipe-twice"]),
    ("fillGrid(positions):", &["node"]),
    ("  if no position is left, this is a solution", &["solution"]),
    ("  take the next position, and the digits that no peer has", &["remove", "expand"]),
    ("  if there is none, go back", &["wipe-cell", "fail"]),
    ("  for each of them: fill the position, fillGrid(the others)", &["try", "fail"]),
];

impl Search for Delord {
    type Space<M: Mask> = (fewest::Space<M>, fixed::Space<M>);

    fn search<M: Mask>(
        &self,
        board: &Board,
        problem: &Sudoku,
        (fewest, fixed): &mut Self::Space<M>,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        match self.fixed {
            None => fewest.search(board, problem, observer),
            Some(_) => fixed.search(board, problem, observer),
        }
    }
}
