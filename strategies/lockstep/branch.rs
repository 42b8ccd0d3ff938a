//! The choice of a branch when a round changes nothing.
//!
//! In a *line*, which is a band or a stack, each digit takes one of six configurations: the three
//! permutations of a 3x3 matrix that run down its diagonals and the three that run up. The three of a kind,
//! for all nine digits, are one word: conjunctions of three rotated rows. The search branches in the open
//! line with the fewest configurations left; a decided line has nine. In this line it takes a digit with the
//! fewest configurations, usually two. For this digit it takes a minirow (in a stack: a minicolumn) that some
//! of its configurations use and others do not. Either the digit is there, or it is not.
//!
//! The words are computed in all lanes at once whenever one lane has to branch. Then the lines of each puzzle
//! at rest are compared in the lanes of one register, and a table gives the candidates that each side
//! removes.

use super::driver::{AtRest, Choice};
use super::kernel::{CELL, FULL, GUARD, State, WORDS, one, two};
use super::lanes::{Lanes, Row, Vector};

/// The lines: three bands, then three stacks.
const LINES: usize = 6;

/// The configurations in every lane. Word `line` has those down the diagonals, word `LINES + line` those up.
/// Field `i` has the digits of configuration `i` of its kind, whose first row (first band of a stack) uses
/// box (column) `i`.
pub(super) type Configurations<L> = [<L as Lanes>::Row; 2 * LINES];

/// The remaining configurations of `state`, on which a round changed nothing.
#[inline(always)]
pub(super) fn configurations<L: Lanes>(lanes: L, state: &State<L>) -> Configurations<L> {
    let mut lines = [L::Row::ZERO; 2 * LINES];
    for band in 0..3 {
        let mut rows = [lanes.splat(0); 3];
        for (r, row) in rows.iter_mut().enumerate() {
            *row = or3(lanes, state, 9 * band + 3 * r, 1);
        }
        rows[0].and3(one(rows[1]), two(rows[2])).store(&mut lines[band]);
        rows[0].and3(two(rows[1]), one(rows[2])).store(&mut lines[LINES + band]);
    }
    let mut columns = [[lanes.splat(0); 3]; 3];
    for (band, columns) in columns.iter_mut().enumerate() {
        for (k, column) in columns.iter_mut().enumerate() {
            *column = or3(lanes, state, 9 * band + k, 3);
        }
    }
    for (kind, (i, j)) in [(0, (1, 2)), (LINES, (2, 1))] {
        let mut of_column = [lanes.splat(0); 3];
        for k in 0..3 {
            of_column[k] = columns[0][k].and3(columns[1][(k + i) % 3], columns[2][(k + j) % 3]);
        }
        // Now a field is a stack; as in a band, it must be a configuration.
        let of_stack = transposed(lanes, of_column);
        for stack in 0..3 {
            of_stack[stack].store(&mut lines[kind + 3 + stack]);
        }
    }
    lines
}

/// The disjunction of three words of a state.
#[inline(always)]
fn or3<L: Lanes>(lanes: L, state: &State<L>, first: usize, stride: usize) -> L::Vector {
    let [a, b, c] = [first, first + stride, first + 2 * stride];
    lanes.load(&state[a]).or3(lanes.load(&state[b]), lanes.load(&state[c]))
}

/// Transposes fields and words: field `i` of word `k` becomes field `k` of word `i`.
#[inline(always)]
fn transposed<L: Lanes>(lanes: L, [a, b, c]: [L::Vector; 3]) -> [L::Vector; 3] {
    let fields = [lanes.splat(CELL), lanes.splat(CELL << 10), lanes.splat(CELL << 20)];
    [
        picked(fields, a, b.shl::<10>(), c.shl::<20>()),
        picked(fields, a.shr::<10>(), b, c.shl::<10>()),
        picked(fields, a.shr::<20>(), b.shr::<10>(), c),
    ]
}

/// Combines one field of each word.
#[inline(always)]
fn picked<V: Vector>(fields: [V; 3], a: V, b: V, c: V) -> V {
    a.and(fields[0]).or3(b.and(fields[1]), c.and(fields[2]))
}

/// A binary choice: the candidates that each side removes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    edits: &'static Edits,
    digit: u32,
}

/// Removed candidates, as words and fields. A word may occur twice.
#[derive(Debug)]
struct Edits {
    there: [u8; 6],
    there_fields: u32,
    elsewhere: [u8; 3],
    elsewhere_fields: u32,
}

impl Choice for Branch {
    /// The candidates removed if the digit is in its place.
    #[inline(always)]
    fn there(&self) -> impl Iterator<Item = (usize, u32)> {
        let mask = self.edits.there_fields << self.digit;
        self.edits.there.iter().map(move |&word| (usize::from(word), mask))
    }

    /// The candidates removed if the digit is elsewhere.
    #[inline(always)]
    fn elsewhere(&self) -> impl Iterator<Item = (usize, u32)> {
        let mask = self.edits.elsewhere_fields << self.digit;
        self.edits.elsewhere.iter().map(move |&word| (usize::from(word), mask))
    }
}

/// Applies the place rule in all lines to the board in `lane`, which is open and at rest, or finds the
/// choice.
///
/// The lines of the puzzle go into the lanes of a register. If none of them is open, there is no choice yet,
/// and another round will remove candidates.
#[inline(always)]
pub(super) fn at_rest<L: Lanes, R: Row>(
    lanes: L,
    state: &mut [R; WORDS],
    lines: &[R; 2 * LINES],
    lane: usize,
) -> AtRest<Branch> {
    let word = |k: usize| lines[k].words()[lane];
    let down = lanes.of([word(0), word(1), word(2), word(3), word(4), word(5), FULL, FULL]);
    let up = lanes.of([word(6), word(7), word(8), word(9), word(10), word(11), 0, 0]);
    let crowd = crowded_out(lanes, down, up);
    if crowd.dead {
        return AtRest::Dead;
    }
    if crowd.lines != 0 {
        crowd.take::<L, R>(state, lane);
        return AtRest::Changed;
    }
    let best = fewest_left(lanes, down, up);
    if best >> 31 != 0 {
        return AtRest::Changed;
    }
    let line = (best as usize & 7).min(LINES - 1);
    AtRest::Choice(choose(line, word(line), word(LINES + line)))
}

/// The open line with the fewest configurations, in the lowest three bits; the highest bit is set if no line
/// is open.
#[inline(always)]
fn fewest_left<L: Lanes>(lanes: L, down: L::Vector, up: L::Vector) -> u32 {
    let (pairs, fours, bytes) =
        (lanes.splat(0x5555_5555), lanes.splat(0x3333_3333), lanes.splat(0x0f0f_0f0f));
    let of_pairs = [down.sub(down.shr::<1>().and(pairs)), up.sub(up.shr::<1>().and(pairs))];
    let of_fours = [
        of_pairs[0].and(fours).add(of_pairs[0].shr::<2>().and(fours)),
        of_pairs[1].and(fours).add(of_pairs[1].shr::<2>().and(fours)),
    ];
    let sum = of_fours[0].add(of_fours[1]);
    let sum = sum.and(bytes).add(sum.shr::<4>().and(bytes));
    let sum = sum.add(sum.shr::<16>());
    let sum = sum.add(sum.shr::<8>()).and(lanes.splat(0xff));
    // A decided line has nine configurations. Subtracting ten makes it the greatest number.
    let number = lanes.of([0, 1, 2, 3, 4, 5, u32::MAX, u32::MAX]);
    let key = sum.sub(lanes.splat(10)).shl::<3>().or(number);
    let mut keys = L::Row::ZERO;
    key.store(&mut keys);
    keys.words()[..8].iter().fold(u32::MAX, |best, &key| best.min(key))
}

/// The choice in a line with these configurations.
#[inline(always)]
fn choose(line: usize, down: u32, up: u32) -> Branch {
    let digit = fewest(down, up).trailing_zeros();
    let first = (down | up) >> digit;
    let used = first & 1 | (first >> 10 & 1) << 1 | (first >> 20 & 1) << 2;
    Branch { edits: &EDITS[line][used as usize], digit }
}

/// The result of the place rule for the lines of a puzzle.
struct PlaceRule<R> {
    /// Whether some place is the only one for four digits, or some digit has no place.
    dead: bool,
    /// The lines that lose candidates.
    lines: u32,
    /// Removed digits, by row of the matrix: field `a` of word `k` is the place shared by the configurations
    /// `a` down and `a + k` up.
    gone: [R; 3],
}

/// Computes the digits that the place rule removes from the places of each line.
///
/// One configuration down and one up share exactly one place, and each of the nine places belongs to one such
/// pair. So a digit that is in this place has no other place in its row if it has none of the other four
/// configurations.
#[inline(always)]
fn crowded_out<L: Lanes>(lanes: L, down: L::Vector, up: L::Vector) -> PlaceRule<L::Row> {
    let (full, guard, zero) = (lanes.splat(FULL), lanes.splat(GUARD), lanes.splat(0));
    let others = one(down).or(two(down));
    let alone = full.without(others);
    // Field `a` of the upward configurations comes from `a + k`.
    let by = [up, two(up), one(up)];
    // Each field has the digits that have a configuration.
    let some = others.or3(down, by[0]).or3(by[1], by[2]);
    let (mut gone, mut any, mut bad) = ([L::Row::ZERO; 3], zero, full.without(some));
    for k in 0..3 {
        let (here, only) = (down.or(by[k]), alone.without(by[(k + 1) % 3].or(by[(k + 2) % 3])));
        // Removes the lowest digit twice, as in a round; then the guard shows whether there is a third.
        let second = only.and(only.add(full));
        let third = second.and(second.add(full));
        let less = third.add(full);
        bad = bad.or_and(third, less);
        let three = less.and(guard);
        let leaves = here.without(only).and(three.sub(three.shr::<9>()));
        any = any.or(leaves);
        leaves.store(&mut gone[k]);
    }
    let lines = (1 << LINES) - 1;
    PlaceRule { dead: !bad.zeros() & lines != 0, lines: !any.zeros() & lines, gone }
}

impl<W: Row> PlaceRule<W> {
    /// Removes the digits from the board in `lane`.
    #[inline(always)]
    fn take<L: Lanes<Row = W>, R: Row>(&self, state: &mut [R; WORDS], lane: usize) {
        let mut lines = self.lines;
        while lines != 0 {
            let line = lines.trailing_zeros() as usize;
            lines &= lines - 1;
            take(state, lane, line, [0, 1, 2].map(|k| self.gone[k].words()[line]));
        }
    }
}

/// Removes digits from the places of a line of the board in `lane`; the digits are given as in [`PlaceRule`].
#[inline(always)]
fn take<R: Row>(state: &mut [R; WORDS], lane: usize, line: usize, gone: [u32; 3]) {
    let mut less = |word: usize, digits: u32| state[word].words_mut()[lane] &= !digits;
    // Row `k` of a band uses the box `a - k`. In a stack the third band comes before the second, and band `b`
    // uses the column `a + b`. Writing empty sets too is cheaper than a branch that skips them.
    if line < 3 {
        for (k, digits) in [gone[0], turned(2, gone[1]), turned(1, gone[2])].into_iter().enumerate() {
            (0..3).for_each(|word| less(9 * line + 3 * k + word, digits));
        }
    } else {
        for (band, digits) in [gone[0], gone[2], gone[1]].into_iter().enumerate() {
            for a in 0..3 {
                let digits = (digits >> (10 * a) & CELL) << (10 * (line - 3));
                (0..3).for_each(|row| less(9 * band + 3 * row + (a + band) % 3, digits));
            }
        }
    }
}

/// Rotates the fields `turn` times.
#[inline(always)]
fn turned(turn: usize, word: u32) -> u32 {
    [word, word << 10 | word >> 20, word << 20 | word >> 10][turn] & FULL
}

/// The digits with the fewest configurations among those with at least two.
#[inline(always)]
fn fewest(down: u32, up: u32) -> u32 {
    let [mut once, mut twice, mut thrice, mut more] = [0; 4];
    for word in [down, down >> 10, down >> 20, up, up >> 10, up >> 20] {
        let digits = word & CELL;
        more |= thrice & digits;
        thrice |= twice & digits;
        twice |= once & digits;
        once |= digits;
    }
    if twice & !thrice != 0 {
        twice & !thrice
    } else if thrice & !more != 0 {
        thrice & !more
    } else {
        more
    }
}

/// By line, and by the set of places that the digit may have in the first row (band).
static EDITS: [[Edits; 8]; LINES] = {
    const NONE: Edits = Edits { there: [0; 6], there_fields: 0, elsewhere: [0; 3], elsewhere_fields: 0 };
    let mut table = [const { [NONE; 8] }; LINES];
    let mut line = 0;
    while line < LINES {
        let mut used = 1;
        while used < 8 {
            let first = (used as u32).trailing_zeros() as usize;
            // A digit with one place in the first row has two configurations, which differ in the second row.
            let (row, place) = if used & (used - 1) != 0 { (0, first) } else { (1, (first == 0) as usize) };
            table[line][used] =
                if line < 3 { in_band(3 * line + row, place) } else { in_stack(line - 3, row, place) };
            used += 1;
        }
        line += 1;
    }
    table
};

/// The minirow of `row` in box `place`, or the other minirows of its row.
const fn in_band(row: usize, place: usize) -> Edits {
    let word = 3 * row as u8;
    Edits {
        there: [word, word + 1, word + 2, word, word + 1, word + 2],
        there_fields: (1 | 1 << 10 | 1 << 20) & !(1 << (10 * place)),
        elsewhere: [word, word + 1, word + 2],
        elsewhere_fields: 1 << (10 * place),
    }
}

/// The minicolumn `place` of `stack` in `band`, or the other minicolumns of its box.
const fn in_stack(stack: usize, band: usize, place: usize) -> Edits {
    let (a, b, c) =
        ((9 * band + place) as u8, (9 * band + (place + 1) % 3) as u8, (9 * band + (place + 2) % 3) as u8);
    Edits {
        there: [b, b + 3, b + 6, c, c + 3, c + 6],
        there_fields: 1 << (10 * stack),
        elsewhere: [a, a + 3, a + 6],
        elsewhere_fields: 1 << (10 * stack),
    }
}
