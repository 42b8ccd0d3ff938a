//! A line and a box that meet, and as many cells in them as their digits have places.
//!
//! **Origin.** "Two-Sector Disjoint Subsets" of a member of the Sudoku Players' Forum called Sue de Coq, 2005 (the year
//! from memory). In HoDoKu (B. Hobiger, 2008) "Sue de Coq".
//!
//! **Idea.** Take cells where a line meets a box, some in the rest of the line, and some in the rest of the box. A digit
//! goes into all of these at most once, and at most twice if both rests have it. If that makes no more than there are
//! cells, every digit is there as often as it can be. So a digit that is there once leaves each cell that sees all its
//! places, and one that is there twice leaves the line and the box, where they meet as well. It is a naked subset of two
//! houses.
//!
//! **Cost.** A rest that has as many digits as cells is a naked subset already, so each has at least one too many. Two
//! cells where the houses meet allow for two too many, three for three: few choices are left on either side, and pairs
//! of these are tried.
//!
//! **What did not work.** The definition that the two rests have no digit in common is narrower, and no simpler to say.

use crate::almost_locked::{self, AlmostLocked};
use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Sink, Step, Technique, offer};
use crate::words;

/// The most cells on either side, and the most where the houses meet.
const MOST_BESIDE: usize = 5;
const MOST_COMMON: usize = 3;

/// The technique.
pub(crate) struct SueDeCoq;

impl Technique for SueDeCoq {
    const ABOUT: About = About {
        name: "sue-de-coq",
        title: "Sue de Coq",
        sentence: "Cells of a line and a box that meet, as many as their digits can be, keep each of these digits",
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
                let twice = words::list(twice.iter().map(|number| number + 1));
                format!("at most once, but {twice} at most twice, so each as often as it can")
            }
        };
        format!(
            "In {line} and {within}, the {} cells {cells} hold only {digits}, {often}",
            step.cells().len()
        )
    }
}

/// The steps where `line` meets the box `within`.
fn meeting(board: &Board, line: usize, within: usize, found: Sink<'_>) -> Flow {
    let layout = board.layout();
    let (common, on_line): (Vec<usize>, Vec<usize>) =
        layout.cells(line).iter().partition(|cell| layout.cells(within).contains(cell));
    let in_box: Vec<usize> =
        layout.cells(within).iter().copied().filter(|cell| !common.contains(cell)).collect();
    let beside = |cells| almost_locked::choices(board, cells, MOST_BESIDE, MOST_COMMON - 1);
    let (on_line, in_box) = (beside(&on_line), beside(&in_box));
    for core in almost_locked::choices(board, &common, MOST_COMMON, board.side()) {
        for a in &on_line {
            for b in in_box.iter().filter(|b| fills(&core, a, b)) {
                let houses = [line, within].map(|house| layout.name(house));
                offer(step(board, [&core, a, b]).map(|step| step.within(houses)), found)?;
            }
        }
    }
    Flow::Continue(())
}

/// Whether there are as many cells as their digits can take.
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

/// The digits of cells, and those of them that cells have which do not see each other.
fn counts(board: &Board, cells: &[usize]) -> (Bits, Bits) {
    let all = cells.iter().fold(Bits::NONE, |all, &cell| all | board.candidates(cell));
    let apart = |number: &usize| {
        let holding = || cells.iter().filter(|&&cell| board.candidates(cell).has(*number));
        holding().any(|&a| holding().any(|&b| a != b && !board.layout().sees(a, b)))
    };
    (all, all.iter().filter(apart).collect())
}
