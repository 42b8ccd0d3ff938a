//! Compares our results with a published table. Absolute values are not comparable across machines and years, so each table
//! is divided by its own value of a baseline instance, and the ratios are compared.

use super::{InstanceResult, is_time};
use crate::experiment::PublishedTable;
use serde::Serialize;

/// A published table with our results.
#[derive(Clone, Debug, Serialize)]
pub struct PublishedComparison {
    /// The table in the experiment.
    pub published: PublishedTable,
    /// The instances in the order of our trials, followed by those without our trials.
    pub rows: Vec<PublishedRow>,
    /// The agreement of the published ratios with ours: by the published measure and, if that is the time of a search, by nodes.
    pub agreement: Vec<Agreement>,
}

/// The agreement of the published ratios with ours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// Our measure: `CPU time`, or the column of the record.
    pub by: String,
    /// The number of instances compared, without the baseline and unfinished searches.
    pub ratios: usize,
    /// The number of instances whose two ratios are within the factor [`AGREEMENT_FACTOR`] of each other.
    pub within: usize,
    /// The instance whose ratios differ most, and the factor.
    pub farthest: (String, f64),
}

/// A published ratio and ours agree if they are within this factor of each other.
pub const AGREEMENT_FACTOR: f64 = 1.5;

/// One instance of a published table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PublishedRow {
    /// The instance.
    pub instance: String,
    /// The published value.
    pub published: f64,
    /// The published value divided by that of the baseline.
    pub published_ratio: Option<f64>,
    /// Our value of the published measure, with times in seconds.
    pub ours: Option<f64>,
    /// `ours` divided by that of the baseline.
    pub ratio: Option<f64>,
    /// Our number of nodes.
    pub nodes: Option<f64>,
    /// Our CPU time divided by that of the baseline.
    pub time_ratio: Option<f64>,
    /// Our nodes divided by those of the baseline.
    pub node_ratio: Option<f64>,
    /// Whether our value of the published measure is a lower bound, because a search is unfinished.
    pub lower_bound: bool,
    /// Whether our CPU time is a lower bound.
    pub time_lower_bound: bool,
    /// Whether our number of nodes is a lower bound.
    pub nodes_lower_bound: bool,
}

/// Compares our results with `published`.
pub fn compare_with_published(published: &PublishedTable, results: &[InstanceResult]) -> PublishedComparison {
    let ours: Vec<&InstanceResult> =
        results.iter().filter(|result| is_counterpart(published, result)).collect();
    let find = |instance: &str| ours.iter().find(|result| result.instance == instance).copied();
    let baseline = find(&published.baseline);
    let row = |(instance, &value): (&String, &f64)| row(published, instance, value, find(instance), baseline);
    let mut rows: Vec<PublishedRow> = published.values.iter().map(row).collect();
    let place = |instance: &str| ours.iter().position(|result| result.instance == instance);
    rows.sort_by_key(|row| place(&row.instance).unwrap_or(usize::MAX));
    let measure = if published.measure == "solve_cpu_ns" { "CPU time" } else { &published.measure };
    let exact = |value: Option<f64>, is_bound: bool| value.filter(|_| !is_bound);
    let by_measure = agreement(measure, published, &rows, |row| exact(row.ratio, row.lower_bound));
    let by_nodes =
        || agreement("nodes", published, &rows, |row| exact(row.node_ratio, row.nodes_lower_bound));
    let by_nodes = is_search_time(&published.measure).then(by_nodes).flatten();
    let agreement = by_measure.into_iter().chain(by_nodes).collect();
    PublishedComparison { published: published.clone(), rows, agreement }
}

/// Whether a published measure is the time of a search, which is also compared with its nodes.
pub fn is_search_time(measure: &str) -> bool {
    ["solve_cpu_ns", "solve_wall_ns"].contains(&measure)
}

fn agreement(
    by: &str,
    published: &PublishedTable,
    rows: &[PublishedRow],
    ours: impl Fn(&PublishedRow) -> Option<f64>,
) -> Option<Agreement> {
    let compared = rows.iter().filter(|row| row.instance != published.baseline);
    let apart = compared.filter_map(|row| {
        let factor = ours(row)? / row.published_ratio?;
        (!factor.is_nan()).then(|| (row.instance.clone(), factor.max(1.0 / factor)))
    });
    let apart: Vec<(String, f64)> = apart.collect();
    let within = apart.iter().filter(|(_, factor)| *factor <= AGREEMENT_FACTOR).count();
    let ratios = apart.len();
    let farthest = apart.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(Agreement { by: by.to_string(), ratios, within, farthest })
}

fn is_counterpart(published: &PublishedTable, result: &InstanceResult) -> bool {
    result.strategy == published.strategy || result.label == published.strategy
}

fn row(
    published: &PublishedTable,
    instance: &str,
    value: f64,
    ours: Option<&InstanceResult>,
    baseline: Option<&InstanceResult>,
) -> PublishedRow {
    let processor = |result: Option<&InstanceResult>| result.map(|result| result.processor.clone());
    let is_same_processor = processor(ours) == processor(baseline);
    let is_bound = |measure: &str| ours.is_some_and(|result| result.is_lower_bound(measure));
    let ratio = |measure: &str| {
        let of = |result: &InstanceResult| result.value(measure);
        let exact = baseline.filter(|result| !result.is_lower_bound(measure));
        quotient(ours.and_then(of), exact.and_then(of)).filter(|_| is_same_processor || !is_time(measure))
    };
    let scale = if is_time(&published.measure) { 1e-9 } else { 1.0 };
    PublishedRow {
        instance: instance.to_string(),
        published: value,
        published_ratio: quotient(Some(value), published.values.get(&published.baseline).copied()),
        ours: ours.and_then(|result| result.value(&published.measure)).map(|value| value * scale),
        nodes: ours.and_then(|result| result.nodes),
        ratio: ratio(&published.measure),
        time_ratio: ratio("solve_cpu_ns"),
        node_ratio: ratio("nodes"),
        lower_bound: is_bound(&published.measure),
        time_lower_bound: is_bound("solve_cpu_ns"),
        nodes_lower_bound: is_bound("nodes"),
    }
}

fn quotient(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    let (a, b) = (a?, b?);
    (b > 0.0).then(|| a / b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Status, Trial};
    use crate::statistics::fixtures::{results, trial};
    use std::collections::BTreeMap;

    #[test]
    fn ratios_refer_to_the_baseline_of_each_table() {
        let mut trials = [trial("x", "17", 400), trial("x", "23", 100)];
        (trials[0].nodes, trials[1].nodes) = (Some(60), Some(20));
        let published = PublishedTable {
            source: String::new(),
            machine: String::new(),
            strategy: "x".into(),
            measure: "solve_cpu_ns".into(),
            baseline: "23".into(),
            values: BTreeMap::from([("17".into(), 5.0), ("23".into(), 2.5), ("99".into(), 1.0)]),
        };
        let table = compare_with_published(&published, &results(&trials));
        let of = |by: &str, within, factor| {
            let farthest = ("17".into(), factor);
            Agreement { by: by.into(), ratios: 1, within, farthest }
        };
        assert_eq!(table.agreement, [of("CPU time", 0, 2.0), of("nodes", 1, 1.5)]);
        let rows = table.rows;
        assert_eq!((rows[0].published_ratio, rows[0].time_ratio), (Some(2.0), Some(4.0)));
        assert_eq!((rows[0].node_ratio, rows[0].ours), (Some(3.0), Some(400.0 * 1e-9)));
        assert_eq!((&*rows[2].instance, rows[2].ours, rows[2].published_ratio), ("99", None, Some(0.4)));
        let counted = PublishedTable { measure: "solutions".into(), ..published.clone() };
        (trials[0].solutions, trials[1].solutions) = (Some(10), Some(5));
        let table = compare_with_published(&counted, &results(&trials));
        assert_eq!((table.agreement, table.rows[0].ratio), (vec![of("solutions", 1, 1.0)], Some(2.0)));
        // The last of three runs is cut short, after the most nodes and the least time.
        let run = |seed, ns, nodes| Trial { seed, nodes: Some(nodes), ..trial("x", "17", ns) };
        let mut trials = [run(1, 400, 30), run(2, 900, 60), run(3, 300, 90), trials[1].clone()];
        trials[2].status = Status::Timeout;
        let table = compare_with_published(&published, &results(&trials));
        assert_eq!((table.rows[0].lower_bound, table.agreement), (true, vec![of("nodes", 1, 1.5)]));
        let encoding = PublishedTable { measure: "encode_ns".into(), ..published };
        assert_eq!(compare_with_published(&encoding, &results(&trials)).agreement, []);
    }
}
