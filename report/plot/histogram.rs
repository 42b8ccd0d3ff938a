//! Histograms of the nodes of each strategy, a row per strategy, with shared bins.

use super::Picture;
use super::answers::AnsweredRuns;
use super::axis::{Axis, AxisUnit};
use super::canvas::{Canvas, Chart, Dash, INK, Pen, PictureHeader, Tooltip};
use super::data::{csv, figure};
use super::palette::SeriesStyles;
use super::row_layout::{self, BAR, FigureColumn};
use crate::units::{integer, pluralize};
use coverlab_bench::statistics::{InstanceResult, quantile};
use std::collections::BTreeMap;

/// The number of bins per factor of ten.
const PER_DECADE: f64 = 5.0;

/// A plot with a histogram per strategy.
pub(crate) struct Histogram {
    head: PictureHeader,
    rows: Vec<AnsweredRuns>,
    answered: usize,
}

impl Histogram {
    pub(crate) fn new(name: &str, results: &[&InstanceResult], styles: &SeriesStyles) -> Histogram {
        let rows = AnsweredRuns::of(results, styles);
        let answered = rows.iter().map(|row| row.nodes.len()).sum();
        let searches = pluralize(answered, "search", "searches");
        let title = format!("How many nodes do the searches on {name} take?");
        let subtitle = format!("{searches} that were answered; searches without an answer are left out");
        Histogram { head: row_layout::head(title, subtitle, rows.len()), rows, answered }
    }

    fn axis(&self, name: &str) -> Axis {
        Axis::logarithmic(name, AxisUnit::Count, self.rows.iter().flat_map(|row| row.nodes.iter().copied()))
    }
}

impl Picture for Histogram {
    fn head(&self) -> &PictureHeader {
        &self.head
    }

    fn draw(&self, canvas: &mut Canvas) {
        if self.answered == 0 {
            return canvas.nothing(&self.head, "No search with counted nodes was answered.");
        }
        let figure = |row: &AnsweredRuns| median(row).map_or_else(|| "–".to_string(), integer);
        let figures = FigureColumn { title: "median", width: 130.0, lift: 6.0, figure };
        let axis = self.axis("nodes (searches without any are counted at 1)");
        let shares = self.rows.iter().flat_map(|row| bins(row).into_values());
        let largest = shares.fold(0.0, f64::max);
        row_layout::draw(canvas, &self.head, axis, &figures, &self.rows, |canvas, chart, row, base| {
            draw_row(canvas, chart, row, (base, largest));
        });
    }

    fn csv(&self) -> String {
        let rows = self
            .rows
            .iter()
            .flat_map(|row| row.nodes.iter().map(|&nodes| vec![row.strategy.clone(), figure(Some(nodes))]));
        csv(&["strategy", "nodes"], rows)
    }
}

/// The share of a strategy's searches in each bin. Bin 0 begins at 1 node.
fn bins(row: &AnsweredRuns) -> BTreeMap<i64, f64> {
    let mut bins = BTreeMap::new();
    for nodes in &row.nodes {
        // The small addend compensates rounding, so that 10, 100, … are in the bins that they begin.
        let bin = (nodes.max(1.0).log10() * PER_DECADE + 1e-9).floor() as i64;
        *bins.entry(bin).or_default() += 1.0 / row.nodes.len() as f64;
    }
    bins
}

fn median(row: &AnsweredRuns) -> Option<f64> {
    (!row.nodes.is_empty()).then(|| quantile(&row.nodes, 0.5))
}

/// The first value of a bin.
fn edge(bin: i64) -> f64 {
    10f64.powf(bin as f64 / PER_DECADE)
}

fn draw_row(canvas: &mut Canvas, chart: &Chart, row: &AnsweredRuns, (base, largest): (f64, f64)) {
    let x = |value: f64| chart.locate((value, 0.0)).0;
    for (bin, share) in bins(row) {
        let left = x(edge(bin)).max(chart.frame.left);
        let right = x(edge(bin + 1)).min(chart.frame.right);
        let height = (BAR * share / largest).max(1.0);
        let place = ((left, base - height), ((right - left - 1.0).max(1.0), height));
        canvas.block(place.0, place.1, row.style.color, 0.75);
        let count = pluralize((share * row.nodes.len() as f64).round() as usize, "search", "searches");
        let (from, to) = (integer(edge(bin).ceil()), integer((edge(bin + 1) - 1e-6).floor()));
        let words = format!("{}: {count} of {from} to {to} nodes", row.strategy);
        canvas.tooltips.push(Tooltip { place, words, instance: None });
    }
    let Some(median) = median(row) else { return };
    let x = x(median.max(1.0));
    canvas.line(&[(x, base - BAR - 5.0), (x, base)], Pen(INK, 1.4, Dash::Solid));
}
