//! Registers whose lanes belong together: a puzzle in one of AVX-512, or in two of AVX2.

use super::super::lanes::{Across, Lanes, Row, Sixteen, Vector};
use super::{Avx2Pair, Avx512, Pair, Row16, Vector8, Vector16};
use std::arch::x86_64::*;

impl Sixteen for Avx512 {
    #[inline(always)]
    fn only(self, lane: usize) -> Vector16 {
        // SAFETY: `self` is the licence for AVX-512.
        Vector16(unsafe { _mm512_maskz_set1_epi32(1 << (lane % 16), -1) })
    }
    #[inline(always)]
    fn places(self, bytes: &[u8; 81], first: u8) -> [[u32; 3]; 9] {
        // SAFETY: `self` is the licence for AVX-512, which `detect` does not give without AVX2.
        unsafe { places(bytes, first) }
    }
}

impl Vector8 {
    // The lanes exchanged with those so many away.
    intrinsics! { Vector8:
        by_four(self) = _mm256_permute2x128_si256::<1>(self.0, self.0);
        by_two(self) = _mm256_shuffle_epi32::<0b0100_1110>(self.0);
        by_one(self) = _mm256_shuffle_epi32::<0b1011_0001>(self.0);
    }
}

/// Nine lanes are three times three: each lane's two companions in its three, then those in the
/// two other threes. The lanes above have none.
const COMPANIONS: [[i32; 16]; 4] = {
    let mut companions = [[15; 16]; 4];
    let mut lane = 0;
    while lane < 9 {
        companions[0][lane] = (lane / 3 * 3 + (lane + 1) % 3) as i32;
        companions[1][lane] = (lane / 3 * 3 + (lane + 2) % 3) as i32;
        companions[2][lane] = ((lane + 3) % 9) as i32;
        companions[3][lane] = ((lane + 6) % 9) as i32;
        lane += 1;
    }
    companions
};

impl Vector16 {
    intrinsics! { Vector16:
        // What two of three have, or all.
        two_of(self, b, c) = _mm512_ternarylogic_epi32::<0b1110_1000>(self.0, b, c);
    }

    /// The lanes, each replaced by its companion `K`.
    #[inline(always)]
    fn companion<const K: usize>(self) -> Self {
        // SAFETY: `self` is a vector of AVX-512; the row of indices is 64 bytes, and the load asks for no
        // alignment.
        unsafe {
            let lanes = _mm512_loadu_si512(COMPANIONS[K].as_ptr().cast());
            Vector16(_mm512_permutexvar_epi32(lanes, self.0))
        }
    }
}

// Two steps of three operands, where pairs would take four steps.
impl Across for Vector16 {
    #[inline(always)]
    fn any(self) -> Self {
        let v = self.or3(self.companion::<0>(), self.companion::<1>());
        v.or3(v.companion::<2>(), v.companion::<3>())
    }
    #[inline(always)]
    fn sum(self) -> Self {
        let v = self.add(self.companion::<0>().add(self.companion::<1>()));
        v.add(v.companion::<2>().add(v.companion::<3>()))
    }
    #[inline(always)]
    fn once_twice(self) -> (Self, Self) {
        let (b, c) = (self.companion::<0>(), self.companion::<1>());
        let (once, twice) = (self.or3(b, c), self.two_of(b, c));
        let (b, c) = (once.companion::<2>(), once.companion::<3>());
        let others = twice.or3(twice.companion::<2>(), twice.companion::<3>());
        (once.or3(b, c), others.or(once.two_of(b, c)))
    }
}

/// What two lanes have, once and twice, as one.
#[inline(always)]
fn meet<V: Vector>([once, twice]: [V; 2], [other, others]: [V; 2]) -> [V; 2] {
    [once.or(other), twice.or(others).or_and(once, other)]
}

impl Sixteen for Avx2Pair {
    #[inline(always)]
    fn only(self, lane: usize) -> Pair {
        let mut row = Row16::ZERO;
        row.0[lane % 16] = u32::MAX;
        self.load(&row)
    }
    #[inline(always)]
    fn places(self, bytes: &[u8; 81], first: u8) -> [[u32; 3]; 9] {
        // SAFETY: `self` holds the licence for AVX2.
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
    fn once_twice(self) -> (Self, Self) {
        let [a, b] = [self.0.or(self.1), self.0.and(self.1)];
        let [a, b] = meet([a, b], [a.by_four(), b.by_four()]);
        let [a, b] = meet([a, b], [a.by_two(), b.by_two()]);
        let [a, b] = meet([a, b], [a.by_one(), b.by_one()]);
        (Pair(a, a), Pair(b, b))
    }
}

/// [`Sixteen::places`] by comparing 32 bytes at a time.
#[target_feature(enable = "avx2")]
fn places(bytes: &[u8; 81], first: u8) -> [[u32; 3]; 9] {
    let (low, rest) = bytes.split_at(32);
    let (middle, _) = rest.split_at(32);
    let (_, high) = bytes.split_at(49);
    // SAFETY: each part has 32 bytes; the loads ask for no alignment.
    let load = |part: &[u8]| unsafe { _mm256_loadu_si256(part.as_ptr().cast()) };
    let parts = [load(low), load(middle), load(high)];
    let mut places = [[0; 3]; 9];
    for (digit, places) in (0_u8..).zip(&mut places) {
        let wanted = _mm256_set1_epi8(first.wrapping_add(digit).cast_signed());
        let mut found = [0_u64; 3];
        for (found, &part) in found.iter_mut().zip(&parts) {
            *found = u64::from(_mm256_movemask_epi8(_mm256_cmpeq_epi8(part, wanted)).cast_unsigned());
        }
        // The last part begins at byte 49, so it holds bytes 54 to 80 above its first five.
        let begin = found[0] | found[1] << 32;
        const BAND: u64 = (1 << 27) - 1;
        *places = [(begin & BAND) as u32, (begin >> 27 & BAND) as u32, (found[2] >> 5) as u32];
    }
    places
}
