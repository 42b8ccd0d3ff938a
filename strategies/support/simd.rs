//! Chooses the widest vector instructions that the machine supports.
//!
//! A search is written once, over a [`Vector`] of sixteen numbers, and compiled three times: for any machine,
//! for AVX2, and for AVX-512 with its vector population count. The version is chosen when the search begins.
//! This file contains all `unsafe` code that this requires: calls of functions and intrinsics whose
//! instructions were detected.
//!
//! The compiler can also vectorize plain loops over arrays, but not reliably: the same loop with the words of
//! a row in the inner instead of the outer loop was several times slower.

/// A computation to be compiled for several instruction sets. `run` must be `#[inline(always)]`, as must
/// everything hot that it calls: functions that are not inlined are compiled for any machine. That excludes
/// closures that are called from two places.
pub(crate) trait Work {
    type Output;
    /// Runs it with this type of vector.
    fn run<V: Vector>(self) -> Self::Output;
}

/// Runs `work` with the best instructions of this machine.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub(crate) fn best<W: Work>(work: W) -> W::Output {
    if is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
    {
        // SAFETY: every feature that the function is compiled for was just detected.
        return unsafe { avx512(work) };
    }
    if has_avx2() {
        // SAFETY: every feature that the function is compiled for was just detected.
        return unsafe { avx2(work) };
    }
    portable(work)
}

/// Whether the machine has every feature that [`avx2`] is compiled for.
#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Runs `work` with the best instructions of this machine.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn best<W: Work>(work: W) -> W::Output {
    portable(work)
}

/// Runs `work` with the instructions that every machine supports.
pub(crate) fn portable<W: Work>(work: W) -> W::Output {
    work.run::<Lanes>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
fn avx512<W: Work>(work: W) -> W::Output {
    work.run::<x86::Avx512>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2<W: Work>(work: W) -> W::Output {
    work.run::<x86::Avx2>()
}

/// The number of lanes of a vector.
pub(crate) const LANES: usize = 16;

/// Sixteen numbers in one cache line.
#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
pub(crate) struct Lanes(pub(crate) [u32; LANES]);

/// Sixteen numbers in the representation of an instruction set.
pub(crate) trait Vector: Copy {
    /// Sixteen copies of `number`.
    fn splat(number: u32) -> Self;
    /// Loads the numbers.
    fn load(lanes: &Lanes) -> Self;
    /// Stores the numbers.
    fn store(self) -> Lanes;
    /// Bitwise `self & other`.
    fn and(self, other: Self) -> Self;
    /// Bitwise `self & !other`.
    fn without(self, other: Self) -> Self;
    /// The number of set bits of each lane.
    fn count_ones(self) -> Self;
    /// The sums of corresponding lanes, modulo 2^32.
    fn add(self, other: Self) -> Self;
    /// The minima of corresponding lanes.
    fn min(self, other: Self) -> Self;
    /// Each number times 65536.
    fn shift(self) -> Self;
    /// The number of lanes that are zero.
    fn zeros(self) -> u32;
    /// A mask of the lanes that are not zero; the first lane is the lowest bit.
    fn nonzero(self) -> u32;
    /// A mask of the lanes that are 1; the first lane is the lowest bit.
    fn ones(self) -> u32;
    /// The smallest number.
    fn least(self) -> u32;
}

impl Vector for Lanes {
    #[inline(always)]
    fn splat(number: u32) -> Self {
        Lanes([number; LANES])
    }
    #[inline(always)]
    fn load(lanes: &Lanes) -> Self {
        *lanes
    }
    #[inline(always)]
    fn store(self) -> Lanes {
        self
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Lanes(std::array::from_fn(|k| self.0[k] & !other.0[k]))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Lanes(std::array::from_fn(|k| self.0[k] & other.0[k]))
    }
    #[inline(always)]
    fn count_ones(self) -> Self {
        Lanes(self.0.map(u32::count_ones))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Lanes(std::array::from_fn(|k| self.0[k].wrapping_add(other.0[k])))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Lanes(std::array::from_fn(|k| self.0[k].min(other.0[k])))
    }
    #[inline(always)]
    fn shift(self) -> Self {
        Lanes(self.0.map(|n| n << 16))
    }
    #[inline(always)]
    fn zeros(self) -> u32 {
        self.0.iter().map(|&n| u32::from(n == 0)).sum()
    }
    #[inline(always)]
    fn nonzero(self) -> u32 {
        (0..LANES).fold(0, |bits, k| bits | u32::from(self.0[k] != 0) << k)
    }
    #[inline(always)]
    fn ones(self) -> u32 {
        (0..LANES).fold(0, |bits, k| bits | u32::from(self.0[k] == 1) << k)
    }
    #[inline(always)]
    fn least(self) -> u32 {
        self.0.into_iter().fold(u32::MAX, u32::min)
    }
}

/// Vector types of x86. A value of one of them exists only in a function compiled for its instructions, which
/// [`best`] calls only where they were detected.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    use super::{Lanes, Vector};
    use std::arch::x86_64::*;

    #[derive(Clone, Copy)]
    pub(super) struct Avx512(__m512i);

    // SAFETY, for every block here: see the module. `Lanes` also has the size and the alignment of the
    // vector.
    impl Vector for Avx512 {
        #[inline(always)]
        fn splat(number: u32) -> Self {
            Avx512(unsafe { _mm512_set1_epi32(number as i32) })
        }
        #[inline(always)]
        fn load(lanes: &Lanes) -> Self {
            Avx512(unsafe { _mm512_load_si512(std::ptr::from_ref(lanes).cast()) })
        }
        #[inline(always)]
        fn store(self) -> Lanes {
            let mut lanes = Lanes::default();
            unsafe { _mm512_store_si512(std::ptr::from_mut(&mut lanes).cast(), self.0) };
            lanes
        }
        #[inline(always)]
        fn without(self, other: Self) -> Self {
            Avx512(unsafe { _mm512_andnot_si512(other.0, self.0) })
        }
        #[inline(always)]
        fn and(self, other: Self) -> Self {
            Avx512(unsafe { _mm512_and_si512(self.0, other.0) })
        }
        #[inline(always)]
        fn count_ones(self) -> Self {
            Avx512(unsafe { _mm512_popcnt_epi32(self.0) })
        }
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            Avx512(unsafe { _mm512_add_epi32(self.0, other.0) })
        }
        #[inline(always)]
        fn min(self, other: Self) -> Self {
            Avx512(unsafe { _mm512_min_epu32(self.0, other.0) })
        }
        #[inline(always)]
        fn shift(self) -> Self {
            Avx512(unsafe { _mm512_slli_epi32::<16>(self.0) })
        }
        #[inline(always)]
        fn zeros(self) -> u32 {
            unsafe { _mm512_testn_epi32_mask(self.0, self.0) }.count_ones()
        }
        #[inline(always)]
        fn nonzero(self) -> u32 {
            u32::from(unsafe { _mm512_test_epi32_mask(self.0, self.0) })
        }
        #[inline(always)]
        fn ones(self) -> u32 {
            u32::from(unsafe { _mm512_cmpeq_epi32_mask(self.0, _mm512_set1_epi32(1)) })
        }
        #[inline(always)]
        fn least(self) -> u32 {
            unsafe { _mm512_reduce_min_epu32(self.0) }
        }
    }

    #[derive(Clone, Copy)]
    pub(super) struct Avx2(__m256i, __m256i);

    impl Avx2 {
        #[inline(always)]
        fn both(self, f: impl Fn(__m256i) -> __m256i) -> Self {
            Avx2(f(self.0), f(self.1))
        }
        #[inline(always)]
        fn with(self, other: Self, f: impl Fn(__m256i, __m256i) -> __m256i) -> Self {
            Avx2(f(self.0, other.0), f(self.1, other.1))
        }
    }

    // SAFETY, for every block here: as above.
    impl Vector for Avx2 {
        #[inline(always)]
        fn splat(number: u32) -> Self {
            let vector = unsafe { _mm256_set1_epi32(number as i32) };
            Avx2(vector, vector)
        }
        #[inline(always)]
        fn load(lanes: &Lanes) -> Self {
            let at: *const __m256i = std::ptr::from_ref(lanes).cast();
            unsafe { Avx2(_mm256_load_si256(at), _mm256_load_si256(at.add(1))) }
        }
        #[inline(always)]
        fn store(self) -> Lanes {
            let mut lanes = Lanes::default();
            let at: *mut __m256i = std::ptr::from_mut(&mut lanes).cast();
            unsafe {
                _mm256_store_si256(at, self.0);
                _mm256_store_si256(at.add(1), self.1);
            }
            lanes
        }
        #[inline(always)]
        fn without(self, other: Self) -> Self {
            self.with(other, |a, b| unsafe { _mm256_andnot_si256(b, a) })
        }
        #[inline(always)]
        fn and(self, other: Self) -> Self {
            self.with(other, |a, b| unsafe { _mm256_and_si256(a, b) })
        }
        /// Counts the bits of half bytes by a table in a register (W. Muła, 2008), then sums groups of four.
        #[inline(always)]
        fn count_ones(self) -> Self {
            self.both(|v| unsafe {
                let table = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                ));
                let low = _mm256_set1_epi8(15);
                let a = _mm256_shuffle_epi8(table, _mm256_and_si256(v, low));
                let b = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(v), low));
                let pairs = _mm256_maddubs_epi16(_mm256_add_epi8(a, b), _mm256_set1_epi8(1));
                _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
            })
        }
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            self.with(other, |a, b| unsafe { _mm256_add_epi32(a, b) })
        }
        #[inline(always)]
        fn min(self, other: Self) -> Self {
            self.with(other, |a, b| unsafe { _mm256_min_epu32(a, b) })
        }
        #[inline(always)]
        fn shift(self) -> Self {
            self.both(|v| unsafe { _mm256_slli_epi32::<16>(v) })
        }
        #[inline(always)]
        fn zeros(self) -> u32 {
            16 - self.nonzero().count_ones()
        }
        #[inline(always)]
        fn nonzero(self) -> u32 {
            let zeros = |v| unsafe {
                let equal = _mm256_cmpeq_epi32(v, _mm256_setzero_si256());
                _mm256_movemask_ps(_mm256_castsi256_ps(equal)) as u32
            };
            !(zeros(self.0) | zeros(self.1) << 8) & 0xffff
        }
        #[inline(always)]
        fn ones(self) -> u32 {
            let ones = |v| unsafe {
                let equal = _mm256_cmpeq_epi32(v, _mm256_set1_epi32(1));
                _mm256_movemask_ps(_mm256_castsi256_ps(equal)) as u32
            };
            ones(self.0) | ones(self.1) << 8
        }
        #[inline(always)]
        fn least(self) -> u32 {
            unsafe {
                let v = _mm256_min_epu32(self.0, self.1);
                let v = _mm_min_epu32(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
                let v = _mm_min_epu32(v, _mm_shuffle_epi32::<0b01_00_11_10>(v));
                let v = _mm_min_epu32(v, _mm_shuffle_epi32::<0b10_11_00_01>(v));
                _mm_cvtsi128_si32(v) as u32
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies every operation to random numbers.
    struct Everything(u32);

    impl Work for Everything {
        type Output = Vec<u32>;

        #[inline(always)]
        fn run<V: Vector>(self) -> Vec<u32> {
            let mut state = self.0;
            let mut number = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if state >> 29 == 0 { 0 } else { state }
            };
            let (a, b) = (Lanes([0; LANES].map(|_| number())), Lanes([0; LANES].map(|_| number())));
            let (a, b, c) = (V::load(&a), V::load(&b), V::splat(number()));
            let all = [
                a,
                b,
                c,
                a.and(b),
                a.count_ones(),
                a.add(b),
                a.min(c),
                b.shift(),
                a.and(b).and(c).shift(),
                a.without(b),
                V::load(&c.store()),
            ];
            // Tests each lane separately, by excluding one lane at a time.
            let mut out = Vec::new();
            for vector in all {
                out.extend([vector.least(), vector.zeros(), vector.nonzero(), vector.ones()]);
                for lane in 0..LANES {
                    let mut one = Lanes([0; LANES]);
                    one.0[lane] = u32::MAX;
                    let mut others = Lanes([u32::MAX; LANES]);
                    others.0[lane] = 0;
                    out.push(vector.and(V::load(&one)).add(V::load(&others)).least());
                }
            }
            out
        }
    }

    #[test]
    fn every_instruction_set_agrees() {
        for seed in 0..200 {
            assert_eq!(best(Everything(seed)), portable(Everything(seed)));
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            if has_avx2() {
                // SAFETY: every feature that the function is compiled for was just detected.
                assert_eq!(unsafe { avx2(Everything(seed)) }, portable(Everything(seed)));
            }
        }
    }
}
