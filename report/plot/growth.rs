//! Plots of CPU time against size. Time is logarithmic, so fits of exponential growth are straight lines.

use super::axis::{Axis, AxisUnit};
use super::data::{csv, figure};
use super::lines::{Line, LinePlot, MarkedPoint, Panel};
use super::palette::SeriesStyles;
use crate::growth::{Growth, SizeCost};
use crate::units::{multiple, time};

pub(crate) fn growth(name: &str, growths: &[Growth], styles: &SeriesStyles) -> LinePlot {
    let all = || growths.iter().flat_map(|growth| &growth.points);
    let x = Axis::whole("size", all().map(|point| point.size));
    let y = Axis::logarithmic("CPU time", AxisUnit::Nanoseconds, all().map(|point| point.time));
    let lines = growths.iter().map(|growth| line(growth, styles)).collect();
    let title = format!("How does the cost of {name} grow with size?");
    let subtitle =
        "CPU time, logarithmic; thin lines are fitted where the search dominates, with the factor a size";
    let csv = csv(&["strategy", "size", "solve_cpu_ns", "fitted_ns"], growths.iter().flat_map(rows));
    LinePlot::new(title, subtitle.to_string(), vec![Panel::new(x, y, lines)], csv)
}

fn line(Growth { strategy, points, time: fit, .. }: &Growth, styles: &SeriesStyles) -> Line {
    let mark = |point: &SizeCost| {
        let words = format!("{strategy}: {} at {}", time(point.time), point.size);
        MarkedPoint::new((point.size, point.time), words)
    };
    let fit = fit.filter(|fit| fit.factor().is_some());
    let factor = fit.and_then(|fit| fit.factor());
    let factor = factor.map_or_else(|| "–".to_string(), multiple);
    Line {
        entry: format!("{factor}  {strategy}"),
        fit: fit.map(|fit| [fit.sizes.0, fit.sizes.1].map(|size| (size, fit.at(size)))),
        ..Line::new(strategy, styles.style(strategy), points.iter().map(mark).collect())
    }
}

fn rows(growth: &Growth) -> impl Iterator<Item = Vec<String>> {
    let fit = growth.time.filter(|fit| fit.factor().is_some());
    growth.points.iter().map(move |point| {
        let fitted = fit.map(|fit| fit.at(point.size));
        let values = [Some(point.size), Some(point.time), fitted].map(figure);
        [growth.strategy.clone()].into_iter().chain(values).collect()
    })
}
