//! The interval of a median, from ordered values alone.
//!
//! The number of values below the median of their population is binomial, whatever the distribution, so two of the ordered
//! values enclose that median with a known probability (H. A. David, H. N. Nagaraja, *Order Statistics*, 2003, section 7.1).

use super::CONFIDENCE_TAIL;

/// The places (from 0) of the ordered values that enclose the median of their population with a probability of at least 95 %.
/// `None` for fewer than six values.
pub fn median_interval(count: usize) -> Option<(usize, usize)> {
    let mut log_probability = -(count as f64) * std::f64::consts::LN_2;
    let (mut at_most, mut low) = (log_probability.exp(), 0);
    while at_most <= CONFIDENCE_TAIL && low < count {
        log_probability += ((count - low) as f64 / (low + 1) as f64).ln();
        at_most += log_probability.exp();
        low += 1;
    }
    low.checked_sub(1).map(|low| (low, count - 1 - low))
}

#[cfg(test)]
mod tests {
    use super::median_interval;

    /// Ranks as in table 1 of W. J. Conover, *Practical Nonparametric Statistics*, and with the normal approximation.
    #[test]
    fn few_and_many_values() {
        assert_eq!((0..6).find_map(median_interval), None);
        assert_eq!([6, 8, 9, 20].map(median_interval), [(0, 5), (0, 7), (1, 7), (5, 14)].map(Some));
        assert_eq!([100, 10_000].map(median_interval), [(39, 60), (4901, 5098)].map(Some));
    }
}
