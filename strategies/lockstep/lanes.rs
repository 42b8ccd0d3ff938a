//! Vectors of 32-bit lanes, and the three kinds of them: AVX-512, AVX2 and plain arrays.
//!
//! A [`Lanes`] value is a licence: it exists only where its instructions do, every vector is
//! made through one, and so every operation on a vector is safe. The kernel is written once
//! against these two traits; each entry point of [`dispatch`](super::dispatch) inlines it into a
//! function that is compiled for the features of its licence.
//!
//! Operations of three operands are in the trait because AVX-512 does any of them in one
//! instruction (`vpternlogd`); elsewhere they are composed of two.

/// A kind of vector, and the licence to make some.
pub(crate) trait Lanes: Copy {
    /// One lane for each of the puzzles that are solved side by side.
    const COUNT: usize;
    /// A register.
    type Vector: Vector<Row = Self::Row>;
    /// A register's content in memory.
    type Row: Row;

    /// The same number in every lane.
    fn splat(self, value: u32) -> Self::Vector;
    /// What `row` holds.
    fn load(self, row: &Self::Row) -> Self::Vector;
}

/// One 32-bit word per lane, in memory.
pub(crate) trait Row: Copy {
    /// Zero in every lane.
    const ZERO: Self;
    /// The words.
    fn words(&self) -> &[u32];
    /// The words, to write to.
    fn words_mut(&mut self) -> &mut [u32];
}

/// A register of lanes. Each operation works in every lane by itself.
pub(crate) trait Vector: Copy {
    /// Its content in memory.
    type Row: Row;

    /// Writes the lanes to `row`.
    fn store(self, row: &mut Self::Row);
    /// `self & b`
    fn and(self, b: Self) -> Self;
    /// `self | b`
    fn or(self, b: Self) -> Self;
    /// `self ^ b`
    fn xor(self, b: Self) -> Self;
    /// `self & !b`
    fn without(self, b: Self) -> Self;
    /// `self + b`
    fn add(self, b: Self) -> Self;
    /// `self - b`
    fn sub(self, b: Self) -> Self;
    /// `self << K`
    fn shl<const K: u32>(self) -> Self;
    /// `self >> K`
    fn shr<const K: u32>(self) -> Self;
    /// The sum in each half of each lane.
    fn add_halves(self, b: Self) -> Self;
    /// All bits of each half that is zero, none of the others.
    fn zero_halves(self) -> Self;
    /// Which lanes are zero, lane 0 in bit 0.
    fn zeros(self) -> u32;

    /// `self & b & c`
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }
    /// `self | b | c`
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    /// `self | b & c`
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }
    /// `self | (b ^ c)`
    #[inline(always)]
    fn or_xor(self, b: Self, c: Self) -> Self {
        self.or(b.xor(c))
    }
    /// `self & (!b | c)`: what of `self` is not in `b`, unless it is in `c`.
    #[inline(always)]
    fn without_but(self, b: Self, c: Self) -> Self {
        self.without(b.without(c))
    }
}

/// Registers whose lanes belong together, one puzzle in nine of them: those of [`lane`]. The others are
/// zero, and what they are after an operation across the lanes is without meaning.
pub(crate) trait Across: Vector {
    /// The disjunction of the nine lanes, in each of them.
    fn any(self) -> Self;
    /// The sum of the nine lanes, in each of them.
    fn sum(self) -> Self;
    /// The disjunction of the nine lanes, in each of them; and what of each no other has.
    fn alone(self) -> (Self, Self);
    /// What of each lane is in no other lane of `taken`.
    fn left_by(self, taken: Self) -> Self;
    /// The bits that are set in three lanes or more, and those in four or more, in each of the nine.
    fn three_four(self) -> [Self; 2];

    /// `self & !b & !c`
    #[inline(always)]
    fn without2(self, b: Self, c: Self) -> Self {
        self.without(b.or(c))
    }
    /// What one of three has, or all.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    fn odd_of(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// What two of three have, or all.
    #[inline(always)]
    fn two_of(self, b: Self, c: Self) -> Self {
        self.and(b).or_and(self.or(b), c)
    }
    /// `self & (b | c)`
    #[inline(always)]
    fn and_or(self, b: Self, c: Self) -> Self {
        self.and(b.or(c))
    }
    /// `self` where `mask` is set, `b` elsewhere.
    #[inline(always)]
    fn select(self, b: Self, mask: Self) -> Self {
        b.without(mask).or_and(self, mask)
    }
}

/// The lane of a digit, 0 to 8: three of them in each quarter of a register, and one lane free.
pub(crate) const fn lane(digit: usize) -> usize {
    digit + digit / 3
}

/// The lanes that are digits.
pub(crate) const DIGITS: u32 = 0x777;

/// Registers for one puzzle, nine of whose lanes are digits: those of [`lane`].
pub(crate) trait OnePuzzle: Lanes<Vector: Across> {
    /// Whether a round is better a function of its own: the compiler makes vectors of plain code more
    /// reliably where a function is not too large.
    const APART: bool;

    /// All bits of one lane, none of the others.
    fn only(self, lane: usize) -> Self::Vector;

    /// Where each digit stands in a line of 81 bytes, `first` being the digit 1: bit 27 of each
    /// word and what is above is clear, below are the cells of a band in order.
    #[inline(always)]
    fn places(self, bytes: &[u8; 81], first: u8) -> [[u32; 3]; 9] {
        let mut places = [[0; 3]; 9];
        for (cell, byte) in bytes.iter().enumerate() {
            if let Some(bands) = places.get_mut(usize::from(byte.wrapping_sub(first))) {
                bands[cell / 27] |= 1 << (cell % 27);
            }
        }
        places
    }
}

/// Plain arrays: any processor. The compiler turns them into whatever vectors it may use.
#[derive(Clone, Copy)]
pub(crate) struct Portable<const N: usize>;

/// `N` lanes as an array.
#[derive(Clone, Copy)]
pub(crate) struct Array<const N: usize>([u32; N]);

impl<const N: usize> Row for [u32; N] {
    const ZERO: Self = [0; N];

    #[inline(always)]
    fn words(&self) -> &[u32] {
        self
    }
    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u32] {
        self
    }
}

impl<const N: usize> Lanes for Portable<N> {
    const COUNT: usize = N;
    type Vector = Array<N>;
    type Row = [u32; N];

    #[inline(always)]
    fn splat(self, value: u32) -> Array<N> {
        Array([value; N])
    }
    #[inline(always)]
    fn load(self, row: &[u32; N]) -> Array<N> {
        Array(*row)
    }
}

impl OnePuzzle for Portable<12> {
    const APART: bool = true;

    #[inline(always)]
    fn only(self, lane: usize) -> Array<12> {
        Array(std::array::from_fn(|k| if k == lane { u32::MAX } else { 0 }))
    }
}

impl<const N: usize> Array<N> {
    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(u32, u32) -> u32) -> Self {
        Array(std::array::from_fn(|k| operation(self.0[k], other.0[k])))
    }
}

impl<const N: usize> Vector for Array<N> {
    type Row = [u32; N];

    #[inline(always)]
    fn store(self, row: &mut [u32; N]) {
        *row = self.0;
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        self.zip(b, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        self.zip(b, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        self.zip(b, |a, b| a ^ b)
    }
    #[inline(always)]
    fn without(self, b: Self) -> Self {
        self.zip(b, |a, b| a & !b)
    }
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        self.zip(b, u32::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        self.zip(b, u32::wrapping_sub)
    }
    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        Array(self.0.map(|a| a << K))
    }
    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        Array(self.0.map(|a| a >> K))
    }
    #[inline(always)]
    fn add_halves(self, b: Self) -> Self {
        const HIGH: u32 = 1 << 31 | 1 << 15;
        // Without the highest bits nothing is carried from one half to the other.
        self.zip(b, |a, b| ((a & !HIGH) + (b & !HIGH)) ^ (a ^ b) & HIGH)
    }
    #[inline(always)]
    fn zero_halves(self) -> Self {
        Array(self.0.map(|a| {
            let half = |mask: u32| if a & mask == 0 { mask } else { 0 };
            half(0xffff) | half(0xffff << 16)
        }))
    }
    #[inline(always)]
    fn zeros(self) -> u32 {
        self.0.iter().enumerate().fold(0, |zeros, (k, &word)| zeros | u32::from(word == 0) << k)
    }
}

impl Array<12> {
    /// The bits that are set in some lane, and in two or more.
    #[inline(always)]
    fn once_twice(self) -> (u32, u32) {
        self.0.iter().fold((0, 0), |(once, twice), &word| (once | word, twice | once & word))
    }
}

impl Across for Array<12> {
    #[inline(always)]
    fn any(self) -> Self {
        Array([self.0.iter().fold(0, |any, &word| any | word); 12])
    }
    #[inline(always)]
    fn sum(self) -> Self {
        Array([self.0.iter().fold(0, |sum, &word| sum.wrapping_add(word)); 12])
    }
    #[inline(always)]
    fn alone(self) -> (Self, Self) {
        let (once, twice) = self.once_twice();
        (Array([once; 12]), self.without(Array([twice; 12])))
    }
    #[inline(always)]
    fn left_by(self, taken: Self) -> Self {
        let (once, twice) = taken.once_twice();
        self.zip(taken, |word, taken| word & !(once & !taken | twice))
    }
    #[inline(always)]
    fn three_four(self) -> [Self; 2] {
        let add = |[one, two, three, four]: [u32; 4], &word: &u32| {
            [one | word, two | one & word, three | two & word, four | three & word]
        };
        let [_, _, three, four] = self.0.iter().fold([0; 4], add);
        [Array([three; 12]), Array([four; 12])]
    }
}
