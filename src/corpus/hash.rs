//! Hashes of texts: what records call instances and corpora by.
//!
//! A hash is the first 64 bits of BLAKE3 over the parts of a text, each behind its length. Instances come
//! by the million, and for a text of a line or two most of the time of a hash goes by in waiting for its own
//! last step. So those of many are taken eight side by side where the processor can.

#[cfg(target_arch = "x86_64")]
mod avx2;

/// A 64-bit hash of a list of texts.
pub(crate) fn hash(parts: &[&str]) -> u64 {
    let mut message = Message::default();
    parts.iter().for_each(|part| message.part(part.as_bytes()));
    message.hash()
}

/// [`hash`] as 16 hexadecimal digits.
pub(crate) fn hash16(parts: &[&str]) -> String {
    format!("{:016x}", hash(parts))
}

/// A hash as 16 hexadecimal digits, all at once: a run writes millions.
pub(crate) fn digits(hash: u64) -> [u8; 16] {
    const EACH: u128 = u128::MAX / 0xff;
    // Halves of halves move apart until each nibble has a byte of its own.
    let apart = |word: u128, by: u32| (word | word << by) & (u128::MAX / ((1 << by) + 1));
    let nibbles = [32, 16, 8, 4].into_iter().fold(hash.into(), apart);
    let is_letter = (nibbles + 6 * EACH) >> 4 & EACH;
    (nibbles + EACH * u128::from(b'0') + is_letter * u128::from(b'a' - b'9' - 1)).to_be_bytes()
}

/// The hash of a whole text or file, 16 hexadecimal digits.
pub(crate) fn checksum(text: &[u8]) -> String {
    blake3::hash(text).to_hex()[..16].to_string()
}

/// As many are hashed side by side.
const LANES: usize = 8;
/// BLAKE3 goes through a text in blocks of so many bytes.
const BLOCK: usize = 64;
/// A text of more bytes is a tree to BLAKE3.
const CHUNK: usize = 1024;

/// What is hashed: the parts of a text, each behind its length.
#[derive(Default)]
pub(crate) struct Message {
    bytes: Vec<u8>,
}

impl Message {
    /// Appends a part.
    pub(crate) fn part(&mut self, part: &[u8]) {
        self.bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        self.bytes.extend_from_slice(part);
    }

    /// Appends what `write` appends as a part.
    pub(crate) fn part_by(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.bytes.len() + 8;
        self.part(b"");
        write(&mut self.bytes);
        let length = (self.bytes.len() - start) as u64;
        self.bytes[start - 8..start].copy_from_slice(&length.to_le_bytes());
    }

    /// How many bytes it has, and all of them in blocks, of which the last is filled up with zeros. After that
    /// it is good for nothing but to be cleared.
    fn blocks(&mut self) -> (usize, &[[u8; BLOCK]]) {
        let length = self.bytes.len();
        self.bytes.resize(length.next_multiple_of(BLOCK).max(BLOCK), 0);
        (length, self.bytes.as_chunks().0)
    }

    fn hash(&self) -> u64 {
        let hash = blake3::hash(&self.bytes);
        u64::from_be_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
    }
}

/// For each of `items` the hash of what `write` makes of it, in order.
pub(crate) fn hashes<T>(
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(T, &mut Message),
) -> Vec<u64> {
    let items = items.into_iter();
    let mut hashes = Vec::with_capacity(items.size_hint().0);
    let (mut messages, mut count) = (<[Message; LANES]>::default(), 0);
    for item in items {
        messages[count].bytes.clear();
        write(item, &mut messages[count]);
        let is_long = messages[count].bytes.len() > CHUNK;
        count += 1;
        // A tree is none of eight: it and those before it are hashed one by one.
        if is_long {
            hashes.extend(messages[..count].iter().map(Message::hash));
            count = 0;
        } else if count == LANES {
            hashes.extend(eight(&mut messages));
            count = 0;
        }
    }
    hashes.extend(messages[..count].iter().map(Message::hash));
    hashes
}

/// The hashes of `messages`, none longer than a chunk, by the best instructions that the processor has.
fn eight(messages: &mut [Message; LANES]) -> [u64; LANES] {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor was just asked for the instructions that this is compiled for.
        #[allow(unsafe_code)]
        return unsafe { avx2::hashes(messages.each_mut().map(Message::blocks)) };
    }
    messages.each_ref().map(Message::hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_of_many_are_those_of_each() {
        let text: String = ('!'..='~').cycle().take(3000).collect();
        // Every length near the ends of blocks and of the chunk, beside very different ones.
        let lengths: Vec<usize> = (0..1100).flat_map(|k| [k, k * 37 % 1030, k * k % 2999]).collect();
        for lengths in [&lengths[..], &[181; 20], &[60; 17], &[], &[1]] {
            let all = hashes(lengths, |&length, message| message.part(&text.as_bytes()[..length]));
            assert!(all.into_iter().eq(lengths.iter().map(|&length| hash(&[&text[..length]]))));
        }
    }

    #[test]
    fn digits_are_those_of_the_number() {
        let bits = (0..64).flat_map(|k| [1 << k, u64::MAX >> k, 0x0123_4567_89ab_cdef_u64.rotate_left(k)]);
        for hash in bits.chain([0]) {
            assert_eq!(digits(hash), *format!("{hash:016x}").as_bytes());
        }
    }

    #[test]
    fn parts_are_told_apart_however_they_are_written() {
        let pairs =
            [("", "ab"), ("a", "b"), ("ab", ""), ("a", ""), ("", "a"), ("aa", "b"), ("a", "bb"), ("", "")];
        let all = hashes(pairs, |(a, b), message| {
            message.part(a.as_bytes());
            message.part_by(|bytes| bytes.extend_from_slice(b.as_bytes()));
        });
        assert_eq!(all, pairs.map(|(a, b)| hash(&[a, b])));
        assert_eq!(hashes([(); 9], |(), _| {}), [hash(&[]); 9]);
        assert!((1..all.len()).all(|k| !all[..k].contains(&all[k])));
    }
}
