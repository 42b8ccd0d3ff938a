//! Watches a search that may end before it is done.

use coverlab_model::{Cover, Event, ExactCover, Filter, Flow, Observer, Stop};

/// Nodes after which a search is judged for the first time.
const FIRST: u64 = 1000;

/// A search is large if it seems to have so many times the nodes that were searched: to begin again
/// with another is cheap then.
const LARGE: f64 = 16.0;

/// How many times as large as was thought before it must be to end once more.
const LARGER: f64 = 3.0;

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

/// Watches a search of single solutions: ends it if it turns out to be larger than was thought, and leaves out what was reported
/// before it began again. One type does all, because strategies are compiled anew for each that watches them.
#[derive(Default)]
pub(super) struct Scout {
    /// Solutions to leave out, which were reported before.
    known: u64,
    nodes: u64,
    /// The node at which the search is judged next; `u64::MAX` if it may be as large as it likes.
    look: u64,
    path: Path,
    /// It is not ended if it seems to have no more nodes than these.
    expected: f64,
    /// The nodes of the whole search, if it was ended.
    pub(super) large: Option<f64>,
    /// Solutions reported, or found by one that is silent.
    pub(super) found: u64,
    silent: bool,
}

impl Scout {
    /// Ends a search which turns out to be large, as soon as it does. What was found by then has been reported.
    pub(super) fn new() -> Self {
        Scout { look: FIRST, ..Scout::default() }
    }

    /// As [`Self::new`], but reports no solution, and takes its time for a better estimate.
    pub(super) fn silent() -> Self {
        Scout { silent: true, look: 16 * FIRST, ..Scout::default() }
    }

    /// Watches the same search again, which `known` solutions were reported of; ends it if it is much larger than
    /// `expected`.
    pub(super) fn again(known: u64, expected: f64) -> Self {
        Scout { known, expected: expected * LARGER, ..Scout::new() }
    }

    /// Watches a search that may be of any size.
    pub(super) fn idle() -> Self {
        Scout { look: u64::MAX, ..Scout::default() }
    }

    #[cold]
    fn judge(&mut self, observer: &impl Observer<ExactCover>) -> Flow {
        let promise = self.nodes as f64 / self.path.done();
        self.look *= 2;
        // Covers that were kept must not come once more from elsewhere.
        let free = self.found == 0 || self.silent || observer.only_counts();
        if free && promise > self.expected.max(LARGE * self.nodes as f64) {
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
        if self.silent { Flow::Continue(()) } else { to.solution(build) }
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
