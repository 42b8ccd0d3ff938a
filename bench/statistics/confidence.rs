//! The confidence level of every interval, and a distribution-free confidence interval of a median.
//!
//! The number of values below the median of a continuous population is binomial, B(n, ½), whatever the distribution. So two
//! of the ordered values enclose that median with a known probability (H. A. David and H. N. Nagaraja, *Order Statistics*,
//! 2003, section 7.1).

use std::f64::consts::LN_2;

/// The confidence level of every interval, in percent.
pub const CONFIDENCE_PERCENT: u32 = 95;
/// The probability beyond each end of an interval.
pub(super) const CONFIDENCE_TAIL: f64 = (100 - CONFIDENCE_PERCENT) as f64 / 200.0;

/// The indices of the two values, among `count` sorted values, that enclose the median of the population with a probability
/// of at least 95 %: k and n − 1 − k for the largest k with P(B(n, ½) ≤ k) ≤ 2.5 %. `None` for fewer than six values.
pub fn median_interval(count: usize) -> Option<(usize, usize)> {
    let mut log_probability = -(count as f64) * LN_2;
    let (mut cumulative, mut low) = (log_probability.exp(), 0);
    while cumulative <= CONFIDENCE_TAIL && low < count {
        log_probability += ((count - low) as f64 / (low + 1) as f64).ln();
        cumulative += log_probability.exp();
        low += 1;
    }
    low.checked_sub(1).map(|low| (low, count - 1 - low))
}

#[cfg(test)]
mod tests {
    use super::{CONFIDENCE_TAIL, median_interval};
    use crate::statistics::normal::{NORMAL_QUANTILE, erfc};

    #[test]
    fn the_tail_beyond_the_normal_quantile_is_that_of_the_confidence() {
        let tail = erfc(NORMAL_QUANTILE / std::f64::consts::SQRT_2) / 2.0;
        assert!((tail - CONFIDENCE_TAIL).abs() < 1e-15, "{tail}");
    }

    /// Ranks as in table 1 of W. J. Conover, *Practical Nonparametric Statistics*, and with the normal approximation.
    #[test]
    fn few_and_many_values() {
        assert_eq!((0..6).find_map(median_interval), None);
        assert_eq!([6, 8, 9, 20].map(median_interval), [(0, 5), (0, 7), (1, 7), (5, 14)].map(Some));
        assert_eq!([100, 10_000].map(median_interval), [(39, 60), (4901, 5098)].map(Some));
    }
}
