//! The second program of Bird's pearl: prune the choices once, then proceed as in the specification.
//!
//! ```text
//! filter correct . mcp . prune . choices
//! ```
//!
//! `prune` is the pearl's (see `bird`). The law that justifies it is the pearl's key step: removing from
//! every house the choices that are fixed in it loses no correct completion. The rest is the specification
//! (see `bird-spec`) on far fewer boards, in the same order and in constant memory. They are still 3^40 if
//! forty cells have three choices each. So this strategy shows the effect of pruning, and that pruning alone
//! is not enough without search in between.

use crate::bird::{self, trace_steps};
use crate::bird_spec::{Odometer, reject};
use crate::support::board::{Board, Mask, Order, Scratch, Search};
use coverlab_model::{About, Event, Flow, Observer, Purpose, Script, Strategy, Sudoku};

/// Generates every completion of the pruned matrix, in order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BirdPrune;

impl Strategy for BirdPrune {
    type Problem = Sudoku;
    type Scratch = Scratch<BirdPrune>;

    const ABOUT: About = About {
        name: "bird-prune",
        purpose: Purpose::Learn,
        sentence: "Prunes the choices once, generates every completion and keeps those that are correct",
        source: "Richard Bird, A program to solve Sudoku, 2006: the specification after pruning",
        node: "one completed board that is checked",
        complete: true,
        interruptible: true,
        events: &[Event::Conflict],
        parameters: &[],
        note: "Checks a number of boards that is the product of the choices in all cells: only for 4x4 boards and \
               the easiest of 6x6.",
    };

    const SCRIPT: Script = &[
        ("choices: a blank cell may have every digit, a clue is one", &["clue", "boards"]),
        ("prune by rows, then by columns, then by boxes:", &["pass"]),
        ("  remove what is fixed from the other choices of its house", &["remove", "naked", "boards"]),
        ("expand: for every way to choose a digit in each cell:", &["expand", "try"]),
        ("  look at the completed board", &["node"]),
        ("  correct if no row, column or box has a digit twice", &["solution", "wipe-twice"]),
        ("  else take the next board", &["fail"]),
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

impl Search for BirdPrune {
    type Space<M: Mask> = Odometer<M>;

    fn search<M: Mask>(
        &self,
        board: &Board,
        problem: &Sudoku,
        odometer: &mut Odometer<M>,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        trace_steps::begin(problem, observer);
        if problem.check_clues().is_err() {
            return reject::<M>(board, problem, observer);
        }
        let shape = board.shape();
        let cm = trace_steps::prune(shape, bird::choices(shape, &bird::board(problem)), observer);
        let set = |cs: &bird::Choices| cs.iter().fold(M::NONE, |set, &c| set | M::of(usize::from(c) - 1));
        odometer.choices().extend(cm.iter().flatten().map(set));
        odometer.filter_correct(board, observer)
    }
}
