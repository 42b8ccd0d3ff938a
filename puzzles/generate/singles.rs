//! Digs boards that are too large for a formula of their rules.
//!
//! The rules of a 49x49 board are eleven million clauses, which a solver needs before its first answer. A puzzle that
//! need not be minimal can be dug without a search. A clue is removed if the others imply it by naked and hidden
//! singles: no other digit is possible in its cell, or no other cell for its digit in one of its houses. Since the
//! remaining clues imply every removed one, the solution stays unique, and singles alone solve the puzzle.
//!
//! Each test starts from the clues and fills the board until it reaches the cell in question. Clues are removed in
//! random order, so the remaining ones are spread over the board.

use coverlab_model::Shape;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// Removes each of `orbits` from a full `board` if the remaining clues imply it and at least `least` clues remain.
/// Returns which cells keep their clues.
pub(crate) fn dig(
    shape: Shape,
    board: &[u8],
    orbits: &[Vec<usize>],
    least: usize,
    random: &mut Pcg64Mcg,
) -> Vec<bool> {
    let mut given = vec![true; board.len()];
    let mut clues = board.len();
    let mut order: Vec<&Vec<usize>> = orbits.iter().collect();
    order.shuffle(random);
    let geometry = Geometry::new(shape);
    let mut filling = Filling::default();
    for orbit in order {
        if clues < least + orbit.len() {
            continue;
        }
        orbit.iter().for_each(|&cell| given[cell] = false);
        if filling.implies(&geometry, board, &given, orbit) {
            clues -= orbit.len();
        } else {
            orbit.iter().for_each(|&cell| given[cell] = true);
        }
    }
    given
}

/// The houses of a board: rows, then columns, then boxes.
struct Geometry {
    side: usize,
    /// The cells of each house.
    houses: Vec<Vec<usize>>,
    /// The row, the column and the box of each cell.
    houses_of: Vec<[usize; 3]>,
}

impl Geometry {
    fn new(shape: Shape) -> Geometry {
        let side = shape.side();
        let houses_of: Vec<[usize; 3]> = (0..shape.cells())
            .map(|cell| [shape.row(cell), side + shape.column(cell), 2 * side + shape.box_of(cell)])
            .collect();
        let mut houses = vec![Vec::with_capacity(side); 3 * side];
        for (cell, own) in houses_of.iter().enumerate() {
            own.iter().for_each(|&house| houses[house].push(cell));
        }
        Geometry { side, houses, houses_of }
    }
}

/// A board being filled. Its digits are those of a full board, so they never clash.
#[derive(Default)]
struct Filling {
    /// For each cell, the set of digits, from 0, that it may still have.
    candidates: Vec<u128>,
    filled: Vec<bool>,
    /// For each house and digit, the number of cells that may still have the digit.
    places: Vec<u8>,
    /// Cells found to be a naked or hidden single, which may be filled already.
    singles: Vec<usize>,
}

impl Filling {
    /// Whether the `given` clues imply those in `wanted`.
    fn implies(&mut self, geometry: &Geometry, board: &[u8], given: &[bool], wanted: &[usize]) -> bool {
        let side = geometry.side;
        self.candidates.clear();
        self.candidates.resize(board.len(), u128::MAX >> (128 - side));
        self.filled.clear();
        self.filled.resize(board.len(), false);
        self.places.clear();
        self.places.resize(3 * side * side, side as u8);
        self.singles.clear();
        (0..board.len()).filter(|&cell| given[cell]).for_each(|cell| self.fill(geometry, board, cell));
        while wanted.iter().any(|&cell| !self.filled[cell]) {
            let Some(cell) = self.singles.pop() else { return false };
            self.fill(geometry, board, cell);
        }
        true
    }

    /// Places the board's digit in `cell`.
    fn fill(&mut self, geometry: &Geometry, board: &[u8], cell: usize) {
        if std::mem::replace(&mut self.filled[cell], true) {
            return;
        }
        let digit = usize::from(board[cell]) - 1;
        let mut others = self.candidates[cell] & !(1 << digit);
        self.candidates[cell] = 1 << digit;
        while others != 0 {
            self.count_lost_place(geometry, board, cell, others.trailing_zeros() as usize);
            others &= others - 1;
        }
        for house in geometry.houses_of[cell] {
            for &peer in &geometry.houses[house] {
                if peer != cell && self.candidates[peer] >> digit & 1 == 1 {
                    self.candidates[peer] &= !(1 << digit);
                    self.count_lost_place(geometry, board, peer, digit);
                    if self.candidates[peer].is_power_of_two() {
                        self.singles.push(peer);
                    }
                }
            }
        }
    }

    /// Updates the number of places after `cell` has lost the candidate `digit`. Another cell may now be the last place
    /// for the digit in a house.
    fn count_lost_place(&mut self, geometry: &Geometry, board: &[u8], cell: usize, digit: usize) {
        for house in geometry.houses_of[cell] {
            let places = &mut self.places[house * geometry.side + digit];
            *places -= 1;
            if *places == 1 {
                let last =
                    geometry.houses[house].iter().find(|&&other| self.candidates[other] >> digit & 1 == 1);
                // It has this digit on the full board, because every step here follows from its digits.
                if let Some(&last) = last {
                    debug_assert_eq!(usize::from(board[last]), digit + 1);
                    self.singles.push(last);
                }
            }
        }
    }
}
