//! The choice of [`bands`](crate::bands), from the remaining configurations.

use super::kernel::ROWS;
use crate::lockstep::lanes::{Across, Lanes, OnePuzzle, Row, Vector};

/// A choice: the candidates of one lane that each side removes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub lane: usize,
    pub edits: &'static Edits,
}

/// The removed cells of the lane, by row of a band.
#[derive(Debug)]
pub(super) struct Edits {
    /// If the digit is in its place.
    pub there: [u32; 3],
    /// If it is elsewhere.
    pub elsewhere: [u32; 3],
}

/// By line, and by the set of places that the digit may have in the first row (band).
static EDITS: [[Edits; 8]; 6] = {
    let mut table = [const { [const { Edits { there: [0; 3], elsewhere: [0; 3] } }; 8] }; 6];
    let mut line = 0;
    while line < 6 {
        let mut used = 1;
        while used < 8 {
            let first = (used as u32).trailing_zeros();
            // A digit with one place in the first row has two configurations, which differ in the second row.
            let (row, place) = if used & (used - 1) != 0 { (0, first) } else { (1, (first == 0) as u32) };
            table[line][used] =
                if line < 3 { in_band(line, row, place) } else { in_stack(line - 3, row, place) };
            used += 1;
        }
        line += 1;
    }
    table
};

/// The minirow of `row` in box `place`, or the other minirows of its row.
const fn in_band(band: usize, row: usize, place: u32) -> Edits {
    let minirow = 7 << (10 * band as u32 + 3 * place);
    let mut edits = Edits { there: [0; 3], elsewhere: [0; 3] };
    edits.there[row] = 0x1ff << (10 * band) & !minirow;
    edits.elsewhere[row] = minirow;
    edits
}

/// The minicolumn `place` of `stack` in `band`, or the other minicolumns of its box.
const fn in_stack(stack: usize, band: usize, place: u32) -> Edits {
    let first = 10 * band as u32 + 3 * stack as u32;
    let column = 1 << (first + place);
    Edits { there: [7 << first & !column; 3], elsewhere: [column; 3] }
}

/// The number of configurations of each digit in the bands: field `b` of its lane has those of band `b`.
#[inline(always)]
fn of_bands<L: Lanes>(lanes: L, bands: L::Vector) -> L::Vector {
    let pairs = lanes.splat(0o111 * ROWS);
    let pairs = bands.and(pairs).add(bands.shr::<1>().and(pairs));
    pairs.add(pairs.shr::<3>()).add(pairs.shr::<6>()).and(lanes.splat(7 * ROWS))
}

/// Like [`of_bands`], for the stacks.
#[inline(always)]
fn of_stacks<L: Lanes>(lanes: L, stacks: L::Vector) -> L::Vector {
    let first = lanes.splat(0o111 | 0o111 << 10);
    let threes = stacks.and(first).add(stacks.shr::<1>().and(first)).add(stacks.shr::<2>().and(first));
    let sixes = threes.add(threes.shr::<10>());
    let [a, b, c] = [lanes.splat(0o7), lanes.splat(0o70), lanes.splat(0o700)];
    sixes.and(a).or3(sixes.and(b).shl::<7>(), sixes.and(c).shl::<14>())
}

/// The line of the choice, with all configurations and their counts.
pub(super) struct Line<V> {
    /// Bands, then stacks.
    line: usize,
    configurations: [V; 2],
    counts: [V; 2],
}

/// The open line with the fewest configurations, if any is open. The counting is done in the lanes, and only
/// the six sums are compared in scalar code. Whether the line is a band or a stack is unpredictable, so only
/// table lookups depend on it.
#[inline(always)]
pub(super) fn open_line<L: OnePuzzle>(lanes: L, configurations: [L::Vector; 2]) -> Option<Line<L::Vector>> {
    let [bands, stacks] = configurations;
    let counts = [of_bands(lanes, bands), of_stacks(lanes, stacks)];
    let mut sums = [L::Row::ZERO; 2];
    counts[0].sum().store(&mut sums[0]);
    counts[1].sum().store(&mut sums[1]);
    let sums = [sums[0].words()[0], sums[1].words()[0]];
    let mut best = u32::MAX;
    for line in 0..6 {
        let left = sums[line / 3] >> (10 * (line % 3)) & 0x3ff;
        // A decided line has nine configurations. Subtracting ten makes it the greatest number.
        best = best.min(left.wrapping_sub(10) << 3 | line as u32);
    }
    (best >> 31 == 0).then(|| Line { line: (best as usize & 7).min(5), configurations, counts })
}

/// The choice in that line.
#[inline(always)]
pub(super) fn choose<L: OnePuzzle>(lanes: L, at: &Line<L::Vector>) -> Branch {
    let (line, [bands, stacks]) = (at.line, at.configurations);
    let mut words = [L::Row::ZERO; 2];
    bands.store(&mut words[0]);
    stacks.store(&mut words[1]);
    let lane = fewest(lanes, at.counts, line);
    let (down, across) = (words[0].words()[lane], words[1].words()[lane]);
    let both = (down | down >> 1) >> (10 * (line % 3));
    let in_band = both & 1 | both >> 2 & 2 | both >> 4 & 4;
    let in_stack = (across | across >> 10) >> (3 * (line % 3)) & 7;
    let used = if line < 3 { in_band } else { in_stack };
    Branch { lane, edits: &EDITS[line][used as usize % 8] }
}

/// The lane of the first digit with the fewest configurations in `line`, but at least two; four and more
/// count as equal.
#[inline(always)]
fn fewest<L: OnePuzzle>(lanes: L, [bands, stacks]: [L::Vector; 2], line: usize) -> usize {
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
