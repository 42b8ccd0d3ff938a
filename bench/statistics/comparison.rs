//! Compares two strategies on the same instances: whether one is faster, and by how much.
//!
//! Two ratios are estimated over the instances that both solved. The typical ratio is the geometric mean of the ratios of
//! CPU times, exp(Σ ln(aᵢ / bᵢ) / n). The total ratio is Σaᵢ / Σbᵢ. Their 95 % intervals resample clusters of instances
//! that were timed together (`bootstrap`, `cluster`). The test (`wilcoxon`) ranks ln(aᵢ / bᵢ), where an instance that only
//! one strategy solved is a difference larger than all others. If the times are shares of a streamed block, instances have
//! no times of their own. Then there is no typical ratio, and the test ranks the ratios of blocks.

use super::bootstrap::{MIN_VALUES, Ratio, geometric_mean, interval_of_independent_sums, ratio_of_sums};
use super::cluster::{ClusterSums, by_cluster, cluster_numbers, cluster_sums};
use super::holm::holm;
use super::paired_results::PairedResults;
use super::wilcoxon::{SignedRank, signed_rank};
use super::{InstanceResult, Name};

/// A ratio of times is undecided if it is within this factor of a bound, or of 1.
pub const RATIO_MARGIN: f64 = 1.1;
/// The maximum probability that a table shows any difference where there is none.
pub const SIGNIFICANCE_LEVEL: f64 = 0.05;

impl PairedResults<'_> {
    /// Compares the strategies of each pair, and corrects the p-values for the number of pairs.
    pub fn compare(&self, pairs: &[(&str, &str)]) -> Vec<ComparedPair> {
        let comparisons: Vec<Comparison> =
            pairs.iter().map(|(of, against)| compare(&self.pairs(of, against))).collect();
        let differences = differences(&comparisons);
        let compared = pairs.iter().zip(comparisons).zip(differences);
        compared
            .map(|((names, comparison), (p, difference))| {
                let names = (Name::from(names.0), Name::from(names.1));
                ComparedPair { names, comparison, p, difference }
            })
            .collect()
    }
}

/// A comparison of the two strategies of a pair, and what it shows beside those of other pairs.
#[derive(Clone, Debug)]
pub struct ComparedPair {
    /// The names of the strategies.
    pub names: (Name, Name),
    /// The comparison of the first with the second.
    pub comparison: Comparison,
    /// The p-value, corrected for the number of pairs.
    pub p: Option<f64>,
    /// The difference that the comparison shows with this p-value.
    pub difference: Difference,
}

/// A comparison of a first strategy with a second one.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The geometric mean of the ratios of CPU times, first to second, over the instances that both solved. Its units are
    /// clusters. `None` if there is no such instance, or if [`is_streamed`](Self::is_streamed).
    pub typical: Option<Ratio>,
    /// The total CPU time of the first divided by that of the second, over the same instances.
    pub total: Option<Ratio>,
    /// The number of instances that both solved.
    pub instances: usize,
    /// The number of instances that both tried.
    pub tried: usize,
    /// The number of instances that only the first solved, and the number that only the second solved.
    pub solved_by_one: [usize; 2],
    /// Whether times are shares of streamed blocks.
    pub is_streamed: bool,
    /// Whether a time below 1 ns counts as 1 ns.
    pub replaces_zero: bool,
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
    pub fn is_shown(self) -> bool {
        !matches!(self, Difference::NotShown | Difference::TooFew)
    }
}

/// Compares the first strategy of each pair with the second. A pair has the results of both on the same instance.
fn compare(pairs: &[[&InstanceResult; 2]]) -> Comparison {
    let clusters = cluster_numbers(pairs);
    let mut sums = vec![ClusterSums::default(); clusters.iter().max().map_or(0, |last| last + 1)];
    let (mut solved_by_one, mut logs) = ([0; 2], Vec::new());
    let (mut is_streamed, mut replaces_zero) = (false, false);
    // An instance that only one solved is a difference larger than all others.
    let mut extremes = Vec::new();
    for ([of, against], cluster) in pairs.iter().zip(clusters) {
        match (solved_in(of), solved_in(against)) {
            (Some(time), Some(other)) => {
                sums[cluster].add((time, other));
                logs.push((cluster, (time / other).ln()));
                is_streamed |= of.is_streamed() || against.is_streamed();
                replaces_zero |= of.cpu_ns < Some(1.0) || against.cpu_ns < Some(1.0);
            }
            (Some(_), None) => {
                solved_by_one[0] += 1;
                extremes.push((cluster, f64::NEG_INFINITY));
            }
            (None, Some(_)) => {
                solved_by_one[1] += 1;
                extremes.push((cluster, f64::INFINITY));
            }
            (None, None) => {}
        }
    }
    let timed = || sums.iter().enumerate().filter(|(_, sums)| sums.instances > 0);
    if is_streamed {
        logs = timed().map(|(cluster, sums)| (cluster, (sums.of / sums.against).ln())).collect();
    }
    logs.extend(extremes);
    let mut tested_clusters: Vec<usize> = logs.iter().map(|(cluster, _)| *cluster).collect();
    tested_clusters.sort_unstable();
    tested_clusters.dedup();
    let timed: Vec<ClusterSums> = timed().map(|(_, sums)| *sums).collect();
    Comparison {
        typical: typical(&timed).filter(|_| !is_streamed),
        total: total(&timed),
        instances: timed.iter().map(|sums| sums.instances).sum(),
        tried: pairs.len(),
        solved_by_one,
        is_streamed,
        replaces_zero,
        clusters: tested_clusters.len(),
        test: signed_rank(&logs),
    }
}

/// The CPU time of a solved instance in nanoseconds, at least 1.
fn solved_in(result: &InstanceResult) -> Option<f64> {
    result.cpu_ns.filter(|_| result.solved()).map(|time| time.max(1.0))
}

impl Comparison {
    /// The ratio to report: the typical ratio, or the total ratio for streamed blocks.
    pub fn estimate(&self) -> Option<Ratio> {
        if self.is_streamed { self.total } else { self.typical }
    }

    /// The p-value of the test. `None` for fewer than [`MIN_VALUES`] clusters, which cannot show a difference.
    fn p(&self) -> Option<f64> {
        self.test.filter(|_| self.clusters >= MIN_VALUES).map(|test| test.p)
    }

    /// The difference, given the corrected p-value in a table of `comparisons` comparisons.
    fn difference(&self, p: Option<f64>, comparisons: usize) -> Difference {
        // In 2 of the 2ⁿ sign assignments, all n clusters have the same sign. No p-value is smaller than that of these two.
        let min_p = 0.5f64.powi(self.clusters as i32 - 1) * comparisons as f64;
        match (self.test, p) {
            (Some(test), Some(p)) if p < SIGNIFICANCE_LEVEL => self.direction(test.positive),
            _ if min_p >= SIGNIFICANCE_LEVEL => Difference::TooFew,
            _ => Difference::NotShown,
        }
    }

    /// The difference, if the test found that the first strategy is worse or, otherwise, better.
    fn direction(&self, is_worse: bool) -> Difference {
        let named = |better, worse| if is_worse { worse } else { better };
        // Without an interval, the times show nothing.
        let (low, high) = self.estimate().and_then(|ratio| ratio.interval).unwrap_or((0.0, f64::INFINITY));
        let (agrees, contradicts) = if is_worse { (low > 1.0, high < 1.0) } else { (high < 1.0, low > 1.0) };
        // The test counts instances that one strategy solved, the interval does not.
        let [first, second] = self.solved_by_one;
        let solves = if is_worse { first < second } else { first > second };
        match solves {
            _ if agrees => named(Difference::Faster, Difference::Slower),
            true if contradicts => named(Difference::SolvesMoreSlower, Difference::SolvesFewerFaster),
            true => named(Difference::SolvesMore, Difference::SolvesFewer),
            false => Difference::NotShown,
        }
    }
}

/// The difference that each comparison of a corpus shows, with its p-value corrected for the number of comparisons.
fn differences(comparisons: &[Comparison]) -> Vec<(Option<f64>, Difference)> {
    let p_values: Vec<f64> = comparisons.iter().map(|comparison| comparison.p().unwrap_or(1.0)).collect();
    let with_difference = |(comparison, corrected): (&Comparison, f64)| {
        let p = comparison.p().map(|_| corrected);
        (p, comparison.difference(p, comparisons.len()))
    };
    comparisons.iter().zip(holm(&p_values)).map(with_difference).collect()
}

/// The interval of the ratio of total costs. Each row is an instance: its results on both sides, and its costs.
pub(super) fn interval_of_totals(rows: &[(Vec<&InstanceResult>, (f64, f64))]) -> Option<(f64, f64)> {
    total(&cluster_sums(rows))?.interval
}

/// The interval of the ratio of total costs over different instances. Each row is an instance: its results, and its cost.
pub(super) fn interval_of_independent_totals(
    of: &[(Vec<&InstanceResult>, f64)],
    against: &[(Vec<&InstanceResult>, f64)],
) -> Option<(f64, f64)> {
    let totals = |rows: &[(Vec<&InstanceResult>, f64)]| {
        let numbers = cluster_numbers(&rows.iter().map(|(results, _)| results).collect::<Vec<_>>());
        by_cluster(&numbers, rows, |total: &mut f64, (_, cost)| *total += cost)
    };
    interval_of_independent_sums(&totals(of), &totals(against))
}

/// The geometric mean of the ratios over instances, with an interval over clusters.
fn typical(clusters: &[ClusterSums]) -> Option<Ratio> {
    let units = clusters.iter().map(|sums| (sums.logs, sums.instances as f64));
    geometric_mean(&units.collect::<Vec<_>>())
}

/// The ratio of the totals, with an interval over clusters.
fn total(clusters: &[ClusterSums]) -> Option<Ratio> {
    ratio_of_sums(&clusters.iter().map(|sums| (sums.of, sums.against)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests;
