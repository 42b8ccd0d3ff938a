//! Trace steps of the pearl's program: the candidates that each pruning removes, and the number of remaining
//! boards.

use super::{Choices, Expand, Matrix, boxs, choices, cols, fixed, prune_by, rows, single};
use coverlab_model::{Cell, House, Observer, Shape, Step, Sudoku};

/// Reports the clues.
pub(crate) fn clues(problem: &Sudoku, observer: &mut impl Observer<Sudoku>) {
    if observer.watches() {
        for (cell, &digit) in problem.clues().iter().enumerate().filter(|&(_, &digit)| digit != 0) {
            observer.step(|| Step::Clue { cell: Cell::of(problem.shape(), cell), digit });
        }
    }
}

/// Reports the clues, and the number of boards that agree with them.
pub(crate) fn begin(problem: &Sudoku, observer: &mut impl Observer<Sudoku>) {
    clues(problem, observer);
    if observer.watches() {
        boards(&choices(problem.shape(), &super::board(problem)), observer);
    }
}

/// Reports the number of boards of a matrix of choices, unless a cell has no choice.
fn boards(cm: &Matrix<Choices>, observer: &mut impl Observer<Sudoku>) {
    let logarithm: f64 = cm.iter().flatten().map(|cs| (cs.len() as f64).log10()).sum();
    if logarithm.is_finite() {
        observer.step(|| Step::Boards { log10: logarithm });
    }
}

/// The pearl's `prune`. If the observer watches steps, it reports each `prune_by` separately.
pub(crate) fn prune(
    shape: Shape,
    cm: Matrix<Choices>,
    observer: &mut impl Observer<Sudoku>,
) -> Matrix<Choices> {
    if !observer.watches() {
        return super::prune(shape, cm);
    }
    type Rearrange<'a> = &'a dyn Fn(Matrix<Choices>) -> Matrix<Choices>;
    let kinds: [(&'static str, Rearrange<'_>); 3] =
        [("rows", &rows), ("columns", &cols), ("boxes", &|m| boxs(shape, m))];
    kinds.into_iter().fold(cm, |before, (kind, f)| {
        observer.step(|| Step::Pass { over: kind.into() });
        let after = prune_by(f, before.clone());
        difference(shape, &before, &after, observer);
        boards(&after, observer);
        after
    })
}

/// Reports the choices that were removed and the cells that became fixed.
fn difference(
    shape: Shape,
    before: &Matrix<Choices>,
    after: &Matrix<Choices>,
    observer: &mut impl Observer<Sudoku>,
) {
    for (cell, (before, after)) in before.iter().flatten().zip(after.iter().flatten()).enumerate() {
        let cell = Cell::of(shape, cell);
        for &digit in before.iter().filter(|digit| !after.contains(digit)) {
            observer.step(|| Step::Remove { cell, digit });
        }
        if single(after) && !single(before) {
            observer.step(|| Step::Naked { cell, digit: after[0] });
        }
    }
}

/// The step for the cell that `expand` chooses.
pub(super) fn expanded(which: Expand, cm: &Matrix<Choices>) -> Step {
    let (row, column) = super::expanded(which, cm).expect("a cell with a choice");
    Step::Expand { cell: place(row, column), choices: cm[row][column].len() }
}

/// The step that tries the choice with index `before` of the cell that `expand` chooses.
pub(super) fn tried(which: Expand, cm: &Matrix<Choices>, before: usize, depth: usize) -> Step {
    let (row, column) = super::expanded(which, cm).expect("a cell with a choice");
    Step::Try { depth, cell: place(row, column), digit: cm[row][column][before] }
}

/// The name of a cell, whose row and column are counted from 0.
fn place(row: usize, column: usize) -> Cell {
    Cell { row: row + 1, column: column + 1 }
}

/// The step that says why a matrix is blocked.
pub(super) fn blocked(shape: Shape, cm: &Matrix<Choices>) -> Step {
    if let Some(cell) = cm.iter().flatten().position(Choices::is_empty) {
        return Step::WipeCell { cell: Cell::of(shape, cell) };
    }
    let houses = rows(cm.clone()).into_iter().chain(cols(cm.clone())).chain(boxs(shape, cm.clone()));
    let twice = |css: Vec<Choices>| {
        let mut fs = fixed(&css);
        fs.sort_unstable();
        fs.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
    };
    let mut twice = House::all(shape).zip(houses).filter_map(|(house, css)| Some((twice(css)?, house)));
    let (digit, house) = twice.next().expect("two equal cells in a house");
    Step::WipeTwice { digit, house }
}
