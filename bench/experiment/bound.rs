//! A bound of a claim. TOML has whole numbers of 64 bits, not all of which are floats.

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// A bound as an experiment gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Real(f64),
}

impl Bound {
    /// The nearest float.
    pub fn value(self) -> f64 {
        match self {
            Bound::Whole(whole) => whole as f64,
            Bound::Real(value) => value,
        }
    }

    /// The bound as a whole number, if it is one and not negative.
    pub fn whole(self) -> Option<u128> {
        match self {
            Bound::Whole(whole) => u128::try_from(whole).ok(),
            // Larger floats do not fit.
            Bound::Real(value) => {
                ((0.0..1e38).contains(&value) && value.fract() == 0.0).then_some(value as u128)
            }
        }
    }

    /// The bound multiplied by `factor`.
    pub(crate) fn scaled(self, factor: f64) -> Bound {
        if factor == 1.0 { self } else { Bound::Real(self.value() * factor) }
    }

    /// The bound divided by `factor`.
    pub(crate) fn divided(self, factor: f64) -> Bound {
        if factor == 1.0 { self } else { Bound::Real(self.value() / factor) }
    }
}

impl From<f64> for Bound {
    fn from(value: f64) -> Bound {
        Bound::Real(value)
    }
}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Bound) -> Option<Ordering> {
        match (self, other) {
            (Bound::Whole(one), Bound::Whole(other)) => one.partial_cmp(other),
            _ => self.value().partial_cmp(&other.value()),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Whole(whole) => whole.fmt(f),
            Bound::Real(value) => value.fmt(f),
        }
    }
}

impl Serialize for Bound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Bound::Whole(whole) if whole as f64 as i128 != i128::from(whole) => {
                serializer.serialize_i64(whole)
            }
            _ => serializer.serialize_f64(self.value()),
        }
    }
}

impl<'de> Deserialize<'de> for Bound {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Bound, D::Error> {
        reader.deserialize_any(BoundVisitor)
    }
}

struct BoundVisitor;

impl Visitor<'_> for BoundVisitor {
    type Value = Bound;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_i64<E: Error>(self, whole: i64) -> Result<Bound, E> {
        Ok(Bound::Whole(whole))
    }

    fn visit_u64<E: Error>(self, whole: u64) -> Result<Bound, E> {
        Ok(i64::try_from(whole).map_or(Bound::Real(whole as f64), Bound::Whole))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Bound, E> {
        Ok(Bound::Real(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_bounds_keep_all_digits() {
        let read = |text: &str| serde_json::from_str::<Bound>(text).unwrap();
        let large = read("53060477521960001");
        assert_eq!(
            (large.whole(), large.to_string()),
            (Some(53_060_477_521_960_001), "53060477521960001".into())
        );
        assert!(large > read("53060477521960000") && read("0.5") < read("1"));
        for (text, written) in [("53060477521960001", "53060477521960001"), ("3", "3.0"), ("0.25", "0.25")] {
            assert_eq!(serde_json::to_string(&read(text)).unwrap(), written);
        }
        assert_eq!([read("3.0"), read("3.5"), read("-3")].map(Bound::whole), [Some(3), None, None]);
    }
}
