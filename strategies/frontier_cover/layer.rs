//! The states at one place, each with the number of ways that lead to it.

/// A hash table in one array: an entry is a state, then its number in words from the lowest on. No state is reached in
/// no way, so an entry whose number is 0 is empty.
pub(super) struct Layer {
    words: usize,
    stride: usize,
    cells: Vec<u64>,
    /// One less than the number of entries there is room for, which is a power of two.
    mask: usize,
    pub(super) entries: usize,
}

/// A number came to be larger than an entry can hold.
pub(super) struct Overflow;

const SMALLEST: usize = 1 << 8;

impl Layer {
    /// An empty layer of states of so many words, numbers of so many limbs.
    pub(super) fn new(words: usize, limbs: usize) -> Layer {
        let stride = words + limbs;
        Layer { words, stride, cells: vec![0; SMALLEST * stride], mask: SMALLEST - 1, entries: 0 }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.cells.len() * 8
    }

    /// Whether it should grow before `more` entries are added.
    pub(super) fn is_tight(&self, more: usize) -> bool {
        (self.entries + more) * 4 > (self.mask + 1) * 3
    }

    #[inline(always)]
    fn slot(&self, state: &[u64]) -> usize {
        let mut hash = 0_u64;
        for &word in state {
            hash = (hash.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        hash ^= hash >> 32;
        hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
        (hash >> 32) as usize & self.mask | (hash as usize & self.mask & !0xffff_ffff)
    }

    /// The first word of the entry where `state` would be: to look there early brings it near.
    #[inline(always)]
    pub(super) fn touch(&self, state: &[u64]) -> u64 {
        self.cells[self.slot(state) * self.stride]
    }

    /// Adds `number` to that of `state`.
    #[inline(always)]
    pub(super) fn add(&mut self, state: &[u64], number: &[u64]) -> Result<(), Overflow> {
        let (words, mask) = (self.words, self.mask);
        let mut slot = self.slot(state);
        loop {
            let entry = &mut self.cells[slot * self.stride..][..self.stride];
            let (key, sum) = entry.split_at_mut(words);
            if sum.iter().all(|&limb| limb == 0) {
                key.copy_from_slice(state);
                sum.copy_from_slice(number);
                self.entries += 1;
                return Ok(());
            }
            if *key == *state {
                return add(sum, number);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Makes room for twice as many entries.
    pub(super) fn grow(&mut self) {
        let mut larger = Layer {
            words: self.words,
            stride: self.stride,
            cells: vec![0; self.cells.len() * 2],
            mask: self.mask * 2 + 1,
            entries: 0,
        };
        for entry in self.cells.chunks_exact(self.stride) {
            let (state, number) = entry.split_at(self.words);
            if number.iter().any(|&limb| limb != 0) {
                // A number that was held is held again.
                let _ = larger.add(state, number);
            }
        }
        *self = larger;
    }

    /// Its entries, one after the other.
    pub(super) fn list(mut self) -> Vec<u64> {
        let (words, stride) = (self.words, self.stride);
        let mut end = 0;
        for at in (0..self.cells.len()).step_by(stride) {
            if self.cells[at + words..at + stride].iter().any(|&limb| limb != 0) {
                self.cells.copy_within(at..at + stride, end);
                end += stride;
            }
        }
        self.cells.truncate(end);
        self.cells.shrink_to_fit();
        self.cells
    }
}

/// Adds to a number of as many limbs or more.
#[inline(always)]
pub(super) fn add(sum: &mut [u64], number: &[u64]) -> Result<(), Overflow> {
    let mut carry = false;
    for (k, limb) in sum.iter_mut().enumerate() {
        let more = number.get(k).copied().unwrap_or(0);
        let (low, first) = limb.overflowing_add(more);
        let (low, second) = low.overflowing_add(u64::from(carry));
        (*limb, carry) = (low, first | second);
    }
    if carry { Err(Overflow) } else { Ok(()) }
}
