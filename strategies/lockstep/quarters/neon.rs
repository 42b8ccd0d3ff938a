//! NEON, which every 64-bit ARM processor has.
#![allow(unsafe_code)]

use std::arch::aarch64::*;

/// Four lanes.
#[derive(Clone, Copy)]
pub(super) struct Quarter(uint32x4_t);

/// Methods that are one or two intrinsics each.
///
/// SAFETY, for each: every 64-bit ARM processor has NEON.
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
        and(self, b) = vandq_u32(self.0, b);
        or(self, b) = vorrq_u32(self.0, b);
        xor(self, b) = veorq_u32(self.0, b);
        without(self, b) = vbicq_u32(self.0, b);
        add(self, b) = vaddq_u32(self.0, b);
        sub(self, b) = vsubq_u32(self.0, b);
        add_halves(self, b) = vreinterpretq_u32_u16(vaddq_u16(vreinterpretq_u16_u32(self.0), vreinterpretq_u16_u32(b)));
        zero_halves(self) = vreinterpretq_u32_u16(vceqzq_u16(vreinterpretq_u16_u32(self.0)));
        // Lanes 1, 2, 0 and 2, 0, 1; the fourth is unspecified.
        next(self) = {
            let turned = vextq_u32::<1>(self.0, self.0);
            vcopyq_laneq_u32::<2, 0>(turned, self.0)
        };
        last(self) = {
            let turned = vextq_u32::<3>(self.0, self.0);
            vcopyq_laneq_u32::<0, 2>(turned, self.0)
        };
    }

    #[inline(always)]
    pub(super) fn splat(value: u32) -> Self {
        // SAFETY: every 64-bit ARM processor has NEON.
        Quarter(unsafe { vdupq_n_u32(value) })
    }
    #[inline(always)]
    pub(super) fn load(words: &[u32; 4]) -> Self {
        // SAFETY: sixteen bytes; the load needs no more than the alignment of words.
        Quarter(unsafe { vld1q_u32(words.as_ptr()) })
    }
    #[inline(always)]
    pub(super) fn store(self, words: &mut [u32; 4]) {
        // SAFETY: sixteen bytes; the store needs no more than the alignment of words.
        unsafe { vst1q_u32(words.as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    pub(super) fn shl<const K: u32>(self) -> Self {
        // SAFETY: every 64-bit ARM processor has NEON. A constant count becomes an immediate.
        Quarter(unsafe { vshlq_u32(self.0, vdupq_n_s32(K.cast_signed())) })
    }
    #[inline(always)]
    pub(super) fn shr<const K: u32>(self) -> Self {
        // SAFETY: every 64-bit ARM processor has NEON.
        Quarter(unsafe { vshlq_u32(self.0, vdupq_n_s32(-K.cast_signed())) })
    }
    /// A mask of the lanes that are zero, lane 0 in bit 0.
    #[inline(always)]
    pub(super) fn zeros(self) -> u32 {
        let bits = Self::load(&[1, 2, 4, 8]);
        // SAFETY: every 64-bit ARM processor has NEON.
        unsafe { vaddvq_u32(vandq_u32(vceqzq_u32(self.0), bits.0)) }
    }
}
