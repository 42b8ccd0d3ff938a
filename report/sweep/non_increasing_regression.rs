//! Non-increasing regression.

/// The non-increasing sequence with the least weighted squared distance from pairs of value and weight, by pooling adjacent
/// violators (M. Ayer, H. D. Brunk, G. M. Ewing, W. T. Reid and E. Silverman, *An empirical distribution function for
/// sampling with incomplete information*, 1955).
pub(super) fn non_increasing_regression(values: &[(f64, f64)]) -> Vec<f64> {
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for &(value, weight) in values {
        let mut pool = (value, weight, 1);
        while let Some(&(before, heavy, count)) = pools.last().filter(|last| last.0 < pool.0) {
            let weight = heavy + pool.1;
            pool = ((before * heavy + pool.0 * pool.1) / weight, weight, count + pool.2);
            pools.pop();
        }
        pools.push(pool);
    }
    pools.into_iter().flat_map(|(value, _, count)| std::iter::repeat_n(value, count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rising_neighbors_are_pooled() {
        let of =
            |values: &[f64]| non_increasing_regression(&values.iter().map(|&v| (v, 1.0)).collect::<Vec<_>>());
        assert_eq!(of(&[1.0, 0.5, 0.75, 0.0]), [1.0, 0.625, 0.625, 0.0]);
        assert_eq!(of(&[0.0, 1.0]), [0.5, 0.5]);
        assert_eq!(non_increasing_regression(&[(0.25, 3.0), (0.5, 1.0)]), [0.3125, 0.3125]);
        assert!(of(&[]).is_empty());
    }
}
