//! The choice of [`bands`](crate::bands), from the configurations that are left.

use super::kernel::{Configurations, Rows};
use crate::lockstep::driver::AtRest;
use crate::lockstep::lanes::{Across, DIGITS, Lanes, Row, Sixteen, Vector};
use std::ops::ControlFlow;

/// A choice: what goes from one lane of one band on either side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub lane: usize,
    pub edits: &'static Edits,
}

/// The cells of the lane that go, by row of a band.
#[derive(Debug)]
pub(super) struct Edits {
    /// If the digit is in its place.
    pub there: [u32; 3],
    /// If it is elsewhere.
    pub elsewhere: [u32; 3],
}

const ROWS: u32 = 1 | 1 << 10 | 1 << 20;

/// By line, and by which places of its first row (band) the digit may have.
static EDITS: [[Edits; 8]; 6] = {
    let mut table = [const { [const { Edits { there: [0; 3], elsewhere: [0; 3] } }; 8] }; 6];
    let mut line = 0;
    while line < 6 {
        let mut used = 1;
        while used < 8 {
            let first = (used as u32).trailing_zeros();
            // One place in the first row leaves two configurations, which differ in the second.
            let (row, place) = if used & (used - 1) != 0 { (0, first) } else { (1, (first == 0) as u32) };
            table[line][used] =
                if line < 3 { in_band(line, row, place) } else { in_stack(line - 3, row, place) };
            used += 1;
        }
        line += 1;
    }
    table
};

/// The minirow of `row` in box `place`, or the others of its row.
const fn in_band(band: usize, row: usize, place: u32) -> Edits {
    let minirow = 7 << (10 * band as u32 + 3 * place);
    let mut edits = Edits { there: [0; 3], elsewhere: [0; 3] };
    edits.there[row] = 0x1ff << (10 * band) & !minirow;
    edits.elsewhere[row] = minirow;
    edits
}

/// The minicolumn `place` of `stack` in `band`, or the others of its box.
const fn in_stack(stack: usize, band: usize, place: u32) -> Edits {
    let first = 10 * band as u32 + 3 * stack as u32;
    let column = 1 << (first + place);
    Edits { there: [7 << first & !column; 3], elsewhere: [column; 3] }
}

/// How many configurations each digit has: field `b` of its lane has those of band `b`.
#[inline(always)]
fn of_bands<L: Lanes>(lanes: L, bands: L::Vector) -> L::Vector {
    let pairs = lanes.splat(0o111 * ROWS);
    let pairs = bands.and(pairs).add(bands.shr::<1>().and(pairs));
    pairs.add(pairs.shr::<3>()).add(pairs.shr::<6>()).and(lanes.splat(7 * ROWS))
}

/// The same of the stacks.
#[inline(always)]
fn of_stacks<L: Lanes>(lanes: L, stacks: L::Vector) -> L::Vector {
    let first = lanes.splat(0o111 | 0o111 << 10);
    let threes = stacks.and(first).add(stacks.shr::<1>().and(first)).add(stacks.shr::<2>().and(first));
    let sixes = threes.add(threes.shr::<10>());
    let [a, b, c] = [lanes.splat(0o7), lanes.splat(0o70), lanes.splat(0o700)];
    sixes.and(a).or3(sixes.and(b).shl::<7>(), sixes.and(c).shl::<14>())
}

/// What becomes of an open board at rest, from what a [`round`](super::kernel::round) that changed nothing
/// says: the place rule in the line that holds the choice, or the choice. All is counted in the lanes, and
/// only the six sums are compared one by one. Whether the line is a band or a stack is as good as
/// random, so nothing hangs by it but a table.
#[inline(always)]
pub(super) fn at_rest<L: Sixteen>(
    lanes: L,
    rows: &mut Rows<L>,
    configurations: Configurations<L>,
) -> AtRest<Branch> {
    let [bands, stacks] = configurations;
    let counts = [of_bands(lanes, bands), of_stacks(lanes, stacks)];
    let mut sums = [L::Row::ZERO; 2];
    counts[0].sum().store(&mut sums[0]);
    counts[1].sum().store(&mut sums[1]);
    let sums = [sums[0].words()[0], sums[1].words()[0]];
    let mut best = u32::MAX;
    for line in 0..6 {
        let left = sums[line / 3] >> (10 * (line % 3)) & 0x3ff;
        // Nine are those of a line that is decided: the most, if there is one less than none.
        best = best.min(left.wrapping_sub(10) << 3 | line as u32);
    }
    debug_assert!(best >> 31 == 0, "an open board at rest, every line of which is decided");
    let line = (best & 7) as usize % 6;
    // Those of the line alone, which are in one of the two registers.
    let places = &PLACES[line];
    let of_line = stacks.and(lanes.splat(places.stacks)).or_and(bands, lanes.splat(places.bands));
    match place_rule(lanes, rows, &places.each, of_line) {
        ControlFlow::Continue(()) => AtRest::Choice(choose(lanes, line, counts, of_line)),
        ControlFlow::Break(outcome) => outcome,
    }
}

/// A line: which bits of the configurations are its own, and its nine places.
#[derive(Debug)]
struct Places {
    bands: u32,
    stacks: u32,
    each: [Place; 9],
}

/// A minirow or minicolumn, which one configuration down and one up have in common.
#[derive(Debug)]
struct Place {
    /// The two, among those of the line.
    own: u32,
    /// The others.
    others: u32,
    /// The cells, by row of a band.
    cells: [u32; 3],
}

static PLACES: [Places; 6] = {
    const NONE: Place = Place { own: 0, others: 0, cells: [0; 3] };
    let mut table = [const { Places { bands: 0, stacks: 0, each: [NONE; 9] } }; 6];
    let mut line = 0;
    while line < 6 {
        let all = if line < 3 { 0o333 << (10 * line) } else { (7 | 7 << 10) << (3 * (line - 3)) };
        (table[line].bands, table[line].stacks) = if line < 3 { (all, 0) } else { (0, all) };
        let mut k = 0;
        while k < 9 {
            // Of the two through place `k % 3` of row `k / 3`, the places in the first row.
            let (row, place) = (k / 3, k % 3);
            let (less, more) = ((place + 3 - row) % 3, (place + row) % 3);
            let (own, cells) = if line < 3 {
                (1 << (3 * more) | 2 << (3 * less), in_band(line, row, place as u32).elsewhere)
            } else {
                (1 << less | 1 << (10 + more), in_stack(line - 3, row, place as u32).elsewhere)
            };
            let own = own << if line < 3 { 10 * line } else { 3 * (line - 3) };
            table[line].each[k] = Place { own, others: all & !own, cells };
            k += 1;
        }
        line += 1;
    }
    table
};

/// The place rule of [`bands`](crate::bands) in a line with these configurations: breaks off with what it
/// came to, if to anything.
#[inline(always)]
fn place_rule<L: Sixteen>(
    lanes: L,
    rows: &mut Rows<L>,
    places: &[Place; 9],
    of_line: L::Vector,
) -> ControlFlow<AtRest<Branch>> {
    let (mut most, mut gone) = (0, [0; 9]);
    for (place, gone) in places.iter().zip(&mut gone) {
        let only = of_line.and(lanes.splat(place.others)).zeros() & DIGITS;
        let here = !of_line.and(lanes.splat(place.own)).zeros() & DIGITS;
        most = most.max(only.count_ones());
        *gone = if only.count_ones() < 3 { 0 } else { here & !only };
    }
    if most > 3 {
        return ControlFlow::Break(AtRest::Dead);
    }
    if gone == [0; 9] {
        return ControlFlow::Continue(());
    }
    for (place, &gone) in places.iter().zip(&gone).filter(|(_, gone)| **gone != 0) {
        let those = lanes.those(gone);
        for (row, &cells) in rows.iter_mut().zip(&place.cells) {
            *row = row.without(those.and(lanes.splat(cells)));
        }
    }
    ControlFlow::Break(AtRest::Changed)
}

/// The choice in a line of which these are the configurations, given how many each digit has in all lines.
#[inline(always)]
fn choose<L: Sixteen>(lanes: L, line: usize, counts: [L::Vector; 2], of_line: L::Vector) -> Branch {
    let mut words = L::Row::ZERO;
    of_line.store(&mut words);
    let lane = fewest(lanes, counts, line) % 16;
    let word = words.words()[lane];
    let down_or_up = (word | word >> 1) >> (10 * (line % 3));
    let in_band = down_or_up & 1 | down_or_up >> 2 & 2 | down_or_up >> 4 & 4;
    let in_stack = (word | word >> 10) >> (3 * (line % 3)) & 7;
    let used = if line < 3 { in_band } else { in_stack };
    Branch { lane, edits: &EDITS[line][used as usize % 8] }
}

/// The lane of the first digit with as few configurations in `line` as there are, but two at least; four and more are
/// the same.
#[inline(always)]
fn fewest<L: Sixteen>(lanes: L, [bands, stacks]: [L::Vector; 2], line: usize) -> usize {
    let field = 7 << (10 * (line % 3));
    let (band, stack) = if line < 3 { (field, 0) } else { (0, field) };
    let counts = stacks.and(lanes.splat(stack)).or_and(bands, lanes.splat(band));
    let ones = field / 7;
    let two = counts.xor(lanes.splat(2 * ones)).zeros();
    let three = counts.xor(lanes.splat(3 * ones)).zeros();
    let more = !counts.and(lanes.splat(4 * ones)).zeros();
    let digits = if two != 0 {
        two
    } else if three != 0 {
        three
    } else {
        more
    };
    digits.trailing_zeros() as usize
}
