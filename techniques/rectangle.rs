//! Rectangles: four cells in two rows, two columns and two boxes, whose digits could be swapped.
//!
//! If such cells hold two digits crosswise and none is a clue, the digits may be swapped: every row,
//! column and box keeps its digits. So the solution of a puzzle with one solution contains no such
//! rectangle. The corners are numbered row by row. The corner opposite to `k` is `3 - k`; the adjacent
//! ones are `k ^ 1` in its row and `k ^ 2` in its column.

use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::technique::{Flow, Sink, Step};
use crate::words;

/// Corners of a rectangle, by number.
pub(crate) type Corners = Vec<usize>;

/// A rectangle of empty corners, and two digits that must not fill it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rectangle {
    /// The corners, row by row.
    pub(crate) cells: [usize; 4],
    /// The two digits.
    pub(crate) pair: Bits,
}

impl Rectangle {
    /// The other candidates of a corner.
    pub(crate) fn extras(&self, board: &Board, corner: usize) -> Bits {
        board.candidates(self.cells[corner]) - self.pair
    }

    /// The corners with other candidates.
    pub(crate) fn open(&self, board: &Board) -> Corners {
        (0..4).filter(|&corner| !self.extras(board, corner).is_empty()).collect()
    }

    /// Adds the candidates of the pair to the front of the step's pattern, and the other candidates as
    /// fins.
    pub(crate) fn with_pair(&self, board: &Board, step: Step) -> Step {
        let all = || self.cells.into_iter().flat_map(|cell| board.candidates_of(cell));
        let in_pair = |c: &Candidate| self.pair.has(usize::from(c.digit) - 1);
        let pattern: Vec<_> = all().filter(in_pair).chain(step.pattern.iter().copied()).collect();
        Step { fins: all().filter(|c| !in_pair(c)).collect(), ..step.by(pattern) }
    }

    /// Whether the corners can still hold the two digits crosswise.
    fn is_possible(&self, board: &Board) -> bool {
        let [a, b] = [0, 1].map(|k| self.pair.iter().nth(k).expect("two digits"));
        let has = |digits: [usize; 4]| (0..4).all(|k| board.candidates(self.cells[k]).has(digits[k]));
        has([a, b, b, a]) || has([b, a, a, b])
    }
}

/// Calls `each` for every four cells in two rows, two columns and two boxes of which none is a clue.
pub(crate) fn corners(board: &Board, each: &mut dyn FnMut([usize; 4]) -> Flow) -> Flow {
    let side = board.side();
    let within = |cell| board.layout().houses_of(cell)[2];
    for (top, left) in (0..side).flat_map(|top| (0..side).map(move |left| (top, left))) {
        if board.is_clue(top * side + left) {
            continue;
        }
        for (bottom, right) in
            (top + 1..side).flat_map(|row| (left + 1..side).map(move |column| (row, column)))
        {
            let cells = [(top, left), (top, right), (bottom, left), (bottom, right)];
            let cells = cells.map(|(row, column)| row * side + column);
            let [a, b, c, d] = cells.map(within);
            let two_boxes = (a == b && c == d) != (a == c && b == d);
            if two_boxes && !cells.iter().any(|&cell| board.is_clue(cell)) {
                each(cells)?;
            }
        }
    }
    Flow::Continue(())
}

/// Calls `each` for every rectangle of empty cells in which one corner has only the two digits.
pub(crate) fn each(board: &Board, each: &mut dyn FnMut(Rectangle) -> Flow) -> Flow {
    corners(board, &mut |cells| {
        let mut pairs: Vec<Bits> = Vec::new();
        for pair in cells.map(|cell| board.candidates(cell)).into_iter().filter(|pair| pair.count() == 2) {
            let rectangle = Rectangle { cells, pair };
            if !pairs.contains(&pair) && rectangle.is_possible(board) {
                pairs.push(pair);
                each(rectangle)?;
            }
        }
        Flow::Continue(())
    })
}

/// Passes on the steps that `steps` makes of each rectangle.
pub(crate) fn find(board: &Board, steps: fn(&Board, &Rectangle) -> Vec<Step>, found: Sink<'_>) -> Flow {
    each(board, &mut |rectangle| {
        steps(board, &rectangle).into_iter().try_for_each(|step| found(rectangle.with_pair(board, step)))
    })
}

/// The two digits of the rectangle.
pub(crate) fn pair_of(step: &Step) -> Vec<u8> {
    let cells = step.cells_in_order();
    let mut digits: Vec<u8> =
        step.pattern.iter().filter(|c| cells[..4].contains(&c.cell)).map(|c| c.digit).collect();
    digits.sort_unstable();
    digits.dedup();
    digits
}

/// The reason: `If r1c1, r1c4, r2c1 and r2c4 had only 2 and 3, these digits could be swapped, and there would be a
/// second solution`.
pub(crate) fn because(board: &Board, step: &Step) -> String {
    let cells = words::cells(board, step.cells_in_order().into_iter().take(4));
    let digits = words::list(pair_of(step));
    format!(
        "If {cells} had only {digits}, these digits could be swapped, and there would be a second solution"
    )
}
