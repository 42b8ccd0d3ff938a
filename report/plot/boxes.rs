//! Box plots of the times of each strategy, over a shared axis.

use super::Picture;
use super::answers::{Answer, AnsweredRuns};
use super::axis::{Axis, AxisUnit};
use super::canvas::{Canvas, Chart, Dash, INK, Pen, PictureHeader, Tooltip};
use super::data::{csv, figure};
use super::marker::{Marker, MarkerStyle};
use super::palette::SeriesStyles;
use super::row_layout::{self, BAR, FigureColumn};
use crate::cell_notes::of_all;
use crate::group::is_seeded;
use crate::units::{pluralize, time};
use coverlab_bench::statistics::{InstanceResult, quantile};

/// The ends of the whiskers, the edges of the box, and the median between them.
const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
/// The height of a box. The ends of whiskers have half of it.
const BOX: f64 = BAR * 0.6;
/// The maximum number of points outside the whiskers with tooltips, the slowest first.
const MAX_NAMED: usize = 20;

/// A plot with a box per strategy.
pub(crate) struct Boxes {
    head: PictureHeader,
    rows: Vec<AnsweredRuns>,
    is_seeded: bool,
}

impl Boxes {
    pub(crate) fn new(name: &str, results: &[&InstanceResult], styles: &SeriesStyles) -> Boxes {
        let rows = AnsweredRuns::of(results, styles);
        let answered = rows.iter().map(|row| row.answers.len()).sum();
        let trials = pluralize(answered, "answer", "answers");
        let title = format!("How are the times of each strategy on {name} spread?");
        let subtitle = format!("CPU time of {trials}; searches without an answer are counted at the right");
        let head = row_layout::head(title, subtitle, rows.len());
        Boxes { head, rows, is_seeded: is_seeded(results.iter().copied()) }
    }

    /// The word for what is counted.
    fn counted_unit(&self) -> &'static str {
        if self.is_seeded { "run" } else { "instance" }
    }

    fn axis(&self, name: &str) -> Axis {
        let times = self.rows.iter().flat_map(|row| row.answers.iter().map(|answer| answer.time));
        Axis::logarithmic(name, AxisUnit::Nanoseconds, times)
    }
}

impl Picture for Boxes {
    fn head(&self) -> &PictureHeader {
        &self.head
    }

    fn draw(&self, canvas: &mut Canvas) {
        if self.rows.iter().all(|row| row.answers.is_empty()) {
            return canvas.nothing(&self.head, "No instance was solved.");
        }
        let figure = |row: &AnsweredRuns| of_all(row.answers.len(), row.runs);
        let figures = FigureColumn { title: "answered", width: 150.0, lift: BAR / 2.0 - 1.0, figure };
        let axis = self.axis(&format!("CPU time per {}", self.counted_unit()));
        row_layout::draw(canvas, &self.head, axis, &figures, &self.rows, |canvas, chart, row, base| {
            draw_row(canvas, chart, row, base - BAR / 2.0 - 3.0);
        });
    }

    fn csv(&self) -> String {
        let all = format!("{}s", self.counted_unit());
        let columns = [
            "strategy",
            &all,
            "answered",
            "solve_cpu_ns_p05",
            "solve_cpu_ns_p25",
            "solve_cpu_ns_p50",
            "solve_cpu_ns_p75",
            "solve_cpu_ns_p95",
        ];
        let rows = self.rows.iter().map(|row| {
            let quantiles = quantiles(row);
            let counts = [row.runs, row.answers.len()].map(|count| count.to_string());
            let values = (0..QUANTILES.len()).map(|at| figure(quantiles.map(|values| values[at])));
            [row.strategy.clone()].into_iter().chain(counts).chain(values).collect()
        });
        csv(&columns, rows)
    }
}

/// The times at [`QUANTILES`]; `None` without answers.
fn quantiles(row: &AnsweredRuns) -> Option<[f64; 5]> {
    let times: Vec<f64> = row.answers.iter().map(|answer| answer.time).collect();
    (!times.is_empty()).then(|| QUANTILES.map(|fraction| quantile(&times, fraction)))
}

fn draw_row(canvas: &mut Canvas, chart: &Chart, row: &AnsweredRuns, middle: f64) {
    let Some(values) = quantiles(row) else { return };
    let [low, left, center, right, high] = values.map(|value| chart.locate((value, 0.0)).0);
    let (top, bottom) = (middle - BOX / 2.0, middle + BOX / 2.0);
    let pen = Pen(row.style.color, 1.5, Dash::Solid);
    for (from, to) in [(low, left), (right, high)] {
        canvas.line(&[(from, middle), (to, middle)], pen);
    }
    for end in [low, high] {
        canvas.line(&[(end, middle - BOX / 4.0), (end, middle + BOX / 4.0)], pen);
    }
    // A box of equal values stays visible.
    let place = ((left, top), ((right - left).max(1.0), BOX));
    canvas.block(place.0, place.1, row.style.color, 0.3);
    canvas.line(&[(left, top), (right, top), (right, bottom), (left, bottom), (left, top)], pen);
    canvas.line(&[(center, top - 3.0), (center, bottom + 3.0)], Pen(INK, 1.8, Dash::Solid));
    let [_, from, median, to, _] = values.map(time);
    let words = format!("{}: median {median}, the middle half from {from} to {to}", row.strategy);
    canvas.tooltips.push(Tooltip { place, words, instance: None });
    draw_outside(canvas, chart, row, middle);
}

/// The answers outside the whiskers, the slowest first and the fastest last.
fn outside(row: &AnsweredRuns) -> impl Iterator<Item = &Answer> {
    let [low, .., high] = quantiles(row).unwrap_or_default();
    let fastest = row.answers.iter().take_while(move |answer| answer.time < low);
    row.answers.iter().rev().take_while(move |answer| answer.time > high).chain(fastest)
}

/// Draws the instances outside the whiskers.
fn draw_outside(canvas: &mut Canvas, chart: &Chart, row: &AnsweredRuns, y: f64) {
    let mut last = f64::NAN;
    for (at, answer) in outside(row).enumerate() {
        let (x, _) = chart.locate((answer.time, 0.0));
        if (x - last).abs() < 0.5 {
            continue;
        }
        last = x;
        canvas.marker(
            (x, y),
            MarkerStyle { marker: Marker::Circle, radius: 2.5, color: row.style.color, opacity: 0.7 },
        );
        if at < MAX_NAMED {
            let words = format!("{}: {} {}", answer.name, row.strategy, time(answer.time));
            canvas.tooltip((x, y), words, Some(answer.number));
        }
    }
}
