//! Whole numbers of any size: counts that no machine word holds.

use std::fmt;
use std::ops::{AddAssign, Mul, SubAssign};
use std::str::FromStr;

/// A whole number of any size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Natural {
    /// From the lowest on; the highest is not 0.
    limbs: Vec<u64>,
}

/// The largest power of ten in a word, and its exponent.
const TEN: (u64, usize) = (10_u64.pow(19), 19);

impl Natural {
    /// The number of these limbs, from the lowest on.
    pub fn from_limbs(limbs: &[u64]) -> Natural {
        let length = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |last| last + 1);
        Natural { limbs: limbs[..length].to_vec() }
    }

    /// Its limbs, from the lowest on; the last one is not 0.
    pub fn limbs(&self) -> &[u64] {
        &self.limbs
    }

    /// The number, if a word holds it.
    pub fn to_u64(&self) -> Option<u64> {
        match self.limbs[..] {
            [] => Some(0),
            [word] => Some(word),
            _ => None,
        }
    }

    /// The number as a word, which is the largest where none holds it; then the number itself as well.
    pub fn saturated(self) -> (u64, Option<Natural>) {
        match self.to_u64() {
            Some(word) => (word, None),
            None => (u64::MAX, Some(self)),
        }
    }

    /// Multiplies by a word and adds another.
    fn scale(&mut self, by: u64, mut carry: u64) {
        for limb in &mut self.limbs {
            let product = u128::from(*limb) * u128::from(by) + u128::from(carry);
            (*limb, carry) = (product as u64, (product >> 64) as u64);
        }
        if carry > 0 {
            self.limbs.push(carry);
        }
    }

    /// Divides by a word; returns the remainder.
    fn divide(&mut self, by: u64) -> u64 {
        let mut rest = 0;
        for limb in self.limbs.iter_mut().rev() {
            let dividend = u128::from(rest) << 64 | u128::from(*limb);
            (*limb, rest) = ((dividend / u128::from(by)) as u64, (dividend % u128::from(by)) as u64);
        }
        self.trim();
        rest
    }

    fn trim(&mut self) {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }
}

impl From<u64> for Natural {
    fn from(word: u64) -> Natural {
        Natural::from_limbs(&[word])
    }
}

impl From<u128> for Natural {
    fn from(number: u128) -> Natural {
        Natural::from_limbs(&[number as u64, (number >> 64) as u64])
    }
}

impl AddAssign<&Natural> for Natural {
    fn add_assign(&mut self, other: &Natural) {
        self.limbs.resize(self.limbs.len().max(other.limbs.len()), 0);
        let mut carry = 0;
        for (k, limb) in self.limbs.iter_mut().enumerate() {
            (*limb, carry) = sum(*limb, other.limbs.get(k).copied().unwrap_or(0), carry);
        }
        if carry > 0 {
            self.limbs.push(carry);
        }
    }
}

/// The sum of three words, and what is carried.
fn sum(a: u64, b: u64, carry: u64) -> (u64, u64) {
    let sum = u128::from(a) + u128::from(b) + u128::from(carry);
    (sum as u64, (sum >> 64) as u64)
}

impl SubAssign<u64> for Natural {
    /// Down to 0 at least.
    fn sub_assign(&mut self, word: u64) {
        if self.to_u64().is_some_and(|own| own <= word) {
            self.limbs.clear();
            return;
        }
        let mut borrow = word;
        for limb in &mut self.limbs {
            let (rest, under) = limb.overflowing_sub(borrow);
            (*limb, borrow) = (rest, u64::from(under));
        }
        self.trim();
    }
}

impl Mul for &Natural {
    type Output = Natural;

    fn mul(self, other: &Natural) -> Natural {
        let mut product = Natural::default();
        for &limb in other.limbs.iter().rev() {
            if !product.limbs.is_empty() {
                product.limbs.insert(0, 0);
            }
            let mut row = self.clone();
            row.scale(limb, 0);
            row.trim();
            product += &row;
        }
        product
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.clone();
        let mut groups = Vec::new();
        while !rest.limbs.is_empty() {
            groups.push(rest.divide(TEN.0));
        }
        let mut digits = groups.pop().unwrap_or(0).to_string();
        groups.iter().rev().for_each(|group| digits.push_str(&format!("{group:0width$}", width = TEN.1)));
        f.pad_integral(true, "", &digits)
    }
}

/// A text that is no whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotNatural;

impl fmt::Display for NotNatural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a whole number")
    }
}

impl std::error::Error for NotNatural {}

impl FromStr for Natural {
    type Err = NotNatural;

    fn from_str(text: &str) -> Result<Natural, NotNatural> {
        let digits = text.chars().map(|c| c.to_digit(10)).collect::<Option<Vec<u32>>>().ok_or(NotNatural)?;
        if digits.is_empty() {
            return Err(NotNatural);
        }
        let mut number = Natural::default();
        digits.iter().for_each(|&digit| number.scale(10, digit.into()));
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2 to the power of `exponent`.
    fn power(exponent: usize) -> Natural {
        let mut limbs = vec![0; exponent / 64];
        limbs.push(1 << (exponent % 64));
        Natural::from_limbs(&limbs)
    }

    #[test]
    fn numbers_are_written_and_read() {
        let cases = [
            (power(0), "1"),
            (power(64), "18446744073709551616"),
            (power(128), "340282366920938463463374607431768211456"),
            (Natural::from(10_u128.pow(38)), "100000000000000000000000000000000000000"),
            (Natural::default(), "0"),
        ];
        for (number, text) in cases {
            assert_eq!(number.to_string(), text);
            assert_eq!(text.parse(), Ok(number));
        }
        assert_eq!("007".parse(), Ok(Natural::from(7_u64)));
        for text in ["", "-1", "1.5", "1e3", " 1"] {
            assert_eq!(text.parse::<Natural>(), Err(NotNatural));
        }
    }

    #[test]
    fn sums_and_products_are_those_of_wide_words() {
        let (mut x, mut y) = (1_u64, 3_u64);
        for round in 0..1000_u32 {
            x = x.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            y = y.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(7);
            let (a, b) = (x >> (round % 64), y >> (round / 16));
            assert_eq!(&Natural::from(a) * &Natural::from(b), Natural::from(u128::from(a) * u128::from(b)));
            let mut sum = Natural::from(a);
            sum += &Natural::from(b);
            assert_eq!(sum, Natural::from(u128::from(a) + u128::from(b)));
            sum -= a;
            assert_eq!(sum, Natural::from(b));
        }
        assert_eq!(&power(100) * &power(63), power(163));
        assert_eq!(&power(100) * &Natural::default(), Natural::default());
        let mut carried = Natural::from(u128::MAX);
        carried += &power(0);
        assert_eq!(carried, power(128));
        carried -= 1;
        assert_eq!(carried, Natural::from(u128::MAX));
        carried = power(1);
        carried -= 3;
        assert_eq!(carried, Natural::default());
    }

    #[test]
    fn what_no_word_holds_is_kept_beside_the_largest() {
        assert_eq!(Natural::from(u64::MAX).saturated(), (u64::MAX, None));
        assert_eq!(power(64).saturated(), (u64::MAX, Some(power(64))));
        assert_eq!((power(63).to_u64(), power(64).to_u64()), (Some(1 << 63), None));
    }
}
