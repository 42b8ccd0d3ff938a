//! The noise of a run: the ratios of wall time to CPU time of its trials.

use std::collections::BTreeMap;

/// A histogram of ratios, which are rounded to thousandths as in the record.
#[derive(Clone, Debug, Default)]
pub struct Noise {
    /// By ratio in thousandths, the number of trials.
    thousandths: BTreeMap<u64, u64>,
    count: u64,
}

impl Noise {
    /// Adds a ratio.
    pub fn add(&mut self, ratio: f64) {
        *self.thousandths.entry((ratio * 1000.0).round() as u64).or_default() += 1;
        self.count += 1;
    }

    /// The median ratio; `None` without ratios.
    pub fn median(&self) -> Option<f64> {
        self.quantile(0.5)
    }

    /// The quantile `part` (from 0 to 1), defined as in [`quantile`](super::quantile); `None` without ratios.
    pub fn quantile(&self, part: f64) -> Option<f64> {
        let rank = part.clamp(0.0, 1.0) * self.count.checked_sub(1)? as f64;
        let (low, high) = (self.at(rank.floor() as u64)?, self.at(rank.ceil() as u64)?);
        Some(low + (high - low) * rank.fract())
    }

    /// The ratio of this rank, from 0.
    fn at(&self, rank: u64) -> Option<f64> {
        let mut before = 0;
        let found = self.thousandths.iter().find(|(_, count)| {
            before += **count;
            before > rank
        });
        found.map(|(thousandths, _)| *thousandths as f64 / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_that_of_the_ratios() {
        let mut noise = Noise::default();
        assert_eq!(noise.median(), None);
        for (ratio, median) in [(1.25, 1.25), (1.0, 1.125), (3.0, 1.25), (1.001, 1.1255), (1.001, 1.001)] {
            noise.add(ratio);
            assert_eq!(noise.median(), Some(median));
        }
    }

    #[test]
    fn quantiles_lie_between_ratios() {
        let mut noise = Noise::default();
        assert_eq!(noise.quantile(0.5), None);
        [1.0, 4.0, 2.0, 2.0, 16.0].into_iter().for_each(|ratio| noise.add(ratio));
        let found = [0.0, 0.25, 0.625, 0.875, 1.0].map(|part| noise.quantile(part).unwrap());
        assert_eq!(found, [1.0, 2.0, 3.0, 10.0, 16.0]);
    }
}
