//! Writes a [`Scene`] as SVG: text stays text, points tell their name when hovered, no script.

use super::scene::{Anchor, Color, Dash, Marker, Point, Scene, Shape};
use crate::report::page::escape;
use std::fmt::Write;

/// A file of its own.
pub(super) fn file(scene: &Scene) -> String {
    document(scene, " xmlns=\"http://www.w3.org/2000/svg\"")
}

/// An element of a page, where the namespace is understood.
pub(super) fn inline(scene: &Scene) -> String {
    document(scene, "")
}

fn document(scene: &Scene, namespace: &str) -> String {
    let (width, height) = (scene.width, scene.height);
    let title = escape(&scene.title);
    let mut text = format!(
        "<svg{namespace} width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{title}\" font-family=\"sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    scene.shapes.iter().for_each(|one| shape(&mut text, one));
    text + "</svg>\n"
}

fn shape(text: &mut String, shape: &Shape) {
    let _ = match shape {
        Shape::Line { points, color, width, dash } => writeln!(
            text,
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"{}/>",
            path(points),
            hex(*color),
            dashes(*dash)
        ),
        Shape::Block { at, size, color, opacity, hint } => {
            let tag = format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"{}",
                number(at.0),
                number(at.1),
                number(size.0),
                number(size.1),
                hex(*color),
                opaque(*opacity)
            );
            writeln!(text, "{tag}{}", hinted("rect", hint))
        }
        Shape::Mark { at, marker, radius, color, opacity, hint } => {
            let (tag, name) = mark(*at, *marker, *radius);
            let (color, opacity) = (hex(*color), opaque(*opacity));
            writeln!(text, "{tag} fill=\"{color}\"{opacity}{}", hinted(name, hint))
        }
        Shape::Text { at, text: words, size, color, anchor, strong } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let weight = if *strong { " font-weight=\"600\"" } else { "" };
            let (x, y, color) = (number(at.0), number(at.1), hex(*color));
            let words = escape(words);
            writeln!(
                text,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{color}\"{anchor}{weight}>{words}</text>"
            )
        }
    };
}

fn mark(at: Point, marker: Marker, radius: f64) -> (String, &'static str) {
    let Some(corners) = marker.corners() else {
        let (x, y, radius) = (number(at.0), number(at.1), number(radius));
        return (format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""), "circle");
    };
    let corners: Vec<Point> = corners.iter().map(|(x, y)| (at.0 + x * radius, at.1 + y * radius)).collect();
    (format!("<path d=\"{}Z\"", path(&corners)), "path")
}

fn hinted(tag: &str, hint: &str) -> String {
    if hint.is_empty() { "/>".to_string() } else { format!("><title>{}</title></{tag}>", escape(hint)) }
}

fn path(points: &[Point]) -> String {
    let mut text = String::new();
    for (at, (x, y)) in points.iter().enumerate() {
        let _ = write!(text, "{}{} {}", if at == 0 { 'M' } else { 'L' }, number(*x), number(*y));
    }
    text
}

fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_string)
}

fn hex(Color(red, green, blue): Color) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn opaque(opacity: f64) -> String {
    if opacity < 1.0 { format!(" fill-opacity=\"{opacity}\"") } else { String::new() }
}

fn dashes(dash: Dash) -> String {
    dash.pattern().map_or(String::new(), |[stroke, gap]| format!(" stroke-dasharray=\"{stroke} {gap}\""))
}
