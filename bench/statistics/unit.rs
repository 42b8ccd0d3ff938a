//! The clusters of a comparison: instances that were timed together, or are images of each other.
//!
//! Instances that share a block or piece on either side, directly or through others, share the state of the machine
//! and are one cluster. With one repetition, a cluster is a block or piece. With several repetitions in different
//! orders, clusters soon grow into one, which leaves no interval. Symmetric images of one instance are also one
//! cluster, because they are not independent. Intervals resample clusters, and tests flip the signs of clusters;
//! estimates are over instances.

use super::Cell;
use std::collections::HashMap;

/// The costs of both sides, summed over the instances of a cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Unit {
    /// The costs of the first.
    pub(super) of: f64,
    /// The costs of the second.
    pub(super) against: f64,
    /// The sum over instances of the logarithm of the ratio of the first to the second.
    pub(super) logs: f64,
    /// The number of instances.
    pub(super) instances: usize,
}

impl Unit {
    /// Adds an instance with positive costs.
    pub(super) fn add(&mut self, (of, against): (f64, f64)) {
        self.of += of;
        self.against += against;
        self.logs += (of / against).ln();
        self.instances += 1;
    }
}

/// The units of rows. A row has its cells, and its costs on both sides.
pub(super) fn units(rows: &[(&[&Cell], (f64, f64))]) -> Vec<Unit> {
    let clusters = clusters(&rows.iter().map(|(cells, _)| *cells).collect::<Vec<_>>());
    let mut units: Vec<Unit> = Vec::new();
    for (cluster, (_, costs)) in clusters.into_iter().zip(rows) {
        units.resize(units.len().max(cluster + 1), Unit::default());
        units[cluster].add(*costs);
    }
    units
}

/// The cluster of each row. Clusters are numbered from 0 in the order of their first rows.
pub(super) fn clusters(rows: &[&[&Cell]]) -> Vec<usize> {
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
fn join(parents: &mut [usize], one: usize, other: usize) {
    let (one, other) = (root(parents, one), root(parents, other));
    parents[one.max(other)] = one.min(other);
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
    fn rows_that_share_a_block_are_one_unit() {
        let trials = [0, 1, 2, 3, 4, 5].map(|k| trial("a", &format!("i{k}"), 1));
        let mut cells = cells(&trials, &[], &[]);
        for (cell, blocks) in cells.iter_mut().zip([vec![1], vec![2], vec![1, 3], vec![], vec![3], vec![]]) {
            cell.blocks = blocks;
        }
        let sides: Vec<[&Cell; 1]> = cells.iter().map(|cell| [cell]).collect();
        let rows: Vec<(&[&Cell], (f64, f64))> = sides.iter().map(|cells| (&cells[..], (10.0, 1.0))).collect();
        let found: Vec<_> = units(&rows).iter().map(|unit| (unit.of, unit.instances)).collect();
        assert_eq!(found, [(30.0, 3), (10.0, 1), (10.0, 1), (10.0, 1)]);
        let mut images = cells.clone();
        (images[3].isomorph, images[3].instance) = (1, images[1].instance.clone());
        let sides: Vec<[&Cell; 1]> = images.iter().map(|cell| [cell]).collect();
        let rows: Vec<(&[&Cell], (f64, f64))> = sides.iter().map(|cells| (&cells[..], (10.0, 1.0))).collect();
        let found: Vec<_> = units(&rows).iter().map(|unit| (unit.of, unit.instances)).collect();
        assert_eq!(found, [(30.0, 3), (20.0, 2), (10.0, 1)]);
    }
}
