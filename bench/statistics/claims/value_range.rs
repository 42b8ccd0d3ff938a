//! A value that may be known only up to a bound.

use crate::number::Number;
use serde::Serialize;

/// The range of values that are consistent with the trials.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ValueRange {
    /// The smallest value.
    pub low: Number,
    /// The largest value; `None` if unbounded.
    pub high: Option<Number>,
}

impl ValueRange {
    pub(super) fn exact(value: impl Into<Number>) -> ValueRange {
        let value = value.into();
        ValueRange { low: value, high: Some(value) }
    }

    /// Whether it is the quotient of 0 and 0.
    pub(super) fn is_undefined(self) -> bool {
        self.low.value().is_nan()
    }

    /// The range of quotients of non-negative values.
    pub(super) fn divided_by(self, other: ValueRange) -> ValueRange {
        let low = other.high.map_or(Number::from(0.0), |high| self.low.over(high));
        let high = self
            .high
            .filter(|_| other.low.value() > 0.0 || other.high.is_some_and(|high| high.value() == 0.0));
        ValueRange { low, high: high.map(|high| high.over(other.low)) }
    }
}
