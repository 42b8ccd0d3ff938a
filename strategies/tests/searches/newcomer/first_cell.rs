//! Tries the digits of the first empty cell, then of the next. Folklore.
//!
//! Nothing is deduced, so the nodes of a 9x9 puzzle run to millions; it is here to be read first.

use coverlab_model::{About, Flow, Grid, Observer, Purpose, Strategy, Sudoku};

/// The first empty cell, its digits in ascending order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FirstCell;

impl Strategy for FirstCell {
    type Problem = Sudoku;
    type Scratch = ();

    const ABOUT: About = About {
        name: "first-cell",
        purpose: Purpose::Learn,
        sentence: "Tries every digit in the first empty cell",
        source: "folklore",
        node: "one call of search: a board with one more cell filled",
        complete: true,
        interruptible: true,
        events: &[],
        parameters: &[],
        note: "",
    };

    fn solve(
        &self,
        problem: &Sudoku,
        _seed: u64,
        _scratch: &mut (),
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        let sound = (0..problem.shape().cells()).all(|cell| fits(problem, cell, problem.clues()[cell]));
        if sound { search(problem, 0, observer) } else { Flow::Continue(()) }
    }
}

/// The observer counts, keeps time and collects answers; a limit comes back through `?`.
fn search(board: &Sudoku, depth: usize, observer: &mut impl Observer<Sudoku>) -> Flow {
    observer.node(depth)?;
    let Some(cell) = board.clues().iter().position(|&digit| digit == 0) else {
        return observer.solution(|| Grid::new(board.shape(), board.clues()).expect("every cell is filled"));
    };
    for digit in 1..=board.shape().side() as u8 {
        if fits(board, cell, digit) {
            search(&board.with(cell, digit), depth + 1, observer)?;
        }
    }
    Flow::Continue(())
}

/// Whether no other cell of a house of `cell` has `digit`; an empty cell always fits.
fn fits(board: &Sudoku, cell: usize, digit: u8) -> bool {
    let shape = board.shape();
    let meet = |other: usize| {
        shape.row(other) == shape.row(cell)
            || shape.column(other) == shape.column(cell)
            || shape.box_of(other) == shape.box_of(cell)
    };
    digit == 0
        || (0..shape.cells()).all(|other| other == cell || board.clues()[other] != digit || !meet(other))
}
