//! AVX2 and AVX-512 as [`Lanes`]. All unsafe code for them is here, in [`across`], and in the calls by
//! [`dispatch`](super::dispatch) and `digit_lanes` of functions compiled for them.
//!
//! It is sound for one reason. The tokens [`Avx2`] and [`Avx512`] have a private field. Only `detect` creates
//! them, after it has tested the processor, except that an `Avx512` also yields an `Avx2`, which it requires.
//! A vector is created from a token or from another vector. So wherever there is a vector, the processor has
//! its instructions.
#![allow(unsafe_code)]

use super::lanes::{Lanes, Row, Vector};
use std::arch::x86_64::*;

/// Methods that are one intrinsic each.
///
/// SAFETY, for each: `self` is a vector, so the processor has its instructions.
macro_rules! intrinsics {
    ($Vector:ident: $($method:ident($a:ident $(, $b:ident)*) = $value:expr;)*) => {
        $(#[inline(always)]
        fn $method($a $(, $b: Self)*) -> Self {
            $(let $b = $b.0;)*
            // SAFETY: see the macro.
            $Vector(unsafe { $value })
        })*
    };
}

mod across;

/// The token for 8 lanes.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

/// The token for 16 lanes.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx2 {
    /// Creates the token if the processor has AVX2 and the bit manipulation instructions of its generation.
    pub(crate) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Avx2(()))
    }
}

impl Avx512 {
    /// Creates the token if the processor has the foundation of AVX-512 and everything that AVX2 needs.
    pub(crate) fn detect() -> Option<Self> {
        let has = Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl");
        has.then_some(Avx512(()))
    }
}

/// The token for 16 lanes in two registers of AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Avx2Pair(Avx2);

impl From<Avx2> for Avx2Pair {
    fn from(lanes: Avx2) -> Self {
        Avx2Pair(lanes)
    }
}

/// A register of 8 lanes.
#[derive(Clone, Copy)]
pub(crate) struct Vector8(__m256i);

/// Two registers of 8 lanes.
#[derive(Clone, Copy)]
pub(crate) struct Pair(Vector8, Vector8);

/// A register of 16 lanes.
#[derive(Clone, Copy)]
pub(crate) struct Vector16(__m512i);

/// Eight lanes in memory.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Row8([u32; 8]);

/// Sixteen lanes in memory: a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Row16([u32; 16]);

impl Row for Row8 {
    const ZERO: Self = Row8([0; 8]);

    #[inline(always)]
    fn words(&self) -> &[u32] {
        &self.0
    }
    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u32] {
        &mut self.0
    }
}

impl Row for Row16 {
    const ZERO: Self = Row16([0; 16]);

    #[inline(always)]
    fn words(&self) -> &[u32] {
        &self.0
    }
    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u32] {
        &mut self.0
    }
}

impl Lanes for Avx2 {
    const COUNT: usize = 8;
    type Vector = Vector8;
    type Row = Row8;

    #[inline(always)]
    fn splat(self, value: u32) -> Vector8 {
        // SAFETY: `self` is the token for AVX2.
        Vector8(unsafe { _mm256_set1_epi32(value.cast_signed()) })
    }
    #[inline(always)]
    fn load(self, row: &Row8) -> Vector8 {
        // SAFETY: `self` is the token for AVX2; a row is 32 bytes, aligned to 32.
        Vector8(unsafe { _mm256_load_si256((&raw const row.0).cast()) })
    }
    #[inline(always)]
    fn of(self, words: [u32; 8]) -> Vector8 {
        let [a, b, c, d, e, f, g, h] = words.map(u32::cast_signed);
        // SAFETY: `self` is the token for AVX2.
        Vector8(unsafe { _mm256_setr_epi32(a, b, c, d, e, f, g, h) })
    }
    type Eight = Self;
    #[inline(always)]
    fn eight(self) -> Self {
        self
    }
}

impl Lanes for Avx512 {
    const COUNT: usize = 16;
    type Vector = Vector16;
    type Row = Row16;

    #[inline(always)]
    fn splat(self, value: u32) -> Vector16 {
        // SAFETY: `self` is the token for AVX-512.
        Vector16(unsafe { _mm512_set1_epi32(value.cast_signed()) })
    }
    #[inline(always)]
    fn load(self, row: &Row16) -> Vector16 {
        // SAFETY: `self` is the token for AVX-512; a row is 64 bytes, aligned to 64.
        Vector16(unsafe { _mm512_load_si512((&raw const row.0).cast()) })
    }
    #[inline(always)]
    fn of(self, words: [u32; 8]) -> Vector16 {
        let mut row = Row16::ZERO;
        row.0[..8].copy_from_slice(&words);
        self.load(&row)
    }
    type Eight = Avx2;
    #[inline(always)]
    fn eight(self) -> Avx2 {
        Avx2(())
    }
}

impl Vector for Vector8 {
    type Row = Row8;

    intrinsics! { Vector8:
        and(self, b) = _mm256_and_si256(self.0, b);
        or(self, b) = _mm256_or_si256(self.0, b);
        xor(self, b) = _mm256_xor_si256(self.0, b);
        without(self, b) = _mm256_andnot_si256(b, self.0);
        add(self, b) = _mm256_add_epi32(self.0, b);
        sub(self, b) = _mm256_sub_epi32(self.0, b);
        add_halves(self, b) = _mm256_add_epi16(self.0, b);
        zero_halves(self) = _mm256_cmpeq_epi16(self.0, _mm256_setzero_si256());
    }

    #[inline(always)]
    fn store(self, row: &mut Row8) {
        // SAFETY: `self` is a vector of AVX2; a row is 32 bytes, aligned to 32.
        unsafe { _mm256_store_si256((&raw mut row.0).cast(), self.0) }
    }
    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        // SAFETY: `self` is a vector of AVX2. A constant count becomes an immediate.
        Vector8(unsafe { _mm256_sll_epi32(self.0, _mm_cvtsi32_si128(K.cast_signed())) })
    }
    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        // SAFETY: `self` is a vector of AVX2. A constant count becomes an immediate.
        Vector8(unsafe { _mm256_srl_epi32(self.0, _mm_cvtsi32_si128(K.cast_signed())) })
    }
    #[inline(always)]
    fn zeros(self) -> u32 {
        // SAFETY: `self` is a vector of AVX2.
        unsafe {
            let zero = _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256());
            _mm256_movemask_ps(_mm256_castsi256_ps(zero)).cast_unsigned()
        }
    }
}

impl Vector for Vector16 {
    type Row = Row16;

    // The immediate of `ternarylogic` is the column of a truth table: bit `4a + 2b + c`.
    intrinsics! { Vector16:
        and(self, b) = _mm512_and_si512(self.0, b);
        or(self, b) = _mm512_or_si512(self.0, b);
        xor(self, b) = _mm512_xor_si512(self.0, b);
        without(self, b) = _mm512_andnot_si512(b, self.0);
        add(self, b) = _mm512_add_epi32(self.0, b);
        sub(self, b) = _mm512_sub_epi32(self.0, b);
        add_halves(self, b) = _mm512_add_epi16(self.0, b);
        zero_halves(self) = _mm512_movm_epi16(_mm512_testn_epi16_mask(self.0, self.0));
        and3(self, b, c) = _mm512_ternarylogic_epi32::<0b1000_0000>(self.0, b, c);
        or3(self, b, c) = _mm512_ternarylogic_epi32::<0b1111_1110>(self.0, b, c);
        or_and(self, b, c) = _mm512_ternarylogic_epi32::<0b1111_1000>(self.0, b, c);
        or_xor(self, b, c) = _mm512_ternarylogic_epi32::<0b1111_0110>(self.0, b, c);
        without_but(self, b, c) = _mm512_ternarylogic_epi32::<0b1011_0000>(self.0, b, c);
    }

    #[inline(always)]
    fn store(self, row: &mut Row16) {
        // SAFETY: `self` is a vector of AVX-512; a row is 64 bytes, aligned to 64.
        unsafe { _mm512_store_si512((&raw mut row.0).cast(), self.0) }
    }
    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        // SAFETY: `self` is a vector of AVX-512.
        Vector16(unsafe { _mm512_slli_epi32::<K>(self.0) })
    }
    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        // SAFETY: `self` is a vector of AVX-512.
        Vector16(unsafe { _mm512_srli_epi32::<K>(self.0) })
    }
    #[inline(always)]
    fn zeros(self) -> u32 {
        // SAFETY: `self` is a vector of AVX-512.
        u32::from(unsafe { _mm512_testn_epi32_mask(self.0, self.0) })
    }
}

impl Lanes for Avx2Pair {
    const COUNT: usize = 16;
    type Vector = Pair;
    type Row = Row16;

    #[inline(always)]
    fn splat(self, value: u32) -> Pair {
        Pair(self.0.splat(value), self.0.splat(value))
    }
    #[inline(always)]
    fn load(self, row: &Row16) -> Pair {
        let (low, high) = row.0.split_at(8);
        // SAFETY: `self` holds the token for AVX2; each half is 32 bytes, aligned to 32.
        unsafe {
            let load = |half: &[u32]| Vector8(_mm256_load_si256(half.as_ptr().cast()));
            Pair(load(low), load(high))
        }
    }
    #[inline(always)]
    fn of(self, words: [u32; 8]) -> Pair {
        Pair(self.0.of(words), self.0.splat(0))
    }
    type Eight = Avx2;
    #[inline(always)]
    fn eight(self) -> Avx2 {
        self.0
    }
}

/// Methods that apply an operation to both registers.
macro_rules! both {
    ($($method:ident($($operand:ident),*);)*) => {
        $(#[inline(always)]
        fn $method(self $(, $operand: Self)*) -> Self {
            Pair(self.0.$method($($operand.0),*), self.1.$method($($operand.1),*))
        })*
    };
}

impl Vector for Pair {
    type Row = Row16;

    both! { and(b); or(b); xor(b); without(b); add(b); sub(b); add_halves(b); zero_halves(); }

    #[inline(always)]
    fn store(self, row: &mut Row16) {
        let (low, high) = row.0.split_at_mut(8);
        // SAFETY: `self` is a vector of AVX2; each half is 32 bytes, aligned to 32.
        unsafe {
            _mm256_store_si256(low.as_mut_ptr().cast(), self.0.0);
            _mm256_store_si256(high.as_mut_ptr().cast(), self.1.0);
        }
    }
    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        Pair(self.0.shl::<K>(), self.1.shl::<K>())
    }
    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        Pair(self.0.shr::<K>(), self.1.shr::<K>())
    }
    #[inline(always)]
    fn zeros(self) -> u32 {
        self.0.zeros() | self.1.zeros() << 8
    }
}
