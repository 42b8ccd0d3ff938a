//! Line plots: a line with markers for each strategy, a legend at the right and, in some plots, a second chart below.

use super::Picture;
use super::axis::Axis;
use super::canvas::{Canvas, Chart, Dash, Frame, INK, MARGIN, Pen, PictureHeader, Point, RULE, SOFT, WIDTH};
use super::draw_axes::room_left;
use super::font::{self, Anchor};
use super::marker::{Marker, MarkerStyle};
use super::palette::SeriesStyle;
use coverlab_bench::statistics::BoundedValue;

/// The top of the first chart.
const TOP: f64 = 84.0;
/// The room below the last chart.
const BOTTOM: f64 = 58.0;
/// The room between two charts.
const BETWEEN: f64 = 46.0;
/// The minimum height of the only chart of a plot.
const HEIGHT: f64 = 356.0;
/// The height of an entry of the legend.
const ENTRY: f64 = 21.0;
/// The width of a line sample in the legend, with the gaps around it.
const SAMPLE: f64 = 54.0;
/// The maximum width of a legend.
const MAX_LEGEND: f64 = 400.0;
/// The width of a line.
const STROKE: f64 = 1.8;
/// The radius of a marker.
const RADIUS: f64 = 4.0;
/// The minimum distance of two markers of a line.
const MIN_DISTANCE: f64 = 8.0;

pub(crate) struct LinePlot {
    head: PictureHeader,
    /// Charts below each other, with the same x axis. The legend names the lines of the first.
    panels: Vec<Panel>,
    /// The plotted values.
    csv: String,
}

impl LinePlot {
    pub(super) fn new(title: String, subtitle: String, mut panels: Vec<Panel>, csv: String) -> LinePlot {
        let legend = panels[0].lines.len() as f64 * ENTRY + 8.0;
        panels[0].height = panels[0].height.max(legend);
        let heights: f64 = panels.iter().map(|panel| panel.height).sum();
        let height = TOP + heights + BETWEEN * (panels.len() - 1) as f64 + BOTTOM;
        LinePlot { head: PictureHeader { title, subtitle, width: WIDTH, height }, panels, csv }
    }
}

/// A chart of lines.
pub(super) struct Panel {
    pub(super) x: Axis,
    pub(super) y: Axis,
    /// The minimum height.
    pub(super) height: f64,
    pub(super) lines: Vec<Line>,
    /// The position of a dashed vertical line, and the words above it.
    pub(super) vertical_line: Option<(f64, String)>,
}

impl Panel {
    /// The only chart of a plot.
    pub(super) fn new(x: Axis, y: Axis, lines: Vec<Line>) -> Panel {
        Panel { x, y, height: HEIGHT, lines, vertical_line: None }
    }
}

/// The line of a strategy.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) style: SeriesStyle,
    /// The words in the legend.
    pub(super) entry: String,
    pub(super) points: Vec<Point>,
    pub(super) marks: Vec<MarkedPoint>,
    /// The lower and the upper edge of a band around the line.
    pub(super) band: Option<[Vec<Point>; 2]>,
    /// The ends of a fitted straight line.
    pub(super) fit: Option<[Point; 2]>,
}

/// A point of a line with a marker and a tooltip.
pub(super) struct MarkedPoint {
    pub(super) at: Point,
    pub(super) words: String,
    pub(super) kind: MarkKind,
}

/// The meaning of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkKind {
    Value,
    /// A lower bound, which an arrow upwards shows.
    LowerBound,
    /// A search that was cut short, which a bar across the line shows.
    Cut,
}

impl MarkedPoint {
    pub(super) fn new(at: Point, words: String) -> MarkedPoint {
        MarkedPoint { at, words, kind: MarkKind::Value }
    }

    /// The point for a cost at `x`. A logarithmic axis has no 0.
    pub(super) fn bounded(x: f64, cost: BoundedValue, words: String) -> MarkedPoint {
        let kind = if cost.lower_bound { MarkKind::LowerBound } else { MarkKind::Value };
        MarkedPoint { kind, ..MarkedPoint::new((x, cost.value.max(1.0)), words) }
    }
}

impl Line {
    /// A line through points that all have markers, with its name in the legend.
    pub(super) fn new(name: &str, style: SeriesStyle, marks: Vec<MarkedPoint>) -> Line {
        let points = marks.iter().map(|mark| mark.at).collect();
        let (name, entry) = (name.to_string(), name.to_string());
        Line { name, style, entry, points, marks, band: None, fit: None }
    }
}

impl Picture for LinePlot {
    fn head(&self) -> &PictureHeader {
        &self.head
    }

    fn draw(&self, canvas: &mut Canvas) {
        let panels = &self.panels;
        if panels.iter().all(|panel| panel.lines.iter().all(|line| line.points.is_empty())) {
            return canvas.nothing(&self.head, "No instance was solved.");
        }
        let entries = panels[0].lines.iter().map(|line| font::width(&line.entry, 12.0));
        let legend = (entries.fold(0.0, f64::max) + SAMPLE + 6.0).min(MAX_LEGEND);
        let left = panels.iter().map(|panel| room_left(&panel.y, panel.height)).fold(0.0, f64::max);
        let (right, mut top) = (WIDTH - legend - MARGIN, TOP);
        for (at, Panel { x, y, height, lines, vertical_line }) in panels.iter().enumerate() {
            let frame = Frame { left, right, top, bottom: top + height };
            let chart = canvas.chart(frame, x.clone(), y.clone());
            if at + 1 == panels.len() {
                canvas.axis_below(&chart);
            } else {
                canvas.grid_below(&chart);
            }
            canvas.axis_left(&chart);
            if let Some((value, words)) = vertical_line {
                draw_marked_x(canvas, &chart, *value, words);
            }
            draw_lines(canvas, &chart, lines);
            top += height + BETWEEN;
        }
        for (row, line) in panels[0].lines.iter().enumerate() {
            let place = (right + 18.0, TOP + 8.0 + row as f64 * ENTRY);
            canvas.series(&line.name, true, |canvas| draw_entry(canvas, line, place, legend));
        }
    }

    fn csv(&self) -> String {
        self.csv.clone()
    }
}

fn draw_marked_x(canvas: &mut Canvas, chart: &Chart, value: f64, words: &str) {
    let (x, _) = chart.locate((value, chart.y.ends().0));
    canvas.line(&[(x, chart.frame.top), (x, chart.frame.bottom)], Pen(RULE, 1.0, Dash::Long));
    canvas.text((x, chart.frame.top - 8.0), words, 12.0, SOFT, Anchor::Middle);
}

/// The bands, below all lines, and the lines.
fn draw_lines(canvas: &mut Canvas, chart: &Chart, lines: &[Line]) {
    let (low, high) = chart.y.ends();
    let place = |&(x, y): &Point| chart.locate((x, y.clamp(low, high)));
    for line in lines {
        let Some([lower, upper]) = &line.band else { continue };
        let corners: Vec<Point> = lower.iter().chain(upper.iter().rev()).map(place).collect();
        canvas.series(&line.name, false, |canvas| canvas.polygon(&corners, line.style.color, 0.12));
    }
    for line in lines {
        let points: Vec<Point> = on_scale(&line.points).iter().map(place).collect();
        let fit = line.fit.map(|ends| ends.each_ref().map(place));
        canvas.series(&line.name, false, |canvas| {
            canvas.line(&points, Pen(line.style.color, STROKE, line.style.dash));
            if let Some(ends) = fit {
                canvas.line(&ends, Pen(line.style.color, 0.8, Dash::Solid));
            }
            draw_marks(canvas, line, place);
        });
    }
}

fn draw_marks(canvas: &mut Canvas, line: &Line, place: impl Fn(&Point) -> Point) {
    let SeriesStyle { color, marker, .. } = line.style;
    let style = |marker| MarkerStyle { marker, radius: RADIUS, color, opacity: 1.0 };
    let mut last = (f64::NEG_INFINITY, 0.0);
    for MarkedPoint { at, words, kind } in &line.marks {
        let (x, y) = place(at);
        match kind {
            MarkKind::Value if (x - last.0).abs() + (y - last.1).abs() < MIN_DISTANCE => continue,
            MarkKind::Value => canvas.marker((x, y), style(marker)),
            MarkKind::LowerBound => {
                [Marker::Arrow, marker].into_iter().for_each(|marker| canvas.marker((x, y), style(marker)));
            }
            MarkKind::Cut => canvas.line(&[(x, y - 5.0), (x, y + 5.0)], Pen(color, 2.2, Dash::Solid)),
        }
        last = (x, y);
        canvas.tooltip((x, y), words.clone());
    }
}

fn draw_entry(canvas: &mut Canvas, line: &Line, (x, y): Point, legend: f64) {
    let SeriesStyle { color, dash, marker } = line.style;
    canvas.line(&[(x, y), (x + 28.0, y)], Pen(color, STROKE, dash));
    canvas.marker((x + 14.0, y), MarkerStyle { marker, radius: RADIUS, color, opacity: 1.0 });
    let words = font::shorten(&line.entry, 12.0, legend - SAMPLE);
    canvas.text((x + 36.0, y + 4.0), &words, 12.0, INK, Anchor::Start);
}

/// The points that are not behind a break of the axis.
fn on_scale(points: &[Point]) -> Vec<Point> {
    points.iter().copied().filter(|point| point.0.is_finite()).collect()
}
