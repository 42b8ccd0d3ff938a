//! Confidence intervals of ratios of totals and of geometric means, by the expanded percentile bootstrap.
//!
//! Sampling units, such as instances or clusters of them, are drawn with replacement, as many as there are. This is
//! repeated ten thousand times, and each resample has a ratio of sums, Σxᵢ / Σyᵢ. The interval lies between two quantiles of
//! these ratios (B. Efron and R. J. Tibshirani, *An Introduction to the Bootstrap*, 1993, chapter 13). The 2.5 % and 97.5 %
//! quantiles would be too close to each other for few units: with five, such an interval misses the true value in one of
//! six samples. So the quantiles lie further out, as Student's distribution does ([`tail`]). The method assumes no
//! distribution. The seed is fixed, so equal values have equal intervals. An interval covers the variation between units,
//! but not a shift that all times of a run share.

use super::normal::{NORMAL_QUANTILE, erfc};
use super::quantile;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use serde::Serialize;

/// Minimum number of units for an interval. Fewer units are too often all on the same side of the true value, which the
/// interval then misses: four units are on the same side of their median in one of eight samples.
pub const MIN_VALUES: usize = 5;
/// Number of resamples. The ends of an interval are then accurate to one or two hundredths of its width.
const RESAMPLES: usize = 10_000;
/// Maximum number of units that are resampled. More units are first combined at random into this many sums. The width of an
/// interval is then accurate to 3 % (one standard deviation), and a report on thousands of instances takes seconds.
const MAX_UNITS: usize = 512;
const SEED: u64 = 0x7265_7361_6d70_6c65;

/// A ratio of totals, or a geometric mean of ratios, with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// The ratio.
    pub ratio: f64,
    /// The 95 % interval; `None` for fewer than [`MIN_VALUES`] units.
    pub interval: Option<(f64, f64)>,
    /// The number of sampling units.
    #[serde(rename = "pairs")]
    pub units: usize,
}

/// The geometric mean of ratios. A unit is the sum of the natural logarithms of its ratios, and their number.
pub(super) fn geometric_mean(units: &[(f64, f64)]) -> Option<Ratio> {
    let Ratio { ratio, interval, units } = ratio_of_sums(units)?;
    Some(Ratio { ratio: ratio.exp(), interval: interval.map(|(low, high)| (low.exp(), high.exp())), units })
}

/// The sum of the first values divided by the sum of the second, which must be positive. `None` without units.
pub(super) fn ratio_of_sums(units: &[(f64, f64)]) -> Option<Ratio> {
    let (of, against) = units.iter().fold((0.0, 0.0), |sum, unit| (sum.0 + unit.0, sum.1 + unit.1));
    let interval = interval_of_groups(&[units]);
    (!units.is_empty()).then(|| Ratio { ratio: of / against, interval, units: units.len() })
}

/// The 95 % interval of the sum of the first values divided by the sum of the second, which are drawn independently.
pub(super) fn interval_of_independent_sums(of: &[f64], against: &[f64]) -> Option<(f64, f64)> {
    let of: Vec<(f64, f64)> = of.iter().map(|value| (*value, 0.0)).collect();
    let against: Vec<(f64, f64)> = against.iter().map(|value| (0.0, *value)).collect();
    interval_of_groups(&[&of, &against])
}

/// The 95 % interval of the ratio of sums over groups of units, each of which is resampled by itself. The smallest group
/// determines how far the interval is expanded; `None` if it has fewer than [`MIN_VALUES`] units.
fn interval_of_groups(groups: &[&[(f64, f64)]]) -> Option<(f64, f64)> {
    let least = groups.iter().map(|units| units.len()).min()?;
    if least < MIN_VALUES {
        return None;
    }
    let mut random = Pcg64Mcg::new(u128::from(SEED));
    let tail = tail(least);
    let mut merged = |units: &[(f64, f64)]| match units.len() {
        ..=MAX_UNITS => units.to_vec(),
        _ => merge(units, &mut random),
    };
    let groups: Vec<Vec<(f64, f64)>> = groups.iter().map(|units| merged(units)).collect();
    let mut ratios: Vec<f64> = (0..RESAMPLES).map(|_| resampled(&groups, &mut random)).collect();
    ratios.sort_unstable_by(f64::total_cmp);
    Some((quantile(&ratios, tail), quantile(&ratios, 1.0 - tail)))
}

/// The fraction of resamples beyond each end of the interval of `units` units: Φ(−t · √(n / (n − 1))), where t is the 97.5 %
/// quantile of Student's distribution with n − 1 degrees of freedom (T. C. Hesterberg, *What Teachers Should Know About the
/// Bootstrap*, The American Statistician 69, 2015). This is 0.1 % for five units, 1.6 % for twenty and 2.5 % for many.
fn tail(units: usize) -> f64 {
    let n = units as f64;
    let expanded = student_quantile(n - 1.0) * (n / (n - 1.0)).sqrt();
    erfc(expanded / std::f64::consts::SQRT_2) / 2.0
}

/// The 97.5 % quantile of Student's distribution, accurate to 0.3 % for at least four degrees of freedom (M. Abramowitz and I. A.
/// Stegun, *Handbook of Mathematical Functions*, 1964, 26.7.5).
fn student_quantile(freedom: f64) -> f64 {
    let x = NORMAL_QUANTILE;
    let x2 = x * x;
    let terms = [
        (x2 + 1.0) / 4.0,
        ((5.0 * x2 + 16.0) * x2 + 3.0) / 96.0,
        (((3.0 * x2 + 19.0) * x2 + 17.0) * x2 - 15.0) / 384.0,
    ];
    x + x * terms.iter().rev().fold(0.0, |sum, term| (sum + term) / freedom)
}

/// The ratio of sums of one resample. A report draws tens of millions of units, so the resample is not stored.
fn resampled(groups: &[Vec<(f64, f64)>], random: &mut Pcg64Mcg) -> f64 {
    let (mut of, mut against) = (0.0, 0.0);
    for units in groups {
        for _ in 0..units.len() {
            let unit = &units[random_index(units.len(), random)];
            of += unit.0;
            against += unit.1;
        }
    }
    of / against
}

/// Combines units at random into [`MAX_UNITS`] sums, of nearly equal numbers of units.
fn merge(units: &[(f64, f64)], random: &mut Pcg64Mcg) -> Vec<(f64, f64)> {
    let mut units = units.to_vec();
    for end in (1..units.len()).rev() {
        units.swap(end, random_index(end + 1, random));
    }
    let mut sums = vec![(0.0, 0.0); MAX_UNITS];
    for (at, unit) in units.into_iter().enumerate() {
        let sum = &mut sums[at % MAX_UNITS];
        *sum = (sum.0 + unit.0, sum.1 + unit.1);
    }
    sums
}

/// A random index below `count`, by multiplication (D. Lemire, *Fast Random Integer Generation in an Interval*, 2019) without
/// rejection. The bias is at most `count` / 2⁶⁴.
fn random_index(count: usize, random: &mut Pcg64Mcg) -> usize {
    ((u128::from(random.next_u64()) * count as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::super::confidence::CONFIDENCE_TAIL;
    use super::*;

    const OLD: [f64; 12] = [120., 340., 95., 1800., 410., 77., 2600., 150., 990., 61., 505., 233.];
    const NEW: [f64; 12] = [131., 322., 140., 2950., 402., 101., 3900., 149., 1430., 60., 880., 260.];

    fn ratio_of_logs(logs: &[f64]) -> Option<Ratio> {
        geometric_mean(&logs.iter().map(|log| (*log, 1.0)).collect::<Vec<_>>())
    }

    /// Whether both ends differ by less than two hundredths of the width.
    fn is_near((low, high): (f64, f64), expected: (f64, f64)) -> bool {
        let width = expected.1 - expected.0;
        [low - expected.0, high - expected.1].iter().all(|off| off.abs() < 0.02 * width)
    }

    /// `scipy.stats` 1.17.1: `norm.cdf(-sqrt(n / (n - 1)) * t.ppf(0.975, n - 1))`.
    #[test]
    fn the_tails_are_those_of_scipy() {
        for (units, expected) in
            [(5, 0.000_954), (8, 0.005_738), (12, 0.010_757), (50, 0.021_179), (512, 0.024_618)]
        {
            let tail = tail(units);
            assert!((tail / expected - 1.0).abs() < 0.03, "{units}: {tail}");
        }
        assert!((tail(1_000_000) - CONFIDENCE_TAIL).abs() < 1e-6);
    }

    /// `scipy.stats.bootstrap` 1.17.1, `method='percentile'`, with the expanded level, the mean of four runs of a million
    /// draws, of the logarithms.
    #[test]
    fn the_interval_is_that_of_scipy() {
        let logs: Vec<f64> = NEW.iter().zip(OLD).map(|(new, old)| (new / old).ln()).collect();
        let found = ratio_of_logs(&logs).unwrap();
        assert!((found.ratio - 1.240_035_884_785_690_7).abs() < 1e-12 && found.units == 12, "{found:?}");
        assert!(is_near(found.interval.unwrap(), (1.080_710_96, 1.428_626_49)), "{found:?}");
    }

    /// `numpy` 2: the ratio of sums of a million draws of the twelve pairs, the mean of four runs.
    #[test]
    fn the_interval_of_totals_is_that_of_a_million_draws() {
        let pairs: Vec<(f64, f64)> = NEW.into_iter().zip(OLD).collect();
        let found = ratio_of_sums(&pairs).unwrap();
        assert!((found.ratio - 1.4530551415797317).abs() < 1e-12, "{found:?}");
        assert!(is_near(found.interval.unwrap(), (1.14339, 1.56942)), "{found:?}");
    }

    #[test]
    fn few_units_have_no_interval_and_equal_ones_one_of_no_width() {
        let found = ratio_of_logs(&[2f64.ln(), -2f64.ln(), 0.0, 0.0]).unwrap();
        assert_eq!((found.ratio, found.interval, found.units), (1.0, None, 4));
        assert_eq!(ratio_of_logs(&[]), None);
        assert_eq!(ratio_of_sums(&[(0.5, 1.0); 9]).and_then(|ratio| ratio.interval), Some((0.5, 0.5)));
    }
}
