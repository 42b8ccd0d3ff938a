//! Writes the shapes of a plot as SVG.

use super::canvas::{GridPoint, PictureShape};
use super::font::{ASCENT, Lettering, Weight};
use crate::escape::html as escape;
use plotters::style::{RGBAColor, ShapeStyle};
use std::fmt::{Arguments, Write};

/// The maximum number of markers in a path. Consecutive markers of one color share a path, since browsers are slow with tens
/// of thousands of elements. Markers in one path do not shine through each other, so there are few, which seldom overlap.
const MARKS_PER_PATH: usize = 16;

/// Elements of SVG, without the root.
#[derive(Default)]
struct Svg {
    text: String,
    /// The color and the outlines of filled markers that are not written yet.
    marks: (String, Vec<String>),
}

/// The elements of `shapes`. `is_grouped` puts those of a series into a named group.
pub(super) fn elements(shapes: &[PictureShape], is_grouped: bool) -> String {
    let mut svg = Svg::default();
    let is_shown = |shape: &&PictureShape| {
        is_grouped || !matches!(shape, PictureShape::BeginSeries(..) | PictureShape::EndSeries)
    };
    shapes.iter().filter(is_shown).for_each(|shape| svg.add(shape));
    svg.finish_marks();
    svg.text
}

impl Svg {
    fn add(&mut self, shape: &PictureShape) {
        match shape {
            PictureShape::Line(points, style) => {
                let (points, stroke) = (list(points), stroke(style));
                self.write(format_args!("<polyline points=\"{points}\"{stroke}/>"));
            }
            PictureShape::Rectangle([(x, y), to], style) => {
                let (width, height, fill) = (to.0 - x, to.1 - y, fill(style.color));
                self.write(format_args!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{fill}/>"
                ));
            }
            PictureShape::Polygon(corners, style) => self.mark(style.color, format!("M{}z", list(corners))),
            PictureShape::Circle((x, y), r, style) if style.filled => {
                let (left, d) = (x - *r as i32, 2 * r);
                self.mark(style.color, format!("M{left},{y}a{r},{r} 0 1,0 {d},0a{r},{r} 0 1,0 -{d},0z"));
            }
            PictureShape::Circle((x, y), radius, style) => {
                let stroke = stroke(style);
                self.write(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{stroke}/>"));
            }
            PictureShape::Text(at, text, style) => self.text(*at, text, style),
            PictureShape::BeginSeries(name, is_legend) => {
                let class = if *is_legend { "legend" } else { "curve" };
                self.write(format_args!("<g class=\"{class}\" data-series=\"{}\">", escape(name)));
            }
            PictureShape::EndSeries => self.write(format_args!("</g>")),
        }
    }

    fn text(&mut self, (x, y): GridPoint, text: &str, style: &Lettering) {
        let (anchor, size) = (style.anchor.word(), style.size.round());
        let weight = if style.weight == Weight::Bold { " font-weight=\"bold\"" } else { "" };
        let (fill, text) = (fill(style.color.into()), escape(text));
        self.write(format_args!(
            "<text x=\"{x}\" y=\"{y}\" dy=\"{ASCENT}em\" text-anchor=\"{anchor}\" font-family=\"sans-serif\" \
             font-size=\"{size}\"{weight}{fill}>{text}</text>"
        ));
    }

    fn mark(&mut self, color: RGBAColor, outline: String) {
        let fill = fill(color);
        if self.marks.0 != fill || self.marks.1.len() == MARKS_PER_PATH {
            self.finish_marks();
            self.marks.0 = fill;
        }
        self.marks.1.push(outline);
    }

    /// Writes the pending markers.
    fn finish_marks(&mut self) {
        let (fill, outlines) = std::mem::take(&mut self.marks);
        if !outlines.is_empty() {
            let _ = writeln!(self.text, "<path d=\"{}\"{fill}/>", outlines.concat());
        }
    }

    fn write(&mut self, element: Arguments<'_>) {
        self.finish_marks();
        let _ = writeln!(self.text, "{element}");
    }
}

fn list(points: &[GridPoint]) -> String {
    points.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

fn fill(color: RGBAColor) -> String {
    format!(" fill=\"{}\"{}", hex(color), opacity(color))
}

fn stroke(ShapeStyle { color, stroke_width, .. }: &ShapeStyle) -> String {
    let (hex, opacity) = (hex(*color), opacity(*color));
    format!(" fill=\"none\" stroke=\"{hex}\" stroke-width=\"{stroke_width}\"{opacity}")
}

fn hex(RGBAColor(red, green, blue, _): RGBAColor) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn opacity(RGBAColor(.., alpha): RGBAColor) -> String {
    if alpha < 1.0 { format!(" opacity=\"{alpha}\"") } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::style::{BLACK, BLUE, Color};

    #[test]
    fn marks_of_one_look_are_paths_of_a_few_each() {
        let blue = BLUE.mix(0.5).filled();
        let mut shapes = vec![PictureShape::Polygon(vec![(1, 2), (3, 4)], blue)];
        shapes.extend((0..MARKS_PER_PATH as i32).map(|x| PictureShape::Circle((x, 7), 3, blue)));
        shapes.push(PictureShape::Rectangle([(0, 0), (1, 1)], BLACK.filled()));
        let text = elements(&shapes, false);
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[0].starts_with("<path d=\"M1,2 3,4zM-3,7a3,3 0 1,0 6,0a3,3 0 1,0 -6,0zM-2,7a"),
            "{text}"
        );
        assert!(lines[0].ends_with(" fill=\"#0000ff\" opacity=\"0.5\"/>"), "{text}");
        assert_eq!(lines[0].matches('z').count(), MARKS_PER_PATH);
        assert_eq!(lines[1].matches('z').count(), 1);
        assert_eq!(lines[2..], ["<rect x=\"0\" y=\"0\" width=\"1\" height=\"1\" fill=\"#000000\"/>"]);
    }
}
