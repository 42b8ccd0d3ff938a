//! The state of a search after some of its events: the one fold, on which the checker stands and which a page shows.
//!
//! A fold takes any line and never fails. A line that does not fit, which only a trace has that is not true,
//! changes as little as possible; finding it is the task of [`check`](crate::check).

pub(crate) mod board;
pub(crate) mod cover;
pub(crate) mod formula;

use crate::head::Head;
use crate::line::Line;
use board::Board;
use cover::Covering;
use coverlab_model::step::Instance;
use formula::Trail;

/// Where a search is.
#[derive(Clone, Debug)]
pub struct Fold {
    /// The open nodes from the root on, each with its depth.
    pub(crate) open: Vec<(u64, usize)>,
    pub(crate) state: State,
}

/// The state that steps change, by kind of problem.
#[derive(Clone, Debug)]
pub(crate) enum State {
    Board(Board),
    Cover(Covering),
    Formula(Trail),
}

impl Fold {
    /// Before the first event.
    ///
    /// # Errors
    /// The head's instance is none.
    pub fn new(head: &Head) -> Result<Fold, String> {
        let state = match head.instance.instance()? {
            Instance::Sudoku(puzzle) => State::Board(Board::new(&puzzle)),
            Instance::ExactCover(cover) => State::Cover(Covering::new(cover)),
            Instance::Cnf(cnf) => State::Formula(Trail::new(cnf.variables())),
        };
        Ok(Fold { open: Vec::new(), state })
    }

    /// After one more event.
    pub fn apply(&mut self, line: &Line) {
        match line {
            Line::Node { id, depth, .. } => {
                self.open.push((*id, *depth));
                if let State::Board(board) = &mut self.state {
                    board.node(*depth);
                }
            }
            Line::Fail { .. } | Line::Done { .. } | Line::Skip { .. } => {
                self.open.pop();
            }
            line => match &mut self.state {
                State::Board(board) => board.apply(line),
                State::Cover(covering) => covering.apply(line),
                State::Formula(trail) => trail.apply(line),
            },
        }
    }
}
