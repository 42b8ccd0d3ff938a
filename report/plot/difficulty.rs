//! Median nodes against a measure of difficulty, a line a strategy.

use super::axis::{Axis, Frame, Unit};
use super::canvas::{Canvas, Drawn, Head, MARGIN, Pen};
use super::data::{Data, figure};
use super::legend;
use super::marks;
use super::palette::{Look, Series};
use super::pgf::{Axes as Pgf, Join, Points, Scale};
use crate::units::grouped;
use coverlab_bench::measure::Measure;
use coverlab_bench::statistics::median;
use plotters_backend::DrawingBackend;
use std::collections::BTreeMap;

const WIDTH: f64 = 960.0;
/// Distance right of the end of the scale at which points beyond it stand.
const BEYOND: f64 = 0.4;

/// The fewest instances with a value of a measure whose median is drawn.
const FEWEST: usize = 5;

/// The nodes of each strategy by a measure of difficulty.
pub(crate) struct ByDifficulty {
    /// The measure.
    pub(crate) measure: Measure,
    /// For each strategy, in the order of the experiment, pairs of the measure and nodes.
    pub(crate) strategies: Vec<(String, Vec<(f64, f64)>)>,
}

impl ByDifficulty {
    /// The median nodes at each value of the measure that enough instances have.
    fn medians(pairs: &[(f64, f64)]) -> Vec<(f64, f64)> {
        // No measure is negative, so that the order of the bits is that of the values.
        let mut groups: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        pairs.iter().for_each(|(value, nodes)| groups.entry(value.to_bits()).or_default().push(*nodes));
        let large = groups.into_iter().filter(|(_, nodes)| nodes.len() >= FEWEST);
        large.filter_map(|(bits, mut nodes)| Some((f64::from_bits(bits), median(&mut nodes)?))).collect()
    }
}

struct Curve {
    name: String,
    /// The measure and the median of nodes.
    points: Vec<(f64, f64)>,
    look: Look,
}

/// The plot.
pub(crate) struct DifficultyPlot {
    pub(super) head: Head,
    measure: &'static str,
    lines: Vec<Curve>,
}

impl DifficultyPlot {
    pub(crate) fn of(corpus: &str, quantity: &ByDifficulty, series: &Series) -> DifficultyPlot {
        let line = |(name, pairs): &(String, Vec<(f64, f64)>)| Curve {
            name: name.clone(),
            points: ByDifficulty::medians(pairs),
            look: series.look(name),
        };
        let mut lines: Vec<Curve> = quantity.strategies.iter().map(line).collect();
        let end = |line: &Curve| line.points.last().map_or(0.0, |point| point.1);
        lines.sort_by(|a, b| end(b).total_cmp(&end(a)));
        let measure = quantity.measure.title();
        let beyond = lines.iter().flat_map(|line| &line.points).any(|point| point.0.is_infinite());
        let beyond = if beyond { "; points behind the last gap are beyond the scale" } else { "" };
        let head = Head {
            title: format!("Does difficulty predict search effort? {corpus}"),
            subtitle: format!("Median nodes, logarithmic, by {measure}{beyond}"),
            width: WIDTH,
            height: 118.0 + legend::height(lines.len()).max(380.0),
        };
        DifficultyPlot { head, measure, lines }
    }

    pub(super) fn draw<DB: DrawingBackend>(&self, canvas: &mut Canvas<DB>) -> Drawn<DB> {
        canvas.head(&self.head)?;
        let legend = legend::width(self.lines.iter().map(|line| line.name.as_str()));
        let frame =
            Frame { left: 86.0, right: WIDTH - legend - MARGIN, top: 84.0, bottom: self.head.height - 58.0 };
        let all = || self.lines.iter().flat_map(|line| line.points.iter());
        let last = all().map(|point| point.0).filter(|value| value.is_finite()).fold(0.0, f64::max);
        let place = |value: f64| if value.is_finite() { value } else { last + BEYOND };
        let whole = all().all(|point| point.0.fract() == 0.0);
        let values = all().map(|point| place(point.0));
        let x = if whole { Axis::whole(values) } else { Axis::linear(values, frame.right - frame.left) };
        let y = Axis::logarithmic(all().map(|point| point.1), Unit::Count, frame.height() * 2.0);
        canvas.axis_below(frame, &x, self.measure)?;
        canvas.axis_left(frame, &y, "nodes")?;
        let chart = canvas.chart(frame, x, y)?;
        for (at, line) in self.lines.iter().enumerate() {
            let Look { color, dash, .. } = line.look;
            let seen = |&(value, nodes): &(f64, f64)| (place(value), nodes.max(1.0));
            let points: Vec<(f64, f64)> = line.points.iter().map(seen).collect();
            let told = line.points.iter().map(|point @ &(value, nodes)| {
                let at =
                    if value.is_finite() { format!("at {value}") } else { "beyond the scale".to_string() };
                (seen(point), format!("{}: {} nodes {at}", line.name, grouped(nodes)))
            });
            canvas.part(&line.name, false, |canvas| {
                canvas.curve(&chart, &points, Pen(color, 1.8, dash))?;
                marks::draw(canvas, &chart, (line.look, 4.0), told)
            })?;
            legend::entry(canvas, (frame, at), (&line.name, line.look), &line.name, legend)?;
        }
        Ok(())
    }

    /// Points beyond the scale are left out.
    pub(super) fn pgf(&self) -> Vec<Pgf> {
        let series = self.lines.iter().map(|line| Points {
            name: line.name.clone(),
            look: line.look,
            join: Join::Lines,
            points: line.points.iter().copied().filter(|point| point.0.is_finite()).collect(),
        });
        vec![Pgf::new(Scale::linear(self.measure), Scale::logarithmic("nodes"), series.collect())]
    }

    pub(super) fn data(&self) -> Data {
        let mut data = Data::new(&["strategy", self.measure, "nodes"]);
        for line in &self.lines {
            let row = |&(value, nodes)| vec![line.name.clone(), figure(Some(value)), figure(Some(nodes))];
            data.rows.extend(line.points.iter().map(row));
        }
        data
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_needs_enough_instances() {
        let mut pairs = vec![(1.0, 9.0); FEWEST];
        pairs.extend([(2.0, 1.0); FEWEST - 1]);
        pairs.extend((0..FEWEST).map(|k| (f64::INFINITY, k as f64)));
        assert_eq!(ByDifficulty::medians(&pairs), [(1.0, 9.0), (f64::INFINITY, 2.0)]);
    }
}
