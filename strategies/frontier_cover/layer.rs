//! The states at one position, each with the number of ways that lead to it.

/// A hash table in one array. An entry is a state, then its number in limbs, lowest first. No state has the
/// number 0, so 0 marks an empty entry. Entries are nearly in the order of their hashes, so that a larger
/// table is filled from one end to the other.
pub(super) struct Layer<const W: usize> {
    /// The number of leading bits that the hashes of all its states share.
    bits: u32,
    stride: usize,
    cells: Vec<u64>,
    /// The number of entries that fit.
    room: usize,
    pub(super) entries: usize,
}

/// A number does not fit into an entry.
#[derive(Debug)]
pub(super) struct Overflow;

const SMALLEST: usize = 1 << 8;

/// A hash of a state; all bits of the hash are equally good.
#[inline(always)]
pub(super) fn hash<const W: usize>(state: &[u64; W]) -> u64 {
    let mut hash = 0x243f_6a88_85a3_08d3;
    for &word in state {
        let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
        hash = (product as u64 ^ (product >> 64) as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
    hash ^ hash >> 32
}

impl<const W: usize> Layer<W> {
    /// An empty layer, for states whose hashes share `bits` leading bits, and numbers of `limbs` limbs.
    pub(super) fn new(bits: u32, limbs: usize) -> Self {
        Self::with_room(bits, W + limbs, SMALLEST)
    }

    fn with_room(bits: u32, stride: usize, room: usize) -> Self {
        Layer { bits, stride, cells: vec![0; room * stride], room, entries: 0 }
    }

    /// Memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.cells.len() * 8
    }

    /// Makes room for `more` entries, if necessary.
    pub(super) fn reserve(&mut self, more: usize) {
        let needed = self.entries + more;
        if needed * 5 > self.room * 4 {
            let mut larger = Self::with_room(self.bits, self.stride, (self.room * 3 / 2).max(needed * 3 / 2));
            for entry in self.cells.chunks_exact(self.stride) {
                let (state, number) = entry.split_first_chunk::<W>().expect("an entry has a state");
                if number.iter().any(|&limb| limb != 0) {
                    larger.add(hash(state), state, number).expect("a number that was held is held again");
                }
            }
            *self = larger;
        }
    }

    #[inline(always)]
    fn slot(&self, hash: u64) -> usize {
        ((u128::from(hash << self.bits) * self.room as u128) >> 64) as usize
    }

    /// Reads the first word of the entry where a state with this hash would be, to prefetch it.
    #[inline(always)]
    pub(super) fn touch(&self, hash: u64) -> u64 {
        self.cells[self.slot(hash) * self.stride]
    }

    /// Adds `number` to that of `state`. The caller has made room.
    #[inline(always)]
    pub(super) fn add(&mut self, hash: u64, state: &[u64; W], number: &[u64]) -> Result<(), Overflow> {
        let mut slot = self.slot(hash);
        loop {
            let entry = &mut self.cells[slot * self.stride..][..self.stride];
            let (key, sum) = entry.split_first_chunk_mut::<W>().expect("an entry has a state");
            if sum.iter().all(|&limb| limb == 0) {
                *key = *state;
                sum.copy_from_slice(number);
                self.entries += 1;
                return Ok(());
            }
            if key == state {
                return add(sum, number);
            }
            slot = if slot + 1 == self.room { 0 } else { slot + 1 };
        }
    }

    /// The entries in sequence.
    pub(super) fn list(mut self) -> Vec<u64> {
        let stride = self.stride;
        let mut end = 0;
        for at in (0..self.cells.len()).step_by(stride) {
            if self.cells[at + W..at + stride].iter().any(|&limb| limb != 0) {
                self.cells.copy_within(at..at + stride, end);
                end += stride;
            }
        }
        self.cells.truncate(end);
        self.cells.shrink_to_fit();
        self.cells
    }
}

/// Adds a number with the same number of limbs.
#[inline(always)]
fn add(sum: &mut [u64], number: &[u64]) -> Result<(), Overflow> {
    let mut carry = false;
    for (limb, &more) in sum.iter_mut().zip(number) {
        let (low, first) = limb.overflowing_add(more);
        let (low, second) = low.overflowing_add(u64::from(carry));
        (*limb, carry) = (low, first | second);
    }
    if carry { Err(Overflow) } else { Ok(()) }
}
