//! Assigns puzzles to lanes; each lane has its own puzzle and stack.
//!
//! After each round a lane continues, unless it reached an event: a contradiction, a solution or rest. Events
//! are handled lane by lane, without waiting for the other lanes. A lane whose search ends takes the next
//! puzzle at once. A search in a lane depends only on its puzzle, so its counters do not depend on the other
//! lanes.

use super::kernel::Verdict;
use super::lanes::{Lanes, Row};
use coverlab_model::Flow;
use std::ops::ControlFlow;

/// The rules for boards of one size. A board is `WORDS` words of a lane.
pub(super) trait Rules<const WORDS: usize> {
    /// Data of boards at rest, for all lanes.
    type Lines<L: Lanes>;
    /// A binary choice.
    type Branch: Choice;

    /// Performs one round in all lanes, without branches.
    fn round<L: Lanes>(lanes: L, state: &mut [L::Row; WORDS]) -> Verdict;
    /// Computes the data of boards at rest, needed when a round changes nothing.
    fn lines<L: Lanes>(lanes: L, state: &[L::Row; WORDS]) -> Self::Lines<L>;
    /// Applies the place rule to the board in `lane`, which is open and at rest, or finds a choice.
    fn at_rest<L: Lanes>(
        lanes: L,
        state: &mut [L::Row; WORDS],
        lines: &Self::Lines<L>,
        lane: usize,
    ) -> AtRest<Self::Branch>;
}

/// The next step for a board at rest.
pub(super) enum AtRest<Branch> {
    /// The place rule found a contradiction.
    Dead,
    /// The place rule removed a candidate.
    Changed,
    /// The place rule removed nothing; this is the choice to branch on.
    Choice(Branch),
}

/// A binary choice: for each side, words and masks of the candidates that it removes.
pub(super) trait Choice {
    /// The candidates removed on the side that is searched first.
    fn there(&self) -> impl Iterator<Item = (usize, u32)>;
    /// The candidates removed on the other side.
    fn elsewhere(&self) -> impl Iterator<Item = (usize, u32)>;
}

/// The board in a lane.
pub(super) struct InLane<'a, R, const WORDS: usize> {
    state: &'a mut [R; WORDS],
    lane: usize,
}

impl<'a, R: Row, const WORDS: usize> InLane<'a, R, WORDS> {
    #[inline(always)]
    pub(super) fn new(state: &'a mut [R; WORDS], lane: usize) -> Self {
        InLane { state, lane }
    }
    /// One word of the board.
    #[inline(always)]
    pub(super) fn word(&self, k: usize) -> u32 {
        self.state[k].words()[self.lane]
    }
    /// Replaces one word.
    #[inline(always)]
    pub(super) fn set(&mut self, k: usize, word: u32) {
        self.state[k].words_mut()[self.lane] = word;
    }
    /// All words of the board.
    #[inline(always)]
    pub(super) fn board(&self) -> [u32; WORDS] {
        std::array::from_fn(|k| self.word(k))
    }
    /// Replaces all words.
    #[inline(always)]
    pub(super) fn put(&mut self, board: &[u32; WORDS]) {
        for (row, &word) in self.state.iter_mut().zip(board) {
            row.words_mut()[self.lane] = word;
        }
    }
}

/// The source of puzzles, and the callbacks of their searches.
pub(super) trait Jobs<const WORDS: usize> {
    /// Puts the next puzzle into a lane and returns its index; `None` if there is none.
    fn next<R: Row>(&mut self, lane: InLane<'_, R, WORDS>) -> Option<usize>;
    /// Reports that a node of puzzle `job` is entered.
    fn node(&mut self, job: usize, depth: usize) -> Flow;
    /// Reports a solution of puzzle `job`: a board with one candidate in each cell.
    fn solution<R: Row>(&mut self, job: usize, board: InLane<'_, R, WORDS>) -> Flow;
    /// Reports that the search of puzzle `job` ended.
    fn end(&mut self, job: usize, flow: Flow, tally: SearchCounters);
}

/// Counters of one search, besides its nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SearchCounters {
    /// The number of rounds.
    pub passes: u64,
    /// The number of binary choices.
    pub guesses: u64,
    /// The number of contradictions.
    pub conflicts: u64,
}

/// The search in a lane.
#[derive(Default)]
struct Search<const WORDS: usize> {
    job: usize,
    depth: usize,
    /// The number of rounds before this search began.
    began: u64,
    tally: SearchCounters,
    /// The unsearched sides of the branches above, with their depths; the first `open` are in use.
    stack: Vec<([u32; WORDS], usize)>,
    open: usize,
}

/// Memory reused between batches.
#[derive(Default)]
pub(super) struct Searches<const WORDS: usize>(Vec<Search<WORDS>>);

/// Searches all `jobs`.
#[inline(always)]
pub(super) fn run<L: Lanes, R: Rules<WORDS>, const WORDS: usize>(
    lanes: L,
    _rules: R,
    searches: &mut Searches<WORDS>,
    jobs: &mut impl Jobs<WORDS>,
) {
    searches.0.resize_with(searches.0.len().max(L::COUNT), Search::default);
    let mut state = [L::Row::ZERO; WORDS];
    let (mut active, mut rounds) = (0_u32, 0);
    for (lane, search) in searches.0.iter_mut().enumerate().take(L::COUNT) {
        active |= u32::from(search.start(&mut state, lane, rounds, jobs)) << lane;
    }
    while active != 0 {
        let verdict = R::round(lanes, &mut state);
        rounds += 1;
        let resting = verdict.open & !(verdict.dead | verdict.changed) & active;
        if resting != 0 {
            let lines = R::lines(lanes, &state);
            for lane in bits::<L>(resting) {
                let search = &mut searches.0[lane];
                let over = match R::at_rest(lanes, &mut state, &lines, lane) {
                    AtRest::Changed => None,
                    AtRest::Choice(choice) => search.branch(&mut state, lane, &choice, jobs),
                    AtRest::Dead => {
                        search.tally.conflicts += 1;
                        search.backtrack(&mut state, lane, jobs)
                    }
                };
                if let Some(flow) = over
                    && !search.finish(flow, &mut state, lane, rounds, jobs)
                {
                    active &= !(1 << lane);
                }
            }
        }
        for lane in bits::<L>((verdict.dead | !verdict.open) & active) {
            let search = &mut searches.0[lane];
            let mut flow = ControlFlow::Continue(());
            if verdict.dead >> lane & 1 != 0 {
                search.tally.conflicts += 1;
            } else {
                flow = jobs.solution(search.job, InLane::new(&mut state, lane));
            }
            let over = match flow {
                ControlFlow::Continue(()) => search.backtrack(&mut state, lane, jobs),
                stop => Some(stop),
            };
            if let Some(flow) = over
                && !search.finish(flow, &mut state, lane, rounds, jobs)
            {
                active &= !(1 << lane);
            }
        }
    }
}

impl<const WORDS: usize> Search<WORDS> {
    /// Starts the search of the next puzzle that its observer allows; `false` if none is left.
    #[inline(always)]
    fn start<R: Row>(
        &mut self,
        state: &mut [R; WORDS],
        lane: usize,
        rounds: u64,
        jobs: &mut impl Jobs<WORDS>,
    ) -> bool {
        while let Some(job) = jobs.next(InLane::new(state, lane)) {
            let flow = jobs.node(job, 0);
            if flow.is_break() {
                jobs.end(job, flow, SearchCounters::default());
                continue;
            }
            (self.job, self.depth, self.open) = (job, 0, 0);
            (self.began, self.tally) = (rounds, SearchCounters::default());
            return true;
        }
        false
    }

    /// Saves one side of `branch` and enters the other. Returns the result if the observer ends the search.
    #[inline(always)]
    fn branch<R: Row>(
        &mut self,
        state: &mut [R; WORDS],
        lane: usize,
        branch: &impl Choice,
        jobs: &mut impl Jobs<WORDS>,
    ) -> Option<Flow> {
        if self.open == self.stack.len() {
            self.stack.resize(2 * self.open + 16, ([0; WORDS], 0));
        }
        self.tally.guesses += 1;
        self.depth += 1;
        let (saved, depth) = &mut self.stack[self.open];
        *depth = self.depth;
        for (word, row) in saved.iter_mut().zip(state.iter()) {
            *word = row.words()[lane];
        }
        for (word, mask) in branch.elsewhere() {
            saved[word] &= !mask;
        }
        for (word, mask) in branch.there() {
            state[word].words_mut()[lane] &= !mask;
        }
        self.open += 1;
        let flow = jobs.node(self.job, self.depth);
        flow.is_break().then_some(flow)
    }

    /// Enters the saved side of the last branch. Returns the result if there is none, or if the observer ends
    /// the search.
    #[inline(always)]
    fn backtrack<R: Row>(
        &mut self,
        state: &mut [R; WORDS],
        lane: usize,
        jobs: &mut impl Jobs<WORDS>,
    ) -> Option<Flow> {
        if self.open == 0 {
            return Some(ControlFlow::Continue(()));
        }
        self.open -= 1;
        let (saved, depth) = &self.stack[self.open];
        self.depth = *depth;
        InLane::new(state, lane).put(saved);
        let flow = jobs.node(self.job, self.depth);
        flow.is_break().then_some(flow)
    }

    /// Reports the end of this search and starts another; `false` if no puzzle is left.
    #[inline(always)]
    fn finish<R: Row>(
        &mut self,
        flow: Flow,
        state: &mut [R; WORDS],
        lane: usize,
        rounds: u64,
        jobs: &mut impl Jobs<WORDS>,
    ) -> bool {
        self.tally.passes = rounds - self.began;
        jobs.end(self.job, flow, self.tally);
        self.start(state, lane, rounds, jobs)
    }
}

/// The lanes of a bit set, in order.
#[inline(always)]
fn bits<L: Lanes>(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (lane < 32).then_some(lane % L::COUNT)
    })
}
