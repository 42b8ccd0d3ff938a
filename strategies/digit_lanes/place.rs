//! The place rule of [`bands`](crate::bands), in the line that holds the choice: three digits that have no
//! other place in their row leave no room for a fourth.
//!
//! Minirows in the rows of three bands are 27 places, and columns in the boxes of three stacks as many: a word
//! of bits each, of which a line has nine. Digits are lanes, so it is a matter of counting lanes, bit by
//! bit, up to four.

use super::kernel::{FIRST, ROWS, Rows, Seen, any};
use crate::lockstep::lanes::{Across, OnePuzzle};

/// By line, the bits of its places: of the bands among minirows, of the stacks among columns.
static PLACES: [[u32; 2]; 6] =
    [[0x1ff, 0], [0x1ff << 10, 0], [0x1ff << 20, 0], [0, 0o007 * ROWS], [0, 0o070 * ROWS], [0, 0o700 * ROWS]];

/// What leaves the crowded places of a line.
#[derive(Clone, Copy)]
pub(super) struct Crowd<V> {
    line: usize,
    gone: V,
    /// Places that more than three digits need.
    more: V,
}

impl<V: Across> Crowd<V> {
    /// Of a board on which a round changed nothing, from what that has seen.
    #[inline(always)]
    pub(super) fn of<L: OnePuzzle<Vector = V>>(lanes: L, seen: &Seen<V>, line: usize) -> Self {
        let [a, b, c] = seen.minirows;
        let (first, both) = (lanes.splat(FIRST), lanes.splat(FIRST | FIRST << 1));
        // Bit `k` of box `i`: minirow `i` of row `k` of each band.
        let minirows = a.select(b.shl::<1>(), first).select(c.shl::<2>(), both);
        let by_one = minirows.shl::<3>().select(minirows.shr::<6>(), lanes.splat(0o770 * ROWS));
        let by_two = minirows.shl::<6>().select(minirows.shr::<3>(), lanes.splat(0o700 * ROWS));
        let [of_band, of_stack] = PLACES[line];
        let (of_band, of_stack) = (lanes.splat(of_band), lanes.splat(of_stack));
        let here = minirows.and(of_band).or_and(seen.columns, of_stack);
        let only = minirows.without2(by_one, by_two).and(of_band).or_and(seen.only, of_stack);
        let [three, more] = only.three_four();
        Crowd { line, gone: here.without(only).and(three), more }
    }

    /// Whether there is any.
    #[inline(always)]
    pub(super) fn is_any<L: OnePuzzle<Vector = V>>(&self) -> bool {
        any::<L>(self.gone.or(self.more))
    }

    /// Whether there is no room.
    #[inline(always)]
    pub(super) fn is_dead<L: OnePuzzle<Vector = V>>(&self) -> bool {
        any::<L>(self.more)
    }

    /// Takes it from the board.
    #[inline(always)]
    pub(super) fn leave<L: OnePuzzle<Vector = V>>(&self, lanes: L, rows: &mut Rows<L>) {
        let [of_band, of_stack] = PLACES[self.line];
        let gone = self.gone.and(lanes.splat(of_band));
        for (row, gone) in rows.iter_mut().zip([gone, gone.shr::<1>(), gone.shr::<2>()]) {
            let gone = gone.and(lanes.splat(FIRST));
            *row = row.without2(gone.shl::<3>().sub(gone), self.gone.and(lanes.splat(of_stack)));
        }
    }
}
