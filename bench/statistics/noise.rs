//! The noise of a run: the ratios of wall time to CPU time of its trials.

use crate::record::{TimingMode, Trial};
use std::collections::BTreeMap;

/// Minimum CPU time of a search that is timed alone. The wall clock also covers both readings of the CPU clock, about 400 ns
/// in all. That makes the ratio of a search of 1 µs 1.4 on an idle machine, but adds at most 2 % from this time on.
const MIN_CPU_NS: u64 = 20_000;

/// Minimum share of trials with a ratio. With fewer, most of the long searches may be long only because the machine was busy,
/// so there is no median.
const MIN_SHARE: f64 = 0.1;

/// A histogram of ratios, which are rounded to thousandths as in the record.
#[derive(Clone, Debug, Default)]
pub struct Noise {
    /// By ratio in thousandths, the number of trials.
    thousandths: BTreeMap<u64, u64>,
    /// The number of ratios.
    count: u64,
    /// The number of trials, including those that are too short.
    trials: u64,
}

impl Noise {
    /// Adds the ratio of a trial, unless its search was too short to show whether the machine was busy. A streamed trial has the
    /// ratio of its block, which is long enough.
    pub fn add_trial(&mut self, trial: &Trial) {
        let is_long =
            trial.mode == TimingMode::Stream || trial.solve_cpu_ns.is_some_and(|ns| ns >= MIN_CPU_NS);
        self.trials += u64::from(trial.noise.is_some());
        trial.noise.filter(|_| is_long).into_iter().for_each(|noise| self.add(noise));
    }

    /// Adds a ratio.
    fn add(&mut self, ratio: f64) {
        *self.thousandths.entry((ratio * 1000.0).round() as u64).or_default() += 1;
        self.count += 1;
    }

    /// The median ratio; `None` if fewer than a tenth of the trials have a ratio.
    pub fn median(&self) -> Option<f64> {
        self.quantile(0.5)
    }

    /// The quantile `fraction` (from 0 to 1), defined as in [`quantile`](super::quantile); `None` if fewer than a tenth
    /// of the trials have a ratio.
    pub fn quantile(&self, fraction: f64) -> Option<f64> {
        if (self.count as f64) < MIN_SHARE * self.trials as f64 {
            return None;
        }
        let rank = fraction.clamp(0.0, 1.0) * self.count.checked_sub(1)? as f64;
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
    use crate::statistics::fixtures::trial;

    #[test]
    fn short_searches_that_are_timed_alone_do_not_count() {
        let timed = |mode, cpu_ns, noise| Trial { mode, noise: Some(noise), ..trial("a", "i", cpu_ns) };
        let mut noise = Noise::default();
        noise.add_trial(&timed(TimingMode::Alone, 1000, 1.4));
        noise.add_trial(&timed(TimingMode::Alone, 19_999, 1.3));
        assert_eq!(noise.median(), None);
        noise.add_trial(&timed(TimingMode::Alone, 20_000, 1.01));
        assert_eq!(noise.median(), Some(1.01));
        noise.add_trial(&timed(TimingMode::Stream, 1000, 1.03));
        assert_eq!(noise.median(), Some(1.02));
        (0..16).for_each(|_| noise.add_trial(&timed(TimingMode::Alone, 1000, 1.4)));
        assert_eq!(noise.median(), Some(1.02), "two of twenty");
        noise.add_trial(&timed(TimingMode::Alone, 1000, 1.4));
        assert_eq!(noise.median(), None);
    }

    #[test]
    fn quantiles_lie_between_ratios() {
        let mut noise = Noise::default();
        assert_eq!(noise.quantile(0.5), None);
        [1.0, 4.0, 2.0, 2.0, 16.0].into_iter().for_each(|ratio| noise.add(ratio));
        let found = [0.0, 0.25, 0.625, 0.875, 1.0].map(|fraction| noise.quantile(fraction).unwrap());
        assert_eq!(found, [1.0, 2.0, 3.0, 10.0, 16.0]);
    }
}
