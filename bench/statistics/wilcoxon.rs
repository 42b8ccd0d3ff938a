//! The signed-rank test for clustered pairs.
//!
//! The test decides by ranks whether differences are distributed symmetrically around 0, so one huge instance weighs no more
//! than its rank (F. Wilcoxon, *Individual comparisons by ranking methods*, 1945). Differences within a cluster are not
//! independent, so the signed ranks are summed by cluster. Under the null hypothesis, the sign of each cluster sum Sᵢ is random,
//! which determines the distribution of T = Σ Sᵢ (B. Rosner, R. J. Glynn and M.-L. T. Lee, *The Wilcoxon signed rank test for
//! paired comparisons of clustered data*, Biometrics 62, 2006). Their weights for clusters of different sizes are not used. If
//! every difference is its own cluster, this is Wilcoxon's test.

use super::correlation::ranks;
use super::normal::erfc;
use std::collections::BTreeMap;

/// Maximum number of clusters for the exact test. With more, T is assumed to be normal with the variance Σ Sᵢ², without a
/// continuity correction.
const MAX_EXACT_CLUSTERS: usize = 20;

/// The result of a signed-rank test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SignedRank {
    /// The two-sided p-value: the probability that |T| is at least as large if the signs of the clusters are random.
    pub(super) p: f64,
    /// Whether T is positive.
    pub(super) positive: bool,
}

/// Tests differences, each with the number of its cluster. Infinite differences are tied, and larger than all others.
/// Zeros are ignored, as in Wilcoxon's test. `None` if no difference remains.
pub(super) fn signed_rank(differences: &[(usize, f64)]) -> Option<SignedRank> {
    let sums = sums(differences)?;
    let total: i64 = sums.iter().sum();
    let p = if sums.len() <= MAX_EXACT_CLUSTERS {
        exact(&sums)
    } else {
        let variance: f64 = sums.iter().map(|sum| (*sum as f64).powi(2)).sum();
        erfc(total.abs() as f64 / (2.0 * variance).sqrt())
    };
    Some(SignedRank { p, positive: total > 0 })
}

/// Twice the sum of the signed ranks of each cluster, without sums of 0. Ties have their mean rank, which may be a half.
/// `None` if all differences are 0.
fn sums(differences: &[(usize, f64)]) -> Option<Vec<i64>> {
    let values: Vec<(usize, f64)> = differences.iter().copied().filter(|(_, value)| *value != 0.0).collect();
    let ranks = ranks(&values.iter().map(|(_, value)| value.abs()).collect::<Vec<_>>());
    let mut sums: BTreeMap<usize, i64> = BTreeMap::new();
    for ((cluster, value), rank) in values.iter().zip(ranks) {
        *sums.entry(*cluster).or_default() += (2.0 * rank * value.signum()) as i64;
    }
    (!values.is_empty()).then(|| sums.into_values().filter(|sum| *sum != 0).collect())
}

/// The fraction of sign assignments of `sums` whose total is at least as far from 0 as the actual one. Each assignment of
/// the first half of the sums is combined with all assignments of the second half by binary search.
fn exact(sums: &[i64]) -> f64 {
    let total = sums.iter().sum::<i64>().abs();
    let (first, second) = sums.split_at(sums.len() / 2);
    let (first, mut second) = (signed_totals(first), signed_totals(second));
    second.sort_unstable();
    let far = |sum: &i64| {
        let above = second.len() - second.partition_point(|other| sum + other < total);
        let below = second.partition_point(|other| sum + other <= -total);
        above + below
    };
    let count: usize = first.iter().map(far).sum();
    (count as f64 / (first.len() * second.len()) as f64).min(1.0)
}

/// The totals of `values` for all sign assignments.
fn signed_totals(values: &[i64]) -> Vec<i64> {
    values
        .iter()
        .fold(vec![0], |sums, value| sums.iter().flat_map(|sum| [sum + value, sum - value]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9 * expected.max(1e-3), "{found} for {expected}");
    }

    fn single(values: &[f64]) -> Vec<(usize, f64)> {
        values.iter().copied().enumerate().collect()
    }

    /// `scipy.stats.wilcoxon`: `method='exact'` for the first, else `'approx'` without correction.
    #[test]
    fn the_test_is_that_of_scipy() {
        let few = [0.35, -0.12, 0.81, 0.44, -0.27, 0.66, 1.2, 0.05];
        let tied = [
            -0.5, 0.0, -0.0, 0.2, 0.2, 0.7, -0.2, -0.0, 0.7, 0.3, 0.3, -0.1, -0.4, 0.2, 0.1, -0.3, -0.1, 0.1,
            -0.2, 0.1, 0.1, 0.1, -0.1, 0.3, 0.4, 0.2, -0.1, 0.3, -0.1, 0.4, -0.2, 0.4, 0.1, -0.3, 0.0, 0.1,
            0.2, -0.2, -0.2, 0.2,
        ];
        let many = [
            0.167, 0.518, 0.78, -0.424, 0.527, 1.012, 0.251, -0.005, 0.776, 0.527, 0.848, 0.227, -0.341,
            0.345, 0.177, 0.788, 0.497, -0.415, -0.198, 0.842, 0.74, 0.08, 0.399, 0.623, 0.634, 0.838, 0.528,
            0.353, 0.271, 0.928, -0.725, 0.331, 0.417, -0.313, 0.566, 0.074, 0.831, 0.337, 0.735, 1.009,
            0.591, -0.038, -0.357, 1.277, 0.344, 0.056, 0.472, 0.304, 0.826, 0.417, 0.407, 0.043, 0.635,
            -0.117, 0.733, 1.162, -0.362, -0.833, 0.708, 1.674,
        ];
        is_near(signed_rank(&single(&few)).unwrap().p, 0.078125);
        is_near(signed_rank(&single(&tied)).unwrap().p, 0.14488458244601113);
        is_near(signed_rank(&single(&many)).unwrap().p, 8.438375292316119e-07);
    }

    /// All 2⁵ sign assignments, by hand: the subsets of 1 to 5 with a sum of at most 2 are {}, {1} and {2}.
    #[test]
    fn few_differences_are_counted() {
        let found = signed_rank(&single(&[5.0, -2.0, 4.0, 0.0, 3.0, 1.0])).unwrap();
        assert_eq!(found, SignedRank { p: 6.0 / 32.0, positive: true });
        assert_eq!(signed_rank(&single(&[0.0; 4])), None);
        let found = signed_rank(&single(&[-1.0]));
        assert_eq!(found, Some(SignedRank { p: 1.0, positive: false }));
        assert_eq!(signed_rank(&[(0, 1.0), (0, -1.0)]).map(|test| test.p), Some(1.0));
    }

    /// With the ranks by `scipy.stats.rankdata`, the sums of the clusters are 3, 10, -2, 7, 20 and -8. All 2⁶ sign
    /// assignments were counted.
    #[test]
    fn signs_are_flipped_by_cluster() {
        let values =
            [0.5, -0.2, 0.2, 1.1, -0.7, 0.3, 0.0, 0.9, f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, 0.2];
        let differences: Vec<(usize, f64)> =
            values.into_iter().enumerate().map(|(at, value)| (at / 2, value)).collect();
        assert_eq!(signed_rank(&differences).unwrap().p, 0.3125);
        let again: Vec<_> =
            (0..5).flat_map(|k| differences.iter().map(move |(c, value)| (6 * k + c, *value))).collect();
        let sums = sums(&again).unwrap();
        let (total, squares) =
            sums.iter().fold((0.0, 0.0), |all, sum| (all.0 + *sum as f64, all.1 + (*sum as f64).powi(2)));
        is_near(signed_rank(&again).unwrap().p, erfc(total / (2.0_f64 * squares).sqrt()));
    }
}
