//! The clusters of a comparison: instances that were timed together, or are images of each other.
//!
//! Instances that share a block or piece on either side, directly or through other instances, share the state of the machine
//! and form a cluster. A cluster is a block or piece, also with several repetitions, because each repetition has the
//! same blocks. In old records, repetitions with other blocks join clusters, soon into a single one, for which there
//! is no interval. Symmetric images of an instance also form a cluster, because they are not independent. Intervals
//! resample clusters, and tests flip the signs of clusters, but estimates are over instances.

use super::Cell;
use std::collections::HashMap;

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

/// The sums of each cluster. Each row is an instance: its cells on both sides, and its costs.
pub(super) fn cluster_sums(rows: &[(&[&Cell], (f64, f64))]) -> Vec<ClusterSums> {
    let numbers = cluster_numbers(&rows.iter().map(|(cells, _)| *cells).collect::<Vec<_>>());
    let mut sums: Vec<ClusterSums> = Vec::new();
    for (number, (_, costs)) in numbers.into_iter().zip(rows) {
        sums.resize(sums.len().max(number + 1), ClusterSums::default());
        sums[number].add(*costs);
    }
    sums
}

/// The number of each row's cluster. A row is an instance with its cells. Clusters are numbered from 0 in the order of their
/// first rows.
pub(super) fn cluster_numbers(rows: &[&[&Cell]]) -> Vec<usize> {
    let mut parents: Vec<usize> = (0..rows.len()).collect();
    let mut first: HashMap<u64, usize> = HashMap::new();
    for (at, cells) in rows.iter().enumerate() {
        for block in cells.iter().flat_map(|cell| &cell.blocks) {
            let other = *first.entry(*block).or_insert(at);
            join(&mut parents, at, other);
        }
    }
    let mut instances: HashMap<(&str, &str), usize> = HashMap::new();
    let images = rows.iter().enumerate().filter_map(|(at, cells)| Some((at, *cells.first()?)));
    let has_images = rows.iter().any(|cells| cells.iter().any(|cell| cell.isomorph > 0));
    for (at, cell) in images.filter(|_| has_images) {
        let other = *instances.entry((&cell.corpus, &cell.instance)).or_insert(at);
        join(&mut parents, at, other);
    }
    let (mut numbers, mut next) = (vec![0; rows.len()], 0);
    for at in 0..rows.len() {
        let root = root(&mut parents, at);
        if root == at {
            numbers[at] = next;
            next += 1;
        } else {
            numbers[at] = numbers[root];
        }
    }
    numbers
}

/// Joins the clusters of two rows. The root of a cluster is its first row.
fn join(parents: &mut [usize], row: usize, other: usize) {
    let (root, other_root) = (root(parents, row), root(parents, other));
    parents[root.max(other_root)] = root.min(other_root);
}

/// The root of the cluster of row `at`.
fn root(parents: &mut [usize], mut at: usize) -> usize {
    while parents[at] != at {
        parents[at] = parents[parents[at]];
        at = parents[at];
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::fixtures::cells;
    use crate::statistics::fixtures::trial;

    #[test]
    fn rows_that_share_a_block_are_one_cluster() {
        let trials = [0, 1, 2, 3, 4, 5].map(|k| trial("a", &format!("i{k}"), 1));
        let mut cells = cells(&trials, &[], &[]);
        for (cell, blocks) in cells.iter_mut().zip([vec![1], vec![2], vec![1, 3], vec![], vec![3], vec![]]) {
            cell.blocks = blocks;
        }
        let sides: Vec<[&Cell; 1]> = cells.iter().map(|cell| [cell]).collect();
        let rows: Vec<(&[&Cell], (f64, f64))> = sides.iter().map(|cells| (&cells[..], (10.0, 1.0))).collect();
        let found: Vec<_> = cluster_sums(&rows).iter().map(|sums| (sums.of, sums.instances)).collect();
        assert_eq!(found, [(30.0, 3), (10.0, 1), (10.0, 1), (10.0, 1)]);
        let mut images = cells.clone();
        (images[3].isomorph, images[3].instance) = (1, images[1].instance.clone());
        let sides: Vec<[&Cell; 1]> = images.iter().map(|cell| [cell]).collect();
        let rows: Vec<(&[&Cell], (f64, f64))> = sides.iter().map(|cells| (&cells[..], (10.0, 1.0))).collect();
        let found: Vec<_> = cluster_sums(&rows).iter().map(|sums| (sums.of, sums.instances)).collect();
        assert_eq!(found, [(30.0, 3), (20.0, 2), (10.0, 1)]);
    }
}
