//! Registers of four lanes for every processor: SSE2 on x86-64, NEON on ARM, and four words elsewhere.
//!
//! These instructions need no token, because every processor of the architecture has them. A vector consists
//! of several registers: two hold eight puzzles, three the nine digits of one puzzle. An earlier version used
//! arrays of words and relied on the compiler to vectorize them, which it did for half of the operations at
//! most: on x86-64 a puzzle of `digit-lanes` took three to four times as long.

use super::lanes::{Across, Lanes, OnePuzzle, Row, Vector};
use quarter::Quarter;

#[cfg_attr(target_arch = "x86_64", path = "quarters/sse2.rs")]
#[cfg_attr(target_arch = "aarch64", path = "quarters/neon.rs")]
#[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), path = "quarters/words.rs")]
mod quarter;

/// The token for `N` registers of four lanes, which every processor of this architecture has.
#[derive(Clone, Copy)]
pub(crate) struct Portable<const N: usize>;

/// A vector of `N` registers.
#[derive(Clone, Copy)]
pub(crate) struct Quarters<const N: usize>([Quarter; N]);

/// A vector of [`Quarters`] in memory.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(crate) struct Words<const N: usize>([[u32; 4]; N]);

impl<const N: usize> Row for Words<N> {
    const ZERO: Self = Words([[0; 4]; N]);

    #[inline(always)]
    fn words(&self) -> &[u32] {
        self.0.as_flattened()
    }
    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u32] {
        self.0.as_flattened_mut()
    }
}

impl<const N: usize> Lanes for Portable<N> {
    const COUNT: usize = 4 * N;
    type Vector = Quarters<N>;
    type Row = Words<N>;

    #[inline(always)]
    fn splat(self, value: u32) -> Quarters<N> {
        Quarters([Quarter::splat(value); N])
    }
    #[inline(always)]
    fn load(self, row: &Words<N>) -> Quarters<N> {
        Quarters(std::array::from_fn(|k| Quarter::load(&row.0[k])))
    }
    #[inline(always)]
    fn of(self, words: [u32; 8]) -> Quarters<N> {
        Quarters(std::array::from_fn(|k| Quarter::load(&std::array::from_fn(|i| words[(4 * k + i) % 8]))))
    }
    type Eight = Portable<2>;
    #[inline(always)]
    fn eight(self) -> Portable<2> {
        Portable
    }
}

/// Methods that apply an operation to each register.
macro_rules! each {
    ($($method:ident($($operand:ident),*);)*) => {
        $(#[inline(always)]
        fn $method(self $(, $operand: Self)*) -> Self {
            Quarters(std::array::from_fn(|k| self.0[k].$method($($operand.0[k]),*)))
        })*
    };
}

impl<const N: usize> Vector for Quarters<N> {
    type Row = Words<N>;

    each! { and(b); or(b); xor(b); without(b); add(b); sub(b); add_halves(b); zero_halves(); }

    #[inline(always)]
    fn store(self, row: &mut Words<N>) {
        for (quarter, words) in self.0.into_iter().zip(&mut row.0) {
            quarter.store(words);
        }
    }
    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        Quarters(std::array::from_fn(|k| self.0[k].shl::<K>()))
    }
    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        Quarters(std::array::from_fn(|k| self.0[k].shr::<K>()))
    }
    #[inline(always)]
    fn zeros(self) -> u32 {
        (0..N).fold(0, |zeros, k| zeros | self.0[k].zeros() << (4 * k))
    }
}

impl OnePuzzle for Portable<3> {
    #[inline(always)]
    fn only(self, lane: usize) -> Quarters<3> {
        let mut row = Words::ZERO;
        row.words_mut()[lane % 12] = u32::MAX;
        self.load(&row)
    }
}

impl Quarter {
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    /// The bits set in exactly one or in all three of the operands, and those set in at least two.
    #[inline(always)]
    fn sum_of(self, b: Self, c: Self) -> [Self; 2] {
        let odd = self.xor(b);
        [odd.xor(c), self.and(b).or(odd.and(c))]
    }
    /// The disjunction of each lane with the two others of its register.
    #[inline(always)]
    fn with_companions(self) -> Self {
        self.or3(self.next(), self.last())
    }
}

impl Quarters<3> {
    /// The disjunction of all lanes, and for each lane the disjunction of all others. Combines registers
    /// first, so that only one word is rotated within a register.
    #[inline(always)]
    fn others(self) -> (Quarter, Self) {
        let [a, b, c] = self.0;
        let three = a.or3(b, c);
        let beside = three.next().or(three.last());
        (three.or(beside), Quarters([b.or3(c, beside), c.or3(a, beside), a.or3(b, beside)]))
    }
}

impl Across for Quarters<3> {
    #[inline(always)]
    fn any(self) -> Self {
        let [a, b, c] = self.0;
        Quarters([a.or3(b, c).with_companions(); 3])
    }
    #[inline(always)]
    fn sum(self) -> Self {
        let [a, b, c] = self.0;
        let three = a.add(b).add(c);
        Quarters([three.add(three.next()).add(three.last()); 3])
    }
    #[inline(always)]
    fn alone(self) -> (Self, Self) {
        let (any, others) = self.others();
        (Quarters([any; 3]), self.without(others))
    }
    #[inline(always)]
    fn left_by(self, taken: Self) -> Self {
        self.without(taken.others().1)
    }
    #[inline(always)]
    fn three_four(self) -> [Self; 2] {
        let [a, b, c] = self.0;
        // The sum of three lanes in binary, then the sum of three such sums, saturating at four.
        let [one, two] = a.sum_of(b, c);
        let [one, carried] = one.sum_of(one.next(), one.last());
        let [odd, four] = two.sum_of(two.next(), two.last());
        let four = four.or(odd.and(carried));
        let three = four.or(one.and(odd.xor(carried)));
        [Quarters([three; 3]), Quarters([four; 3])]
    }
}
