//! One round of inference, in all lanes at once and without branches.
//!
//! A state is 27 words of cells; see [the essay](super) for the layout. [`bands`](crate::bands) has the same
//! round in plain code, against which this one is tested.

use super::lanes::{Lanes, Vector};

/// The candidates of one cell.
pub(crate) const CELL: u32 = 0x1ff;
/// Every candidate of the three cells of a word.
pub(crate) const FULL: u32 = CELL | CELL << 10 | CELL << 20;
/// The guard bit above each cell; always clear in a state.
pub(crate) const GUARD: u32 = 1 << 9 | 1 << 19 | 1 << 29;
/// The number of words with cells.
pub(super) const CELLS: usize = 27;
/// The number of words of a state: those of the cells, and for each band the digits that have one cell in
/// their box.
pub(super) const WORDS: usize = CELLS + 3;

/// One puzzle, in the layout of a lane: word `3 * row + k` has column `k` of each of the three stacks.
pub(super) type Board = [u32; WORDS];
/// The puzzles of all lanes.
pub(super) type State<L> = [<L as Lanes>::Row; WORDS];

/// The result of a round, one bit per lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// A contradiction was found.
    pub dead: u32,
    /// A digit was fixed; on 16x16 boards, a candidate was removed.
    pub changed: u32,
    /// When the round began, some cell had two candidates or more.
    pub open: u32,
}

/// Rotates a word by one cell: the candidates of each cell move to the next, those of the last to the first.
/// The bits above the last guard are unspecified.
#[inline(always)]
pub(crate) fn one<V: Vector>(word: V) -> V {
    word.shl::<10>().or(word.shr::<20>())
}

/// Rotates a word by two cells, as [`one`] by one.
#[inline(always)]
pub(crate) fn two<V: Vector>(word: V) -> V {
    word.shl::<20>().or(word.shr::<10>())
}

/// Applies naked singles, the band rule, the stack rule and hidden singles, once each.
///
/// Vectors are passed only to inlined functions, never through a closure of the standard library, which would
/// be compiled without the target features of the caller.
#[inline(always)]
pub(super) fn round<L: Lanes>(lanes: L, state: &mut State<L>) -> Verdict {
    let (zero, full, guard) = (lanes.splat(0), lanes.splat(FULL), lanes.splat(GUARD));
    let mut seen = RoundFacts { alive: guard, open: zero };
    // Written out, because an array filled in a loop would be cleared first, in every round.
    let first = in_band(lanes, state, 0, &mut seen);
    let second = in_band(lanes, state, 1, &mut seen);
    let third = in_band(lanes, state, 2, &mut seen);
    let (middle, columns) = ([first.0, second.0, third.0], [first.1, second.1, third.1]);
    let claimed = [first.2, second.2, third.2];
    let (RoundFacts { alive, open }, mut bad, mut changed) = (seen, zero, zero);

    for band in 0..3 {
        let (a, b) = (columns[(band + 1) % 3], columns[(band + 2) % 3]);
        let mut keep = [zero; 3];
        for (k, keep) in keep.iter_mut().enumerate() {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            *keep = a[i].and(b[j]).or_and(a[j], b[i]);
        }
        let (mut once, mut twice) = (zero, zero);
        let mut x = [zero; 9];
        for k in 0..9 {
            x[k] = middle[band][k].and(keep[k % 3]);
            twice = twice.or_and(once, x[k]);
            once = once.or(x[k]);
        }
        // A digit without a cell in a box, or alone in two cells.
        bad = bad.or_xor(once, full).or_and(claimed[band], twice);
        let hidden = once.without(twice);
        let fixed = &mut state[CELLS + band];
        changed = changed.or_xor(lanes.load(fixed), hidden);
        hidden.store(fixed);
        for k in 0..9 {
            let single = x[k].and(hidden);
            let less = single.add(full);
            bad = bad.or_and(single, less);
            let forced = less.and(guard);
            let cells = x[k].without_but(forced.sub(forced.shr::<9>()), single);
            cells.store(&mut state[9 * band + k]);
        }
    }

    let every = u32::MAX >> (32 - L::COUNT);
    let sound = alive.and(guard).xor(guard).or(bad).zeros();
    Verdict { dead: !sound & every, changed: !changed.zeros() & every, open: !open.zeros() & every }
}

/// Facts collected during a round, in any word of a lane.
struct RoundFacts<V> {
    alive: V,
    open: V,
}

/// Applies naked singles and the band rule in one band. Returns its words, the digits that each column of a
/// stack can have, and the digits that are alone in a cell.
#[inline(always)]
fn in_band<L: Lanes>(
    lanes: L,
    state: &State<L>,
    band: usize,
    seen: &mut RoundFacts<L::Vector>,
) -> ([L::Vector; 9], [L::Vector; 3], L::Vector) {
    let (zero, full, guard) = (lanes.splat(0), lanes.splat(FULL), lanes.splat(GUARD));
    let mut columns = [zero; 3];
    let mut x = [zero; 9];
    let mut singles = [zero; 9];
    let mut claimed = zero;
    for k in 0..9 {
        let cells = lanes.load(&state[9 * band + k]);
        // Adds the guard and subtracts 1: the guard is set unless the cell is empty, and `cells & less` lacks
        // the lowest candidate.
        let less = cells.add(full);
        seen.alive = seen.alive.and(less);
        let several = cells.and(less).add(full).and(guard);
        let single = cells.without(several.sub(several.shr::<9>()));
        claimed = claimed.or(single);
        (x[k], singles[k]) = (cells, single);
    }
    // A box is decided if nine digits are alone in a cell.
    seen.open = seen.open.or_xor(claimed, full);
    for k in 0..9 {
        x[k] = x[k].without_but(claimed, singles[k]);
    }
    // The two other boxes of each row, in both orders.
    let (mut by_one, mut by_two) = ([zero; 3], [zero; 3]);
    for r in 0..3 {
        let row = x[3 * r].or3(x[3 * r + 1], x[3 * r + 2]);
        (by_one[r], by_two[r]) = (one(row), two(row));
    }
    for r in 0..3 {
        let (a, b) = ((r + 1) % 3, (r + 2) % 3);
        let keep = by_one[a].and(by_two[b]).or_and(by_two[a], by_one[b]);
        for k in 0..3 {
            x[3 * r + k] = x[3 * r + k].and(keep);
        }
    }
    for k in 0..3 {
        columns[k] = x[k].or3(x[3 + k], x[6 + k]);
    }
    (x, columns, claimed)
}
