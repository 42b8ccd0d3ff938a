//! A set of up to 64 small numbers: the candidates of a cell, or the places of a digit in a house.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// A set of numbers from 0 to 63, in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bits(u64);

impl Bits {
    /// The empty set.
    pub const NONE: Bits = Bits(0);

    /// The set of numbers below `count`.
    pub const fn below(count: usize) -> Bits {
        if count >= 64 { Bits(u64::MAX) } else { Bits((1 << count) - 1) }
    }

    /// The set of a single number.
    #[inline]
    pub const fn only(number: usize) -> Bits {
        Bits(1 << number)
    }

    /// The number of elements.
    #[inline]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains `number`.
    #[inline]
    pub const fn has(self, number: usize) -> bool {
        self.0 >> number & 1 == 1
    }

    /// The only element; `None` unless there is exactly one.
    #[inline]
    pub const fn single(self) -> Option<usize> {
        if self.0 != 0 && self.0 & (self.0 - 1) == 0 { Some(self.0.trailing_zeros() as usize) } else { None }
    }

    /// The two elements; `None` unless there are exactly two.
    #[inline]
    pub const fn pair(self) -> Option<[usize; 2]> {
        if self.0 == 0 {
            return None;
        }
        match Bits(self.0 & (self.0 - 1)).single() {
            Some(second) => Some([self.0.trailing_zeros() as usize, second]),
            None => None,
        }
    }

    /// Whether the set has more than one element.
    #[inline]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Removes a number.
    #[inline]
    pub const fn remove(&mut self, number: usize) {
        self.0 &= !(1 << number);
    }

    /// Whether the set is a subset of `other`.
    #[inline]
    pub const fn within(self, other: Bits) -> bool {
        self.0 & !other.0 == 0
    }

    /// The elements in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            next
        })
    }
}

impl BitAnd for Bits {
    type Output = Bits;
    #[inline]
    fn bitand(self, other: Bits) -> Bits {
        Bits(self.0 & other.0)
    }
}

impl BitOr for Bits {
    type Output = Bits;
    #[inline]
    fn bitor(self, other: Bits) -> Bits {
        Bits(self.0 | other.0)
    }
}

impl BitOrAssign for Bits {
    #[inline]
    fn bitor_assign(&mut self, other: Bits) {
        self.0 |= other.0;
    }
}

impl Sub for Bits {
    type Output = Bits;
    #[inline]
    fn sub(self, other: Bits) -> Bits {
        Bits(self.0 & !other.0)
    }
}

impl FromIterator<usize> for Bits {
    fn from_iter<T: IntoIterator<Item = usize>>(numbers: T) -> Bits {
        numbers.into_iter().fold(Bits::NONE, |set, number| set | Bits::only(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets() {
        let set: Bits = [0, 5, 63].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 5, 63]);
        assert_eq!((set.count(), set.single(), set.has(5), set.has(6)), (3, None, true, false));
        assert_eq!((set - Bits::only(0) - Bits::only(5)).single(), Some(63));
        assert_eq!((Bits::NONE.pair(), Bits::only(5).pair(), set.pair()), (None, None, None));
        assert_eq!((set - Bits::only(5)).pair(), Some([0, 63]));
        assert!(set.has_several() && !Bits::only(5).has_several() && !Bits::NONE.has_several());
        assert_eq!(Bits::below(64).count(), 64);
        assert_eq!(Bits::below(0), Bits::NONE);
        assert!(Bits::only(5).within(set) && !Bits::below(3).within(set));
    }
}
