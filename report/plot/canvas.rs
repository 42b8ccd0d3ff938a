//! The canvas of plots. Lengths are pixels of the picture. The drawing area of plotters below it has integer coordinates,
//! which are a fraction of a pixel, so that rounding is not visible.

use super::axis::Axis;
use super::font::{self, Anchor, Lettering, Weight};
use super::marker::{MarkerStyle, OUTLINE};
use super::surface::Surface;
use super::svg::SurfaceError;
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{
    Circle, DashedPathElement, Drawable, PathElement, PointCollection, Polygon, Rectangle,
};
use plotters::style::{Color, RGBColor, WHITE};
use plotters_backend::{BackendCoord, DrawingBackend, DrawingErrorKind};

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

/// The error of drawing, which fails only if a bitmap is too small.
pub(super) type DrawError = DrawingAreaErrorKind<SurfaceError>;
pub(crate) type DrawResult = Result<(), DrawError>;
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
    /// The corpus and the instance that it describes, if any.
    pub(super) instance: Option<(String, String)>,
}

/// The title, the subtitle and the size of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Header {
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

/// A chart in a picture, whose axes map values to points of the picture.
pub(super) struct Chart<'a> {
    pub(super) frame: Frame,
    context: ChartContext<'a, Surface<'a>, Cartesian2d<Axis, Axis>>,
    steps_per_pixel: f64,
}

impl Chart<'_> {
    pub(super) fn x(&self) -> &Axis {
        self.context.plotting_area().as_coord_spec().x_spec()
    }

    pub(super) fn y(&self) -> &Axis {
        self.context.plotting_area().as_coord_spec().y_spec()
    }

    /// The point of the picture for a pair of values.
    pub(super) fn locate(&self, values: Point) -> Point {
        let (x, y) = self.context.plotting_area().map_coordinate(&values);
        (f64::from(x) / self.steps_per_pixel, f64::from(y) / self.steps_per_pixel)
    }
}

/// A picture being drawn.
pub(crate) struct Canvas<'a> {
    area: DrawingArea<Surface<'a>, Shift>,
    /// Coordinates of the drawing area per pixel.
    steps_per_pixel: f64,
    pub(super) tooltips: Vec<Tooltip>,
    /// The frame and the axes of the first chart.
    first_chart: Option<(Frame, Axis, Axis)>,
}

impl<'a> Canvas<'a> {
    /// A white canvas with the title and the subtitle of the picture.
    pub(super) fn new(
        surface: Surface<'a>,
        steps_per_pixel: u32,
        head: &Header,
    ) -> Result<Canvas<'a>, DrawError> {
        let area = surface.into_drawing_area();
        area.fill(&WHITE)?;
        let canvas = Canvas {
            area,
            steps_per_pixel: f64::from(steps_per_pixel),
            tooltips: Vec::new(),
            first_chart: None,
        };
        let room = head.width - 2.0 * MARGIN;
        let fits = |size: &f64| Weight::Bold.width(&head.title, *size) <= room;
        let size = [17.0, 15.5, 14.0].into_iter().find(fits).unwrap_or(13.0);
        let title = Weight::Bold.shorten(&head.title, size, room);
        canvas.words((MARGIN, 28.0), &title, (size, Weight::Bold), INK, Anchor::Start)?;
        let subtitle = font::shorten(&head.subtitle, 12.5, room);
        canvas.text((MARGIN, 48.0), &subtitle, 12.5, SOFT, Anchor::Start)?;
        Ok(canvas)
    }

    /// SVG attributes with the frame and the axes of the first chart, for the script of the page; empty without a chart.
    pub(super) fn frame_attributes(&self) -> String {
        let Some((Frame { left, right, top, bottom }, x, y)) = &self.first_chart else {
            return String::new();
        };
        let (x, y) = (x.for_script(), y.for_script());
        format!("data-frame=\"{left} {top} {right} {bottom}\" data-x=\"{x}\" data-y=\"{y}\"")
    }

    /// Ends the drawing.
    pub(super) fn finish(&self) -> DrawResult {
        self.area.present()
    }

    /// Draws the curve of a series, or its entry in the legend, as a group that the script of the page can find. Without a
    /// name there is no group.
    pub(super) fn series(
        &mut self,
        name: &str,
        is_legend: bool,
        draw: impl FnOnce(&mut Self) -> DrawResult,
    ) -> DrawResult {
        if name.is_empty() {
            return draw(self);
        }
        self.area.draw(&SeriesGroup::Begin(name, is_legend))?;
        draw(self)?;
        self.area.draw(&SeriesGroup::End)
    }

    fn steps(&self, length: f64) -> i32 {
        (length * self.steps_per_pixel).round() as i32
    }

    fn place(&self, (x, y): Point) -> (i32, i32) {
        (self.steps(x), self.steps(y))
    }

    /// Adds a chart with its data in `frame`.
    pub(super) fn chart(&mut self, frame: Frame, x: Axis, y: Axis) -> Result<Chart<'a>, DrawError> {
        let (width, height) = self.area.dim_in_pixel();
        self.first_chart.get_or_insert_with(|| (frame, x.clone(), y.clone()));
        let context = ChartBuilder::on(&self.area)
            .margin_left(self.steps(frame.left))
            .margin_top(self.steps(frame.top))
            .margin_right(width as i32 - self.steps(frame.right))
            .margin_bottom(height as i32 - self.steps(frame.bottom))
            .build_cartesian_2d(x, y)?;
        Ok(Chart { frame, context, steps_per_pixel: self.steps_per_pixel })
    }

    /// Draws a line through points. Leaves out points that are too close to the last one to be seen.
    pub(super) fn line(&self, points: &[Point], Pen(color, width, dash): Pen) -> DrawResult {
        let mut kept: Vec<Point> = Vec::new();
        for (at, &(x, y)) in points.iter().enumerate() {
            let near = |last: &Point| (last.0 - x).abs() + (last.1 - y).abs() < 0.4;
            if at + 1 == points.len() || !kept.last().is_some_and(near) {
                kept.push((x, y));
            }
        }
        let points: Vec<_> = kept.into_iter().map(|point| self.place(point)).collect();
        let style = color.stroke_width(self.steps(width).max(1) as u32);
        match dash.pattern() {
            None => self.area.draw(&PathElement::new(points, style)),
            Some(lengths) => {
                let [stroke, gap] = lengths.map(|length| self.steps(length));
                self.area.draw(&DashedPathElement::new(points, stroke, gap, style))
            }
        }
    }

    /// Fills a rectangle with its upper left corner at `at`.
    pub(super) fn block(&self, at: Point, size: Point, color: RGBColor, opacity: f64) -> DrawResult {
        let corners = [self.place(at), self.place((at.0 + size.0, at.1 + size.1))];
        self.area.draw(&Rectangle::new(corners, color.mix(opacity).filled()))
    }

    /// Fills a polygon.
    pub(super) fn polygon(&self, corners: &[Point], color: RGBColor, opacity: f64) -> DrawResult {
        let corners: Vec<_> = corners.iter().map(|&corner| self.place(corner)).collect();
        self.area.draw(&Polygon::new(corners, color.mix(opacity).filled()))
    }

    /// Draws a marker at a point.
    pub(super) fn marker(
        &self,
        at: Point,
        MarkerStyle { marker, radius, color, opacity }: MarkerStyle,
    ) -> DrawResult {
        let (inside, opacity) = if marker.is_open() { (WHITE, 1.0) } else { (color, opacity) };
        let Some(corners) = marker.corners() else {
            let circle = |style| Circle::new(self.place(at), self.steps(radius), style);
            self.area.draw(&circle(inside.mix(opacity).filled()))?;
            let outline = color.stroke_width(self.steps(OUTLINE) as u32);
            return if marker.is_open() { self.area.draw(&circle(outline)) } else { Ok(()) };
        };
        let corner = |(x, y): Point| (at.0 + x * radius, at.1 + y * radius);
        let mut corners: Vec<Point> = corners.into_iter().map(corner).collect();
        self.polygon(&corners, inside, opacity)?;
        corners.push(corners[0]);
        if marker.is_open() { self.line(&corners, Pen(color, OUTLINE, Dash::Solid)) } else { Ok(()) }
    }

    /// Adds a tooltip around a point.
    pub(super) fn tooltip(&mut self, (x, y): Point, words: String, instance: Option<(String, String)>) {
        self.tooltips.push(Tooltip { place: ((x - 5.0, y - 5.0), (10.0, 10.0)), words, instance });
    }

    /// Draws text at a point on its baseline.
    pub(super) fn text(
        &self,
        at: Point,
        text: &str,
        size: f64,
        color: RGBColor,
        anchor: Anchor,
    ) -> DrawResult {
        self.words(at, text, (size, Weight::Regular), color, anchor)
    }

    fn words(
        &self,
        at: Point,
        text: &str,
        (size, weight): (f64, Weight),
        color: RGBColor,
        anchor: Anchor,
    ) -> DrawResult {
        let style = Lettering { size: size * self.steps_per_pixel, weight, color, anchor };
        let place = (self.steps(at.0), (at.1 * self.steps_per_pixel - style.ascent()).round() as i32);
        let text = text.chars().map(visible).collect();
        self.area.draw(&Words { place, text, style })
    }

    /// Writes into the middle of an empty picture why it is empty.
    pub(super) fn nothing(&self, head: &Header, why: &str) -> DrawResult {
        self.text((head.width / 2.0, head.height / 2.0), why, 14.0, SOFT, Anchor::Middle)
    }
}

/// Replaces control characters, which cannot be drawn, and characters that XML forbids.
fn visible(c: char) -> char {
    match c {
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        c if c.is_control() => ' ',
        c => c,
    }
}

/// An element of plotters: text in our font.
struct Words {
    place: BackendCoord,
    text: String,
    style: Lettering,
}

impl<'a> PointCollection<'a, BackendCoord> for &'a Words {
    type Point = &'a BackendCoord;
    type IntoIter = std::iter::Once<&'a BackendCoord>;

    fn point_iter(self) -> Self::IntoIter {
        std::iter::once(&self.place)
    }
}

impl Drawable<Surface<'_>> for Words {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        mut points: I,
        surface: &mut Surface<'_>,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<SurfaceError>> {
        points.try_for_each(|place| surface.draw_text(&self.text, &self.style, place))
    }
}

/// An element of plotters without a shape, which begins or ends the group of a series.
enum SeriesGroup<'a> {
    /// The name, and whether the group is an entry of the legend.
    Begin(&'a str, bool),
    End,
}

impl<'a> PointCollection<'a, BackendCoord> for &'a SeriesGroup<'_> {
    type Point = &'a BackendCoord;
    type IntoIter = std::iter::Empty<&'a BackendCoord>;

    fn point_iter(self) -> Self::IntoIter {
        std::iter::empty()
    }
}

impl Drawable<Surface<'_>> for SeriesGroup<'_> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        _: I,
        surface: &mut Surface<'_>,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<SurfaceError>> {
        match (surface, self) {
            (Surface::Svg(svg), SeriesGroup::Begin(name, is_legend)) => svg.begin_series(name, *is_legend),
            (Surface::Svg(svg), SeriesGroup::End) => svg.end_series(),
            (Surface::Bitmap(_), _) => Ok(()),
        }
    }
}
