//! The cost of random instances as a function of one parameter of their family, such as the ratio of clauses to variables in
//! random formulas, or the number of holes in quasigroups. A corpus is a sweep if the parameter has several values, with
//! several seeds each.
//!
//! The costs of single instances differ by orders of magnitude, so a sweep shows medians with their intervals.
//! Besides the cost, it shows the share of instances with a solution.

mod axis;
mod non_increasing_regression;

use super::group::strategies;
use super::units::{integer, time};
use axis::{axis, parse_number, split_names, varying};
use coverlab_bench::record::Status;
use coverlab_bench::statistics::{
    BoundedValue, ClusterKey, Clusters, InstanceResult, SeedRun, median_interval, quantile,
};
use non_increasing_regression::non_increasing_regression;
use std::collections::{BTreeMap, HashSet};

/// The minimum number of values of the parameter.
const MIN_VALUES: usize = 4;
/// The minimum number of instances at each value.
const MIN_INSTANCES: usize = 3;

/// The cost of each strategy by the value of a parameter.
pub(super) struct Sweep {
    /// The name of the parameter.
    pub(super) axis: String,
    pub(super) unit: CostUnit,
    /// In order of the parameter.
    pub(super) steps: Vec<SweepValue>,
    pub(super) strategies: Vec<StrategyCosts>,
}

/// The unit of cost: a counter that every strategy has, otherwise time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CostUnit {
    Conflicts,
    Nodes,
    Time,
}

/// The instances at one value of the parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct SweepValue {
    /// The value of the parameter.
    pub(super) x: f64,
    pub(super) instances: usize,
    /// Instances with different contents.
    pub(super) different: usize,
    /// Instances for which some strategy found a solution.
    pub(super) with: usize,
    /// Instances for which some strategy showed that there is no solution.
    pub(super) without: usize,
}

/// The costs of a strategy, one for each [`SweepValue`].
pub(super) struct StrategyCosts {
    pub(super) strategy: String,
    pub(super) costs: Vec<Option<StepCost>>,
}

/// The typical cost of a strategy on the instances of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StepCost {
    pub(super) median: BoundedValue,
    /// The 95 % confidence interval of the median; `None` for few independent instances.
    pub(super) interval: Option<[BoundedValue; 2]>,
}

impl CostUnit {
    pub(super) fn name(self) -> &'static str {
        match self {
            CostUnit::Conflicts => "conflicts",
            CostUnit::Nodes => "nodes",
            CostUnit::Time => "CPU time",
        }
    }

    /// The unit of its values; empty if they are counts.
    pub(super) fn unit(self) -> &'static str {
        if self == CostUnit::Time { "ns" } else { "" }
    }

    /// The column of `trials.csv`.
    fn column(self) -> &'static str {
        match self {
            CostUnit::Time => "solve_cpu_ns",
            other => other.name(),
        }
    }

    pub(super) fn format(self, value: f64) -> String {
        if self == CostUnit::Time { time(value) } else { integer(value.round()) }
    }
}

impl SweepValue {
    /// The share with a solution among the instances that some strategy decided.
    pub(super) fn share(&self) -> Option<f64> {
        let known = self.decided();
        (known > 0).then(|| self.with as f64 / known as f64)
    }

    /// The number of instances that some strategy decided.
    pub(super) fn decided(&self) -> usize {
        self.with + self.without
    }
}

impl StrategyCosts {
    /// The index of the step whose median is certainly larger than every other. `None` if another one is equal or unknown, or is
    /// a lower bound.
    pub(super) fn hardest(&self) -> Option<usize> {
        let medians =
            self.costs.iter().map(|cost| Some((*cost)?.median)).collect::<Option<Vec<BoundedValue>>>()?;
        let (at, largest) = medians.iter().enumerate().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
        let is_less = |other: &BoundedValue| !other.lower_bound && other.value < largest.value;
        medians.iter().enumerate().all(|(other, median)| other == at || is_less(median)).then_some(at)
    }
}

impl Sweep {
    /// The value of the parameter at which half of the instances have a solution, if the share falls through one half. `None` if
    /// it depends on instances that no strategy decided.
    pub(super) fn half(&self) -> Option<f64> {
        let [fewest, most] = self.half_bounds();
        fewest.filter(|_| fewest == most)
    }

    /// Whether [`Self::half`] depends on instances that no strategy decided.
    pub(super) fn half_is_open(&self) -> bool {
        let [fewest, most] = self.half_bounds();
        fewest != most
    }

    /// The value of [`Self::half`] if none of the undecided instances has a solution, and if all have one.
    fn half_bounds(&self) -> [Option<f64>; 2] {
        [self.half_of(|step| step.with), self.half_of(|step| step.instances - step.without)]
    }

    /// The value of [`Self::half`], if `with` instances of each step have a solution: interpolated linearly between two steps of
    /// the shares' non-increasing regression.
    fn half_of(&self, with: impl Fn(&SweepValue) -> usize) -> Option<f64> {
        let share = |step: &SweepValue| (with(step) as f64 / step.instances as f64, step.instances as f64);
        let falling = non_increasing_regression(&self.steps.iter().map(share).collect::<Vec<_>>());
        let at = falling.windows(2).position(|pair| pair[0] >= 0.5 && pair[1] < 0.5)?;
        let fraction = (falling[at] - 0.5) / (falling[at] - falling[at + 1]);
        Some(self.steps[at].x + fraction * (self.steps[at + 1].x - self.steps[at].x))
    }
}

/// The sweep over the instances of `results`, if their names differ only in the seed and one parameter.
pub(super) fn sweep(results: &[&InstanceResult]) -> Option<Sweep> {
    let names = split_names(results)?;
    let at = varying(&names)?;
    let unit = cost_unit(results);
    let (_, in_percent) = parse_number(names[0][at])?;
    let (axis, scale) = axis(&names[0], at, in_percent);
    let mut groups: BTreeMap<u64, Vec<&InstanceResult>> = BTreeMap::new();
    for (result, name) in results.iter().zip(&names) {
        let (number, _) = parse_number(name[at]).filter(|(_, percent)| *percent == in_percent)?;
        groups.entry(number).or_default().push(result);
    }
    let steps: Vec<SweepValue> =
        groups.iter().map(|(&number, group)| step(number as f64 * scale, group)).collect();
    if steps.len() < MIN_VALUES || steps.iter().any(|step| step.instances < MIN_INSTANCES) {
        return None;
    }
    let costs_of = |strategy: &str| {
        let cost = |group: &Vec<&InstanceResult>| {
            let column = unit.column();
            let own: Vec<&InstanceResult> =
                group.iter().copied().filter(|result| result.strategy == strategy).collect();
            let value =
                |result: &&InstanceResult| Some((result.value(column)?, !result.is_answer_bound(column)));
            let values = own.iter().map(value).collect::<Option<Vec<_>>>()?;
            step_cost(values.into_iter(), independent(&own, unit))
        };
        StrategyCosts { strategy: strategy.to_string(), costs: groups.values().map(cost).collect() }
    };
    let strategies = strategies(results.iter().copied()).into_iter().map(costs_of).collect();
    Some(Sweep { axis, unit, steps, strategies })
}

fn cost_unit(results: &[&InstanceResult]) -> CostUnit {
    let is_known = |result: &InstanceResult, unit: &CostUnit| {
        result.has_lost_costs || result.value(unit.column()).is_some()
    };
    let is_counted = |unit: &CostUnit| results.iter().all(|result| is_known(result, unit));
    [CostUnit::Conflicts, CostUnit::Nodes].into_iter().find(is_counted).unwrap_or(CostUnit::Time)
}

fn step(x: f64, results: &[&InstanceResult]) -> SweepValue {
    let mut known: BTreeMap<&str, Option<bool>> = BTreeMap::new();
    for result in results {
        let entry = known.entry(&result.instance).or_default();
        for run in result.runs().filter(SeedRun::solved) {
            *entry = Some(run.status != Status::None);
        }
    }
    let count = |wanted| known.values().filter(|found| **found == Some(wanted)).count();
    let different = results.iter().map(|result| &result.content_hash).collect::<HashSet<_>>().len();
    SweepValue { x, instances: known.len(), different, with: count(true), without: count(false) }
}

/// The number of independent observations that `results` of one strategy are worth. Copies of an instance are one observation, and
/// so are times in one block or piece. Clusters of sizes s have the weight of (Σs)² / Σs² of one size.
fn independent(results: &[&InstanceResult], unit: CostUnit) -> usize {
    let mut clusters = Clusters::default();
    for result in results {
        let blocks =
            result.blocks.iter().filter(|_| unit == CostUnit::Time).map(|block| ClusterKey::Block(*block));
        clusters.add(blocks.chain(ClusterKey::content(&result.content_hash)));
    }
    let mut sizes = vec![0; results.len()];
    clusters.numbers().into_iter().for_each(|cluster| sizes[cluster] += 1);
    let squares: usize = sizes.iter().map(|size| size * size).sum();
    results.len().pow(2).checked_div(squares).unwrap_or(0)
}

/// The median of pairs of a cost and whether the search ended by itself; otherwise the cost is a lower bound. The costs are
/// worth `independent` observations.
fn step_cost(values: impl Iterator<Item = (f64, bool)>, independent: usize) -> Option<StepCost> {
    let mut values: Vec<(f64, bool)> = values.collect();
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let sorted: Vec<f64> = values.iter().map(|(value, _)| *value).collect();
    let first_bound = values.iter().find(|(_, ended)| !ended).map_or(f64::INFINITY, |(value, _)| *value);
    let figure = |value: f64| BoundedValue { value, lower_bound: value >= first_bound };
    let interval = median_interval(independent).map(|(low, _)| {
        let low = low * sorted.len() / independent;
        [figure(sorted[low]), figure(sorted[sorted.len() - 1 - low])]
    });
    // Between two values, the upper one decides.
    let upper = *sorted.get(sorted.len() / 2)?;
    let median = BoundedValue { value: quantile(&sorted, 0.5), lower_bound: upper >= first_bound };
    Some(StepCost { median, interval })
}

/// A value of the parameter as text, rounded to three decimals.
pub(super) fn number(value: f64) -> String {
    if value.fract() == 0.0 { integer(value) } else { ((value * 1000.0).round() / 1000.0).to_string() }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use coverlab_bench::record::Trial;
    use coverlab_bench::statistics::fixtures::{results, trial};

    /// Five ratios of four seeds; the share falls, the cost peaks in the middle.
    pub(crate) fn trials() -> Vec<Trial> {
        let searches = |(clauses, with, cost): (u64, u64, u64)| {
            (1..=4).map(move |seed| Trial {
                status: if seed <= with { Status::Solved } else { Status::None },
                conflicts: Some(cost * seed),
                ..trial("s", &format!("random-sat:3:10:{clauses}:{seed}"), 100)
            })
        };
        let steps = [(30, 4, 1), (36, 4, 10), (43, 2, 100), (50, 1, 20), (60, 0, 5)];
        steps.into_iter().flat_map(searches).collect()
    }

    pub(crate) fn of(trials: &[Trial]) -> Option<Sweep> {
        sweep(&results(trials).iter().collect::<Vec<_>>())
    }

    #[test]
    fn medians_peak_and_half() {
        let sweep = of(&trials()).unwrap();
        assert_eq!((sweep.axis.as_str(), sweep.unit), ("clauses per variable", CostUnit::Conflicts));
        let xs: Vec<f64> = sweep.steps.iter().map(|step| step.x).collect();
        assert_eq!(xs, [3.0, 3.6, 4.3, 5.0, 6.0]);
        let shares: Vec<_> = sweep.steps.iter().filter_map(SweepValue::share).collect();
        assert_eq!(shares, [1.0, 1.0, 0.5, 0.25, 0.0]);
        assert_eq!((sweep.strategies[0].hardest(), sweep.half()), (Some(2), Some(4.3)));
        let cost = sweep.strategies[0].costs[2].unwrap();
        assert_eq!((cost.median.value, cost.interval), (250.0, None), "four instances have no interval");
    }

    #[test]
    fn what_was_cut_short_makes_a_bound_and_leaves_the_share_open() {
        let mut trials = trials();
        for trial in trials.iter_mut().filter(|trial| trial.instance.contains(":43:")) {
            if trial.conflicts >= Some(300) {
                trial.status = Status::Timeout;
            }
        }
        let sweep = of(&trials).unwrap();
        let cost = sweep.strategies[0].costs[2].unwrap();
        assert!(cost.median.lower_bound, "the median lies between an exact value and a bound");
        assert_eq!((sweep.steps[2].share(), sweep.steps[2].decided()), (Some(1.0), 2));
        // The two undecided instances move the crossover from 4.3, if neither has a solution, to 4.67, if both have one.
        assert_eq!(sweep.half(), None);
    }

    #[test]
    fn an_interval_of_the_median_needs_six_instances() {
        let values = |count: u32| (1..=count).map(|value| (f64::from(value), value < 9));
        let ends = |count: u32| step_cost(values(count), count as usize).unwrap().interval;
        let figure = |value, lower_bound| BoundedValue { value, lower_bound };
        assert_eq!((ends(5), ends(6)), (None, Some([figure(1.0, false), figure(6.0, false)])));
        assert_eq!(ends(10), Some([figure(2.0, false), figure(9.0, true)]));
        let halved = step_cost(values(20), 10).unwrap().interval;
        assert_eq!(halved, Some([figure(3.0, false), figure(18.0, true)]), "pairs of equal instances");
    }

    #[test]
    fn copies_of_an_instance_and_times_of_a_block_are_one_observation() {
        let names = (1..=12).map(|seed| trial("s", &format!("quasigroup:5:100%:{seed}"), 100));
        let mut results = results(&names.collect::<Vec<_>>());
        let worth = |results: &[InstanceResult], unit| independent(&results.iter().collect::<Vec<_>>(), unit);
        assert_eq!(worth(&results, CostUnit::Nodes), 12);
        results.iter_mut().enumerate().for_each(|(at, result)| result.blocks = vec![at as u64 / 4]);
        assert_eq!([CostUnit::Nodes, CostUnit::Time].map(|unit| worth(&results, unit)), [12, 3]);
        results.iter_mut().for_each(|result| result.content_hash = "7".into());
        assert_eq!(worth(&results, CostUnit::Nodes), 1);
        assert_eq!(worth(&[], CostUnit::Nodes), 0);
        let step = step(100.0, &results.iter().collect::<Vec<_>>());
        assert_eq!((step.instances, step.different), (12, 1));
    }

    #[test]
    fn a_bound_or_an_equal_median_leaves_the_hardest_step_open() {
        let hardest = |medians: &[(f64, bool)]| {
            let cost = |&(value, ended): &(f64, bool)| step_cost([(value, ended)].into_iter(), 1);
            StrategyCosts { strategy: "s".to_string(), costs: medians.iter().map(cost).collect() }.hardest()
        };
        assert_eq!(hardest(&[(1.0, true), (9.0, true), (3.0, true)]), Some(1));
        assert_eq!(
            hardest(&[(1.0, true), (9.0, false), (3.0, true)]),
            Some(1),
            "at least 9, the others less"
        );
        assert_eq!(hardest(&[(1.0, true), (9.0, true), (9.0, true)]), None);
        assert_eq!(hardest(&[(9.0, false), (9.0, false), (3.0, true)]), None);
        assert_eq!(hardest(&[(9.0, true), (3.0, false)]), None, "the bound may be larger");
    }

    #[test]
    fn other_corpora_are_no_sweeps() {
        let all = trials();
        assert!(of(&all[..12]).is_none(), "three values");
        assert!(of(&all.iter().step_by(2).cloned().collect::<Vec<_>>()).is_none(), "two seeds");
        let mut other = all.clone();
        other[0].instance = "random-sat:3:11:30:1".into();
        assert!(of(&other).is_none(), "two numbers change");
        other[0].instance = "queens:8".into();
        assert!(of(&other).is_none() && of(&[]).is_none());
    }
}
