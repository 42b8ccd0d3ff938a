//! Watches a search, and may stop it early.

use super::CoverWithRows;
use super::contest::{Contest, Winner};
use super::tuning::{FIRST_JUDGEMENT, LARGE, LARGER, REFUTED};
use coverlab_model::{Cover, Event, ExactCover, Flow, Observer, SingleThread, Stop, forward};

/// The current path of a search: depth, index and number of siblings of each branch.
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
        // The current subtree counts as half searched, for lack of a better estimate.
        done + share / 2.0
    }
}

/// Watches a search of single solutions, and gives its rivals turns when it turns out to be large. One type
/// serves all uses, because strategies are compiled again for each type of observer.
pub(super) struct Scout<'a, O> {
    to: O,
    nodes: u64,
    /// The number of nodes at which the search is judged next; `u64::MAX` for never.
    look: u64,
    path: Path,
    /// The smallest estimate so far of the nodes of the whole search.
    least: Option<f64>,
    /// The search continues undisturbed up to this estimated number of nodes.
    expected: f64,
    /// The rivals of the search. Without rivals a large search is stopped.
    rivals: Option<Rivals<'a>>,
    /// The estimated nodes of the whole search, if it was stopped because it is large.
    pub(super) large: Option<f64>,
    /// The rival that finished first, if it stopped the search.
    pub(super) winner: Option<Winner>,
    /// The number of solutions reported, or found by a silent scout.
    pub(super) found: u64,
    silent: bool,
}

/// The strategies that may count all covers faster than the search.
struct Rivals<'a> {
    own: &'a CoverWithRows<'a>,
    /// Created when the rivals get their first turn.
    contest: Option<Contest<'a>>,
}

impl<'a, O: Observer<ExactCover>> Scout<'a, O> {
    /// Gives rivals turns as soon as the estimated number of nodes far exceeds the searched ones, and exceeds
    /// `expected`.
    pub(super) fn new(own: &'a CoverWithRows<'a>, expected: f64, to: O) -> Self {
        let rivals = Some(Rivals { own, contest: None });
        Scout { look: FIRST_JUDGEMENT, expected: expected * LARGER, rivals, ..Scout::idle(to) }
    }

    /// Stops a search as soon as it turns out to be large. Reports no solutions, and first judges late, for a
    /// better estimate.
    pub(super) fn silent(to: O) -> Self {
        Scout { silent: true, look: 16 * FIRST_JUDGEMENT, ..Scout::idle(to) }
    }

    /// Watches a search without limiting its size.
    pub(super) fn idle(to: O) -> Self {
        Scout {
            to,
            nodes: 0,
            look: u64::MAX,
            path: Path::default(),
            least: None,
            expected: 0.0,
            rivals: None,
            large: None,
            winner: None,
            found: 0,
            silent: false,
        }
    }

    #[cold]
    fn judge(&mut self) -> Flow {
        self.look *= 2;
        // Another strategy would find the reported covers again.
        if self.found > 0 && !self.silent && !self.to.only_counts() {
            return Flow::Continue(());
        }
        let searched = self.nodes as f64;
        let mut promise = searched / self.path.done();
        let least = self.least.unwrap_or(promise);
        self.least = Some(least.min(promise));
        let outgrown = promise > REFUTED * least;
        if outgrown {
            // The tree is uneven, and the estimate grows with the search: assume that as much work again is
            // ahead.
            promise = promise.max(2.0 * searched);
        }
        if promise <= self.expected || !outgrown && promise <= LARGE * searched {
            return Flow::Continue(());
        }
        let Some(rivals) = &mut self.rivals else {
            self.large = Some(promise);
            return Flow::Break(Stop::NodeLimit);
        };
        self.expected = if outgrown { promise } else { promise * LARGER };
        let own = rivals.own;
        let contest = rivals.contest.get_or_insert_with(|| own.contest(self.to.only_counts()));
        match contest.hold(promise * own.price.search(), &mut SingleThread(&mut self.to)) {
            Ok(None) => Flow::Continue(()),
            Ok(winner) => {
                self.winner = winner;
                Flow::Break(Stop::Enough)
            }
            Err(stop) => {
                // The choice names the strategy that did the most work.
                if contest.work() > searched * own.price.search() {
                    self.to.chose(contest.last);
                }
                Flow::Break(stop)
            }
        }
    }
}

impl<O: Observer<ExactCover>> Observer<ExactCover> for Scout<'_, O> {
    const WATCHES: bool = O::WATCHES;

    forward!(self => self.to; ExactCover: start poll ahead limits chose step solutions partial);

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
    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> Cover) -> Flow {
        self.found += 1;
        if self.silent { Flow::Continue(()) } else { self.to.solution(build) }
    }
    #[inline(always)]
    fn branch(&mut self, depth: usize, index: usize, of: usize) {
        if self.look != u64::MAX {
            self.path.branch(depth, index, of);
        }
        self.to.branch(depth, index, of);
    }
    #[inline(always)]
    fn follows_branches(&self) -> bool {
        self.look != u64::MAX || self.to.follows_branches()
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
    /// `auto` reports no events.
    #[inline(always)]
    fn count(&mut self, _event: Event, _by: u64) {}
}
