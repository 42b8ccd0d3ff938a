//! XY-wing and XYZ-wing: three cells with two or three candidates each.
//!
//! **Origin.** Players' forums: the Sudoku Players' Forum used the name XY-wing by August 2005; the
//! first author is unknown. Both are in Sudoku Explainer (N. Juillerat, 2007) and HoDoKu (B. Hobiger,
//! 2008) with these names.
//!
//! **Idea.** A pivot has *x* and *y*; one of its peers has *x* and *z*, another *y* and *z*. Whichever
//! the pivot takes, one of the two wings is *z*, so a cell that sees both wings is not. In an XYZ-wing
//! the pivot also has *z* and may take it itself, so the cell must see all three.

use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Sink, Step, Technique};
use crate::words;

/// XY-wing: the pivot has two candidates.
pub(crate) struct XyWing;

/// XYZ-wing: the pivot has three candidates.
pub(crate) struct XyzWing;

/// The first author is unknown.
const SOURCE: &str = "players' forums, by 2005";

impl Technique for XyWing {
    const ABOUT: About = About {
        name: "xy-wing",
        title: "XY-wing",
        sentence: "Whichever of its two digits a pivot takes, one of two wings takes a third digit",
        source: SOURCE,
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        wings(board, 2, found)
    }

    fn because(board: &Board, step: &Step) -> String {
        let [pivot, first, second] = roles(board, step);
        let z = step.removals[0].digit;
        format!("Whichever of its two digits {pivot} takes, {first} or {second} is {z}")
    }
}

impl Technique for XyzWing {
    const ABOUT: About = About {
        name: "xyz-wing",
        title: "XYZ-wing",
        sentence: "Whichever of its three digits a pivot takes, it or one of two wings is the third",
        source: SOURCE,
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        wings(board, 3, found)
    }

    fn because(board: &Board, step: &Step) -> String {
        let [pivot, first, second] = roles(board, step);
        let z = step.removals[0].digit;
        format!("Whichever of its three digits {pivot} takes, {pivot}, {first} or {second} is {z}")
    }
}

/// The pivot and its wings, in the order of the pattern.
fn roles(board: &Board, step: &Step) -> [String; 3] {
    let cells = step.cells_in_order();
    [0, 1, 2].map(|k| words::cell(board, cells[k]))
}

fn wings(board: &Board, size: usize, found: Sink<'_>) -> Flow {
    for pivot in board.empty_cells().filter(|&cell| board.candidates(cell).count() == size) {
        let digits = board.candidates(pivot);
        let fits = |&cell: &usize| {
            let (candidates, shared) = (board.candidates(cell), (board.candidates(cell) & digits).count());
            candidates.count() == 2 && shared == size - 1
        };
        let wings: Vec<usize> = board.layout().peers(pivot).iter().copied().filter(fits).collect();
        for (k, &first) in wings.iter().enumerate() {
            for &second in &wings[k + 1..] {
                if let Some(step) = wing(board, pivot, first, second, digits) {
                    found(step)?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// The step of a pivot and two wings, if these share one digit and together have all digits of the pivot.
fn wing(board: &Board, pivot: usize, first: usize, second: usize, digits: Bits) -> Option<Step> {
    let (a, b) = (board.candidates(first), board.candidates(second));
    let z = (a & b).single()?;
    if !digits.within(a | b) || (digits.count() == 2 && digits.has(z)) {
        return None;
    }
    let layout = board.layout();
    let sees = |cell: usize| {
        layout.sees(cell, first) && layout.sees(cell, second) && (!digits.has(z) || layout.sees(cell, pivot))
    };
    let rest = layout.peers(first).iter().copied().filter(|&cell| sees(cell));
    let step = Step::removing(board, rest.map(|cell| Candidate::new(cell, z + 1)))?;
    let cells = [pivot, first, second].into_iter();
    Some(step.by(cells.flat_map(|cell| board.candidates_of(cell))))
}
