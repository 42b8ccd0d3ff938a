//! Watches a search that may end before it is done.

use crate::zdd_cover::Reuse;
use coverlab_model::{Cover, Event, ExactCover, Filter, Flow, Observer, Stop};
use std::cell::Cell;

/// Nodes after which a search is judged for the first time.
const FIRST: u64 = 1000;

/// A search is large if it seems to have so many times the nodes that were searched: to begin again
/// with another is cheap then.
const LARGE: f64 = 16.0;

/// A diagram whose states are known in so many cases may promise too little for longer.
const HOPEFUL: f64 = 0.2;

/// How much longer, if it comes to know more of them, and to promise more, all the time.
const PATIENCE: u64 = 24;

/// Fewer questions say nothing.
const ENOUGH: u64 = 64;

/// Where a search is: each branch on the path, with its depth.
#[derive(Default)]
struct Path(Vec<(usize, usize, usize)>);

impl Path {
    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize) {
        while self.0.last().is_some_and(|step| step.0 >= depth) {
            self.0.pop();
        }
        self.0.push((depth, index, of));
    }

    /// The share of the tree that was searched.
    fn done(&self) -> f64 {
        let (mut done, mut share) = (0.0, 1.0);
        for &(_, index, of) in &self.0 {
            share /= of as f64;
            done += share * index as f64;
        }
        // What is searched now is half done, for all that is known.
        done + share / 2.0
    }
}

/// Watches a search of single solutions: first one that ends if it turns out to be large, then one that leaves out what the
/// first reported. Both are one type because strategies are compiled anew for each type that watches them.
#[derive(Default)]
pub(super) struct Scout {
    /// Solutions to leave out, which were reported before.
    known: u64,
    nodes: u64,
    /// The node at which the search is judged next; `u64::MAX` if it may be as large as it likes.
    look: u64,
    path: Path,
    /// The nodes of the whole search, if it was ended.
    pub(super) large: Option<f64>,
    /// Solutions reported.
    pub(super) found: u64,
}

impl Scout {
    /// Ends a search which turns out to be large, as soon as it does. What was found by then has been reported.
    pub(super) fn new() -> Self {
        Scout { look: FIRST, ..Scout::default() }
    }

    /// Leaves out the first `known` solutions of a search of any size.
    pub(super) fn rest(known: u64) -> Self {
        Scout { look: u64::MAX, known, ..Scout::default() }
    }

    #[cold]
    fn judge(&mut self, observer: &impl Observer<ExactCover>) -> Flow {
        let promise = self.nodes as f64 / self.path.done();
        self.look *= 2;
        // Covers that were kept must not come once more from elsewhere.
        let free = self.found == 0 || observer.only_counts();
        if free && promise > LARGE * self.nodes as f64 {
            self.large = Some(promise);
            return Flow::Break(Stop::NodeLimit);
        }
        Flow::Continue(())
    }
}

impl Filter<ExactCover> for Scout {
    #[inline(always)]
    fn node(&mut self, depth: usize, to: &mut impl Observer<ExactCover>) -> Flow {
        if self.nodes >= self.look {
            self.judge(to)?;
        }
        self.nodes += 1;
        to.node(depth)
    }
    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> Cover, to: &mut impl Observer<ExactCover>) -> Flow {
        if self.known > 0 {
            self.known -= 1;
            return Flow::Continue(());
        }
        self.found += 1;
        to.solution(build)
    }
    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize, to: &mut impl Observer<ExactCover>) {
        if self.look != u64::MAX {
            self.path.branch(depth, index, of);
        }
        to.branch(depth, index, of);
    }
    /// What is reported must be seen one by one.
    #[inline(always)]
    fn only_counts(&self, _to: &impl Observer<ExactCover>) -> bool {
        false
    }
    #[inline(always)]
    fn will_only_count(&self, _to: &impl Observer<ExactCover>) -> bool {
        false
    }
    /// The strategy counts no events of its own.
    #[inline(always)]
    fn count(&mut self, _event: Event, _by: u64, _to: &mut impl Observer<ExactCover>) {}
}

/// Ends a diagram which is not worth it.
pub(super) struct Trial<'a> {
    nodes: u64,
    /// When it is judged.
    limit: u64,
    /// It may go on as long as it promises to be done within so many nodes.
    rival: f64,
    /// How often it met a state again; the share and the promise when last looked at, and until
    /// when hope is enough.
    reuse: &'a Cell<Reuse>,
    share: f64,
    promise: f64,
    hope: u64,
    path: Path,
    pub(super) over: bool,
}

impl<'a> Trial<'a> {
    /// Is judged for the first time after so many nodes, against a rival's nodes.
    pub(super) fn new(limit: u64, rival: f64, reuse: &'a Cell<Reuse>) -> Self {
        Trial {
            nodes: 0,
            limit,
            rival,
            reuse,
            share: HOPEFUL,
            promise: f64::INFINITY,
            hope: limit * PATIENCE,
            path: Path::default(),
            over: false,
        }
    }

    /// Whether it keeps its promise so far, or may yet: then it is judged later.
    #[cold]
    fn goes_on(&mut self) -> bool {
        let promise = self.nodes as f64 / self.path.done();
        if promise < self.rival {
            self.limit += self.limit / 2 + 1;
            return true;
        }
        let Reuse { asked, known } = self.reuse.get();
        let before = std::mem::replace(&mut self.share, known as f64 / asked.max(1) as f64);
        let improves = self.share > before && promise < self.promise;
        self.promise = promise;
        self.limit *= 2;
        self.nodes < self.hope && asked >= ENOUGH && improves
    }
}

impl Filter<ExactCover> for Trial<'_> {
    #[inline(always)]
    fn node(&mut self, depth: usize, to: &mut impl Observer<ExactCover>) -> Flow {
        if self.nodes >= self.limit && !self.goes_on() {
            self.over = true;
            return Flow::Break(Stop::NodeLimit);
        }
        self.nodes += 1;
        to.node(depth)
    }
    /// The branches of a diagram are not those of the search.
    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize, _to: &mut impl Observer<ExactCover>) {
        self.path.branch(depth, index, of);
    }
    /// What is reported must be seen one by one.
    #[inline(always)]
    fn only_counts(&self, _to: &impl Observer<ExactCover>) -> bool {
        false
    }
    #[inline(always)]
    fn will_only_count(&self, _to: &impl Observer<ExactCover>) -> bool {
        false
    }
    /// The strategy counts no events of its own.
    #[inline(always)]
    fn count(&mut self, _event: Event, _by: u64, _to: &mut impl Observer<ExactCover>) {}
}
