//! Sets of digits, as wide as the board needs.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of digits numbered from 0, in `W` words of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digits<const W: usize>([u64; W]);

impl<const W: usize> Digits<W> {
    /// The empty set.
    pub(crate) const NONE: Self = Digits([0; W]);

    /// The set of one digit.
    pub(crate) fn only(digit: usize) -> Self {
        let mut words = [0; W];
        words[digit / 64] = 1 << (digit % 64);
        Digits(words)
    }

    /// The first `side` digits.
    pub(crate) fn all(side: usize) -> Self {
        (0..side).fold(Self::NONE, |set, digit| set | Self::only(digit))
    }

    /// The number of digits.
    pub(crate) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == [0; W]
    }

    /// Whether the set has exactly one digit.
    pub(crate) fn is_single(self) -> bool {
        self.count() == 1
    }

    /// The smallest digit. The set must not be empty.
    pub(crate) fn first(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).expect("a digit");
        64 * word + self.0[word].trailing_zeros() as usize
    }

    /// The digits in ascending order.
    pub(crate) fn each(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| {
            let rest = |&left: &u64| Some(left & (left - 1)).filter(|&left| left != 0);
            let words = std::iter::successors(Some(word).filter(|&word| word != 0), rest);
            words.map(move |left| 64 * at + left.trailing_zeros() as usize)
        })
    }

    /// The digits in this set and not in the other.
    pub(crate) fn without(self, other: Self) -> Self {
        self & !other
    }

    fn zip(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        Digits(std::array::from_fn(|k| operation(self.0[k], other.0[k])))
    }
}

impl<const W: usize> BitAnd for Digits<W> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for Digits<W> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const W: usize> Not for Digits<W> {
    type Output = Self;
    fn not(self) -> Self {
        Digits(self.0.map(|word| !word))
    }
}

impl<const W: usize> BitAndAssign for Digits<W> {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for Digits<W> {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
