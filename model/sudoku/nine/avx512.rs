//! The check of 9x9 boards in 64-byte registers (AVX-512), whose instructions permute bytes freely.
//!
//! Digits are bits, and nines are counted, as in [`super::avx2`]. Two registers hold a board. Permutations
//! first select the three cells of each minirow and minicolumn, then the three minirows or minicolumns of
//! each house.

use std::arch::x86_64::*;

/// Whether `grid` agrees with `puzzle` and every house has all nine digits. The byte `ONE` represents the
/// digit 1.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
pub(super) fn solves<const ONE: u8>(puzzle: &[u8; 81], grid: &[u8; 81]) -> bool {
    let (one, nine) = (_mm512_set1_epi8(ONE as i8), _mm512_set1_epi8(8));
    let digits = halves(grid).map(|half| _mm512_sub_epi8(half, one));
    let [differs, more] = std::array::from_fn(|k| {
        let clues = _mm512_sub_epi8(halves(puzzle)[k], one);
        _mm512_mask_cmpneq_epi8_mask(_mm512_cmple_epu8_mask(clues, nine), clues, digits[k])
    });
    let [nines, others] = digits.map(|half| _mm512_cmpeq_epi8_mask(half, nine));
    let nines = nines.count_ones() + (others & REST).count_ones();
    let [first, second] = digits.map(|half| bits(half));
    let cells = CELLS.each_ref().map(|cells| _mm512_permutex2var_epi8(first, register(cells), second));
    let minis = or(cells);
    let houses = or(MINIS.each_ref().map(|choice| _mm512_permutexvar_epi8(register(choice), minis)));
    let full = _mm512_cmpeq_epi8_mask(houses, _mm512_set1_epi8(-1)) & HOUSES == HOUSES;
    full & (nines == 9) & (differs | more == 0)
}

/// The first cell in the second register; the last is the last of the board.
const SECOND_START: usize = 81 - 64;
/// Mask of the bytes of the second register that are not in the first.
const REST: u64 = !0 << (64 - SECOND_START);
/// A bit for each house.
const HOUSES: u64 = (1 << 27) - 1;

/// Loads the two registers of a board.
#[inline]
#[target_feature(enable = "avx512f")]
fn halves(board: &[u8; 81]) -> [__m512i; 2] {
    [0, SECOND_START].map(|cell| register(board[cell..].first_chunk().expect("64 bytes before the end")))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn register(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: `bytes` has the 64 bytes of a register.
    #[allow(unsafe_code)]
    unsafe {
        _mm512_loadu_si512(bytes.as_ptr().cast())
    }
}

/// The bits of digits, given as 0 to 8. Other bytes are larger and have no bit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn bits(digits: __m512i) -> __m512i {
    let bits = _mm512_set4_epi64(0, BITS, 0, BITS);
    // The instruction selects by the lower four bits of a byte, or gives 0 if its top bit is set.
    _mm512_shuffle_epi8(bits, _mm512_adds_epu8(digits, _mm512_set1_epi8(0x70)))
}

const BITS: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);

#[inline]
#[target_feature(enable = "avx512f")]
fn or([one, two, three]: [__m512i; 3]) -> __m512i {
    _mm512_or_si512(_mm512_or_si512(one, two), three)
}

/// The first, second and third cells of each minirow, then of each minicolumn, band by band.
static CELLS: [[u8; 64]; 3] = [cells(0), cells(1), cells(2)];
/// The first, second and third minirows or minicolumns of each row, column and box.
static MINIS: [[u8; 64]; 3] = [minis(0), minis(1), minis(2)];

/// The bytes of cell `k` of each minirow and each minicolumn in the two registers.
const fn cells(k: usize) -> [u8; 64] {
    let (mut bytes, mut mini) = ([0; 64], 0);
    while mini < 27 {
        let (row, column) = (mini / 9 * 3 + k, mini % 9);
        bytes[mini] = byte(3 * mini + k);
        bytes[27 + mini] = byte(9 * row + column);
        mini += 1;
    }
    bytes
}

/// The byte that holds `cell`.
const fn byte(cell: usize) -> u8 {
    (if cell < 64 { cell } else { cell - SECOND_START + 64 }) as u8
}

/// The bytes of minirow or minicolumn `k` of each house.
const fn minis(k: usize) -> [u8; 64] {
    let (mut bytes, mut house) = ([0; 64], 0);
    while house < 9 {
        bytes[house] = (3 * house + k) as u8;
        bytes[9 + house] = (27 + 9 * k + house) as u8;
        bytes[18 + house] = (house / 3 * 9 + 3 * k + house % 3) as u8;
        house += 1;
    }
    bytes
}
