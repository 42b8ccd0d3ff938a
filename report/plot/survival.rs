//! Survival plots: the share of runs that cost more than x, which shows how heavy the tail of the distribution is.
//!
//! C. P. Gomes, B. Selman, N. Crato and H. Kautz, *Heavy-Tailed Phenomena in Satisfiability and Constraint Satisfaction
//! Problems*, 2000, plot runs of a randomized search in this way. On two logarithmic scales a tail that falls as a power of
//! the cost is a straight line, and one that falls faster bends down.
//!
//! A run that was cut short is a censored observation: its cost is larger than what it spent. The share is therefore
//! estimated by E. L. Kaplan and P. Meier, *Nonparametric Estimation from Incomplete Observations*, 1958. Without cut runs
//! the estimate is the observed share. It assumes that a limit says nothing about the cost beyond it. That holds for a limit
//! on the cost itself, but only roughly for nodes under a time limit, which cuts runs with slow nodes earlier.

use super::axis::{Axis, AxisUnit};
use super::canvas::Point;
use super::data::{csv, figure};
use super::lines::{Line, LinePlot, MarkKind, MarkedPoint, Panel};
use super::palette::{SeriesStyle, SeriesStyles};
use crate::units::{integer, pluralize, significant, time};
use coverlab_bench::statistics::{InstanceResult, SeedRun};

/// The runs with one cost, and the curve there.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CurvePoint {
    cost: f64,
    /// The estimated share of runs that cost more.
    share: f64,
    /// Runs that ended by themselves.
    ended: usize,
    /// Runs that were cut short.
    cut: usize,
}

impl CurvePoint {
    /// The cost on a logarithmic axis, which has no 0.
    fn x(&self) -> f64 {
        self.cost.max(1.0)
    }
}

struct Curve {
    name: String,
    style: SeriesStyle,
    runs: usize,
    steps: Vec<CurvePoint>,
}

/// Whether the costs are nodes, which every run counts, instead of CPU times.
pub(crate) fn counts_nodes(results: &[&InstanceResult]) -> bool {
    let reported = results.iter().filter(|result| !result.has_lost_costs);
    reported.flat_map(|result| result.runs()).all(|run| run.nodes.is_some())
}

/// The curve of each strategy over all runs of `results`. The cost is nodes if every run counts them, otherwise CPU time.
/// Instances with an unknown cost are left out.
pub(crate) fn survival(name: &str, results: &[&InstanceResult], styles: &SeriesStyles) -> LinePlot {
    let reported: Vec<&InstanceResult> =
        results.iter().copied().filter(|result| !result.has_lost_costs).collect();
    let of_nodes = counts_nodes(results);
    let curve = |strategy: &String| {
        let own: Vec<&InstanceResult> =
            reported.iter().copied().filter(|result| result.strategy == *strategy).collect();
        let known = known_costs(&own, of_nodes);
        let (name, style) = (strategy.clone(), styles.style(strategy));
        Curve { name, style, runs: known.len(), steps: steps(known) }
    };
    let curves: Vec<Curve> =
        styles.names().iter().map(curve).filter(|curve| !curve.steps.is_empty()).collect();
    let (unit, column) = if of_nodes { ("nodes", "nodes") } else { ("CPU time", "solve_cpu_ns") };
    let costs = curves.iter().flat_map(|curve| curve.steps.iter().map(CurvePoint::x));
    let x = Axis::logarithmic(&format!("x, {unit}"), AxisUnit::time_if(!of_nodes), costs);
    let y = Axis::logarithmic_shares("share of runs that cost more than x", least_share(&curves));
    let first = x.ends().0;
    let lines = curves.iter().map(|curve| curve.line(first, of_nodes)).collect();
    let columns = ["strategy", column, "share_above", "runs_ended", "runs_cut_short"];
    let csv = csv(&columns, curves.iter().flat_map(Curve::rows));
    let title = format!("How heavy are the tails of the runs on {name}?");
    let runs = pluralize(curves.iter().map(|curve| curve.runs).sum(), "run", "runs");
    let subtitle = format!("The share of runs that take more {unit} than x, of {runs}");
    LinePlot::new(title, subtitle, vec![Panel::new(x, y, lines)], csv)
}

/// The cost of each run of a strategy, and whether it ended by itself. A deterministic strategy repeats the same search with
/// each seed, so each of its instances counts once, unless a time limit cuts its searches at different nodes.
fn known_costs(results: &[&InstanceResult], of_nodes: bool) -> Vec<(f64, bool)> {
    let each = if of_nodes && results.iter().all(|result| is_repeated(result)) { 1 } else { usize::MAX };
    let cost = |run: &SeedRun| if of_nodes { run.nodes } else { run.cpu_ns };
    let runs = results.iter().flat_map(|result| result.runs().take(each));
    runs.filter_map(|run| Some((cost(&run)?, run.finished()))).collect()
}

/// Whether all runs have the same number of nodes.
fn is_repeated(result: &InstanceResult) -> bool {
    let search = |run: SeedRun| (run.nodes, run.finished());
    let first = result.runs().next().map(search);
    result.runs().all(|run| Some(search(run)) == first)
}

/// The least share that is drawn.
fn least_share(curves: &[Curve]) -> f64 {
    let shares = curves.iter().flat_map(|curve| curve.steps.iter().map(|step| step.share));
    let single = curves.iter().map(|curve| 1.0 / curve.runs as f64);
    shares.filter(|share| *share > 0.0).chain(single).fold(0.5, f64::min)
}

fn words(name: &str, step: &CurvePoint, of_nodes: bool) -> String {
    let cost = match of_nodes {
        true => pluralize(step.cost as usize, "node", "nodes"),
        false => time(step.cost),
    };
    let cut = match step.cut {
        0 => String::new(),
        cut => format!("; {} cut short there", pluralize(cut, "run", "runs")),
    };
    let share = significant(100.0 * step.share);
    format!("{name}: {share}\u{202f}% of the runs take more than {cost}{cut}")
}

impl Curve {
    /// The line, beginning at the cost `first`.
    fn line(&self, first: f64, of_nodes: bool) -> Line {
        let mark = |(step, before): (&CurvePoint, f64)| {
            // The share after the last run is 0, which is not on a logarithmic scale.
            let share = if step.share > 0.0 { step.share } else { before };
            let words = words(&self.name, step, of_nodes);
            let kind = if step.cut > 0 { MarkKind::Cut } else { MarkKind::Value };
            MarkedPoint { kind, ..MarkedPoint::new((step.x(), share), words) }
        };
        Line {
            entry: self.entry(),
            points: self.corners(first),
            ..Line::new(&self.name, self.style, self.steps.iter().zip(self.before()).map(mark).collect())
        }
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        self.steps.iter().map(|step| {
            let values = [step.cost, step.share].map(|value| figure(Some(value)));
            let counts = [step.ended, step.cut].map(|count| count.to_string());
            [self.name.clone()].into_iter().chain(values).chain(counts).collect()
        })
    }

    fn entry(&self) -> String {
        let cut: usize = self.steps.iter().map(|step| step.cut).sum();
        match cut {
            0 => self.name.clone(),
            cut => format!("{}, {} cut short", self.name, integer(cut as f64)),
        }
    }

    /// The share before each step.
    fn before(&self) -> impl Iterator<Item = f64> {
        std::iter::once(1.0).chain(self.steps.iter().map(|step| step.share))
    }

    /// The corners of the curve from the cost `first` to the largest cost.
    fn corners(&self, first: f64) -> Vec<Point> {
        let mut corners = vec![(first, 1.0)];
        for (step, before) in self.steps.iter().zip(self.before()) {
            corners.push((step.x(), before));
            if step.share > 0.0 && step.share < before {
                corners.push((step.x(), step.share));
            }
        }
        corners
    }
}

/// The Kaplan-Meier estimate. At each cost the share is multiplied by 1 - d/n, where n is the number of runs that cost at
/// least as much and d the number of those that ended there. `runs` are pairs of a cost and whether the run ended by itself.
fn steps(mut runs: Vec<(f64, bool)>) -> Vec<CurvePoint> {
    runs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut left, mut share) = (runs.len(), 1.0);
    let equal = runs.chunk_by(|a, b| a.0 == b.0);
    let step = |equal: &[(f64, bool)]| {
        let ended = equal.iter().filter(|(_, ended)| *ended).count();
        // In this form the share is exactly 0 when all runs have ended.
        share *= (left - ended) as f64 / left as f64;
        left -= equal.len();
        CurvePoint { cost: equal[0].0, share, ended, cut: equal.len() - ended }
    };
    equal.map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::record::Trial;
    use coverlab_bench::statistics::fixtures::{results, trial};

    fn shares(runs: &[(f64, bool)]) -> Vec<f64> {
        steps(runs.to_vec()).iter().map(|step| (step.share * 1e6).round() / 1e6).collect()
    }

    #[test]
    fn without_cut_runs_the_share_is_that_of_the_runs_that_cost_more() {
        let runs = [3.0, 1.0, 2.0, 2.0].map(|cost| (cost, true));
        assert_eq!(shares(&runs), [0.75, 0.25, 0.0]);
    }

    /// By hand: of four runs one ends at 1, one is cut short at 2, and the last two end at 3 and 9.
    #[test]
    fn a_cut_run_counts_until_it_was_cut() {
        let runs = [(1.0, true), (2.0, false), (3.0, true), (9.0, true)];
        assert_eq!(shares(&runs), [0.75, 0.75, 0.375, 0.0]);
        // At a limit that all share, the curve stays at the share of the runs that met it.
        let limit = [(1.0, true), (5.0, false), (5.0, false), (5.0, true)];
        let found = steps(limit.to_vec());
        assert_eq!((found[1].ended, found[1].cut, shares(&limit)[1]), (1, 2, 0.5));
    }

    #[test]
    fn a_deterministic_strategy_counts_once_per_instance() {
        let run = |strategy: &str, seed, nodes| Trial { seed, nodes: Some(nodes), ..trial(strategy, "i", 1) };
        let trials: Vec<Trial> =
            (1..=5).flat_map(|seed| [run("fixed", seed, 7), run("random", seed, 7 + seed)]).collect();
        let results = results(&trials);
        let of =
            |strategy: &str| results.iter().filter(|result| result.strategy == strategy).collect::<Vec<_>>();
        assert_eq!(known_costs(&of("fixed"), true), [(7.0, true)]);
        assert_eq!(
            known_costs(&of("random"), true),
            [8, 9, 10, 11, 12].map(|nodes| (f64::from(nodes), true))
        );
    }

    #[test]
    fn a_curve_ends_at_the_largest_cost_above_0() {
        let curve = |runs: &[(f64, bool)]| Curve {
            name: "a".to_string(),
            style: super::super::palette::style_of(0),
            runs: runs.len(),
            steps: steps(runs.to_vec()),
        };
        let all = curve(&[(2.0, true), (4.0, true)]);
        assert_eq!(all.corners(1.0), [(1.0, 1.0), (2.0, 1.0), (2.0, 0.5), (4.0, 0.5)]);
        assert_eq!(all.entry(), "a");
        let cut = curve(&[(2.0, true), (4.0, false)]);
        assert_eq!(cut.corners(1.0), [(1.0, 1.0), (2.0, 1.0), (2.0, 0.5), (4.0, 0.5)]);
        assert_eq!(cut.entry(), "a, 1 cut short");
    }
}
