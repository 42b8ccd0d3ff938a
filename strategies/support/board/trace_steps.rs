//! Converts steps to the model's terms: row-major cells, and digits as numbers instead of sets.

use super::{Board, Candidates, Mask};
use coverlab_model::step::{BoardStep, Single, Wiped};
use coverlab_model::{House, Sudoku};

impl Board {
    /// The row-major index of a cell.
    fn place(&self, cell: usize) -> usize {
        usize::from(self.places[cell])
    }

    /// The house with this number.
    pub(crate) fn house(&self, number: u16) -> House {
        let (kind, index) = (usize::from(number) / self.side(), usize::from(number) % self.side());
        match kind {
            0 => House::Row(index),
            1 => House::Column(index),
            _ => House::Box(index),
        }
    }

    /// The step of a guess that leads to a node at `depth`.
    pub(crate) fn tried<M: Mask>(&self, depth: usize, cell: usize, digit: M) -> BoardStep {
        BoardStep::Try { depth, cell: self.place(cell), digit: number(digit) }
    }

    /// The step of a deduced digit.
    pub(crate) fn fixed<M: Mask>(&self, cell: usize, digit: M, why: Single) -> BoardStep {
        BoardStep::Fix { cell: self.place(cell), digit: number(digit), why }
    }

    /// The step of a removed candidate.
    pub(crate) fn removed<M: Mask>(&self, cell: usize, digit: M) -> BoardStep {
        BoardStep::Remove { cell: self.place(cell), digit: number(digit) }
    }

    /// The step of a cell that is branched on.
    pub(crate) fn expanded(&self, cell: usize, choices: usize) -> BoardStep {
        BoardStep::Expand { cell: self.place(cell), choices }
    }

    /// The step of a cell without candidates.
    pub(crate) fn empty(&self, cell: usize) -> BoardStep {
        BoardStep::Wipe(Wiped::Cell(self.place(cell)))
    }

    /// The step of a digit that appears twice in a house.
    pub(crate) fn clash<M: Mask>(&self, digit: M, house: u16) -> BoardStep {
        BoardStep::Wipe(Wiped::Twice(number(digit), self.house(house)))
    }

    /// The step of the first digit that appears twice in a house, given the digits of cells in this order.
    /// There must be such a digit.
    pub(crate) fn twice<M: Mask>(&self, digits: impl Iterator<Item = (usize, M)>) -> BoardStep {
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
    pub(crate) fn given_twice<M: Mask>(&self, problem: &Sudoku) -> BoardStep {
        self.twice(self.clues::<M>(problem))
    }

    /// The step that says why a board has no solution: a cell without candidates, or equal clues.
    pub(crate) fn wiped<M: Mask>(&self, candidates: &Candidates<M>, problem: &Sudoku) -> BoardStep {
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
