//! Operations across lanes, with a puzzle in one register of AVX-512 or in two of AVX2.

use super::super::lanes::{Across, Lanes, OnePuzzle, Row, Vector};
use super::{Avx2Pair, Avx512, Pair, Row16, Vector8, Vector16};
use std::arch::x86_64::*;

impl OnePuzzle for Avx512 {
    #[inline(always)]
    fn only(self, lane: usize) -> Vector16 {
        // SAFETY: `self` is the token for AVX-512.
        Vector16(unsafe { _mm512_maskz_set1_epi32(1 << (lane % 16), -1) })
    }
    #[inline(always)]
    fn places(self, bytes: &[u8; 81], first: u8) -> [[u32; 3]; 9] {
        // SAFETY: `self` is the token for AVX-512, which `detect` creates only if there is AVX2.
        unsafe { places(bytes, first) }
    }
}

impl Vector8 {
    // Exchanges the lanes with those at this distance.
    intrinsics! { Vector8:
        by_four(self) = _mm256_permute2x128_si256::<1>(self.0, self.0);
        by_two(self) = _mm256_shuffle_epi32::<0b0100_1110>(self.0);
        by_one(self) = _mm256_shuffle_epi32::<0b1011_0001>(self.0);
    }
}

/// Nine lanes are three times three: three are in one quarter of the register. They are exchanged within the
/// quarter, and then with those in the two other quarters.
const QUARTERS: [[i32; 16]; 2] = {
    let mut quarters = [[15; 16]; 2];
    let mut lane = 0;
    while lane < 12 {
        quarters[0][lane] = ((lane + 4) % 12) as i32;
        quarters[1][lane] = ((lane + 8) % 12) as i32;
        lane += 1;
    }
    quarters
};

impl Vector16 {
    // Replaces each lane by one of its two companions in its quarter. Unlike exchanges across quarters, this
    // is as fast as any other operation.
    intrinsics! { Vector16:
        next(self) = _mm512_shuffle_epi32::<0b11_00_10_01>(self.0);
        last(self) = _mm512_shuffle_epi32::<0b11_01_00_10>(self.0);
    }

    /// Replaces each lane with its companion in another quarter.
    #[inline(always)]
    fn quarter<const K: usize>(self) -> Self {
        // SAFETY: `self` is a vector of AVX-512; the row of indices is 64 bytes, and the load needs no
        // alignment.
        unsafe {
            let lanes = _mm512_loadu_si512(QUARTERS[K].as_ptr().cast());
            Vector16(_mm512_permutexvar_epi32(lanes, self.0))
        }
    }
}

// Two steps with three operands, where pairs would take four steps.
impl Across for Vector16 {
    intrinsics! { Vector16:
        without2(self, b, c) = _mm512_ternarylogic_epi32::<0b0001_0000>(self.0, b, c);
        odd_of(self, b, c) = _mm512_ternarylogic_epi32::<0b1001_0110>(self.0, b, c);
        and_or(self, b, c) = _mm512_ternarylogic_epi32::<0b1110_0000>(self.0, b, c);
        two_of(self, b, c) = _mm512_ternarylogic_epi32::<0b1110_1000>(self.0, b, c);
        select(self, b, mask) = _mm512_ternarylogic_epi32::<0b1110_0100>(self.0, b, mask);
    }

    #[inline(always)]
    fn any(self) -> Self {
        let v = self.or3(self.next(), self.last());
        v.or3(v.quarter::<0>(), v.quarter::<1>())
    }
    #[inline(always)]
    fn sum(self) -> Self {
        let v = self.add(self.next().add(self.last()));
        v.add(v.quarter::<0>().add(v.quarter::<1>()))
    }
    #[inline(always)]
    fn alone(self) -> (Self, Self) {
        let (b, c) = (self.next(), self.last());
        let three = self.or3(b, c);
        let (d, e) = (three.quarter::<0>(), three.quarter::<1>());
        (three.or3(d, e), self.without(b.or(c)).without2(d, e))
    }
    #[inline(always)]
    fn left_by(self, taken: Self) -> Self {
        let (b, c) = (taken.next(), taken.last());
        let three = taken.or3(b, c);
        self.without2(b, c).without2(three.quarter::<0>(), three.quarter::<1>())
    }
    #[inline(always)]
    fn three_four(self) -> [Self; 2] {
        // The sum of three lanes in binary, then the sum of three such sums, saturating at four.
        let (b, c) = (self.next(), self.last());
        let (one, two) = (self.odd_of(b, c), self.two_of(b, c));
        let (b, c) = (one.quarter::<0>(), one.quarter::<1>());
        let (d, e) = (two.quarter::<0>(), two.quarter::<1>());
        let (one, carried) = (one.odd_of(b, c), one.two_of(b, c));
        let (odd, four) = (two.odd_of(d, e), two.two_of(d, e));
        let four = four.or_and(odd, carried);
        [four.or_and(one, odd.xor(carried)), four]
    }
}

impl OnePuzzle for Avx2Pair {
    #[inline(always)]
    fn only(self, lane: usize) -> Pair {
        let mut row = Row16::ZERO;
        row.0[lane % 16] = u32::MAX;
        self.load(&row)
    }
    #[inline(always)]
    fn places(self, bytes: &[u8; 81], first: u8) -> [[u32; 3]; 9] {
        // SAFETY: `self` holds the token for AVX2.
        unsafe { places(bytes, first) }
    }
}

impl Across for Pair {
    #[inline(always)]
    fn any(self) -> Self {
        let v = self.0.or(self.1);
        let v = v.or(v.by_four());
        let v = v.or(v.by_two());
        let v = v.or(v.by_one());
        Pair(v, v)
    }
    #[inline(always)]
    fn sum(self) -> Self {
        let v = self.0.add(self.1);
        let v = v.add(v.by_four());
        let v = v.add(v.by_two());
        let v = v.add(v.by_one());
        Pair(v, v)
    }
    #[inline(always)]
    fn alone(self) -> (Self, Self) {
        let (any, others) = self.others();
        (Pair(any, any), self.without(others))
    }
    #[inline(always)]
    fn left_by(self, taken: Self) -> Self {
        self.without(taken.others().1)
    }
    #[inline(always)]
    fn three_four(self) -> [Self; 2] {
        let (a, b) = (self.0.xor(self.1), self.0.and(self.1));
        let [one, two, four] = more([a, b, b.xor(b)], [a.by_four(), b.by_four(), b.xor(b)]);
        let [one, two, four] = more([one, two, four], [one.by_two(), two.by_two(), four.by_two()]);
        let [one, two, four] = more([one, two, four], [one.by_one(), two.by_one(), four.by_one()]);
        let three = four.or_and(one, two);
        [Pair(three, three), Pair(four, four)]
    }
}

/// Adds two binary numbers, saturating at four.
#[inline(always)]
fn more<V: Vector>([one, two, four]: [V; 3], [others, pairs, fours]: [V; 3]) -> [V; 3] {
    let carried = one.and(others);
    let odd = two.xor(pairs);
    [one.xor(others), odd.xor(carried), four.or3(fours, two.and(pairs)).or_and(odd, carried)]
}

impl Pair {
    /// The disjunction of all lanes, and for each lane the disjunction of all others.
    #[inline(always)]
    fn others(self) -> (Vector8, Self) {
        let any = self.0.or(self.1);
        let four = any.by_four();
        let (any, below, above) = (any.or(four), self.1.or(four), self.0.or(four));
        let two = any.by_two();
        let (any, below, above) = (any.or(two), below.or(two), above.or(two));
        let one = any.by_one();
        (any.or(one), Pair(below.or(one), above.or(one)))
    }
}

/// Computes [`OnePuzzle::places`] by comparing 32 bytes at a time.
#[target_feature(enable = "avx2")]
fn places(bytes: &[u8; 81], first: u8) -> [[u32; 3]; 9] {
    let (low, rest) = bytes.split_at(32);
    let (middle, _) = rest.split_at(32);
    let (_, high) = bytes.split_at(49);
    // SAFETY: each part has 32 bytes; the loads need no alignment.
    let load = |part: &[u8]| unsafe { _mm256_loadu_si256(part.as_ptr().cast()) };
    let parts = [load(low), load(middle), load(high)];
    let mut places = [[0; 3]; 9];
    for (digit, places) in (0_u8..).zip(&mut places) {
        let wanted = _mm256_set1_epi8(first.wrapping_add(digit).cast_signed());
        let mut found = [0_u64; 3];
        for (found, &part) in found.iter_mut().zip(&parts) {
            *found = u64::from(_mm256_movemask_epi8(_mm256_cmpeq_epi8(part, wanted)).cast_unsigned());
        }
        // The last part begins at byte 49, so its first five bytes are skipped to get bytes 54 to 80.
        let begin = found[0] | found[1] << 32;
        const BAND: u64 = (1 << 27) - 1;
        *places = [(begin & BAND) as u32, (begin >> 27 & BAND) as u32, (found[2] >> 5) as u32];
    }
    places
}
