//! Renders plots as SVG and PNG.

use super::canvas::{Canvas, Tooltip};
use super::{Picture, bitmap, svg};
use crate::escape::html as escape;
use std::fmt::Write;

/// Units of SVG per pixel of the picture. A twelfth of a pixel is finer than the eye sees.
const STEPS: u32 = 12;

impl dyn Picture {
    /// The picture as an SVG file.
    pub(crate) fn svg(&self) -> String {
        let canvas = self.drawn(STEPS);
        let attributes = " xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"";
        let body = svg::elements(&canvas.shapes, false);
        self.document(attributes, &body, &overlay(&canvas.tooltips, false))
    }

    /// The picture as SVG in a page, with the numbers of instances and the data by which the script finds the points.
    pub(crate) fn inline_svg(&self) -> String {
        let canvas = self.drawn(STEPS);
        let frame = canvas.frame_attributes();
        // Not the role `img`, which hides contents from screen readers: legends are buttons.
        let data = self.script_data().into_iter().filter(|_| !frame.is_empty());
        let data: String = data.map(|(name, value)| format!(" data-{name}=\"{}\"", escape(&value))).collect();
        let frame = if data.is_empty() { String::new() } else { frame };
        let attributes = format!(" role=\"group\"{data}{frame}");
        let body = svg::elements(&canvas.shapes, true);
        self.document(&attributes, &body, &overlay(&canvas.tooltips, true))
    }

    /// The picture as a PNG file.
    pub(crate) fn png(&self) -> Vec<u8> {
        bitmap::png(&self.drawn(bitmap::STEPS))
    }

    fn drawn(&self, steps_per_pixel: u32) -> Canvas {
        let mut canvas = Canvas::new(steps_per_pixel, self.head());
        self.draw(&mut canvas);
        canvas
    }

    fn document(&self, attributes: &str, body: &str, overlay: &str) -> String {
        let head = self.head();
        let (width, height, title) = (head.width as u32, head.height as u32, escape(&head.title));
        format!(
            "<svg{attributes} width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" \
             aria-label=\"{title}\">\n{body}{overlay}</svg>\n",
            width * STEPS,
            height * STEPS
        )
    }
}

/// Invisible rectangles over the picture, which show tooltips. In a page they have the numbers of instances.
fn overlay(tooltips: &[Tooltip], is_in_page: bool) -> String {
    if tooltips.is_empty() {
        return String::new();
    }
    let class = if is_in_page { " class=\"hints\"" } else { "" };
    let mut text = format!("<g{class} fill=\"none\" pointer-events=\"all\">\n");
    for Tooltip { place: (at, size), words, instance } in tooltips {
        let [x, y, width, height] =
            [at.0, at.1, size.0, size.1].map(|length| (length * f64::from(STEPS)).round());
        let words = escape(words);
        let at =
            instance.filter(|_| is_in_page).map_or(String::new(), |number| format!(" data-at=\"{number}\""));
        let _ = writeln!(
            text,
            "<rect{at} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"><title>{words}</title></rect>"
        );
    }
    text + "</g>\n"
}
