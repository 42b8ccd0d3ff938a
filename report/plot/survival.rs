//! The share of runs that cost more than x, for x from the least cost to the largest: how heavy the tail is.
//!
//! C. P. Gomes, B. Selman, N. Crato and H. Kautz, *Heavy-Tailed Phenomena in Satisfiability and Constraint Satisfaction
//! Problems*, 2000, look at runs of one randomized search this way: on two logarithmic scales a tail that falls as a power
//! of the cost is a straight line, and one that falls faster bends down. A run that was cut short says only that it
//! costs more than what it spent. The share is therefore the estimate of E. L. Kaplan and P. Meier, *Nonparametric
//! Estimation from Incomplete Observations*, 1958: without cut runs it is the share itself.

use super::axis::{Axis, Frame, Unit};
use super::canvas::{Canvas, Chart, Dash, Drawn, Head, Hint, MARGIN, Marker, Pen, Point, Spot};
use super::data::{Data, figure};
use super::legend;
use super::palette::{Look, Series};
use super::pgf::{Axes as Pgf, Join, Points, SECOND, Scale};
use crate::units::{grouped, many, significant, time};
use coverlab_bench::statistics::{Cell, Run};
use plotters_backend::DrawingBackend;

const WIDTH: f64 = 960.0;
/// The size of the mark of a run that was cut short.
const CUT: f64 = 5.0;
/// Runs that ended are marked unless they are nearer than this to the last mark.
const NEAR: f64 = 8.0;

/// A place on a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    cost: f64,
    /// The share of runs that cost more.
    share: f64,
    /// Runs that ended at this cost, and runs that were cut short there.
    ended: usize,
    cut: usize,
}

struct Curve {
    name: String,
    look: Look,
    runs: usize,
    steps: Vec<Step>,
}

/// The plot.
pub(crate) struct SurvivalPlot {
    pub(super) head: Head,
    of_nodes: bool,
    curves: Vec<Curve>,
}

impl SurvivalPlot {
    /// The curve of each strategy over all runs of `cells`. The cost is nodes where every run counts them, else CPU time.
    pub(crate) fn of(name: &str, cells: &[&Cell], series: &Series) -> SurvivalPlot {
        let of_nodes = cells.iter().flat_map(|cell| cell.runs()).all(|run| run.nodes.is_some());
        let cost = |run: &Run| if of_nodes { run.nodes } else { run.cpu_ns };
        let curve = |strategy: &String| {
            let own = cells.iter().filter(|cell| cell.strategy == *strategy);
            let runs = own.flat_map(|cell| cell.runs());
            let known: Vec<(f64, bool)> =
                runs.filter_map(|run| Some((cost(&run)?.max(1.0), run.finished()))).collect();
            Curve {
                name: strategy.clone(),
                look: series.look(strategy),
                runs: known.len(),
                steps: steps(known),
            }
        };
        let curves: Vec<Curve> =
            series.names().iter().map(curve).filter(|curve| !curve.steps.is_empty()).collect();
        let runs: usize = curves.iter().map(|curve| curve.runs).sum();
        let unit = if of_nodes { "nodes" } else { "CPU time" };
        let head = Head {
            title: format!("How heavy are the tails of the runs on {name}?"),
            subtitle: format!(
                "The share of runs that take more {unit} than x, of {}",
                many(runs, "run", "runs")
            ),
            width: WIDTH,
            height: 118.0 + legend::height(curves.len()).max(380.0),
        };
        SurvivalPlot { head, of_nodes, curves }
    }

    pub(super) fn draw<DB: DrawingBackend>(&self, canvas: &mut Canvas<DB>) -> Drawn<DB> {
        canvas.head(&self.head)?;
        let entries: Vec<String> = self.curves.iter().map(Curve::entry).collect();
        let legend = legend::width(entries.iter().map(String::as_str));
        let frame =
            Frame { left: 86.0, right: WIDTH - legend - MARGIN, top: 84.0, bottom: self.head.height - 58.0 };
        let unit = if self.of_nodes { Unit::Count } else { Unit::Nanoseconds };
        let costs = self.curves.iter().flat_map(|curve| curve.steps.iter().map(|step| step.cost));
        let x = Axis::logarithmic(costs, unit, frame.width());
        let y = Axis::logarithmic_shares(self.least_share(), frame.height());
        canvas.axis_below(frame, &x, if self.of_nodes { "x, nodes" } else { "x, CPU time" })?;
        canvas.axis_left(frame, &y, "share of runs that cost more than x")?;
        let first = x.ends().0;
        let chart = canvas.chart(frame, x, y)?;
        for (at, curve) in self.curves.iter().enumerate() {
            canvas.part(&curve.name, false, |canvas| self.draw_curve(canvas, &chart, curve, first))?;
            legend::entry(canvas, (frame, at), (&curve.name, curve.look), &entries[at], legend)?;
        }
        Ok(())
    }

    fn draw_curve<DB: DrawingBackend>(
        &self,
        canvas: &mut Canvas<DB>,
        chart: &Chart<'_, DB>,
        curve: &Curve,
        first: f64,
    ) -> Drawn<DB> {
        let Look { color, dash, marker } = curve.look;
        canvas.curve(chart, &curve.corners(first), Pen(color, 1.8, dash))?;
        let mut last = f64::NEG_INFINITY;
        for (step, before) in curve.steps.iter().zip(curve.before()) {
            // The share after the last run of all is 0, which this scale does not have.
            let share = if step.share > 0.0 { step.share } else { before };
            let (left, top) = canvas.locate(chart, (step.cost, share));
            if step.cut > 0 {
                canvas.line(&[(left, top - CUT), (left, top + CUT)], Pen(color, 2.2, Dash::Solid))?;
            } else if left - last < NEAR {
                continue;
            } else {
                let spot = Spot { marker, radius: 3.0, color, opacity: 1.0 };
                canvas.data_spot(chart, (step.cost, share), spot)?;
            }
            last = left;
            let place = ((left - 5.0, top - 5.0), (10.0, 10.0));
            let words = self.words(curve, step);
            canvas.hints.push(Hint { place, words, instance: None });
        }
        Ok(())
    }

    fn words(&self, curve: &Curve, step: &Step) -> String {
        let cost = match self.of_nodes {
            true => many(step.cost as usize, "node", "nodes"),
            false => time(step.cost),
        };
        let cut = match step.cut {
            0 => String::new(),
            cut => format!("; {} cut short there", many(cut, "run", "runs")),
        };
        let share = significant(100.0 * step.share);
        format!("{}: {share}\u{202f}% of the runs take more than {cost}{cut}", curve.name)
    }

    /// The least share that is drawn.
    fn least_share(&self) -> f64 {
        let shares = self.curves.iter().flat_map(|curve| curve.steps.iter().map(|step| step.share));
        let single = self.curves.iter().map(|curve| 1.0 / curve.runs as f64);
        shares.filter(|share| *share > 0.0).chain(single).fold(0.5, f64::min)
    }

    pub(super) fn pgf(&self) -> Vec<Pgf> {
        let unit = if self.of_nodes { 1.0 } else { SECOND };
        let first = |curve: &Curve| curve.steps.first().map_or(1.0, |step| step.cost);
        let mut series = Vec::new();
        for curve in &self.curves {
            let of = |join, points: Vec<Point>| Points {
                name: curve.name.clone(),
                look: curve.look,
                join,
                points: points.into_iter().map(|(cost, share)| (cost / unit, share)).collect(),
            };
            series.push(of(Join::Lines, curve.corners(first(curve))));
            let cut = curve.steps.iter().filter(|step| step.cut > 0 && step.share > 0.0);
            let cut: Vec<Point> = cut.map(|step| (step.cost, step.share)).collect();
            if !cut.is_empty() {
                let look = Look { marker: Marker::Bar, ..curve.look };
                let name = format!("{}: cut short", curve.name);
                series.push(Points { name, look, ..of(Join::Points, cut) });
            }
        }
        let label = if self.of_nodes { "nodes" } else { "CPU time (s)" };
        let (x, y) = (Scale::logarithmic(label), Scale::logarithmic("share of runs that cost more"));
        vec![Pgf::new(x, y, series)]
    }

    pub(super) fn data(&self) -> Data {
        let cost = if self.of_nodes { "nodes" } else { "solve_cpu_ns" };
        let mut data = Data::new(&["strategy", cost, "share_above", "runs_ended", "runs_cut_short"]);
        for curve in &self.curves {
            data.rows.extend(curve.steps.iter().map(|step| {
                let values = [step.cost, step.share].map(|value| figure(Some(value)));
                let counts = [step.ended, step.cut].map(|count| count.to_string());
                [curve.name.clone()].into_iter().chain(values).chain(counts).collect()
            }));
        }
        data
    }
}

impl Curve {
    fn entry(&self) -> String {
        let cut: usize = self.steps.iter().map(|step| step.cut).sum();
        match cut {
            0 => self.name.clone(),
            cut => format!("{}, {} cut short", self.name, grouped(cut as f64)),
        }
    }

    /// The share before each step.
    fn before(&self) -> impl Iterator<Item = f64> {
        std::iter::once(1.0).chain(self.steps.iter().map(|step| step.share))
    }

    /// The corners of the curve from the cost `first` on. It ends at the largest cost.
    fn corners(&self, first: f64) -> Vec<Point> {
        let mut corners = vec![(first, 1.0)];
        for (step, before) in self.steps.iter().zip(self.before()) {
            corners.push((step.cost, before));
            if step.share > 0.0 && step.share < before {
                corners.push((step.cost, step.share));
            }
        }
        corners
    }
}

/// The estimate of Kaplan and Meier: at each cost where runs end, the share falls by their part of the runs that cost at
/// least as much. `runs` are costs, and whether the run ended there on its own.
fn steps(mut runs: Vec<(f64, bool)>) -> Vec<Step> {
    runs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut left, mut share) = (runs.len(), 1.0);
    let equal = runs.chunk_by(|a, b| a.0 == b.0);
    let step = |equal: &[(f64, bool)]| {
        let ended = equal.iter().filter(|(_, ended)| *ended).count();
        // A product of quotients that is exact at the end.
        share *= (left - ended) as f64 / left as f64;
        left -= equal.len();
        Step { cost: equal[0].0, share, ended, cut: equal.len() - ended }
    };
    equal.map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_curve_ends_at_the_largest_cost_above_0() {
        let curve = |runs: &[(f64, bool)]| Curve {
            name: "a".to_string(),
            look: super::super::palette::look(0),
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
