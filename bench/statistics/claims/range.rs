//! A value that may be known only up to a bound.

use serde::Serialize;

/// The range of values that are consistent with the trials.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    /// The smallest value.
    pub low: f64,
    /// The largest value; `None` if unbounded.
    pub high: Option<f64>,
}

impl Range {
    pub(super) fn exact(value: f64) -> Range {
        Range { low: value, high: Some(value) }
    }

    /// The range of quotients of non-negative values.
    pub(super) fn divided_by(self, other: Range) -> Range {
        let low = other.high.map_or(0.0, |high| self.low / high);
        let high = self.high.filter(|_| other.low > 0.0 || other.high == Some(0.0));
        Range { low, high: high.map(|high| high / other.low) }
    }
}
