//! The geometry of houses and peers on a board.

use crate::bits::Bits;
use coverlab_model::{House, Shape};

/// The largest side the techniques support: a set of its digits fits into a word.
pub const MAX_SIDE: usize = 64;

/// The houses and peers of a shape. Houses are numbered: rows, then columns, then boxes.
#[derive(Debug)]
pub struct Layout {
    shape: Shape,
    /// The cells of each house.
    houses: Vec<Vec<usize>>,
    /// The peers of each cell, in ascending order.
    peers: Vec<Vec<usize>>,
    /// The peers of each cell: those of its box, then the others of its row, then of its column.
    box_first: Vec<Vec<usize>>,
    /// For each pair of houses, the places in the first that are also in the second.
    common_places: Vec<Bits>,
}

impl Layout {
    /// Creates the layout of `shape`; `None` if its side exceeds [`MAX_SIDE`].
    pub fn new(shape: Shape) -> Option<Layout> {
        let side = shape.side();
        if side > MAX_SIDE {
            return None;
        }
        let rows = (0..side).map(|k| (0..side).map(|i| k * side + i).collect());
        let columns = (0..side).map(|k| (0..side).map(|i| i * side + k).collect());
        let boxes = (0..side).map(|k| shape.cells_of_box(k).collect());
        let houses: Vec<Vec<usize>> = rows.chain(columns).chain(boxes).collect();
        let mut layout =
            Layout { shape, houses, peers: Vec::new(), box_first: Vec::new(), common_places: Vec::new() };
        layout.peers = (0..shape.cells())
            .map(|cell| {
                let of = layout.houses_of(cell);
                let mut peers: Vec<usize> =
                    of.iter().flat_map(|&h| &layout.houses[h]).copied().filter(|&c| c != cell).collect();
                peers.sort_unstable();
                peers.dedup();
                peers
            })
            .collect();
        layout.box_first = (0..shape.cells()).map(|cell| layout.order_peers(cell)).collect();
        layout.common_places = layout.meet_houses();
        Some(layout)
    }

    fn order_peers(&self, cell: usize) -> Vec<usize> {
        let [row, column, within] = self.houses_of(cell);
        let mut peers = Vec::with_capacity(self.peers[cell].len());
        for house in [within, row, column] {
            for &peer in &self.houses[house] {
                if peer != cell && !peers.contains(&peer) {
                    peers.push(peer);
                }
            }
        }
        peers
    }

    fn meet_houses(&self) -> Vec<Bits> {
        let mut common = vec![Bits::NONE; self.house_count() * self.house_count()];
        for (house, cells) in self.houses.iter().enumerate() {
            for (place, &cell) in cells.iter().enumerate() {
                let others = self.houses_of(cell);
                others.iter().for_each(|other| {
                    common[house * self.house_count() + other] |= Bits::only(place);
                });
            }
        }
        common
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of rows, columns, boxes and digits.
    #[inline]
    pub fn side(&self) -> usize {
        self.shape.side()
    }

    /// The number of houses.
    #[inline]
    pub fn house_count(&self) -> usize {
        self.houses.len()
    }

    /// The cells of a house.
    #[inline]
    pub fn cells(&self, house: usize) -> &[usize] {
        &self.houses[house]
    }

    /// The cells that share a house with `cell`.
    #[inline]
    pub fn peers(&self, cell: usize) -> &[usize] {
        &self.peers[cell]
    }

    /// The cells that share a house with `cell`: those of its box, then the others of its row, then of its column.
    #[inline]
    pub fn peers_box_first(&self, cell: usize) -> &[usize] {
        &self.box_first[cell]
    }

    /// The row, column and box of a cell.
    #[inline]
    pub fn houses_of(&self, cell: usize) -> [usize; 3] {
        let (shape, side) = (self.shape, self.side());
        [shape.row(cell), side + shape.column(cell), 2 * side + shape.box_of(cell)]
    }

    /// The box, the row and the column of a cell.
    pub(crate) fn box_row_column(&self, cell: usize) -> [usize; 3] {
        let [row, column, within] = self.houses_of(cell);
        [within, row, column]
    }

    /// The index of a cell within its row, column and box.
    #[inline]
    pub fn places_of(&self, cell: usize) -> [usize; 3] {
        let shape = self.shape;
        let (row, column) = (shape.row(cell), shape.column(cell));
        let in_box = row % shape.box_rows() * shape.box_columns() + column % shape.box_columns();
        [column, row, in_box]
    }

    /// Whether two distinct cells share a house.
    #[inline]
    pub fn sees(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.houses_of(a), self.houses_of(b));
        a != b && (a[0] == b[0] || a[1] == b[1] || a[2] == b[2])
    }

    /// The places in house `a` that are also in house `b`.
    pub fn common_places(&self, a: usize, b: usize) -> Bits {
        let side = self.side();
        self.common_places[a * 3 * side + b]
    }

    /// The name of a house.
    pub fn name(&self, house: usize) -> House {
        let (kind, index) = (house / self.side(), house % self.side());
        match kind {
            0 => House::Row(index),
            1 => House::Column(index),
            _ => House::Box(index),
        }
    }

    /// The numbers of the rows.
    pub fn rows(&self) -> std::ops::Range<usize> {
        0..self.side()
    }

    /// The numbers of the columns.
    pub fn columns(&self) -> std::ops::Range<usize> {
        self.side()..2 * self.side()
    }

    /// The numbers of the boxes.
    pub fn boxes(&self) -> std::ops::Range<usize> {
        2 * self.side()..3 * self.side()
    }

    /// The numbers of all houses in the order box, row, column.
    pub(crate) fn boxes_rows_columns(&self) -> impl Iterator<Item = usize> + use<> {
        self.boxes().chain(self.rows()).chain(self.columns())
    }

    /// The numbers of all houses in the order box, column, row.
    pub(crate) fn boxes_columns_rows(&self) -> impl Iterator<Item = usize> + use<> {
        self.boxes().chain(self.columns()).chain(self.rows())
    }
}
