//! The wall time of trials over their CPU time.

use std::collections::BTreeMap;

/// Ratios as the record has them, to the thousandth, counted.
#[derive(Clone, Debug, Default)]
pub struct Noise {
    thousandths: BTreeMap<u64, u64>,
    count: u64,
}

impl Noise {
    /// Adds a ratio.
    pub fn add(&mut self, ratio: f64) {
        *self.thousandths.entry((ratio * 1000.0).round() as u64).or_default() += 1;
        self.count += 1;
    }

    /// The middle ratio, or the mean of the middle two.
    #[must_use]
    pub fn median(&self) -> Option<f64> {
        let at = |rank: u64| {
            let mut before = 0;
            let found = self.thousandths.iter().find(|(_, count)| {
                before += **count;
                before > rank
            });
            found.map(|(thousandths, _)| *thousandths as f64 / 1000.0)
        };
        Some(f64::midpoint(at(self.count.checked_sub(1)? / 2)?, at(self.count / 2)?))
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
}
