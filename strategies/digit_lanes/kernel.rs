//! One round of inference on one puzzle, a lane for each digit.
//!
//! A register is a row of each band; its lane `d` holds the cells that can take digit `d`: three rows of
//! nine bits, one of each band, with a guard bit above each. Whatever concerns one digit happens within its
//! lane; what concerns a cell, across the lanes. The rows of a band are three registers, so neither
//! line rule has to turn rows, and what is found of columns is right for all three.

use crate::lockstep::kernel::FULL;
use crate::lockstep::lanes::{Across, DIGITS, Lanes, Sixteen, Vector};

/// Bit 0 of each row.
const ROWS: u32 = 1 | 1 << 10 | 1 << 20;
/// The first cell of each minirow.
const FIRST: u32 = 0o111 * ROWS;

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

/// The configurations that each digit has left in the three bands and in the three stacks.
///
/// In the first register: of band `b` ten bits from `10 b`, bit `3 i` and bit `3 i + 1` the two whose
/// first row uses box `i`. In the second: of stack `s` bits `3 s + k` and `10 + 3 s + k` the two
/// whose first band uses column `k`.
pub(super) type Configurations<L> = [<L as Lanes>::Vector; 2];

/// Naked singles, the band rule, the stack rule and hidden singles of boxes, once each. The configurations
/// are those of the board that the rules saw; where nothing changed, they are those of the board.
#[inline(always)]
pub(super) fn round<L: Sixteen>(lanes: L, rows: &mut Rows<L>) -> (Verdict, Configurations<L>) {
    let full = lanes.splat(FULL);
    let before = *rows;
    let ([a, b, c], zero) = (before, lanes.splat(0));
    let ((any_a, a), (any_b, b), (any_c, c)) = (a.alone(), b.alone(), c.alone());
    // A naked single clears its box; the line rules clear its row and column.
    let singles = [a, b, c];
    let columns = a.or3(b, c);
    let turned = Turned::of(lanes, columns);
    let boxes = columns.or3(turned.by_one, turned.by_two);
    let mut open = zero;
    for (row, single) in rows.iter_mut().zip(singles) {
        open = open.or_xor(*row, single);
        *row = row.without_but(boxes, single);
    }
    // A cell without a candidate, or a digit alone in two cells of a box.
    let bad = full.without(any_a.and3(any_b, any_c)).or(a.two_of(b, c));
    let bad = bad.or_and(columns, turned.by_one.or(turned.by_two));
    let of_bands = band_rule(lanes, rows);
    let (columns, of_stacks) = stack_rule(lanes, rows);
    // A hidden single: a column of a box, and a row, that is the only one. If two digits take the same cell,
    // none is left.
    let [a, b, c] = *rows;
    let turned = Turned::of(lanes, columns);
    let only = columns.without2(turned.by_one, turned.by_two);
    let single = only.without(a.two_of(b, c));
    let bad = bad.or(full.without2(columns, turned.by_one).without(turned.by_two));
    let mut changed = zero;
    for (row, before) in rows.iter_mut().zip(before) {
        *row = row.left_by(row.and(single));
        changed = changed.or_xor(before, *row);
    }
    let verdict = Verdict { dead: any::<L>(bad), changed: any::<L>(changed), open: any::<L>(open) };
    (verdict, [of_bands, of_stacks])
}

/// Whether the lane of any digit has a bit.
#[inline(always)]
fn any<L: Lanes>(v: L::Vector) -> bool {
    v.zeros() & DIGITS != DIGITS
}

/// Takes from a band what no permutation uses. Returned are the configurations of the bands.
#[inline(always)]
fn band_rule<L: Sixteen>(lanes: L, rows: &mut Rows<L>) -> L::Vector {
    let (first, middle) = (lanes.splat(FIRST), lanes.splat(0o010 * ROWS | 0o100 * ROWS));
    // Whether a minirow has candidates, at its first cell; and the same turned by one box and two. What
    // is at other cells never comes to a first one, but for what leaves a row.
    let zero = lanes.splat(0);
    let mut turned = [[zero; 3]; 3];
    for (row, turned) in rows.iter().zip(&mut turned) {
        let any = row.or3(row.shr::<1>(), row.shr::<2>());
        let by_one = any.shl::<3>().select(any.shr::<6>(), middle);
        let by_two = any.shl::<6>().select(any.shr::<3>(), lanes.splat(0o100 * ROWS));
        *turned = [any, by_one, by_two];
    }
    let mut configurations = zero;
    for (k, row) in rows.iter_mut().enumerate() {
        let ([_, a1, a2], [_, b1, b2]) = (turned[(k + 1) % 3], turned[(k + 2) % 3]);
        let (down, up) = (a1.and(b2), a2.and(b1));
        if k == 0 {
            let [any, ..] = turned[0];
            configurations = any.and3(down, first).or(any.and3(up, first).shl::<1>());
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

/// Takes from a stack what no permutation uses. Returned are the columns of each band that a digit can
/// still take, and the configurations of the stacks.
#[inline(always)]
fn stack_rule<L: Sixteen>(lanes: L, rows: &mut Rows<L>) -> (L::Vector, L::Vector) {
    let [a, b, c] = *rows;
    let columns = a.or3(b, c);
    let turned = Turned::of(lanes, columns);
    let down = one(turned.by_one).and(two(turned.by_two));
    let up = one(turned.by_two).and(two(turned.by_one));
    let (down, up) = (columns.and(down), columns.and(up));
    let kept = down.or(up);
    for row in rows.iter_mut() {
        *row = row.and(kept);
    }
    let low = lanes.splat(0x1ff);
    (kept, up.and(low).shl::<10>().or_and(down, low))
}
