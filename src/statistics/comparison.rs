//! Two strategies on the same instances: whether one is faster, and by how much.
//!
//! The figure is the ratio of the geometric means of CPU time over the instances that both solved, with a 95
//! % interval. A difference is shown where the interval leaves out 1, and a signed-rank test, corrected for
//! the other pairs of the corpus, rejects that there is none. Instances that one alone solved are no ties:
//! the time that the other spent on them is a lower bound, and if that does not settle the matter, nothing is
//! decided.

use super::bootstrap::{self, FEWEST, Ratio};
use super::check::NEAR;
use super::resample::{self, ratio_of_sums};
use super::unit::{Unit, units};
use super::wilcoxon::{SignedRank, holm, signed_rank};
use super::{Cell, Name};
use crate::record::{Status, Verdict};

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

/// The kind of a ratio whose pairs include searches that were cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The ratio is at least the figure.
    Least,
    /// The ratio is at most the figure.
    Most,
}

/// One strategy against another.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The first over the second; its `pairs` are the independent units.
    pub ratio: Option<Ratio>,
    /// The number of instances.
    pub instances: usize,
    /// Instances that one or both did not solve.
    pub dropped: usize,
    /// Whether the figure is a bound, since it has searches that were cut short.
    pub cut: Option<Cut>,
    /// Whether one solved what the other did not, and the figure does not settle the matter.
    is_open: bool,
    test: Option<SignedRank>,
}

/// The result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The first takes less time.
    Faster,
    /// The first takes more time.
    Slower,
    /// No difference is shown.
    NotShown,
    /// There are too few instances that both solved: even if one is faster on all, it may be chance.
    TooFew,
    /// They did not solve the same instances.
    NotDecided,
}

/// Compares the first of each pair with the second.
#[must_use]
pub fn compare(pairs: &[[&Cell; 2]]) -> Comparison {
    let solved = |cell: &Cell| cell.solved() && cell.cpu_ns.is_some();
    let of = |first: bool, second: bool| {
        let chosen = pairs.iter().filter(move |[a, b]| (solved(a), solved(b)) == (first, second));
        chosen.copied().collect::<Vec<_>>()
    };
    let (both, without_first, without_second) = (of(true, true), of(false, true), of(true, false));
    let dropped = pairs.len() - both.len();
    let with = |more: &[[&Cell; 2]], cut, is_more: bool| {
        let all_cut = more.iter().all(|pair| pair.iter().all(|cell| solved(cell) || is_cut(cell)));
        let bound = Comparison {
            dropped: dropped - more.len(),
            cut: Some(cut),
            ..estimate(&[both.as_slice(), more].concat())
        };
        (all_cut && bound.side() == Some(is_more)).then_some(bound)
    };
    let bound = match (without_first.is_empty(), without_second.is_empty()) {
        (true, true) => return Comparison { dropped, ..estimate(&both) },
        (false, true) => with(&without_first, Cut::Least, true),
        (true, false) => with(&without_second, Cut::Most, false),
        (false, false) => None,
    };
    bound.unwrap_or_else(|| Comparison { dropped, is_open: true, ..estimate(&both) })
}

/// Whether the time of a search is a lower bound of that of a solution.
fn is_cut(cell: &Cell) -> bool {
    let limited = matches!(cell.status, Status::Timeout | Status::Memout | Status::NodeLimit);
    limited && cell.verdict != Verdict::Wrong && cell.cpu_ns.is_some()
}

fn estimate(pairs: &[[&Cell; 2]]) -> Comparison {
    let units = units_of(pairs, Cost::Geometric).unwrap_or_default();
    let logs: Vec<f64> = units.iter().map(|unit| (unit.of / unit.against).ln()).collect();
    Comparison {
        ratio: ratio_of_means(&units),
        instances: pairs.len(),
        dropped: 0,
        cut: None,
        is_open: false,
        test: signed_rank(&logs),
    }
}

impl Comparison {
    /// Whether the interval lies above 1; none if 1 is in it, or the ranks say otherwise.
    fn side(&self) -> Option<bool> {
        let (low, high) = self.ratio?.interval?;
        let is_more = self.test?.positive;
        (if is_more { low > 1.0 } else { high < 1.0 }).then_some(is_more)
    }

    /// The probability of the test, if it is asked.
    fn p(&self) -> Option<f64> {
        let ratio = self.ratio.filter(|ratio| ratio.pairs >= FEWEST && !self.is_open);
        ratio.and(self.test).map(|test| test.p)
    }

    /// Whether all units lean to one side: no outcome of that many could be clearer.
    fn is_unanimous(&self) -> bool {
        let least = |ratio: Ratio| 0.5f64.powi(ratio.pairs as i32 - 1);
        self.ratio.zip(self.test).is_some_and(|(ratio, test)| test.p <= 1.001 * least(ratio))
    }

    fn difference(&self, p: Option<f64>) -> Difference {
        let named = |is_more: bool| if is_more { Difference::Slower } else { Difference::Faster };
        let is_rejected = p.is_some_and(|p| p < LEVEL);
        match self.ratio {
            _ if self.is_open => Difference::NotDecided,
            Some(Ratio { interval: Some(_), .. }) => match self.side() {
                Some(is_more) if is_rejected => named(is_more),
                _ if !is_rejected && self.is_unanimous() => Difference::TooFew,
                _ => Difference::NotShown,
            },
            _ => Difference::TooFew,
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
        (p, one.difference(p))
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
        Cost::Geometric => ratio_of_means(&units),
        Cost::Total | Cost::Penalized => ratio_of_totals(&units),
    });
    ratio.is_some_and(|Ratio { ratio, interval, .. }| match interval {
        Some((_, high)) => high < 1.0,
        None => ratio * NEAR < 1.0,
    })
}

/// The interval of the ratio of total costs: of each instance, the cells of both sides and their costs.
pub(super) fn interval_of_totals(rows: &[(Vec<&Cell>, (f64, f64))]) -> Option<(f64, f64)> {
    let rows: Vec<(&[&Cell], (f64, f64))> = rows.iter().map(|(cells, costs)| (&cells[..], *costs)).collect();
    ratio_of_totals(&units(&rows))?.interval
}

fn units_of(pairs: &[[&Cell; 2]], cost: Cost) -> Option<Vec<Unit>> {
    let row = |pair| {
        let [of, against]: &[&Cell; 2] = pair;
        Some((pair.as_slice(), (cost.of(of)?, cost.of(against)?)))
    };
    pairs.iter().map(row).collect::<Option<Vec<_>>>().map(|rows| units(&rows))
}

/// The geometric mean of the ratios of units, each as often as it has instances.
fn ratio_of_means(units: &[Unit]) -> Option<Ratio> {
    let log = |unit: &Unit| (unit.of / unit.against).ln();
    if units.len() <= resample::MOST && units.iter().all(|unit| unit.instances == 1) {
        return bootstrap::ratio_of_logs(&units.iter().map(log).collect::<Vec<_>>());
    }
    let weighted = |unit: &Unit| (unit.instances as f64 * log(unit), unit.instances as f64);
    let Ratio { ratio, interval, pairs } = ratio_of_sums(&units.iter().map(weighted).collect::<Vec<_>>())?;
    Some(Ratio { ratio: ratio.exp(), interval: interval.map(|(low, high)| (low.exp(), high.exp())), pairs })
}

fn ratio_of_totals(units: &[Unit]) -> Option<Ratio> {
    ratio_of_sums(&units.iter().map(|unit| (unit.of, unit.against)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests;
