//! A cache of the counts of components with bounded memory: a log that overwrites its oldest entries.

/// Words before a key: the hash, and the lengths of key and number.
const HEAD: usize = 2;

/// The number of slots where an entry can be.
const WAYS: usize = 8;

/// The number of bits of a slot that hold the position in the log plus one; the other bits are part of the
/// hash.
const PLACE: u32 = 48;

/// Maps rows of words to rows of words, and may forget entries.
pub(super) struct Memo {
    /// Entries in sequence: header, key, number. Starts over when it has `most` words, a power of two.
    log: Vec<u64>,
    most: usize,
    /// The number of words written so far, including those skipped at the end of the log.
    written: u64,
    /// A power of two of slots, in groups of [`WAYS`]; 0 is an empty slot.
    slots: Vec<u64>,
    most_slots: usize,
    /// The number of entries since the slots last grew.
    entries: usize,
}

impl Memo {
    /// Creates a memo of at most about `most_bytes` bytes.
    pub(super) fn new(most_bytes: usize) -> Memo {
        let words = (most_bytes / 8).max(1 << 10);
        // At least half of the words for the log, and at least an eighth for the slots.
        let most = 1 << (words - words / 4).ilog2();
        let most_slots = 1 << (words - most).ilog2();
        Memo { log: Vec::new(), most, written: 0, slots: vec![0; 1 << 8], most_slots, entries: 0 }
    }

    /// The hash of a key.
    #[inline(always)]
    pub(super) fn hash(key: &[u64]) -> u64 {
        let hash = key.iter().fold(0_u64, |hash, &word| {
            let wide = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd134_2543_de82_ef95;
            wide as u64 ^ (wide >> 64) as u64
        });
        hash ^ hash >> 32
    }

    #[inline(always)]
    fn group(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - WAYS)
    }

    /// The start of the entry of a slot, unless it was overwritten.
    #[inline(always)]
    fn begin(&self, slot: u64) -> Option<usize> {
        let place = (slot & ((1 << PLACE) - 1)).checked_sub(1)?;
        (place + self.most as u64 >= self.written).then_some(place as usize & (self.most - 1))
    }

    /// The number stored under `key`.
    #[inline(always)]
    pub(super) fn get(&self, hash: u64, key: &[u64]) -> Option<&[u64]> {
        let group = self.group(hash);
        for &slot in &self.slots[group..group + WAYS] {
            if slot >> PLACE != hash >> PLACE {
                continue;
            }
            let Some(begin) = self.begin(slot) else { continue };
            let length = self.log[begin + 1] as u32 as usize;
            let entry = &self.log[begin + HEAD..];
            if length == key.len() && entry[..length] == *key {
                let limbs = (self.log[begin + 1] >> 32) as usize;
                return Some(&entry[length..length + limbs]);
            }
        }
        None
    }

    /// Stores `number` under `key`, unless it is too large for the log.
    pub(super) fn insert(&mut self, hash: u64, key: &[u64], number: &[u64]) {
        let length = HEAD + key.len() + number.len();
        if length > self.most / 4 {
            return;
        }
        if self.entries * 2 > self.slots.len() && self.slots.len() < self.most_slots {
            self.grow();
        }
        let mut begin = self.written as usize & (self.most - 1);
        if begin + length > self.most {
            self.written += (self.most - begin) as u64;
            begin = 0;
        }
        let place = self.written + 1;
        self.written += length as u64;
        let end = begin + length;
        if self.log.capacity() < end {
            // Double the capacity, within the limit.
            let capacity = (self.log.capacity() * 2).clamp(end, self.most);
            self.log.reserve_exact(capacity - self.log.len());
        }
        if self.log.len() < end {
            self.log.resize(end, 0);
        }
        let entry = &mut self.log[begin..end];
        entry[0] = hash;
        entry[1] = key.len() as u64 | (number.len() as u64) << 32;
        entry[HEAD..HEAD + key.len()].copy_from_slice(key);
        entry[HEAD + key.len()..].copy_from_slice(number);
        self.entries += 1;
        self.put(hash, place);
    }

    /// Writes a position into an empty slot, or replaces the oldest entry of the group.
    fn put(&mut self, hash: u64, place: u64) {
        let group = self.group(hash);
        let ways = &mut self.slots[group..group + WAYS];
        let oldest = ways.iter_mut().min_by_key(|slot| **slot & ((1 << PLACE) - 1)).expect("some ways");
        *oldest = hash >> PLACE << PLACE | place;
    }

    fn grow(&mut self) {
        let larger = vec![0; (self.slots.len() * 4).min(self.most_slots)];
        let old = std::mem::replace(&mut self.slots, larger);
        for slot in old {
            if let Some(begin) = self.begin(slot) {
                self.put(self.log[begin], slot & ((1 << PLACE) - 1));
            }
        }
    }
}
