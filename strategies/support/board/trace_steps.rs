//! Converts steps to the model's terms: names of cells, and digits as numbers instead of sets.

use super::{Board, Candidates, Mask};
use coverlab_model::{Cell, House, Step, Sudoku};

impl Board {
    /// The name of a cell.
    fn place(&self, cell: usize) -> Cell {
        Cell::of(self.shape, usize::from(self.places[cell]))
    }

    /// The house with this number.
    fn house(&self, number: u16) -> House {
        let (kind, index) = (usize::from(number) / self.side(), usize::from(number) % self.side());
        match kind {
            0 => House::Row(index),
            1 => House::Column(index),
            _ => House::Box(index),
        }
    }

    /// The step of a guess that leads to a node at `depth`.
    pub(crate) fn tried<M: Mask>(&self, depth: usize, cell: usize, digit: M) -> Step {
        Step::Try { depth, cell: self.place(cell), digit: number(digit) }
    }

    /// The step of a clue.
    pub(crate) fn clue<M: Mask>(&self, cell: usize, digit: M) -> Step {
        Step::Clue { cell: self.place(cell), digit: number(digit) }
    }

    /// The step of the last candidate of a cell.
    pub(crate) fn naked<M: Mask>(&self, cell: usize, digit: M) -> Step {
        Step::Naked { cell: self.place(cell), digit: number(digit) }
    }

    /// The step of a digit at its last place in the house with this number.
    pub(crate) fn hidden<M: Mask>(&self, cell: usize, digit: M, house: u16) -> Step {
        Step::Hidden { cell: self.place(cell), digit: number(digit), house: self.house(house) }
    }

    /// The step of a removed candidate.
    pub(crate) fn removed<M: Mask>(&self, cell: usize, digit: M) -> Step {
        Step::Remove { cell: self.place(cell), digit: number(digit) }
    }

    /// The step of a cell that is branched on.
    pub(crate) fn expanded(&self, cell: usize, choices: usize) -> Step {
        Step::Expand { cell: self.place(cell), choices }
    }

    /// The step of a cell without candidates.
    pub(crate) fn empty(&self, cell: usize) -> Step {
        Step::WipeCell { cell: self.place(cell) }
    }

    /// The step of a digit that appears twice in a house.
    pub(crate) fn clash<M: Mask>(&self, digit: M, house: u16) -> Step {
        Step::WipeTwice { digit: number(digit), house: self.house(house) }
    }

    /// The step of the first digit that appears twice in a house, given the digits of cells in this order.
    /// There must be such a digit.
    pub(crate) fn twice<M: Mask>(&self, digits: impl Iterator<Item = (usize, M)>) -> Step {
        let mut taken = vec![M::NONE; 3 * self.side()];
        for (cell, digit) in digits {
            for house in self.houses(cell) {
                let taken = &mut taken[usize::from(house)];
                if taken.meets(digit) {
                    return self.clash(digit, house);
                }
                *taken = *taken | digit;
            }
        }
        unreachable!("two equal digits in a house")
    }

    /// The step of two equal clues in a house.
    pub(crate) fn given_twice<M: Mask>(&self, problem: &Sudoku) -> Step {
        self.twice(self.clues::<M>(problem))
    }

    /// The step that says why a board has no solution: a cell without candidates, or equal clues.
    pub(crate) fn wiped<M: Mask>(&self, candidates: &Candidates<M>, problem: &Sudoku) -> Step {
        match candidates.fewest() {
            Some(cell) if candidates.size(cell) == 0 => self.empty(cell),
            _ => self.given_twice::<M>(problem),
        }
    }
}

/// The digit of a set of one, counted from 1.
fn number<M: Mask>(digit: M) -> u8 {
    digit.index() as u8 + 1
}
