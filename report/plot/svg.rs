//! Writes the shapes of a plot as SVG.

use crate::escape::html as escape;
use plotters::backend::BitMapBackend;
use plotters_backend::text_anchor::HPos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
};
use std::fmt::{Arguments, Write};

/// The error of a bitmap. Writing SVG never fails.
pub(super) type SurfaceError = <BitMapBackend<'static> as DrawingBackend>::ErrorType;
pub(super) type SurfaceResult = Result<(), DrawingErrorKind<SurfaceError>>;

/// The distance from the top of a line of text to its baseline, in em.
pub(super) const ASCENT: f64 = 0.76;
/// The height of a line of text, in em.
pub(super) const LINE_HEIGHT: f64 = 1.24;

/// The maximum number of markers in a path. Consecutive markers of one color share a path, since browsers are slow with tens
/// of thousands of elements. Markers in one path do not shine through each other, so there are few, which seldom overlap.
const MARKS_PER_PATH: usize = 16;

/// Elements of SVG, without the root.
pub(super) struct Svg<'a> {
    text: &'a mut String,
    pub(super) size: (u32, u32),
    /// Whether to put the elements of a series into a named group.
    is_grouped: bool,
    /// The color and the outlines of filled markers that are not written yet.
    marks: (String, Vec<String>),
}

impl<'a> Svg<'a> {
    /// Appends elements to `text`.
    pub(super) fn new(text: &'a mut String, size: (u32, u32), is_grouped: bool) -> Svg<'a> {
        Svg { text, size, is_grouped, marks: Default::default() }
    }

    /// Begins the group of the curve of a series, or of its entry in the legend.
    pub(super) fn begin_series(&mut self, name: &str, is_legend: bool) -> SurfaceResult {
        let class = if is_legend { "legend" } else { "curve" };
        if !self.is_grouped {
            return Ok(());
        }
        self.write(format_args!("<g class=\"{class}\" data-series=\"{}\">", escape(name)))
    }

    /// Ends the innermost group.
    pub(super) fn end_series(&mut self) -> SurfaceResult {
        if self.is_grouped { self.write(format_args!("</g>")) } else { Ok(()) }
    }

    /// A filled rectangle.
    pub(super) fn rectangle(
        &mut self,
        (x, y): BackendCoord,
        to: BackendCoord,
        color: BackendColor,
    ) -> SurfaceResult {
        let (width, height, fill) = (to.0 - x, to.1 - y, fill(color));
        self.write(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{fill}/>"))
    }

    /// A line through points.
    pub(super) fn line(
        &mut self,
        points: impl IntoIterator<Item = BackendCoord>,
        style: &impl BackendStyle,
    ) -> SurfaceResult {
        let (points, stroke) = (list(points), stroke(style));
        self.write(format_args!("<polyline points=\"{points}\"{stroke}/>"))
    }

    /// An outlined circle.
    pub(crate) fn ring(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &impl BackendStyle,
    ) -> SurfaceResult {
        let stroke = stroke(style);
        self.write(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{stroke}/>"))
    }

    /// A filled circle.
    pub(super) fn disc(&mut self, (x, y): BackendCoord, radius: u32, color: BackendColor) -> SurfaceResult {
        let (left, r, d) = (x - radius as i32, radius, 2 * radius);
        self.mark(color, format!("M{left},{y}a{r},{r} 0 1,0 {d},0a{r},{r} 0 1,0 -{d},0z"))
    }

    /// A filled polygon.
    pub(super) fn polygon(
        &mut self,
        corners: impl IntoIterator<Item = BackendCoord>,
        color: BackendColor,
    ) -> SurfaceResult {
        self.mark(color, format!("M{}z", list(corners)))
    }

    /// Text whose top is at a point.
    pub(crate) fn text(
        &mut self,
        text: &str,
        style: &impl BackendTextStyle,
        (x, y): BackendCoord,
    ) -> SurfaceResult {
        let anchor = match style.anchor().h_pos {
            HPos::Left => "start",
            HPos::Center => "middle",
            HPos::Right => "end",
        };
        let weight = if matches!(style.style(), FontStyle::Bold) { " font-weight=\"bold\"" } else { "" };
        let (family, size) = (style.family(), (style.size() / LINE_HEIGHT).round());
        let (fill, text) = (fill(style.color()), escape(text));
        self.write(format_args!(
            "<text x=\"{x}\" y=\"{y}\" dy=\"{ASCENT}em\" text-anchor=\"{anchor}\" font-family=\"{}\" \
             font-size=\"{size}\"{weight}{fill}>{text}</text>",
            family.as_str()
        ))
    }

    fn mark(&mut self, color: BackendColor, outline: String) -> SurfaceResult {
        let fill = fill(color);
        if self.marks.0 != fill || self.marks.1.len() == MARKS_PER_PATH {
            self.finish_marks()?;
            self.marks.0 = fill;
        }
        self.marks.1.push(outline);
        Ok(())
    }

    /// Writes the pending markers.
    pub(super) fn finish_marks(&mut self) -> SurfaceResult {
        let (fill, outlines) = std::mem::take(&mut self.marks);
        if !outlines.is_empty() {
            let _ = writeln!(self.text, "<path d=\"{}\"{fill}/>", outlines.concat());
        }
        Ok(())
    }

    fn write(&mut self, element: Arguments<'_>) -> SurfaceResult {
        let _ = self.finish_marks();
        let _ = writeln!(self.text, "{element}");
        Ok(())
    }
}

fn list(points: impl IntoIterator<Item = BackendCoord>) -> String {
    points.into_iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

fn fill(color: BackendColor) -> String {
    format!(" fill=\"{}\"{}", hex(color), opacity(color))
}

fn stroke(style: &impl BackendStyle) -> String {
    let (color, width) = (style.color(), style.stroke_width());
    format!(" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"{}", hex(color), opacity(color))
}

fn hex(BackendColor { rgb: (red, green, blue), .. }: BackendColor) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn opacity(BackendColor { alpha, .. }: BackendColor) -> String {
    if alpha < 1.0 { format!(" opacity=\"{alpha}\"") } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_one_look_are_paths_of_a_few_each() {
        let (mut text, blue) = (String::new(), BackendColor { alpha: 0.5, rgb: (0, 0, 255) });
        let mut svg = Svg::new(&mut text, (10, 10), false);
        svg.polygon([(1, 2), (3, 4)], blue).unwrap();
        (0..MARKS_PER_PATH as i32).for_each(|x| svg.disc((x, 7), 3, blue).unwrap());
        svg.rectangle((0, 0), (1, 1), BackendColor { alpha: 1.0, rgb: (0, 0, 0) }).unwrap();
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
