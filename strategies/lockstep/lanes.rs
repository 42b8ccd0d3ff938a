//! Vectors of 32-bit lanes. Their kinds: AVX-512 and AVX2 in `x86`, what any processor has in `quarters`.
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

    /// Copies `value` to every lane.
    fn splat(self, value: u32) -> Self::Vector;
    /// The contents of `row`.
    fn load(self, row: &Self::Row) -> Self::Vector;
    /// A kind of eight lanes or more for what is to be known of one puzzle.
    type Eight: Lanes;
    /// The licence for it.
    fn eight(self) -> Self::Eight;
    /// A word for each of the first eight lanes; the others hold anything.
    fn of(self, words: [u32; 8]) -> Self::Vector;
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
    /// The disjunction of the nine lanes, in each of them; and the bits of each lane that no other has.
    fn alone(self) -> (Self, Self);
    /// The bits of each lane that are in no other lane of `taken`.
    fn left_by(self, taken: Self) -> Self;
    /// The bits that are set in three lanes or more, and those in four or more, in each of the nine.
    fn three_four(self) -> [Self; 2];

    /// `self & !b & !c`
    #[inline(always)]
    fn without2(self, b: Self, c: Self) -> Self {
        self.without(b.or(c))
    }
    /// The bits that one or all of three have.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    fn odd_of(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// The bits that at least two of three have.
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
    /// All bits of one lane, none of the others.
    fn only(self, lane: usize) -> Self::Vector;

    /// The cells of each digit in a line of 81 bytes, where `first` is the digit 1. The low 27 bits
    /// of each word are the cells of a band in order; the other bits are clear.
    #[inline(always)]
    fn places(self, bytes: &[u8; 81], first: u8) -> [[u32; 3]; 9] {
        // A place for what is no digit costs less than to ask, which no processor can foresee.
        let mut places = [[0; 3]; 10];
        for (cell, byte) in bytes.iter().enumerate() {
            places[usize::from(byte.wrapping_sub(first).min(9))][cell / 27] |= 1 << (cell % 27);
        }
        let [digits @ .., _] = places;
        digits
    }
}
