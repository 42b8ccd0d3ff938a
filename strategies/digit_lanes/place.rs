//! The place rule of [`bands`](crate::bands): three digits that have no other place in their row leave no
//! room for a fourth.
//!
//! The minirows of three bands are 27 places, and so are the columns of three stacks: one word of bits each.
//! Digits are lanes, so the rule counts lanes, bit by bit, up to four.

use super::kernel::{BAND, FIRST_PLACES, ROWS, RoundFacts, Rows, Turned, any, boxes, minirows};
use crate::lockstep::kernel::{FULL, GUARD};
use crate::lockstep::lanes::{Across, OnePuzzle};

/// The places of a board at rest that permutations use, and the digits that crowded places exclude.
pub(super) struct Places<V> {
    /// The remaining configurations of each digit.
    ///
    /// In the first register, band `b` has ten bits from `10 b`: bits `3 i` and `3 i + 1` are the two whose
    /// first row uses box `i`. In the second, stack `s` has the bits `3 s + k` and `10 + 3 s + k` for the two
    /// whose first band uses column `k`.
    pub configurations: [V; 2],
    /// The removed digits: by minirow, where bit `k` of box `i` is row `k`, and by column.
    gone: [V; 2],
    /// Places that more than three digits need, and digits without a place in a band.
    bad: V,
}

impl<V: Across> Places<V> {
    /// Computes the places of a board on which a round fixed nothing, from the facts of that round.
    #[inline(always)]
    pub(super) fn of<L: OnePuzzle<Vector = V>>(lanes: L, rows: &Rows<L>, seen: &RoundFacts<V>) -> Self {
        let (first, both) = (lanes.splat(FIRST_PLACES), lanes.splat(FIRST_PLACES | FIRST_PLACES << 1));
        let [a, b, c] = [minirows(rows[0]), minirows(rows[1]), minirows(rows[2])];
        let here = a.select(b.shl::<1>(), first).select(c.shl::<2>(), both).and(lanes.splat(BAND * ROWS));
        let turned = Turned::of(lanes, here);
        let ([a1, a2], [b1, b2]) = (boxes(lanes, turned.by_one), boxes(lanes, turned.by_two));
        let (down, up) = (here.and3(a1, b2), here.and3(a2, b1));
        let of_bands = down.and(first).or(up.and(first).shl::<1>());
        let band = lanes.splat(BAND);
        let of_stacks = seen.columns.and3(seen.up, band).shl::<10>().or(seen.columns.and3(seen.down, band));

        let here = down.or(up);
        // Adding 511 to each row carries into the guard bit, unless the digit has no place in the row.
        let absent = lanes.splat(GUARD).without(here.and(first).add(lanes.splat(FULL)));
        let [by_one, by_two] = boxes(lanes, here);
        let only = here.without2(by_one, by_two);
        let ([three, more], [of_stack, more_of_stack]) = (only.three_four(), seen.only.three_four());
        Places {
            configurations: [of_bands, of_stacks],
            gone: [here.without(only).and(three), seen.columns.without(seen.only).and(of_stack)],
            bad: more.or3(more_of_stack, absent),
        }
    }

    /// Whether the rule removes a digit or finds a contradiction.
    #[inline(always)]
    pub(super) fn are_crowded<L: OnePuzzle<Vector = V>>(&self) -> bool {
        any::<L>(self.gone[0].or3(self.gone[1], self.bad))
    }

    /// Whether the rule finds a contradiction.
    #[inline(always)]
    pub(super) fn are_too_few<L: OnePuzzle<Vector = V>>(&self) -> bool {
        any::<L>(self.bad)
    }

    /// Applies the rule to the board.
    #[inline(always)]
    pub(super) fn leave<L: OnePuzzle<Vector = V>>(&self, lanes: L, rows: &mut Rows<L>) {
        let [of_bands, of_stacks] = self.gone;
        for (row, gone) in rows.iter_mut().zip([of_bands, of_bands.shr::<1>(), of_bands.shr::<2>()]) {
            let gone = gone.and(lanes.splat(FIRST_PLACES));
            *row = row.without2(gone.shl::<3>().sub(gone), of_stacks);
        }
    }
}
