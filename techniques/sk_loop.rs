//! SK-loop: eight groups of cells around a rectangle, which share as many digits as they have cells.
//!
//! **Origin.** The blog *Systematic Sudoku* (sysudoku.com, March 2014) shows the loop in the steps of S. Kurzhals on
//! the puzzle "Easter Monster", and supposes that the letters SK stand for him. A. Stuart, *SK Loops*,
//! sudokuwiki.org, counts links the same way.
//!
//! **Idea.** Four solved cells are the corners of a rectangle in four boxes. In its box, each corner has
//! two groups of cells: the others of its row, and the others of its column. The eight groups form a loop:
//! two neighbors share a row, a column or a box. Give each digit of each group to a house that the group
//! shares with a neighbor. A house holds each of its digits once. So if the houses have no more digits than
//! the groups have empty cells, each digit is in the groups of its house, and nowhere else in that house.
//!
//! **Cost.** A run of neighboring groups with a digit needs half as many houses, rounded up. Their sum over all
//! digits rules out nearly all rectangles; there are 729 on a 9x9 board.

use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Sink, Step, Technique, offer};
use crate::words;
use coverlab_model::House;

/// The technique.
pub(crate) struct SkLoop;

impl Technique for SkLoop {
    const ABOUT: About = About {
        name: "sk-loop",
        title: "SK-loop",
        sentence: "The digits of eight groups around four solved cells, each counted once per house, are only as many as the cells",
        source: "S. Kurzhals, steps on the Easter Monster, after sysudoku.com, 2014",
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let layout = board.layout();
        let shape = layout.shape();
        let apart = |lines: std::ops::Range<usize>, thickness: usize| {
            let pairs = lines.clone().flat_map(move |a| lines.clone().map(move |b| [a, b]));
            pairs.filter(move |[a, b]| a / thickness < b / thickness)
        };
        for rows in apart(0..layout.side(), shape.box_rows()) {
            for columns in apart(0..layout.side(), shape.box_columns()) {
                offer(Rectangle { rows, columns }.step(board), found)?;
            }
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let rectangle = Rectangle::of(&step.houses);
        let digits = rectangle.digits(board).expect("the step of a loop");
        let links = step.houses.iter().zip(digits).filter(|(_, digits)| !digits.is_empty());
        let links: Vec<String> =
            links.map(|(house, digits)| format!("{} in {house}", words::digits(digits))).collect();
        let count = step.cells().len();
        format!(
            "Counted once per house, the {count} cells {} have only {count} digits, so they hold all of these: {}",
            words::cells(board, step.cells()),
            links.join(", ")
        )
    }
}

/// The rows and columns of four corners in four boxes.
#[derive(Clone, Copy)]
struct Rectangle {
    rows: [usize; 2],
    columns: [usize; 2],
}

/// The number of groups, and of houses that two neighbors share: house *k* has groups *k* and *k + 1*.
const GROUPS: usize = 8;

impl Rectangle {
    /// The rectangle of a loop with these houses.
    fn of(houses: &[House]) -> Rectangle {
        let (mut rows, mut columns) = (Vec::new(), Vec::new());
        for house in houses {
            match house {
                House::Row(row) => rows.push(*row),
                House::Column(column) => columns.push(*column),
                House::Box(_) => {}
            }
        }
        rows.sort_unstable();
        columns.sort_unstable();
        Rectangle { rows: [rows[0], rows[1]], columns: [columns[0], columns[1]] }
    }

    /// The corners clockwise, from the top left.
    fn corners(&self, board: &Board) -> [usize; 4] {
        let ([top, bottom], [left, right]) = (self.rows, self.columns);
        [(top, left), (top, right), (bottom, right), (bottom, left)].map(|(r, c)| r * board.side() + c)
    }

    /// The houses around the loop: the top row, the box of its right corner, the right column, and so on.
    fn houses(&self, board: &Board) -> [usize; GROUPS] {
        let of = self.corners(board).map(|corner| board.layout().houses_of(corner));
        std::array::from_fn(|k| match k {
            0 | 4 => of[k / 2][0],
            2 | 6 => of[k / 2][1],
            _ => of[k.div_ceil(2) % 4][2],
        })
    }

    /// The empty cells of each group.
    fn groups(&self, board: &Board) -> [Vec<usize>; GROUPS] {
        let (layout, houses) = (board.layout(), self.houses(board));
        std::array::from_fn(|k| {
            let (before, after) = (houses[(k + GROUPS - 1) % GROUPS], houses[k]);
            let (line, within) = if k % 2 == 0 { (after, before) } else { (before, after) };
            let common = layout.common_places(line, within).iter().map(|place| layout.cells(line)[place]);
            common.filter(|&cell| board.digit(cell) == 0).collect()
        })
    }

    /// The digits of each house, if there are only as many as the groups have cells.
    fn digits(&self, board: &Board) -> Option<[Bits; GROUPS]> {
        if self.corners(board).iter().any(|&corner| board.digit(corner) == 0) {
            return None;
        }
        let groups = self.groups(board);
        if groups.iter().any(Vec::is_empty) {
            return None;
        }
        let cells: usize = groups.iter().map(Vec::len).sum();
        let of_groups = groups.each_ref().map(|group| board.candidates_of_all(group.iter().copied()));
        // A house takes a digit of at most two groups.
        if of_groups.iter().map(|digits| digits.count()).sum::<usize>() > 2 * cells {
            return None;
        }
        let (mut digits, mut sum) = ([Bits::NONE; GROUPS], 0);
        for number in 0..board.side() {
            let links = links(std::array::from_fn(|k| of_groups[k].has(number)));
            sum += links.count();
            if sum > cells {
                return None;
            }
            links.iter().for_each(|k| digits[k] |= Bits::only(number));
        }
        (sum == cells).then_some(digits)
    }

    fn step(&self, board: &Board) -> Option<Step> {
        let digits = self.digits(board)?;
        let (layout, houses, groups) = (board.layout(), self.houses(board), self.groups(board));
        let mut removals = Vec::new();
        for (k, &house) in houses.iter().enumerate() {
            let own = |cell: &usize| groups[k].contains(cell) || groups[(k + 1) % GROUPS].contains(cell);
            let others = layout.cells(house).iter().copied().filter(|cell| !own(cell));
            removals.extend(others.flat_map(|cell| Candidate::of_cell(cell, digits[k])));
        }
        let pattern = groups.iter().flatten().flat_map(|&cell| board.candidates_of(cell));
        let step = Step::removing(board, removals)?.by(pattern);
        Some(step.within(houses.map(|house| layout.name(house))))
    }
}

/// The fewest houses that cover the groups with a digit. House *k* covers groups *k* and *k + 1*.
fn links(mut holding: [bool; GROUPS]) -> Bits {
    let first = (0..GROUPS).find(|&k| holding[k] && !holding[(k + GROUPS - 1) % GROUPS]).unwrap_or(0);
    let mut links = Bits::NONE;
    for k in (first..first + GROUPS).map(|k| k % GROUPS) {
        if holding[k] {
            links |= Bits::only(k);
            holding[k] = false;
            holding[(k + 1) % GROUPS] = false;
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::board_for_tests;

    #[test]
    fn the_easter_monster_has_a_loop() {
        // The loop that A. Stuart writes down on sudokuwiki.org.
        let line = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
        let board = board_for_tests(line, "");
        let mut sentences = Vec::new();
        let _ = SkLoop::find(&board, &mut |step| {
            sentences.push(format!("{}: {}.", SkLoop::because(&board, &step), step.conclusion(&board)));
            Flow::Continue(())
        });
        let expected = "Counted once per house, the 16 cells r1c2, r1c8, r2c1, r2c3, r2c7, r2c9, r3c2, r3c8, r7c2, r7c8, r8c1, r8c3, r8c7, r8c9, r9c2 \
             and r9c8 have only 16 digits, so they hold all of these: 3 and 8 in row 2, 1 and 6 in box 3, 3 and 9 in column 8, 2 and 7 \
             in box 9, 4 and 5 in row 8, 1 and 6 in box 7, 4 and 8 in column 2, 2 and 7 in box 1: r1c3 loses 7; \
             r2c5 loses 3 and 8; r2c6 loses 8; r3c1 loses 2; r5c2 loses 4 and 8; r5c8 loses 3 and 9; r7c3 loses 1; \
             r8c4 loses 5; r8c5 loses 4; r9c1 loses 6.";
        assert_eq!(sentences, [expected]);
    }

    #[test]
    fn a_digit_takes_the_fewest_houses() {
        let of = |groups: &[usize]| {
            let links = links(std::array::from_fn(|k| groups.contains(&k)));
            links.iter().collect::<Vec<_>>()
        };
        assert_eq!(of(&[]), [] as [usize; 0]);
        assert_eq!(of(&[0, 7]), [7]);
        assert_eq!(of(&[1, 2, 3]), [1, 3]);
        assert_eq!(of(&[0, 1, 4, 5]), [0, 4]);
        assert_eq!(of(&[0, 1, 2, 3, 4, 5, 6, 7]), [0, 2, 4, 6]);
    }
}
