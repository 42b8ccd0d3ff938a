//! The spread of a measure over the instances of a corpus.

use super::{InstanceResult, median};

/// A value that may be only a lower bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundedValue {
    /// The value.
    pub value: f64,
    /// Whether the value is only a lower bound, because searches are unfinished.
    pub lower_bound: bool,
}

/// The minimum, median and maximum of some values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The minimum.
    pub least: BoundedValue,
    /// The median.
    pub median: BoundedValue,
    /// The maximum.
    pub most: BoundedValue,
    /// The maximum divided by the minimum, where a value below 1 counts as 1; `None` if the minimum is only a lower bound.
    pub ratio: Option<BoundedValue>,
}

/// The spread of the column `measure` over `results`; `None` if a value is unknown, or there is none. The cost of a search
/// without an answer is a lower bound. The median of values and lower bounds is at most the true median, and equal to it if
/// every lower bound is above it.
pub fn spread<'a>(results: impl IntoIterator<Item = &'a InstanceResult>, measure: &str) -> Option<Spread> {
    let value = |result: &InstanceResult| Some((result.value(measure)?, !result.is_answer_bound(measure)));
    let known: Vec<(f64, bool)> = results.into_iter().map(value).collect::<Option<_>>()?;
    let mut values: Vec<f64> = known.iter().map(|(value, _)| *value).collect();
    let middle = median(&mut values)?;
    let (least, most) = (values[0], values[values.len() - 1]);
    let cut_short = |up_to: f64| known.iter().any(|(value, solved)| !solved && *value <= up_to);
    let least = BoundedValue { value: least, lower_bound: cut_short(least) };
    let most = BoundedValue { value: most, lower_bound: cut_short(most) };
    let median = BoundedValue { value: middle, lower_bound: cut_short(values[values.len() / 2]) };
    Some(Spread::new(least, median, most))
}

impl Spread {
    pub(super) fn new(least: BoundedValue, median: BoundedValue, most: BoundedValue) -> Spread {
        let value = most.value.max(1.0) / least.value.max(1.0);
        let ratio = (!least.lower_bound).then_some(BoundedValue { value, lower_bound: most.lower_bound });
        Spread { least, median, most, ratio }
    }

    /// Whether the ratio counts a value of 0 as 1.
    pub fn replaces_zero(&self) -> bool {
        self.ratio.is_some() && self.least.value < 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Status, Trial};
    use crate::statistics::fixtures::{results, trial};

    fn of(times: &[(u64, bool)]) -> Option<Spread> {
        let search = |(&(time, solved), name): (&(u64, bool), &str)| {
            let status = if solved { Status::Unique } else { Status::Timeout };
            Trial { status, ..trial("s", name, time) }
        };
        let trials: Vec<Trial> = times.iter().zip(["a", "b", "c", "d", "e"]).map(search).collect();
        spread(&results(&trials), "solve_cpu_ns")
    }

    fn exact(value: f64) -> BoundedValue {
        BoundedValue { value, lower_bound: false }
    }

    fn bound(value: f64) -> BoundedValue {
        BoundedValue { value, lower_bound: true }
    }

    #[test]
    fn answered_instances_have_an_exact_spread() {
        let found = of(&[(30, true), (10, true), (20, true), (40, true)]).unwrap();
        assert_eq!((found.least, found.median, found.most), (exact(10.0), exact(25.0), exact(40.0)));
        assert_eq!(found.ratio, Some(exact(4.0)));
        assert_eq!(of(&[]), None);
        let from_zero = of(&[(0, true), (20, true)]).unwrap();
        assert_eq!((from_zero.ratio, from_zero.replaces_zero()), (Some(exact(20.0)), true));
    }

    #[test]
    fn unfinished_searches_bound_larger_values() {
        let found = of(&[(10, true), (20, true), (50, false)]).unwrap();
        assert_eq!((found.median, found.most), (exact(20.0), bound(50.0)));
        assert_eq!(found.ratio, Some(bound(5.0)));
        let found = of(&[(10, true), (50, false), (50, false)]).unwrap();
        assert_eq!((found.least, found.median), (exact(10.0), bound(50.0)));
        let found = of(&[(5, false), (10, true), (20, true)]).unwrap();
        assert_eq!((found.least, found.median, found.ratio), (bound(5.0), bound(10.0), None));
    }
}
