//! The rules for 9x9 boards: rounds by [`kernel`](super::kernel), choices by [`branch`](super::branch).

use super::branch::{Branch, Configurations, at_rest, configurations};
use super::driver::{AtRest, Rules};
use super::kernel::{State, Verdict, WORDS, round};
use super::lanes::Lanes;

/// The rules for 9x9 boards.
#[derive(Clone, Copy)]
pub(super) struct Nine;

impl Rules<WORDS> for Nine {
    type Lines<L: Lanes> = Configurations<L>;
    type Branch = Branch;

    #[inline(always)]
    fn round<L: Lanes>(lanes: L, state: &mut State<L>) -> Verdict {
        round(lanes, state)
    }
    #[inline(always)]
    fn lines<L: Lanes>(lanes: L, state: &State<L>) -> Configurations<L> {
        configurations(lanes, state)
    }
    #[inline(always)]
    fn at_rest<L: Lanes>(
        lanes: L,
        state: &mut State<L>,
        lines: &Configurations<L>,
        lane: usize,
    ) -> AtRest<Branch> {
        at_rest(lanes.eight(), state, lines, lane)
    }
}
