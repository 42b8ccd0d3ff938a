//! Watches a search that may end before it is done.

use crate::zdd_cover::Reuse;
use coverlab_model::{Cover, ExactCover, Flow, Observer, Stop};
use std::cell::Cell;

/// A diagram whose states are known in so many cases may promise too little for longer.
const HOPEFUL: f64 = 0.2;

/// How much longer, if it comes to know more of them, and to promise more, all the time.
const PATIENCE: u64 = 24;

/// Fewer questions say nothing.
const ENOUGH: u64 = 64;

/// An observer that ends a search which is not worth it. Solutions are held back: they count only if
/// it comes to its end.
pub(super) struct Trial<'a, O> {
    observer: &'a mut O,
    nodes: u64,
    /// When it is judged.
    limit: u64,
    /// It may go on as long as it promises to be done within so many nodes.
    rival: f64,
    /// How often a diagram met a state again; the share and the promise when last looked at, and until
    /// when hope is enough.
    reuse: Option<&'a Cell<Reuse>>,
    share: f64,
    promise: f64,
    hope: u64,
    pub(super) over: bool,
    pub(super) found: u64,
    path: Vec<(usize, usize, usize)>,
}

impl<'a, O> Trial<'a, O> {
    /// Ends after so many nodes.
    pub(super) fn new(observer: &'a mut O, limit: u64) -> Self {
        Trial {
            observer,
            nodes: 0,
            limit,
            rival: 0.0,
            reuse: None,
            share: HOPEFUL,
            promise: f64::INFINITY,
            hope: 0,
            over: false,
            found: 0,
            path: Vec::new(),
        }
    }

    /// Is judged for the first time after so many nodes, against a rival's nodes.
    pub(super) fn of_diagram(observer: &'a mut O, limit: u64, rival: f64, reuse: &'a Cell<Reuse>) -> Self {
        Trial { rival, reuse: Some(reuse), hope: limit * PATIENCE, ..Trial::new(observer, limit) }
    }

    /// The share of the tree that was searched.
    pub(super) fn done(&self) -> f64 {
        let (mut done, mut share) = (0.0, 1.0);
        for &(_, index, of) in &self.path {
            share /= of as f64;
            done += share * index as f64;
        }
        // What is searched now is half done, for all that is known.
        done + share / 2.0
    }

    /// Whether it keeps its promise so far, or may yet: then it is judged later.
    fn goes_on(&mut self) -> bool {
        let promise = self.nodes as f64 / self.done();
        if promise < self.rival {
            self.limit += self.limit / 2 + 1;
            return true;
        }
        let Reuse { asked, known } = self.reuse.map(Cell::get).unwrap_or_default();
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
    #[inline(always)]
    fn solution(&mut self, _build: impl FnOnce() -> Cover) -> Flow {
        self.found += 1;
        Flow::Continue(())
    }
    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize) {
        while self.path.last().is_some_and(|step| step.0 >= depth) {
            self.path.pop();
        }
        self.path.push((depth, index, of));
    }
}
