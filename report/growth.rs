//! Fits exponential growth of cost with size, on corpora with one family of instances in several sizes.
//!
//! The model is cost = c · fⁿ for size n. The fit is ordinary least squares of ln cost against n; f is the factor from one
//! size to the next. The set-up of a search costs the same at every size and dominates small ones, so a fit of all sizes
//! would flatter a strategy with a large set-up. The fit therefore takes only the [`MAX_FITTED_SIZES`] largest sizes, as
//! far as they take at least [`MIN_TIME_RATIO`] times the least time of any size. Nodes are exact at every size, so they are
//! fitted at the last sizes whatever the time; equal trees have equal growth. Sizes that a strategy did not answer with every
//! seed are left out. If a point deviates from the fit by more
//! than the factor [`MAX_DEVIATION`], the growth is not exponential, and no factor is reported. The observed factors between
//! the last sizes are reported in any case.

use super::group::strategies;
use coverlab_bench::statistics::InstanceResult;
use coverlab_model::family::split_seed;

/// The maximum number of sizes in a fit.
pub(super) const MAX_FITTED_SIZES: usize = 4;
/// The minimum number of sizes in a fit. A line goes through any two points.
pub(super) const MIN_FITTED_SIZES: usize = 3;
/// A size is fitted if it takes at least this many times the least time, so that set-up is at most a tenth of it.
pub(super) const MIN_TIME_RATIO: f64 = 10.0;
/// The largest factor between a point and a fit whose factor is reported.
pub(super) const MAX_DEVIATION: f64 = 1.25;
/// The maximum number of observed factors that are shown.
const MAX_SHOWN_STEPS: usize = 3;

/// The cost of one strategy by size, and the fits of time and nodes.
pub(super) struct Growth {
    pub(super) strategy: String,
    /// In order of size.
    pub(super) points: Vec<SizeCost>,
    pub(super) time: Option<Fit>,
    pub(super) nodes: Option<Fit>,
}

/// The cost at one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SizeCost {
    pub(super) size: f64,
    /// CPU time in nanoseconds.
    pub(super) time: f64,
    /// Nodes, if the strategy counts them.
    pub(super) nodes: Option<f64>,
}

/// cost = exp(`start`) · `factor`ⁿ for size n.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fit {
    /// The natural logarithm of the cost at size 0.
    start: f64,
    factor: f64,
    /// The largest factor between a fitted point and the fit.
    pub(super) deviation: f64,
    /// The least and the largest fitted size.
    pub(super) sizes: (f64, f64),
}

impl Fit {
    /// Fits pairs of size and cost, in order of size. `None` if there are too few.
    fn of(points: &[(f64, f64)]) -> Option<Fit> {
        if points.len() < MIN_FITTED_SIZES {
            return None;
        }
        let count = points.len() as f64;
        let logs: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x, y.max(1.0).ln())).collect();
        let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|p| p.0), mean(|p| p.1));
        let xx: f64 = logs.iter().map(|p| (p.0 - x).powi(2)).sum();
        let xy: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
        if xx == 0.0 {
            return None;
        }
        let slope = xy / xx;
        let start = y - slope * x;
        let deviation = logs.iter().map(|p| (start + slope * p.0 - p.1).abs()).fold(0.0, f64::max).exp();
        let sizes = (points[0].0, points[points.len() - 1].0);
        Some(Fit { start, factor: slope.exp(), deviation, sizes })
    }

    /// The factor from one size to the next, if the growth is exponential.
    pub(super) fn factor(&self) -> Option<f64> {
        (self.deviation <= MAX_DEVIATION).then_some(self.factor)
    }

    /// The fitted cost at `size`.
    pub(super) fn at(&self, size: f64) -> f64 {
        (self.start + size * self.factor.ln()).exp()
    }
}

/// The growth of each strategy's cost, if the instances of `results` are one family in several sizes, so that their names differ
/// only in a number at the end.
pub(super) fn growth(results: &[&InstanceResult]) -> Vec<Growth> {
    let Some(stem) = results.first().and_then(|result| size(&result.instance)).map(|(stem, _)| stem) else {
        return Vec::new();
    };
    if !results.iter().all(|result| size(&result.instance).is_some_and(|(other, _)| other == stem)) {
        return Vec::new();
    }
    let strategies = strategies(results.iter().copied()).into_iter();
    let mut all: Vec<Growth> = strategies.map(|strategy| strategy_growth(strategy, results)).collect();
    all.retain(|growth| growth.points.len() > MIN_FITTED_SIZES);
    all
}

/// Splits a name before the size at its end: `queens:8` into `queens:` and 8. A seed is not a size.
fn size(name: &str) -> Option<(&str, f64)> {
    if split_seed(name).is_some() {
        return None;
    }
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name[stem.len()..].parse().ok()?;
    stem.ends_with(':').then_some((stem, number))
}

fn strategy_growth(strategy: &str, results: &[&InstanceResult]) -> Growth {
    let own = results.iter().filter(|result| result.strategy == strategy && result.solved());
    let point = |result: &&InstanceResult| {
        Some(SizeCost { size: size(&result.instance)?.1, time: result.cpu_ns?.max(1.0), nodes: result.nodes })
    };
    let mut points: Vec<SizeCost> = own.filter_map(point).collect();
    points.sort_by(|a, b| a.size.total_cmp(&b.size));
    let slow = dominated_by_search(&points).iter();
    let times: Vec<(f64, f64)> = slow.map(|point| (point.size, point.time)).collect();
    let last = points[points.len().saturating_sub(MAX_FITTED_SIZES)..].iter();
    let nodes: Vec<(f64, f64)> = last.filter_map(|point| Some((point.size, point.nodes?))).collect();
    Growth { strategy: strategy.to_string(), time: Fit::of(&times), nodes: Fit::of(&nodes), points }
}

/// The points to fit: at most [`MAX_FITTED_SIZES`] of the largest sizes, down to the first where set-up matters.
fn dominated_by_search(points: &[SizeCost]) -> &[SizeCost] {
    let least = points.iter().map(|point| point.time).fold(f64::INFINITY, f64::min);
    let clear = points
        .iter()
        .rev()
        .take(MAX_FITTED_SIZES)
        .take_while(|point| point.time >= MIN_TIME_RATIO * least)
        .count();
    &points[points.len() - clear..]
}

/// The observed factors of `cost` between the last sizes, each for an increase of the size by 1. A cost of 0 has no factor to
/// the next one.
pub(super) fn steps(points: &[SizeCost], cost: fn(&SizeCost) -> Option<f64>) -> Vec<f64> {
    let step = |pair: &[SizeCost]| {
        let ratio = cost(&pair[1])? / cost(&pair[0]).filter(|cost| *cost > 0.0)?;
        Some(ratio.powf(1.0 / (pair[1].size - pair[0].size)))
    };
    let steps: Vec<f64> = points.windows(2).filter_map(step).collect();
    steps[steps.len().saturating_sub(MAX_SHOWN_STEPS)..].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::record::{Status, Trial};
    use coverlab_bench::statistics::fixtures::{results, trial};

    /// The growth of one strategy whose search of size n takes `cost(n)` nanoseconds.
    fn of(sizes: std::ops::RangeInclusive<i32>, cost: impl Fn(i32) -> f64) -> Growth {
        let trials: Vec<_> =
            sizes.map(|n| trial("s", &format!("queens:{n}"), cost(n).round() as u64)).collect();
        let results = results(&trials);
        growth(&results.iter().collect::<Vec<_>>()).remove(0)
    }

    #[test]
    fn a_set_up_does_not_flatter() {
        for (ratio, set_up) in [(1.7, 20_000.0), (2.0, 10_000.0), (4.0, 50_000.0), (7.0, 300_000.0)] {
            let growth = of(4..=16, |n| set_up + 500.0 * f64::powi(ratio, n));
            let factor = growth.time.unwrap().factor().unwrap();
            assert!((factor / ratio - 1.0).abs() < 0.03, "{factor} for {ratio}");
            let last = *steps(&growth.points, |point| Some(point.time)).last().unwrap();
            assert!((last / ratio - 1.0).abs() < 0.1, "{last} for {ratio}");
        }
    }

    #[test]
    fn a_search_that_gives_up_has_no_growth() {
        let given_up = |n: u32| Trial {
            status: Status::Stuck,
            ..trial("s", &format!("queens:{n}"), 1000 + 90 * u64::from(n))
        };
        let trials: Vec<Trial> = (4..=9).map(given_up).collect();
        assert!(growth(&results(&trials).iter().collect::<Vec<_>>()).is_empty());
    }

    #[test]
    fn a_pure_power_is_found() {
        let growth = of(4..=9, |n| 7000.0 * 3f64.powi(n));
        let fit = growth.time.unwrap();
        assert!((fit.factor().unwrap() - 3.0).abs() < 1e-6 && fit.deviation < 1.0 + 1e-6);
        assert!((fit.at(10.0) / (7000.0 * 3f64.powi(10)) - 1.0).abs() < 1e-6);
        assert_eq!(fit.sizes, (7.0, 9.0), "3^3 is the first power of 3 past ten");
        assert!(growth.nodes.is_none());
    }

    #[test]
    fn equal_trees_have_equal_growth_whatever_their_times() {
        let search = |n: u32| {
            let (power, nodes) = (3u64.pow(n), Some(3u64.pow(n) + 40 * u64::from(n)));
            [("fast", 0), ("slow-set-up", 20_000)].map(|(strategy, set_up)| Trial {
                nodes,
                ..trial(strategy, &format!("queens:{n}"), set_up + 7 * power)
            })
        };
        let trials: Vec<Trial> = (4..=9).flat_map(search).collect();
        let results = results(&trials);
        let growths = growth(&results.iter().collect::<Vec<_>>());
        assert_ne!(growths[0].time.map(|fit| fit.sizes), growths[1].time.map(|fit| fit.sizes));
        assert!(growths.iter().all(|growth| growth.nodes.unwrap().sizes == (6.0, 9.0)));
        assert_eq!(growths[0].nodes, growths[1].nodes);
    }

    #[test]
    fn set_up_alone_has_no_growth() {
        assert!(of(4..=12, |n| 1e6 + f64::from(n)).time.is_none());
        assert!(of(4..=7, |n| 10f64.powi(n)).time.is_some_and(|fit| fit.sizes == (5.0, 7.0)));
    }

    #[test]
    fn uneven_growth_has_steps_and_no_factor() {
        let growth = of(4..=12, |n| 1000.0 * 5f64.powi(n) * if n % 2 == 0 { 2.0 } else { 1.0 });
        assert!(growth.time.is_some_and(|fit| fit.factor().is_none() && fit.deviation > MAX_DEVIATION));
        let steps = steps(&growth.points, |point| Some(point.time));
        assert_eq!(steps.iter().map(|step| step.round()).collect::<Vec<_>>(), [10.0, 3.0, 10.0]);
    }

    #[test]
    fn a_step_is_one_more_in_size_and_0_nodes_have_none() {
        let points = [10, 12, 16].map(|n| SizeCost { size: f64::from(n), time: 2f64.powi(n), nodes: None });
        assert_eq!(steps(&points, |point| Some(point.time)), [2.0, 2.0]);
        assert!(steps(&points, |point| point.nodes).is_empty());
        let counted = [(3.0, 0.0), (4.0, 0.0), (5.0, 10.0), (6.0, 20.0)];
        let points = counted.map(|(size, nodes)| SizeCost { size, time: 1.0, nodes: Some(nodes) });
        assert_eq!(steps(&points, |point| point.nodes), [2.0]);
    }

    #[test]
    fn sizes_are_numbers_behind_a_colon() {
        assert_eq!(size("queens:12"), Some(("queens:", 12.0)));
        assert_eq!(size("quasigroup:30:316"), Some(("quasigroup:30:", 316.0)));
        assert_eq!(size("quasigroup:30:316:7"), None);
        assert_eq!(size("pentominoes:6x10"), None);
        assert_eq!(size("d_worst1"), None);
        assert_eq!(size("soma"), None);
    }
}
