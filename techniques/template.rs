//! All ways to place one digit in the whole board.
//!
//! **Origin.** In HoDoKu (B. Hobiger, 2008) "Template Set" and "Template Delete"; also known as pattern overlay.
//!
//! **Idea.** A template is a choice of one cell in each row, column and box. Of all templates of a digit
//! those count that take in the cells where it stands, and candidates else. A cell that is in all of them is
//! the digit, and a candidate that is in none is not. No more can be derived from one digit alone: each fish
//! is a reason for a part of it. A cell that all templates of a digit take is closed to the templates of the
//! others, which may say more then.
//!
//! **Cost.** An empty 9x9 board has 46656 templates of each digit, a board of side 12 or more far too many, so boards above
//! side 9 are declined. The rows are gone through one by one, and a branch that repeats a column or a box is not followed. As soon
//! as each candidate was in some template there is nothing to find.
//!
//! **What did not work.** Each digit alone passes four of eighteen cases of HoDoKu's library. A search for the candidates
//! that are in all templates says nothing new: the others in their row are in none.

use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Sink, Step, Technique, offer};
use crate::words;

/// The largest side that is taken.
const MOST_SIDE: usize = 9;

/// A cell in all templates.
pub(crate) struct TemplateSet;

/// A candidate in none.
pub(crate) struct TemplateDelete;

const SOURCE: &str = "B. Hobiger, HoDoKu, 2008";

impl Technique for TemplateSet {
    const ABOUT: About = About {
        name: "template-set",
        title: "Template set",
        sentence: "A cell that every way to place a digit in the whole board takes is that digit",
        source: SOURCE,
    };

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
        sentence: "A cell that no way to place a digit in the whole board takes is not that digit",
        source: SOURCE,
    };

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
        format!("No way to place {digit} once in each row, column and box{beside} takes one of these")
    }
}

/// The words to add if the templates of one digit alone do not say as much as `step`.
fn beside(board: &Board, step: &Step) -> &'static str {
    let mut alone = board.clone();
    let first = step.placements.first().or(step.removals.first()).expect("a step says something");
    narrow(&mut alone, usize::from(first.digit) - 1);
    let placed = step.placements.iter().all(|c| alone.digit(c.cell) == c.digit);
    let removed = step.removals.iter().all(|c| alone.digit(c.cell) != c.digit && !alone.has(c.cell, c.digit));
    if placed && removed { "" } else { ", beside the cells that all ways of another digit take," }
}

/// The board that the templates leave: each digit once in turn, until nothing changes.
fn overlay(board: &Board) -> Board {
    let mut after = board.clone();
    if board.side() > MOST_SIDE {
        return after;
    }
    loop {
        let before = candidates(&after);
        (0..board.side()).for_each(|number| narrow(&mut after, number));
        if candidates(&after) == before {
            return after;
        }
    }
}

/// How many candidates there are.
fn candidates(board: &Board) -> usize {
    board.empty_cells().map(|cell| board.candidates(cell).count()).sum()
}

/// Takes the candidates of one digit away that are in no template, and writes down those in all. A digit without a
/// template is left as it is.
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
    /// The cells of the template so far, one a row.
    chosen: Vec<usize>,
    /// The cells that some template takes.
    used: Vec<bool>,
    /// The candidates that no template has taken yet.
    unused: usize,
}

impl Templates<'_> {
    /// The cells that some template takes; `None` if there is no template.
    fn used(board: &Board, number: usize) -> Option<Vec<bool>> {
        let cells = board.side() * board.side();
        let unused = (0..cells).filter(|&cell| board.candidates(cell).has(number)).count();
        let mut templates = Templates { board, number, chosen: Vec::new(), used: vec![false; cells], unused };
        let _ = templates.extend(0, 0);
        (unused == 0 || templates.used.contains(&true)).then_some(templates.used)
    }

    /// Goes on with the row after those chosen; `columns` and `boxes` are sets of those taken.
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

    /// Takes a whole template, and ends the search when no candidate is left that none has taken.
    fn take(&mut self) -> Flow {
        for &cell in &self.chosen {
            if !std::mem::replace(&mut self.used[cell], true) && self.board.digit(cell) == 0 {
                self.unused -= 1;
            }
        }
        if self.unused == 0 { Flow::Break(()) } else { Flow::Continue(()) }
    }
}
