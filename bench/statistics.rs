//! Statistics of an experiment's trials, without any formatting.
//!
//! The unit of inference is the instance. The trials of a strategy on an instance are therefore folded into one
//! [`InstanceResult`] as they are read, and everything else counts results. If a corpus has more than [`MAX_INSTANCES`]
//! instances, only the results of a sample are kept. Numbers that must be exact are summed over all results first: in a
//! [`StrategyTotal`] per strategy, and in the sums of each claim. Intervals and tests treat instances that were timed
//! together as one cluster (`cluster`).

mod bootstrap;
mod claims;
mod cluster;
mod comparison;
mod confidence;
mod correlation;
mod first_few;
#[doc(hidden)]
pub mod fixtures;
mod fold;
mod holm;
mod instance_result;
mod measured_instances;
mod noise;
mod normal;
mod paired_results;
mod published;
mod result_order;
mod sample;
mod score;
mod seed_run;
mod seed_spread;
mod spread;
mod strategy_names;
mod strategy_total;
mod timing;
mod wilcoxon;

pub use bootstrap::{MIN_VALUES, Ratio};
pub(crate) use claims::is_named;
pub use claims::{ClaimOutcome, ClaimResult, ClaimSubject, Doubt, MACHINE_FACTOR, ValueRange};
pub use cluster::{ClusterKey, Clusters, ratio_over_clusters};
pub use comparison::{ComparedPair, Comparison, Difference, RATIO_MARGIN, SIGNIFICANCE_LEVEL};
pub use confidence::{CONFIDENCE_PERCENT, median_interval};
pub use correlation::spearman;
pub use first_few::FirstFew;
pub use fold::{CorpusTotals, FoldedTrials, TrialFold};
pub use instance_result::{InstanceResult, Name, block_hash};
pub use measured_instances::MeasuredInstances;
pub use noise::Noise;
pub use paired_results::PairedResults;
pub use published::{
    AGREEMENT_FACTOR, Agreement, PublishedComparison, PublishedRow, compare_with_published, is_search_time,
};
pub use sample::MAX_INSTANCES;
pub use score::{RunCounts, Score, rank, score};
pub use seed_run::{SeedRun, SeedRuns, is_time};
pub use seed_spread::{SeedSpread, seed_spread};
pub use spread::{BoundedValue, Spread, spread};
pub use strategy_total::{GuessMeans, InstanceMeans, StrategyTotal};
pub use timing::Timing;

/// The median: the mean of the two middle values if their number is even. `None` without values. Sorts `values`.
pub fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

/// The median of a value of all `items`. `None` if the value of one is unknown: the others may be the small ones.
pub fn median_of<T>(items: &[T], value: impl Fn(&T) -> Option<f64>) -> Option<f64> {
    match items {
        [only] => value(only),
        all => median(&mut all.iter().map(value).collect::<Option<Vec<f64>>>()?),
    }
}

/// The quantile `fraction` (from 0 to 1) of `sorted` values: the value at index `fraction · (n − 1)`, linearly interpolated
/// (definition 7 of R. J. Hyndman and Y. Fan, *Sample Quantiles in Statistical Packages*, 1996). 0 without values.
pub fn quantile(sorted: &[f64], fraction: f64) -> f64 {
    let index = fraction.clamp(0.0, 1.0) * sorted.len().saturating_sub(1) as f64;
    let (before, after) = (index.floor() as usize, index.ceil() as usize);
    match (sorted.get(before), sorted.get(after)) {
        (Some(low), Some(high)) => low + (high - low) * index.fract(),
        _ => 0.0,
    }
}

/// The number of instances in `results`. Results of an instance must be adjacent.
pub fn instances(results: &[&InstanceResult]) -> usize {
    results.chunk_by(|one, other| one.instance_key() == other.instance_key()).count()
}

#[cfg(test)]
mod tests {
    use super::{median, quantile};

    #[test]
    fn quantiles_lie_between_values() {
        let values = [1.0, 2.0, 4.0, 8.0, 16.0];
        let found = [0.0, 0.25, 0.375, 0.5, 0.95, 1.0].map(|fraction| quantile(&values, fraction));
        assert_eq!(found[..4], [1.0, 2.0, 3.0, 4.0]);
        assert!((found[4] - 14.4).abs() < 1e-9 && found[5] == 16.0);
        assert_eq!((quantile(&[7.0], 0.3), quantile(&[], 0.5)), (7.0, 0.0));
    }

    #[test]
    fn the_median_of_an_even_number_of_values_is_a_mean() {
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut [3.0]), Some(3.0));
        assert_eq!(median(&mut [4.0, 1.0]), Some(2.5));
        assert_eq!(median(&mut [9.0, 1.0, 2.0]), Some(2.0));
    }
}
