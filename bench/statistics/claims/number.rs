//! A number that is compared exactly with whole bounds, even above 2^53, where floats have gaps.

use crate::experiment::Bound;
use serde::{Serialize, Serializer};
use std::cmp::Ordering;

/// A float, with the fraction that it stands for if that is known exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    value: f64,
    /// Numerator and denominator.
    fraction: Option<(u128, u128)>,
}

impl Number {
    /// The number `quarters / 4`. Medians of medians of whole numbers are such numbers.
    pub(super) fn of_quarters(quarters: u128) -> Number {
        Number { value: quarters as f64 / 4.0, fraction: Some((quarters, 4)) }
    }

    /// The nearest float.
    pub fn value(self) -> f64 {
        self.value
    }

    /// The number, if it is known to be whole.
    pub fn whole(self) -> Option<u128> {
        let (numerator, denominator) = self.fraction.filter(|(_, denominator)| *denominator > 0)?;
        numerator.is_multiple_of(denominator).then(|| numerator / denominator)
    }

    /// The quotient of non-negative numbers.
    pub(super) fn divided_by(self, other: Number) -> Number {
        let fraction = match (self.fraction, other.fraction) {
            (Some((one, four)), Some((other, same))) if four == same => Some((one, other)),
            _ => None,
        };
        Number { value: self.value / other.value, fraction }
    }

    /// The number multiplied by `factor`.
    pub(super) fn scaled(self, factor: f64) -> Number {
        if factor == 1.0 { self } else { Number::from(self.value * factor) }
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Number {
        Number { value, fraction: None }
    }
}

impl PartialEq<Bound> for Number {
    fn eq(&self, bound: &Bound) -> bool {
        self.partial_cmp(bound) == Some(Ordering::Equal)
    }
}

impl PartialOrd<Bound> for Number {
    fn partial_cmp(&self, bound: &Bound) -> Option<Ordering> {
        match (self.fraction, bound.whole()) {
            (Some((numerator, denominator @ 1..)), Some(whole)) => {
                Some(match denominator.checked_mul(whole) {
                    Some(product) => numerator.cmp(&product),
                    None => Ordering::Less,
                })
            }
            _ => self.value.partial_cmp(&bound.value()),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.whole().and_then(|whole| u64::try_from(whole).ok()) {
            Some(whole) if self.value as u128 != u128::from(whole) => serializer.serialize_u64(whole),
            _ => serializer.serialize_f64(self.value),
        }
    }
}
