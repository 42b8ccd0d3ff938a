//! Avoidable rectangle: two digits in a rectangle some of whose corners are already solved.
//!
//! **Origin.** HoDoKu (B. Hobiger, 2008), "Avoidable Rectangle", types 1 and 2.
//!
//! **Idea.** A digit that was deduced may be swapped with another; only a clue may not. So four cells in two
//! rows, two columns and two boxes, none of them a clue, must not come to hold two digits crosswise, even if
//! some of the digits are already written (`rectangle.rs`). If three corners hold *x*, *y* and *x*, the fourth
//! is not *y*. If two corners are left, and each has the missing digit and the same third digit, one of them is
//! the third digit. Cells that see both corners are not that digit.
//!
//! **Cost.** A 9x9 board has 486 rectangles. The board must know its clues.

use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::rectangle;
use crate::technique::{About, Flow, Premise, Sink, Step, Technique};
use crate::words;

/// The technique.
pub(crate) struct AvoidableRectangle;

impl Technique for AvoidableRectangle {
    const ABOUT: About = About {
        name: "avoidable-rectangle",
        title: "Avoidable rectangle",
        sentence: "In a rectangle with solved corners, the empty ones do not complete two swappable digits",
        source: "B. Hobiger, HoDoKu, 2008",
    };
    const PREMISE: Premise = Premise::OneSolution;

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        rectangle::corners(board, &mut |cells| {
            let empty: Vec<usize> = (0..4).filter(|&k| board.digit(cells[k]) == 0).collect();
            if !(1..=2).contains(&empty.len()) {
                return Flow::Continue(());
            }
            for digits in fillings(board, cells) {
                if let Some(step) = step(board, cells, digits, &empty) {
                    found(step)?;
                }
            }
            Flow::Continue(())
        })
    }

    fn because(board: &Board, step: &Step) -> String {
        let swapped = rectangle::because(board, step);
        if step.fins.is_empty() {
            let Candidate { cell, digit } = step.removals[0];
            return format!("{swapped}. That would follow if {} were {digit}", words::cell(board, cell));
        }
        let cells = words::either(step.fins.iter().map(|c| words::cell(board, c.cell)));
        format!("{swapped}. So {cells} is {}", step.fins[0].digit)
    }
}

/// The ways in which the corners can still hold two digits crosswise.
fn fillings(board: &Board, cells: [usize; 4]) -> Vec<[u8; 4]> {
    let allowed = |corner: usize| match board.digit(cells[corner]) {
        0 => board.candidates(cells[corner]),
        digit => Bits::only(usize::from(digit) - 1),
    };
    let (first, second) = (allowed(0) & allowed(3), allowed(1) & allowed(2));
    let digit = |number: usize| number as u8 + 1;
    let pairs = first.iter().flat_map(|a| (second - Bits::only(a)).iter().map(move |b| (digit(a), digit(b))));
    pairs.map(|(a, b)| [a, b, b, a]).collect()
}

/// The step that follows if the corners must not hold `digits`.
fn step(board: &Board, cells: [usize; 4], digits: [u8; 4], empty: &[usize]) -> Option<Step> {
    let layout = board.layout();
    let own = |&corner: &usize| Candidate { cell: cells[corner], digit: digits[corner] };
    let others =
        |corner: &usize| board.candidates(cells[*corner]) - Bits::only(usize::from(digits[*corner]) - 1);
    let (removals, fins): (Vec<Candidate>, Vec<Candidate>) = match empty {
        [only] => (vec![own(only)], Vec::new()),
        [a, b] => {
            let number = others(a).single().filter(|_| others(a) == others(b))?;
            let sees = |cell: &usize| layout.sees(*cell, cells[*a]) && layout.sees(*cell, cells[*b]);
            let rest = layout.peers(cells[*a]).iter().copied().filter(sees);
            let place = |cell| Candidate::new(cell, number + 1);
            (rest.map(place).collect(), [*a, *b].map(|corner| place(cells[corner])).to_vec())
        }
        _ => return None,
    };
    let step = Step::removing(board, removals)?.by((0..4).map(|corner| own(&corner)));
    Some(Step { fins, ..step })
}
