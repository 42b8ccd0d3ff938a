//! Board tables, digit sets and scratch memory for boards of any side, shared by the Sudoku strategies.

mod branches;
mod candidates;
mod mask;
mod trace_steps;

pub(crate) use branches::Branches;
pub(crate) use candidates::{Candidates, Mark};
pub(crate) use mask::{Mask, Wide};

use coverlab_model::{Flow, Grid, Observer, Shape, Sudoku};
use std::ops::Range;

/// The order in which a strategy numbers, and so visits, the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Row by row.
    Rows,
    /// Box by box, row by row within a box.
    Boxes,
}

/// A kind of house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HouseKind {
    Row,
    Column,
    Box,
}

impl HouseKind {
    pub(crate) const ALL: [HouseKind; 3] = [HouseKind::Row, HouseKind::Column, HouseKind::Box];

    /// The plural noun for the kind.
    pub(crate) fn plural(self) -> &'static str {
        match self {
            HouseKind::Row => "rows",
            HouseKind::Column => "columns",
            HouseKind::Box => "boxes",
        }
    }
}

/// Tables of a board whose cells are numbered in a given order. Houses are numbered rows first,
/// then columns, then boxes.
#[derive(Debug)]
pub(crate) struct Board {
    shape: Shape,
    order: Order,
    /// The row-major index of each cell.
    places: Vec<u16>,
    /// The three houses of each cell.
    houses: Vec<[u16; 3]>,
    /// The cells of each house, `side` cells per house.
    members: Vec<u16>,
    /// The peers of each cell without repetition, `peers_each` per cell. Their order makes each house a
    /// range: the column outside the box, the column within, the rest of the box, the row within the box, the
    /// row outside.
    peers: Vec<u16>,
    peers_each: usize,
    /// The ranges of the row, the column and the box within a cell's peers.
    ranges: [Range<usize>; 3],
}

impl Default for Board {
    fn default() -> Self {
        Board::new(Shape::NINE, Order::Rows)
    }
}

impl Board {
    /// Builds the tables for a board of this shape.
    pub(crate) fn new(shape: Shape, order: Order) -> Board {
        let (side, tall, wide) = (shape.side(), shape.box_rows(), shape.box_columns());
        let places: Vec<u16> = match order {
            Order::Rows => (0..shape.cells()).map(|cell| cell as u16).collect(),
            Order::Boxes => (0..side).flat_map(|b| shape.cells_of_box(b)).map(|cell| cell as u16).collect(),
        };
        let mut numbers = vec![0_u16; shape.cells()];
        for (cell, &place) in places.iter().enumerate() {
            numbers[usize::from(place)] = cell as u16;
        }
        let houses = places.iter().map(|&place| houses_of(shape, usize::from(place))).collect();
        let mut members = Vec::with_capacity(3 * shape.cells());
        for index in 0..side {
            members.extend((0..side).map(|k| numbers[index * side + k]));
        }
        for index in 0..side {
            members.extend((0..side).map(|k| numbers[k * side + index]));
        }
        for index in 0..side {
            members.extend(shape.cells_of_box(index).map(|place| numbers[place]));
        }
        let peers_each = 2 * (side - 1) + (tall - 1) * (wide - 1);
        let mut peers = Vec::with_capacity(shape.cells() * peers_each);
        for &place in &places {
            // `for_each` on this chain is several times faster than `extend`.
            peers_of(shape, usize::from(place)).for_each(|place| peers.push(numbers[place]));
        }
        let ranges = [peers_each - (side - 1)..peers_each, 0..side - 1, side - tall..side - tall + side - 1];
        Board { shape, order, places, houses, members, peers, peers_each, ranges }
    }

    /// Rebuilds the tables if they are for another shape or order.
    pub(crate) fn fit(&mut self, shape: Shape, order: Order) {
        if (self.shape, self.order) != (shape, order) {
            *self = Board::new(shape, order);
        }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    #[inline(always)]
    pub(crate) fn side(&self) -> usize {
        self.shape.side()
    }

    #[inline(always)]
    pub(crate) fn cells(&self) -> usize {
        self.places.len()
    }

    /// The three houses of a cell: its row, its column, its box.
    #[inline(always)]
    pub(crate) fn houses(&self, cell: usize) -> [u16; 3] {
        self.houses[cell]
    }

    /// The cells of every house, house by house.
    pub(crate) fn members(&self) -> impl Iterator<Item = &[u16]> {
        self.members.chunks_exact(self.side())
    }

    /// The other cells of a cell's houses, without repetition.
    #[inline(always)]
    pub(crate) fn peers(&self, cell: usize) -> &[u16] {
        &self.peers[cell * self.peers_each..][..self.peers_each]
    }

    /// The other cells of one of a cell's houses.
    #[inline(always)]
    pub(crate) fn peers_in(&self, kind: HouseKind, cell: usize) -> &[u16] {
        &self.peers(cell)[self.ranges[kind as usize].clone()]
    }

    /// The clues of a puzzle: the cell, and the digit as a set.
    pub(crate) fn clues<M: Mask>(&self, problem: &Sudoku) -> impl Iterator<Item = (usize, M)> {
        let clue = |&place: &u16| problem.clues()[usize::from(place)];
        let clues = self.places.iter().map(clue).enumerate().filter(|&(_, digit)| digit != 0);
        clues.map(|(cell, digit)| (cell, M::of(usize::from(digit) - 1)))
    }

    /// The filled board with these digits in its cells, each digit as a set of one.
    pub(crate) fn grid<M: Mask>(&self, digits: &[M]) -> Grid {
        let mut cells = vec![0; self.cells()];
        for (&place, digit) in self.places.iter().zip(digits) {
            cells[usize::from(place)] = digit.index() as u8 + 1;
        }
        Grid::new(self.shape, &cells).expect("a board has as many cells as its shape")
    }

    /// The puzzle with these clues, each a set of one digit, or empty.
    pub(crate) fn puzzle<M: Mask>(&self, digits: &[M]) -> Sudoku {
        let mut cells = vec![0; self.cells()];
        for (&place, digit) in self.places.iter().zip(digits) {
            cells[usize::from(place)] = if digit.is_empty() { 0 } else { digit.index() as u8 + 1 };
        }
        Sudoku::new(self.shape, &cells).expect("digits are from 0 to the side")
    }
}

fn houses_of(shape: Shape, place: usize) -> [u16; 3] {
    let side = shape.side();
    [shape.row(place), side + shape.column(place), 2 * side + shape.box_of(place)].map(|h| h as u16)
}

/// The peers of a cell by row-major index, in the order that [`Board`] describes.
fn peers_of(shape: Shape, place: usize) -> impl Iterator<Item = usize> {
    let side = shape.side();
    let (row, column) = (shape.row(place), shape.column(place));
    let top = row - row % shape.box_rows();
    let left = column - column % shape.box_columns();
    let (tall, wide) = (top..top + shape.box_rows(), left..left + shape.box_columns());
    let other_rows = tall.clone().filter(move |&r| r != row);
    let other_columns = wide.clone().filter(move |&c| c != column);
    let outside = (0..tall.start).chain(tall.end..side).map(move |r| r * side + column);
    let within = other_rows.clone().map(move |r| r * side + column);
    let columns = other_columns.clone();
    let rest = other_rows.flat_map(move |r| columns.clone().map(move |c| r * side + c));
    let row_within = other_columns.map(move |c| row * side + c);
    let row_outside = (0..wide.start).chain(wide.end..side).map(move |c| row * side + c);
    outside.chain(within).chain(rest).chain(row_within).chain(row_outside)
}

/// A search written once for all widths of mask.
pub(crate) trait Search: Sized {
    /// The scratch memory of the search.
    type Space<M: Mask>: Default + Send;

    /// Searches a puzzle on a board.
    fn search<M: Mask>(
        &self,
        board: &Board,
        problem: &Sudoku,
        space: &mut Self::Space<M>,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow;
}

/// Scratch memory of a strategy: the tables of the last board, and a space for each width of mask. A space
/// stays empty until a puzzle needs it.
#[derive(Default)]
pub(crate) struct Scratch<S: Search> {
    board: Board,
    up_to_16: S::Space<u16>,
    up_to_32: S::Space<u32>,
    up_to_64: S::Space<u64>,
    up_to_128: S::Space<u128>,
    up_to_255: S::Space<Wide>,
}

impl<S: Search> Scratch<S> {
    /// Searches with the narrowest mask that has a bit for every digit of the puzzle.
    #[inline]
    pub(crate) fn search(
        &mut self,
        strategy: &S,
        order: Order,
        problem: &Sudoku,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        self.board.fit(problem.shape(), order);
        let board = &self.board;
        match board.side() {
            0..=16 => strategy.search(board, problem, &mut self.up_to_16, observer),
            17..=32 => strategy.search(board, problem, &mut self.up_to_32, observer),
            33..=64 => strategy.search(board, problem, &mut self.up_to_64, observer),
            65..=128 => strategy.search(board, problem, &mut self.up_to_128, observer),
            _ => strategy.search(board, problem, &mut self.up_to_255, observer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn peers_are_the_other_cells_of_the_three_houses_each_once() {
        for (tall, wide) in [(1, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4)] {
            for order in [Order::Rows, Order::Boxes] {
                let board = Board::new(Shape::new(tall, wide).unwrap(), order);
                let houses: Vec<&[u16]> = board.members().collect();
                for cell in 0..board.cells() {
                    let others = |house: u16| -> BTreeSet<u16> {
                        let members = houses[usize::from(house)].iter().copied();
                        members.filter(|&other| usize::from(other) != cell).collect()
                    };
                    let set = |cells: &[u16]| -> BTreeSet<u16> { cells.iter().copied().collect() };
                    let mut all = BTreeSet::new();
                    for (kind, house) in HouseKind::ALL.into_iter().zip(board.houses(cell)) {
                        assert_eq!(set(board.peers_in(kind, cell)), others(house), "{tall}x{wide} {cell}");
                        all.append(&mut others(house));
                    }
                    assert_eq!(set(board.peers(cell)), all);
                    assert_eq!(board.peers(cell).len(), all.len());
                }
            }
        }
    }

    #[test]
    fn box_order_goes_box_by_box() {
        let board = Board::new(Shape::new(2, 3).unwrap(), Order::Boxes);
        assert_eq!(board.places[..12], [0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11]);
    }
}
