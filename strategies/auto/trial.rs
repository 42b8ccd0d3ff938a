//! Watches a search that may end before it is done.

use crate::zdd_cover::Reuse;
use coverlab_model::{Cover, ExactCover, Flow, Observer, Stop};
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

/// An observer that ends a search which turns out to be large, as soon as it does. What was found
/// by then has been reported.
pub(super) struct Scout<'a, O> {
    observer: &'a mut O,
    nodes: u64,
    look: u64,
    path: Path,
    /// The nodes of the whole search, if it was ended.
    pub(super) large: Option<f64>,
    /// Solutions reported.
    pub(super) found: u64,
}

impl<'a, O: Observer<ExactCover>> Scout<'a, O> {
    pub(super) fn new(observer: &'a mut O) -> Self {
        Scout { observer, nodes: 0, look: FIRST, path: Path::default(), large: None, found: 0 }
    }

    #[cold]
    fn judge(&mut self) -> Flow {
        let promise = self.nodes as f64 / self.path.done();
        self.look *= 2;
        // Whoever keeps the first covers must not get some of them once more from elsewhere.
        let free = self.found == 0 || self.observer.only_counts();
        if free && promise > LARGE * self.nodes as f64 {
            self.large = Some(promise);
            return Flow::Break(Stop::NodeLimit);
        }
        Flow::Continue(())
    }
}

impl<O: Observer<ExactCover>> Observer<ExactCover> for Scout<'_, O> {
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
    fn solution(&mut self, build: impl FnOnce() -> Cover) -> Flow {
        self.found += 1;
        self.observer.solution(build)
    }
    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize) {
        self.path.branch(depth, index, of);
        self.observer.branch(depth, index, of);
    }
}

/// An observer that ends a diagram which is not worth it.
pub(super) struct Trial<'a, O> {
    observer: &'a mut O,
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

impl<'a, O> Trial<'a, O> {
    /// Is judged for the first time after so many nodes, against a rival's nodes.
    pub(super) fn new(observer: &'a mut O, limit: u64, rival: f64, reuse: &'a Cell<Reuse>) -> Self {
        Trial {
            observer,
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

impl<O: Observer<ExactCover>> Observer<ExactCover> for Trial<'_, O> {
    #[inline(always)]
    fn node(&mut self, depth: usize) -> Flow {
        if self.nodes >= self.limit && !self.goes_on() {
            self.over = true;
            return Flow::Break(Stop::NodeLimit);
        }
        self.nodes += 1;
        self.observer.node(depth)
    }
    #[inline(always)]
    fn poll(&mut self) -> Flow {
        self.observer.poll()
    }
    /// A diagram is made without any; its covers are reported from it.
    fn solution(&mut self, build: impl FnOnce() -> Cover) -> Flow {
        self.observer.solution(build)
    }
    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize) {
        self.path.branch(depth, index, of);
    }
}

/// Leaves out the first solutions, which were reported before.
pub(super) struct Rest<'a, O> {
    pub(super) observer: &'a mut O,
    pub(super) known: u64,
}

impl<O: Observer<ExactCover>> Observer<ExactCover> for Rest<'_, O> {
    #[inline(always)]
    fn node(&mut self, depth: usize) -> Flow {
        self.observer.node(depth)
    }
    #[inline(always)]
    fn poll(&mut self) -> Flow {
        self.observer.poll()
    }
    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> Cover) -> Flow {
        if self.known > 0 {
            self.known -= 1;
            return Flow::Continue(());
        }
        self.observer.solution(build)
    }
    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize) {
        self.observer.branch(depth, index, of);
    }
}
