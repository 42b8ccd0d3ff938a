//! Empty rectangle: a box whose places for a digit form a cross, and a line with two places.
//!
//! **Origin.** HoDoKu (B. Hobiger, 2008), "Empty Rectangle".
//!
//! **Idea.** If all places of a digit in a box are in one of its rows or one of its columns, the digit
//! is in that row or that column, the two arms. Take a line that crosses one arm outside the box and has
//! two places for the digit, one of them on the arm. Either the other place is the digit, or the box has
//! the digit on the other arm. A cell outside the box on this arm that sees the other place is not the digit.

use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Sink, Step, Technique};
use crate::words;

/// The technique.
pub(crate) struct EmptyRectangle;

impl Technique for EmptyRectangle {
    const ABOUT: About = About {
        name: "empty-rectangle",
        title: "Empty rectangle",
        sentence: "A box takes a digit in one of its rows or columns, and a line with two places passes that on",
        source: "B. Hobiger, HoDoKu, 2008",
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let layout = board.layout();
        for number in 0..board.side() {
            for within in layout.boxes() {
                if board.places(within, number).count() < 2 {
                    continue;
                }
                for (row, column) in crosses(board, within, number) {
                    for arms in [[row, column], [column, row]] {
                        passed_on(board, number, within, arms, found)?;
                    }
                }
            }
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let [near, far] = [0, 1].map(|k| words::cell(board, step.pattern[k].cell));
        let digit = step.pattern[0].digit;
        let [within, arm, other, line] = [0, 1, 2, 3].map(|k| step.houses[k]);
        format!(
            "In {within}, {digit} goes to {arm} or {other}; in {line}, it goes to {near} or {far}. So {far} is {digit}, or \
             {near} is and {within} has its {digit} in {other}"
        )
    }
}

/// The pairs of a row and a column of a box that together cover a digit's places in it, while neither
/// does alone.
fn crosses(board: &Board, within: usize, number: usize) -> Vec<(usize, usize)> {
    let layout = board.layout();
    let lines = |kind: usize| {
        let mut lines: Vec<usize> = layout.cells(within).iter().map(|&c| layout.houses_of(c)[kind]).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    };
    let mut crosses = Vec::new();
    for row in lines(0) {
        for column in lines(1) {
            let in_row = |cell| layout.houses_of(cell)[0] == row;
            let in_column = |cell| layout.houses_of(cell)[1] == column;
            let mut cells = board.cells_for(within, number);
            let covered = cells.clone().all(|cell| in_row(cell) || in_column(cell));
            if covered && cells.clone().any(|cell| !in_row(cell)) && cells.any(|cell| !in_column(cell)) {
                crosses.push((row, column));
            }
        }
    }
    crosses
}

/// Finds lines with two places for the digit, one of them on the first arm outside the box.
fn passed_on(board: &Board, number: usize, within: usize, [arm, other]: [usize; 2], found: Sink<'_>) -> Flow {
    let layout = board.layout();
    let crossing = if arm < layout.side() { 1 } else { 0 };
    let outside = |cell: &usize| !layout.cells(within).contains(cell);
    for near in board.cells_for(arm, number).filter(outside) {
        let line = layout.houses_of(near)[crossing];
        if board.places(line, number).count() != 2 {
            continue;
        }
        let far = board.cells_for(line, number).find(|&cell| cell != near).expect("two places");
        // The cell where the other line of the far place meets the other arm.
        let seen = layout.houses_of(far)[1 - crossing];
        let target =
            layout.cells(other).iter().copied().find(|&cell| layout.houses_of(cell)[1 - crossing] == seen);
        let Some(target) = target.filter(|cell| outside(cell) && outside(&far) && *cell != far) else {
            continue;
        };
        let candidate = |cell| Candidate::new(cell, number + 1);
        if let Some(step) = Step::removing(board, [candidate(target)]) {
            let pattern = [near, far].into_iter().chain(board.cells_for(within, number)).map(candidate);
            found(step.by(pattern).within([within, arm, other, line].map(|house| layout.name(house))))?;
        }
    }
    Flow::Continue(())
}
