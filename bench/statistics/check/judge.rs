//! The verdict on a claim: whether the trials decide it, or a limit or the machine leaves it undecided.
//!
//! A claim holds when the whole range of its figure lies within the bounds, and fails when none of it does.
//! Times get room on top of that, since they are those of one machine: a ratio of times is told from a bound
//! only by more than [`NEAR`], and by no interval that the bound lies within; seconds past a bound fail only beyond the factor [`SLOWER`]. Between these
//! a claim is undecided.

use super::{Kind, Range};
use crate::experiment::Check;
use crate::statistics::comparison::NEAR;
use serde::Serialize;

/// A machine may be this many times slower, or faster, than the one that a claim in seconds was made on.
pub const SLOWER: f64 = 10.0;

/// The outcome of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The figures are within the bounds.
    Holds,
    /// They are not.
    Fails,
    /// The trials do not decide.
    Undecided,
}

/// Why a claim is undecided, and by how much.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Doubt {
    /// There is no figure, or no bound.
    Unknown(String),
    /// Searches were cut short, so that the figure is a range with a bound in it.
    Cut {
        /// How many.
        searches: usize,
        /// Of how many.
        of: usize,
        /// The time limit, if that was it.
        limit_cpu_ns: Option<u64>,
    },
    /// Seconds that another machine may not need: the figure over the bound that it misses.
    Machine(f64),
    /// A ratio of times too close to a bound to be told from it: the figure over the bound.
    Near(f64),
    /// A ratio of times whose 95 % interval has this bound in it.
    Within(f64),
}

/// Why a ratio of times with this interval does not decide, if a bound lies in it.
pub(super) fn within(check: &Check, interval: Option<(f64, f64)>) -> Option<Doubt> {
    let (low, high) = interval?;
    let mut bounds = [check.at_least, check.at_most].into_iter().flatten();
    bounds.find(|bound| (low..=high).contains(bound)).map(Doubt::Within)
}

/// Whether a claim holds or fails, or why that is undecided. `cut` describes the searches that were cut short.
pub(super) fn judge(
    kind: Kind,
    check: &Check,
    value: Range,
    cut: impl FnOnce() -> Doubt,
) -> Result<bool, Doubt> {
    let (low, high) = (value.low, value.high.unwrap_or(f64::INFINITY));
    let least = check.at_least.unwrap_or(f64::NEG_INFINITY);
    let largest = check.at_most.unwrap_or(f64::INFINITY);
    if check.at_least.is_none() && check.at_most.is_none() {
        return Err(Doubt::Unknown("the check has neither at_least nor at_most".to_string()));
    }
    if low.is_nan() || high.is_nan() {
        return Err(Doubt::Unknown("nothing to divide by: the second total is 0".to_string()));
    }
    let (sure, past) = match kind {
        Kind::Count | Kind::Differences => (1.0, 1.0),
        Kind::Ratio => (NEAR, NEAR),
        Kind::Seconds => (1.0, SLOWER),
    };
    let (below, above) = (high < least, low > largest);
    if high * past < least || low > largest * past {
        Ok(false)
    } else if low >= least * sure && high <= largest / sure {
        Ok(true)
    } else if value.high != Some(low) && !below && !above {
        Err(cut())
    } else {
        let factor = if below || (!above && low < least * sure) { high / least } else { low / largest };
        Err(if kind == Kind::Seconds { Doubt::Machine(factor) } else { Doubt::Near(factor) })
    }
}
