//! Counts covers as the models of a formula.

use crate::model_count::ModelCount;
use coverlab_model::encoding::CoverCnf;
use coverlab_model::memory::{Extent, fits};
use coverlab_model::{
    Cnf, Encoding, Event, ExactCover, Flow, Model, Natural, Observer, Step, Stop, Strategy, forward,
};
use std::ops::ControlFlow::{Break, Continue};

/// The number of covers by `model-count`; `None` if that takes more than `nodes` nodes or too much memory.
pub(super) fn count(
    problem: &ExactCover,
    nodes: u64,
    observer: &mut impl Observer<ExactCover>,
) -> Result<Option<Natural>, Stop> {
    let (encoding, counter) = (CoverCnf::default(), ModelCount::default());
    let size = encoding.bound(problem);
    if fits(size.bytes().saturating_add(counter.bytes(size)), size).is_err() {
        return Ok(None);
    }
    let mut budget = NodeBudget { left: nodes, to: observer };
    match counter.count(&encoding.encode(problem), &mut budget) {
        Continue(number) => Ok(Some(number)),
        Break(Stop::Memory) => Ok(None),
        Break(Stop::NodeLimit) if budget.left == 0 => Ok(None),
        Break(stop) => Err(stop),
    }
}

/// Passes on the nodes and limits of a search of the formula, and ends it after `left` more nodes. Steps and
/// events of the formula mean nothing for the cover.
struct NodeBudget<O> {
    left: u64,
    to: O,
}

impl<O: Observer<ExactCover>> Observer<Cnf> for NodeBudget<O> {
    const WATCHES: bool = false;

    forward!(self => self.to; Cnf: poll ahead limits chose only_counts will_only_count solutions);

    fn node(&mut self, depth: usize) -> Flow {
        if self.left == 0 {
            return Flow::Break(Stop::NodeLimit);
        }
        self.left -= 1;
        self.to.node(depth)
    }
    fn unwatched(&self) -> u64 {
        self.left.min(self.to.unwatched())
    }
    fn entered(&mut self, nodes: u64, deepest: usize) {
        self.left -= nodes;
        self.to.entered(nodes, deepest);
    }
    fn start(&mut self) {}
    fn step(&mut self, _build: impl FnOnce() -> Step) {}
    fn count(&mut self, _event: Event, _by: u64) {}
    fn partial(&mut self, _build: impl FnOnce() -> Cnf) {}
    fn solution(&mut self, _build: impl FnOnce() -> Model) -> Flow {
        unreachable!("models are only counted")
    }
    fn branch(&mut self, _depth: usize, _index: usize, _of: usize) {}
    fn follows_branches(&self) -> bool {
        false
    }
}
