//! Watches the first search, and stops it if another strategy is likely to be faster.

use coverlab_model::{Choice, Event, Filter, Flow, Grid, Observer, Problem, Stop, Sudoku};

/// [`Scout::worth`] for strategies whose nodes are choices.
const NODES_PER_SOLUTION: u64 = 8;

/// A search with this many solutions enumerates, however rarely it finds one. At most this many are kept, so
/// that another search does not report them again.
const MANY_SOLUTIONS: u64 = 1000;

/// Judges a search when its allowance of nodes is used up, and again whenever the nodes have doubled.
pub(super) struct Scout {
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

impl Scout {
    /// `allowance` is the number of nodes before the first judgment; `u64::MAX` for none.
    pub(super) fn new(allowance: u64) -> Self {
        let (seen, left) = (Vec::new(), false);
        Scout {
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
    fn judge(&mut self, observer: &impl Observer<Sudoku>) -> Flow {
        // Another strategy would find the reported solutions again, in another order.
        let free = self.found == 0 || observer.only_counts();
        let elsewhere = self.counts_elsewhere && free && observer.will_only_count();
        if self.enumerates() && !elsewhere {
            self.look *= 2;
            return Flow::Continue(());
        }
        self.left = true;
        Flow::Break(Stop::NodeLimit)
    }
}

impl Filter<Sudoku> for Scout {
    #[inline(always)]
    fn node(&mut self, depth: usize, to: &mut impl Observer<Sudoku>) -> Flow {
        if self.nodes >= self.look {
            self.judge(to)?;
        }
        self.nodes += 1;
        to.node(depth)
    }
    #[inline(always)]
    fn unwatched(&self, to: &impl Observer<Sudoku>) -> u64 {
        self.look.saturating_sub(self.nodes).min(to.unwatched())
    }
    #[inline(always)]
    fn entered(&mut self, nodes: u64, deepest: usize, to: &mut impl Observer<Sudoku>) {
        self.nodes += nodes;
        to.entered(nodes, deepest);
    }
    /// The size of a batch decides which strategy makes the passes, so they are not counted here.
    #[inline(always)]
    fn count(&mut self, event: Event, by: u64, to: &mut impl Observer<Sudoku>) {
        if event != Event::Pass {
            to.count(event, by);
        }
    }
    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> Grid, to: &mut impl Observer<Sudoku>) -> Flow {
        self.found += 1;
        if self.allowance == u64::MAX || self.found > MANY_SOLUTIONS {
            return to.solution(build);
        }
        let grid = build();
        self.seen.push(grid.clone());
        to.solution(|| grid)
    }
    /// The scout must see every solution.
    #[inline(always)]
    fn only_counts(&self, _to: &impl Observer<Sudoku>) -> bool {
        false
    }
    #[inline(always)]
    fn will_only_count(&self, _to: &impl Observer<Sudoku>) -> bool {
        false
    }
}

/// Passes on only solutions that were not already reported.
pub(super) struct Unseen<P: Problem> {
    pub(super) seen: Vec<P::Solution>,
}

impl<P: Problem> Filter<P> for Unseen<P> {
    /// The outer choice was already reported; this one is a part of it.
    #[inline(always)]
    fn chose(&mut self, _choice: Choice, _to: &mut impl Observer<P>) {}
    #[inline(always)]
    fn count(&mut self, event: Event, by: u64, to: &mut impl Observer<P>) {
        if event != Event::Pass {
            to.count(event, by);
        }
    }
    fn solution(&mut self, build: impl FnOnce() -> P::Solution, to: &mut impl Observer<P>) -> Flow {
        if self.seen.is_empty() {
            return to.solution(build);
        }
        let solution = build();
        match self.seen.iter().position(|seen| *seen == solution) {
            Some(at) => {
                self.seen.swap_remove(at);
                Flow::Continue(())
            }
            None => to.solution(|| solution),
        }
    }
    #[inline(always)]
    fn only_counts(&self, _to: &impl Observer<P>) -> bool {
        false
    }
    #[inline(always)]
    fn will_only_count(&self, _to: &impl Observer<P>) -> bool {
        false
    }
}
