//! How far searches of one instance spread, by their seeds and its symmetric images, beside how far instances spread.
//!
//! A difficulty that a search owes to the order in which it breaks ties is an accident; that of the instance
//! remains when accidents are averaged out. The cost is that in nodes where they are counted, else CPU time.

use super::cell::{is_finished, is_solved};
use super::{Cell, Figure, median};
use crate::record::{Status, Verdict};

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

/// One strategy on one instance with one seed, its repetitions folded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// How it ended.
    pub status: Status,
    /// The referee's verdict.
    pub verdict: Verdict,
    /// CPU time, nanoseconds.
    pub cpu_ns: Option<f64>,
    /// Nodes.
    pub nodes: Option<f64>,
}

impl Run {
    /// Whether it is answered, and not wrongly.
    #[must_use]
    pub fn solved(&self) -> bool {
        is_solved(self.status, self.verdict)
    }

    /// Whether it came to its own end, so that its cost is exact and not a lower bound.
    #[must_use]
    pub fn finished(&self) -> bool {
        is_finished(self.status, self.verdict)
    }
}

/// The runs of a cell with several seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Seeds {
    /// In the order of the seeds.
    pub runs: Box<[Run]>,
    /// The measures of the cell that are lower bounds.
    pub lower_bounds: Box<[&'static str]>,
}

/// The spread over `cells`, those of one strategy in order; none if no instance was searched with several seeds or in
/// several images.
pub fn within<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Option<Within> {
    let cells: Vec<&Cell> = cells.into_iter().collect();
    let of_nodes = cells.iter().all(|cell| cell.nodes.is_some());
    let cost = |cell: &Cell| if of_nodes { cell.nodes } else { cell.cpu_ns };
    let (mut ratios, mut middles, mut searches) = (Vec::new(), Vec::new(), 0);
    let mut is_bound = false;
    for instance in cells.chunk_by(|a, b| (&a.corpus, &a.instance) == (&b.corpus, &b.instance)) {
        let runs = || instance.iter().flat_map(|cell| cell.runs());
        let costs: Vec<f64> =
            runs().filter_map(|run| if of_nodes { run.nodes } else { run.cpu_ns }).collect();
        let Some(middle) = median(&mut instance.iter().filter_map(|cell| cost(cell)).collect::<Vec<_>>())
        else {
            continue;
        };
        let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
        let most = costs.iter().copied().fold(0.0_f64, f64::max);
        ratios.push(most.max(1.0) / least.max(1.0));
        middles.push(middle.max(1.0));
        searches = searches.max(runs().count());
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
