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
        self.document(attributes, &body, &overlay(&canvas.tooltips))
    }

    /// The picture as SVG in a page, with a group for each series, which the script finds.
    pub(crate) fn inline_svg(&self) -> String {
        let canvas = self.drawn(STEPS);
        let body = svg::elements(&canvas.shapes, true);
        // Not the role `img`, which hides contents from screen readers: legends are buttons.
        self.document(" role=\"group\"", &body, &overlay(&canvas.tooltips))
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

/// Invisible rectangles over the picture, which show tooltips.
fn overlay(tooltips: &[Tooltip]) -> String {
    if tooltips.is_empty() {
        return String::new();
    }
    let mut text = "<g fill=\"none\" pointer-events=\"all\">\n".to_string();
    for Tooltip { place: (at, size), words } in tooltips {
        let [x, y, width, height] =
            [at.0, at.1, size.0, size.1].map(|length| (length * f64::from(STEPS)).round());
        let words = escape(words);
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"><title>{words}</title></rect>"
        );
    }
    text + "</g>\n"
}
