//! One strategy on all instances of a corpus, added up cell by cell, so that no cell has to be kept.

use super::{Cell, Figure, Score, Spread, Timed};
use crate::record::{Status, Verdict};
use std::collections::BTreeMap;

/// The sums over the cells of one strategy.
#[derive(Clone, Debug, Default)]
pub struct Total {
    instances: usize,
    solved: usize,
    wrong: usize,
    /// Searches that did not come to their own end.
    cut: usize,
    by_status: BTreeMap<Status, usize>,
    /// Cells that have a CPU time, those times, and their logarithms.
    timed: usize,
    cpu_ns: f64,
    logarithms: f64,
    /// Nodes, and the CPU time of the cells that counted them.
    nodes: Option<f64>,
    ns_of_counted: f64,
    /// PAR-2 of all cells; none if one has no limit.
    penalized: Option<f64>,
    repetitions: usize,
    /// Cells with a repetition that was timed as a part of its block.
    streamed: usize,
    guesses: Guesses,
    cpu_extent: Extent,
    node_extent: Extent,
}

#[derive(Clone, Copy, Debug, Default)]
struct Guesses {
    counted: usize,
    none: usize,
    sum: f64,
}

/// Means over the instances of a corpus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Means {
    /// CPU time of an instance.
    pub ns: f64,
    /// Instances without a guess, a share of 1.
    pub without_guess: f64,
    /// Guesses of an instance.
    pub guesses: f64,
}

/// The least and the largest of some values, and the least of those that are lower bounds.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    least: f64,
    most: f64,
    least_bound: f64,
}

impl Default for Extent {
    fn default() -> Extent {
        Extent { least: f64::INFINITY, most: f64::NEG_INFINITY, least_bound: f64::INFINITY }
    }
}

impl Extent {
    fn add(&mut self, value: Option<f64>, is_bound: bool) {
        let Some(value) = value else { return };
        self.least = self.least.min(value);
        self.most = self.most.max(value);
        if is_bound {
            self.least_bound = self.least_bound.min(value);
        }
    }

    /// The spread of these values; `sample` is the spread of some of them.
    #[must_use]
    pub fn widen(&self, sample: Spread) -> Spread {
        let figure = |value: f64| Figure { value, lower_bound: self.least_bound <= value };
        let mut median = figure(sample.median.value);
        median.lower_bound |= sample.median.lower_bound;
        Spread::new(figure(self.least), median, figure(self.most))
    }
}

impl Total {
    /// Adds a cell.
    pub fn add(&mut self, cell: &Cell) {
        let is_first = self.instances == 0;
        self.instances += 1;
        self.solved += usize::from(cell.solved());
        self.wrong += usize::from(cell.verdict == Verdict::Wrong);
        self.cut += usize::from(!cell.finished());
        if cell.verdict != Verdict::Wrong {
            *self.by_status.entry(cell.status).or_default() += 1;
        }
        if let Some(time) = cell.cpu_ns {
            self.timed += 1;
            self.cpu_ns += time;
            self.logarithms += time.max(1.0).ln();
        }
        if let (Some(time), Some(nodes)) = (cell.cpu_ns, cell.nodes) {
            self.ns_of_counted += time;
            *self.nodes.get_or_insert(0.0) += nodes;
        }
        let penalized = || {
            let limit = cell.limit_cpu_ns? as f64;
            if cell.solved() { cell.cpu_ns } else { Some(2.0 * limit) }
        };
        self.penalized =
            if is_first { penalized() } else { self.penalized.and_then(|sum| Some(sum + penalized()?)) };
        self.repetitions = if is_first { cell.repetitions } else { self.repetitions.min(cell.repetitions) };
        self.streamed += usize::from(cell.streamed);
        if let Some(guesses) = cell.measure("guesses") {
            self.guesses.counted += 1;
            self.guesses.none += usize::from(guesses == 0.0);
            self.guesses.sum += guesses;
        }
        self.cpu_extent.add(cell.cpu_ns, !cell.solved());
        self.node_extent.add(cell.nodes, !cell.solved());
    }

    /// How many instances there are.
    #[must_use]
    pub fn instances(&self) -> usize {
        self.instances
    }

    /// How many of them are answered, and not wrongly.
    #[must_use]
    pub fn solved(&self) -> usize {
        self.solved
    }

    /// From the least to the largest CPU time, in nanoseconds.
    #[must_use]
    pub fn cpu_extent(&self) -> &Extent {
        &self.cpu_extent
    }

    /// From the least to the most nodes.
    #[must_use]
    pub fn node_extent(&self) -> &Extent {
        &self.node_extent
    }

    /// The means, if every search came to its end and counted guesses.
    #[must_use]
    pub fn means(&self) -> Option<Means> {
        let Total { instances, timed, cut, guesses, .. } = *self;
        let complete = instances > 0 && cut == 0 && timed == instances && guesses.counted == instances;
        let mean = |sum: f64| sum / instances as f64;
        complete.then(|| Means {
            ns: mean(self.cpu_ns),
            without_guess: mean(guesses.none as f64),
            guesses: mean(guesses.sum),
        })
    }

    /// The row of a corpus's table for the strategy called `strategy`.
    #[must_use]
    pub fn score(&self, strategy: &str) -> Score {
        let some = |value: f64| (self.timed > 0).then_some(value);
        let nodes = self.nodes.filter(|nodes| *nodes > 0.0);
        Score {
            strategy: strategy.to_string(),
            solved: self.solved,
            instances: self.instances,
            wrong: self.wrong,
            by_status: self.by_status.clone(),
            total_cpu_ns: some(self.cpu_ns),
            geometric_mean_ns: some((self.logarithms / self.timed as f64).exp()),
            lower_bound: self.cut > 0,
            par2_ns: self.penalized.map(|sum| sum / self.instances as f64),
            nodes: self.nodes,
            ns_per_node: nodes.map(|nodes| self.ns_of_counted / nodes),
            repetitions: self.repetitions,
            timed: match self.streamed {
                0 => Timed::Alone,
                all if all == self.instances => Timed::InBlocks,
                _ => Timed::Both,
            },
        }
    }
}

impl<'a> FromIterator<&'a Cell> for Total {
    fn from_iter<I: IntoIterator<Item = &'a Cell>>(cells: I) -> Total {
        let mut total = Total::default();
        cells.into_iter().for_each(|cell| total.add(cell));
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::published::tests::trial;
    use crate::statistics::{cells, spread};

    #[test]
    fn the_extent_of_all_widens_the_spread_of_some() {
        let mut trials: Vec<_> = (1..=9).map(|k| trial("a", &format!("i{k}"), k * 10)).collect();
        trials[7].status = Status::Timeout;
        let cells = cells(&trials, &[], &[]);
        let total: Total = cells.iter().collect();
        let of_all = spread(&cells, |cell| cell.cpu_ns).unwrap();
        let of_some = spread(&cells[3..6], |cell| cell.cpu_ns).unwrap();
        assert_eq!(total.cpu_extent().widen(of_some), of_all);
        assert_eq!((total.instances(), total.solved()), (9, 8));
    }
}
