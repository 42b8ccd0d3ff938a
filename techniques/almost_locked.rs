//! Almost locked sets: cells of a house with a few more digits than cells.

use crate::bits::Bits;
use crate::board::{Board, Candidate};

/// Cells of one house with more candidate digits than cells. If the set loses the number of digits that it has
/// in excess, it takes all the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AlmostLocked {
    /// The cells, in the order of the house.
    pub(crate) cells: Vec<usize>,
    /// Their candidates.
    pub(crate) digits: Bits,
}

impl AlmostLocked {
    /// The number of digits in excess of cells.
    pub(crate) fn spare(&self) -> usize {
        self.digits.count() - self.cells.len()
    }

    /// The cells that have `number` as a candidate.
    pub(crate) fn cells_for<'a>(
        &'a self,
        board: &'a Board,
        number: usize,
    ) -> impl Iterator<Item = usize> + 'a {
        self.cells.iter().copied().filter(move |&cell| board.candidates(cell).has(number))
    }

    /// All candidates of the cells.
    pub(crate) fn candidates<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Candidate> + 'a {
        self.cells.iter().flat_map(|&cell| board.candidates_of(cell))
    }
}

/// All sets of at most `most` of `cells`, which belong to one house, with at least one and at most `spare` digits
/// in excess.
pub(crate) fn choices(board: &Board, cells: &[usize], most: usize, spare: usize) -> Vec<AlmostLocked> {
    let empty: Vec<usize> = cells.iter().copied().filter(|&cell| board.digit(cell) == 0).collect();
    let mut all = Vec::new();
    let mut search = Search { board, most, spare, chosen: Vec::new(), all: &mut all };
    search.extend(&empty, Bits::NONE);
    all
}

/// All sets of at most `most` cells of a house with one digit in excess, each once.
pub(crate) fn sets(board: &Board, most: usize) -> Vec<AlmostLocked> {
    let layout = board.layout();
    let houses = 0..layout.house_count();
    let mut all: Vec<_> = houses.flat_map(|house| choices(board, layout.cells(house), most, 1)).collect();
    all.sort_by(|a, b| a.cells.cmp(&b.cells));
    all.dedup();
    all
}

struct Search<'a> {
    board: &'a Board,
    most: usize,
    spare: usize,
    chosen: Vec<usize>,
    all: &'a mut Vec<AlmostLocked>,
}

impl Search<'_> {
    fn extend(&mut self, rest: &[usize], digits: Bits) {
        for (k, &cell) in rest.iter().enumerate() {
            let wider = digits | self.board.candidates(cell);
            if wider.count() > self.most + self.spare {
                continue;
            }
            self.chosen.push(cell);
            let few = self.chosen.len() + 1..=self.chosen.len() + self.spare;
            if few.contains(&wider.count()) {
                self.all.push(AlmostLocked { cells: self.chosen.clone(), digits: wider });
            }
            if self.chosen.len() < self.most {
                self.extend(&rest[k + 1..], wider);
            }
            self.chosen.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::{Shape, Sudoku};

    #[test]
    fn choices_with_a_digit_too_many() {
        let mut clues = [0; 16];
        (clues[0], clues[7]) = (1, 1);
        let board = Board::new(&Sudoku::new(Shape::of_side(4).unwrap(), &clues).unwrap()).unwrap();
        // In row 1, each cell but the first holds two or three of 2, 3 and 4.
        let found = choices(&board, board.layout().cells(0), 2, 1);
        let cells: Vec<_> = found.iter().map(|almost| &almost.cells[..]).collect();
        assert_eq!(cells, [&[1, 2][..], &[1, 3], &[2, 3]]);
        assert!(found.iter().all(|almost| almost.spare() == 1));
        assert_eq!(found[0].candidates(&board).count(), 6);
        assert_eq!(found[0].cells_for(&board, 1).count(), 2);
    }
}
