//! The check of 9x9 boards in 32-byte registers (AVX2).
//!
//! A byte has a bit for each digit from 1 to 8 and none for 9, so a set of digits is a byte. Nines are only
//! counted: a house with the eight other digits has at most one cell left for a 9. So if the board has nine
//! nines, each row, column and box has one. Bytes that are not digits have no bit and are not counted.
//!
//! A register holds a band of 27 bytes: bytes 0 to 15 in the lower half, bytes 11 to 26 in the upper half,
//! since few instructions move bytes between the halves. The lower half contains the first five of the nine
//! minirows, the upper half the other four.

use std::arch::x86_64::*;

/// Whether `grid` agrees with `puzzle` and every house has all nine digits. The byte `ONE` represents the
/// digit 1.
#[target_feature(enable = "avx2,popcnt")]
pub(super) fn solves<const ONE: u8>(puzzle: &[u8; 81], grid: &[u8; 81]) -> bool {
    let (one, nine) = (_mm256_set1_epi8(ONE as i8), _mm256_set1_epi8(8));
    let (mut differs, mut nines) = (_mm256_setzero_si256(), 0);
    let mut bands = [_mm256_setzero_si256(); 3];
    for (b, sets) in bands.iter_mut().enumerate() {
        let clues = _mm256_sub_epi8(band(puzzle, b), one);
        let digits = _mm256_sub_epi8(band(grid, b), one);
        let given = _mm256_cmpeq_epi8(_mm256_min_epu8(clues, nine), clues);
        let kept = _mm256_cmpeq_epi8(clues, digits);
        differs = _mm256_or_si256(differs, _mm256_andnot_si256(kept, given));
        nines += (_mm256_movemask_epi8(_mm256_cmpeq_epi8(digits, nine)) as u32 & ONCE).count_ones();
        *sets = bits(digits);
    }
    let lines = rows_and_boxes(bands);
    let lines = _mm_and_si128(_mm256_castsi256_si128(lines), _mm256_extracti128_si256::<1>(lines));
    let full = _mm_cmpeq_epi8(_mm_and_si128(lines, columns(bands)), _mm_set1_epi8(-1));
    let all_full = _mm_movemask_epi8(full) & 0x1ff == 0x1ff;
    all_full & (nines == 9) & (_mm256_testz_si256(differs, differs) == 1)
}

/// Mask of the bytes of a register without those in the upper half that the lower half also contains.
const ONCE: u32 = 0xffe0_ffff;
/// The first cell of the band in the upper half.
const UPPER_START: usize = 11;

/// Loads band `b` of a board.
#[inline]
#[target_feature(enable = "avx2")]
fn band(board: &[u8; 81], b: usize) -> __m256i {
    let half = |cell: usize| {
        let bytes = board[27 * b + cell..].first_chunk::<16>().expect("a band ends within the board");
        let word = |k: usize| i64::from_le_bytes(bytes.as_chunks().0[k]);
        _mm_set_epi64x(word(1), word(0))
    };
    _mm256_set_m128i(half(UPPER_START), half(0))
}

/// The bits of digits, given as 0 to 8. Other bytes are larger and have no bit.
#[inline]
#[target_feature(enable = "avx2")]
fn bits(digits: __m256i) -> __m256i {
    let bits = _mm256_setr_epi64x(BITS, 0, BITS, 0);
    // The instruction selects by the lower four bits of a byte, or gives 0 if its top bit is set.
    _mm256_shuffle_epi8(bits, _mm256_adds_epu8(digits, _mm256_set1_epi8(0x70)))
}

const BITS: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);

/// The digit sets of the columns, in nine bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn columns([top, middle, bottom]: [__m256i; 3]) -> __m128i {
    // Bytes 0, 9 and 18 of a band belong to the first column.
    let all = _mm256_or_si256(_mm256_or_si256(top, middle), bottom);
    let (lower, upper) = (_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
    let first = _mm_or_si128(lower, _mm_bsrli_si128::<9>(lower));
    // The second row ends with the bytes 16 and 17 of the band, which are not in the lower half.
    let rest = _mm_bslli_si128::<7>(_mm_and_si128(_mm_bsrli_si128::<5>(upper), _mm_set_epi64x(0, 0xffff)));
    _mm_or_si128(_mm_or_si128(first, rest), _mm_bsrli_si128::<7>(upper))
}

/// The digit sets of the rows, in nine bytes of the lower half, and of the boxes, in nine of the upper.
#[inline]
#[target_feature(enable = "avx2")]
fn rows_and_boxes([top, middle, bottom]: [__m256i; 3]) -> __m256i {
    // A minirow of the top band is stored at its first byte, one of the middle band at the next byte, one of
    // the bottom band at the byte after that. So no two bands use the same byte.
    let top = or(top, _mm256_bsrli_epi128::<1>(top), _mm256_bsrli_epi128::<2>(top));
    let middle = or(middle, _mm256_bslli_epi128::<1>(middle), _mm256_bsrli_epi128::<1>(middle));
    let bottom = or(bottom, _mm256_bslli_epi128::<1>(bottom), _mm256_bslli_epi128::<2>(bottom));
    let minirows = or(
        _mm256_and_si256(top, register(&PLACES[0])),
        _mm256_and_si256(middle, register(&PLACES[1])),
        _mm256_and_si256(bottom, register(&PLACES[2])),
    );
    let lower = _mm256_permute4x64_epi64::<0b01_00_01_00>(minirows);
    let upper = _mm256_permute4x64_epi64::<0b11_10_11_10>(minirows);
    let [first, second, third] = &LOWER;
    let of_lower = or(choose(lower, first), choose(lower, second), choose(lower, third));
    let [first, second, third] = &UPPER;
    let of_upper = or(choose(upper, first), choose(upper, second), choose(upper, third));
    _mm256_or_si256(of_lower, of_upper)
}

#[inline]
#[target_feature(enable = "avx2")]
fn or(one: __m256i, two: __m256i, three: __m256i) -> __m256i {
    _mm256_or_si256(_mm256_or_si256(one, two), three)
}

#[inline]
#[target_feature(enable = "avx2")]
fn choose(half: __m256i, choice: &[u8; 32]) -> __m256i {
    _mm256_shuffle_epi8(half, register(choice))
}

#[inline]
#[target_feature(enable = "avx2")]
fn register(bytes: &[u8; 32]) -> __m256i {
    let [one, two, three, four] = bytes.as_chunks::<8>().0 else { unreachable!("4 times 8 are 32") };
    let [one, two, three, four] = [one, two, three, four].map(|word| i64::from_le_bytes(*word));
    _mm256_setr_epi64x(one, two, three, four)
}

/// Masks of the bytes that hold the minirows of each band.
static PLACES: [[u8; 32]; 3] = [places(0), places(1), places(2)];
/// Minirows in the lower half: for each row of a band, and for each box of one.
static LOWER: [[u8; 32]; 3] = [
    choice(0, [[0, 3, NONE], [0, 1, 2]]),
    choice(0, [[1, 4, NONE], [3, 4, NONE]]),
    choice(0, [[2, NONE, NONE], [NONE; 3]]),
];
/// Minirows in the upper half, likewise.
static UPPER: [[u8; 32]; 3] = [
    choice(1, [[NONE, 5, 6], [6, 7, 8]]),
    choice(1, [[NONE, NONE, 7], [NONE, NONE, 5]]),
    choice(1, [[NONE, NONE, 8], [NONE; 3]]),
];

/// Marks an unused place.
const NONE: usize = usize::MAX;

/// The byte, within its half, that holds minirow `minirow` of band `b`.
const fn place(b: usize, minirow: usize) -> usize {
    3 * minirow + b - if minirow < 5 { 0 } else { UPPER_START }
}

/// The mask of the bytes that hold the minirows of band `b`.
const fn places(b: usize) -> [u8; 32] {
    let (mut mask, mut minirow) = ([0; 32], 0);
    while minirow < 9 {
        mask[place(b, minirow) + if minirow < 5 { 0 } else { 16 }] = 0xff;
        minirow += 1;
    }
    mask
}

/// Selects from one half a minirow for each row of a band, and one for each box, in all bands.
const fn choice(half: usize, lines: [[usize; 3]; 2]) -> [u8; 32] {
    let (mut bytes, mut k) = ([0x80; 32], 0);
    while k < 18 {
        let (kind, line, b) = (k / 9, k % 9 / 3, k % 3);
        let minirow = lines[kind][line];
        if minirow != NONE {
            assert!((minirow < 5) == (half == 0), "the minirow is in the other half");
            bytes[16 * kind + 3 * line + b] = place(b, minirow) as u8;
        }
        k += 1;
    }
    bytes
}
