//! The clusters of a comparison: instances that were timed together or have the same content.
//!
//! Instances that share a block or piece on either side, directly or through other instances, share the state of the machine
//! and form a cluster. A cluster is a block or piece, also with several repetitions, because each repetition has the
//! same blocks. In old records, repetitions with other blocks join clusters, soon into a single one, for which there
//! is no interval. Copies of an instance also form a cluster, because they are not independent. Intervals resample clusters,
//! and tests flip the signs of clusters, but estimates are over instances.

use super::InstanceResult;
use super::bootstrap::{Ratio, geometric_mean};
use std::collections::HashMap;

/// A property that all rows of a cluster share, as a hash, because large records have millions of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClusterKey {
    /// A block.
    Block(u64),
    /// A block of the second record, which is never one of the first.
    LaterBlock(u64),
    /// The content of an instance, which its copies share.
    Content(u64),
}

impl ClusterKey {
    /// The key of all instances with the same content, given its hash of 16 hexadecimal digits.
    pub fn content(hash: &str) -> Option<ClusterKey> {
        u64::from_str_radix(hash, 16).ok().map(ClusterKey::Content)
    }
}

/// Groups rows that share a key, directly or through other rows.
#[derive(Clone, Debug, Default)]
pub struct Clusters {
    /// The parent of each row in a union-find forest. The root of a cluster is its first row.
    parents: Vec<usize>,
    /// The first row with each key.
    first: HashMap<ClusterKey, usize>,
}

impl Clusters {
    /// Adds a row with its keys.
    pub fn add(&mut self, keys: impl IntoIterator<Item = ClusterKey>) {
        let at = self.parents.len();
        self.parents.push(at);
        for key in keys {
            let other = *self.first.entry(key).or_insert(at);
            let (root, other_root) = (self.root(at), self.root(other));
            self.parents[root.max(other_root)] = root.min(other_root);
        }
    }

    /// The number of each row's cluster. Clusters are numbered from 0 in the order of their first rows.
    pub fn numbers(mut self) -> Vec<usize> {
        let (mut numbers, mut next) = (vec![0; self.parents.len()], 0);
        for at in 0..numbers.len() {
            let root = self.root(at);
            if root == at {
                numbers[at] = next;
                next += 1;
            } else {
                numbers[at] = numbers[root];
            }
        }
        numbers
    }

    /// The root of the cluster of row `at`.
    fn root(&mut self, mut at: usize) -> usize {
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }
}

/// The geometric mean of the ratios of rows, given their natural logarithms, with an interval over the clusters of the rows.
pub fn ratio_over_clusters(logs: &[f64], clusters: Clusters) -> Option<Ratio> {
    geometric_mean(&by_cluster(&clusters.numbers(), logs, |unit: &mut (f64, f64), log| {
        *unit = (unit.0 + log, unit.1 + 1.0);
    }))
}

/// A sum for each cluster, to which `add` adds the rows of the cluster. `numbers` are the clusters of the rows.
pub(super) fn by_cluster<S: Default, R>(numbers: &[usize], rows: &[R], add: impl Fn(&mut S, &R)) -> Vec<S> {
    let mut sums: Vec<S> = Vec::new();
    for (number, row) in numbers.iter().zip(rows) {
        sums.resize_with(sums.len().max(number + 1), S::default);
        add(&mut sums[*number], row);
    }
    sums
}

/// The costs of both sides, summed over the instances of a cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ClusterSums {
    /// The sum of the costs of the first side.
    pub(super) of: f64,
    /// The sum of the costs of the second side.
    pub(super) against: f64,
    /// The sum of ln(first / second) over the instances.
    pub(super) logs: f64,
    /// The number of instances.
    pub(super) instances: usize,
}

impl ClusterSums {
    /// Adds an instance, whose costs on both sides must be positive.
    pub(super) fn add(&mut self, (of, against): (f64, f64)) {
        self.of += of;
        self.against += against;
        self.logs += (of / against).ln();
        self.instances += 1;
    }
}

/// The sums of each cluster. Each row is an instance: its results on both sides, and its costs.
pub(super) fn cluster_sums<'a>(rows: &[(impl AsRef<[&'a InstanceResult]>, (f64, f64))]) -> Vec<ClusterSums> {
    let numbers = cluster_numbers(&rows.iter().map(|(results, _)| results).collect::<Vec<_>>());
    by_cluster(&numbers, rows, |sums: &mut ClusterSums, (_, costs)| sums.add(*costs))
}

/// The number of each row's cluster. A row is an instance with its results.
pub(super) fn cluster_numbers<'a>(rows: &[impl AsRef<[&'a InstanceResult]>]) -> Vec<usize> {
    let mut clusters = Clusters::default();
    for results in rows.iter().map(AsRef::as_ref) {
        let blocks = results.iter().flat_map(|result| &result.blocks).map(|block| ClusterKey::Block(*block));
        let content = results.first().and_then(|result| ClusterKey::content(&result.content_hash));
        clusters.add(blocks.chain(content));
    }
    clusters.numbers()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::fixtures::{results, trial};

    #[test]
    fn rows_that_share_a_block_are_one_cluster() {
        let trials = [0, 1, 2, 3, 4, 5].map(|k| trial("a", &format!("i{k}"), 1));
        let mut results = results(&trials);
        for (result, blocks) in
            results.iter_mut().zip([vec![1], vec![2], vec![1, 3], vec![], vec![3], vec![]])
        {
            result.blocks = blocks;
        }
        let sums = |results: &[InstanceResult]| {
            let rows: Vec<([&InstanceResult; 1], (f64, f64))> =
                results.iter().map(|result| ([result], (10.0, 1.0))).collect();
            cluster_sums(&rows).iter().map(|sums| (sums.of, sums.instances)).collect::<Vec<_>>()
        };
        assert_eq!(sums(&results), [(30.0, 3), (10.0, 1), (10.0, 1), (10.0, 1)]);
        (results[0].content_hash, results[5].content_hash) = ("1".into(), "1".into());
        assert_eq!(sums(&results), [(40.0, 4), (10.0, 1), (10.0, 1)]);
    }
}
