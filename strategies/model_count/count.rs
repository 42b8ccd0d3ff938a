//! Numbers of models: a machine word, or a larger number if necessary.

use coverlab_model::Natural;

/// A number of models.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Count {
    Word(u64),
    /// A number that exceeds one word.
    Large(Box<Natural>),
}

impl Count {
    pub(super) const ZERO: Count = Count::Word(0);
    pub(super) const ONE: Count = Count::Word(1);

    /// The number with these half words, lowest first.
    pub(super) fn of_halves(halves: &[u32]) -> Count {
        match *halves {
            [] => Count::ZERO,
            [low] => Count::Word(low.into()),
            [low, high] => Count::Word(u64::from(high) << 32 | u64::from(low)),
            _ => {
                let limb =
                    |pair: &[u32]| u64::from(pair.get(1).copied().unwrap_or(0)) << 32 | u64::from(pair[0]);
                Count::large(Natural::from_limbs(&halves.chunks(2).map(limb).collect::<Vec<_>>()))
            }
        }
    }

    /// The number of its half words.
    pub(super) fn halves(&self) -> usize {
        match self {
            Count::Word(word) => (64 - word.leading_zeros() as usize).div_ceil(32),
            Count::Large(natural) => 2 * natural.limb_count(),
        }
    }

    /// Appends its half words, lowest first.
    pub(super) fn append_to(&self, words: &mut Vec<u32>) {
        match self {
            Count::Word(word) => {
                let halves = [*word as u32, (*word >> 32) as u32];
                words.extend_from_slice(&halves[..self.halves()]);
            }
            Count::Large(natural) => {
                words.extend(natural.limbs().iter().flat_map(|limb| [*limb as u32, (*limb >> 32) as u32]));
            }
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        *self == Count::ZERO
    }

    #[inline]
    pub(super) fn add(&mut self, other: &Count) {
        if let (Count::Word(own), Count::Word(other)) = (&mut *self, other)
            && let Some(sum) = own.checked_add(*other)
        {
            *own = sum;
            return;
        }
        let mut sum = self.natural();
        sum += &other.natural();
        *self = Count::large(sum);
    }

    #[inline]
    pub(super) fn multiply(&mut self, by: &Count) {
        if let (Count::Word(own), Count::Word(by)) = (&mut *self, by)
            && let Some(product) = own.checked_mul(*by)
        {
            *own = product;
            return;
        }
        *self = Count::large(&self.natural() * &by.natural());
    }

    /// Multiplies by 2 to the power of `exponent`.
    #[inline]
    pub(super) fn double(&mut self, exponent: usize) {
        match self {
            Count::Word(word) if exponent == 0 || *word == 0 => {}
            Count::Word(word) if exponent < word.leading_zeros() as usize => *word <<= exponent,
            _ => *self = Count::large(self.natural() << exponent),
        }
    }

    /// Converts to a natural number.
    pub(super) fn natural(&self) -> Natural {
        match self {
            Count::Word(word) => Natural::from(*word),
            Count::Large(natural) => (**natural).clone(),
        }
    }

    fn large(natural: Natural) -> Count {
        natural.to_u64().map_or_else(|| Count::Large(Box::new(natural)), Count::Word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_grow_to_numbers_and_come_back_from_halves() {
        let mut product = Count::ONE;
        let mut expected = Natural::from(1_u64);
        for round in 1..60_u64 {
            product.multiply(&Count::Word(round));
            expected = &expected * &Natural::from(round);
            product.double(round as usize % 70);
            (0..round % 70).for_each(|_| expected = &expected * &Natural::from(2_u64));
            product.add(&Count::Word(u64::MAX));
            expected += &Natural::from(u64::MAX);
            assert_eq!(product.natural(), expected);
            let mut halves = Vec::new();
            product.append_to(&mut halves);
            assert_eq!((halves.len(), Count::of_halves(&halves)), (product.halves(), product.clone()));
        }
        product.multiply(&Count::ZERO);
        assert!(product.is_zero());
        product.double(1000);
        assert_eq!((product.halves(), Count::of_halves(&[])), (0, Count::ZERO));
    }
}
