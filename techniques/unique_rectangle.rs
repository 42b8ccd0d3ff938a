//! Unique rectangles, types 1 to 6: two digits that must not be alone in a rectangle.
//!
//! **Origin.** The types are numbered as in HoDoKu (B. Hobiger, 2008), "Uniqueness Test 1" to "6".
//!
//! **Idea.** Four cells in two rows, two columns and two boxes, none of them a clue, must not be
//! reduced to two digits, since these could be swapped (`rectangle.rs`). So a puzzle with one solution
//! has a third digit in one of them. The types differ in how they use this:
//!
//! 1. One corner has other candidates: it is one of these.
//! 2. Two corners in a line have the same other candidate: one of them is it.
//! 3. Two corners in a line have other candidates: together they act as one cell with these candidates,
//!    which may be part of a naked subset.
//! 4. Two corners in a line have other candidates, and one of the two digits has no other place in the
//!    line or box: it is in one of the corners, and the second digit is in neither.
//! 5. As type 2, with two opposite corners or three.
//! 6. Two opposite corners have other candidates, and one of the two digits has only the corners as
//!    places in both rows or both columns. If it were in one of the two opposite corners, it would be in
//!    both, and the remaining corners would take the second digit. So it is in neither.
//!
//! **Cost.** A 9x9 board has 486 rectangles.
//!
//! **What did not work.** Requiring both digits in all four corners misses rectangles that lost one of
//! them. It is enough that one of the two fillings is possible.

use crate::almost_locked;
use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::rectangle::{self, Rectangle};
use crate::technique::{About, Flow, Premise, Sink, Step, Technique};
use crate::words;

/// The technique for one type, from 1 to 6.
pub(crate) struct UniqueRectangle<const TYPE: usize>;

/// Maximum number of cells besides the corners in a naked subset.
const MAX_BESIDE: usize = 5;

const SOURCE: &str = "B. Hobiger, HoDoKu, 2008";

impl<const TYPE: usize> Technique for UniqueRectangle<TYPE> {
    const ABOUT: About = {
        let (name, title, sentence) = match TYPE {
            1 => (
                "unique-rectangle-1",
                "Unique rectangle, type 1",
                "If only one corner has candidates besides two swappable digits, it is neither of the two",
            ),
            2 => (
                "unique-rectangle-2",
                "Unique rectangle, type 2",
                "If two corners in a line have the same third candidate, one of them is that digit",
            ),
            3 => (
                "unique-rectangle-3",
                "Unique rectangle, type 3",
                "The other digits of two corners in a line act like one cell of a naked subset",
            ),
            4 => (
                "unique-rectangle-4",
                "Unique rectangle, type 4",
                "If one of two corners in a line must take one of the two digits, neither takes the other",
            ),
            5 => (
                "unique-rectangle-5",
                "Unique rectangle, type 5",
                "If two opposite corners, or three, have the same third candidate, one of them is that digit",
            ),
            _ => (
                "unique-rectangle-6",
                "Unique rectangle, type 6",
                "Two opposite corners with other candidates are not the digit that has no other place in their lines",
            ),
        };
        About { name, title, sentence, source: SOURCE }
    };
    const PREMISE: Premise = Premise::OneSolution;

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let steps: fn(&Board, &Rectangle) -> Vec<Step> = match TYPE {
            1 => one_corner,
            2 => |board, of| same_digit(board, of, true),
            3 => subsets,
            4 => kept,
            5 => |board, of| same_digit(board, of, false),
            _ => crossing,
        };
        rectangle::find(board, steps, found)
    }

    fn because(board: &Board, step: &Step) -> String {
        let open =
            words::either(sorted(step.fins.iter().map(|c| c.cell)).map(|cell| words::cell(board, cell)));
        let extras = words::either(sorted(step.fins.iter().map(|c| c.digit)));
        let swapped = rectangle::because(board, step);
        let gone = step.removals[0].digit;
        let other = || rectangle::pair_of(step).into_iter().find(|&digit| digit != gone).unwrap_or(gone);
        match TYPE {
            3 => {
                let beside = || step.cells_in_order().into_iter().skip(4);
                let (digits, house) = (words::digits(board.candidates_of_all(beside())), step.houses[0]);
                format!(
                    "{swapped}. So {open} is {extras}, and in {house} this cell and {} take all of {digits}",
                    words::cells(board, beside())
                )
            }
            4 => {
                let house = step.houses[0];
                format!(
                    "{swapped}. In {house}, {} goes to {open}, and that would follow if the other one were {gone}",
                    other()
                )
            }
            6 => format!(
                "{swapped}. If {open} were {gone}, both of them would be, and the other corners would be {}",
                other()
            ),
            _ => format!("{swapped}. So {open} is {extras}"),
        }
    }
}

fn sorted<T: Ord>(all: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter()
}

/// Type 1.
fn one_corner(board: &Board, of: &Rectangle) -> Vec<Step> {
    let [open] = of.open(board)[..] else { return Vec::new() };
    Step::removing(board, of.pair.iter().map(|number| Candidate::new(of.cells[open], number + 1)))
        .into_iter()
        .collect()
}

/// Types 2 and 5, distinguished by whether the corners with another digit are two in a line.
fn same_digit(board: &Board, of: &Rectangle, in_line: bool) -> Vec<Step> {
    let open = of.open(board);
    let extras = open.iter().fold(Bits::NONE, |all, &corner| all | of.extras(board, corner));
    let Some(number) = extras.single().filter(|_| open.len() > 1 && is_line(&open) == in_line) else {
        return Vec::new();
    };
    let layout = board.layout();
    let sees = |cell: &usize| open.iter().all(|&corner| layout.sees(*cell, of.cells[corner]));
    let rest = layout.peers(of.cells[open[0]]).iter().copied().filter(sees);
    Step::removing(board, rest.map(|cell| Candidate::new(cell, number + 1))).into_iter().collect()
}

/// Whether the corners are two in a row or a column.
fn is_line(corners: &[usize]) -> bool {
    corners.len() == 2 && corners[0] + corners[1] != 3
}

/// The two corners with other candidates, if they are in a line, and the houses they share.
fn roof(board: &Board, of: &Rectangle) -> Option<([usize; 2], Vec<usize>)> {
    let open = of.open(board);
    let [a, b] = open[..] else { return None };
    let (layout, cells) = (board.layout(), [of.cells[a], of.cells[b]]);
    let shared =
        layout.houses_of(cells[0]).into_iter().filter(|house| layout.houses_of(cells[1]).contains(house));
    is_line(&open).then(|| (cells, shared.collect()))
}

/// Type 3: the corners act as one cell of a naked subset.
fn subsets(board: &Board, of: &Rectangle) -> Vec<Step> {
    let Some((roof, shared)) = roof(board, of) else { return Vec::new() };
    let extras = board.candidates_of_all(roof.iter().copied()) - of.pair;
    let mut steps = Vec::new();
    for house in shared {
        let cells = board.layout().cells(house).iter().copied();
        let beside: Vec<usize> = cells.filter(|cell| !roof.contains(cell)).collect();
        // Without the corners, the subset has one more digit than cells; otherwise it would be a subset
        // by itself.
        let choices = almost_locked::choices(board, &beside, MAX_BESIDE, 1);
        for almost in choices.into_iter().filter(|almost| extras.within(almost.digits)) {
            let rest = beside.iter().filter(|cell| !almost.cells.contains(cell));
            let digits = |&cell: &usize| Candidate::of_cell(cell, board.candidates(cell) & almost.digits);
            let step = Step::removing(board, rest.flat_map(digits));
            steps.extend(
                step.map(|step| step.by(almost.candidates(board)).within([board.layout().name(house)])),
            );
        }
    }
    steps
}

/// Type 4: one of the two digits is in the corners, so the second is in neither.
fn kept(board: &Board, of: &Rectangle) -> Vec<Step> {
    let Some((roof, shared)) = roof(board, of) else { return Vec::new() };
    let mut steps = Vec::new();
    for house in shared {
        for kept in of.pair.iter().filter(|&kept| is_confined(board, house, kept, roof)) {
            let gone = (of.pair - Bits::only(kept)).single().expect("two digits");
            let step = Step::removing(board, roof.map(|cell| Candidate::new(cell, gone + 1)));
            steps.extend(step.map(|step| step.within([board.layout().name(house)])));
        }
    }
    steps
}

/// Whether these two cells are the only places of `number` in `house`.
fn is_confined(board: &Board, house: usize, number: usize, cells: [usize; 2]) -> bool {
    board.places(house, number).count() == 2
        && board.cells_for(house, number).all(|cell| cells.contains(&cell))
}

/// Type 6: a digit is in two opposite corners.
fn crossing(board: &Board, of: &Rectangle) -> Vec<Step> {
    let open = of.open(board);
    if open.len() != 2 || is_line(&open) {
        return Vec::new();
    }
    let crosses = |number: usize| {
        [[[0, 1], [2, 3]], [[0, 2], [1, 3]]].iter().enumerate().any(|(kind, lines)| {
            lines.iter().all(|line| {
                let cells = line.map(|corner| of.cells[corner]);
                is_confined(board, board.layout().houses_of(cells[0])[kind], number, cells)
            })
        })
    };
    let gone = of.pair.iter().filter(|&number| crosses(number));
    gone.filter_map(|number| {
        Step::removing(board, open.iter().map(|&corner| Candidate::new(of.cells[corner], number + 1)))
    })
    .collect()
}
