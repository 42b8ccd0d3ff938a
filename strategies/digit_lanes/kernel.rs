//! One round of inference on one puzzle, a lane for each digit.
//!
//! A register is a row of each band; its lane `d` holds the cells that can take digit `d`: three rows of
//! nine bits, one of each band, with a guard bit above each. Whatever concerns one digit happens within its
//! lane; what concerns a cell, across the lanes. The band rule combines the registers and turns boxes; the
//! stack rule looks at what columns the three have together, in one word, and turns bands and columns.

use crate::lockstep::kernel::FULL;
use crate::lockstep::lanes::{Across, DIGITS, Lanes, OnePuzzle, Vector};

/// Bit 0 of each row.
pub(super) const ROWS: u32 = 1 | 1 << 10 | 1 << 20;
/// The first cell of each minirow.
pub(super) const FIRST: u32 = 0o111 * ROWS;
/// The row of the first band.
pub(super) const BAND: u32 = 0x1ff;

/// A puzzle in registers: one for each row of a band.
pub(super) type Rows<L> = [<L as Lanes>::Vector; 3];

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

/// What a round sees of the board on its way. Where it changed nothing, that is so at its end.
pub(super) struct Seen<V> {
    /// The configurations that each digit has left.
    ///
    /// In the first register: of band `b` ten bits from `10 b`, bit `3 i` and bit `3 i + 1` the two whose
    /// first row uses box `i`. In the second: of stack `s` bits `3 s + k` and `10 + 3 s + k` the two
    /// whose first band uses column `k`.
    pub configurations: [V; 2],
    /// By row of a band: at the first cell of each minirow, whether a digit can be there. Other bits mean
    /// nothing.
    pub minirows: [V; 3],
    /// The columns of each band in which a digit can be.
    pub columns: V,
    /// Those that are the only ones of their boxes.
    pub only: V,
}

/// Naked singles, the band rule, the stack rule and hidden singles of boxes, once each.
#[inline(always)]
pub(super) fn round<L: OnePuzzle>(lanes: L, rows: &mut Rows<L>) -> (Verdict, Seen<L::Vector>) {
    let (zero, full) = (lanes.splat(0), lanes.splat(FULL));
    let before = *rows;
    let [a, b, c] = before;
    let ((any_a, a), (any_b, b), (any_c, c)) = (a.alone(), b.alone(), c.alone());
    // A naked single clears its box; the line rules clear its row and column.
    let columns = a.or3(b, c);
    let turned = Turned::of(lanes, columns);
    let boxes = columns.or3(turned.by_one, turned.by_two);
    let mut open = zero;
    for (row, single) in rows.iter_mut().zip([a, b, c]) {
        open = open.or_xor(*row, single);
        *row = row.without_but(boxes, single);
    }
    // A cell without a candidate, or a digit alone in two cells of a box.
    let bad = full.without(any_a.and3(any_b, any_c)).or(a.two_of(b, c));
    let bad = bad.or_and(columns, turned.by_one.or(turned.by_two));
    // The same of minirows, which need not wait for the cells.
    let [a, b, c] = [minirows(a), minirows(b), minirows(c)];
    let [d, e, f] = [minirows(before[0]), minirows(before[1]), minirows(before[2])];
    let minirows = [d.without2(b, c), e.without2(c, a), f.without2(a, b)];
    let of_bands = band_rule(lanes, rows, minirows);

    let [a, b, c] = *rows;
    let columns = a.or3(b, c);
    let (down, up) = stack_rule(lanes, columns);
    let of_stacks = columns.and3(up, lanes.splat(BAND)).shl::<10>().or(columns.and3(down, lanes.splat(BAND)));
    // Columns of a band in which the digit has no second cell.
    let single = columns.without(a.two_of(b, c)).and_or(down, up);
    let columns = columns.and_or(down, up);
    for row in rows.iter_mut() {
        *row = row.and_or(down, up);
    }
    // A hidden single has one column of its box, and one row. If two digits take the same cell, neither
    // is left.
    let turned = Turned::of(lanes, columns);
    let only = columns.without2(turned.by_one, turned.by_two);
    let single = single.without2(turned.by_one, turned.by_two);
    let bad = bad.or(full.without2(columns, turned.by_one).without(turned.by_two));
    let mut changed = zero;
    for (row, before) in rows.iter_mut().zip(before) {
        *row = row.left_by(row.and(single));
        changed = changed.or_xor(before, *row);
    }
    let verdict = Verdict { dead: any::<L>(bad), changed: any::<L>(changed), open: any::<L>(open) };
    (verdict, Seen { configurations: [of_bands, of_stacks], minirows, columns, only })
}

/// Whether the lane of any digit has a bit.
#[inline(always)]
pub(super) fn any<L: Lanes>(v: L::Vector) -> bool {
    v.zeros() & DIGITS != DIGITS
}

/// Whether a minirow has candidates, at its first cell. What is at the others means nothing.
#[inline(always)]
fn minirows<V: Vector>(row: V) -> V {
    row.or3(row.shr::<1>(), row.shr::<2>())
}

/// Takes from a band what no permutation of `minirows` uses. Returned are the configurations of the bands.
#[inline(always)]
fn band_rule<L: OnePuzzle>(lanes: L, rows: &mut Rows<L>, minirows: Rows<L>) -> L::Vector {
    let (zero, first) = (lanes.splat(0), lanes.splat(FIRST));
    // Turned by one box and by two. A first cell only ever gets what was at one.
    let mut turned = [[zero; 2]; 3];
    for (minirows, turned) in minirows.into_iter().zip(&mut turned) {
        let by_one = minirows.shl::<3>().select(minirows.shr::<6>(), lanes.splat(0o770 * ROWS));
        let by_two = minirows.shl::<6>().select(minirows.shr::<3>(), lanes.splat(0o700 * ROWS));
        *turned = [by_one, by_two];
    }
    let mut configurations = zero;
    for (k, row) in rows.iter_mut().enumerate() {
        let ([a1, a2], [b1, b2]) = (turned[(k + 1) % 3], turned[(k + 2) % 3]);
        let (down, up) = (a1.and(b2), a2.and(b1));
        if k == 0 {
            configurations = minirows[0].and3(down, first).or(minirows[0].and3(up, first).shl::<1>());
        }
        let keep = down.or(up).and(first);
        *row = row.and(keep.shl::<3>().sub(keep));
    }
    configurations
}

/// Columns turned within each stack.
struct Turned<V> {
    by_one: V,
    by_two: V,
}

impl<V: Across> Turned<V> {
    #[inline(always)]
    fn of<L: Lanes<Vector = V>>(lanes: L, columns: V) -> Self {
        let (first, last) = (lanes.splat(FIRST), lanes.splat(FIRST << 2));
        Turned {
            by_one: columns.shr::<2>().select(columns.shl::<1>(), first),
            by_two: columns.shl::<2>().select(columns.shr::<1>(), last),
        }
    }
}

/// What a permutation of a stack uses, of the columns of each band: those that run down, and those that
/// run up. Beside them may be columns that the digit has not.
#[inline(always)]
fn stack_rule<L: OnePuzzle>(lanes: L, columns: L::Vector) -> (L::Vector, L::Vector) {
    let turned = Turned::of(lanes, columns);
    let down = one(turned.by_one).and(two(turned.by_two));
    let up = one(turned.by_two).and(two(turned.by_one));
    (down, up)
}

/// Each band's row in the place of the next, that of the last in the first.
#[inline(always)]
fn one<V: Vector>(word: V) -> V {
    word.shl::<10>().or(word.shr::<20>())
}

/// The same, two bands further.
#[inline(always)]
fn two<V: Vector>(word: V) -> V {
    word.shl::<20>().or(word.shr::<10>())
}
