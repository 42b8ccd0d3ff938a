//! Vectors of 32-bit lanes: AVX-512 and AVX2 in `x86`, and what every processor has in `quarters`.
//!
//! A [`Lanes`] value is a token: it exists only if the processor has the instructions. Every vector is made
//! through a token, and so every operation on a vector is safe. The kernel is written once against these two
//! traits. Each entry point of [`dispatch`](super::dispatch) inlines it into a function that is compiled for
//! the features of its token.
//!
//! Operations with three operands are in the trait because AVX-512 does any of them in one instruction
//! (`vpternlogd`); elsewhere they take two.

/// A type of vector, and the token needed to create vectors.
pub(crate) trait Lanes: Copy {
    /// The number of lanes, one for each puzzle that is solved side by side.
    const COUNT: usize;
    /// A register.
    type Vector: Vector<Row = Self::Row>;
    /// The contents of a register in memory.
    type Row: Row;

    /// Copies `value` to every lane.
    fn splat(self, value: u32) -> Self::Vector;
    /// Loads `row`.
    fn load(self, row: &Self::Row) -> Self::Vector;
    /// A type with at least eight lanes, for computations on a single puzzle.
    type Eight: Lanes;
    /// Converts the token.
    fn eight(self) -> Self::Eight;
    /// Loads a word into each of the first eight lanes; the others are unspecified.
    fn of(self, words: [u32; 8]) -> Self::Vector;
}

/// One 32-bit word per lane, in memory.
pub(crate) trait Row: Copy {
    /// Zero in every lane.
    const ZERO: Self;
    /// The words of all lanes.
    fn words(&self) -> &[u32];
    /// The words of all lanes, mutably.
    fn words_mut(&mut self) -> &mut [u32];
}

/// A register of lanes. Operations are lanewise.
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
    /// Adds the 16-bit halves of each lane separately.
    fn add_halves(self, b: Self) -> Self;
    /// Sets all bits of each 16-bit half that is zero, and clears all other halves.
    fn zero_halves(self) -> Self;
    /// A mask of the lanes that are zero, lane 0 in bit 0.
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
    /// `self & (!b | c)`
    #[inline(always)]
    fn without_but(self, b: Self, c: Self) -> Self {
        self.without(b.without(c))
    }
}

/// Registers for one puzzle, which nine lanes share: those of [`lane`]. The other lanes are zero, and
/// unspecified after an operation across lanes.
pub(crate) trait Across: Vector {
    /// The disjunction of the nine lanes, in each of them.
    fn any(self) -> Self;
    /// The sum of the nine lanes, in each of them.
    fn sum(self) -> Self;
    /// The disjunction of the nine lanes, in each of them; and for each lane, its bits that no other lane
    /// has.
    fn alone(self) -> (Self, Self);
    /// For each lane, its bits that are in no other lane of `taken`.
    fn left_by(self, taken: Self) -> Self;
    /// The bits that are set in at least three lanes, and in at least four, in each of the nine.
    fn three_four(self) -> [Self; 2];

    /// `self & !b & !c`
    #[inline(always)]
    fn without2(self, b: Self, c: Self) -> Self {
        self.without(b.or(c))
    }
    /// The bits set in exactly one or in all three of the operands.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    fn odd_of(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// The bits set in at least two of the three operands.
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

/// The lane of a digit, 0 to 8: each quarter of a register has three digits and a free lane.
pub(crate) const fn lane(digit: usize) -> usize {
    digit + digit / 3
}

/// The lanes that hold digits, as a bit set.
pub(crate) const DIGITS: u32 = 0x777;

/// Registers for one puzzle, with digits in the lanes of [`lane`].
pub(crate) trait OnePuzzle: Lanes<Vector: Across> {
    /// All bits of one lane, and no others.
    fn only(self, lane: usize) -> Self::Vector;

    /// The cells of each digit in a line of 81 bytes, where `first` is the digit 1. The low 27 bits of each
    /// word are the cells of a band in order; the other bits are clear.
    #[inline(always)]
    fn places(self, bytes: &[u8; 81], first: u8) -> [[u32; 3]; 9] {
        // An extra entry for characters that are not digits costs less than an unpredictable branch.
        let mut places = [[0; 3]; 10];
        for (cell, byte) in bytes.iter().enumerate() {
            places[usize::from(byte.wrapping_sub(first).min(9))][cell / 27] |= 1 << (cell % 27);
        }
        let [digits @ .., _] = places;
        digits
    }
}
