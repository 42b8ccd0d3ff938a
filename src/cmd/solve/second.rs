//! Whether a solved puzzle has a second solution: a user who asked for a solution learns that there is
//! another, and where it differs.

use super::conflict::{ask, session};
use coverlab_model::{Grid, Sudoku};

/// A solution of `puzzle` other than `found`, if one is found in time.
pub(super) fn second_solution(puzzle: &Sudoku, found: &Grid) -> Option<Grid> {
    let outcome = ask(puzzle, &mut *session()?, 2)?;
    outcome.verify(puzzle).ok()?;
    outcome.kept.into_iter().find(|grid| grid != found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::Shape;

    #[test]
    fn another_one_if_there_is_another() {
        let four = Shape::new(2, 2).unwrap();
        let grid = Grid::new(four, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]).unwrap();
        let full = Sudoku::new(four, grid.cells()).unwrap();
        assert_eq!(second_solution(&full, &grid), None);
        // Without rows 3 and 4 of the first two columns, 1 and 2 can change places there.
        let open = [8, 9, 12, 13].into_iter().fold(full.clone(), |puzzle, cell| puzzle.with(cell, 0));
        assert_eq!(second_solution(&open, &grid), None, "3 and 4 stand in row 4 alone");
        let open = [0, 1, 8, 9].into_iter().fold(full, |puzzle, cell| puzzle.with(cell, 0));
        let other = second_solution(&open, &grid).unwrap();
        assert_eq!((other.cells()[0], other.cells()[8]), (2, 1));
    }
}
