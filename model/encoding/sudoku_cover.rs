//! Sudoku as exact cover: an item for every cell, and for every digit in every house.
//!
//! The classical encoding (D. E. Knuth, *The Art of Computer Programming*, 7.2.2.1, 2022) has 4n² items for a
//! board of side n: "cell (r, c) is filled", "row r has digit d", "column c has d" and "box b has d". Each of
//! its n³ options, "d is in (r, c)", covers four items.
//!
//! This encoding is reduced by the clues: items that a clue covers and options that a clue excludes are
//! omitted. So a puzzle with few empty cells gives a small instance, and a search need not take the clues
//! first. The remaining options are those of the classical encoding, and each cover plus the clues is a
//! classical cover. If two clues clash, the instance is a single item without options, which has no cover.
//!
//! Items are numbered by kind: cells, rows, columns, boxes; the items of a house are its missing digits in
//! ascending order. Options are numbered by cell, then digit. Items have no names, since naming would take
//! longer than the search; [`SudokuCover::named`] adds the names.

use crate::{Cover, CoverSize, Encoding, ExactCover, ExactCoverBuilder, Grid, Item, Shape, Sudoku};
use smallvec::SmallVec;

/// Encodes Sudoku as exact cover, reduced by the clues.
#[derive(Clone, Copy, Debug, Default)]
pub struct SudokuCover;

impl Encoding for SudokuCover {
    type From = Sudoku;
    type To = ExactCover;
    const NAME: &'static str = "exact-cover";

    #[inline]
    fn bound(&self, puzzle: &Sudoku) -> CoverSize {
        let (shape, side) = (puzzle.shape(), puzzle.shape().side());
        let all = CoverSize {
            items: 4 * shape.cells(),
            options: side * shape.cells(),
            entries: 4 * side * shape.cells(),
        };
        if side <= MAX_UNCOUNTED_SIDE {
            return all;
        }
        let Some(missing) = Missing::of(puzzle) else { return CoverSize { items: 1, ..Default::default() } };
        let mut options = 0;
        missing.each_candidate(puzzle, |_, _, _, _| options += 1);
        CoverSize { items: missing.items as usize, options, entries: 4 * options }
    }

    fn encode(&self, puzzle: &Sudoku) -> ExactCover {
        match Missing::of(puzzle) {
            Some(missing) => missing.options(puzzle, ExactCoverBuilder::new(missing.items as usize, 0)),
            None => ExactCoverBuilder::new(1, 0).build(),
        }
    }

    fn decode(&self, puzzle: &Sudoku, cover: &Cover) -> Grid {
        let mut cells: SmallVec<[u8; 81]> = SmallVec::from_slice(puzzle.clues());
        if let Some(missing) = Missing::of(puzzle) {
            let mut chosen = cover.options().iter().copied().peekable();
            missing.each_candidate(puzzle, |option, cell, digit, _| {
                if chosen.next_if_eq(&option).is_some() {
                    cells[cell] = digit as u8 + 1;
                }
            });
        }
        Grid::new(puzzle.shape(), &cells).expect("as many cells as the puzzle has")
    }
}

impl SudokuCover {
    /// The instance of [`encode`](Encoding::encode) with item names: `p` with row and column, `r` with row
    /// and digit, `c` with column and digit, `b` with box and digit, all counted from 1. On boards wider than
    /// 9 a `.` separates the numbers.
    pub fn named(&self, puzzle: &Sudoku) -> ExactCover {
        let Some(missing) = Missing::of(puzzle) else {
            return ExactCoverBuilder::named(&["clashing-clues"], &[]).build();
        };
        let side = puzzle.shape().side();
        let dot = if side > 9 { "." } else { "" };
        let mut names = vec![String::new(); missing.items as usize];
        for (key, &item) in missing.item.iter().enumerate().filter(|(_, item)| **item != COVERED) {
            let (kind, a, b) = (key / (side * side), key / side % side, key % side);
            let letter = ["p", "r", "c", "b"][kind];
            names[item as usize] = format!("{letter}{}{dot}{}", a + 1, b + 1);
        }
        missing.options(puzzle, ExactCoverBuilder::named(&names, &[]))
    }
}

/// For boards up to this side, the size of the classical encoding is used as the bound; candidates are not
/// counted.
const MAX_UNCOUNTED_SIDE: usize = 32;

/// Marks an item that the clues cover.
const COVERED: Item = Item::MAX;

/// The items that the clues leave uncovered.
struct Missing {
    /// The number of each item of the classical encoding, or [`COVERED`], in four tables of side ×
    /// side: cells, rows by digit, columns by digit, boxes by digit.
    item: SmallVec<[Item; 4 * 81]>,
    items: u32,
}

impl Missing {
    /// Returns `None` if two clues clash.
    fn of(puzzle: &Sudoku) -> Option<Missing> {
        let shape = puzzle.shape();
        let mut item: SmallVec<[Item; 4 * 81]> = SmallVec::from_elem(0, 4 * shape.cells());
        for (cell, &clue) in puzzle.clues().iter().enumerate().filter(|(_, clue)| **clue != 0) {
            for key in keys(shape, cell, usize::from(clue) - 1) {
                if std::mem::replace(&mut item[key], COVERED) == COVERED {
                    return None;
                }
            }
        }
        let mut items = 0;
        for item in item.iter_mut().filter(|item| **item != COVERED) {
            *item = items;
            items += 1;
        }
        Some(Missing { item, items })
    }

    /// Calls `each` with every option: its number, its cell, its digit from 0, and its items.
    fn each_candidate(&self, puzzle: &Sudoku, mut each: impl FnMut(u32, usize, usize, [Item; 4])) {
        let (shape, side) = (puzzle.shape(), puzzle.shape().side());
        let squares: [&[Item]; 4] =
            std::array::from_fn(|k| &self.item[k * shape.cells()..(k + 1) * shape.cells()]);
        let [cells, rows, columns, boxes] = squares;
        let mut option = 0;
        for (row, clues) in puzzle.clues().chunks_exact(side).enumerate() {
            let row_items = &rows[row * side..][..side];
            for column in (0..side).filter(|&column| clues[column] == 0) {
                let cell = row * side + column;
                let column_items = &columns[column * side..][..side];
                let box_items = &boxes[shape.box_of(cell) * side..][..side];
                for (digit, ((&r, &c), &b)) in row_items.iter().zip(column_items).zip(box_items).enumerate() {
                    // The operators do not short-circuit: one branch that may be mispredicted instead of
                    // three.
                    if (r != COVERED) & (c != COVERED) & (b != COVERED) {
                        each(option, cell, digit, [cells[cell], r, c, b]);
                        option += 1;
                    }
                }
            }
        }
    }

    fn options(&self, puzzle: &Sudoku, builder: ExactCoverBuilder) -> ExactCover {
        // Enough for most puzzles; with hardly any clues the vectors grow.
        let most = puzzle.shape().cells() * 4;
        let mut builder = builder.with_capacity(most, 4 * most);
        self.each_candidate(puzzle, |_, _, _, items| {
            builder.option(items).expect("four different items of the board");
        });
        builder.build()
    }
}

/// The four items of the classical encoding that `digit` (from 0) in `cell` covers.
fn keys(shape: Shape, cell: usize, digit: usize) -> [usize; 4] {
    let (side, cells) = (shape.side(), shape.cells());
    [
        cell,
        cells + shape.row(cell) * side + digit,
        2 * cells + shape.column(cell) * side + digit,
        3 * cells + shape.box_of(cell) * side + digit,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;
    use crate::encoding::sudoku_cnf::tests::puzzle;

    #[test]
    fn an_empty_board_is_the_classical_encoding() {
        for (rows, columns) in [(1, 1), (2, 2), (2, 3), (3, 3), (1, 7), (3, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            let cover = SudokuCover.encode(&Sudoku::empty(shape));
            let side = shape.side();
            assert_eq!((cover.primary(), cover.items()), (4 * side * side, 4 * side * side));
            assert_eq!((cover.options(), cover.entries()), (side * side * side, 4 * side * side * side));
        }
    }

    #[test]
    fn a_solution_survives_the_round_trip_whatever_the_clues() {
        for (rows, columns) in [(1, 1), (2, 2), (2, 3), (3, 3), (1, 7), (3, 4), (5, 5)] {
            let shape = Shape::new(rows, columns).unwrap();
            let grid = Grid::shifted(shape);
            for every in [1, 2, 3, 5, 1000] {
                let puzzle = puzzle(&grid, every);
                let (cover, missing) = (SudokuCover.encode(&puzzle), Missing::of(&puzzle).unwrap());
                let mut chosen = Vec::new();
                missing.each_candidate(&puzzle, |option, cell, digit, _| {
                    if usize::from(grid.cells()[cell]) == digit + 1 {
                        chosen.push(option);
                    }
                });
                let chosen = Cover::new(chosen);
                assert_eq!(cover.verify(&chosen), Ok(()), "{shape}");
                assert_eq!(SudokuCover.decode(&puzzle, &chosen), grid, "{shape}");
            }
        }
    }

    #[test]
    fn clashing_clues_leave_an_item_without_options() {
        for cell in [1, 9, 10] {
            let clash = Sudoku::empty(Shape::NINE).with(0, 5).with(cell, 5);
            let cover = SudokuCover.encode(&clash);
            assert_eq!((cover.primary(), cover.options()), (1, 0));
            assert!(cover.verify(&Cover::new(vec![])).is_err());
            assert_eq!(SudokuCover.named(&clash).options(), 0);
        }
    }

    #[test]
    fn names_are_for_reading() {
        let puzzle = puzzle(&Grid::shifted(Shape::new(2, 2).unwrap()), 2);
        let (named, plain) = (SudokuCover.named(&puzzle), SudokuCover.encode(&puzzle));
        assert_eq!(named.option_text(0), "p12 r12 c22 b12");
        assert!((0..plain.options() as u32).all(|o| plain.option(o) == named.option(o)));
        assert_eq!(SudokuCover.named(&Sudoku::empty(Shape::new(2, 5).unwrap())).item_name(11), "p2.2");
    }
}
