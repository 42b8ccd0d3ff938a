//! Watches the first search, and leaves it where another is the better one.

use coverlab_model::{Choice, Event, Flow, Grid, Observer, Problem, Stop, Sudoku};
use std::time::Duration;

/// A search that finds a solution in so many nodes enumerates.
const WORTH: u64 = 8;

/// A search of so many solutions enumerates as well, however seldom it finds one. As many are kept, so that no
/// other search reports them again.
const MANY: u64 = 1000;

/// An observer that judges a search after some nodes, and then whenever it has twice as many.
pub(super) struct Scout<O> {
    pub(super) observer: O,
    /// Whether a mere count is better done elsewhere.
    pub(super) counts_elsewhere: bool,
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

impl<O: Observer<Sudoku>> Scout<O> {
    /// `allowance`: nodes before the first judgement; the largest number: there is none.
    pub(super) fn new(observer: O, allowance: u64) -> Self {
        let (seen, left) = (Vec::new(), false);
        Scout {
            observer,
            counts_elsewhere: false,
            allowance,
            look: allowance,
            nodes: 0,
            found: 0,
            seen,
            left,
        }
    }

    /// Another search begins.
    pub(super) fn begin(&mut self) {
        self.seen.clear();
        (self.look, self.nodes, self.found, self.left) = (self.allowance, 0, 0, false);
    }

    /// Whether the search finds solutions all the time.
    pub(super) fn enumerates(&self) -> bool {
        self.found >= MANY || self.found.saturating_mul(WORTH) >= self.nodes
    }

    #[cold]
    fn judge(&mut self) -> Flow {
        // Solutions that were kept must not come once more from elsewhere, in another order.
        let free = self.found == 0 || self.observer.only_counts();
        let elsewhere = self.counts_elsewhere && free && self.observer.will_only_count();
        if self.enumerates() && !elsewhere {
            self.look *= 2;
            return Flow::Continue(());
        }
        self.left = true;
        Flow::Break(Stop::NodeLimit)
    }
}

impl<O: Observer<Sudoku>> Observer<Sudoku> for Scout<O> {
    #[inline(always)]
    fn node(&mut self, depth: usize) -> Flow {
        if self.nodes >= self.look {
            self.judge()?;
        }
        self.nodes += 1;
        self.observer.node(depth)
    }
    #[inline(always)]
    fn poll(&mut self) -> Flow {
        self.observer.poll()
    }
    #[inline(always)]
    fn ahead(&mut self, time: Duration) -> Flow {
        self.observer.ahead(time)
    }
    #[inline(always)]
    fn chose(&mut self, choice: Choice) {
        self.observer.chose(choice);
    }
    /// Passes depend on how many boards share the lanes, and are nobody's count here.
    #[inline(always)]
    fn count(&mut self, event: Event, by: u64) {
        if event != Event::Pass {
            self.observer.count(event, by);
        }
    }
    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> Grid) -> Flow {
        self.found += 1;
        if self.allowance == u64::MAX || self.found > MANY {
            return self.observer.solution(build);
        }
        let grid = build();
        self.seen.push(grid.clone());
        self.observer.solution(|| grid)
    }
    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize) {
        self.observer.branch(depth, index, of);
    }
}

/// Passes on what was not seen before.
pub(super) struct Unseen<'a, P: Problem, O> {
    pub(super) seen: Vec<P::Solution>,
    pub(super) observer: &'a mut O,
}

impl<P: Problem, O: Observer<P>> Observer<P> for Unseen<'_, P, O> {
    #[inline(always)]
    fn node(&mut self, depth: usize) -> Flow {
        self.observer.node(depth)
    }
    #[inline(always)]
    fn poll(&mut self) -> Flow {
        self.observer.poll()
    }
    #[inline(always)]
    fn ahead(&mut self, time: Duration) -> Flow {
        self.observer.ahead(time)
    }
    #[inline(always)]
    fn count(&mut self, event: Event, by: u64) {
        if event != Event::Pass {
            self.observer.count(event, by);
        }
    }
    fn solution(&mut self, build: impl FnOnce() -> P::Solution) -> Flow {
        if self.seen.is_empty() {
            return self.observer.solution(build);
        }
        let solution = build();
        match self.seen.iter().position(|seen| *seen == solution) {
            Some(at) => {
                self.seen.swap_remove(at);
                Flow::Continue(())
            }
            None => self.observer.solution(|| solution),
        }
    }
}
