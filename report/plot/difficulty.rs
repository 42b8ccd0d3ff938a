//! Plots of median nodes against a measure of difficulty, with a line per strategy.

use super::axis::{Axis, AxisUnit};
use super::canvas::Point;
use super::data::{csv, figure};
use super::lines::{Line, LinePlot, MarkedPoint, Panel};
use super::palette::SeriesStyles;
use crate::units::integer;
use coverlab_bench::instance_measure::InstanceMeasure;
use coverlab_bench::statistics::median;
use std::collections::BTreeMap;

/// The minimum number of instances with a value of the measure, for a median there.
const MIN_INSTANCES: usize = 5;

/// The nodes of each strategy by a measure of difficulty.
pub(crate) struct ByDifficulty {
    pub(crate) measure: InstanceMeasure,
    /// Pairs of the measure and nodes, for each strategy in the order of the experiment.
    pub(crate) strategies: Vec<(String, Vec<(f64, f64)>)>,
}

impl ByDifficulty {
    /// Whether a value of the measure has enough instances.
    pub(crate) fn has_medians(&self) -> bool {
        self.strategies.iter().any(|(_, pairs)| !ByDifficulty::medians(pairs).is_empty())
    }

    /// The median nodes at each value of the measure that enough instances have.
    fn medians(pairs: &[(f64, f64)]) -> Vec<(f64, f64)> {
        // Measures are not negative, so their bits are ordered like their values.
        let mut groups: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        pairs.iter().for_each(|(value, nodes)| groups.entry(value.to_bits()).or_default().push(*nodes));
        let large = groups.into_iter().filter(|(_, nodes)| nodes.len() >= MIN_INSTANCES);
        large.filter_map(|(bits, mut nodes)| Some((f64::from_bits(bits), median(&mut nodes)?))).collect()
    }
}

pub(crate) fn difficulty(corpus: &str, quantity: &ByDifficulty, styles: &SeriesStyles) -> LinePlot {
    let measure = quantity.measure.title();
    let medians = quantity.strategies.iter().map(|(name, pairs)| (name, ByDifficulty::medians(pairs)));
    let mut curves: Vec<(&String, Vec<Point>)> = medians.collect();
    let end = |points: &[Point]| points.last().map_or(0.0, |point| point.1);
    curves.sort_by(|a, b| end(&b.1).total_cmp(&end(&a.1)));
    let all = || curves.iter().flat_map(|(_, points)| points.iter().copied());
    let beyond = match all().any(|point| point.0.is_infinite()) {
        true => "; points behind the break of the axis are beyond the scale",
        false => "",
    };
    let rows = curves.iter().flat_map(|(name, points)| {
        points.iter().map(|(value, nodes)| vec![name.to_string(), figure(Some(*value)), figure(Some(*nodes))])
    });
    let csv = csv(&["strategy", measure, "nodes"], rows);
    let x = axis(quantity.measure, all().map(|point| point.0));
    let y = Axis::logarithmic("nodes", AxisUnit::Count, all().map(|point| point.1));
    let lines = curves.iter().map(|(name, points)| line(name, points, styles)).collect();
    let title = format!("Does difficulty predict search effort? {corpus}");
    let subtitle = format!("Median nodes, logarithmic, by {measure}{beyond}");
    LinePlot::new(title, subtitle, vec![Panel::new(x, y, lines)], csv)
}

/// The axis of a measure. Infinite values are beyond its scale.
fn axis(measure: InstanceMeasure, values: impl Iterator<Item = f64> + Clone) -> Axis {
    let (finite, title) = (values.clone().filter(|value| value.is_finite()), measure.title());
    let is_whole = finite.clone().all(|value| value.fract() == 0.0);
    let axis = if is_whole { Axis::whole(title, finite) } else { Axis::linear(title, finite) };
    let beyond = || measure.scale_end().map_or_else(|| "beyond".to_string(), |end| format!("> {end}"));
    if { values }.any(f64::is_infinite) { axis.with_beyond(beyond()) } else { axis }
}

fn line(name: &str, points: &[Point], styles: &SeriesStyles) -> Line {
    let mark = |&(value, nodes): &Point| {
        let at = if value.is_finite() { format!("at {value}") } else { "beyond the scale".to_string() };
        MarkedPoint::new((value, nodes.max(1.0)), format!("{name}: {} nodes {at}", integer(nodes)))
    };
    Line::new(name, styles.style(name), points.iter().map(mark).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Picture;
    use coverlab_bench::statistics::fixtures::{results, trial};

    #[test]
    fn puzzles_beyond_the_scale_are_behind_a_break_of_the_axis() {
        let pairs =
            [1.5, 2.6, f64::INFINITY].map(|rating| [(rating, 100.0 * rating.min(9.0)); MIN_INSTANCES]);
        let strategies = vec![("s".to_string(), pairs.concat())];
        let quantity = ByDifficulty { measure: InstanceMeasure::Explainer, strategies };
        let picture: Box<dyn Picture> =
            Box::new(difficulty("c", &quantity, &SeriesStyles::of(&results(&[trial("s", "i", 1)]))));
        assert_eq!(picture.csv().lines().last(), Some("s,inf,900"));
        let svg = picture.svg();
        assert!(svg.contains("&gt; 4.4</text>") && !svg.contains(">3.0</text>"), "{svg}");
    }

    #[test]
    fn a_median_needs_enough_instances() {
        let mut pairs = vec![(1.0, 9.0); MIN_INSTANCES];
        pairs.extend([(2.0, 1.0); MIN_INSTANCES - 1]);
        pairs.extend((0..MIN_INSTANCES).map(|k| (f64::INFINITY, k as f64)));
        assert_eq!(ByDifficulty::medians(&pairs), [(1.0, 9.0), (f64::INFINITY, 2.0)]);
    }
}
