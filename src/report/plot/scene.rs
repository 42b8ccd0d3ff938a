//! A picture as a list of shapes. What writes it, to SVG or to PNG, knows nothing of plots, and
//! the plots know nothing of files.

use super::font;

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Color(pub(super) u8, pub(super) u8, pub(super) u8);

/// Titles.
pub(super) const INK: Color = Color(0x1f, 0x23, 0x28);
/// Labels.
pub(super) const SOFT: Color = Color(0x57, 0x5e, 0x68);
/// Axes.
pub(super) const RULE: Color = Color(0x8a, 0x92, 0x9c);
/// Grid lines.
pub(super) const GRID: Color = Color(0xe3, 0xe6, 0xea);

/// How a line is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dash {
    Solid,
    Long,
    Short,
}

impl Dash {
    /// Lengths of stroke and gap.
    pub(super) fn pattern(self) -> Option<[f64; 2]> {
        match self {
            Dash::Solid => None,
            Dash::Long => Some([7.0, 3.0]),
            Dash::Short => Some([2.0, 2.5]),
        }
    }
}

/// What marks a point.
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
}

impl Marker {
    pub(super) const ALL: [Marker; 8] = [
        Marker::Circle,
        Marker::Square,
        Marker::Triangle,
        Marker::Diamond,
        Marker::Plus,
        Marker::Wedge,
        Marker::Cross,
        Marker::Bar,
    ];

    /// The corners of its shape around the origin at radius 1; none: a circle.
    pub(super) fn corners(self) -> Option<Vec<Point>> {
        /// Half the thickness of a plus.
        const T: f64 = 0.36;
        let plus = || {
            let arm = [(T, -1.0), (T, -T), (1.0, -T), (1.0, T), (T, T), (T, 1.0)];
            arm.into_iter().chain(arm.map(|(x, y)| (-x, -y))).collect::<Vec<_>>()
        };
        let turned = |(x, y): Point| {
            ((x - y) * std::f64::consts::FRAC_1_SQRT_2, (x + y) * std::f64::consts::FRAC_1_SQRT_2)
        };
        match self {
            Marker::Circle => None,
            Marker::Square => Some(vec![(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)]),
            Marker::Triangle => Some(vec![(0.0, -1.1), (1.0, 0.8), (-1.0, 0.8)]),
            Marker::Diamond => Some(vec![(0.0, -1.2), (1.0, 0.0), (0.0, 1.2), (-1.0, 0.0)]),
            Marker::Plus => Some(plus()),
            Marker::Wedge => Some(vec![(0.0, 1.1), (1.0, -0.8), (-1.0, -0.8)]),
            Marker::Cross => Some(plus().into_iter().map(turned).collect()),
            Marker::Bar => Some(vec![(-T, -1.2), (T, -1.2), (T, 1.2), (-T, 1.2)]),
        }
    }
}

/// To the right and down, in pixels.
pub(super) type Point = (f64, f64);

/// Which part of a text stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// Through points.
    Line { points: Vec<Point>, color: Color, width: f64, dash: Dash },
    /// A filled rectangle from its upper left corner.
    Block { at: Point, size: Point, color: Color, opacity: f64, hint: String },
    /// A marked point.
    Mark { at: Point, marker: Marker, radius: f64, color: Color, opacity: f64, hint: String },
    /// Words on a baseline.
    Text { at: Point, text: String, size: f64, color: Color, anchor: Anchor, strong: bool },
}

/// A picture on white.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scene {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) title: String,
    pub(super) shapes: Vec<Shape>,
}

impl Scene {
    /// A picture whose title is the question that it answers, with a line under it.
    pub(super) fn new(width: f64, height: f64, title: &str, subtitle: &str) -> Scene {
        let mut scene = Scene { width, height, title: title.to_string(), shapes: Vec::new() };
        let room = width - 2.0 * MARGIN;
        let size =
            [17.0, 15.5, 14.0].into_iter().find(|&size| strong_width(title, size) <= room).unwrap_or(13.0);
        let title = font::shorten(title, size * STRONGER, room);
        scene.shapes.push(Shape::Text {
            at: (MARGIN, 28.0),
            text: title,
            size,
            color: INK,
            anchor: Anchor::Start,
            strong: true,
        });
        scene.text((MARGIN, 48.0), &font::shorten(subtitle, 12.5, room), 12.5, SOFT, Anchor::Start);
        scene
    }

    pub(super) fn line(&mut self, points: Vec<Point>, color: Color, width: f64, dash: Dash) {
        self.shapes.push(Shape::Line { points, color, width, dash });
    }

    pub(super) fn text(&mut self, at: Point, text: &str, size: f64, color: Color, anchor: Anchor) {
        let text = text.to_string();
        self.shapes.push(Shape::Text { at, text, size, color, anchor, strong: false });
    }

    pub(super) fn mark(&mut self, at: Point, marker: Marker, radius: f64, color: Color) {
        self.shapes.push(Shape::Mark { at, marker, radius, color, opacity: 1.0, hint: String::new() });
    }

    /// Says in the middle of the picture why there is nothing in it.
    pub(super) fn nothing(&mut self, why: &str) {
        self.text((self.width / 2.0, self.height / 2.0), why, 14.0, SOFT, Anchor::Middle);
    }

    /// As SVG, a file of its own.
    pub(crate) fn svg(&self) -> String {
        super::svg::file(self)
    }

    /// As SVG inside a page.
    pub(crate) fn inline_svg(&self) -> String {
        super::svg::inline(self)
    }

    /// As PNG, two pixels for each of ours.
    pub(crate) fn png(&self) -> Vec<u8> {
        super::png::encode(self)
    }
}

/// The room around everything.
pub(super) const MARGIN: f64 = 20.0;

/// Strong text is wider by no more than this.
const STRONGER: f64 = 1.08;

fn strong_width(text: &str, size: f64) -> f64 {
    font::width(text, size * STRONGER)
}
