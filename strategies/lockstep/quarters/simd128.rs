//! The vectors of WebAssembly, for modules that are compiled with them.
#![allow(unsafe_code)]

use std::arch::wasm32::*;

/// Four lanes.
#[derive(Clone, Copy)]
pub(super) struct Quarter(v128);

/// Methods that are one intrinsic each.
macro_rules! intrinsics {
    ($($method:ident($a:ident $(, $b:ident)*) = $value:expr;)*) => {
        $(#[inline(always)]
        pub(super) fn $method($a $(, $b: Self)*) -> Self {
            $(let $b = $b.0;)*
            Quarter($value)
        })*
    };
}

impl Quarter {
    intrinsics! {
        and(self, b) = v128_and(self.0, b);
        or(self, b) = v128_or(self.0, b);
        xor(self, b) = v128_xor(self.0, b);
        without(self, b) = v128_andnot(self.0, b);
        add(self, b) = u32x4_add(self.0, b);
        sub(self, b) = u32x4_sub(self.0, b);
        add_halves(self, b) = u16x8_add(self.0, b);
        zero_halves(self) = u16x8_eq(self.0, u16x8_splat(0));
        next(self) = u32x4_shuffle::<1, 2, 0, 3>(self.0, self.0);
        last(self) = u32x4_shuffle::<2, 0, 1, 3>(self.0, self.0);
    }

    #[inline(always)]
    pub(super) fn splat(value: u32) -> Self {
        Quarter(u32x4_splat(value))
    }
    #[inline(always)]
    pub(super) fn load(words: &[u32; 4]) -> Self {
        // SAFETY: sixteen bytes; the load needs no alignment.
        Quarter(unsafe { v128_load((&raw const *words).cast()) })
    }
    #[inline(always)]
    pub(super) fn store(self, words: &mut [u32; 4]) {
        // SAFETY: sixteen bytes; the store needs no alignment.
        unsafe { v128_store((&raw mut *words).cast(), self.0) }
    }
    #[inline(always)]
    pub(super) fn shl<const K: u32>(self) -> Self {
        Quarter(u32x4_shl(self.0, K))
    }
    #[inline(always)]
    pub(super) fn shr<const K: u32>(self) -> Self {
        Quarter(u32x4_shr(self.0, K))
    }
    /// A mask of the lanes that are zero, lane 0 in bit 0.
    #[inline(always)]
    pub(super) fn zeros(self) -> u32 {
        u32::from(u32x4_bitmask(u32x4_eq(self.0, u32x4_splat(0))))
    }
}
