//! Wilcoxon's signed-rank test, and Holm's correction for several tests at once.
//!
//! The test asks whether differences are as likely positive as negative, by their ranks: one huge instance weighs
//! no more than its rank (F. Wilcoxon, *Individual comparisons by ranking methods*, 1945; S. Holm, *A simple
//! sequentially rejective multiple test procedure*, 1979).

/// With more differences the sum of ranks is taken as normal.
const EXACT: usize = 25;

/// The outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SignedRank {
    /// Probability of a sum of ranks at least as far off if neither sign prevails, two-sided.
    pub(super) p: f64,
    /// Whether the positive differences have the larger ranks.
    pub(super) positive: bool,
}

/// Tests `differences`; those of 0 say nothing and are left out. `None` if none is left.
pub(super) fn signed_rank(differences: &[f64]) -> Option<SignedRank> {
    let mut values: Vec<f64> = differences.iter().copied().filter(|value| *value != 0.0).collect();
    values.sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()));
    let (mut before, mut positive, mut ties) = (0, 0.0, 0.0);
    for equal in values.chunk_by(|a, b| a.abs() == b.abs()) {
        let count = equal.len() as f64;
        let rank = before as f64 + (count + 1.0) / 2.0;
        positive += rank * equal.iter().filter(|value| **value > 0.0).count() as f64;
        ties += count * count * count - count;
        before += equal.len();
    }
    let n = values.len() as f64;
    let all = n * (n + 1.0) / 2.0;
    let p = match values.len() {
        0 => return None,
        count @ 1..=EXACT if ties == 0.0 => exact(count, positive.min(all - positive) as usize),
        _ => {
            let variance = all * (2.0 * n + 1.0) / 12.0 - ties / 48.0;
            erfc((positive - all / 2.0).abs() / (2.0 * variance).sqrt())
        }
    };
    Some(SignedRank { p, positive: positive > all / 2.0 })
}

/// Twice the probability of a sum of at most `least` among the ranks 1 to `count`, each taken or not.
fn exact(count: usize, least: usize) -> f64 {
    let mut ways = vec![0.0; count * (count + 1) / 2 + 1];
    ways[0] = 1.0;
    for rank in 1..=count {
        for sum in (rank..ways.len()).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    let below: f64 = ways[..=least].iter().sum();
    (2.0 * below / 2f64.powi(count as i32)).min(1.0)
}

/// The complementary error function of `x`, which is not negative: by its series (Abramowitz and Stegun, 7.1.6), and
/// further out by its continued fraction (7.1.14).
fn erfc(x: f64) -> f64 {
    let scale = (-x * x).exp() / std::f64::consts::PI.sqrt();
    if x < 2.5 {
        let (mut term, mut sum) = (x, x);
        for k in 1..100 {
            term *= 2.0 * x * x / f64::from(2 * k + 1);
            sum += term;
        }
        return 1.0 - 2.0 * scale * sum;
    }
    scale / (1..100).rev().fold(x, |fraction, k| x + f64::from(k) / 2.0 / fraction)
}

/// The probabilities of several tests, each such that those below a level are rejected together at that level.
pub(super) fn holm(tests: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by(|&a, &b| tests[a].total_cmp(&tests[b]));
    let (mut adjusted, mut least) = (vec![0.0; tests.len()], 0.0_f64);
    for (place, at) in order.into_iter().enumerate() {
        least = least.max(tests[at] * (tests.len() - place) as f64).min(1.0);
        adjusted[at] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9 * expected.max(1e-3), "{found} for {expected}");
    }

    /// `scipy.stats.wilcoxon` 1.17.1: `method='exact'` for the first two, else `'approx'` without correction.
    #[test]
    fn the_test_is_that_of_scipy() {
        let few = [0.35, -0.12, 0.81, 0.44, -0.27, 0.66, 1.2, 0.05];
        let most = [
            0.204, 0.346, 0.199, -0.291, 0.372, 0.234, -0.061, 0.274, 0.209, 0.188, 0.109, 0.264, -0.121,
            0.051, -0.045, 0.28, 0.112, 0.012, -0.135, 0.023, 0.102, 0.017, 0.488, 0.402, -0.713,
        ];
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
        is_near(signed_rank(&few).unwrap().p, 0.078125);
        is_near(signed_rank(&most).unwrap().p, 0.018744707107543945);
        is_near(signed_rank(&tied).unwrap().p, 0.14488458244601113);
        is_near(signed_rank(&many).unwrap().p, 8.438375292316119e-07);
    }

    /// All 2⁵ signs, by hand: of 1 to 5 the sums of at most 2 are those of {}, {1}, {2}.
    #[test]
    fn few_differences_are_counted() {
        let found = signed_rank(&[5.0, -2.0, 4.0, 0.0, 3.0, 1.0]).unwrap();
        assert_eq!(found, SignedRank { p: 6.0 / 32.0, positive: true });
        assert_eq!(signed_rank(&[0.0; 4]), None);
        assert_eq!(signed_rank(&[-1.0]).map(|test| (test.p, test.positive)), Some((1.0, false)));
    }

    /// The example of `statsmodels.stats.multitest.multipletests(method='holm')`, by hand.
    #[test]
    fn the_least_is_held_against_all_tests_and_the_next_against_the_others() {
        let found = holm(&[0.03, 0.005, 0.04, 0.9]);
        for (found, expected) in found.into_iter().zip([0.09, 0.02, 0.09, 0.9]) {
            is_near(found, expected);
        }
        assert_eq!((holm(&[0.7, 0.6]), holm(&[])), (vec![1.0, 1.0], vec![]));
    }
}
