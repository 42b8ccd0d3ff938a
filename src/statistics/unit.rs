//! The independent units of a comparison: instances, or groups that were timed together.
//!
//! The time of a streamed instance is its share of its block's, equal for all of the block, so a block is one
//! observation however many instances it has. A row of a comparison is an instance with the cells of both
//! sides; rows that share a block on either side, directly or through others, are one unit, whose times are
//! added up. With one repetition that is a block; with several, each in an order of its own, it is soon
//! everything, and then there is no interval. Symmetric images of one instance are one unit as well: their
//! common part would be counted several times.

use super::Cell;
use std::collections::HashMap;

/// The costs of two sides on one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Unit {
    /// The first.
    pub(super) of: f64,
    /// The second.
    pub(super) against: f64,
    /// The number of instances.
    pub(super) instances: usize,
}

/// The units of rows: the cells that a row is made of, and its costs on both sides.
pub(super) fn units(rows: &[(&[&Cell], (f64, f64))]) -> Vec<Unit> {
    let mut parents: Vec<usize> = (0..rows.len()).collect();
    let mut first: HashMap<u32, usize> = HashMap::new();
    for (at, (cells, _)) in rows.iter().enumerate() {
        for block in cells.iter().flat_map(|cell| &cell.blocks) {
            let other = *first.entry(*block).or_insert(at);
            let (one, other) = (root(&mut parents, at), root(&mut parents, other));
            parents[one.max(other)] = one.min(other);
        }
    }
    // Images of one instance are one observation.
    let mut instances: HashMap<(&str, &str), usize> = HashMap::new();
    let images = rows.iter().enumerate().filter_map(|(at, (cells, _))| Some((at, *cells.first()?)));
    let has_images = rows.iter().any(|(cells, _)| cells.iter().any(|cell| cell.isomorph > 0));
    for (at, cell) in images.filter(|_| has_images) {
        let other = *instances.entry((&cell.corpus, &cell.instance)).or_insert(at);
        let (one, other) = (root(&mut parents, at), root(&mut parents, other));
        parents[one.max(other)] = one.min(other);
    }
    let mut units: Vec<Unit> = Vec::new();
    let mut places: Vec<usize> = vec![0; rows.len()];
    for (at, (_, (of, against))) in rows.iter().enumerate() {
        let root = root(&mut parents, at);
        if root == at {
            places[at] = units.len();
            units.push(Unit::default());
        }
        let unit = &mut units[places[root]];
        unit.of += of;
        unit.against += against;
        unit.instances += 1;
    }
    units
}

/// The least row of the unit that `at` belongs to so far.
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
    use crate::statistics::cells;
    use crate::statistics::published::tests::trial;

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
