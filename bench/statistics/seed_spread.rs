//! Compares the spread of the searches of one instance, over seeds and symmetric images, with the spread between instances.
//!
//! Seeds and images change how a strategy breaks ties. The spread within an instance is the part of its difficulty that is
//! due to these accidents. The cost of a search is its number of nodes if all searches counted them, else its CPU time.

use super::{Cell, Figure, median};

/// The spread of a strategy's searches within and between instances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeedSpread {
    /// Whether the cost is nodes instead of CPU time.
    pub of_nodes: bool,
    /// Maximum number of searches per instance.
    pub searches: usize,
    /// The median over instances of the largest cost divided by the smallest.
    pub typical: Figure,
    /// The maximum over instances of the largest cost divided by the smallest.
    pub largest: Figure,
    /// The largest median cost of an instance divided by the smallest. All costs below 1 count as 1.
    pub between: Figure,
}

/// The spread over the cells of one strategy. Cells of an instance must be adjacent. `None` if no instance has several seeds
/// or images.
pub fn seed_spread<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Option<SeedSpread> {
    let cells: Vec<&Cell> = cells.into_iter().collect();
    let of_nodes = cells.iter().all(|cell| cell.nodes.is_some());
    let cost = |cell: &Cell| if of_nodes { cell.nodes } else { cell.cpu_ns };
    let (mut ratios, mut medians, mut searches) = (Vec::new(), Vec::new(), 0);
    let mut is_bound = false;
    for instance in cells.chunk_by(|a, b| (&a.corpus, &a.instance) == (&b.corpus, &b.instance)) {
        let runs = || instance.iter().flat_map(|cell| cell.runs());
        let costs: Vec<f64> =
            runs().filter_map(|run| if of_nodes { run.nodes } else { run.cpu_ns }).collect();
        let Some(median_cost) =
            median(&mut instance.iter().filter_map(|cell| cost(cell)).collect::<Vec<_>>())
        else {
            continue;
        };
        let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
        let most = costs.iter().copied().fold(0.0_f64, f64::max);
        ratios.push(most.max(1.0) / least.max(1.0));
        medians.push(median_cost.max(1.0));
        searches = searches.max(runs().count());
        is_bound |= instance.iter().any(|cell| !cell.finished());
    }
    let figure = |value: f64| Figure { value, lower_bound: is_bound };
    let typical = median(&mut ratios).map(figure)?;
    let largest = ratios.last().copied().map(figure)?;
    medians.sort_by(f64::total_cmp);
    let between = figure(medians[medians.len() - 1] / medians[0]);
    (searches > 1).then_some(SeedSpread { of_nodes, searches, typical, largest, between })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Status;
    use crate::statistics::fixtures::cells;
    use crate::statistics::fixtures::trial;

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
        let found = seed_spread(&cells(&trials, &[], &[])).unwrap();
        let exact = |value| Figure { value, lower_bound: false };
        // i: 40 / 10, with medians 25 and 20; j: 600 / 300, with median 450.
        assert_eq!((found.of_nodes, found.searches), (true, 4));
        assert_eq!((found.typical, found.largest, found.between), (exact(3.0), exact(4.0), exact(20.0)));
        trials[3].status = Status::Timeout;
        assert!(seed_spread(&cells(&trials, &[], &[])).unwrap().largest.lower_bound);
        trials.iter_mut().for_each(|trial| trial.nodes = None);
        assert!(!seed_spread(&cells(&trials, &[], &[])).unwrap().of_nodes);
        assert_eq!(seed_spread(&cells(&trials[..1], &[], &[])), None);
    }
}
