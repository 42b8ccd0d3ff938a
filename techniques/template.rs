//! Templates: all ways to place one digit on the whole board.
//!
//! **Origin.** HoDoKu (B. Hobiger, 2008), "Template Set" and "Template Delete"; also known as pattern
//! overlay.
//!
//! **Idea.** A template is a choice of one cell in each row, column and box. A digit's valid templates
//! contain all cells where it is solved, and otherwise only cells where it is a candidate. A cell in
//! all valid templates is the digit; a candidate in none is not. Nothing more can be derived from one
//! digit alone: every fish is a special case. A cell that all templates of one digit contain is closed
//! to the templates of other digits, which may then imply more.
//!
//! **Cost.** An empty 9x9 board has 46656 templates per digit, and a board of side 12 or more far too
//! many, so boards above side 9 are declined. Rows are searched one by one, and a branch that repeats a
//! column or a box is cut. The search stops once each candidate has occurred in some template.
//!
//! **What did not work.** Templates of each digit alone pass only four of eighteen cases in HoDoKu's
//! library. Searching for candidates in all templates adds nothing: the others in their row are in
//! none.

use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Sink, Step, Technique, offer};
use crate::words;

/// The largest supported side.
const MAX_SIDE: usize = 9;

/// The technique for a cell in all templates.
pub(crate) struct TemplateSet;

/// The technique for a candidate in no template.
pub(crate) struct TemplateDelete;

const SOURCE: &str = "B. Hobiger, HoDoKu, 2008";

impl Technique for TemplateSet {
    const ABOUT: About = About {
        name: "template-set",
        title: "Template set",
        sentence: "A cell used by every placement of a digit on the whole board is that digit",
        source: SOURCE,
    };

    fn skips(board: &Board) -> bool {
        board.side() > MAX_SIDE
    }

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let after = overlay(board);
        for cell in board.empty_cells().filter(|&cell| after.digit(cell) != 0) {
            let candidate = Candidate { cell, digit: after.digit(cell) };
            found(Step::placing(cell, usize::from(candidate.digit) - 1).by([candidate]))?;
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let Candidate { cell, digit } = step.placements[0];
        let place = words::cell(board, cell);
        format!(
            "Every way to place {digit} once in each row, column and box{} takes {place}",
            beside(board, step)
        )
    }
}

impl Technique for TemplateDelete {
    const ABOUT: About = About {
        name: "template-delete",
        title: "Template delete",
        sentence: "A cell used by no placement of a digit on the whole board is not that digit",
        source: SOURCE,
    };

    fn skips(board: &Board) -> bool {
        board.side() > MAX_SIDE
    }

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let after = overlay(board);
        for number in 0..board.side() {
            let digit = number as u8 + 1;
            let places = || board.empty_cells().filter(|&cell| board.has(cell, digit));
            let (left, gone): (Vec<usize>, Vec<usize>) =
                places().partition(|&cell| after.digit(cell) == digit || after.has(cell, digit));
            let candidate = |cell| Candidate { cell, digit };
            let step = Step::removing(board, gone.into_iter().map(candidate));
            offer(step.map(|step| step.by(left.into_iter().map(candidate))), found)?;
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let (digit, beside) = (step.removals[0].digit, beside(board, step));
        format!("No way to place {digit} once in each row, column and box{beside} takes any of these")
    }
}

/// The words to add if `step` does not follow from the templates of one digit alone.
fn beside(board: &Board, step: &Step) -> &'static str {
    let mut alone = board.clone();
    let first = step.placements.first().or(step.removals.first()).expect("a step says something");
    narrow(&mut alone, usize::from(first.digit) - 1);
    let placed = step.placements.iter().all(|c| alone.digit(c.cell) == c.digit);
    let removed = step.removals.iter().all(|c| alone.digit(c.cell) != c.digit && !alone.has(c.cell, c.digit));
    if placed && removed { "" } else { ", beside the cells that all ways of another digit take," }
}

/// The board after the templates of each digit in turn, repeated until nothing changes.
fn overlay(board: &Board) -> Board {
    let mut after = board.clone();
    loop {
        let before = candidates(&after);
        (0..board.side()).for_each(|number| narrow(&mut after, number));
        if candidates(&after) == before {
            return after;
        }
    }
}

/// The number of candidates.
fn candidates(board: &Board) -> usize {
    board.empty_cells().map(|cell| board.candidates(cell).count()).sum()
}

/// Removes the candidates of one digit that are in no template, and places those in all. A digit
/// without a template is left unchanged.
fn narrow(board: &mut Board, number: usize) {
    let Some(used) = Templates::used(board, number) else { return };
    let digit = number as u8 + 1;
    for cell in (0..used.len()).filter(|&cell| !used[cell]) {
        if board.digit(cell) == 0 {
            board.remove(cell, digit);
        }
    }
    for row in board.layout().rows() {
        let only = board.places(row, number).single();
        if let Some(cell) = only.map(|place| board.layout().cells(row)[place]) {
            board.place(cell, digit);
        }
    }
}

/// A search through the templates of one digit.
struct Templates<'a> {
    board: &'a Board,
    number: usize,
    /// The cells of the template so far, one per row.
    chosen: Vec<usize>,
    /// The cells used by some template.
    used: Vec<bool>,
    /// The candidates not yet used by any template.
    unused: usize,
}

impl Templates<'_> {
    /// The cells used by some template; `None` if there is no template.
    fn used(board: &Board, number: usize) -> Option<Vec<bool>> {
        let cells = board.side() * board.side();
        let unused = (0..cells).filter(|&cell| board.candidates(cell).has(number)).count();
        let mut templates = Templates { board, number, chosen: Vec::new(), used: vec![false; cells], unused };
        let _ = templates.extend(0, 0);
        (unused == 0 || templates.used.contains(&true)).then_some(templates.used)
    }

    /// Continues with the next row; `columns` and `boxes` are the sets already used.
    fn extend(&mut self, columns: u16, boxes: u16) -> Flow {
        let (board, row) = (self.board, self.chosen.len());
        if row == board.side() {
            return self.take();
        }
        let (layout, digit) = (board.layout(), self.number as u8 + 1);
        for &cell in layout.cells(row) {
            if board.digit(cell) != digit && !board.candidates(cell).has(self.number) {
                continue;
            }
            let [_, column, within] = layout.houses_of(cell);
            let (column, within) =
                (1 << (column - layout.columns().start), 1 << (within - layout.boxes().start));
            if columns & column == 0 && boxes & within == 0 {
                self.chosen.push(cell);
                self.extend(columns | column, boxes | within)?;
                self.chosen.pop();
            }
        }
        Flow::Continue(())
    }

    /// Records a complete template, and ends the search once every candidate was used.
    fn take(&mut self) -> Flow {
        for &cell in &self.chosen {
            if !std::mem::replace(&mut self.used[cell], true) && self.board.digit(cell) == 0 {
                self.unused -= 1;
            }
        }
        if self.unused == 0 { Flow::Break(()) } else { Flow::Continue(()) }
    }
}
