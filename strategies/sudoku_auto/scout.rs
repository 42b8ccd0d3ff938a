//! Watches the first search, and stops it if another strategy is likely to be faster.

use coverlab_model::{Choice, Event, Flow, Grid, Observer, Stop, Sudoku, forward};

/// [`Scout::worth`] for strategies whose nodes are choices.
const NODES_PER_SOLUTION: u64 = 8;

/// A search with this many solutions enumerates, however rarely it finds one. At most this many are kept, so
/// that another search does not report them again.
const MANY_SOLUTIONS: u64 = 1000;

/// Judges a search when its allowance of nodes is used up, and again whenever the nodes have doubled.
pub(super) struct Scout<O> {
    pub(super) to: O,
    /// Whether another strategy should take over if only a count is wanted.
    pub(super) counts_elsewhere: bool,
    /// A search that finds at least one solution per `worth` nodes enumerates.
    pub(super) worth: u64,
    allowance: u64,
    look: u64,
    nodes: u64,
    /// The number of reported solutions.
    pub(super) found: u64,
    /// The first reported solutions.
    pub(super) seen: Vec<Grid>,
    /// Whether the search was stopped in favor of another.
    pub(super) left: bool,
}

impl<O: Observer<Sudoku>> Scout<O> {
    /// `allowance` is the number of nodes before the first judgment; `u64::MAX` for none.
    pub(super) fn new(allowance: u64, to: O) -> Self {
        let (seen, left) = (Vec::new(), false);
        Scout {
            to,
            counts_elsewhere: false,
            worth: NODES_PER_SOLUTION,
            allowance,
            look: allowance,
            nodes: 0,
            found: 0,
            seen,
            left,
        }
    }

    /// Resets the state for another search.
    pub(super) fn begin(&mut self, allowance: u64) {
        self.seen.clear();
        self.allowance = allowance;
        (self.look, self.nodes, self.found, self.left) = (allowance, 0, 0, false);
    }

    /// Whether the search finds solutions all the time.
    pub(super) fn enumerates(&self) -> bool {
        self.found >= MANY_SOLUTIONS || self.found.saturating_mul(self.worth) >= self.nodes
    }

    #[cold]
    fn judge(&mut self) -> Flow {
        // Another strategy would find the reported solutions again, in another order.
        let free = self.found == 0 || self.to.only_counts();
        let elsewhere = self.counts_elsewhere && free && self.to.will_only_count();
        if self.enumerates() && !elsewhere {
            self.look *= 2;
            return Flow::Continue(());
        }
        self.left = true;
        Flow::Break(Stop::NodeLimit)
    }
}

impl<O: Observer<Sudoku>> Observer<Sudoku> for Scout<O> {
    const WATCHES: bool = O::WATCHES;

    forward!(self => self.to; Sudoku: start poll ahead limits chose step solutions partial);
    forward!(self => self.to; Sudoku: branch follows_branches);

    #[inline(always)]
    fn node(&mut self, depth: usize) -> Flow {
        if self.nodes >= self.look {
            self.judge()?;
        }
        self.nodes += 1;
        self.to.node(depth)
    }
    #[inline(always)]
    fn unwatched(&self) -> u64 {
        self.look.saturating_sub(self.nodes).min(self.to.unwatched())
    }
    #[inline(always)]
    fn entered(&mut self, nodes: u64, deepest: usize) {
        self.nodes += nodes;
        self.to.entered(nodes, deepest);
    }
    /// The size of a batch decides which strategy makes the passes, so they are not counted here.
    #[inline(always)]
    fn count(&mut self, event: Event, by: u64) {
        if event != Event::Pass {
            self.to.count(event, by);
        }
    }
    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> Grid) -> Flow {
        self.found += 1;
        if self.allowance == u64::MAX || self.found > MANY_SOLUTIONS {
            return self.to.solution(build);
        }
        let grid = build();
        self.seen.push(grid.clone());
        self.to.solution(|| grid)
    }
    /// The scout must see every solution.
    #[inline(always)]
    fn only_counts(&self) -> bool {
        false
    }
    #[inline(always)]
    fn will_only_count(&self) -> bool {
        false
    }
}

/// Passes on only solutions that were not already reported.
pub(super) struct Unseen<O> {
    pub(super) seen: Vec<Grid>,
    pub(super) to: O,
}

impl<O: Observer<Sudoku>> Observer<Sudoku> for Unseen<O> {
    const WATCHES: bool = O::WATCHES;

    forward!(self => self.to; Sudoku: start node unwatched entered poll ahead limits step);
    forward!(self => self.to; Sudoku: solutions branch follows_branches partial);

    /// The outer choice was already reported; this one is a part of it.
    #[inline(always)]
    fn chose(&mut self, _choice: Choice) {}
    #[inline(always)]
    fn count(&mut self, event: Event, by: u64) {
        if event != Event::Pass {
            self.to.count(event, by);
        }
    }
    fn solution(&mut self, build: impl FnOnce() -> Grid) -> Flow {
        if self.seen.is_empty() {
            return self.to.solution(build);
        }
        let solution = build();
        match self.seen.iter().position(|seen| *seen == solution) {
            Some(at) => {
                self.seen.swap_remove(at);
                Flow::Continue(())
            }
            None => self.to.solution(|| solution),
        }
    }
    #[inline(always)]
    fn only_counts(&self) -> bool {
        false
    }
    #[inline(always)]
    fn will_only_count(&self) -> bool {
        false
    }
}
