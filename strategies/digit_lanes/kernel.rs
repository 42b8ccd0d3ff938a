//! One round of inference on one puzzle, a lane for each digit.
//!
//! A register is a band; its lane `d` holds the cells that can take digit `d`: three rows of nine
//! bits, with a guard bit above each. Whatever concerns one digit, the line rules and the rows,
//! happens within its lane; what concerns a cell, across the lanes.

use crate::lockstep::kernel::{FULL, GUARD, one, two};
use crate::lockstep::lanes::{Across, Lanes, Row, Sixteen, Vector};

/// Bit 0 of each row.
const ROWS: u32 = 1 | 1 << 10 | 1 << 20;
/// The first cell of each minirow.
const FIRST: u32 = 0o111 * ROWS;
/// The first column of each stack.
const COLUMNS: u32 = 0o111;

/// A puzzle in registers: one for each band.
pub(super) type Bands<L> = [<L as Lanes>::Vector; 3];

/// What a round came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// A contradiction was found.
    pub dead: bool,
    /// A candidate was removed.
    pub changed: bool,
    /// When the round began, some cell had two candidates or more.
    pub open: bool,
}

/// The guard bits of the lanes that are digits.
pub(super) fn used<L: Sixteen>(lanes: L) -> L::Vector {
    let mut row = L::Row::ZERO;
    row.words_mut()[..9].fill(GUARD);
    lanes.load(&row)
}

/// Naked singles, the band rule, the stack rule and hidden singles of rows, once each.
///
/// `claimed` carries from one round to the next the cells that a hidden single took: if two
/// digits took the same, both are still there.
#[inline(always)]
pub(super) fn round<L: Sixteen>(
    lanes: L,
    bands: &mut Bands<L>,
    claimed: &mut Bands<L>,
    used: L::Vector,
) -> Verdict {
    let (zero, full, guard) = (lanes.splat(0), lanes.splat(FULL), lanes.splat(GUARD));
    let before = *bands;
    let (mut bad, mut open) = (zero, zero);
    for (band, claimed) in bands.iter_mut().zip(claimed.iter()) {
        let (once, twice) = band.once_twice();
        bad = bad.or_xor(once, full).or_and(*claimed, twice);
        open = open.or(twice);
        // A naked single clears its row; the line rules clear its column and box.
        let single = band.and(once.without(twice));
        let less = single.add(full);
        bad = bad.or_and(single, less);
        *band = band.without_but(fields(less.and(guard)), single);
    }
    for band in bands.iter_mut() {
        *band = band_rule(lanes, *band);
    }
    stack_rule(lanes, bands);
    for (band, claimed) in bands.iter_mut().zip(claimed.iter_mut()) {
        let less = band.add(full);
        bad = bad.or(used.without(less));
        let several = band.and(less).add(full).and(guard);
        let single = band.without(fields(several));
        *claimed = single.any();
        *band = band.without_but(*claimed, single);
    }
    let mut changed = zero;
    for (band, before) in bands.iter().zip(before) {
        changed = changed.or_xor(before, *band);
    }
    let mut verdict = Verdict { dead: any::<L>(bad), changed: any::<L>(changed), open: any::<L>(open) };
    if !verdict.changed && verdict.open {
        // No round follows to find two digits in a cell that both have taken.
        let mut clash = zero;
        for (band, claimed) in bands.iter().zip(claimed) {
            clash = clash.or_and(*claimed, band.once_twice().1);
        }
        verdict.dead |= any::<L>(clash);
    }
    verdict
}

/// Whether the lane of any digit has a bit.
#[inline(always)]
fn any<L: Lanes>(v: L::Vector) -> bool {
    const DIGITS: u32 = 0x1ff;
    v.zeros() & DIGITS != DIGITS
}

/// The nine bits below each guard bit.
#[inline(always)]
fn fields<V: Vector>(guards: V) -> V {
    guards.sub(guards.shr::<9>())
}

/// Whether a minirow has candidates, at its first cell; and the same turned by one box and two.
#[inline(always)]
fn minirows<L: Lanes>(lanes: L, band: L::Vector) -> [L::Vector; 3] {
    let any = band.or3(band.shr::<1>(), band.shr::<2>()).and(lanes.splat(FIRST));
    // What leaves a row lands on bits that are no first cell.
    [any, any.shl::<3>().or(any.shr::<6>()), any.shl::<6>().or(any.shr::<3>())]
}

#[inline(always)]
fn band_rule<L: Lanes>(lanes: L, band: L::Vector) -> L::Vector {
    let [any, by_one, by_two] = minirows(lanes, band);
    let keep = one(by_one).and(two(by_two)).or_and(one(by_two), two(by_one)).and(any);
    band.and(keep.shl::<3>().sub(keep))
}

/// In which columns of the board a band has candidates; and the same turned within each stack by
/// one column and two.
#[inline(always)]
fn minicolumns<L: Lanes>(lanes: L, band: L::Vector) -> [L::Vector; 3] {
    let (first, last) = (lanes.splat(COLUMNS), lanes.splat(COLUMNS << 2));
    let any = band.or3(band.shr::<10>(), band.shr::<20>()).and(lanes.splat(0x1ff));
    let by_one = any.shl::<1>().without(first).or_and(any.shr::<2>(), first);
    let by_two = any.shr::<1>().without(last).or_and(any.shl::<2>(), last);
    [any, by_one, by_two]
}

#[inline(always)]
fn stack_rule<L: Lanes>(lanes: L, bands: &mut Bands<L>) {
    let [a, b, c] = *bands;
    let turned = [minicolumns(lanes, a), minicolumns(lanes, b), minicolumns(lanes, c)];
    for (index, band) in bands.iter_mut().enumerate() {
        let ([_, a1, a2], [_, b1, b2]) = (turned[(index + 1) % 3], turned[(index + 2) % 3]);
        let keep = a1.and(b2).or_and(a2, b1);
        *band = band.and(keep.or3(keep.shl::<10>(), keep.shl::<20>()));
    }
}

/// The configurations that each digit has left.
///
/// In the first register: of band `b` ten bits from `10 b`, bit `3 i` and bit `3 i + 1` the two whose
/// first row uses box `i`. In the second: of stack `s` bits `3 s + k` and `10 + 3 s + k` the two
/// whose first band uses column `k`.
#[inline(always)]
pub(super) fn configurations<L: Lanes>(lanes: L, bands: &Bands<L>) -> [L::Vector; 2] {
    let [top, middle, bottom] = *bands;
    let [a, b, c] = [of_band(lanes, top), of_band(lanes, middle), of_band(lanes, bottom)];
    let [any, ..] = minicolumns(lanes, top);
    let [[_, a1, a2], [_, b1, b2]] = [minicolumns(lanes, middle), minicolumns(lanes, bottom)];
    let (down, up) = (any.and3(a1, b2), any.and3(a2, b1));
    [a.or3(b.shl::<10>(), c.shl::<20>()), down.or(up.shl::<10>())]
}

/// The configurations of a band: nine bits.
#[inline(always)]
fn of_band<L: Lanes>(lanes: L, band: L::Vector) -> L::Vector {
    let first = lanes.splat(COLUMNS);
    let [any, by_one, by_two] = minirows(lanes, band);
    let down = any.and3(one(by_one), two(by_two)).and(first);
    let up = any.and3(one(by_two), two(by_one)).and(first);
    down.or(up.shl::<1>())
}
