//! The state of a search after some of its events, used by the checker and by pages that display it.
//!
//! Every line is accepted. A line that does not fit, which happens only in an incorrect trace, changes as
//! little as possible; [`check`](crate::check) finds such lines.

pub(crate) mod board;
pub(crate) mod cover;
pub(crate) mod formula;

use crate::head::Head;
use crate::line::Line;
use board::Board;
use cover::PartialCover;
use coverlab_model::step::Instance;
use formula::Trail;

/// The state of a search.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    /// The open nodes from the root, each with its depth.
    pub(crate) open: Vec<(u64, usize)>,
    pub(crate) state: State,
    /// The number of events so far.
    events: u32,
}

/// The part of the state that steps change, by kind of problem.
#[derive(Clone, Debug)]
pub(crate) enum State {
    Board(Board),
    Cover(PartialCover),
    Formula(Trail),
}

impl Fold {
    /// The state before the first event.
    ///
    /// # Errors
    /// If the head's instance is malformed.
    pub(crate) fn new(head: &Head) -> Result<Fold, String> {
        let state = match head.instance.instance()? {
            Instance::Sudoku(puzzle) => State::Board(Board::new(&puzzle)),
            Instance::ExactCover(cover) => State::Cover(PartialCover::new(cover)),
            Instance::Cnf(cnf) => State::Formula(Trail::new(cnf.variables())),
        };
        Ok(Fold { open: Vec::new(), state, events: 0 })
    }

    /// Applies one event.
    pub(crate) fn apply(&mut self, line: &Line) {
        let event = self.events;
        self.events += 1;
        match line {
            Line::Node { id, depth, .. } => {
                self.open.push((*id, *depth));
                if let State::Board(board) = &mut self.state {
                    board.node(*depth, event);
                }
            }
            Line::Fail { .. } | Line::Done { .. } | Line::Skip { .. } => {
                self.open.pop();
            }
            Line::Step(step) => match &mut self.state {
                State::Board(board) => board.apply(step, event),
                State::Cover(covering) => covering.apply(step, event),
                State::Formula(trail) => trail.apply(step, event),
            },
            Line::Solution { .. } | Line::Sub { .. } => {}
            Line::Head(_) | Line::Stats(_) => {}
        }
    }

    /// The numbers of the events that led to this state, in order: those that changed it and were not undone.
    /// On boards they include the nodes on the path.
    pub(crate) fn path(&self) -> Vec<u32> {
        match &self.state {
            State::Board(board) => board.path().to_vec(),
            State::Cover(covering) => covering.path(),
            State::Formula(trail) => trail.trail().iter().map(|one| one.event).collect(),
        }
    }
}
