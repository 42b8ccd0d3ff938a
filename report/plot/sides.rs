//! A quantity against the side of the board, logarithmic: one line a strategy.

use super::axis::{Axis, Frame, Unit};
use super::canvas::{Canvas, Drawn, Head, MARGIN, Pen};
use super::data::{Data, figure};
use super::legend;
use super::marks;
use super::palette::{Look, Series};
use super::pgf::{Axes as Pgf, Join, Points, SECOND, Scale};
use crate::units::{grouped, time};
use coverlab_bench::statistics::Figure;
use plotters_backend::DrawingBackend;
use std::collections::BTreeMap;

const WIDTH: f64 = 960.0;

/// A quantity by strategy, in the order of the experiment, and by side.
pub(crate) struct BySide {
    /// Its identifier: `clauses`.
    pub(crate) id: String,
    /// Its name in a title.
    pub(crate) title: String,
    /// Whether it is a time, in nanoseconds.
    pub(crate) is_time: bool,
    /// The medians over instances.
    pub(crate) strategies: Vec<(String, BTreeMap<Sides, Figure>)>,
}

/// A shape by side, then by rows of a box.
pub(crate) type Sides = (usize, usize);

struct Curve {
    name: String,
    points: Vec<(f64, f64)>,
    look: Look,
}

/// The plot.
pub(crate) struct SidesPlot {
    pub(super) head: Head,
    quantity: String,
    is_time: bool,
    lines: Vec<Curve>,
}

impl SidesPlot {
    pub(crate) fn of(quantity: &BySide, series: &Series) -> SidesPlot {
        let line = |(name, values): &(String, _)| Curve {
            name: name.clone(),
            points: points(values),
            look: series.look(name),
        };
        let mut lines: Vec<Curve> = quantity.strategies.iter().map(line).collect();
        // The legend stands beside the ends of the lines, the largest on top.
        let end = |line: &Curve| line.points.last().copied().unwrap_or_default();
        lines.sort_by(|a, b| end(b).0.total_cmp(&end(a).0).then(end(b).1.total_cmp(&end(a).1)));
        let head = Head {
            title: format!("{} by size of the board", quantity.title),
            subtitle: "Medians over puzzles, logarithmic; in the legend the largest at the right comes first"
                .to_string(),
            width: WIDTH,
            height: 118.0 + legend::height(lines.len()).max(400.0),
        };
        SidesPlot { head, quantity: quantity.id.clone(), is_time: quantity.is_time, lines }
    }

    pub(super) fn draw<DB: DrawingBackend>(&self, canvas: &mut Canvas<DB>) -> Drawn<DB> {
        canvas.head(&self.head)?;
        let legend = legend::width(self.lines.iter().map(|line| line.name.as_str()));
        let frame =
            Frame { left: 96.0, right: WIDTH - legend - MARGIN, top: 84.0, bottom: self.head.height - 58.0 };
        let all = || self.lines.iter().flat_map(|line| line.points.iter());
        let x = Axis::marked(all().map(|point| point.0), frame.right - frame.left);
        let unit = if self.is_time { Unit::Nanoseconds } else { Unit::Count };
        let y = Axis::logarithmic(all().map(|point| point.1), unit, frame.height() * 2.0);
        canvas.axis_below(frame, &x, "side of the board")?;
        canvas.axis_left(frame, &y, if self.is_time { "CPU time" } else { &self.quantity })?;
        let chart = canvas.chart(frame, x, y)?;
        for (at, line) in self.lines.iter().enumerate() {
            let Look { color, dash, .. } = line.look;
            canvas.part(&line.name, false, |canvas| {
                canvas.curve(&chart, &line.points, Pen(color, 1.8, dash))?;
                let told = |&(side, value): &(f64, f64)| {
                    let shown = if self.is_time { time(value) } else { grouped(value) };
                    ((side, value), format!("{}: {shown} at {side}x{side}", line.name))
                };
                marks::draw(canvas, &chart, (line.look, 4.0), line.points.iter().map(told))
            })?;
            legend::entry(canvas, (frame, at), (&line.name, line.look), &line.name, legend)?;
        }
        Ok(())
    }

    pub(super) fn pgf(&self) -> Vec<Pgf> {
        let unit = if self.is_time { SECOND } else { 1.0 };
        let series = self.lines.iter().map(|line| Points {
            name: line.name.clone(),
            look: line.look,
            join: Join::Lines,
            points: line.points.iter().map(|&(side, value)| (side, value / unit)).collect(),
        });
        let quantity = if self.is_time { "CPU time (s)" } else { &self.quantity };
        vec![Pgf::new(
            Scale::logarithmic("side of the board"),
            Scale::logarithmic(quantity),
            series.collect(),
        )]
    }

    pub(super) fn data(&self) -> Data {
        let unit = if self.is_time { format!("{}_ns", self.quantity) } else { self.quantity.clone() };
        let mut data = Data::new(&["strategy", "side", &unit]);
        for line in &self.lines {
            let row = |&(side, value)| vec![line.name.clone(), figure(Some(side)), figure(Some(value))];
            data.rows.extend(line.points.iter().map(row));
        }
        data
    }
}

fn points(values: &BTreeMap<Sides, Figure>) -> Vec<(f64, f64)> {
    values.iter().map(|(&(side, _), figure)| (side as f64, figure.value.max(1.0))).collect()
}
