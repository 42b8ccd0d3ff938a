//! Compares the spread of the searches of one instance over seeds with the spread between instances.
//!
//! A seed changes how a strategy breaks ties. The spread within an instance is the part of its difficulty that is due to
//! these accidents. The cost of a search is its number of nodes if all searches counted them, else its CPU time.
//!
//! A search that was cut short would have cost more. So a ratio is a lower bound if such a search may be in its numerator, and
//! its denominator is the least exact cost. Without one, the ratio is only known to be 1 or more.

use super::{BoundedValue, InstanceResult, SeedRun, median};

/// The spread of a strategy's searches within and between instances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeedSpread {
    /// Whether the cost is nodes instead of CPU time.
    pub of_nodes: bool,
    /// Minimum and maximum number of searches per instance.
    pub searches: (usize, usize),
    /// The median over instances of the largest cost divided by the smallest of a finished search.
    pub typical: BoundedValue,
    /// The maximum over instances of that ratio.
    pub largest: BoundedValue,
    /// The largest median cost of an instance divided by the smallest that is exact.
    pub between: BoundedValue,
    /// Whether these ratios count a cost of 0 as 1.
    pub replaces_zero: bool,
}

/// The spread over the results of one strategy. `None` if no instance has several seeds, or if a cost is unknown.
pub fn seed_spread<'a>(results: impl IntoIterator<Item = &'a InstanceResult>) -> Option<SeedSpread> {
    let results: Vec<&InstanceResult> = results.into_iter().collect();
    let of_nodes = results.iter().all(|result| result.nodes.is_some());
    let measure = if of_nodes { "nodes" } else { "solve_cpu_ns" };
    let (mut ratios, mut medians, mut searches) = (Vec::new(), Vec::new(), (usize::MAX, 0));
    let (mut is_bound, mut replaces_zero) = (false, false);
    for result in results {
        let cost = |run: SeedRun| Some((if of_nodes { run.nodes } else { run.cpu_ns }?, run.finished()));
        let costs: Vec<(f64, bool)> = result.runs().map(cost).collect::<Option<_>>()?;
        replaces_zero |= costs.iter().any(|(cost, _)| *cost < 1.0);
        ratios.extend(largest_ratio(&costs));
        medians.push((result.value(measure)?, !result.is_lower_bound(measure)));
        is_bound |= !result.finished();
        searches = (searches.0.min(costs.len()), searches.1.max(costs.len()));
    }
    let figure = |value: f64| BoundedValue { value, lower_bound: is_bound };
    let typical = median(&mut ratios).map(figure)?;
    let largest = ratios.last().copied().map(figure)?;
    let between = largest_ratio(&medians).map(figure)?;
    (searches.1 > 1).then_some(SeedSpread { of_nodes, searches, typical, largest, between, replaces_zero })
}

/// The largest cost divided by the smallest exact one, or 1 if none is exact. `None` if there are no costs.
fn largest_ratio(costs: &[(f64, bool)]) -> Option<f64> {
    let most = costs.iter().map(|(cost, _)| cost.max(1.0)).max_by(f64::total_cmp)?;
    let exact = costs.iter().filter(|(_, is_exact)| *is_exact);
    let least = exact.map(|(cost, _)| cost.max(1.0)).min_by(f64::total_cmp);
    Some(least.map_or(1.0, |least| most / least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Status, Trial};
    use crate::statistics::fixtures::{results, trial};

    #[test]
    fn seeds_are_within_and_instances_between() {
        let mut trials =
            [("i", 1, 10), ("i", 2, 40), ("i", 3, 20), ("i", 4, 20), ("j", 1, 300), ("j", 2, 600)]
                .map(|(instance, seed, nodes)| Trial { seed, nodes: Some(nodes), ..trial("a", instance, 7) });
        let found = seed_spread(&results(&trials)).unwrap();
        let exact = |value| BoundedValue { value, lower_bound: false };
        // i: 40 / 10, with median 20; j: 600 / 300, with median 450.
        assert_eq!((found.of_nodes, found.searches), (true, (2, 4)));
        assert_eq!((found.typical, found.largest, found.between), (exact(3.0), exact(4.0), exact(22.5)));
        trials[3].status = Status::Timeout;
        assert!(seed_spread(&results(&trials)).unwrap().largest.lower_bound);
        // The search of `i` with 10 nodes was cut short: with 30 nodes, the ratio would be 2 instead of 4.
        trials[3].status = Status::Unique;
        trials[0].status = Status::Timeout;
        let found = seed_spread(&results(&trials)).unwrap();
        let bound = |value| BoundedValue { value, lower_bound: true };
        assert_eq!((found.typical, found.largest, found.between), (bound(2.0), bound(2.0), bound(1.0)));
        trials.iter_mut().for_each(|trial| trial.nodes = None);
        assert!(!seed_spread(&results(&trials)).unwrap().of_nodes);
        assert_eq!(seed_spread(&results(&trials[..1])), None);
        trials.iter_mut().zip([0, 5, 4, 4, 8, 6]).for_each(|(trial, nodes)| trial.nodes = Some(nodes));
        assert!(seed_spread(&results(&trials)).unwrap().replaces_zero);
    }
}
