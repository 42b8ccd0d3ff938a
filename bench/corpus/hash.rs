//! Hashes of texts, which identify instances and corpora in records.
//!
//! Each is the first 64 bits of BLAKE3: over the parts of a text, each preceded by its length, or over a whole text.

/// The hash of a list of texts. Lists that are divided differently have different hashes.
pub fn hash(parts: &[impl AsRef<[u8]>]) -> u64 {
    let mut text = Vec::new();
    for part in parts.iter().map(AsRef::as_ref) {
        text.extend_from_slice(&(part.len() as u64).to_le_bytes());
        text.extend_from_slice(part);
    }
    let hash = blake3::hash(&text);
    u64::from_be_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
}

/// [`hash`] as 16 hexadecimal digits.
pub fn hash16(parts: &[impl AsRef<[u8]>]) -> String {
    format!("{:016x}", hash(parts))
}

/// The hash of a whole text or file, without its length, as 16 hexadecimal digits.
pub fn checksum(text: &[u8]) -> String {
    blake3::hash(text).to_hex()[..16].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_do_not_change() {
        // Records contain these hashes, so the byte order and the framing of parts must stay the same.
        let text = b"\x02\0\0\0\0\0\0\0ab";
        assert_eq!(hash16(&["ab"]), checksum(text));
    }

    #[test]
    fn parts_are_distinguished() {
        let pairs =
            [("", "ab"), ("a", "b"), ("ab", ""), ("a", ""), ("", "a"), ("aa", "b"), ("a", "bb"), ("", "")];
        let all = pairs.map(|(a, b)| hash(&[a, b]));
        assert!((1..all.len()).all(|k| !all[..k].contains(&all[k])));
    }
}
