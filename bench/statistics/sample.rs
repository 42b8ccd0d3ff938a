//! Samples the instances of a corpus, with all trials of each.
//!
//! The sample consists of the k instances with the smallest hashes, where the hash depends on the content of an instance,
//! and is independent of the one that assigns instances to shards. All instances are equally likely, and strategies stay
//! paired. The sample does not depend on the order of trials, and two machines with the same instances keep the same sample
//! (E. Cohen and H. Kaplan, *Summarizing data using bottom-k sketches*, 2007). The p-quantile of the sample has a rank in
//! the corpus with the standard deviation √(p (1 − p) / k), as a fraction of all ranks: at most 1 / (2 √k).

use super::InstanceResult;
use coverlab_model::random;
use std::collections::BTreeMap;

/// Maximum number of instances kept per corpus.
pub const MAX_INSTANCES: usize = 1 << 16;

/// The sample of one corpus.
#[derive(Clone, Debug)]
pub(super) struct InstanceSample {
    max_instances: usize,
    /// The number of instances offered so far.
    offered: usize,
    /// The results of each instance, by its hash and its number in the order of arrival.
    kept: BTreeMap<(u64, usize), Vec<InstanceResult>>,
}

impl InstanceSample {
    pub(super) fn new(max_instances: usize) -> InstanceSample {
        InstanceSample { max_instances, offered: 0, kept: BTreeMap::new() }
    }

    /// Adds the results of the next instance, unless its hash is too large.
    pub(super) fn offer(&mut self, results: Vec<InstanceResult>) {
        let Some(first) = results.first() else { return };
        self.kept.insert((sampling_hash(&first.content_hash), self.offered), results);
        self.offered += 1;
        if self.kept.len() > self.max_instances {
            self.kept.pop_last();
        }
    }

    /// Whether instances were dropped.
    pub(super) fn is_partial(&self) -> bool {
        self.offered > self.kept.len()
    }

    /// The results, grouped by instance.
    pub(super) fn into_results(self) -> impl Iterator<Item = InstanceResult> {
        self.kept.into_values().flatten()
    }
}

/// Hashes the hash of an instance's content, 16 hexadecimal digits, by one step of SplitMix64.
fn sampling_hash(hash: &str) -> u64 {
    random::word(&mut u64::from_str_radix(hash, 16).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::fixtures::{results, trial};

    fn sample(order: impl Iterator<Item = u64>, most: usize) -> InstanceSample {
        let mut sample = InstanceSample::new(most);
        for k in order {
            let mut trials = [trial("a", &format!("i{k}"), k), trial("b", &format!("i{k}"), 2 * k)];
            trials.iter_mut().for_each(|trial| trial.instance_hash = format!("{k:016x}"));
            sample.offer(results(&trials));
        }
        sample
    }

    fn names(sample: InstanceSample) -> Vec<String> {
        let mut names: Vec<_> = sample.into_results().map(|result| result.instance.to_string()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn the_order_of_arrival_does_not_matter() {
        let forwards = sample(0..1000, 50);
        assert!(forwards.is_partial() && forwards.offered == 1000);
        let forwards = names(forwards);
        assert_eq!(forwards.len(), 100, "both strategies of each");
        assert_eq!(forwards, names(sample((0..1000).rev(), 50)));
        assert!(!sample(0..50, 50).is_partial());
    }

    /// The median of 0 to 9999 is 5000; that of a sample of 400 lies within 4 standard deviations, 10 % of the ranks.
    #[test]
    fn the_median_of_a_sample_is_near_that_of_all() {
        let mut times: Vec<f64> =
            sample(0..10_000, 400).into_results().filter_map(|result| result.cpu_ns).collect();
        times.retain(|time| *time < 10_000.0);
        let median = crate::statistics::median(&mut times).unwrap();
        assert!((4000.0..6000.0).contains(&median), "{median}");
    }
}
