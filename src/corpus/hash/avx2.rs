//! BLAKE3 of eight short texts side by side: a register holds the same word of each.
//!
//! A text of a chunk at most is a chain of compressions, one a block. The names are those of the paper
//! (O'Connor, Aumasson, Neves, Wilcox-O'Hearn 2020). Texts of different length go on until the longest has
//! ended; what the others have come to is taken when they end.

use super::{BLOCK, LANES};
use std::arch::x86_64::*;

/// The initial chaining value, and the constants of a compression.
const IV: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];
const CHUNK_START: u32 = 1;
/// Of the last block: it ends the chunk, which is the root of the tree.
const END: u32 = 2 | 8;

/// In which order the words of a block are taken, round by round.
const SCHEDULE: [[usize; 16]; 7] = {
    const PERMUTATION: [usize; 16] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
    let mut schedule = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]; 7];
    let mut k = 16;
    while k < 7 * 16 {
        schedule[k / 16][k % 16] = schedule[k / 16 - 1][PERMUTATION[k % 16]];
        k += 1;
    }
    schedule
};

/// The first 64 bits of the hash of each of `texts`, which have so many bytes in so many blocks, at least
/// one and a chunk at most; the last block is filled up with zeros.
#[target_feature(enable = "avx2")]
pub(super) fn hashes(texts: [(usize, &[[u8; BLOCK]]); LANES]) -> [u64; LANES] {
    let mut chain = [_mm256_setzero_si256(); 8];
    for k in 0..8 {
        chain[k] = _mm256_set1_epi32(IV[k] as i32);
    }
    let mut hashes = [0; LANES];
    let longest = texts.iter().map(|(_, blocks)| blocks.len()).max().unwrap_or_default();
    for block in 0..longest {
        let (mut blocks, mut lengths, mut flags) = ([&[0; BLOCK]; LANES], [0; LANES], [0; LANES]);
        for (lane, &(length, text)) in texts.iter().enumerate() {
            blocks[lane] = text.get(block).unwrap_or(&[0; BLOCK]);
            lengths[lane] = length.saturating_sub(block * BLOCK).min(BLOCK) as u32;
            let start = if block == 0 { CHUNK_START } else { 0 };
            flags[lane] = if block + 1 == text.len() { start | END } else { start };
        }
        chain = compress(chain, words(blocks), vector(lengths), vector(flags));
        let found = first_bits(chain);
        for lane in (0..LANES).filter(|&lane| texts[lane].1.len() == block + 1) {
            hashes[lane] = found[lane];
        }
    }
    hashes
}

/// The first two words of each, their bytes in the order of a hash as a number.
#[inline]
#[target_feature(enable = "avx2")]
fn first_bits([first, second, ..]: [__m256i; 8]) -> [u64; LANES] {
    let (first, second) = (_mm256_shuffle_epi8(first, twice(SWAP)), _mm256_shuffle_epi8(second, twice(SWAP)));
    let (near, far) = (_mm256_unpacklo_epi32(second, first), _mm256_unpackhi_epi32(second, first));
    let lanes = [
        _mm256_extract_epi64::<0>(near),
        _mm256_extract_epi64::<1>(near),
        _mm256_extract_epi64::<0>(far),
        _mm256_extract_epi64::<1>(far),
        _mm256_extract_epi64::<2>(near),
        _mm256_extract_epi64::<3>(near),
        _mm256_extract_epi64::<2>(far),
        _mm256_extract_epi64::<3>(far),
    ];
    lanes.map(|lane| lane as u64)
}

/// The chaining values after a block of each text.
#[inline]
#[target_feature(enable = "avx2")]
fn compress(chain: [__m256i; 8], words: [__m256i; 16], lengths: __m256i, flags: __m256i) -> [__m256i; 8] {
    let mut v = [_mm256_setzero_si256(); 16];
    v[..8].copy_from_slice(&chain);
    for k in 0..4 {
        v[8 + k] = _mm256_set1_epi32(IV[k] as i32);
    }
    // Between them and these is the number of the chunk, which is 0.
    (v[14], v[15]) = (lengths, flags);
    round::<0>(&mut v, &words);
    round::<1>(&mut v, &words);
    round::<2>(&mut v, &words);
    round::<3>(&mut v, &words);
    round::<4>(&mut v, &words);
    round::<5>(&mut v, &words);
    round::<6>(&mut v, &words);
    for k in 0..8 {
        v[k] = _mm256_xor_si256(v[k], v[8 + k]);
    }
    *v.first_chunk().expect("half of the state")
}

/// Mixes columns, then diagonals. The number of the round is known to the compiler, so that it knows which
/// words are where.
#[inline]
#[target_feature(enable = "avx2")]
fn round<const ROUND: usize>(v: &mut [__m256i; 16], words: &[__m256i; 16]) {
    let order = SCHEDULE[ROUND];
    for k in 0..4 {
        g(v, [k, 4 + k, 8 + k, 12 + k], words[order[2 * k]], words[order[2 * k + 1]]);
    }
    for k in 0..4 {
        let diagonal = [k, 4 + (k + 1) % 4, 8 + (k + 2) % 4, 12 + (k + 3) % 4];
        g(v, diagonal, words[order[8 + 2 * k]], words[order[9 + 2 * k]]);
    }
}

/// The mixing of four words of the state with two of the block.
#[inline]
#[target_feature(enable = "avx2")]
fn g(v: &mut [__m256i; 16], [a, b, c, d]: [usize; 4], x: __m256i, y: __m256i) {
    v[a] = _mm256_add_epi32(_mm256_add_epi32(v[a], v[b]), x);
    v[d] = _mm256_shuffle_epi8(_mm256_xor_si256(v[d], v[a]), twice(BY_16));
    v[c] = _mm256_add_epi32(v[c], v[d]);
    let mixed = _mm256_xor_si256(v[b], v[c]);
    v[b] = _mm256_or_si256(_mm256_srli_epi32::<12>(mixed), _mm256_slli_epi32::<20>(mixed));
    v[a] = _mm256_add_epi32(_mm256_add_epi32(v[a], v[b]), y);
    v[d] = _mm256_shuffle_epi8(_mm256_xor_si256(v[d], v[a]), twice(BY_8));
    v[c] = _mm256_add_epi32(v[c], v[d]);
    let mixed = _mm256_xor_si256(v[b], v[c]);
    v[b] = _mm256_or_si256(_mm256_srli_epi32::<7>(mixed), _mm256_slli_epi32::<25>(mixed));
}

/// Which byte of a half goes where: each four of them turn to the right by 16 bits, by 8, are turned round.
const BY_16: [i64; 2] = [0x0504_0706_0100_0302, 0x0d0c_0f0e_0908_0b0a];
const BY_8: [i64; 2] = [0x0407_0605_0003_0201, 0x0c0f_0e0d_080b_0a09];
const SWAP: [i64; 2] = [0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b];

/// The words of a block of each text: the first words of all, the second ones, and so on.
#[inline]
#[target_feature(enable = "avx2")]
fn words(blocks: [&[u8; BLOCK]; LANES]) -> [__m256i; 16] {
    let mut words = [_mm256_setzero_si256(); 16];
    for half in 0..2 {
        let mut rows = [_mm256_setzero_si256(); LANES];
        for lane in 0..LANES {
            rows[lane] = load(&blocks[lane].as_chunks().0[half]);
        }
        let [a, b, c, d, e, f, g, h] = rows;
        let (upper, lower) = (turn([a, b, c, d]), turn([e, f, g, h]));
        for k in 0..4 {
            words[8 * half + k] = _mm256_permute2x128_si256::<0x20>(upper[k], lower[k]);
            words[8 * half + 4 + k] = _mm256_permute2x128_si256::<0x31>(upper[k], lower[k]);
        }
    }
    words
}

/// Rows as columns, in each half: its first words, its second ones, and so on.
#[inline]
#[target_feature(enable = "avx2")]
fn turn([a, b, c, d]: [__m256i; 4]) -> [__m256i; 4] {
    let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
    let (ab_behind, cd_behind) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
    [
        _mm256_unpacklo_epi64(ab, cd),
        _mm256_unpackhi_epi64(ab, cd),
        _mm256_unpacklo_epi64(ab_behind, cd_behind),
        _mm256_unpackhi_epi64(ab_behind, cd_behind),
    ]
}

/// These bytes in both halves.
#[inline]
#[target_feature(enable = "avx2")]
fn twice([low, high]: [i64; 2]) -> __m256i {
    _mm256_setr_epi64x(low, high, low, high)
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; 32]) -> __m256i {
    let [a, b, c, d] = [0, 1, 2, 3].map(|k| i64::from_le_bytes(bytes.as_chunks().0[k]));
    _mm256_setr_epi64x(a, b, c, d)
}

#[inline]
#[target_feature(enable = "avx2")]
fn vector(lanes: [u32; LANES]) -> __m256i {
    let [a, b, c, d, e, f, g, h] = lanes.map(|lane| lane as i32);
    _mm256_setr_epi32(a, b, c, d, e, f, g, h)
}
