//! Numbers that keep all digits, such as counts and bounds above 2^53, where floats have gaps.

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// A float, with the fraction that it stands for if that is known.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    value: f64,
    /// The numerator, and a positive denominator.
    fraction: Option<(i128, i128)>,
}

impl Number {
    /// A whole number.
    pub(crate) fn of_whole(whole: i128) -> Number {
        Number { value: whole as f64, fraction: Some((whole, 1)) }
    }

    /// The nearest float.
    pub fn value(self) -> f64 {
        self.value
    }

    /// The number, if it is known to be whole.
    pub fn whole(self) -> Option<i128> {
        self.fraction.filter(|(_, denominator)| *denominator == 1).map(|(numerator, _)| numerator)
    }

    /// The quotient of two numbers.
    pub(crate) fn over(self, other: Number) -> Number {
        let whole = self.whole().zip(other.whole());
        Number { value: self.value / other.value, fraction: whole.filter(|(_, below)| *below > 0) }
    }

    /// The number multiplied by `factor`.
    pub(crate) fn scaled(self, factor: f64) -> Number {
        if factor == 1.0 { self } else { Number::from(self.value * factor) }
    }

    /// The number divided by `factor`.
    pub(crate) fn divided(self, factor: f64) -> Number {
        if factor == 1.0 { self } else { Number::from(self.value / factor) }
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Number {
        let is_exact = value.fract() == 0.0 && value.abs() < 2_f64.powi(53);
        Number { value, fraction: is_exact.then_some((value as i128, 1)) }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        let fractions = self.fraction.zip(other.fraction);
        let products = fractions.and_then(|((one, below), (other, other_below))| {
            one.checked_mul(other_below).zip(other.checked_mul(below))
        });
        match products {
            Some((one, other)) => Some(one.cmp(&other)),
            None => self.value.partial_cmp(&other.value),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.whole() {
            Some(whole) => whole.fmt(f),
            None => self.value.fmt(f),
        }
    }
}

impl Serialize for Number {
    /// Writes a float, or a whole number if no float equals it.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.whole().and_then(|whole| u64::try_from(whole).ok()) {
            Some(whole) if self.value as u128 != u128::from(whole) => serializer.serialize_u64(whole),
            _ => serializer.serialize_f64(self.value),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Number, D::Error> {
        reader.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_i64<E: Error>(self, whole: i64) -> Result<Number, E> {
        Ok(Number::of_whole(whole.into()))
    }

    fn visit_u64<E: Error>(self, whole: u64) -> Result<Number, E> {
        Ok(Number::of_whole(whole.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Number, E> {
        Ok(Number::from(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_whole_numbers_keep_all_digits() {
        let read = |text: &str| serde_json::from_str::<Number>(text).unwrap();
        let large = read("53060477521960001");
        assert_eq!(large.to_string(), "53060477521960001");
        assert!(large > read("53060477521960000") && read("0.5") < read("1") && read("-3") < read("-2.5"));
        let one = read("1");
        assert!(read("53060477521960000").over(large) < one && large.over(large) == one);
        for (text, written) in [("53060477521960001", "53060477521960001"), ("3", "3.0"), ("0.25", "0.25")] {
            assert_eq!(serde_json::to_string(&read(text)).unwrap(), written);
        }
        assert_eq!([read("3.0"), read("3.5"), read("-3")].map(Number::whole), [Some(3), None, Some(-3)]);
    }
}
