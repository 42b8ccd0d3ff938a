//! Compares operations across lanes with scalar code, for every type of register.

use crate::lockstep::lanes::{Across, OnePuzzle, Row, Vector, lane};
use crate::lockstep::quarters::Portable;
#[cfg(target_arch = "x86_64")]
use crate::lockstep::x86::{Avx2, Avx2Pair, Avx512};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A word for each digit.
type Words = [u32; 9];

fn load<L: OnePuzzle>(lanes: L, words: &Words) -> L::Vector {
    let mut row = L::Row::ZERO;
    words.iter().enumerate().for_each(|(digit, &word)| row.words_mut()[lane(digit)] = word);
    lanes.load(&row)
}

fn words<V: Vector>(vector: V) -> Words {
    let mut row = V::Row::ZERO;
    vector.store(&mut row);
    std::array::from_fn(|digit| row.words()[lane(digit)])
}

/// The bits for which `wanted` accepts the number of digits of `from` that have the bit.
fn counted(from: &Words, wanted: impl Fn(usize) -> bool) -> u32 {
    let digits = |bit: usize| from.iter().filter(|&word| word >> bit & 1 != 0).count();
    (0..32).filter(|&bit| wanted(digits(bit))).fold(0, |bits, bit| bits | 1 << bit)
}

fn check<L: OnePuzzle>(lanes: L, seed: u64) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for density in [1, 2, 3, 1, 2, 3].repeat(50) {
        // The more random words are combined, the fewer bits remain.
        let mut word = || (0..density).fold(u32::MAX, |bits, _| bits & random.next_u32());
        let (a, b): (Words, Words) = (std::array::from_fn(|_| word()), std::array::from_fn(|_| word()));
        let (v, w) = (load(lanes, &a), load(lanes, &b));
        let once = counted(&a, |digits| digits > 0);
        assert_eq!(words(v.any()), [once; 9]);
        assert_eq!(words(v.sum()), [a.iter().fold(0, |sum: u32, &word| sum.wrapping_add(word)); 9]);
        let (any, alone) = v.alone();
        assert_eq!(words(any), [once; 9]);
        assert_eq!(words(alone), a.map(|word| word & counted(&a, |digits| digits == 1)));
        let others = |digit: usize| (0..9).filter(|&k| k != digit).fold(0, |bits, k| bits | b[k]);
        let left: Words = std::array::from_fn(|digit| a[digit] & !others(digit));
        assert_eq!(words(v.left_by(w)), left);
        let [three, four] = v.three_four();
        assert_eq!(words(three), [counted(&a, |digits| digits >= 3); 9]);
        assert_eq!(words(four), [counted(&a, |digits| digits >= 4); 9]);
        let only = lanes.only(lane(4));
        assert_eq!(words(v.and(only)), std::array::from_fn(|digit| if digit == 4 { a[4] } else { 0 }));
    }
}

#[test]
fn lanes_are_crossed_as_by_counting() {
    check(Portable::<3>, 1);
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(lanes) = Avx2::detect() {
            check(Avx2Pair::from(lanes), 2);
        }
        if let Some(lanes) = Avx512::detect() {
            check(lanes, 3);
        }
    }
}
