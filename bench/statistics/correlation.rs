//! Rank correlation.

/// Spearman's rank correlation of pairs, which is Pearson's correlation of their ranks (C. Spearman, *The Proof and
/// Measurement of Association between Two Things*, 1904): 1 if the second value always rises with the first, −1 if it always
/// falls. Ties have their mean rank. Infinite values are the largest. `None` if one of the two is constant, or without pairs.
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let first = ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let second = ranks(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    let middle = (pairs.len() as f64 + 1.0) / 2.0;
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        first.iter().zip(&second).map(|(a, b)| of(a - middle, b - middle)).sum()
    };
    let (both, one, other) = (sum(&|a, b| a * b), sum(&|a, _| a * a), sum(&|_, b| b * b));
    (one > 0.0 && other > 0.0).then(|| both / (one * other).sqrt())
}

/// The rank of each value, from 1. Ties have their mean rank.
pub(super) fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let mean = start as f64 + (equal.len() as f64 + 1.0) / 2.0;
        equal.iter().for_each(|&at| ranks[at] = mean);
        start += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_computed_by_hand() {
        let of = |pairs: &[(f64, f64)]| spearman(pairs);
        assert_eq!(of(&[(1.0, 10.0), (2.0, 1e9), (3.0, f64::INFINITY)]), Some(1.0));
        assert_eq!(of(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), Some(-1.0));
        assert_eq!(of(&[(1.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(of(&[]), None);
        // Ranks 1, 2.5, 2.5, 4 and 1, 3, 2, 4: 4.5 / sqrt(4.5 * 5).
        let tied = of(&[(1.0, 1.0), (5.0, 9.0), (5.0, 2.0), (6.0, 10.0)]).unwrap();
        assert!((tied - 4.5 / 22.5f64.sqrt()).abs() < 1e-12, "{tied}");
    }
}
