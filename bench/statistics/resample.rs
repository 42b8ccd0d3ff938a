//! The percentile bootstrap of a ratio of sums, for total times and for means over units of different sizes.

use super::bootstrap::{MIN_VALUES, Ratio, random_index, ratio, resampled};
use rand_pcg::Pcg64Mcg;

/// If there are more units, they are randomly added up to this many before resampling. The width of an interval is then
/// known to 3 % (one standard deviation), and a report on thousands of instances takes seconds.
const MAX_UNITS: usize = 512;
const SEED: u64 = 0x7265_7361_6d70_6c65;

/// The sum of the first values divided by that of the second, which must be positive, with the 95 % interval. `None`
/// without units.
pub(super) fn ratio_of_sums(units: &[(f64, f64)]) -> Option<Ratio> {
    let pairs = units.len();
    (pairs > 0).then(|| Ratio { ratio: ratio(units), interval: interval(units), pairs })
}

fn interval(units: &[(f64, f64)]) -> Option<(f64, f64)> {
    if units.len() < MIN_VALUES {
        return None;
    }
    let mut random = Pcg64Mcg::new(u128::from(SEED));
    Some(match units.len() <= MAX_UNITS {
        true => resampled(units, &mut random, ratio),
        false => resampled(&gather(units, &mut random), &mut random, ratio),
    })
}

/// Randomly adds up units to sums of nearly equal numbers of units.
fn gather(units: &[(f64, f64)], random: &mut Pcg64Mcg) -> Vec<(f64, f64)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: [f64; 12] = [120., 340., 95., 1800., 410., 77., 2600., 150., 990., 61., 505., 233.];
    const NEW: [f64; 12] = [131., 322., 140., 2950., 402., 101., 3900., 149., 1430., 60., 880., 260.];

    /// `numpy` 2: the ratio of sums of a million draws of the twelve pairs, the mean of four runs.
    #[test]
    fn the_interval_of_totals_is_that_of_a_million_draws() {
        let pairs: Vec<(f64, f64)> = NEW.into_iter().zip(OLD).collect();
        let found = ratio_of_sums(&pairs).unwrap();
        let (low, high) = found.interval.unwrap();
        assert!((found.ratio - 1.4530551415797317).abs() < 1e-12, "{found:?}");
        assert!((low - 1.20861).abs() < 0.01 && (high - 1.55382).abs() < 0.01, "{found:?}");
        assert_eq!(ratio_of_sums(&pairs[..4]).unwrap().interval, None);
        assert_eq!(ratio_of_sums(&[]), None);
    }

    /// 51 200 units with a ratio of 2: the deviation is that of a uniform variable divided by the root of their number.
    #[test]
    fn the_interval_of_many_units_is_normal() {
        let mut random = Pcg64Mcg::new(7);
        let noise = |random: &mut Pcg64Mcg| 1.0 + (random_index(2001, random) as f64 - 1000.0) / 1000.0;
        let units: Vec<(f64, f64)> = (0..51_200).map(|_| (2.0 * noise(&mut random), 1.0)).collect();
        let found = ratio_of_sums(&units).unwrap();
        let half = 1.959_96 * 2.0 / 3f64.sqrt() / 51_200f64.sqrt();
        let (low, high) = found.interval.unwrap();
        assert!((found.ratio - low - half).abs() < 0.15 * half, "{found:?}");
        assert!((high - found.ratio - half).abs() < 0.15 * half, "{found:?}");
    }
}
