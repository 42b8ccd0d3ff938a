//! The layout of a board of some shape: boxes, and lines as square matrices of places.

use coverlab_model::Shape;

/// A band, as a matrix of its rows by its boxes, or a stack, as a matrix of its bands by the
/// columns of its boxes. An entry is a *place*: a minirow or a minicolumn. Both matrices are
/// square: a band has as many boxes as a box has rows, and a stack meets as many bands as a box
/// has columns.
#[derive(Debug)]
pub(super) struct Line {
    /// The number of rows, and of columns, of the matrix.
    pub size: usize,
    /// The cells of each place, row by row of the matrix.
    pub places: Vec<Vec<usize>>,
}

/// The houses and lines of a shape.
#[derive(Debug)]
pub(super) struct Layout {
    pub shape: Shape,
    /// The cells of each box.
    pub boxes: Vec<Vec<usize>>,
    /// The bands, then the stacks.
    pub lines: Vec<Line>,
}

impl Layout {
    /// The layout of `shape`, cached in `kept`.
    pub(super) fn kept(kept: &mut Option<Layout>, shape: Shape) -> &Layout {
        let fits = kept.take().filter(|layout| layout.shape == shape);
        kept.insert(fits.unwrap_or_else(|| Layout::new(shape)))
    }

    pub(super) fn new(shape: Shape) -> Layout {
        let (side, high, wide) = (shape.side(), shape.box_rows(), shape.box_columns());
        let bands = (0..wide).map(|band| Line {
            size: high,
            places: (0..high * high)
                .map(|place| {
                    let (row, stack) = (band * high + place / high, place % high);
                    (0..wide).map(|k| row * side + stack * wide + k).collect()
                })
                .collect(),
        });
        let stacks = (0..high).map(|stack| Line {
            size: wide,
            places: (0..wide * wide)
                .map(|place| {
                    let (band, column) = (place / wide, stack * wide + place % wide);
                    (0..high).map(|k| (band * high + k) * side + column).collect()
                })
                .collect(),
        });
        Layout {
            shape,
            boxes: (0..side).map(|index| shape.cells_of_box(index).collect()).collect(),
            lines: bands.chain(stacks).collect(),
        }
    }
}
