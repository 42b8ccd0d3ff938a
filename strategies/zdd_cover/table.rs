//! A hash table of states, with all keys in one array.

/// The stored result of a state.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// Its node in the diagram.
    pub(super) node: u32,
    /// The nodes of a search from this state that stores no states, including itself.
    pub(super) tree: f32,
}

/// Maps rows of a fixed number of words to results.
pub(super) struct Table {
    width: usize,
    keys: Vec<u64>,
    values: Vec<Known>,
    /// One more than the index of a key; 0 is an empty slot. The number of slots is a power of two.
    slots: Vec<u32>,
}

impl Table {
    pub(super) fn new(width: usize) -> Table {
        Table { width, keys: Vec::new(), values: Vec::new(), slots: vec![0; 1 << 10] }
    }

    /// Memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.keys.capacity() * 8 + self.values.capacity() * size_of::<Known>() + self.slots.len() * 4
    }

    /// Whether the 32-bit numbers of keys are running out.
    pub(super) fn is_full(&self) -> bool {
        self.values.len() > u32::MAX as usize / 2
    }

    #[inline(always)]
    fn slot(&self, key: &[u64]) -> usize {
        let mut hash = 0_u64;
        for &word in key {
            hash = (hash.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        hash ^= hash >> 32;
        hash as usize & (self.slots.len() - 1)
    }

    /// The entry of `key`.
    #[inline(always)]
    pub(super) fn get(&self, key: &[u64]) -> Option<Known> {
        let mut slot = self.slot(key);
        loop {
            let place = (self.slots[slot] as usize).checked_sub(1)?;
            if self.keys[place * self.width..][..self.width] == *key {
                return Some(self.values[place]);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// Stores `value` under `key`, which must be new.
    pub(super) fn insert(&mut self, key: &[u64], value: Known) {
        if self.values.len() * 2 >= self.slots.len() {
            self.grow();
        }
        self.keys.extend_from_slice(key);
        self.values.push(value);
        self.place(self.values.len() as u32);
    }

    fn place(&mut self, number: u32) {
        let key = &self.keys[(number as usize - 1) * self.width..][..self.width];
        let mut slot = self.slot(key);
        while self.slots[slot] != 0 {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = number;
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 2];
        for number in 1..=self.values.len() as u32 {
            self.place(number);
        }
    }
}
