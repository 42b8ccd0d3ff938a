//! Markers of points.

use plotters::style::RGBColor;
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// The shape of a marker.
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
    /// An arrow upwards, for lower bounds; never the marker of a series.
    Arrow,
}

impl Marker {
    /// All markers in the order of series. Similar markers are far apart.
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

    /// Whether only the outline is colored.
    pub(super) fn is_open(self) -> bool {
        use Marker::{OpenCircle, OpenDiamond, OpenSquare, OpenStar, OpenTriangle, OpenWedge};
        matches!(self, OpenCircle | OpenSquare | OpenTriangle | OpenDiamond | OpenWedge | OpenStar)
    }

    /// The corners of the shape around the origin, with radius 1. `None`: a circle.
    pub(super) fn corners(self) -> Option<Vec<(f64, f64)>> {
        /// Half the thickness of a plus.
        const T: f64 = 0.36;
        let plus = || {
            let arm = [(T, -1.0), (T, -T), (1.0, -T), (1.0, T), (T, T), (T, 1.0)];
            arm.into_iter().chain(arm.map(|(x, y)| (-x, -y))).collect::<Vec<_>>()
        };
        let turned = |(x, y): (f64, f64)| ((x - y) * FRAC_1_SQRT_2, (x + y) * FRAC_1_SQRT_2);
        let star = || {
            let corner = |k: u32| {
                let (radius, angle) = ([1.3, 0.55][k as usize % 2], f64::from(k) * PI / 5.0);
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
            Marker::Arrow => {
                Some(vec![(0.0, -3.0), (1.0, -1.2), (T, -1.2), (T, 0.0), (-T, 0.0), (-T, -1.2), (-1.0, -1.2)])
            }
        }
    }
}

/// The thickness of the outline of an open marker.
pub(super) const OUTLINE: f64 = 1.5;

/// The shape, size and color of a drawn marker.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkerStyle {
    pub(super) marker: Marker,
    pub(super) radius: f64,
    pub(super) color: RGBColor,
    pub(super) opacity: f64,
}
