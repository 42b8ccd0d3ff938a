//! Digs boards that are too large for a formula of their rules.
//!
//! The rules of a 49x49 board are eleven million clauses, and a solver that takes clues as assumptions needs all of
//! them before its first answer. A puzzle that need not be minimal can do without a search. Here a clue is removed if
//! the others imply it by naked and hidden singles: no other digit is possible in its cell, or no other cell in one
//! of its houses. Since the remaining clues imply every removed one, the solution stays unique.
//!
//! Each test fills the board again until it reaches the cell in question. Clues are removed in random order, so the
//! remaining ones are spread over the board. The puzzles can be solved by singles alone.

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

/// The constant data: the houses of each cell, and the cells of each house.
struct Geometry {
    side: usize,
    houses: Vec<Vec<usize>>,
    of: Vec<[usize; 3]>,
}

impl Geometry {
    fn new(shape: Shape) -> Geometry {
        let side = shape.side();
        let of: Vec<[usize; 3]> = (0..shape.cells())
            .map(|cell| [shape.row(cell), side + shape.column(cell), 2 * side + shape.box_of(cell)])
            .collect();
        let mut houses = vec![Vec::with_capacity(side); 3 * side];
        for (cell, of) in of.iter().enumerate() {
            of.iter().for_each(|&house| houses[house].push(cell));
        }
        Geometry { side, houses, of }
    }
}

/// A board being filled. It is a part of a full board, so it never has clashes.
#[derive(Default)]
struct Filling {
    /// For each cell, the digits (from 0) that no peer has.
    open: Vec<u128>,
    filled: Vec<bool>,
    /// For each house and digit, the number of cells that may still take it.
    places: Vec<u8>,
    /// Cells with one digit left, and last cells for a digit.
    ready: Vec<usize>,
}

impl Filling {
    /// Whether the `given` clues imply those in `wanted`.
    fn implies(&mut self, geometry: &Geometry, board: &[u8], given: &[bool], wanted: &[usize]) -> bool {
        let side = geometry.side;
        self.open.clear();
        self.open.resize(board.len(), u128::MAX >> (128 - side));
        self.filled.clear();
        self.filled.resize(board.len(), false);
        self.places.clear();
        self.places.resize(3 * side * side, side as u8);
        self.ready.clear();
        (0..board.len()).filter(|&cell| given[cell]).for_each(|cell| self.fill(geometry, board, cell));
        while wanted.iter().any(|&cell| !self.filled[cell]) {
            let Some(cell) = self.ready.pop() else { return false };
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
        let others = self.open[cell] & !(1 << digit);
        self.open[cell] = 1 << digit;
        let mut rest = others;
        while rest != 0 {
            self.lose(geometry, board, cell, rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
        for house in geometry.of[cell] {
            for &peer in &geometry.houses[house] {
                if peer != cell && self.open[peer] >> digit & 1 == 1 {
                    self.open[peer] &= !(1 << digit);
                    self.lose(geometry, board, peer, digit);
                    if self.open[peer].is_power_of_two() {
                        self.ready.push(peer);
                    }
                }
            }
        }
    }

    /// Removes the candidate `digit` from `cell`; another cell of its houses may become the last for that digit.
    fn lose(&mut self, geometry: &Geometry, board: &[u8], cell: usize, digit: usize) {
        for house in geometry.of[cell] {
            let places = &mut self.places[house * geometry.side + digit];
            *places -= 1;
            if *places == 1 {
                let last = geometry.houses[house].iter().find(|&&other| self.open[other] >> digit & 1 == 1);
                // It has this digit on the full board, which implies all of this.
                if let Some(&last) = last {
                    debug_assert_eq!(usize::from(board[last]), digit + 1);
                    self.ready.push(last);
                }
            }
        }
    }
}
