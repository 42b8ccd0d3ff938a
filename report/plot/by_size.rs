//! Plots of a quantity against the side of the board, with a line per strategy.

use super::axis::{Axis, AxisUnit};
use super::data::{bounded_figure, csv, figure};
use super::lines::{Line, LinePlot, MarkedPoint, Panel};
use super::palette::SeriesStyles;
use crate::cell_notes::bounded;
use crate::units::{integer, time};
use coverlab_bench::statistics::BoundedValue;
use std::collections::BTreeMap;

/// A quantity by strategy and size of the board.
pub(crate) struct BySize {
    /// The id of the quantity, such as `clauses`.
    pub(crate) id: String,
    /// The name of the quantity in titles.
    pub(crate) title: String,
    /// The column of the record, in nanoseconds, if the quantity is a time.
    pub(crate) time: Option<&'static str>,
    /// The medians over instances by size, for each strategy in the order of the experiment.
    pub(crate) strategies: Vec<(String, BTreeMap<BoardSize, BoundedValue>)>,
}

/// The side of a board, and the rows of a box.
pub(crate) type BoardSize = (usize, usize);

pub(crate) fn by_size(quantity: &BySize, styles: &SeriesStyles) -> LinePlot {
    let BySize { id, title, time, strategies } = quantity;
    let is_time = time.is_some();
    let mut lines: Vec<Line> = strategies.iter().map(|it| line(it, is_time, styles)).collect();
    // The legend is beside the ends of the lines, in the same order.
    let end = |line: &Line| line.points.last().copied().unwrap_or_default();
    lines.sort_by(|a, b| end(b).0.total_cmp(&end(a).0).then(end(b).1.total_cmp(&end(a).1)));
    let all = || lines.iter().flat_map(|line| line.points.iter());
    let x = Axis::marked("side of the board", all().map(|point| point.0));
    let name = if is_time { "CPU time" } else { id };
    let y = Axis::logarithmic(name, AxisUnit::time_if(is_time), all().map(|point| point.1));
    let column = if is_time { format!("{id}_ns") } else { id.clone() };
    let rows = strategies.iter().flat_map(|(name, values)| {
        values.iter().map(|(&(side, _), value)| {
            vec![name.clone(), figure(Some(side as f64)), bounded_figure(Some(*value))]
        })
    });
    let csv = csv(&["strategy", "side", &column], rows);
    let title = format!("{title} by size of the board");
    let subtitle = "Medians over puzzles, logarithmic; in the legend the largest at the right comes first";
    LinePlot::new(title, subtitle.to_string(), vec![Panel::new(x, y, lines)], csv)
}

fn line(
    (name, values): &(String, BTreeMap<BoardSize, BoundedValue>),
    is_time: bool,
    styles: &SeriesStyles,
) -> Line {
    let mark = |(&(side, _), figure): (&BoardSize, &BoundedValue)| {
        let shown = bounded(*figure, if is_time { &time } else { &integer });
        MarkedPoint::bounded(side as f64, *figure, format!("{name}: {shown} at {side}x{side}"))
    };
    Line::new(name, styles.style(name), values.iter().map(mark).collect())
}
