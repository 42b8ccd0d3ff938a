//! Judges a claim: it holds, fails, or is undecided because of a limit or the machine.
//!
//! A claim holds if the whole range of its value lies within the bounds, and fails if the whole range lies outside. Otherwise
//! it is undecided. Times have an additional margin, because they depend on the machine. A ratio of times is undecided within
//! a factor [`RATIO_MARGIN`] of a bound, or if its interval contains the bound. A time in seconds fails only if it is outside
//! the bounds by more than the factor [`MACHINE_FACTOR`].

use super::interval::RatioRange;
use super::{ClaimSubject, ValueRange};
use crate::experiment::Claim;
use crate::number::Number;
use crate::statistics::comparison::RATIO_MARGIN;
use serde::Serialize;

/// The factor by which a machine may be slower or faster than the one on which a claim in seconds was made.
pub const MACHINE_FACTOR: f64 = 10.0;

/// The outcome of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimOutcome {
    /// The values are within the bounds.
    Holds,
    /// The values are outside the bounds.
    Fails,
    /// The trials do not decide.
    Undecided,
}

/// Why a claim is undecided, and by how much.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Doubt {
    /// There is no value, no bound, or a count that was too large to record.
    Unknown(String),
    /// Unfinished searches make the value a range that contains a bound.
    Cut {
        /// The number of unfinished searches.
        searches: usize,
        /// The number of all searches.
        of: usize,
        /// The time limit, if that ended them.
        limit_cpu_ns: Option<u64>,
    },
    /// Searches that got stuck make the value a lower bound on the cost of answers. All searches ended by themselves.
    Stuck,
    /// A time in seconds that may be within the bounds on another machine: the value divided by the bound that it misses.
    Machine(f64),
    /// A ratio of times too close to a bound: the value divided by the bound.
    Near(f64),
    /// A ratio of times whose 95 % interval contains this bound.
    Within(f64),
    /// A ratio of times over too few instances for an interval. This bound is between the ratios of single instances.
    Between(f64),
}

/// The doubt about a ratio of total times whose range contains a bound.
pub(super) fn doubt_of_range(claim: &Claim, range: RatioRange) -> Option<Doubt> {
    let RatioRange { ends: (low, high), is_confidence_interval } = range;
    let mut bounds = [claim.at_least, claim.at_most].into_iter().flatten().map(Number::value);
    let bound = bounds.find(|bound| (low..=high).contains(bound))?;
    Some(if is_confidence_interval { Doubt::Within(bound) } else { Doubt::Between(bound) })
}

/// Whether a claim holds, or why it is undecided. `cut` returns the doubt due to unfinished searches.
pub(super) fn holds(
    subject: ClaimSubject,
    claim: &Claim,
    value: ValueRange,
    cut: impl FnOnce() -> Doubt,
) -> Result<bool, Doubt> {
    let (low, high) = (value.low, value.high.unwrap_or(f64::INFINITY.into()));
    let least = claim.at_least.unwrap_or(f64::NEG_INFINITY.into());
    let largest = claim.at_most.unwrap_or(f64::INFINITY.into());
    if claim.at_least.is_none() && claim.at_most.is_none() {
        return Err(Doubt::Unknown("the claim has neither `at_least` nor `at_most`".to_string()));
    }
    if low.value().is_nan() || high.value().is_nan() {
        return Err(Doubt::Unknown("nothing to divide by: the second total is 0".to_string()));
    }
    // The factors by which a value must lie within the bounds to hold, and outside to fail.
    let (inner, outer) = match subject {
        ClaimSubject::Count | ClaimSubject::Differences => (1.0, 1.0),
        ClaimSubject::Ratio => (RATIO_MARGIN, RATIO_MARGIN),
        ClaimSubject::Seconds => (1.0, MACHINE_FACTOR),
    };
    let (below, above) = (high < least, low > largest);
    if high.scaled(outer) < least || low > largest.scaled(outer) {
        Ok(false)
    } else if low >= least.scaled(inner) && high <= largest.divided(inner) {
        Ok(true)
    } else if value.high != Some(low) && !below && !above {
        Err(cut())
    } else {
        let is_near_least = below || (!above && low < least.scaled(inner));
        let (end, bound) = if is_near_least { (high, least) } else { (low, largest) };
        let factor = end.value() / bound.value();
        Err(if subject == ClaimSubject::Seconds { Doubt::Machine(factor) } else { Doubt::Near(factor) })
    }
}
