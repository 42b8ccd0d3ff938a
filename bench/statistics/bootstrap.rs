//! Confidence intervals of means over instances, by the percentile bootstrap.
//!
//! The instances are resampled with replacement ten thousand times; the mean of 95 % of the samples lies within the
//! interval (B. Efron, R. Tibshirani, *An Introduction to the Bootstrap*, 1993, chapter 13). The method assumes no
//! distribution, and the same values give the same interval. It covers the variation between instances, but not a shift
//! that all times of a run share.

use super::quantile;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use serde::Serialize;

/// Minimum number of values for an interval: four can all lie on one side by chance, once in sixteen times.
pub const MIN_VALUES: usize = 5;
/// Number of resamples. The ends of the interval are then known to a hundredth of its width.
const RESAMPLES: usize = 10_000;
/// If there are more values, they are randomly added up to this many sums before resampling.
const MAX_UNITS: usize = 4096;
const SEED: u64 = 0x0b00_7574_7261_7073;

/// A geometric mean of ratios.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// The mean.
    pub ratio: f64,
    /// The 95 % interval; `None` for few pairs.
    pub interval: Option<(f64, f64)>,
    /// The number of pairs.
    pub pairs: usize,
}

/// The geometric mean of the ratios of `times` to the paired times `against`. `None` if there is no pair. Pairs with a
/// value that is not positive are ignored.
pub fn paired_ratio(times: &[f64], against: &[f64]) -> Option<Ratio> {
    let pairs = times.iter().zip(against).filter(|(time, other)| **time > 0.0 && **other > 0.0);
    let logs: Vec<f64> = pairs.map(|(time, other)| (time / other).ln()).collect();
    ratio_of_logs(&logs)
}

/// Like [`paired_ratio`], given the logarithms of the ratios.
pub fn ratio_of_logs(logs: &[f64]) -> Option<Ratio> {
    let pairs = logs.len();
    let mean = (pairs > 0).then(|| logs.iter().sum::<f64>() / pairs as f64)?;
    let interval = mean_interval(logs).map(|(low, high)| (low.exp(), high.exp()));
    Some(Ratio { ratio: mean.exp(), interval, pairs })
}

/// The 95 % interval of the mean of `values`; `None` if there are fewer than [`MIN_VALUES`].
pub fn mean_interval(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < MIN_VALUES {
        return None;
    }
    let mut random = Pcg64Mcg::new(u128::from(SEED));
    Some(match values.len() <= MAX_UNITS {
        true => resampled(values, &mut random, |values| values.iter().sum::<f64>() / values.len() as f64),
        // The sums have different numbers of values, so their total is divided by the total number of values.
        false => resampled(&units(values, &mut random), &mut random, ratio),
    })
}

/// The 95 % interval of `figure` over resamples of `units`.
pub(super) fn resampled<T: Copy>(
    units: &[T],
    random: &mut Pcg64Mcg,
    figure: impl Fn(&[T]) -> f64,
) -> (f64, f64) {
    let mut drawn = Vec::with_capacity(units.len());
    let draw = |_| {
        drawn.clear();
        drawn.extend(units.iter().map(|_| units[random_index(units.len(), random)]));
        figure(&drawn)
    };
    let mut figures: Vec<f64> = (0..RESAMPLES).map(draw).collect();
    figures.sort_unstable_by(f64::total_cmp);
    (quantile(&figures, 0.025), quantile(&figures, 0.975))
}

/// The sum of the first values divided by the sum of the second.
pub(super) fn ratio(pairs: &[(f64, f64)]) -> f64 {
    let (of, against) = pairs.iter().fold((0.0, 0.0), |all, pair| (all.0 + pair.0, all.1 + pair.1));
    of / against
}

/// Random sums of the values, each with its number of values.
fn units(values: &[f64], random: &mut Pcg64Mcg) -> Vec<(f64, f64)> {
    let mut units = vec![(0.0, 0.0); MAX_UNITS];
    for value in values {
        let unit = &mut units[random_index(MAX_UNITS, random)];
        *unit = (unit.0 + value, unit.1 + 1.0);
    }
    units
}

/// A random index below `count`, which must be small enough for the bias of a 64-bit remainder to be negligible.
pub(super) fn random_index(count: usize, random: &mut Pcg64Mcg) -> usize {
    ((u128::from(random.next_u64()) * count as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: [f64; 12] = [120., 340., 95., 1800., 410., 77., 2600., 150., 990., 61., 505., 233.];
    const NEW: [f64; 12] = [131., 322., 140., 2950., 402., 101., 3900., 149., 1430., 60., 880., 260.];

    /// Within two hundredths of the width of the interval.
    fn is_near((low, high): (f64, f64), expected: (f64, f64)) -> bool {
        let width = expected.1 - expected.0;
        [low - expected.0, high - expected.1].iter().all(|off| off.abs() < 0.02 * width)
    }

    /// `scipy.stats.bootstrap` 1.17.1, `method='percentile'`, the mean of four runs of a million draws, of the
    /// logarithms.
    #[test]
    fn the_interval_is_that_of_scipy() {
        let found = paired_ratio(&NEW, &OLD).unwrap();
        assert!((found.ratio - 1.240_035_884_785_690_7).abs() < 1e-12 && found.pairs == 12, "{found:?}");
        assert!(is_near(found.interval.unwrap(), (1.101_357_9, 1.399_927_0)), "{found:?}");
    }

    /// All 5⁵ draws, counted.
    #[test]
    fn the_interval_of_five_is_that_of_all_draws() {
        let found = paired_ratio(&NEW[..5], &OLD[..5]).unwrap();
        assert!(is_near(found.interval.unwrap(), (0.987_974_35, 1.448_103_44)), "{found:?}");
    }

    /// The number of times that one of eight values is drawn is binomial: at most three in 98.9 % of cases, at most
    /// two in 93.3 %.
    #[test]
    fn the_interval_of_one_among_eight_is_binomial() {
        let values = [0.0, 0.0, 0.0, 8.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(mean_interval(&values), Some((0.0, 3.0)));
    }

    /// The mean of many values is normal, with the standard deviation divided by the root of their number.
    #[test]
    fn the_interval_of_many_values_is_normal() {
        let mut random = Pcg64Mcg::new(7);
        let values: Vec<f64> = (0..50_000).map(|_| random_index(1001, &mut random) as f64 / 1000.0).collect();
        let mean = values.iter().sum::<f64>() / 50_000.0;
        let half = 1.959_96 * (1.0_f64 / 12.0).sqrt() / 50_000_f64.sqrt();
        let (low, high) = mean_interval(&values).unwrap();
        assert!((low - (mean - half)).abs() < 0.1 * half && (high - (mean + half)).abs() < 0.1 * half);
    }

    #[test]
    fn few_pairs_have_no_interval_and_equal_ones_one_of_no_width() {
        let found = paired_ratio(&[4.0, 1.0, 0.0, 9.0, 2.0], &[2.0, 2.0, 5.0, 0.0, 2.0]).unwrap();
        assert_eq!((found.ratio, found.interval, found.pairs), (1.0, None, 3));
        assert_eq!(paired_ratio(&[], &[]), None);
        assert_eq!(mean_interval(&[0.5; 9]), Some((0.5, 0.5)));
        assert_eq!(mean_interval(&OLD), mean_interval(&OLD));
    }
}
