//! Medians with their quartiles against the number of a random family that changes, and below, on the
//! same axis, how many instances have a solution.

use super::axis::{Axis, Frame, Unit};
use super::canvas::{Canvas, Dash, Drawn, Head, Hint, INK, MARGIN, Pen, Point, RULE, SOFT, Spot};
use super::data::{Data, figure};
use super::font::Anchor;
use super::legend;
use super::marks;
use super::palette::look;
use super::palette::{Look, Series};
use super::pgf::{Axes as Pgf, Join, Points, SECOND, Scale};
use crate::sweep::{Measured, Step, Sweep, SweptStrategy, number};
use crate::units::{many, significant};
use plotters_backend::DrawingBackend;

const WIDTH: f64 = 960.0;
/// The heights of the two charts, and what is between them.
const COST: f64 = 300.0;
const SHARE: f64 = 110.0;
const BETWEEN: f64 = 46.0;

/// A strategy's curve.
struct Curve {
    entry: String,
    name: String,
    look: Look,
    /// At each value: lower quartile, median, upper quartile.
    points: Vec<(f64, [f64; 3])>,
}

/// The plot.
pub(crate) struct SweepPlot {
    pub(super) head: Head,
    axis: String,
    unit: Measured,
    curves: Vec<Curve>,
    steps: Vec<Step>,
    half: Option<f64>,
}

impl SweepPlot {
    pub(crate) fn of(name: &str, sweep: &Sweep, series: &Series) -> SweepPlot {
        let instances: usize = sweep.steps.iter().map(|step| step.instances).sum();
        let head = Head {
            title: format!("How does the cost of {name} depend on the {}?", sweep.axis),
            subtitle: format!(
                "{}: the median of the {} with the quartiles, and how many have a solution",
                many(instances, "instance", "instances"),
                sweep.unit.name()
            ),
            width: WIDTH,
            height: 84.0 + COST + BETWEEN + SHARE + 58.0,
        };
        let curves = sweep.lines.iter().map(|line| curve(line, sweep, series)).collect();
        let (axis, unit, half) = (sweep.axis.clone(), sweep.unit, sweep.half());
        SweepPlot { head, axis, unit, curves, steps: sweep.steps.clone(), half }
    }

    pub(super) fn draw<DB: DrawingBackend>(&self, canvas: &mut Canvas<DB>) -> Drawn<DB> {
        canvas.head(&self.head)?;
        let legend = legend::width(self.curves.iter().map(|curve| curve.entry.as_str()));
        let upper = Frame { left: 86.0, right: WIDTH - legend - MARGIN, top: 84.0, bottom: 84.0 + COST };
        let top = upper.bottom + BETWEEN;
        let lower = Frame { top, bottom: top + SHARE, ..upper };
        let x = Axis::linear(self.steps.iter().map(|step| step.x), upper.width());
        self.draw_costs(canvas, upper, &x, legend)?;
        self.draw_shares(canvas, lower, &x)
    }

    fn draw_costs<DB: DrawingBackend>(
        &self,
        canvas: &mut Canvas<DB>,
        frame: Frame,
        x: &Axis,
        legend: f64,
    ) -> Drawn<DB> {
        let unit = if self.unit == Measured::Time { Unit::Nanoseconds } else { Unit::Count };
        let values = self.curves.iter().flat_map(|curve| curve.points.iter().flat_map(|(_, values)| *values));
        let y = Axis::logarithmic(values, unit, frame.height() * 2.0);
        canvas.grid_below(frame, x)?;
        canvas.axis_left(frame, &y, &format!("median of the {}", self.unit.name()))?;
        if let Some(half) = self.half {
            let at = frame.x(x, half);
            canvas.line(&[(at, frame.top), (at, frame.bottom)], Pen(RULE, 1.0, Dash::Long))?;
        }
        let least = y.ends().0;
        let chart = canvas.chart(frame, x.clone(), y)?;
        let seen = |value: f64| value.max(least);
        for curve in &self.curves {
            let below = curve.points.iter().map(|&(x, [low, ..])| (x, seen(low)));
            let above = curve.points.iter().rev().map(|&(x, [.., high])| (x, seen(high)));
            let corners = below.chain(above).collect();
            canvas.part(&curve.name, false, |canvas| canvas.area(&chart, corners, curve.look.color, 0.12))?;
        }
        for (at, curve) in self.curves.iter().enumerate() {
            let Look { color, dash, .. } = curve.look;
            let middle: Vec<Point> =
                curve.points.iter().map(|&(x, [_, value, _])| (x, seen(value))).collect();
            canvas.part(&curve.name, false, |canvas| {
                canvas.curve(&chart, &middle, Pen(color, 1.8, dash))?;
                let told = middle.iter().zip(&curve.points).map(|(&values, &(x, quartiles))| {
                    let [low, middle, high] = quartiles.map(|value| self.unit.shown(value));
                    let at = number(x);
                    (values, format!("{} at {at}: {middle}, half from {low} to {high}", curve.name))
                });
                marks::draw(canvas, &chart, (curve.look, 3.5), told)
            })?;
            legend::entry(canvas, (frame, at), (&curve.name, curve.look), &curve.entry, legend)?;
        }
        Ok(())
    }

    fn draw_shares<DB: DrawingBackend>(&self, canvas: &mut Canvas<DB>, frame: Frame, x: &Axis) -> Drawn<DB> {
        let y = Axis::shares();
        canvas.axis_below(frame, x, &self.axis)?;
        canvas.axis_left(frame, &y, "with a solution")?;
        if let Some(half) = self.half {
            let at = frame.x(x, half);
            canvas.line(&[(at, frame.top), (at, frame.bottom)], Pen(RULE, 1.0, Dash::Long))?;
            let label = format!("half at {}", significant(half));
            canvas.text((at, frame.top - 8.0), &label, 12.0, SOFT, Anchor::Middle)?;
        }
        let chart = canvas.chart(frame, x.clone(), y)?;
        let shares: Vec<Point> = self.steps.iter().filter_map(|step| Some((step.x, step.share()?))).collect();
        canvas.curve(&chart, &shares, Pen(INK, 1.8, Dash::Solid))?;
        for (step, &share) in self.steps.iter().filter(|step| step.share().is_some()).zip(&shares) {
            let spot = Spot { marker: super::canvas::Marker::Circle, radius: 3.0, color: INK, opacity: 1.0 };
            canvas.data_spot(&chart, share, spot)?;
            let (left, top) = canvas.locate(&chart, share);
            let words = format!("{} of {} at {}", step.with, step.with + step.without, number(step.x));
            let place = ((left - 5.0, top - 5.0), (10.0, 10.0));
            canvas.hints.push(Hint { place, words, instance: None });
        }
        Ok(())
    }

    /// The costs with thin lines at the quartiles, and below the shares.
    pub(super) fn pgf(&self) -> Vec<Pgf> {
        let unit = if self.unit == Measured::Time { SECOND } else { 1.0 };
        let mut series = Vec::new();
        for curve in &self.curves {
            for (at, join) in [(1, Join::Lines), (0, Join::Thin), (2, Join::Thin)] {
                let points = curve.points.iter().map(|(x, values)| (*x, values[at] / unit)).collect();
                series.push(Points { name: curve.name.clone(), look: curve.look, join, points });
            }
        }
        let shares = self.steps.iter().filter_map(|step| Some((step.x, step.share()?))).collect();
        let shares =
            Points { name: "with a solution".into(), look: look(6), join: Join::Lines, points: shares };
        let unit = if self.unit == Measured::Time { " (s)" } else { "" };
        let cost = Scale::logarithmic(format!("median of the {}{unit}", self.unit.name()));
        let share = Scale::linear("share with a solution");
        let mut below = Pgf::new(Scale::linear(&self.axis), share, vec![shares]);
        below.options = "  height=0.3\\linewidth, ymin=0, ymax=1,\n".to_string();
        vec![Pgf::new(Scale::linear(&self.axis), cost, series), below]
    }

    pub(super) fn data(&self) -> Data {
        let mut data =
            Data::new(&["strategy", "x", "lower_quartile", "median", "upper_quartile", "with", "without"]);
        data.columns[1].clone_from(&self.axis);
        for curve in &self.curves {
            for &(x, values) in &curve.points {
                let step = self.steps.iter().find(|step| step.x == x);
                let counts = step.map_or((0, 0), |step| (step.with, step.without));
                let mut row = vec![curve.name.clone(), number(x)];
                row.extend(values.map(|value| figure(Some(value))));
                row.extend([counts.0.to_string(), counts.1.to_string()]);
                data.rows.push(row);
            }
        }
        data
    }
}

fn curve(line: &SweptStrategy, sweep: &Sweep, series: &Series) -> Curve {
    let values = sweep.steps.iter().zip(&line.quartiles);
    let points = values.filter_map(|(step, quartiles)| Some((step.x, quartiles.as_ref()?.map(|f| f.value))));
    let hardest =
        line.hardest().map_or(String::new(), |at| format!(", hardest at {}", number(sweep.steps[at].x)));
    Curve {
        entry: format!("{}{hardest}", line.strategy),
        name: line.strategy.clone(),
        look: series.look(&line.strategy),
        points: points.collect(),
    }
}
