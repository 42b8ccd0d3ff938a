//! SSE2, which every x86-64 processor has.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

/// Four lanes.
#[derive(Clone, Copy)]
pub(super) struct Quarter(__m128i);

/// Methods that are one intrinsic each.
///
/// SAFETY, for each: every x86-64 processor has SSE2.
macro_rules! intrinsics {
    ($($method:ident($a:ident $(, $b:ident)*) = $value:expr;)*) => {
        $(#[inline(always)]
        pub(super) fn $method($a $(, $b: Self)*) -> Self {
            $(let $b = $b.0;)*
            // SAFETY: see the macro.
            Quarter(unsafe { $value })
        })*
    };
}

impl Quarter {
    intrinsics! {
        and(self, b) = _mm_and_si128(self.0, b);
        or(self, b) = _mm_or_si128(self.0, b);
        xor(self, b) = _mm_xor_si128(self.0, b);
        without(self, b) = _mm_andnot_si128(b, self.0);
        add(self, b) = _mm_add_epi32(self.0, b);
        sub(self, b) = _mm_sub_epi32(self.0, b);
        add_halves(self, b) = _mm_add_epi16(self.0, b);
        zero_halves(self) = _mm_cmpeq_epi16(self.0, _mm_setzero_si128());
        next(self) = _mm_shuffle_epi32::<0b11_00_10_01>(self.0);
        last(self) = _mm_shuffle_epi32::<0b11_01_00_10>(self.0);
    }

    #[inline(always)]
    pub(super) fn splat(value: u32) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        Quarter(unsafe { _mm_set1_epi32(value.cast_signed()) })
    }
    #[inline(always)]
    pub(super) fn load(words: &[u32; 4]) -> Self {
        // SAFETY: sixteen bytes; the load needs no alignment.
        Quarter(unsafe { _mm_loadu_si128((&raw const *words).cast()) })
    }
    #[inline(always)]
    pub(super) fn store(self, words: &mut [u32; 4]) {
        // SAFETY: sixteen bytes; the store needs no alignment.
        unsafe { _mm_storeu_si128((&raw mut *words).cast(), self.0) }
    }
    #[inline(always)]
    pub(super) fn shl<const K: u32>(self) -> Self {
        // SAFETY: every x86-64 processor has SSE2. A constant count becomes an immediate.
        Quarter(unsafe { _mm_sll_epi32(self.0, _mm_cvtsi32_si128(K.cast_signed())) })
    }
    #[inline(always)]
    pub(super) fn shr<const K: u32>(self) -> Self {
        // SAFETY: every x86-64 processor has SSE2. A constant count becomes an immediate.
        Quarter(unsafe { _mm_srl_epi32(self.0, _mm_cvtsi32_si128(K.cast_signed())) })
    }
    /// A mask of the lanes that are zero, lane 0 in bit 0.
    #[inline(always)]
    pub(super) fn zeros(self) -> u32 {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe {
            let zero = _mm_cmpeq_epi32(self.0, _mm_setzero_si128());
            _mm_movemask_ps(_mm_castsi128_ps(zero)).cast_unsigned()
        }
    }
}
