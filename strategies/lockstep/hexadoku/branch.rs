//! The choice of a branch when a round changes nothing. As on 9x9 boards, it takes the open line with the
//! fewest configurations, in it a digit with the fewest, and a place of that digit in the first row where it
//! has two.
//!
//! A digit has 24 configurations in a line of four, too many to enumerate in registers. But its places in a
//! line are sixteen bits, and a table gives the number of permutations for each set of places.

use super::{Places, WORDS};
use crate::lockstep::driver::Choice;
use crate::lockstep::lanes::{Lanes, Row};
use std::sync::LazyLock;

/// The lines: four bands, then four stacks.
const LINES: usize = 8;
/// The number of digits, and of places in a line.
const SIDE: usize = 16;

/// The number of permutations in a 4x4 matrix whose places are the bits of the index, row by row.
///
/// The first two rows take two columns, the last two rows the others. So the table is computed from one for
/// two rows, in a small part of the time that a puzzle takes.
static PERMUTATIONS: LazyLock<Box<[u8]>> = LazyLock::new(|| {
    let halves: Vec<[u8; 6]> = (0..1 << 8).map(in_two_rows).collect();
    let all = |[upper, lower]: [&[u8; 6]; 2]| (0..6).map(|pair| upper[pair] * lower[5 - pair]).sum();
    (0..1 << SIDE).map(|matrix: usize| all([&halves[matrix & 0xff], &halves[matrix >> 8]])).collect()
});

/// Pairs of columns. The first and the last are complements, as are the second and the last but one, and so
/// on.
const PAIRS: [[u32; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// The number of ways in which two rows of four places can take each pair of columns.
fn in_two_rows(places: u32) -> [u8; 6] {
    let has = |row: u32, column: u32| (places >> (4 * row + column) & 1) as u8;
    PAIRS.map(|[one, other]| has(0, one) * has(1, other) + has(0, other) * has(1, one))
}

/// A choice: a digit is in one place of a row of its line, or in another.
#[derive(Clone, Copy, Debug)]
pub(in crate::lockstep) struct Branch {
    line: usize,
    row: usize,
    column: usize,
    digit: u32,
}

impl Choice for Branch {
    /// The candidates removed if the digit is in that place.
    #[inline(always)]
    fn there(&self) -> impl Iterator<Item = (usize, u32)> {
        let Self { column, .. } = *self;
        (0..4).filter(move |&other| other != column).flat_map(self.cells())
    }

    /// The candidates removed if the digit is elsewhere.
    #[inline(always)]
    fn elsewhere(&self) -> impl Iterator<Item = (usize, u32)> {
        self.cells()(self.column)
    }
}

impl Branch {
    /// Gives the cells of each place of the row, with the digit.
    #[inline(always)]
    fn cells(&self) -> impl Fn(usize) -> Cells + use<> {
        let Self { line, row, digit, .. } = *self;
        move |column| {
            // The line that selects the half, the row in its band, the first column, and the step.
            let (band, i, first, step) =
                if line < 4 { (line, row, 4 * column, 1) } else { (row, 0, 4 * (line - 4) + column, SIDE) };
            let word = SIDE * (4 * (band / 2) + i) + first;
            Cells { word, step, left: 4, mask: 1 << (digit as usize + SIDE * (band % 2)) }
        }
    }
}

/// The words of a place, and the mask of a digit in them.
#[derive(Clone, Copy, Debug)]
struct Cells {
    word: usize,
    step: usize,
    left: u32,
    mask: u32,
}

impl Iterator for Cells {
    type Item = (usize, u32);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, u32)> {
        self.left = self.left.checked_sub(1)?;
        let word = self.word % WORDS;
        self.word += self.step;
        Some((word, self.mask))
    }
}

/// The choice in `lane`, whose board is open and at rest, and so has an open line.
#[inline(always)]
pub(super) fn choose<L: Lanes>(places: &Places<L>, lane: usize) -> Branch {
    let permutations: &[u8; 1 << SIDE] = PERMUTATIONS[..].try_into().expect("as many as were made");
    let (mut least, mut line, mut chosen) = (u32::MAX, 0, [0; SIDE]);
    for other in 0..LINES {
        let digits = transposed(line_of::<L>(places, lane, other));
        let total = digits.iter().map(|&matrix| u32::from(permutations[usize::from(matrix)])).sum();
        if total > SIDE as u32 && total < least {
            (least, line, chosen) = (total, other, digits);
        }
    }
    // Counts of four and more are treated alike.
    let class = |matrix: u16| match permutations[usize::from(matrix)] {
        0 | 1 => u8::MAX,
        count => count.min(4),
    };
    let digit = (0..SIDE).min_by_key(|&digit| class(chosen[digit])).expect("sixteen digits");
    let row = |row: usize| chosen[digit] >> (4 * row) & 0xf;
    let row_of_two = (0..4).find(|&r| row(r).count_ones() > 1).expect("two permutations differ in a row");
    let column = row(row_of_two).trailing_zeros() as usize;
    Branch { line, row: row_of_two, column, digit: digit as u32 }
}

/// The digits of each place of a line, row by row.
#[inline(always)]
fn line_of<L: Lanes>(places: &Places<L>, lane: usize, line: usize) -> [u16; SIDE] {
    let entries = &places[SIDE * (line / 2)..][..SIDE];
    std::array::from_fn(|k| (entries[k].words()[lane] >> (16 * (line % 2))) as u16)
}

/// Transposes a bit matrix: bit `i` of word `k` becomes bit `k` of word `i` (H. S. Warren, Hacker's Delight,
/// 2002, chapter 7).
#[inline(always)]
fn transposed(mut words: [u16; SIDE]) -> [u16; SIDE] {
    for (step, mask) in [(8, 0x00ff), (4, 0x0f0f), (2, 0x3333), (1, 0x5555)] {
        for k in (0..SIDE).filter(|k| k & step == 0) {
            let exchanged = (words[k] >> step ^ words[k + step]) & mask;
            words[k + step] ^= exchanged;
            words[k] ^= exchanged << step;
        }
    }
    words
}
