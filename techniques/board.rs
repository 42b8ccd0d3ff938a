//! A board as a person keeps it: solved cells, and pencil marks.

use crate::bits::Bits;
use crate::layout::{Layout, MAX_SIDE};
use coverlab_model::{House, Sudoku};
use std::fmt;
use std::sync::Arc;

/// A digit in a cell, possible or solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Candidate {
    /// The cell, in row-major order from 0.
    pub cell: usize,
    /// The digit, from 1.
    pub digit: u8,
}

impl Candidate {
    /// Creates the candidate `digit` in `cell`.
    pub const fn new(cell: usize, digit: usize) -> Candidate {
        Candidate { cell, digit: digit as u8 }
    }

    /// The candidates of `cell` for a set of digits, with digit 1 as number 0.
    pub(crate) fn of_cell(cell: usize, digits: Bits) -> impl Iterator<Item = Candidate> + Clone + use<> {
        digits.iter().map(move |number| Candidate::new(cell, number + 1))
    }
}

/// Digits written down, and the candidates of the empty cells.
#[derive(Clone, Debug)]
pub struct Board {
    layout: Arc<Layout>,
    /// Whether each cell is a clue.
    clues: Arc<[bool]>,
    /// The digit of each cell; 0 for an empty one.
    digits: Vec<u8>,
    /// The candidates of each cell, with digit 1 as number 0; empty for a solved cell.
    candidates: Vec<Bits>,
    /// The places of each digit in each house: `places[house * side + digit - 1]`; empty for a solved
    /// digit.
    places: Vec<Bits>,
    empty: usize,
}

/// Why a puzzle has no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// Its side exceeds [`MAX_SIDE`].
    TooLarge(usize),
    /// Two equal clues share a house.
    Clash {
        /// The digit.
        digit: u8,
        /// The house.
        house: House,
        /// The two cells.
        cells: [usize; 2],
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::TooLarge(side) => {
                write!(f, "a board of side {side}; techniques take sides up to {MAX_SIDE}")
            }
            BoardError::Clash { digit, house, .. } => write!(f, "the clue {digit} appears twice in {house}"),
        }
    }
}

impl std::error::Error for BoardError {}

/// Why a board has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// An empty cell without candidates.
    Cell(usize),
    /// A digit without a place in a house.
    Digit(u8, House),
}

impl Board {
    /// Creates the board of a puzzle: a cell's candidates are the digits that none of its peers has.
    ///
    /// # Errors
    /// If the board is too large, or two clues clash.
    pub fn new(puzzle: &Sudoku) -> Result<Board, BoardError> {
        let shape = puzzle.shape();
        let layout = Layout::new(shape).ok_or(BoardError::TooLarge(shape.side()))?;
        let mut board = Board::blank(Arc::new(layout));
        for (cell, &digit) in puzzle.clues().iter().enumerate().filter(|(_, digit)| **digit != 0) {
            if !board.has(cell, digit) {
                return Err(board.clash(cell, digit));
            }
            board.place(cell, digit);
        }
        board.clues = puzzle.clues().iter().map(|&digit| digit != 0).collect();
        Ok(board)
    }

    /// Creates an empty board.
    pub fn blank(layout: Arc<Layout>) -> Board {
        let side = layout.side();
        let (cells, houses, all) = (side * side, layout.house_count(), Bits::below(side));
        Board {
            layout,
            clues: vec![false; cells].into(),
            digits: vec![0; cells],
            candidates: vec![all; cells],
            places: vec![all; houses * side],
            empty: cells,
        }
    }

    fn clash(&self, cell: usize, digit: u8) -> BoardError {
        let other = self.layout.peers(cell).iter().copied().find(|&peer| self.digits[peer] == digit);
        let other = other.expect("only a peer takes a candidate away");
        let shared = |&house: &usize| self.layout.cells(house).contains(&other);
        let house = self.layout.houses_of(cell).into_iter().find(shared).expect("peers share a house");
        BoardError::Clash { digit, house: self.layout.name(house), cells: [other, cell] }
    }

    /// The geometry of houses and peers.
    #[inline]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// A shared handle to the layout, which may outlive the board.
    pub(crate) fn shared_layout(&self) -> Arc<Layout> {
        self.layout.clone()
    }

    /// The number of rows, columns, boxes and digits.
    #[inline]
    pub fn side(&self) -> usize {
        self.layout.side()
    }

    /// The digit of a cell; 0 for an empty one.
    #[inline]
    pub fn digit(&self, cell: usize) -> u8 {
        self.digits[cell]
    }

    /// The digits of all cells; 0 for an empty one.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Whether the digit of a cell is a clue.
    #[inline]
    pub fn is_clue(&self, cell: usize) -> bool {
        self.clues[cell]
    }

    /// The number of empty cells.
    #[inline]
    pub fn empty(&self) -> usize {
        self.empty
    }

    /// The candidates of a cell as a set, with digit 1 as number 0; empty for a solved cell.
    #[inline]
    pub fn candidates(&self, cell: usize) -> Bits {
        self.candidates[cell]
    }

    /// The candidates of a cell, in ascending order.
    pub fn candidates_of(&self, cell: usize) -> impl Iterator<Item = Candidate> + Clone + use<> {
        Candidate::of_cell(cell, self.candidates[cell])
    }

    /// The candidates of all these cells together.
    pub(crate) fn candidates_of_all(&self, cells: impl IntoIterator<Item = usize>) -> Bits {
        cells.into_iter().fold(Bits::NONE, |all, cell| all | self.candidates[cell])
    }

    /// The places of digit `number + 1` in a house, as indices into [`Layout::cells`]; empty if it is
    /// solved there.
    #[inline]
    pub fn places(&self, house: usize, number: usize) -> Bits {
        self.places[house * self.layout.side() + number]
    }

    /// The cells of a house that have digit `number + 1` as a candidate.
    pub fn cells_for(&self, house: usize, number: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.places(house, number).iter().map(move |place| self.layout.cells(house)[place])
    }

    /// Whether `digit` is a candidate of `cell`.
    #[inline]
    pub fn has(&self, cell: usize, digit: u8) -> bool {
        self.candidates[cell].has(usize::from(digit) - 1)
    }

    /// The empty cells.
    pub fn empty_cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.digits.len()).filter(|&cell| self.digits[cell] == 0)
    }

    /// The first empty cell with a single candidate.
    pub fn naked_single(&self) -> Option<Candidate> {
        let single =
            |cell: usize| self.candidates[cell].single().map(|number| Candidate::new(cell, number + 1));
        self.empty_cells().find_map(single)
    }

    /// The first digit with a single place in one of these houses.
    pub fn hidden_single(&self, mut houses: std::ops::Range<usize>) -> Option<Candidate> {
        houses.find_map(|house| {
            let single = |number| self.places(house, number).single().map(|place| (number, place));
            let (number, place) = (0..self.side()).find_map(single)?;
            Some(Candidate::new(self.layout.cells(house)[place], number + 1))
        })
    }

    /// Writes a digit into a cell and removes it from the peers.
    pub fn place(&mut self, cell: usize, digit: u8) {
        debug_assert!(self.has(cell, digit), "the digit is not a candidate");
        let number = usize::from(digit) - 1;
        for other in self.candidates[cell].iter() {
            self.erase(cell, other);
        }
        self.digits[cell] = digit;
        self.empty -= 1;
        let layout = self.layout.clone();
        for &peer in layout.peers(cell) {
            if self.candidates[peer].has(number) {
                self.erase(peer, number);
            }
        }
    }

    /// Removes a candidate; returns whether it was present.
    pub fn remove(&mut self, cell: usize, digit: u8) -> bool {
        let there = self.has(cell, digit);
        if there {
            self.erase(cell, usize::from(digit) - 1);
        }
        there
    }

    fn erase(&mut self, cell: usize, number: usize) {
        let side = self.layout.side();
        self.candidates[cell].remove(number);
        for (house, place) in self.layout.houses_of(cell).into_iter().zip(self.layout.places_of(cell)) {
            self.places[house * side + number].remove(place);
        }
    }

    /// Whether every cell has a digit.
    pub fn is_full(&self) -> bool {
        self.empty == 0
    }

    /// The first contradiction on the board, if there is one.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let bare = self.empty_cells().find(|&cell| self.candidates[cell].is_empty());
        bare.map(Contradiction::Cell).or_else(|| self.digit_without_place())
    }

    fn digit_without_place(&self) -> Option<Contradiction> {
        for house in 0..self.layout.house_count() {
            let mut possible = Bits::NONE;
            for &cell in self.layout.cells(house) {
                possible |= match self.digits[cell] {
                    0 => self.candidates[cell],
                    digit => Bits::only(usize::from(digit) - 1),
                };
            }
            if let Some(number) = (Bits::below(self.side()) - possible).iter().next() {
                return Some(Contradiction::Digit(number as u8 + 1, self.layout.name(house)));
            }
        }
        None
    }
}

/// A 9x9 board for tests: its digits, then the candidates of the empty cells, as `cell:digits` from cell 0.
#[cfg(test)]
pub(crate) fn board_for_tests(digits: &str, candidates: &str) -> Board {
    let clues: Vec<u8> = digits.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
    let mut board = Board::new(&Sudoku::new(coverlab_model::Shape::NINE, &clues).unwrap()).unwrap();
    for word in candidates.split_whitespace() {
        let (cell, left) = word.split_once(':').unwrap();
        let cell: usize = cell.parse().unwrap();
        let gone: Vec<Candidate> =
            board.candidates_of(cell).filter(|c| !left.contains(&c.digit.to_string())).collect();
        gone.iter().for_each(|candidate| assert!(board.remove(cell, candidate.digit)));
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::Shape;

    fn puzzle(text: &str) -> Sudoku {
        let clues: Vec<u8> = text.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
        Sudoku::new(Shape::of_side(clues.len().isqrt()).unwrap(), &clues).unwrap()
    }

    #[test]
    fn candidates_and_places_agree() {
        let mut board = Board::new(&puzzle("1..4............")).unwrap();
        assert_eq!(board.candidates(1).iter().collect::<Vec<_>>(), [1, 2]);
        assert!(board.remove(1, 2) && !board.remove(1, 2));
        board.place(2, 2);
        for house in 0..board.layout().house_count() {
            for number in 0..4 {
                for (place, &cell) in board.layout().cells(house).iter().enumerate() {
                    assert_eq!(board.places(house, number).has(place), board.candidates(cell).has(number));
                }
            }
        }
        assert_eq!((board.empty(), board.digit(2), board.contradiction()), (13, 2, None));
    }

    #[test]
    fn contradictions_are_found() {
        let clash = Board::new(&puzzle("1..1............")).unwrap_err();
        assert_eq!(clash.to_string(), "the clue 1 appears twice in row 1");
        let mut bare = Board::new(&puzzle("................")).unwrap();
        (1..=4).for_each(|digit| assert!(bare.remove(5, digit)));
        assert_eq!(bare.contradiction(), Some(Contradiction::Cell(5)));
        let homeless = Board::new(&puzzle("12.....3........")).unwrap();
        assert_eq!(homeless.contradiction(), Some(Contradiction::Digit(3, House::Row(0))));
    }

    #[test]
    fn every_side_up_to_the_largest_has_a_board() {
        for side in 1..=MAX_SIDE {
            let shape = Shape::of_side(side).unwrap();
            assert_eq!(Board::new(&Sudoku::empty(shape)).unwrap().empty(), side * side);
        }
        let large = Shape::of_side(MAX_SIDE + 1).unwrap();
        assert_eq!(Board::new(&Sudoku::empty(large)).unwrap_err(), BoardError::TooLarge(MAX_SIDE + 1));
    }
}
