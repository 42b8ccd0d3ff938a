//! Keeps the lanes busy: each has a puzzle and a stack of its own.
//!
//! After each round a lane goes on, unless it came to an event: a contradiction, a solution or
//! rest. Events are handled lane by lane, without waiting for the neighbours; a lane whose
//! search ends takes the next puzzle at once. What a lane does depends on its puzzle alone, so
//! the counts of a search do not depend on its company.

use super::kernel::Verdict;
use super::lanes::{Lanes, Row};
use coverlab_model::Flow;
use std::ops::ControlFlow;

/// How boards of one size are searched. A board is `WORDS` words of a lane.
pub(super) trait Rules<const WORDS: usize> {
    /// The data of boards at rest, in all lanes.
    type Lines<L: Lanes>;
    /// A choice between two.
    type Branch: Choice;

    /// One round, in all lanes and without a branch.
    fn round<L: Lanes>(lanes: L, state: &mut [L::Row; WORDS]) -> Verdict;
    /// The data of boards at rest, needed if a round changes nothing.
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
    /// The place rule has found a contradiction.
    Dead,
    /// It has removed a candidate.
    Changed,
    /// It has not, and there is a choice to be made.
    Choice(Branch),
}

/// A choice between two sides: the words, and the candidates in them, that go on either.
pub(super) trait Choice {
    /// The candidates that are removed on the side that is searched first.
    fn there(&self) -> impl Iterator<Item = (usize, u32)>;
    /// The candidates that are removed on the other side.
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
    /// One word of it.
    #[inline(always)]
    pub(super) fn word(&self, k: usize) -> u32 {
        self.state[k].words()[self.lane]
    }
    /// Replaces one word.
    #[inline(always)]
    pub(super) fn set(&mut self, k: usize, word: u32) {
        self.state[k].words_mut()[self.lane] = word;
    }
    /// All of it.
    #[inline(always)]
    pub(super) fn board(&self) -> [u32; WORDS] {
        std::array::from_fn(|k| self.word(k))
    }
    /// Replaces all of it.
    #[inline(always)]
    pub(super) fn put(&mut self, board: &[u32; WORDS]) {
        for (row, &word) in self.state.iter_mut().zip(board) {
            row.words_mut()[self.lane] = word;
        }
    }
}

/// Where puzzles come from, and where what is found goes.
pub(super) trait Jobs<const WORDS: usize> {
    /// Puts the next puzzle into a lane. Its number, if there is one.
    fn next<R: Row>(&mut self, lane: InLane<'_, R, WORDS>) -> Option<usize>;
    /// A node of puzzle `job` is entered.
    fn node(&mut self, job: usize, depth: usize) -> Flow;
    /// A solution of puzzle `job`: a board with one candidate in each cell.
    fn solution<R: Row>(&mut self, job: usize, board: InLane<'_, R, WORDS>) -> Flow;
    /// The search of puzzle `job` is over.
    fn end(&mut self, job: usize, flow: Flow, tally: SearchCounters);
}

/// Counters of the search of one puzzle, besides its nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SearchCounters {
    /// Rounds.
    pub passes: u64,
    /// Choices between two.
    pub guesses: u64,
    /// Contradictions.
    pub conflicts: u64,
}

/// A search in its lane.
#[derive(Default)]
struct Search<const WORDS: usize> {
    job: usize,
    depth: usize,
    /// The round before the first of this search.
    began: u64,
    tally: SearchCounters,
    /// The other sides of the branches above, with their depths; the first `open` are in use.
    stack: Vec<([u32; WORDS], usize)>,
    open: usize,
}

/// Memory kept between batches.
#[derive(Default)]
pub(super) struct Searches<const WORDS: usize>(Vec<Search<WORDS>>);

/// Searches all of `jobs`.
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
    /// Takes the next puzzle that may be searched; `false` if none is left.
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

    /// Keeps one side of `branch` for later and enters the other. If the observer wants no more, the
    /// search is over.
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

    /// Enters the side of a branch that is still to be searched. If there is none, or the
    /// observer wants no more, the search is over.
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

    /// Reports the end of this search and starts another; `false` if none is left.
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

/// The lanes of a set, in order.
#[inline(always)]
fn bits<L: Lanes>(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (lane < 32).then_some(lane % L::COUNT)
    })
}
