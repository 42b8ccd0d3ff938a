//! Bytes as text: base64 with padding (S. Josefsson, RFC 4648, 2006), fast enough not to be felt.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// By twelve bits, the two letters.
static PAIRS: [[u8; 2]; 4096] = {
    let mut pairs = [[0; 2]; 4096];
    let mut k = 0;
    while k < 4096 {
        pairs[k] = [LETTERS[k >> 6], LETTERS[k & 63]];
        k += 1;
    }
    pairs
};

/// By letter, its six bits; 255 for what is none.
static SEXTETS: [u8; 256] = {
    let mut sextets = [u8::MAX; 256];
    let mut k = 0;
    while k < 64 {
        sextets[LETTERS[k] as usize] = k as u8;
        k += 1;
    }
    sextets
};

/// Appends `bytes` as text.
pub(super) fn encode(bytes: &[u8], text: &mut Vec<u8>) {
    let from = text.len();
    text.resize(from + bytes.len().div_ceil(3) * 4, b'=');
    let places = text[from..].as_chunks_mut::<4>().0;
    let (triples, rest) = bytes.as_chunks::<3>();
    for (place, &[a, b, c]) in places.iter_mut().zip(triples) {
        let word = usize::from(a) << 16 | usize::from(b) << 8 | usize::from(c);
        let ([one, two], [three, four]) = (PAIRS[word >> 12], PAIRS[word & 0xfff]);
        *place = [one, two, three, four];
    }
    if let (Some(place), Some(&first)) = (places.get_mut(triples.len()), rest.first()) {
        let word = usize::from(first) << 16 | usize::from(rest.get(1).copied().unwrap_or(0)) << 8;
        place[..2].copy_from_slice(&PAIRS[word >> 12]);
        if rest.len() == 2 {
            place[2] = PAIRS[word & 0xfff][0];
        }
    }
}

/// The bytes of `text`; `None` if it is no base64.
pub(super) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let (groups, []) = text.as_chunks::<4>() else { return None };
    let padding = text.iter().rev().take(2).take_while(|&&letter| letter == b'=').count();
    let mut bytes = Vec::with_capacity(groups.len() * 3);
    let last = groups.len().wrapping_sub(1);
    for (k, group) in groups.iter().enumerate() {
        let padding = if k == last { padding } else { 0 };
        let mut word = 0;
        for (place, &letter) in group.iter().enumerate() {
            let sextet = if place + padding >= 4 { 0 } else { SEXTETS[usize::from(letter)] };
            if sextet == u8::MAX {
                return None;
            }
            word = word << 6 | u32::from(sextet);
        }
        let [_, triple @ ..] = word.to_be_bytes();
        bytes.extend_from_slice(&triple[..3 - padding]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        let mut text = b"before ".to_vec();
        encode(bytes, &mut text);
        String::from_utf8(text.split_off(7)).unwrap()
    }

    #[test]
    fn the_words_of_the_standard() {
        let words = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (length, word) in words.into_iter().enumerate() {
            assert_eq!(text(&b"foobar"[..length]), word);
            assert_eq!(decode(word.as_bytes()).unwrap(), b"foobar"[..length]);
        }
    }

    #[test]
    fn every_byte_comes_back() {
        let bytes: Vec<u8> = (0..1000_u32).map(|k| (k * k / 7) as u8).collect();
        for length in 0..bytes.len() {
            assert_eq!(decode(text(&bytes[..length]).as_bytes()).unwrap(), bytes[..length]);
        }
    }

    #[test]
    fn what_is_no_base64_is_refused() {
        for wrong in ["Z", "Zg=", "Zg=v", "====", "Zm9v\n", "Zm9vZg==Zm9v", "Zm*v"] {
            assert_eq!(decode(wrong.as_bytes()), None, "{wrong}");
        }
    }
}
