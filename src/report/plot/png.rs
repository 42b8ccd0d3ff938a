//! Draws a [`Scene`] into a PNG, for mail, slides and viewers that know no SVG.

use super::font;
use super::scene::{Anchor, Color, Dash, Marker, Point, Scene, Shape};
use tiny_skia::{
    Color as Background, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash,
    Transform,
};

/// Pixels of the file for each pixel of the scene.
const DENSITY: f32 = 2.0;

pub(super) fn encode(scene: &Scene) -> Vec<u8> {
    let size = |length: f64| (length * f64::from(DENSITY)).ceil() as u32;
    let mut pixmap = Pixmap::new(size(scene.width), size(scene.height)).expect("a scene has a size");
    pixmap.fill(Background::WHITE);
    scene.shapes.iter().for_each(|one| shape(&mut pixmap, one));
    pixmap.encode_png().expect("a picture in memory can be encoded")
}

fn shape(pixmap: &mut Pixmap, shape: &Shape) {
    match shape {
        Shape::Line { points, color, width, dash } => line(pixmap, points, *color, *width, *dash),
        Shape::Block { at, size, color, opacity, .. } => {
            let rect = Rect::from_xywh(at.0 as f32, at.1 as f32, size.0 as f32, size.1 as f32);
            fill(pixmap, rect.map(PathBuilder::from_rect), *color, *opacity, Transform::identity());
        }
        Shape::Mark { at, marker, radius, color, opacity, .. } => {
            fill(pixmap, mark(*at, *marker, *radius), *color, *opacity, Transform::identity());
        }
        Shape::Text { at, text, size, color, anchor, strong } => {
            words(pixmap, *at, text, *size, *color, *anchor, *strong);
        }
    }
}

fn paint(Color(red, green, blue): Color, opacity: f64) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, (opacity * 255.0).round() as u8);
    paint
}

fn fill(pixmap: &mut Pixmap, path: Option<Path>, color: Color, opacity: f64, transform: Transform) {
    if let Some(path) = path {
        let transform = transform.post_scale(DENSITY, DENSITY);
        pixmap.fill_path(&path, &paint(color, opacity), FillRule::Winding, transform, None);
    }
}

fn line(pixmap: &mut Pixmap, points: &[Point], color: Color, width: f64, dash: Dash) {
    let dash = dash.pattern().and_then(|[stroke, gap]| StrokeDash::new(vec![stroke as f32, gap as f32], 0.0));
    let stroke = Stroke { width: width as f32, dash, line_join: LineJoin::Round, ..Stroke::default() };
    if let Some(path) = polygon(points, false) {
        let scale = Transform::from_scale(DENSITY, DENSITY);
        pixmap.stroke_path(&path, &paint(color, 1.0), &stroke, scale, None);
    }
}

fn polygon(points: &[Point], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (at, (x, y)) in points.iter().enumerate() {
        let (x, y) = (*x as f32, *y as f32);
        if at == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if closed {
        path.close();
    }
    path.finish()
}

fn mark(at: Point, marker: Marker, radius: f64) -> Option<Path> {
    match marker.corners() {
        None => PathBuilder::from_circle(at.0 as f32, at.1 as f32, radius as f32),
        Some(corners) => {
            let corners: Vec<Point> =
                corners.iter().map(|(x, y)| (at.0 + x * radius, at.1 + y * radius)).collect();
            polygon(&corners, true)
        }
    }
}

fn words(pixmap: &mut Pixmap, at: Point, text: &str, size: f64, color: Color, anchor: Anchor, strong: bool) {
    let width = font::width(text, size);
    let left = match anchor {
        Anchor::Start => at.0,
        Anchor::Middle => at.0 - width / 2.0,
        Anchor::End => at.0 - width,
    };
    let mut pen = Pen { path: PathBuilder::new(), x: 0.0 };
    font::outline(text, &mut pen, |pen, x| pen.x = x as f32);
    let unit = font::pixels_per_unit(size) as f32;
    let place = Transform::from_row(unit, 0.0, 0.0, -unit, left as f32, at.1 as f32);
    let path = pen.path.finish();
    if let (true, Some(path)) = (strong, &path) {
        let stroke = Stroke { width: 0.045 * size as f32 / unit, ..Stroke::default() };
        pixmap.stroke_path(path, &paint(color, 1.0), &stroke, place.post_scale(DENSITY, DENSITY), None);
    }
    fill(pixmap, path, color, 1.0, place);
}

/// Collects the outlines of glyphs, each moved to its place.
struct Pen {
    path: PathBuilder,
    x: f32,
}

impl ttf_parser::OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.x + x1, y1, self.x + x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.cubic_to(self.x + x1, y1, self.x + x2, y2, self.x + x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
