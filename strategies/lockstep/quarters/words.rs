//! Four words, for processors without known vector instructions.

/// Four lanes.
#[derive(Clone, Copy)]
pub(super) struct Quarter([u32; 4]);

impl Quarter {
    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(u32, u32) -> u32) -> Self {
        Quarter(std::array::from_fn(|k| operation(self.0[k], other.0[k])))
    }
    #[inline(always)]
    pub(super) fn and(self, b: Self) -> Self {
        self.zip(b, |a, b| a & b)
    }
    #[inline(always)]
    pub(super) fn or(self, b: Self) -> Self {
        self.zip(b, |a, b| a | b)
    }
    #[inline(always)]
    pub(super) fn xor(self, b: Self) -> Self {
        self.zip(b, |a, b| a ^ b)
    }
    #[inline(always)]
    pub(super) fn without(self, b: Self) -> Self {
        self.zip(b, |a, b| a & !b)
    }
    #[inline(always)]
    pub(super) fn add(self, b: Self) -> Self {
        self.zip(b, u32::wrapping_add)
    }
    #[inline(always)]
    pub(super) fn sub(self, b: Self) -> Self {
        self.zip(b, u32::wrapping_sub)
    }
    #[inline(always)]
    pub(super) fn add_halves(self, b: Self) -> Self {
        const HIGH: u32 = 1 << 31 | 1 << 15;
        // With the highest bits masked, no carry crosses from one half to the other.
        self.zip(b, |a, b| ((a & !HIGH) + (b & !HIGH)) ^ (a ^ b) & HIGH)
    }
    #[inline(always)]
    pub(super) fn zero_halves(self) -> Self {
        Quarter(self.0.map(|a| {
            let half = |mask: u32| if a & mask == 0 { mask } else { 0 };
            half(0xffff) | half(0xffff << 16)
        }))
    }
    #[inline(always)]
    pub(super) fn next(self) -> Self {
        let [a, b, c, d] = self.0;
        Quarter([b, c, a, d])
    }
    #[inline(always)]
    pub(super) fn last(self) -> Self {
        let [a, b, c, d] = self.0;
        Quarter([c, a, b, d])
    }
    #[inline(always)]
    pub(super) fn splat(value: u32) -> Self {
        Quarter([value; 4])
    }
    #[inline(always)]
    pub(super) fn load(words: &[u32; 4]) -> Self {
        Quarter(*words)
    }
    #[inline(always)]
    pub(super) fn store(self, words: &mut [u32; 4]) {
        *words = self.0;
    }
    #[inline(always)]
    pub(super) fn shl<const K: u32>(self) -> Self {
        Quarter(self.0.map(|a| a << K))
    }
    #[inline(always)]
    pub(super) fn shr<const K: u32>(self) -> Self {
        Quarter(self.0.map(|a| a >> K))
    }
    /// A mask of the lanes that are zero, lane 0 in bit 0.
    #[inline(always)]
    pub(super) fn zeros(self) -> u32 {
        self.0.iter().enumerate().fold(0, |zeros, (k, &word)| zeros | u32::from(word == 0) << k)
    }
}
