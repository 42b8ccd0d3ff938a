//! How far searches of one instance spread, by their seeds and its symmetric images, beside how far instances spread.
//!
//! A difficulty that a search owes to the order in which it breaks ties is an accident; that of the instance
//! remains when accidents are averaged out. The cost is that in nodes where they are counted, else CPU time.

use super::{Cell, Figure, median};

/// The spread of one strategy's searches within instances and between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Within {
    /// Whether the cost is nodes, and not CPU time.
    pub of_nodes: bool,
    /// Most searches of an instance.
    pub searches: usize,
    /// The largest cost over the least of an instance: the median of instances.
    pub typical: Figure,
    /// The same of the instance where it is largest.
    pub largest: Figure,
    /// The largest over the least of the instances' median costs.
    pub between: Figure,
}

/// The costs of the searches of a cell that differ in their seeds alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seeds {
    /// How many seeds there are.
    pub count: usize,
    /// The least and the largest number of nodes.
    pub nodes: Option<(f64, f64)>,
    /// The least and the largest CPU time, nanoseconds.
    pub cpu_ns: Option<(f64, f64)>,
}

/// The spread over `cells`, those of one strategy in order; none if no instance was searched with several seeds or in
/// several images.
pub fn within<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Option<Within> {
    let cells: Vec<&Cell> = cells.into_iter().collect();
    let of_nodes = cells.iter().all(|cell| cell.nodes.is_some());
    let cost = |cell: &Cell| if of_nodes { cell.nodes } else { cell.cpu_ns };
    let extent = |cell: &Cell| {
        let of_seeds = cell.seeds.as_deref();
        let known = of_seeds.and_then(|seeds| if of_nodes { seeds.nodes } else { seeds.cpu_ns });
        known.or_else(|| cost(cell).map(|cost| (cost, cost)))
    };
    let (mut ratios, mut middles, mut searches) = (Vec::new(), Vec::new(), 0);
    let mut is_bound = false;
    for instance in cells.chunk_by(|a, b| (&a.corpus, &a.instance) == (&b.corpus, &b.instance)) {
        let extents: Vec<(f64, f64)> = instance.iter().filter_map(|cell| extent(cell)).collect();
        let Some(middle) = median(&mut instance.iter().filter_map(|cell| cost(cell)).collect::<Vec<_>>())
        else {
            continue;
        };
        let least = extents.iter().fold(f64::INFINITY, |least, (low, _)| least.min(*low));
        let most = extents.iter().fold(0.0_f64, |most, (_, high)| most.max(*high));
        ratios.push(most.max(1.0) / least.max(1.0));
        middles.push(middle.max(1.0));
        let count = |cell: &&Cell| cell.seeds.as_deref().map_or(1, |seeds| seeds.count);
        searches = searches.max(instance.iter().map(count).sum());
        is_bound |= instance.iter().any(|cell| !cell.finished());
    }
    let figure = |value: f64| Figure { value, lower_bound: is_bound };
    let typical = median(&mut ratios).map(figure)?;
    let largest = ratios.last().copied().map(figure)?;
    middles.sort_by(f64::total_cmp);
    let between = figure(middles[middles.len() - 1] / middles[0]);
    (searches > 1).then_some(Within { of_nodes, searches, typical, largest, between })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Status;
    use crate::statistics::cells;
    use crate::statistics::published::tests::trial;

    #[test]
    fn seeds_and_images_are_within_and_instances_between() {
        let mut trials = Vec::new();
        for (instance, image, seed, nodes) in [
            ("i", 0, 1, 10),
            ("i", 0, 2, 40),
            ("i", 1, 1, 20),
            ("i", 1, 2, 20),
            ("j", 0, 1, 300),
            ("j", 0, 2, 600),
        ] {
            let mut trial = trial("a", instance, 7);
            (trial.isomorph, trial.seed, trial.nodes) = (image, seed, Some(nodes));
            trials.push(trial);
        }
        let found = within(&cells(&trials, &[], &[])).unwrap();
        let exact = |value| Figure { value, lower_bound: false };
        // Of i: 40 over 10, and a median of 25 and 20; of j: 600 over 300, and 450.
        assert_eq!((found.of_nodes, found.searches), (true, 4));
        assert_eq!((found.typical, found.largest, found.between), (exact(3.0), exact(4.0), exact(20.0)));
        trials[3].status = Status::Timeout;
        assert!(within(&cells(&trials, &[], &[])).unwrap().largest.lower_bound);
        trials.iter_mut().for_each(|trial| trial.nodes = None);
        assert!(!within(&cells(&trials, &[], &[])).unwrap().of_nodes);
        assert_eq!(within(&cells(&trials[..1], &[], &[])), None);
    }
}
