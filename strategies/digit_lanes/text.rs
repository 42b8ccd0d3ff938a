//! Converts characters or clues to registers, and back.

use super::kernel::{BAND, Rows};
use crate::lockstep::kernel::FULL;
use crate::lockstep::lanes::{Across, OnePuzzle, Row, Vector, lane};

/// The candidates at the start: the clue, or every digit in an empty cell.
#[inline(always)]
pub(super) fn given<L: OnePuzzle>(lanes: L, bytes: &[u8; 81], first: u8) -> Rows<L> {
    let mut bands = [L::Row::ZERO; 3];
    for (digit, places) in lanes.places(bytes, first).iter().enumerate() {
        for (band, &cells) in bands.iter_mut().zip(places) {
            band.words_mut()[lane(digit)] = cells;
        }
    }
    let bands = [lanes.load(&bands[0]), lanes.load(&bands[1]), lanes.load(&bands[2])];
    let [a, b, c] = bands;
    let mut rows = [
        picked(lanes, a, b.shl::<10>(), c.shl::<20>()),
        picked(lanes, a.shr::<9>(), b.shl::<1>(), c.shl::<11>()),
        picked(lanes, a.shr::<18>(), b.shr::<8>(), c.shl::<2>()),
    ];
    let mut digits = L::Row::ZERO;
    (0..9).for_each(|digit| digits.words_mut()[lane(digit)] = FULL);
    let digits = lanes.load(&digits);
    for row in &mut rows {
        *row = row.or(digits.without(row.any()));
    }
    rows
}

/// Combines a row of each band.
#[inline(always)]
fn picked<L: OnePuzzle>(lanes: L, a: L::Vector, b: L::Vector, c: L::Vector) -> L::Vector {
    let row = |band: u32| lanes.splat(BAND << (10 * band));
    a.and(row(0)).or_and(b, row(1)).or_and(c, row(2))
}

/// Writes a board with one candidate in each cell; the digit 1 is the byte `one`.
#[inline(always)]
pub(crate) fn write_digits<R: Row>(rows: &[R; 3], cells: &mut [u8; 81], one: u8) {
    for (k, row) in rows.iter().enumerate() {
        for digit in 0..9 {
            let word = row.words()[lane(digit)];
            for band in 0..3 {
                // Each digit occurs once in a row. The bit of the last column is always set, so that the
                // index stays valid.
                let column = (word >> (10 * band) | 1 << 8).trailing_zeros() as usize;
                cells[27 * band + 9 * k + column] = one + digit as u8;
            }
        }
    }
}

/// Whether the line has only digits and dots, as usual; vectorized by sixteen characters.
#[inline(always)]
pub(crate) fn is_plain(line: &[u8; 81]) -> bool {
    line.iter().fold(true, |plain, &byte| plain & (byte == b'.' || byte.wrapping_sub(b'0') < 10))
}
