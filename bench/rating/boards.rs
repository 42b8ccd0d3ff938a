//! The number of boards left to check, by the definitions of R. Bird (A program to solve Sudoku, 2006). This code is
//! independent of all strategies.

use coverlab_model::{Shape, Sudoku};

/// The digits that each cell can still have.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices(Vec<Vec<u8>>, Shape);

impl Choices {
    /// The choices of a puzzle: a clue has one, a blank cell has every digit.
    pub fn of(puzzle: &Sudoku) -> Choices {
        let digits: Vec<u8> = (1..=puzzle.shape().side()).map(|digit| digit as u8).collect();
        let choose = |&clue: &u8| if clue == 0 { digits.clone() } else { vec![clue] };
        Choices(puzzle.clues().iter().map(choose).collect(), puzzle.shape())
    }

    /// The number of boards; infinite above 10^308.
    pub fn boards(&self) -> f64 {
        self.0.iter().map(|choices| choices.len() as f64).product()
    }

    /// The decimal logarithm of the number of boards, which is always finite.
    pub fn log10_boards(&self) -> f64 {
        self.0.iter().map(|choices| (choices.len() as f64).log10()).sum()
    }

    /// Removes the digits of fixed cells once from the choices of their row, then of their column, then of their box.
    #[must_use]
    pub fn pruned(mut self) -> Choices {
        let side = self.1.side();
        (0..side).for_each(|row| self.reduce(&(row * side..(row + 1) * side).collect::<Vec<_>>()));
        (0..side).for_each(|column| self.reduce(&(column..side * side).step_by(side).collect::<Vec<_>>()));
        (0..side).for_each(|index| self.reduce(&self.1.cells_of_box(index).collect::<Vec<_>>()));
        self
    }

    /// Prunes until nothing changes.
    #[must_use]
    pub fn fixpoint(self) -> Choices {
        let pruned = self.clone().pruned();
        if pruned == self { self } else { pruned.fixpoint() }
    }

    /// The number of choices of each cell.
    pub fn counts(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().map(Vec::len)
    }

    /// Removes the fixed digits of `house` from the choices of its other cells.
    fn reduce(&mut self, house: &[usize]) {
        let single = |choices: &Vec<u8>| choices.len() == 1;
        let fixed: Vec<u8> =
            house.iter().filter(|&&cell| single(&self.0[cell])).map(|&cell| self.0[cell][0]).collect();
        for &cell in house {
            if !single(&self.0[cell]) {
                self.0[cell].retain(|choice| !fixed.contains(choice));
            }
        }
    }
}

/// Decimal logarithms of the numbers of boards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boards {
    /// With every digit in every blank cell.
    pub all: f64,
    /// After one prune.
    pub pruned: f64,
    /// After pruning to a fixpoint.
    pub fixpoint: f64,
}

impl Boards {
    /// The boards of `puzzle`.
    pub fn of(puzzle: &Sudoku) -> Boards {
        let choices = Choices::of(puzzle);
        Boards {
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
        assert_eq!(Choices::of(&empty).boards(), f64::INFINITY);
        let Boards { all, pruned, fixpoint } = Boards::of(&empty);
        assert!((all - 625.0 * 25f64.log10()).abs() < 1e-6 && all == pruned && all == fixpoint, "{all}");
    }
}
