//! Sue de Coq: cells of an intersecting line and box whose digits can fill only as many cells.
//!
//! **Origin.** "Two-Sector Disjoint Subsets" by a member of the Sudoku Players' Forum with the name Sue
//! de Coq, 2005 (the year from memory). In HoDoKu (B. Hobiger, 2008) "Sue de Coq".
//!
//! **Idea.** Choose cells where a line meets a box, some in the rest of the line, and some in the rest
//! of the box. Together they take each digit at most once, or at most twice if both rests have it. If
//! that allows no more digits than cells, every digit occurs as often as it can. So a digit that occurs
//! once is removed from all cells that see all its places. One that occurs twice is removed from the
//! rest of the line and the box, including their intersection. It is a naked subset of two houses.
//!
//! **Cost.** Cells of a rest with as many digits as cells are already a naked subset, so each side has at
//! least one digit in excess. Two cells in the intersection allow two excess digits on both sides together,
//! three cells three. So few sets remain on either side, and all pairs of them are tried.
//!
//! **What did not work.** Requiring that the two rests have no common digit finds fewer cases and is no
//! simpler.

use crate::almost_locked::{self, AlmostLocked};
use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Sink, Step, Technique, offer};
use crate::words;

/// The maximum numbers of cells on either side, and in the intersection.
const MAX_BESIDE: usize = 5;
const MAX_COMMON: usize = 3;

/// The technique.
pub(crate) struct SueDeCoq;

impl Technique for SueDeCoq {
    const ABOUT: About = About {
        name: "sue-de-coq",
        title: "Sue de Coq",
        sentence: "Cells of a line and a box that cross, as many as they have candidate digits, take each of these digits once",
        source: "Sue de Coq, Two-Sector Disjoint Subsets, Sudoku Players' Forum, 2005",
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let layout = board.layout();
        for within in layout.boxes() {
            let mut lines: Vec<usize> =
                layout.cells(within).iter().flat_map(|&cell| layout.houses_of(cell)[..2].to_vec()).collect();
            lines.sort_unstable();
            lines.dedup();
            for line in lines {
                meeting(board, line, within, found)?;
            }
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let (line, within) = (step.houses[0], step.houses[1]);
        let cells = words::cells(board, step.cells());
        let (_, twice) = counts(board, &step.cells());
        let digits = words::list(step.digits());
        let often = match twice.is_empty() {
            true => "each at most once, so each once".to_string(),
            false => {
                let twice = words::digits(twice);
                format!("each at most once, but {twice} up to twice, so each as often as it can")
            }
        };
        format!(
            "In {line} and {within}, the {} cells {cells} hold only {digits}, {often}",
            step.cells().len()
        )
    }
}

/// Finds the steps where `line` meets the box `within`.
fn meeting(board: &Board, line: usize, within: usize, found: Sink<'_>) -> Flow {
    let layout = board.layout();
    let (common, on_line): (Vec<usize>, Vec<usize>) =
        layout.cells(line).iter().partition(|cell| layout.cells(within).contains(cell));
    let in_box: Vec<usize> =
        layout.cells(within).iter().copied().filter(|cell| !common.contains(cell)).collect();
    let beside = |cells| almost_locked::choices(board, cells, MAX_BESIDE, MAX_COMMON - 1);
    let (on_line, in_box) = (beside(&on_line), beside(&in_box));
    for core in almost_locked::choices(board, &common, MAX_COMMON, board.side()) {
        // The other side has a digit in excess as well.
        for a in on_line.iter().filter(|a| a.spare() < core.cells.len()) {
            for b in in_box.iter().filter(|b| fills(&core, a, b)) {
                let houses = [line, within].map(|house| layout.name(house));
                offer(step(board, [&core, a, b]).map(|step| step.within(houses)), found)?;
            }
        }
    }
    Flow::Continue(())
}

/// Whether the digits can fill exactly as many cells as there are.
fn fills(core: &AlmostLocked, a: &AlmostLocked, b: &AlmostLocked) -> bool {
    core.cells.len() == a.spare() + b.spare() + (core.digits - a.digits - b.digits).count()
}

fn step(board: &Board, [core, a, b]: [&AlmostLocked; 3]) -> Option<Step> {
    let layout = board.layout();
    let twice = a.digits & b.digits;
    let mut removals = Vec::new();
    let mut clear = |cells: Vec<usize>, number: usize| {
        let sees = |x: &usize| cells.iter().all(|&cell| layout.sees(*x, cell));
        let peers = layout.peers(cells[0]).iter().copied();
        removals.extend(peers.filter(sees).map(|cell| Candidate::new(cell, number + 1)));
    };
    for number in twice.iter() {
        clear(a.cells_for(board, number).collect(), number);
        clear(b.cells_for(board, number).collect(), number);
    }
    for number in ((core.digits | a.digits | b.digits) - twice).iter() {
        clear([core, a, b].iter().flat_map(|part| part.cells_for(board, number)).collect(), number);
    }
    let pattern = [core, a, b].into_iter().flat_map(|part| part.candidates(board));
    Some(Step::removing(board, removals)?.by(pattern))
}

/// The digits of cells, and those digits that are in two cells that do not see each other.
fn counts(board: &Board, cells: &[usize]) -> (Bits, Bits) {
    let all = board.candidates_of_all(cells.iter().copied());
    let apart = |number: &usize| {
        let holding = || cells.iter().filter(|&&cell| board.candidates(cell).has(*number));
        holding().any(|&a| holding().any(|&b| a != b && !board.layout().sees(a, b)))
    };
    (all, all.iter().filter(apart).collect())
}
