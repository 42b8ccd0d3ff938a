//! Natural numbers of any size, for counts that exceed a machine word.

use num_bigint::BigUint;
use std::fmt;
use std::ops::{AddAssign, Mul, Shl, SubAssign};
use std::str::FromStr;

/// The size, in bits, up to which a number is written in decimal: about 79,000 digits. Converting a number of
/// 16 million bits takes many seconds, and no time limit would interrupt it.
const MAX_DECIMAL_BITS: u64 = 1 << 18;

/// A natural number of any size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Natural(BigUint);

impl Natural {
    /// Creates a number from its 64-bit limbs, least significant first.
    pub fn from_limbs(limbs: &[u64]) -> Natural {
        Natural(BigUint::new(limbs.iter().flat_map(|limb| [*limb as u32, (limb >> 32) as u32]).collect()))
    }

    /// The 64-bit limbs, least significant first; the last one is not 0.
    pub fn limbs(&self) -> Vec<u64> {
        self.0.to_u64_digits()
    }

    /// The number of limbs.
    pub fn limb_count(&self) -> usize {
        self.0.iter_u64_digits().len()
    }

    /// Parses hexadecimal digits; `None` if `digits` is not a hexadecimal number.
    pub fn from_hexadecimal(digits: &str) -> Option<Natural> {
        BigUint::parse_bytes(digits.as_bytes(), 16).map(Natural)
    }

    /// The number as a `u64`, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        u64::try_from(&self.0).ok()
    }

    /// The number as a `u64`. If it does not fit, returns [`u64::MAX`] and the number itself.
    pub fn saturated(self) -> (u64, Option<Natural>) {
        match self.to_u64() {
            Some(word) => (word, None),
            None => (u64::MAX, Some(self)),
        }
    }
}

impl From<u64> for Natural {
    fn from(word: u64) -> Natural {
        Natural(word.into())
    }
}

impl From<u128> for Natural {
    fn from(number: u128) -> Natural {
        Natural(number.into())
    }
}

impl AddAssign<&Natural> for Natural {
    fn add_assign(&mut self, other: &Natural) {
        self.0 += &other.0;
    }
}

impl SubAssign<u64> for Natural {
    /// Subtracts, saturating at 0.
    fn sub_assign(&mut self, word: u64) {
        match self.to_u64() {
            Some(own) if own <= word => self.0 = BigUint::ZERO,
            _ => self.0 -= word,
        }
    }
}

impl Mul for &Natural {
    type Output = Natural;

    fn mul(self, other: &Natural) -> Natural {
        Natural(&self.0 * &other.0)
    }
}

impl Shl<usize> for Natural {
    type Output = Natural;

    fn shl(self, exponent: usize) -> Natural {
        Natural(self.0 << exponent)
    }
}

/// Numbers below 2^262144 are written in decimal. A larger number is written as `2^16000000`, as
/// `3*2^16000000` if its odd factor is short enough, and otherwise in hexadecimal with the prefix `0x`. Each
/// form is exact.
impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.bits() <= MAX_DECIMAL_BITS {
            return fmt::Display::fmt(&self.0, f);
        }
        let exponent = self.0.trailing_zeros().unwrap_or(0);
        let odd = &self.0 >> exponent;
        let text = match odd.bits() {
            1 => format!("2^{exponent}"),
            2..=MAX_DECIMAL_BITS => format!("{odd}*2^{exponent}"),
            _ => format!("{:#x}", self.0),
        };
        f.pad_integral(true, "", &text)
    }
}

impl fmt::LowerHex for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

/// The error for text that is not a natural number.
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

    /// Parses decimal digits.
    fn from_str(text: &str) -> Result<Natural, NotNatural> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotNatural);
        }
        text.parse().map(Natural).map_err(|_| NotNatural)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2 to the power of `exponent`.
    fn power(exponent: usize) -> Natural {
        Natural::from(1_u64) << exponent
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
            assert_eq!(Natural::from_hexadecimal(&format!("{number:x}")).as_ref(), Some(&number));
            assert_eq!(Natural::from_limbs(&number.limbs()), number);
            assert_eq!(number.limbs().len(), number.limb_count());
            assert_eq!(text.parse(), Ok(number));
        }
        assert_eq!("007".parse(), Ok(Natural::from(7_u64)));
        for text in ["", "-1", "+1", "1.5", "1e3", " 1", "1_000"] {
            assert_eq!(text.parse::<Natural>(), Err(NotNatural));
        }
    }

    #[test]
    fn long_numbers_are_written_exactly_without_a_conversion() {
        let bits = MAX_DECIMAL_BITS as usize;
        let decimal = power(bits - 1).to_string();
        assert!(decimal.len() == 78_913 && decimal.bytes().all(|byte| byte.is_ascii_digit()));
        assert_eq!(power(16_000_000).to_string(), "2^16000000");
        assert_eq!((&power(bits) * &Natural::from(3_u64)).to_string(), format!("3*2^{bits}"));
        let mut odd = power(bits);
        odd += &power(0);
        assert_eq!(odd.to_string(), format!("0x1{}1", "0".repeat(bits / 4 - 1)));
    }

    #[test]
    fn a_difference_is_not_below_zero() {
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
    fn numbers_beyond_a_word_are_saturated_and_kept() {
        assert_eq!(Natural::from(u64::MAX).saturated(), (u64::MAX, None));
        assert_eq!(power(64).saturated(), (u64::MAX, Some(power(64))));
        assert_eq!((power(63).to_u64(), power(64).to_u64()), (Some(1 << 63), None));
    }
}
