//! The canvas of the plots: a drawing area of plotters whose steps are finer than pixels, so that its
//! whole-numbered coordinates do not show. Lengths here are pixels of the picture.

use super::axis::{Axis, Frame};
use super::font::{self, Anchor, Lettering, Weight};
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::{CoordTranslate, Shift};
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{
    Circle, DashedPathElement, Drawable, EmptyElement, PathElement, PointCollection, Polygon, Rectangle,
};
use plotters::style::{Color, RGBColor, WHITE};
use plotters_backend::{BackendCoord, DrawingBackend, DrawingErrorKind};

/// Titles.
pub(super) const INK: RGBColor = RGBColor(0x1f, 0x23, 0x28);
/// Labels.
pub(super) const SOFT: RGBColor = RGBColor(0x57, 0x5e, 0x68);
/// Axes.
pub(super) const RULE: RGBColor = RGBColor(0x8a, 0x92, 0x9c);
/// Grid lines.
pub(super) const GRID: RGBColor = RGBColor(0xe3, 0xe6, 0xea);

/// The room around everything.
pub(super) const MARGIN: f64 = 20.0;

/// How a drawing ends.
pub(super) type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;
/// A chart within the picture: values are mapped to places by its axes.
pub(super) type Chart<'a, DB> = ChartContext<'a, DB, Cartesian2d<Axis, Axis>>;
/// To the right and down, in pixels.
pub(super) type Point = (f64, f64);

/// How a line is broken.
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

/// How a line looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen(pub(super) RGBColor, pub(super) f64, pub(super) Dash);

/// The shape that marks a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
    Plus,
    Wedge,
    Cross,
    Bar,
    Star,
    OpenCircle,
    OpenSquare,
    OpenTriangle,
    OpenDiamond,
    OpenWedge,
    OpenStar,
}

impl Marker {
    /// In the order in which series take them: alike ones are far apart.
    pub(super) const ALL: [Marker; 15] = [
        Marker::Circle,
        Marker::Square,
        Marker::Triangle,
        Marker::Diamond,
        Marker::Plus,
        Marker::Wedge,
        Marker::Cross,
        Marker::Bar,
        Marker::OpenCircle,
        Marker::OpenSquare,
        Marker::OpenTriangle,
        Marker::OpenDiamond,
        Marker::Star,
        Marker::OpenWedge,
        Marker::OpenStar,
    ];

    /// Whether only its outline is coloured.
    fn is_open(self) -> bool {
        use Marker::{OpenCircle, OpenDiamond, OpenSquare, OpenStar, OpenTriangle, OpenWedge};
        matches!(self, OpenCircle | OpenSquare | OpenTriangle | OpenDiamond | OpenWedge | OpenStar)
    }

    /// The corners of its shape around the origin at radius 1; none: a circle.
    fn corners(self) -> Option<Vec<Point>> {
        /// Half the thickness of a plus.
        const T: f64 = 0.36;
        let plus = || {
            let arm = [(T, -1.0), (T, -T), (1.0, -T), (1.0, T), (T, T), (T, 1.0)];
            arm.into_iter().chain(arm.map(|(x, y)| (-x, -y))).collect::<Vec<_>>()
        };
        let turned = |(x, y): Point| {
            ((x - y) * std::f64::consts::FRAC_1_SQRT_2, (x + y) * std::f64::consts::FRAC_1_SQRT_2)
        };
        let star = || {
            let corner = |k: u32| {
                let (radius, angle) =
                    ([1.3, 0.55][k as usize % 2], f64::from(k) * std::f64::consts::PI / 5.0);
                (radius * angle.sin(), -radius * angle.cos())
            };
            (0..10).map(corner).collect::<Vec<_>>()
        };
        match self {
            Marker::Circle | Marker::OpenCircle => None,
            Marker::Square | Marker::OpenSquare => {
                Some(vec![(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)])
            }
            Marker::Triangle | Marker::OpenTriangle => Some(vec![(0.0, -1.1), (1.0, 0.8), (-1.0, 0.8)]),
            Marker::Diamond | Marker::OpenDiamond => {
                Some(vec![(0.0, -1.2), (1.0, 0.0), (0.0, 1.2), (-1.0, 0.0)])
            }
            Marker::Plus => Some(plus()),
            Marker::Star | Marker::OpenStar => Some(star()),
            Marker::Wedge | Marker::OpenWedge => Some(vec![(0.0, 1.1), (1.0, -0.8), (-1.0, -0.8)]),
            Marker::Cross => Some(plus().into_iter().map(turned).collect()),
            Marker::Bar => Some(vec![(-T, -1.2), (T, -1.2), (T, 1.2), (-T, 1.2)]),
        }
    }
}

/// The thickness of an open marker's outline.
const OUTLINE: f64 = 1.5;

/// How a point looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) marker: Marker,
    pub(super) radius: f64,
    pub(super) color: RGBColor,
    pub(super) opacity: f64,
}

/// A place with a text that is shown when it is pointed at.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hint {
    /// The upper left corner and the size.
    pub(super) place: (Point, Point),
    pub(super) words: String,
    /// The corpus and the instance that it leads to, if it leads anywhere.
    pub(super) instance: Option<(String, String)>,
}

/// A picture being drawn.
pub(super) struct Canvas<DB: DrawingBackend> {
    area: DrawingArea<DB, Shift>,
    /// Steps of the area in a pixel.
    fine: f64,
    /// The places that were drawn and have something to tell.
    pub(super) hints: Vec<Hint>,
    /// The parts that were drawn, if they are to be told apart.
    pub(super) parts: Option<Vec<Piece>>,
    /// The frame and the axes of the first chart.
    pub(super) ground: Option<(Frame, Axis, Axis)>,
}

/// A part of the picture that belongs to a series.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) series: String,
    /// Whether it is its entry in a legend and not its curve.
    pub(super) legend: bool,
}

/// Where marks of parts are drawn, far outside of every picture: the mark at `n` below begins part n.
pub(super) const BEGINS: i32 = -1_000_000;
/// A mark here ends the part that began last.
pub(super) const ENDS: i32 = BEGINS - 1;

impl<DB: DrawingBackend> Canvas<DB> {
    pub(super) fn new(area: DrawingArea<DB, Shift>, fine: u32) -> Canvas<DB> {
        Canvas { area, fine: f64::from(fine), hints: Vec::new(), parts: None, ground: None }
    }

    /// Draws the curve of a series, or its entry in the legend, so that it can be told apart in a page.
    pub(super) fn part(
        &mut self,
        series: &str,
        legend: bool,
        draw: impl FnOnce(&mut Self) -> Drawn<DB>,
    ) -> Drawn<DB> {
        let Some(parts) = &mut self.parts else { return draw(self) };
        let at = parts.len() as i32;
        parts.push(Piece { series: series.to_string(), legend });
        self.area.draw_pixel((BEGINS, at), &INK)?;
        draw(self)?;
        self.area.draw_pixel((ENDS, at), &INK)
    }

    fn steps(&self, length: f64) -> i32 {
        (length * self.fine).round() as i32
    }

    fn place(&self, (x, y): Point) -> (i32, i32) {
        (self.steps(x), self.steps(y))
    }

    /// A chart whose data lie in `frame`.
    pub(super) fn chart<'a>(
        &mut self,
        frame: Frame,
        x: Axis,
        y: Axis,
    ) -> Result<Chart<'a, DB>, DrawingAreaErrorKind<DB::ErrorType>> {
        let (width, height) = self.area.dim_in_pixel();
        self.ground.get_or_insert_with(|| (frame, x.clone(), y.clone()));
        ChartBuilder::on(&self.area)
            .margin_left(self.steps(frame.left))
            .margin_top(self.steps(frame.top))
            .margin_right(width as i32 - self.steps(frame.right))
            .margin_bottom(height as i32 - self.steps(frame.bottom))
            .build_cartesian_2d(x, y)
    }

    /// Where `values` are in the picture.
    pub(super) fn locate(&self, chart: &Chart<'_, DB>, values: Point) -> Point {
        let (x, y) = chart.plotting_area().map_coordinate(&values);
        (f64::from(x) / self.fine, f64::from(y) / self.fine)
    }

    /// A line through places of the picture.
    pub(super) fn line(&self, points: &[Point], pen: Pen) -> Drawn<DB> {
        let points = points.iter().map(|&point| self.place(point)).collect();
        self.path(&self.area, points, pen)
    }

    /// A line through values of a chart, without those closer to the last than can be seen.
    pub(super) fn curve(&self, chart: &Chart<'_, DB>, values: &[Point], pen: Pen) -> Drawn<DB> {
        let mut kept: Vec<(Point, Point)> = Vec::new();
        for (at, &value) in values.iter().enumerate() {
            let place = self.locate(chart, value);
            let near = |(_, last): &(Point, Point)| (last.0 - place.0).abs() + (last.1 - place.1).abs() < 0.4;
            if at + 1 == values.len() || !kept.last().is_some_and(near) {
                kept.push((value, place));
            }
        }
        self.path(chart.plotting_area(), kept.into_iter().map(|(value, _)| value).collect(), pen)
    }

    fn path<CT>(&self, area: &DrawingArea<DB, CT>, points: Vec<CT::From>, pen: Pen) -> Drawn<DB>
    where
        CT: CoordTranslate,
        CT::From: Clone + 'static,
    {
        let Pen(color, width, dash) = pen;
        let style = color.stroke_width(self.steps(width).max(1) as u32);
        match dash.pattern() {
            None => area.draw(&PathElement::new(points, style)),
            Some(lengths) => {
                let [stroke, gap] = lengths.map(|length| self.steps(length));
                area.draw(&DashedPathElement::new(points, stroke, gap, style))
            }
        }
    }

    /// A filled rectangle from its upper left corner.
    pub(super) fn block(&self, at: Point, size: Point, color: RGBColor, opacity: f64) -> Drawn<DB> {
        let corners = [self.place(at), self.place((at.0 + size.0, at.1 + size.1))];
        self.area.draw(&Rectangle::new(corners, color.mix(opacity).filled()))
    }

    /// A filled area with corners at values of a chart.
    pub(super) fn area(
        &self,
        chart: &Chart<'_, DB>,
        corners: Vec<Point>,
        color: RGBColor,
        opacity: f64,
    ) -> Drawn<DB> {
        chart.plotting_area().draw(&Polygon::new(corners, color.mix(opacity).filled()))
    }

    /// A mark at a place of the picture.
    pub(super) fn spot(&self, at: Point, spot: Spot) -> Drawn<DB> {
        self.mark(&self.area, self.place(at), spot)
    }

    /// A mark at values of a chart.
    pub(super) fn data_spot(&self, chart: &Chart<'_, DB>, values: Point, spot: Spot) -> Drawn<DB> {
        self.mark(chart.plotting_area(), values, spot)
    }

    fn mark<CT>(&self, area: &DrawingArea<DB, CT>, at: CT::From, spot: Spot) -> Drawn<DB>
    where
        CT: CoordTranslate,
        CT::From: 'static,
    {
        let color = spot.color.mix(spot.opacity);
        let open = spot.marker.is_open();
        let inside = if open { WHITE.filled() } else { color.filled() };
        let outline = color.stroke_width(self.steps(if open { OUTLINE } else { 0.0 }) as u32);
        let Some(corners) = spot.marker.corners() else {
            let circle = |style| Circle::new((0, 0), self.steps(spot.radius), style);
            return match open {
                true => area.draw(&(EmptyElement::at(at) + circle(inside) + circle(outline))),
                false => area.draw(&(EmptyElement::at(at) + circle(inside))),
            };
        };
        let corner = |(x, y): Point| self.place((x * spot.radius, y * spot.radius));
        let corners: Vec<(i32, i32)> = corners.into_iter().map(corner).collect();
        let polygon = EmptyElement::at(at) + Polygon::new(corners.clone(), inside);
        if !open {
            return area.draw(&polygon);
        }
        let closed: Vec<(i32, i32)> = corners.iter().chain(corners.first()).copied().collect();
        area.draw(&(polygon + PathElement::new(closed, outline)))
    }

    /// Words on a baseline.
    pub(super) fn text(
        &self,
        at: Point,
        text: &str,
        size: f64,
        color: RGBColor,
        anchor: Anchor,
    ) -> Drawn<DB> {
        self.words(at, text, (size, Weight::Regular), color, anchor)
    }

    fn words(
        &self,
        at: Point,
        text: &str,
        (size, weight): (f64, Weight),
        color: RGBColor,
        anchor: Anchor,
    ) -> Drawn<DB> {
        let style = Lettering { size: size * self.fine, weight, color, anchor };
        let (x, baseline) = (self.steps(at.0), at.1 * self.fine);
        let place = (x, (baseline - style.drop()).round() as i32);
        let text = text.chars().map(visible).collect();
        self.area.draw(&Words { place, text, style })
    }

    /// The question that the picture answers, with a line under it.
    pub(super) fn head(&self, head: &Head) -> Drawn<DB> {
        let room = head.width - 2.0 * MARGIN;
        let fits = |size: &f64| Weight::Bold.width(&head.title, *size) <= room;
        let size = [17.0, 15.5, 14.0].into_iter().find(fits).unwrap_or(13.0);
        let title = Weight::Bold.shorten(&head.title, size, room);
        self.words((MARGIN, 28.0), &title, (size, Weight::Bold), INK, Anchor::Start)?;
        self.text((MARGIN, 48.0), &font::shorten(&head.subtitle, 12.5, room), 12.5, SOFT, Anchor::Start)
    }

    /// Says in the middle of the picture why there is nothing in it.
    pub(super) fn nothing(&self, head: &Head, why: &str) -> Drawn<DB> {
        self.text((head.width / 2.0, head.height / 2.0), why, 14.0, SOFT, Anchor::Middle)
    }
}

/// No backend has a use for a control character, and XML forbids most.
fn visible(c: char) -> char {
    match c {
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        c if c.is_control() => ' ',
        c => c,
    }
}

/// The description that a picture has of itself.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) title: String,
    pub(super) subtitle: String,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// An element of plotters: words in our lettering.
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

impl<DB: DrawingBackend> Drawable<DB> for Words {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        backend: &mut DB,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<DB::ErrorType>> {
        points.into_iter().try_for_each(|place| backend.draw_text(&self.text, &self.style, place))
    }
}
