//! CPU time against size, with the line that was fitted: a straight one, since time is
//! logarithmic.

use super::axis::{Axis, Frame, Unit};
use super::canvas::{Canvas, Chart, Dash, Drawn, Head, MARGIN, Pen};
use super::data::{Data, figure};
use super::legend;
use super::marks;
use super::palette::{Look, Series};
use super::pgf::{Axes as Pgf, Join, Points, SECOND, Scale};
use crate::growth::{Fit, Growth};
use crate::units::{significant, time};
use plotters_backend::DrawingBackend;

const WIDTH: f64 = 960.0;

struct Curve {
    name: String,
    points: Vec<(f64, f64)>,
    /// The fitted line and its factor, where it fits.
    fit: Option<(Fit, f64)>,
    look: Look,
}

/// The plot.
pub(crate) struct GrowthPlot {
    pub(super) head: Head,
    lines: Vec<Curve>,
}

impl GrowthPlot {
    pub(crate) fn of(name: &str, growths: &[Growth], series: &Series) -> GrowthPlot {
        let line = |growth: &Growth| Curve {
            name: growth.strategy.clone(),
            points: growth.points.iter().map(|point| (point.size, point.time)).collect(),
            fit: growth.time.and_then(|fit| Some((fit, fit.factor()?))),
            look: series.look(&growth.strategy),
        };
        let lines: Vec<Curve> = growths.iter().map(line).collect();
        let head = Head {
            title: format!("How does the cost of {name} grow with size?"),
            subtitle:
                "CPU time, logarithmic; thin lines are fitted where the search dominates, with the factor a size"
                    .to_string(),
            width: WIDTH,
            height: 118.0 + legend::height(lines.len()).max(380.0),
        };
        GrowthPlot { head, lines }
    }

    pub(super) fn draw<DB: DrawingBackend>(&self, canvas: &mut Canvas<DB>) -> Drawn<DB> {
        canvas.head(&self.head)?;
        let entries: Vec<String> = self.lines.iter().map(entry).collect();
        let legend = legend::width(entries.iter().map(String::as_str));
        let frame =
            Frame { left: 86.0, right: WIDTH - legend - MARGIN, top: 84.0, bottom: self.head.height - 58.0 };
        let all = || self.lines.iter().flat_map(|line| line.points.iter());
        let x = Axis::whole(all().map(|point| point.0));
        let y = Axis::logarithmic(all().map(|point| point.1), Unit::Nanoseconds, frame.height() * 2.0);
        canvas.axis_below(frame, &x, "size")?;
        canvas.axis_left(frame, &y, "CPU time")?;
        let (low, high) = y.ends();
        let chart = canvas.chart(frame, x, y)?;
        for (at, line) in self.lines.iter().enumerate() {
            canvas.part(&line.name, false, |canvas| draw_line(canvas, &chart, line, (low, high)))?;
            legend::entry(canvas, (frame, at), (&line.name, line.look), &entries[at], legend)?;
        }
        Ok(())
    }

    pub(super) fn pgf(&self) -> Vec<Pgf> {
        let mut series = Vec::new();
        for Curve { name, points, fit, look } in &self.lines {
            let of = |join, points| Points { name: name.clone(), look: *look, join, points };
            let seconds = points.iter().map(|&(size, cost)| (size, cost / SECOND)).collect();
            series.push(of(Join::Lines, seconds));
            if let Some((fit, _)) = fit {
                let ends = [fit.sizes.0, fit.sizes.1].map(|size| (size, fit.at(size) / SECOND));
                series.push(of(Join::Thin, ends.to_vec()));
            }
        }
        vec![Pgf::new(Scale::linear("size"), Scale::logarithmic("CPU time (s)"), series)]
    }

    pub(super) fn data(&self) -> Data {
        let mut data = Data::new(&["strategy", "size", "solve_cpu_ns", "fitted_ns"]);
        for line in &self.lines {
            data.rows.extend(line.points.iter().map(|&(size, cost)| {
                let fitted = figure(line.fit.map(|(fit, _)| fit.at(size)));
                vec![line.name.clone(), figure(Some(size)), figure(Some(cost)), fitted]
            }));
        }
        data
    }
}

fn draw_line<DB: DrawingBackend>(
    canvas: &mut Canvas<DB>,
    chart: &Chart<'_, DB>,
    line: &Curve,
    (low, high): (f64, f64),
) -> Drawn<DB> {
    let Look { color, dash, .. } = line.look;
    canvas.curve(chart, &line.points, Pen(color, 1.8, dash))?;
    if let Some((fit, _)) = line.fit {
        let ends = [fit.sizes.0, fit.sizes.1].map(|size| (size, fit.at(size).clamp(low, high)));
        canvas.curve(chart, &ends, Pen(color, 0.8, Dash::Solid))?;
    }
    let told =
        |&(size, cost): &(f64, f64)| ((size, cost), format!("{}: {} at {size}", line.name, time(cost)));
    marks::draw(canvas, chart, (line.look, 4.0), line.points.iter().map(told))
}

fn entry(line: &Curve) -> String {
    match line.fit {
        Some((_, factor)) => format!("{}×  {}", significant(factor), line.name),
        None => format!("–  {}", line.name),
    }
}
