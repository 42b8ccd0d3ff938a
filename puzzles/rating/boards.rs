//! The number of boards left to check, by the definitions of R. Bird (A program to solve Sudoku, 2006). This code is
//! independent of all strategies.

use coverlab_model::{Shape, Sudoku};

/// The digits that each cell can still have.
#[derive(Clone, Debug, PartialEq)]
pub struct CellChoices {
    shape: Shape,
    cells: Vec<Vec<u8>>,
}

impl CellChoices {
    /// The choices of a puzzle before pruning: a cell with a clue has one, a blank cell has every digit.
    pub fn of(puzzle: &Sudoku) -> CellChoices {
        let digits: Vec<u8> = (1..=puzzle.shape().side()).map(|digit| digit as u8).collect();
        let choices = |&clue: &u8| if clue == 0 { digits.clone() } else { vec![clue] };
        CellChoices { shape: puzzle.shape(), cells: puzzle.clues().iter().map(choices).collect() }
    }

    /// The number of boards, the product of the numbers of choices; infinite above 10^308.
    pub fn boards(&self) -> f64 {
        self.counts().map(|count| count as f64).product()
    }

    /// The decimal logarithm of the number of boards. It is finite unless a cell has no choice.
    pub fn log10_boards(&self) -> f64 {
        self.counts().map(|count| (count as f64).log10()).sum()
    }

    /// Removes the digits of fixed cells once from the choices of their row, then of their column, then of their box.
    #[must_use]
    pub fn pruned(mut self) -> CellChoices {
        let side = self.shape.side();
        (0..side).for_each(|row| self.reduce(&(row * side..(row + 1) * side).collect::<Vec<_>>()));
        (0..side).for_each(|column| self.reduce(&(column..side * side).step_by(side).collect::<Vec<_>>()));
        (0..side).for_each(|index| self.reduce(&self.shape.cells_of_box(index).collect::<Vec<_>>()));
        self
    }

    /// Prunes until nothing changes.
    #[must_use]
    pub fn fixpoint(self) -> CellChoices {
        let pruned = self.clone().pruned();
        if pruned == self { self } else { pruned.fixpoint() }
    }

    /// The number of choices of each cell.
    pub fn counts(&self) -> impl Iterator<Item = usize> + '_ {
        self.cells.iter().map(Vec::len)
    }

    /// Removes the fixed digits of `house` from the choices of its other cells.
    fn reduce(&mut self, house: &[usize]) {
        let fixed: Vec<u8> = house
            .iter()
            .filter_map(|&cell| match self.cells[cell][..] {
                [only] => Some(only),
                _ => None,
            })
            .collect();
        for &cell in house {
            if self.cells[cell].len() != 1 {
                self.cells[cell].retain(|choice| !fixed.contains(choice));
            }
        }
    }
}

/// The decimal logarithms of the numbers of boards of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardCounts {
    /// Before pruning.
    pub all: f64,
    /// After one prune.
    pub pruned: f64,
    /// After pruning to a fixpoint.
    pub fixpoint: f64,
}

impl BoardCounts {
    /// Counts the boards of `puzzle`.
    pub fn of(puzzle: &Sudoku) -> BoardCounts {
        let choices = CellChoices::of(puzzle);
        BoardCounts {
            all: choices.log10_boards(),
            pruned: choices.clone().pruned().log10_boards(),
            fixpoint: choices.fixpoint().log10_boards(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_finite_where_numbers_are_not() {
        let empty = Sudoku::empty(Shape::of_side(25).unwrap());
        assert_eq!(CellChoices::of(&empty).boards(), f64::INFINITY);
        let BoardCounts { all, pruned, fixpoint } = BoardCounts::of(&empty);
        assert!((all - 625.0 * 25f64.log10()).abs() < 1e-6 && all == pruned && all == fixpoint, "{all}");
    }
}
