//! Watches the first search, and leaves it where another is the better one.

use coverlab_model::{Choice, Event, Filter, Flow, Grid, Observer, Problem, Stop, Sudoku};

/// [`Scout::worth`] where a node is a choice.
const NODES_PER_SOLUTION: u64 = 8;

/// A search with this many solutions enumerates as well, however seldom it finds one. As many are kept, so that no
/// other search reports them again.
const MANY_SOLUTIONS: u64 = 1000;

/// Judges a search after some nodes, and then whenever it has twice as many.
pub(super) struct Scout {
    /// Whether a mere count is better done elsewhere.
    pub(super) counts_elsewhere: bool,
    /// A search that finds a solution at least every `worth` nodes enumerates.
    pub(super) worth: u64,
    allowance: u64,
    look: u64,
    nodes: u64,
    /// Solutions reported.
    pub(super) found: u64,
    /// The first of them.
    pub(super) seen: Vec<Grid>,
    /// Whether the search was ended for another.
    pub(super) left: bool,
}

impl Scout {
    /// `allowance`: nodes before the first judgement; `u64::MAX` for none at all.
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

    /// Another search begins.
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
        // Solutions that were kept must not come once more from elsewhere, in another order.
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
    /// Passes depend on how many boards share the lanes, so they are not counted here.
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
    /// Solutions must be seen one by one.
    #[inline(always)]
    fn only_counts(&self, _to: &impl Observer<Sudoku>) -> bool {
        false
    }
    #[inline(always)]
    fn will_only_count(&self, _to: &impl Observer<Sudoku>) -> bool {
        false
    }
}

/// Passes on what was not seen before.
pub(super) struct Unseen<P: Problem> {
    pub(super) seen: Vec<P::Solution>,
}

impl<P: Problem> Filter<P> for Unseen<P> {
    /// A choice was reported before; this one is a part of it.
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
