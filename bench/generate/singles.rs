//! Digging a board that is too large for a formula of its rules.
//!
//! The rules of a 49x49 are eleven million clauses, and a solver that is to take clues as assumptions
//! needs all of them before its first answer. But a puzzle that is not to be minimal need not be dug to
//! where only a search can tell whether a clue may go. Here a clue goes if the others give it back by naked
//! and hidden singles: in its cell no other digit is possible, or in one of its houses no other cell. That
//! each clue taken away follows from those left shows that there is one solution still, without any search.
//!
//! Each attempt fills the board anew, as far as it takes to come to the cell in question. Clues go in
//! random order, so that those left are spread over the board; the puzzles can be solved by singles alone.

use coverlab_model::Shape;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// Takes `orbits` of cells away from a full `board`, each that the rest gives back, while `least` clues or
/// more are left; answers which cells keep theirs.
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
        if filling.gives_back(&geometry, board, &given, orbit) {
            clues -= orbit.len();
        } else {
            orbit.iter().for_each(|&cell| given[cell] = true);
        }
    }
    given
}

/// The constant part: the houses of each cell, and the cells of each house.
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

/// A board being filled. It comes from a full one, so nothing ever clashes.
#[derive(Default)]
struct Filling {
    /// By cell: the digits, from 0, that no peer has.
    open: Vec<u128>,
    filled: Vec<bool>,
    /// By house and digit: the cells that may still take it.
    places: Vec<u8>,
    /// Cells that have just one digit left, or are the last for theirs.
    ready: Vec<usize>,
}

impl Filling {
    /// Whether the clues that are `given` give those of `wanted` back.
    fn gives_back(&mut self, geometry: &Geometry, board: &[u8], given: &[bool], wanted: &[usize]) -> bool {
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

    /// Puts the board's digit where it stands.
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

    /// `cell` cannot take `digit` any more: in one of its houses another cell may be the last that can.
    fn lose(&mut self, geometry: &Geometry, board: &[u8], cell: usize, digit: usize) {
        for house in geometry.of[cell] {
            let places = &mut self.places[house * geometry.side + digit];
            *places -= 1;
            if *places == 1 {
                let last = geometry.houses[house].iter().find(|&&other| self.open[other] >> digit & 1 == 1);
                // It holds this digit on the full board, from which all of this follows.
                if let Some(&last) = last {
                    debug_assert_eq!(usize::from(board[last]), digit + 1);
                    self.ready.push(last);
                }
            }
        }
    }
}
