//! Plots for papers in PGFPlots, and a CSV file with the values that they read.
//!
//! PGFPlots splits a line at every comma, quoted or not, and names of strategies contain commas. So the values have a file of
//! their own, with numbers alone: the points of series n are in the columns `xn` and `yn`, and short columns end in `nan`.

use super::axis::{Axis, AxisUnit};
use super::canvas::{Dash, Point};
use super::marker::Marker;
use super::palette::SeriesStyle;
use crate::escape::tex as escape;
use plotters::style::RGBColor;
use std::fmt::Write;

/// The maximum number of points of a series, because TeX holds them all in memory.
const MAX_POINTS: usize = 500;
/// The maximum number of points of a line that all have markers.
const MAX_MARKED: usize = 12;
/// The length of an axis in pixels, by which the ticks beside a break are chosen.
const TICK_ROOM: f64 = 440.0;
/// Nanoseconds in a second.
pub(super) const SECOND: f64 = 1e9;

/// The label of an axis. Times are in seconds.
fn label(axis: &Axis) -> String {
    let unit = if axis.unit == AxisUnit::Nanoseconds { " (s)" } else { "" };
    escape(&format!("{}{unit}", axis.name))
}

fn mode(axis: &Axis) -> &'static str {
    if axis.is_logarithmic { "log" } else { "normal" }
}

/// The unit of PGFPlots in the unit of an axis: times are in seconds.
pub(super) fn divisor(axis: &Axis) -> f64 {
    if axis.unit == AxisUnit::Nanoseconds { SECOND } else { 1.0 }
}

/// How the points of a series are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PointJoin {
    Lines,
    /// By thin lines, without markers and without an entry in the legend.
    Thin,
    /// By steps, each of which begins at a point.
    Steps,
    /// Not at all; the markers are small, because there are many points.
    Points,
    /// Not at all.
    Marks,
}

/// A series, in the units of its axes.
pub(super) struct PgfSeries {
    /// The entry in the legend; without a name there is none.
    pub(super) name: String,
    pub(super) style: SeriesStyle,
    pub(super) join: PointJoin,
    pub(super) points: Vec<Point>,
}

/// A pair of axes with series.
pub(crate) struct Axes {
    x: Axis,
    y: Axis,
    series: Vec<PgfSeries>,
    /// Further options of the axis environment.
    pub(super) options: String,
    /// Further lines in the axis environment.
    pub(super) lines: String,
}

impl Axes {
    pub(super) fn new(x: Axis, y: Axis, series: Vec<PgfSeries>) -> Axes {
        Axes { x, y, series, options: String::new(), lines: String::new() }
    }
}

/// A plot for TeX.
pub(crate) struct PgfPlot {
    pub(crate) tex: String,
    /// The name and the content of the file of values that the picture reads.
    pub(crate) values: Option<(String, String)>,
}

/// The TeX of the plot called `id`.
pub(super) fn write(id: &str, title: &str, axes: &[Axes]) -> PgfPlot {
    let file = format!("{id}.points.csv");
    let mut tex =
        format!("% {}\n% Needs \\usepackage{{pgfplots}} and \\pgfplotsset{{compat=1.18}}", escape(title));
    if axes.iter().any(|axes| axes.options.contains("boxplot")) {
        tex.push_str(" and \\usepgfplotslibrary{statistics}");
    }
    let has_values = axes.iter().any(|axes| !axes.series.is_empty());
    if has_values {
        let _ = write!(tex, "; reads {file}, below table/search path");
    }
    tex.push_str(".\n");
    let mut columns = Vec::new();
    for (at, axes) in axes.iter().enumerate() {
        tex.push_str(if at > 0 { "\\par\\medskip\n" } else { "" });
        picture(&mut tex, axes, &file, &mut columns);
    }
    PgfPlot { tex, values: has_values.then(|| (file, csv(&columns))) }
}

/// The options and the lines of an x axis with a break: a tick for infinite values, whose position has no meaning, and a line.
fn axis_break(x: &Axis) -> Option<(String, String)> {
    let (ticks, beyond): (Vec<_>, Vec<_>) =
        x.ticks(TICK_ROOM).into_iter().partition(|tick| tick.value.is_finite());
    let label = beyond.into_iter().find_map(|tick| tick.label)?;
    let ticks: Vec<String> = ticks.iter().map(|tick| format!("{:.6}", tick.value)).collect();
    let ((low, high), place) = (x.ends(), place(x, f64::INFINITY));
    let end = low + (high - low) / x.break_position()?;
    let options = format!(
        "  xmin={low}, xmax={end}, xtick={{{}}},\n  extra x ticks={{{place}}}, extra x tick labels={{{}}},\n",
        ticks.join(","),
        escape(&label)
    );
    let side = |height: u8| format!("({{axis cs:{high},1}} |- {{rel axis cs:0,{height}}})");
    let lines = format!("\\draw[gray, densely dotted] {} -- {};\n", side(0), side(1));
    Some((options, lines))
}

/// The value of PGFPlots at the position of `value`, which differs from it behind a break of the axis.
fn place(axis: &Axis, value: f64) -> f64 {
    let (low, high) = axis.ends();
    match axis.break_position() {
        Some(end) if value.is_infinite() => low + (high - low) * axis.position(value) / end,
        _ => value / divisor(axis),
    }
}

fn picture(tex: &mut String, axes: &Axes, file: &str, columns: &mut Vec<Vec<Point>>) {
    let (break_options, break_lines) = axis_break(&axes.x).unwrap_or_default();
    let _ = write!(
        tex,
        "\\begin{{tikzpicture}}\n\\begin{{axis}}[\n  width=0.7\\linewidth, height=0.5\\linewidth,\n  \
         xmode={}, ymode={},\n  xlabel={{{}}},\n  ylabel={{{}}},\n  grid=major, grid style={{gray!20}},\n  \
         legend pos=outer north east, legend cell align=left, legend style={{font=\\footnotesize, draw=none}},\n{}{}]\n{}{}",
        mode(&axes.x),
        mode(&axes.y),
        label(&axes.x),
        label(&axes.y),
        break_options,
        axes.options,
        break_lines,
        axes.lines,
    );
    for series in &axes.series {
        let number = columns.len() + 1;
        let points = thinned(&series.points).into_iter().map(|(x, y)| (place(&axes.x, x), place(&axes.y, y)));
        let points: Vec<Point> = points.collect();
        let _ = writeln!(
            tex,
            "\\addplot[{}] table[col sep=comma, x=x{number}, y=y{number}] {{{file}}};",
            style(series, points.len())
        );
        if series.join != PointJoin::Thin && !series.name.is_empty() {
            let _ = writeln!(tex, "\\addlegendentry{{{}}}", escape(&series.name));
        }
        columns.push(points);
    }
    tex.push_str("\\end{axis}\n\\end{tikzpicture}\n");
}

/// At most [`MAX_POINTS`] of the points, evenly spaced, with the first and the last.
fn thinned(points: &[Point]) -> Vec<Point> {
    if points.len() <= MAX_POINTS {
        return points.to_vec();
    }
    let place = |at: usize| at * (points.len() - 1) / (MAX_POINTS - 1);
    (0..MAX_POINTS).map(|at| points[place(at)]).collect()
}

/// The file of values, with two columns for each series.
fn csv(columns: &[Vec<Point>]) -> String {
    let names = (1..=columns.len()).map(|at| format!("x{at},y{at}")).collect::<Vec<_>>();
    let mut text = format!("{}\n", names.join(","));
    for row in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
        let value = |column: &Vec<Point>| {
            column.get(row).map_or_else(|| "nan,nan".to_string(), |(x, y)| format!("{x:e},{y:e}"))
        };
        let values: Vec<String> = columns.iter().map(value).collect();
        let _ = writeln!(text, "{}", values.join(","));
    }
    text
}

/// A color for TikZ.
pub(super) fn color(RGBColor(red, green, blue): RGBColor) -> String {
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

fn style(series: &PgfSeries, points: usize) -> String {
    let SeriesStyle { color: paint, marker, dash } = series.style;
    let color = color(paint);
    let dash = match dash {
        Dash::Solid => "solid",
        Dash::Long => "dashed",
        Dash::Short => "densely dotted",
    };
    let mark = mark(marker);
    let forget = if series.name.is_empty() { ", forget plot" } else { "" };
    match series.join {
        PointJoin::Thin => format!("color={color}, solid, thin, opacity=0.5, no marks, forget plot"),
        PointJoin::Steps => format!("color={color}, {dash}, const plot, no marks"),
        PointJoin::Points => {
            format!("color={color}, only marks, {mark}, mark size=1.2pt, opacity=0.6{forget}")
        }
        PointJoin::Marks => format!("color={color}, only marks, {mark}{forget}"),
        PointJoin::Lines if points > MAX_MARKED => {
            format!("color={color}, {dash}, {mark}, mark repeat={}", points.div_ceil(5))
        }
        PointJoin::Lines => format!("color={color}, {dash}, {mark}"),
    }
}

fn mark(marker: Marker) -> &'static str {
    match marker {
        Marker::Circle => "mark=*, mark options={solid}",
        Marker::Square => "mark=square*, mark options={solid}",
        Marker::Triangle => "mark=triangle*, mark options={solid}",
        Marker::Diamond => "mark=diamond*, mark options={solid}",
        Marker::Plus => "mark=+, mark options={solid}",
        Marker::Wedge => "mark=triangle*, mark options={solid, rotate=180}",
        Marker::Cross => "mark=x, mark options={solid}",
        Marker::Bar => "mark=|, mark options={solid}",
        Marker::Star => "mark=star, mark options={solid}",
        Marker::OpenCircle => "mark=o, mark options={solid}",
        Marker::OpenSquare => "mark=square, mark options={solid}",
        Marker::OpenTriangle => "mark=triangle, mark options={solid}",
        Marker::OpenDiamond => "mark=diamond, mark options={solid}",
        Marker::OpenWedge => "mark=triangle, mark options={solid, rotate=180}",
        Marker::OpenStar => "mark=pentagon, mark options={solid}",
        Marker::Arrow => "mark=triangle, mark options={solid, yshift=4pt}",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_points_the_first_and_the_last_stay() {
        let points: Vec<Point> = (0..10_001).map(|at| (f64::from(at), 0.0)).collect();
        let kept = thinned(&points);
        assert_eq!((kept.len(), kept[0].0, kept[MAX_POINTS - 1].0), (MAX_POINTS, 0.0, 10_000.0));
        assert!(kept.is_sorted());
        assert_eq!(thinned(&points[..MAX_POINTS]).len(), MAX_POINTS);
    }
}
