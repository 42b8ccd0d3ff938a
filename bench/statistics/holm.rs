//! The correction of p-values for multiple tests by S. Holm (*A simple sequentially rejective multiple test procedure*, 1979).

/// Corrects the p-values of n tests: the k-th smallest (from 1) becomes the maximum of (n − j + 1) · pⱼ over j ≤ k, at most
/// 1. Rejecting all tests whose corrected value is below a level keeps the probability of any false rejection below it.
pub(super) fn holm(p_values: &[f64]) -> Vec<f64> {
    let count = p_values.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let (mut corrected, mut max) = (vec![0.0; count], 0.0_f64);
    for (smaller, at) in order.into_iter().enumerate() {
        max = max.max(p_values[at] * (count - smaller) as f64).min(1.0);
        corrected[at] = max;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::holm;

    /// The example of `statsmodels.stats.multitest.multipletests(method='holm')`, by hand.
    #[test]
    fn the_smallest_is_corrected_for_all_tests_and_the_next_for_the_others() {
        let found = holm(&[0.03, 0.005, 0.04, 0.9]);
        for (found, expected) in found.into_iter().zip([0.09, 0.02, 0.09, 0.9]) {
            assert!((found - expected).abs() < 1e-9, "{found} for {expected}");
        }
        assert_eq!((holm(&[0.7, 0.6]), holm(&[])), (vec![1.0, 1.0], vec![]));
    }
}
