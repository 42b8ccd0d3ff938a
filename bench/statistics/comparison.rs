//! Compares two strategies on the same instances: whether one is faster, and by how much.
//!
//! Two ratios are estimated over the instances that both solved. The typical ratio is the geometric mean of the
//! ratios of CPU time; the total ratio is that of the summed times. The 95 % intervals resample clusters of instances
//! that were timed together. The test includes instances that only one strategy solved, as differences larger than
//! all others. If times are shares of a streamed block, single instances have no times: there is no typical ratio,
//! and the test uses blocks.

use super::bootstrap::{MIN_VALUES, Ratio, geometric_mean, ratio_of_sums};
use super::unit::{Unit, clusters, units};
use super::wilcoxon::{SignedRank, holm, signed_rank};
use super::{Cell, Name};

/// A ratio of times within this factor of a bound, or of one, is undecided.
pub const NEAR: f64 = 1.1;
/// The significance level: the maximum rate of false differences.
const LEVEL: f64 = 0.05;

/// The cells of one or more corpora by instance.
#[derive(Clone, Debug)]
pub struct Paired<'a> {
    strategies: Vec<&'a Name>,
    rows: Vec<Vec<Option<&'a Cell>>>,
}

impl<'a> Paired<'a> {
    /// Groups `cells`, which must be ordered, by instance.
    #[must_use]
    pub fn of(cells: &[&'a Cell]) -> Paired<'a> {
        let mut strategies: Vec<&Name> = Vec::new();
        let mut rows = Vec::new();
        let key = |cell: &'a Cell| (&cell.corpus, &cell.instance, cell.isomorph);
        for instance in cells.chunk_by(|a, b| key(a) == key(b)) {
            let mut row: Vec<Option<&Cell>> = vec![None; strategies.len()];
            for cell in instance {
                match strategies.iter().position(|known| **known == cell.strategy) {
                    Some(at) => row[at] = Some(*cell),
                    None => {
                        strategies.push(&cell.strategy);
                        row.push(Some(*cell));
                    }
                }
            }
            rows.push(row);
        }
        rows.iter_mut().for_each(|row| row.resize(strategies.len(), None));
        Paired { strategies, rows }
    }

    /// The strategies, in order.
    #[must_use]
    pub fn strategies(&self) -> &[&'a Name] {
        &self.strategies
    }

    /// The cells of both strategies on each instance.
    pub fn instances(&self) -> impl Iterator<Item = &[Option<&'a Cell>]> {
        self.rows.iter().map(Vec::as_slice)
    }

    /// The instances that both strategies tried.
    #[must_use]
    pub fn pairs(&self, of: &str, against: &str) -> Vec<[&'a Cell; 2]> {
        let place = |name: &str| self.strategies.iter().position(|known| *known == name);
        let (Some(of), Some(against)) = (place(of), place(against)) else { return Vec::new() };
        self.rows.iter().filter_map(|row| Some([row[of]?, row[against]?])).collect()
    }
}

/// One strategy against another.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The geometric mean of the first time divided by the second, over the instances that both solved; its `pairs` are
    /// clusters. `None` if there is no such instance, or [`is_streamed`](Self::is_streamed).
    pub typical: Option<Ratio>,
    /// The sum of the first times divided by that of the second, over the same instances.
    pub total: Option<Ratio>,
    /// The number of instances that both solved.
    pub instances: usize,
    /// The numbers of instances that only the first solved, and only the second.
    pub alone: [usize; 2],
    /// Whether times are shares of streamed blocks.
    pub is_streamed: bool,
    /// The number of clusters of instances that at least one solved.
    clusters: usize,
    test: Option<SignedRank>,
}

/// The result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The first takes less time.
    Faster,
    /// The first takes more time.
    Slower,
    /// The first solves more instances; no difference in time is shown.
    SolvesMore,
    /// The first solves fewer instances; no difference in time is shown.
    SolvesFewer,
    /// The first solves more instances, but takes more time on those that both solve.
    SolvesMoreSlower,
    /// The first solves fewer instances, but takes less time on those that both solve.
    SolvesFewerFaster,
    /// No difference is shown.
    NotShown,
    /// There are too few clusters: even one strategy being faster on all of them could be chance.
    TooFew,
}

impl Difference {
    /// Whether any difference is shown.
    #[must_use]
    pub fn is_shown(self) -> bool {
        !matches!(self, Difference::NotShown | Difference::TooFew)
    }
}

/// Compares the first of each pair with the second.
#[must_use]
pub fn compare(pairs: &[[&Cell; 2]]) -> Comparison {
    let clusters = clusters(&pairs.iter().map(<[&Cell; 2]>::as_slice).collect::<Vec<_>>());
    let mut units = vec![Unit::default(); clusters.iter().max().map_or(0, |last| last + 1)];
    let (mut alone, mut logs, mut is_streamed) = ([0; 2], Vec::new(), false);
    // An instance that only one solved is a difference larger than all others.
    let mut extremes = Vec::new();
    for ([of, against], cluster) in pairs.iter().zip(clusters) {
        match (solved_in(of), solved_in(against)) {
            (Some(time), Some(other)) => {
                units[cluster].add((time, other));
                logs.push((cluster, (time / other).ln()));
                is_streamed |= of.streamed || against.streamed;
            }
            (Some(_), None) => {
                alone[0] += 1;
                extremes.push((cluster, f64::NEG_INFINITY));
            }
            (None, Some(_)) => {
                alone[1] += 1;
                extremes.push((cluster, f64::INFINITY));
            }
            (None, None) => {}
        }
    }
    let timed = || units.iter().enumerate().filter(|(_, unit)| unit.instances > 0);
    if is_streamed {
        logs = timed().map(|(cluster, unit)| (cluster, (unit.of / unit.against).ln())).collect();
    }
    logs.extend(extremes);
    let mut of_test: Vec<usize> = logs.iter().map(|(cluster, _)| *cluster).collect();
    of_test.sort_unstable();
    of_test.dedup();
    let timed: Vec<Unit> = timed().map(|(_, unit)| *unit).collect();
    Comparison {
        typical: typical(&timed).filter(|_| !is_streamed),
        total: total(&timed),
        instances: timed.iter().map(|unit| unit.instances).sum(),
        alone,
        is_streamed,
        clusters: of_test.len(),
        test: signed_rank(&logs),
    }
}

/// The CPU time of a solved instance.
fn solved_in(cell: &Cell) -> Option<f64> {
    cell.cpu_ns.filter(|_| cell.solved()).map(|time| time.max(1.0))
}

impl Comparison {
    /// The ratio to report: the typical ratio, or the total ratio for streamed blocks.
    #[must_use]
    pub fn estimate(&self) -> Option<Ratio> {
        if self.is_streamed { self.total } else { self.typical }
    }

    /// The p-value of the test; `None` for few clusters, which cannot show a difference.
    fn p(&self) -> Option<f64> {
        self.test.filter(|_| self.clusters >= MIN_VALUES).map(|test| test.p)
    }

    /// The difference, given the corrected `p` in a table of `pairs` comparisons.
    fn difference(&self, p: Option<f64>, pairs: usize) -> Difference {
        // Two of the 2^n sign assignments give all n clusters one sign.
        let least = 0.5f64.powi(self.clusters as i32 - 1) * pairs as f64;
        match (self.test, p) {
            (Some(test), Some(p)) if p < LEVEL => self.direction(test.positive),
            _ if least >= LEVEL => Difference::TooFew,
            _ => Difference::NotShown,
        }
    }

    /// The difference if the test says that the first `is_worse` or better.
    fn direction(&self, is_worse: bool) -> Difference {
        let alone = self.alone != [0; 2];
        // Ranks and means may disagree. Only a strategy that solves more instances is described as such.
        let [first, second] = self.alone;
        let solves = if is_worse { first < second } else { first > second };
        let named = |better, worse| if is_worse { worse } else { better };
        let Some((low, high)) = self.estimate().and_then(|ratio| ratio.interval) else {
            return if solves {
                named(Difference::SolvesMore, Difference::SolvesFewer)
            } else {
                Difference::NotShown
            };
        };
        let (agrees, contradicts) = if is_worse { (low > 1.0, high < 1.0) } else { (high < 1.0, low > 1.0) };
        match contradicts {
            false if agrees || alone => named(Difference::Faster, Difference::Slower),
            true if solves => named(Difference::SolvesMoreSlower, Difference::SolvesFewerFaster),
            _ => Difference::NotShown,
        }
    }
}

/// The results of all comparisons of a corpus: for each, the p-value corrected for their number, and the difference.
#[must_use]
pub fn judge(comparisons: &[Comparison]) -> Vec<(Option<f64>, Difference)> {
    let tests: Vec<f64> = comparisons.iter().map(|one| one.p().unwrap_or(1.0)).collect();
    let judged = comparisons.iter().zip(holm(&tests)).map(|(one, p)| {
        let p = one.p().map(|_| p);
        (p, one.difference(p, comparisons.len()))
    });
    judged.collect()
}

/// The cost that is summed or averaged over instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The geometric mean of CPU time.
    Geometric,
    /// The total of CPU time.
    Total,
    /// The mean of CPU time, with twice the limit for unanswered instances.
    Penalized,
}

impl Cost {
    fn of(self, cell: &Cell) -> Option<f64> {
        match self {
            Cost::Penalized if !cell.solved() => cell.limit_cpu_ns.map(|limit| 2.0 * limit as f64),
            _ => cell.cpu_ns.map(|time| time.max(1.0)),
        }
    }
}

/// Whether the first of each pair costs significantly less than the second, by the 95 % interval of the ratio or,
/// without an interval, by more than the margin [`NEAR`].
#[must_use]
pub fn is_less(pairs: &[[&Cell; 2]], cost: Cost) -> bool {
    let ratio = units_of(pairs, cost).and_then(|units| match cost {
        Cost::Geometric => typical(&units),
        Cost::Total | Cost::Penalized => total(&units),
    });
    ratio.is_some_and(|Ratio { ratio, interval, .. }| match interval {
        Some((_, high)) => high < 1.0,
        None => ratio * NEAR < 1.0,
    })
}

/// The interval of the ratio of total costs. `rows` are the cells of both sides of each instance, and their costs.
pub(super) fn interval_of_totals(rows: &[(Vec<&Cell>, (f64, f64))]) -> Option<(f64, f64)> {
    let rows: Vec<(&[&Cell], (f64, f64))> = rows.iter().map(|(cells, costs)| (&cells[..], *costs)).collect();
    total(&units(&rows))?.interval
}

fn units_of(pairs: &[[&Cell; 2]], cost: Cost) -> Option<Vec<Unit>> {
    let row = |pair| {
        let [of, against]: &[&Cell; 2] = pair;
        Some((pair.as_slice(), (cost.of(of)?, cost.of(against)?)))
    };
    pairs.iter().map(row).collect::<Option<Vec<_>>>().map(|rows| units(&rows))
}

/// The geometric mean of the ratios over instances, with an interval over clusters.
fn typical(units: &[Unit]) -> Option<Ratio> {
    geometric_mean(&units.iter().map(|unit| (unit.logs, unit.instances as f64)).collect::<Vec<_>>())
}

/// The ratio of the sums.
fn total(units: &[Unit]) -> Option<Ratio> {
    ratio_of_sums(&units.iter().map(|unit| (unit.of, unit.against)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests;
