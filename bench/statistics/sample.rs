//! A sample of the instances of a corpus, with all trials of each.
//!
//! The instances kept are those whose contents have the smallest hashes, of a hash that has nothing to do with the
//! one by which instances are dealt to shards. So each instance is as likely to be kept as any other, the
//! strategies stay paired, the same trials give the same sample in whatever order they come, and two machines with
//! the same instances keep the same ones (E. Cohen and H. Kaplan, *Summarizing data using bottom-k sketches*, 2007).
//! The standard deviation of a rank, as a share of all ranks, is at most `1 / (2 √k)` with `k` instances.

use super::Cell;
use std::collections::BinaryHeap;

/// Most instances of a corpus that are kept. A corpus that is larger is run part by part, too.
pub const MOST: usize = 1 << 16;

/// The instances kept of one corpus.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    most: usize,
    seen: usize,
    kept: BinaryHeap<Kept>,
}

/// An instance by its place among all.
#[derive(Clone, Debug)]
struct Kept {
    rank: (u64, usize),
    cells: Vec<Cell>,
}

impl PartialEq for Kept {
    fn eq(&self, other: &Kept) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Kept {}

impl PartialOrd for Kept {
    fn partial_cmp(&self, other: &Kept) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Kept {
    fn cmp(&self, other: &Kept) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}

impl Sample {
    pub(super) fn new(most: usize) -> Sample {
        Sample { most, seen: 0, kept: BinaryHeap::new() }
    }

    /// Takes the cells of the next instance, or lets them go.
    pub(super) fn offer(&mut self, cells: Vec<Cell>) {
        let Some(first) = cells.first() else { return };
        let rank = (mixed(&first.hash, first.isomorph), self.seen);
        self.seen += 1;
        if self.kept.len() < self.most {
            self.kept.push(Kept { rank, cells });
        } else if let Some(mut last) = self.kept.peek_mut().filter(|last| rank < last.rank) {
            *last = Kept { rank, cells };
        }
    }

    /// Whether some were let go.
    pub(super) fn is_partial(&self) -> bool {
        self.seen > self.kept.len()
    }

    /// The cells, those of an instance together, the instances as they came.
    pub(super) fn into_cells(self) -> impl Iterator<Item = Cell> {
        let mut kept = self.kept.into_vec();
        kept.sort_unstable_by_key(|kept| kept.rank.1);
        kept.into_iter().flat_map(|kept| kept.cells)
    }
}

/// A hash of an instance's hash, of 16 hexadecimal digits, and of which image of it this is: the last step of
/// SplitMix64 (G. Steele, D. Lea and C. Flood, 2014).
fn mixed(hash: &str, isomorph: u32) -> u64 {
    let hash = u64::from_str_radix(hash, 16).unwrap_or(0).wrapping_add(u64::from(isomorph));
    let hash = hash.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::cells;
    use crate::statistics::published::tests::trial;

    fn sample(order: impl Iterator<Item = u64>, most: usize) -> Sample {
        let mut sample = Sample::new(most);
        for k in order {
            let mut trials = [trial("a", &format!("i{k}"), k), trial("b", &format!("i{k}"), 2 * k)];
            trials.iter_mut().for_each(|trial| trial.instance_hash = format!("{k:016x}"));
            sample.offer(cells(&trials, &[], &[]));
        }
        sample
    }

    fn names(sample: Sample) -> Vec<String> {
        let mut names: Vec<_> = sample.into_cells().map(|cell| cell.instance.to_string()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn the_order_of_arrival_does_not_matter() {
        let forwards = sample(0..1000, 50);
        assert!(forwards.is_partial() && forwards.seen == 1000);
        let forwards = names(forwards);
        assert_eq!(forwards.len(), 100, "both strategies of each");
        assert_eq!(forwards, names(sample((0..1000).rev(), 50)));
        assert!(!sample(0..50, 50).is_partial());
    }

    /// 0 to 9999 have the median 5000; that of 400 drawn lies within 4 standard deviations, 10 % of the ranks.
    #[test]
    fn the_median_of_a_sample_is_near_that_of_all() {
        let mut times: Vec<f64> =
            sample(0..10_000, 400).into_cells().filter_map(|cell| cell.cpu_ns).collect();
        times.retain(|time| *time < 10_000.0);
        let median = crate::statistics::median(&mut times).unwrap();
        assert!((4000.0..6000.0).contains(&median), "{median}");
    }
}
