//! The canvas of plots, which collects shapes for SVG and for bitmaps. Lengths are pixels of the picture. Shapes have integer
//! coordinates, which are a fraction of a pixel, so that rounding is not visible.

use super::axis::Axis;
use super::font::{self, Anchor, Lettering, Weight};
use super::marker::{MarkerStyle, OUTLINE};
use plotters::style::{Color, RGBColor, ShapeStyle, WHITE};

/// The color of titles.
pub(super) const INK: RGBColor = RGBColor(0x1f, 0x23, 0x28);
/// The color of labels.
pub(super) const SOFT: RGBColor = RGBColor(0x57, 0x5e, 0x68);
/// The color of axes.
pub(super) const RULE: RGBColor = RGBColor(0x8a, 0x92, 0x9c);
/// The color of grid lines.
pub(super) const GRID: RGBColor = RGBColor(0xe3, 0xe6, 0xea);

/// The margin of a picture.
pub(super) const MARGIN: f64 = 20.0;
/// The width of every picture except scatter plots.
pub(super) const WIDTH: f64 = 960.0;

/// A point in pixels from the upper left corner, or a pair of values of the axes.
pub(super) type Point = (f64, f64);

/// The dashes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dash {
    Solid,
    Long,
    Short,
}

impl Dash {
    /// Lengths of stroke and gap.
    fn pattern(self) -> Option<[f64; 2]> {
        match self {
            Dash::Solid => None,
            Dash::Long => Some([8.0, 4.0]),
            Dash::Short => Some([2.0, 3.0]),
        }
    }
}

/// The color, the width and the dash of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen(pub(super) RGBColor, pub(super) f64, pub(super) Dash);

/// A text that a rectangle shows when the pointer is over it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tooltip {
    /// The upper left corner and the size.
    pub(super) place: (Point, Point),
    pub(super) words: String,
}

/// The title, the subtitle and the size of a picture.
#[derive(Clone, Debug)]
pub(crate) struct PictureHeader {
    pub(super) title: String,
    pub(super) subtitle: String,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The rectangle of the data in a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl Frame {
    pub(super) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> f64 {
        self.bottom - self.top
    }
}

/// A point in steps, the fractions of a pixel that shapes are measured in.
pub(super) type GridPoint = (i32, i32);

/// A shape of a picture.
pub(super) enum PictureShape {
    /// A line through points.
    Line(Vec<GridPoint>, ShapeStyle),
    /// A filled rectangle with its upper left and lower right corner.
    Rectangle([GridPoint; 2], ShapeStyle),
    /// A filled polygon.
    Polygon(Vec<GridPoint>, ShapeStyle),
    /// A circle with its center and its radius, filled or outlined.
    Circle(GridPoint, u32, ShapeStyle),
    /// Text whose top is at a point.
    Text(GridPoint, String, Lettering),
    /// The beginning of the group of a series: its name, and whether the group is its entry in the legend.
    BeginSeries(String, bool),
    EndSeries,
}

/// A chart in a picture, whose axes map values to points of the picture.
pub(super) struct Chart {
    pub(super) frame: Frame,
    pub(super) x: Axis,
    pub(super) y: Axis,
    steps_per_pixel: f64,
}

impl Chart {
    /// The point of the picture for a pair of values.
    pub(super) fn locate(&self, (x, y): Point) -> Point {
        let Frame { left, right, top, bottom } = self.frame;
        let steps = |length: f64| (length * self.steps_per_pixel).round();
        let along = |axis: &Axis, value: f64, from: f64, to: f64| {
            (from + (axis.position(value) * (to - from)).round()) / self.steps_per_pixel
        };
        // The last step of the frame is inside it.
        let x = along(&self.x, x, steps(left), steps(right) - 1.0);
        (x, along(&self.y, y, steps(bottom) - 1.0, steps(top)))
    }
}

/// A picture being drawn.
pub(crate) struct Canvas {
    pub(super) shapes: Vec<PictureShape>,
    /// The width and the height in steps.
    pub(super) size: GridPoint,
    steps_per_pixel: f64,
    pub(super) tooltips: Vec<Tooltip>,
}

impl Canvas {
    /// A white canvas with the title and the subtitle of the picture.
    pub(super) fn new(steps_per_pixel: u32, head: &PictureHeader) -> Canvas {
        let size = [head.width, head.height].map(|length| (length as u32 * steps_per_pixel) as i32).into();
        let shapes = vec![PictureShape::Rectangle([(0, 0), size], WHITE.filled())];
        let steps_per_pixel = f64::from(steps_per_pixel);
        let mut canvas = Canvas { shapes, size, steps_per_pixel, tooltips: Vec::new() };
        let room = head.width - 2.0 * MARGIN;
        let fits = |size: &f64| Weight::Bold.width(&head.title, *size) <= room;
        let size = [17.0, 15.5, 14.0].into_iter().find(fits).unwrap_or(13.0);
        let title = Weight::Bold.shorten(&head.title, size, room);
        canvas.words((MARGIN, 28.0), &title, (size, Weight::Bold), INK, Anchor::Start);
        let subtitle = font::shorten(&head.subtitle, 12.5, room);
        canvas.text((MARGIN, 48.0), &subtitle, 12.5, SOFT, Anchor::Start);
        canvas
    }

    /// Draws the curve of a series, or its entry in the legend, as a group that the script of the page can find. Without a
    /// name there is no group.
    pub(super) fn series(&mut self, name: &str, is_legend: bool, draw: impl FnOnce(&mut Self)) {
        if name.is_empty() {
            return draw(self);
        }
        self.shapes.push(PictureShape::BeginSeries(name.to_string(), is_legend));
        draw(self);
        self.shapes.push(PictureShape::EndSeries);
    }

    fn steps(&self, length: f64) -> i32 {
        (length * self.steps_per_pixel).round() as i32
    }

    fn place(&self, (x, y): Point) -> GridPoint {
        self.inside((self.steps(x), self.steps(y)))
    }

    /// The nearest point of the picture.
    fn inside(&self, (x, y): GridPoint) -> GridPoint {
        (x.clamp(0, self.size.0), y.clamp(0, self.size.1))
    }

    fn places(&self, points: &[Point]) -> Vec<GridPoint> {
        points.iter().map(|&point| self.place(point)).collect()
    }

    /// A chart with its data in `frame`.
    pub(super) fn chart(&self, frame: Frame, x: Axis, y: Axis) -> Chart {
        Chart { frame, x, y, steps_per_pixel: self.steps_per_pixel }
    }

    /// Draws a line through points. Leaves out points that are too close to the last one to be seen.
    pub(super) fn line(&mut self, points: &[Point], Pen(color, width, dash): Pen) {
        let mut kept: Vec<Point> = Vec::new();
        for (at, &(x, y)) in points.iter().enumerate() {
            let near = |last: &Point| (last.0 - x).abs() + (last.1 - y).abs() < 0.4;
            if at + 1 == points.len() || !kept.last().is_some_and(near) {
                kept.push((x, y));
            }
        }
        let points = self.places(&kept);
        let style = color.stroke_width(self.steps(width).max(1) as u32);
        let lines = match dash.pattern() {
            None => vec![points],
            Some(lengths) => strokes(&points, lengths.map(|length| self.steps(length) as f32)),
        };
        self.shapes.extend(lines.into_iter().map(|points| PictureShape::Line(points, style)));
    }

    /// Fills a rectangle with white; its upper left corner is at `at`.
    pub(super) fn white_block(&mut self, at: Point, size: Point) {
        let corners = [self.place(at), self.place((at.0 + size.0, at.1 + size.1))];
        self.shapes.push(PictureShape::Rectangle(corners, WHITE.filled()));
    }

    /// Fills a polygon.
    pub(super) fn polygon(&mut self, corners: &[Point], color: RGBColor, opacity: f64) {
        let corners = self.places(corners);
        self.shapes.push(PictureShape::Polygon(corners, color.mix(opacity).filled()));
    }

    /// Draws a marker at a point.
    pub(super) fn marker(&mut self, at: Point, MarkerStyle { marker, radius, color, opacity }: MarkerStyle) {
        let (inside, opacity) = if marker.is_open() { (WHITE, 1.0) } else { (color, opacity) };
        if let Some(corners) = marker.corners() {
            let corner = |(x, y): Point| (at.0 + x * radius, at.1 + y * radius);
            let mut corners: Vec<Point> = corners.into_iter().map(corner).collect();
            self.polygon(&corners, inside, opacity);
            if marker.is_open() {
                corners.push(corners[0]);
                self.line(&corners, Pen(color, OUTLINE, Dash::Solid));
            }
            return;
        }
        let (center, radius) = (self.place(at), self.steps(radius) as u32);
        self.shapes.push(PictureShape::Circle(center, radius, inside.mix(opacity).filled()));
        if marker.is_open() {
            let outline = color.stroke_width(self.steps(OUTLINE) as u32);
            self.shapes.push(PictureShape::Circle(center, radius, outline));
        }
    }

    /// Adds a tooltip around a point.
    pub(super) fn tooltip(&mut self, (x, y): Point, words: String) {
        self.tooltips.push(Tooltip { place: ((x - 5.0, y - 5.0), (10.0, 10.0)), words });
    }

    /// Draws text at a point on its baseline.
    pub(super) fn text(&mut self, at: Point, text: &str, size: f64, color: RGBColor, anchor: Anchor) {
        self.words(at, text, (size, Weight::Regular), color, anchor);
    }

    fn words(
        &mut self,
        (x, y): Point,
        text: &str,
        (size, weight): (f64, Weight),
        color: RGBColor,
        anchor: Anchor,
    ) {
        let style = Lettering { size: size * self.steps_per_pixel, weight, color, anchor };
        let top = (self.steps(x), (y * self.steps_per_pixel - style.ascent()).round() as i32);
        self.shapes.push(PictureShape::Text(self.inside(top), text.chars().map(visible).collect(), style));
    }

    /// Writes into the middle of an empty picture why it is empty.
    pub(super) fn nothing(&mut self, head: &PictureHeader, why: &str) {
        self.text((head.width / 2.0, head.height / 2.0), why, 14.0, SOFT, Anchor::Middle);
    }
}

/// The strokes of a dashed line through `points`. `lengths` are those of a stroke and of a gap.
fn strokes(points: &[GridPoint], lengths: [f32; 2]) -> Vec<Vec<GridPoint>> {
    let exact = |(x, y): GridPoint| (x as f32, y as f32);
    let rounded = |(x, y): (f32, f32)| (x.round() as i32, y.round() as i32);
    let Some(&first) = points.first() else { return Vec::new() };
    let (mut strokes, mut stroke, mut at) = (Vec::new(), vec![first], exact(first));
    // Whether `at` is in a gap, and the part of the stroke or gap before it.
    let (mut is_gap, mut done) = (false, 0.0);
    for end in points.iter().copied().map(exact) {
        while at != end {
            let (x, y) = (end.0 - at.0, end.1 - at.1);
            let (distance, length) = (x.hypot(y), lengths[usize::from(is_gap)]);
            let rest = length - done;
            let step = distance.min(rest);
            at = if rest < distance {
                (at.0 + x * (rest / distance), at.1 + y * (rest / distance))
            } else {
                end
            };
            done += step;
            if !is_gap || done >= length {
                stroke.push(rounded(at));
            }
            if done >= length {
                if !is_gap {
                    strokes.push(std::mem::take(&mut stroke));
                }
                (is_gap, done) = (!is_gap, 0.0);
            }
        }
    }
    if stroke.len() > 1 {
        strokes.push(stroke);
    }
    strokes
}

/// Replaces control characters, which cannot be drawn, and characters that XML forbids.
fn visible(c: char) -> char {
    match c {
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        c if c.is_control() => ' ',
        c => c,
    }
}
