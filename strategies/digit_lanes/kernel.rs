//! One round of inference on one puzzle, with a lane for each digit.
//!
//! A register has a row of each band. Its lane `d` holds the cells that can take digit `d`: three rows of
//! nine bits, one of each band, with a guard bit above each. Rules for a digit stay within its lane; rules
//! for a cell work across lanes. The band rule combines the registers and rotates boxes. The stack rule uses
//! the columns of all three registers, in one word, and rotates bands and columns.

use crate::lockstep::kernel::{FULL, one, two};
use crate::lockstep::lanes::{Across, DIGITS, Lanes, OnePuzzle, Vector};

/// Bit 0 of each row.
pub(super) const ROWS: u32 = 1 | 1 << 10 | 1 << 20;
/// The first cell of each minirow.
pub(super) const FIRST_PLACES: u32 = 0o111 * ROWS;
/// The row of the first band.
pub(super) const BAND: u32 = 0x1ff;

/// A puzzle in registers: one for each row of a band.
pub(super) type Rows<L> = [<L as Lanes>::Vector; 3];

/// The result of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// A contradiction was found.
    pub dead: bool,
    /// A digit was fixed.
    pub changed: bool,
    /// When the round began, some cell had two candidates or more.
    pub open: bool,
}

/// Facts about the board that a round computes, and that hold at its end if it fixes no further digit.
pub(super) struct RoundFacts<V> {
    /// The columns of each band in which a digit can be.
    pub columns: V,
    /// The places used by permutations of the stack that run down, and by those that run up. Other bits may
    /// be set.
    pub down: V,
    pub up: V,
    /// The columns that are the only ones of their boxes.
    pub only: V,
}

/// Applies naked singles, the band rule, the stack rule and hidden singles of boxes, once each. `fixed` has
/// the columns of digits with one cell in their box, as of the last round.
#[inline(always)]
pub(super) fn round<L: OnePuzzle>(
    lanes: L,
    rows: &mut Rows<L>,
    fixed: &mut L::Vector,
) -> (Verdict, RoundFacts<L::Vector>) {
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
    // A cell without candidates, or a digit alone in two cells of a box.
    let bad = full.without(any_a.and3(any_b, any_c)).or(a.two_of(b, c));
    let bad = bad.or_and(columns, turned.by_one.or(turned.by_two));
    // Naked singles also clear minirows of their box. They are computed from `before`, so as not to depend on
    // the cells.
    let [a, b, c] = [minirows(a), minirows(b), minirows(c)];
    let [d, e, f] = [minirows(before[0]), minirows(before[1]), minirows(before[2])];
    band_rule(lanes, rows, [d.without2(b, c), e.without2(c, a), f.without2(a, b)]);

    let [a, b, c] = *rows;
    let columns = a.or3(b, c);
    let (down, up) = stack_rule(lanes, columns);
    // Columns of a band in which the digit has no second cell.
    let single = columns.without(a.two_of(b, c)).and_or(down, up);
    let columns = columns.and_or(down, up);
    for row in rows.iter_mut() {
        *row = row.and_or(down, up);
    }
    // A hidden single has one column of its box, and one row. If two digits take the same cell, both are
    // removed.
    let turned = Turned::of(lanes, columns);
    let only = columns.without2(turned.by_one, turned.by_two);
    let single = single.without2(turned.by_one, turned.by_two);
    let bad = bad.or(full.without2(columns, turned.by_one).without(turned.by_two));
    for row in rows.iter_mut() {
        *row = row.left_by(row.and(single));
    }
    let changed = any::<L>(fixed.xor(single));
    *fixed = single;
    let verdict = Verdict { dead: any::<L>(bad), changed, open: any::<L>(open) };
    (verdict, RoundFacts { columns, down, up, only })
}

/// Whether any lane of a digit is nonzero.
#[inline(always)]
pub(super) fn any<L: Lanes>(v: L::Vector) -> bool {
    v.zeros() & DIGITS != DIGITS
}

/// Whether each minirow has candidates, in the bit of its first cell. The other bits are unspecified.
#[inline(always)]
pub(super) fn minirows<V: Vector>(row: V) -> V {
    row.or3(row.shr::<1>(), row.shr::<2>())
}

/// Removes from a band the cells whose minirow no permutation of `minirows` uses.
#[inline(always)]
fn band_rule<L: OnePuzzle>(lanes: L, rows: &mut Rows<L>, minirows: Rows<L>) {
    let (zero, first) = (lanes.splat(0), lanes.splat(FIRST_PLACES));
    // Rotations map first cells to first cells.
    let mut turned = [[zero; 2]; 3];
    for (minirows, turned) in minirows.into_iter().zip(&mut turned) {
        *turned = boxes(lanes, minirows);
    }
    for (k, row) in rows.iter_mut().enumerate() {
        let ([a1, a2], [b1, b2]) = (turned[(k + 1) % 3], turned[(k + 2) % 3]);
        let keep = a1.and(b2).or_and(a2, b1).and(first);
        *row = row.and(keep.shl::<3>().sub(keep));
    }
}

/// The boxes rotated by one and by two.
#[inline(always)]
pub(super) fn boxes<L: OnePuzzle>(lanes: L, word: L::Vector) -> [L::Vector; 2] {
    let by_one = word.shl::<3>().select(word.shr::<6>(), lanes.splat(0o770 * ROWS));
    let by_two = word.shl::<6>().select(word.shr::<3>(), lanes.splat(0o700 * ROWS));
    [by_one, by_two]
}

/// The columns rotated within each stack, by one and by two.
pub(super) struct Turned<V> {
    pub by_one: V,
    pub by_two: V,
}

impl<V: Across> Turned<V> {
    #[inline(always)]
    pub(super) fn of<L: Lanes<Vector = V>>(lanes: L, columns: V) -> Self {
        let (first, last) = (lanes.splat(FIRST_PLACES), lanes.splat(FIRST_PLACES << 2));
        Turned {
            by_one: columns.shr::<2>().select(columns.shl::<1>(), first),
            by_two: columns.shl::<2>().select(columns.shr::<1>(), last),
        }
    }
}

/// The columns of each band that a permutation of a stack uses: those that run down, and those that run up.
/// The result may include columns in which the digit has no candidate. The fields that `one` and `two` rotate
/// are the bands.
#[inline(always)]
fn stack_rule<L: OnePuzzle>(lanes: L, columns: L::Vector) -> (L::Vector, L::Vector) {
    let turned = Turned::of(lanes, columns);
    let down = one(turned.by_one).and(two(turned.by_two));
    let up = one(turned.by_two).and(two(turned.by_one));
    (down, up)
}
