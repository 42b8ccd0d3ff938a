//! Two strategies on the same instances: whether one is faster, and by how much.
//!
//! Two figures are estimated over the instances that both solved. The typical ratio is the geometric mean of the
//! ratios of CPU time; the total ratio is that of the summed times. Clusters of instances that were timed together
//! give the 95 % intervals. The test also counts the instances that one strategy alone solved, as differences larger
//! than every other. Times that are shares of a streamed block are not those of an instance: there is no typical
//! ratio then, and the test is over the blocks.

use super::bootstrap::{FEWEST, Ratio};
use super::resample::ratio_of_sums;
use super::unit::{Unit, clusters, units};
use super::wilcoxon::{SignedRank, holm, signed_rank};
use super::{Cell, Name};

/// A ratio of times closer to a bound, or to one, than this factor does not decide.
pub const NEAR: f64 = 1.1;
/// The level of significance: where there is no difference, one is shown in fewer cases.
const LEVEL: f64 = 0.05;

/// The cells of a corpus by instance.
#[derive(Clone, Debug)]
pub struct Paired<'a> {
    strategies: Vec<&'a Name>,
    rows: Vec<Vec<Option<&'a Cell>>>,
}

impl<'a> Paired<'a> {
    /// Of `cells`, which are ordered.
    #[must_use]
    pub fn of(cells: &[&'a Cell]) -> Paired<'a> {
        let mut strategies: Vec<&Name> = Vec::new();
        let mut rows = Vec::new();
        for instance in cells.chunk_by(|a, b| (&a.instance, a.isomorph) == (&b.instance, b.isomorph)) {
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
    /// The geometric mean, over the instances that both solved, of the first time over the second; its `pairs` are
    /// clusters. `None` if there is no such instance, or [`is_streamed`](Self::is_streamed).
    pub typical: Option<Ratio>,
    /// The summed times of the first over those of the second on the same instances.
    pub total: Option<Ratio>,
    /// The number of instances that both solved.
    pub instances: usize,
    /// The number of instances that the first alone solved, and the second alone.
    pub alone: [usize; 2],
    /// Whether times are shares of streamed blocks.
    pub is_streamed: bool,
    /// The number of clusters of instances that one or both solved.
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
    /// The first solves more instances; nothing is shown about time.
    SolvesMore,
    /// The first solves fewer instances; nothing is shown about time.
    SolvesFewer,
    /// The first solves more instances, and takes more time where both solve.
    SolvesMoreSlower,
    /// The first solves fewer instances, and takes less time where both solve.
    SolvesFewerFaster,
    /// No difference is shown.
    NotShown,
    /// There are so few clusters that even one strategy being faster on all of them could be chance.
    TooFew,
}

impl Difference {
    /// Whether a difference is shown, of whatever kind.
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
    // An instance that one alone solved is a difference larger than every other.
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

/// The CPU time in which the instance was solved, if it was.
fn solved_in(cell: &Cell) -> Option<f64> {
    cell.cpu_ns.filter(|_| cell.solved()).map(|time| time.max(1.0))
}

impl Comparison {
    /// The figure that the words are about: the typical ratio or, of streamed blocks, the total ratio.
    #[must_use]
    pub fn estimate(&self) -> Option<Ratio> {
        if self.is_streamed { self.total } else { self.typical }
    }

    /// The probability of the test; none of few clusters, which cannot show anything.
    fn p(&self) -> Option<f64> {
        self.test.filter(|_| self.clusters >= FEWEST).map(|test| test.p)
    }

    /// The difference by the corrected `p`, in a table of so many `pairs`.
    fn difference(&self, p: Option<f64>, pairs: usize) -> Difference {
        // Of all ways to choose the signs of the clusters, two have all of them alike.
        let least = 0.5f64.powi(self.clusters as i32 - 1) * pairs as f64;
        match (self.test, p) {
            (Some(test), Some(p)) if p < LEVEL => self.direction(test.positive),
            _ if least >= LEVEL => Difference::TooFew,
            _ => Difference::NotShown,
        }
    }

    /// The difference where the test says that the first `is_worse`, or that it is better.
    fn direction(&self, is_worse: bool) -> Difference {
        let alone = self.alone != [0; 2];
        // Ranks and means may disagree; the words about solving are for those that solve more.
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

/// The results of the comparisons of a corpus: of each, the probability corrected for their number, and the
/// difference.
#[must_use]
pub fn judge(comparisons: &[Comparison]) -> Vec<(Option<f64>, Difference)> {
    let tests: Vec<f64> = comparisons.iter().map(|one| one.p().unwrap_or(1.0)).collect();
    let judged = comparisons.iter().zip(holm(&tests)).map(|(one, p)| {
        let p = one.p().map(|_| p);
        (p, one.difference(p, comparisons.len()))
    });
    judged.collect()
}

/// The quantity that is summed up, or averaged, over the instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The geometric mean of CPU time.
    Geometric,
    /// The total of CPU time.
    Total,
    /// The mean of CPU time, twice the limit where there is no answer.
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

/// Whether the first of each pair is shown to cost less than the second: by the 95 % interval of the ratio
/// or, where there is none, by more than the margin that does not decide a claim.
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

/// The interval of the ratio of total costs: of each instance, the cells of both sides and their costs.
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

/// The geometric mean of the ratios, over instances; its interval is drawn from clusters.
fn typical(units: &[Unit]) -> Option<Ratio> {
    let logs: Vec<(f64, f64)> = units.iter().map(|unit| (unit.logs, unit.instances as f64)).collect();
    let Ratio { ratio, interval, pairs } = ratio_of_sums(&logs)?;
    Some(Ratio { ratio: ratio.exp(), interval: interval.map(|(low, high)| (low.exp(), high.exp())), pairs })
}

/// The ratio of the sums.
fn total(units: &[Unit]) -> Option<Ratio> {
    ratio_of_sums(&units.iter().map(|unit| (unit.of, unit.against)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests;
