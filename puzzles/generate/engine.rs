//! The fast search of the generator, for boards of up to 121 cells.
//!
//! Generating one minimal puzzle takes about eighty tests whether a clue is redundant. This engine is optimized for that
//! test. It has one 128-bit set of cells per digit, fills naked and hidden singles to a fixpoint, then branches on a cell
//! with the fewest candidates. It has no counters or limits, and the test does not allocate. Its answers are not trusted:
//! a registered strategy verifies each finished puzzle (see [`super::verify`]).

use coverlab_model::Shape;
use coverlab_techniques::Layout;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Maximum side of a board whose cells fit into one set.
pub(crate) const MAX_SIDE: usize = 11;

/// A set of cells.
pub(crate) type Cells = u128;

/// The cells of `set`, in order.
pub(crate) fn each(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// A search on boards of one shape. It has no state besides the geometry of the shape.
pub(crate) struct Engine {
    side: usize,
    /// Every cell.
    all: Cells,
    /// For each cell, the other cells of its houses.
    peers: Vec<Cells>,
    /// The first row, column and box, then the second ones, and so on.
    houses: Vec<Cells>,
}

/// A state of the search.
#[derive(Clone, Copy)]
struct Position {
    /// For each digit, from 0, the cells where it is placed or may still be placed.
    places: [Cells; MAX_SIDE],
    /// The cells with a digit.
    filled: Cells,
}

/// The clues contradict each other.
struct Conflict;

impl Engine {
    /// An engine for `shape`, whose side is at most [`MAX_SIDE`].
    pub(crate) fn new(shape: Shape) -> Engine {
        let (side, cells) = (shape.side(), shape.cells());
        assert!(side <= MAX_SIDE, "a board of side {side} is too large for this engine");
        let layout = Layout::new(shape).expect("a small board");
        let set = |cells: &[usize]| cells.iter().fold(0, |set: Cells, &cell| set | 1 << cell);
        let peers = (0..cells).map(|cell| set(layout.peers(cell))).collect();
        let houses =
            (0..side).flat_map(|k| [k, side + k, 2 * side + k].map(|house| set(layout.cells(house))));
        let houses = houses.collect();
        Engine { side, all: Cells::MAX >> (128 - cells), peers, houses }
    }

    /// Every cell of the board.
    pub(crate) fn all(&self) -> Cells {
        self.all
    }

    /// The number of digits.
    pub(crate) fn side(&self) -> usize {
        self.side
    }

    /// The other cells of the houses of `cell`.
    pub(crate) fn peers(&self, cell: usize) -> Cells {
        self.peers[cell]
    }

    /// Searches for a solution that differs from `board` in `cell`. The clues are the digits of `board` in the cells
    /// `kept`. Returns all cells in which the solution differs from `board`.
    pub(crate) fn find_other(&self, board: &[u8], kept: Cells, cell: usize) -> Option<Cells> {
        let mut position = self.position(board, kept);
        position.places[usize::from(board[cell]) - 1] &= !(1 << cell);
        let mut differs = None;
        self.search(position, &mut |solution| {
            let same =
                (0..self.side).fold(0, |same, digit| same | solution[digit] & self.cells_of(board, digit));
            differs = Some(self.all & !same);
            false
        });
        differs
    }

    /// Counts the solutions up to `limit`. The clues are the digits of `board` in the cells `kept`.
    pub(crate) fn count(&self, board: &[u8], kept: Cells, limit: u64) -> u64 {
        let mut count = 0;
        if limit > 0 {
            self.search(self.position(board, kept), &mut |_| {
                count += 1;
                count < limit
            });
        }
        count
    }

    /// The cells of `board` with `digit`, from 0.
    fn cells_of(&self, board: &[u8], digit: usize) -> Cells {
        let mut set = 0;
        for (cell, &d) in board.iter().enumerate() {
            set |= Cells::from(usize::from(d) == digit + 1) << cell;
        }
        set
    }

    /// The position in which the cells `kept` have the digits of `board`.
    fn position(&self, board: &[u8], kept: Cells) -> Position {
        let mut clues = [0; MAX_SIDE];
        let mut excluded = [0; MAX_SIDE];
        for cell in each(kept) {
            let digit = usize::from(board[cell]) - 1;
            clues[digit] |= 1 << cell;
            excluded[digit] |= self.peers[cell];
        }
        // A clue that clashes with another is not placed, so its cell has no candidate, which propagation detects.
        let (mut places, mut filled) = ([0; MAX_SIDE], 0);
        for digit in 0..self.side {
            places[digit] = (self.all & !kept | clues[digit]) & !excluded[digit];
            filled |= clues[digit] & places[digit];
        }
        Position { places, filled }
    }

    /// Calls `visit` with each solution until `visit` returns `false`. Returns `false` if that happened.
    fn search(&self, mut position: Position, visit: &mut impl FnMut(&[Cells; MAX_SIDE]) -> bool) -> bool {
        if self.propagate(&mut position).is_err() {
            return true;
        }
        let Some(cell) = self.narrowest_cell(&position) else { return visit(&position.places) };
        for digit in 0..self.side {
            if position.places[digit] >> cell & 1 == 1 {
                let mut child = position;
                self.place(&mut child, cell, digit);
                if !self.search(child, visit) {
                    return false;
                }
            }
        }
        true
    }

    /// Places `digit` in `cell`.
    #[inline(always)]
    fn place(&self, position: &mut Position, cell: usize, digit: usize) {
        for places in &mut position.places[..self.side] {
            *places &= !(1 << cell);
        }
        position.places[digit] = position.places[digit] & !self.peers[cell] | 1 << cell;
        position.filled |= 1 << cell;
    }

    /// Fills naked and hidden singles until there are no more.
    fn propagate(&self, position: &mut Position) -> Result<(), Conflict> {
        // The places of each digit at its last search for hidden singles.
        let mut searched = [0; MAX_SIDE];
        loop {
            self.fill_naked_singles(position)?;
            if position.filled == self.all {
                return Ok(());
            }
            let before = position.filled;
            for (digit, searched) in searched[..self.side].iter_mut().enumerate() {
                if position.places[digit] != *searched {
                    self.fill_hidden_singles(position, digit)?;
                    *searched = position.places[digit];
                }
            }
            if position.filled == before {
                return Ok(());
            }
        }
    }

    /// Fills cells with one candidate until there are no more.
    fn fill_naked_singles(&self, position: &mut Position) -> Result<(), Conflict> {
        loop {
            let (mut once, mut twice) = (0, 0);
            for &places in &position.places[..self.side] {
                twice |= once & places;
                once |= places;
            }
            if once != self.all {
                return Err(Conflict);
            }
            let singles = once & !twice & !position.filled;
            if singles == 0 {
                return Ok(());
            }
            for digit in 0..self.side {
                for cell in each(position.places[digit] & singles) {
                    // Another of these cells may have removed the digit from this cell.
                    if position.places[digit] >> cell & 1 == 0 {
                        return Err(Conflict);
                    }
                    position.places[digit] &= !self.peers[cell];
                    position.filled |= 1 << cell;
                }
            }
        }
    }

    /// Fills the cells that are the only place for `digit` in one of their houses.
    fn fill_hidden_singles(&self, position: &mut Position, digit: usize) -> Result<(), Conflict> {
        for house in &self.houses {
            let places = position.places[digit] & house;
            if places == 0 {
                return Err(Conflict);
            }
            if places & (places - 1) == 0 && places & position.filled == 0 {
                self.place(position, places.trailing_zeros() as usize, digit);
            }
        }
        Ok(())
    }

    /// The first open cell with the fewest candidates. After propagation these are at least two. `None` if all cells
    /// are filled.
    fn narrowest_cell(&self, position: &Position) -> Option<usize> {
        let open = self.all & !position.filled;
        if open == 0 {
            return None;
        }
        // Bit planes of one counter per cell, saturating at four.
        let (mut one, mut two, mut three, mut four) = (0, 0, 0, 0);
        for &places in &position.places[..self.side] {
            four |= three & places;
            three |= two & places;
            two |= one & places;
            one |= places;
        }
        for few in [two & !three, three & !four] {
            if few & open != 0 {
                return Some((few & open).trailing_zeros() as usize);
            }
        }
        let candidates = |cell: &usize| position.places.iter().filter(|p| *p >> cell & 1 == 1).count();
        each(open).min_by_key(candidates)
    }

    /// Fills an empty board at random without backtracking. After all singles are filled, chooses at random among the
    /// candidates of a cell, or the places of a digit in a house, whichever are the fewest. `None` after a dead end.
    pub(crate) fn dive(&self, random: &mut Pcg64Mcg) -> Option<Vec<u8>> {
        let mut position = self.position(&[], 0);
        loop {
            self.propagate(&mut position).ok()?;
            let Some(choice) = self.narrowest_choice(&position) else { break };
            let (cell, digit) = choice[random.random_range(0..choice.len())];
            self.place(&mut position, cell, digit);
        }
        let mut board = vec![0; self.peers.len()];
        for digit in 0..self.side {
            each(position.places[digit]).for_each(|cell| board[cell] = digit as u8 + 1);
        }
        Some(board)
    }

    /// The candidates of a cell, or the places of a digit in a house, whichever are the fewest, as pairs of cell and
    /// digit. `None` if all cells are filled.
    fn narrowest_choice(&self, position: &Position) -> Option<Vec<(usize, usize)>> {
        let open = self.all & !position.filled;
        let cell = self.narrowest_cell(position)?;
        let mut best: Vec<(usize, usize)> =
            (0..self.side).filter(|&d| position.places[d] >> cell & 1 == 1).map(|d| (cell, d)).collect();
        for digit in 0..self.side {
            for house in &self.houses {
                let places = position.places[digit] & house & open;
                if places != 0 && (places.count_ones() as usize) < best.len() {
                    best = each(places).map(|cell| (cell, digit)).collect();
                }
            }
        }
        Some(best)
    }
}
