//! Sets of digits as bit masks of five widths, so that a 9x9 board uses only 16 bits per set.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

/// A set of digits, numbered from 0, with the operators of sets.
pub(crate) trait Mask:
    Copy
    + Default
    + PartialEq
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// The empty set.
    const NONE: Self;
    /// The set of one digit.
    fn of(digit: usize) -> Self;
    /// The digits below `side`.
    fn all(side: usize) -> Self;
    /// The set of the smallest digit; empty if this set is.
    fn lowest(self) -> Self;
    /// The smallest digit. The set must not be empty.
    fn index(self) -> usize;
    /// The number of digits.
    fn count(self) -> usize;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Whether the set has exactly one digit.
    #[inline(always)]
    fn is_single(self) -> bool {
        self.count() == 1
    }

    /// Whether the two sets intersect.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        self & other != Self::NONE
    }

    /// The digits in this set and not in the other.
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// Removes the smallest digit and returns it as a set.
    #[inline(always)]
    fn take_lowest(&mut self) -> Option<Self> {
        let lowest = self.lowest();
        *self = self.minus(lowest);
        (!lowest.is_empty()).then_some(lowest)
    }

    /// The digits in ascending order.
    fn digits(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.take_lowest().map(Self::index))
    }
}

macro_rules! mask {
    ($($int:ty)*) => {$(
        impl Mask for $int {
            const NONE: Self = 0;

            #[inline(always)]
            fn of(digit: usize) -> Self {
                1 << digit
            }

            #[inline(always)]
            fn all(side: usize) -> Self {
                Self::MAX >> (Self::BITS as usize - side)
            }

            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline(always)]
            fn index(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
        }
    )*};
}

mask!(u16 u32 u64 u128);

/// A set of up to 256 digits: the lower 128 and the upper 128.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Wide(u128, u128);

impl Mask for Wide {
    const NONE: Self = Wide(0, 0);

    fn of(digit: usize) -> Self {
        if digit < 128 { Wide(1 << digit, 0) } else { Wide(0, 1 << (digit - 128)) }
    }

    fn all(side: usize) -> Self {
        let part = |bits: usize| if bits == 0 { 0 } else { u128::MAX >> (128 - bits) };
        Wide(part(side.min(128)), part(side.saturating_sub(128)))
    }

    fn lowest(self) -> Self {
        if self.0 != 0 { Wide(self.0.lowest(), 0) } else { Wide(0, self.1.lowest()) }
    }

    fn index(self) -> usize {
        if self.0 != 0 { self.0.index() } else { 128 + self.1.index() }
    }

    fn count(self) -> usize {
        self.0.count() + self.1.count()
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    fn bitand(self, other: Wide) -> Wide {
        Wide(self.0 & other.0, self.1 & other.1)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    fn bitor(self, other: Wide) -> Wide {
        Wide(self.0 | other.0, self.1 | other.1)
    }
}

impl Not for Wide {
    type Output = Wide;
    fn not(self) -> Wide {
        Wide(!self.0, !self.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds_every_digit<M: Mask>(largest: usize) {
        for side in 1..=largest {
            let mut all = M::all(side);
            for digit in 0..side {
                assert!(all.meets(M::of(digit)));
                assert_eq!((all.index(), all.count()), (digit, side - digit));
                assert_eq!(all.take_lowest(), Some(M::of(digit)));
                assert!(!all.meets(M::of(digit)));
            }
            assert!(all.is_empty() && all.take_lowest().is_none());
        }
    }

    #[test]
    fn every_width_holds_the_digits_it_is_for() {
        holds_every_digit::<u16>(16);
        holds_every_digit::<u32>(32);
        holds_every_digit::<u64>(64);
        holds_every_digit::<u128>(128);
        holds_every_digit::<Wide>(255);
        let (low, high) = (Wide::of(3), Wide::of(200));
        assert_eq!((low | high).minus(low), high);
        assert_eq!((low | high).lowest(), low);
    }
}
